import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive import hardware, kernels
from archive.filters import FIELDS, Condition, ResultFilter
from archive.model import Author, EdgeKind, Message, Span, Thread, ThreadNode, UserError
from archive.results import (
    Attribution,
    Basis,
    Change,
    Claim,
    Comment,
    Derived,
    Kernel,
    Machine,
    Measurement,
    Parameter,
    Side,
    Table,
    TableRef,
    Target,
)
from archive.runs import Run
from archive.store import conditions
from archive.store.archive import Archive

Mail = Callable[..., Message]
ANN = Author("Ann Example", "ann@example.org")
AIM, DISK, REPLY = "aim@example.org", "disk@example.org", "reply@example.org"


def row(
    name: str,
    message: str,
    *,
    suite: str = "aim9",
    test: str = "fork_test",
    value: float = 1.0,
    kernel: str | None = None,
    box: str | None = None,
    parameters: dict[str, Parameter] | None = None,
) -> Measurement:
    machine = hardware.parse(box) if box else None
    return Measurement(
        id=name,
        table=TableRef(message, 0),
        span=Span(0, 1, 0, 1),
        quoted=False,
        author=ANN,
        posted_by=None,
        suite=suite,
        test=test,
        metric="rate",
        test_text=test,
        metric_text="",
        value=value,
        raw=str(value),
        unit="ops/s",
        unit_text=None,
        better="higher",
        kernel=Kernel(kernel, kernels.parse(kernel), Attribution(Basis.PROSE)) if kernel else None,
        machine=Machine(machine, Attribution(Basis.PROSE)) if machine else None,
        parameters=parameters or {},
    )


def change(name: str, old: Measurement, new: Measurement, verdict: str) -> Change:
    def side(one: Measurement) -> Side:
        assert one.kernel is not None
        return Side(one.kernel.text, one.kernel.version, (one.id,), (one.value,), (one.raw,), one.value)

    return Change(
        id=name,
        message_key=old.table.message_key,
        suite=old.suite,
        test=old.test,
        metric=old.metric,
        unit=old.unit,
        better=old.better,
        role=old.role,
        statistic="sample",
        parameters={},
        machine=old.machine,
        old=side(old),
        new=side(new),
        delta=(new.value - old.value) / old.value if old.value else None,
        verdict=verdict,
        test_note="",
        pairing="both",
    )


ROWS = {
    "fork-old": row("fork-old", AIM, value=5620.0, kernel="2.4.19", box="PIII@800"),
    "fork-new": row("fork-new", AIM, value=3296.7, kernel="2.5.49", box="PIII@800"),
    "exec-old": row("exec-old", AIM, test="exec_test", value=100.0, kernel="2.4.19", box="PIII@800"),
    "exec-new": row("exec-new", AIM, test="exec_test", value=101.0, kernel="2.5.49", box="PIII@800"),
    "zero-old": row("zero-old", AIM, test="page_test", value=0.0, kernel="2.4.19"),
    "zero-new": row("zero-new", AIM, test="page_test", value=9.0, kernel="2.5.49"),
    "disk-old": row(
        "disk-old",
        DISK,
        suite="dbench",
        test="dbench",
        value=10.0,
        kernel="2.6.0-test9",
        box="133 MHz Pentium, DMA, 80M",
    ),
    "disk-new": row(
        *("disk-new", DISK),
        suite="dbench",
        test="dbench",
        value=30.0,
        kernel="as-fix with #if 1",
        parameters={"filesystem": "reiserfs"},
    ),
    "lm": row("lm", DISK, suite="lmbench", test="processes/fork", value=400.0),
}
CHANGES = (
    change("fork", ROWS["fork-old"], ROWS["fork-new"], "slower"),
    change("exec", ROWS["exec-old"], ROWS["exec-new"], "same"),
    change("zero", ROWS["zero-old"], ROWS["zero-new"], "unknown"),
    change("disk", ROWS["disk-old"], ROWS["disk-new"], "faster"),
)
CLAIM = Claim(
    id="claim",
    message_key=AIM,
    span=Span(0, 9, 0, 9),
    author=ANN,
    quoted=False,
    suite="aim9",
    tests=("dir_rtns_1",),
    faster="2.4.49",
    slower="2.5.49",
    amount=None,
    condition=None,
    verdict="untestable",
    reading="",
)
COMMENT = Comment(
    id="comment",
    message_key=REPLY,
    span=Span(0, 5, 0, 9),
    last_line=6,
    text="as expected",
    author=Author("Bob Example", "bob@example.org"),
    posted_by=None,
    tests=("fork_test",),
    targets=(Target("row", "fork-new"),),
)


def fill(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("x", key=AIM, day=25, lists=("lkml", "bench")))
    archive.messages.save(mail("x", key=DISK, day=3, lists=("bench",), author="Carl Other"))
    archive.messages.save(mail("x", key=REPLY, day=26, lists=("lkml",), author="Bob Example", references=(AIM,)))
    tables = (
        Table(TableRef(AIM, 0), 0, 1, 9, "result", "aim9"),
        Table(TableRef(DISK, 0), 0, 1, 9, "result", "dbench"),
        Table(TableRef(DISK, 1), 0, 11, 19, "profile", None),
        Table(TableRef(REPLY, 0), 0, 1, 9, "result", "aim9", copy_of=TableRef(AIM, 0)),
    )
    copy = replace(ROWS["fork-new"], id="quoted", table=TableRef(REPLY, 0))
    derived = Derived(tables, (*ROWS.values(), copy), (), CHANGES, (CLAIM,), (COMMENT,))
    archive.results.replace([AIM, DISK, REPLY], derived)


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("filled") / "archive"


@pytest.fixture
def archive(workshop: Path, tmp_path: Path, mail: Mail) -> Iterator[Archive]:
    """A copy of one filled archive: many tests only read, and filling takes longer than copying."""
    if not workshop.exists():
        with Archive.open(workshop, create=True) as filled:
            fill(filled, mail)
    shutil.copytree(workshop, tmp_path / "archive")
    with Archive.open(tmp_path / "archive") as opened:
        yield opened


def measured(archive: Archive, *wanted: Condition) -> set[str]:
    found = {one.id for one in archive.results.find_measurements(ResultFilter(wanted))}
    assert archive.results.count_measurements(ResultFilter(wanted)) == len(found)
    return found


def changed(archive: Archive, *wanted: Condition) -> set[str]:
    found = {one.id for one in archive.results.find_changes(ResultFilter(wanted))}
    assert archive.results.count_changes(ResultFilter(wanted)) == len(found)
    return found


def mails(archive: Archive, *wanted: Condition) -> set[str]:
    return {key.partition("@")[0] for key in archive.results.find_messages(ResultFilter(wanted))}


def test_no_condition_finds_everything_that_is_counted(archive: Archive) -> None:
    assert measured(archive) == set(ROWS)
    assert changed(archive) == {"fork", "exec", "zero", "disk"}
    assert mails(archive) == {"aim", "disk", "reply"}


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (Condition("suite", ("aim9", "lmbench")), {key for key in ROWS if not key.startswith("disk")}),
        (Condition("suite", ("AIM9",)), {"fork-old", "fork-new", "exec-old", "exec-new", "zero-old", "zero-new"}),
        (Condition("test", ("fork_test",)), {"fork-old", "fork-new"}),
        (Condition("test", ("fork",)), {"lm"}),
        (Condition("test", ("fork*",)), {"fork-old", "fork-new"}),
        (Condition("test", ("100%_*",)), set()),
        (Condition("metric", ("rate",)), set(ROWS)),
        (Condition("role", ("secondary",)), set()),
        (Condition("kernel", ("2.5",)), {"fork-new", "exec-new", "zero-new"}),
        (Condition("kernel", ("2.6",)), {"disk-old"}),
        (Condition("kernel", ("2",)), set(ROWS) - {"disk-new", "lm"}),
        (Condition("kernel", ("2.5.4",)), set()),
        (Condition("kernel", ("as-fix",)), {"disk-new"}),
        (Condition("kernel", ("AS-FIX with #if 1",)), {"disk-new"}),
        (Condition("kernel", low="2.5.1", high="2.6"), {"fork-new", "exec-new", "zero-new", "disk-old"}),
        (Condition("kernel", low="2.6.0-test1"), {"disk-old"}),
        (Condition("kernel", high="2.4"), {"fork-old", "exec-old", "zero-old"}),
        (Condition("hw", ("PIII at 800",)), {"fork-old", "fork-new", "exec-old", "exec-new"}),
        (Condition("hw", ("P133",)), {"disk-old"}),
        (Condition("hw", ("pent*",)), {"fork-old", "fork-new", "exec-old", "exec-new", "disk-old"}),
        (Condition("hw", ("P90",)), set()),
        (Condition("mhz", ("133",)), {"disk-old"}),
        (Condition("mhz", low=500.0), {"fork-old", "fork-new", "exec-old", "exec-new"}),
        (Condition("ram", low=64.0, high=96.0), {"disk-old"}),
        (Condition("fs", ("reiserfs",)), {"disk-new"}),
        (Condition("value", low=3296.7, high=5620.0), {"fork-old", "fork-new"}),
        (Condition("value", ("101",)), {"exec-new"}),
        (Condition("value", high=0.0), {"zero-old"}),
        (Condition("delta", high=-0.2), {"fork-new"}),
        (Condition("dir", ("slower", "faster")), {"fork-new", "disk-new"}),
        (Condition("author", ("ann",)), set(ROWS)),
        (Condition("author", ("carl",)), set()),
        (Condition("list", ("lkml",)), {key for key in ROWS if not key.startswith(("disk", "lm"))}),
        (Condition("message", (DISK,)), {"disk-old", "disk-new", "lm"}),
        (Condition("date", ("2002-11-03",)), {"disk-old", "disk-new", "lm"}),
        (Condition("has", ("profile",)), {"disk-old", "disk-new", "lm"}),
        (Condition("runs", low=1.0), set()),
    ],
)
def test_measurements_are_found_by(archive: Archive, condition: Condition, found: set[str]) -> None:
    assert measured(archive, condition) == found
    assert measured(archive, replace(condition, negated=True)) == set(ROWS) - found


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (Condition("test", ("fork_test",)), {"fork"}),
        (Condition("kernel", ("2.4",)), {"fork", "exec", "zero"}),
        (Condition("kernel", ("2.5.49",)), {"fork", "exec", "zero"}),
        (Condition("kernel", ("2.6.0-test9", "2.4.19")), {"fork", "exec", "zero", "disk"}),
        (Condition("kernel", low="2.6"), {"disk"}),
        (Condition("hw", ("PIII@800",)), {"fork", "exec"}),
        (Condition("value", low=5000.0), {"fork"}),
        (Condition("delta", high=-0.2), {"fork"}),
        (Condition("delta", low=0.01, high=3.0), {"exec", "disk"}),
        (Condition("delta", ("0.01",)), {"exec"}),
        (Condition("dir", ("slower",)), {"fork"}),
        (Condition("runs", low=2.0), set()),
        (Condition("runs", ("1",)), {"fork", "exec", "zero", "disk"}),
        (Condition("author", ("carl other",)), {"disk"}),
        (Condition("list", ("bench",)), {"fork", "exec", "zero", "disk"}),
        (Condition("has", ("claim", "run")), {"fork", "exec", "zero"}),
        (Condition("has", ("comment",)), {"fork", "exec", "zero"}),
    ],
)
def test_changes_are_found_by(archive: Archive, condition: Condition, found: set[str]) -> None:
    assert changed(archive, condition) == found
    assert changed(archive, replace(condition, negated=True)) == {"fork", "exec", "zero", "disk"} - found


def test_all_conditions_must_hold(archive: Archive) -> None:
    fork_in_25 = (Condition("test", ("fork_test",)), Condition("kernel", ("2.5",)))
    assert measured(archive, *fork_in_25) == {"fork-new"}
    assert measured(archive, *fork_in_25, Condition("dir", ("slower",))) == {"fork-new"}
    assert measured(archive, *fork_in_25, Condition("dir", ("faster",))) == set()
    assert changed(archive, *fork_in_25, Condition("dir", ("slower",)), Condition("delta", high=-0.2)) == {"fork"}


def test_direction_and_size_are_those_of_one_change(archive: Archive) -> None:
    assert measured(archive, Condition("dir", ("faster",)), Condition("delta", low=1.0)) == {"disk-new"}
    assert measured(archive, Condition("dir", ("slower",)), Condition("delta", low=1.0)) == set()


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ((Condition("test", ("dir_rtns_1",)),), {"aim"}),
        ((Condition("test", ("fork_test",)),), {"aim", "reply"}),
        ((Condition("test", ("fork_test",)), Condition("kernel", ("2.5",))), {"aim"}),
        ((Condition("kernel", ("2.4.49",)),), {"aim"}),
        ((Condition("suite", ("aim9",)), Condition("kernel", ("2.6",))), set()),
        ((Condition("suite", ("dbench",)), Condition("test", ("fork",))), set()),
        ((Condition("suite", ("lmbench",), negated=True),), {"aim", "reply"}),
        ((Condition("suite", ("dbench",)), Condition("suite", ("lmbench",), negated=True)), set()),
        ((Condition("delta", high=-0.2),), {"aim"}),
        ((Condition("author", ("bob",)),), {"reply"}),
        ((Condition("author", ("bob@example.org",)),), {"reply"}),
        ((Condition("author", ("bob",), negated=True), Condition("list", ("lkml",))), {"aim"}),
        ((Condition("message", ("disk@example.org", "none@example.org")),), {"disk"}),
        ((Condition("has", ("table",)),), {"aim", "disk"}),
        ((Condition("has", ("profile",)),), {"disk"}),
        ((Condition("has", ("comment",)),), {"aim", "reply"}),
        ((Condition("has", ("claim",)),), {"aim"}),
        ((Condition("date", low="2002-11-25"),), {"aim", "reply"}),
        ((Condition("date", low="2001", high="2002"),), {"aim", "disk", "reply"}),
        ((Condition("date", high="2002-11-03"),), {"disk"}),
        ((Condition("date", high="2002-11-25T11:59:59"),), {"disk"}),
        ((Condition("date", high=datetime(2002, 11, 25, 12, tzinfo=UTC).timestamp()),), {"aim", "disk"}),
    ],
)
def test_messages_are_found_by(archive: Archive, wanted: tuple[Condition, ...], found: set[str]) -> None:
    assert mails(archive, *wanted) == found


def test_messages_are_found_by_thread_under_any_id_it_ever_had(archive: Archive) -> None:
    def thread(*keys: str) -> Thread:
        return Thread(keys[0], tuple(ThreadNode(key, None, EdgeKind.ROOT, 0, is_ghost=False) for key in keys))

    archive.threads.replace([AIM, REPLY, DISK], [thread(AIM), thread(REPLY), thread(DISK)])
    assert mails(archive, Condition("thread", (AIM,))) == {"aim"}
    archive.threads.replace([AIM, REPLY, DISK], [thread(AIM, REPLY), thread(DISK)])
    for name in (AIM, REPLY):
        assert mails(archive, Condition("thread", (name,))) == {"aim", "reply"}
    assert changed(archive, Condition("thread", (REPLY,))) == {"fork", "exec", "zero"}
    assert measured(archive, Condition("thread", ("nobody@example.org",))) == set()


def test_messages_with_a_run_are_found(archive: Archive) -> None:
    assert mails(archive, Condition("has", ("run",))) == set()
    archive.runs.save(Run("r", datetime(2024, 1, 1, tzinfo=UTC), "6.7", DISK, 1.0, 1, (), (), ""))
    assert mails(archive, Condition("has", ("run",))) == {"disk"}


def test_a_variant_is_found_as_a_label(archive: Archive) -> None:
    archive.results.replace([DISK], Derived(measurements=(replace(ROWS["lm"], variant="deadline"),)))
    assert measured(archive, Condition("kernel", ("deadline",))) == {"lm"}


def test_the_latest_post_comes_first_and_its_rows_as_posted(archive: Archive) -> None:
    found = [one.id for one in archive.results.find_measurements(ResultFilter())]
    assert found == list(ROWS)
    assert [one.id for one in archive.results.find_measurements(ResultFilter(), limit=2, offset=5)] == found[5:7]
    assert archive.results.find_messages(ResultFilter()) == (REPLY, AIM, DISK)


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        ("size", ["disk", "fork", "exec", "zero"]),
        ("kernel", ["fork", "exec", "zero", "disk"]),
        ("date", ["fork", "exec", "zero", "disk"]),
    ],
)
def test_changes_come_in_order_with_the_unknown_last(archive: Archive, order: str, ids: list[str]) -> None:
    assert [one.id for one in archive.results.find_changes(ResultFilter(), order=order)] == ids
    assert [one.id for one in archive.results.find_changes(ResultFilter(), order=order, limit=1, offset=1)] == ids[1:2]


def test_the_largest_changes_are_primary_unwarned_and_beyond_the_noise(archive: Archive) -> None:
    assert [one.id for one in archive.results.largest_changes(9)] == ["disk", "fork", "zero"]
    doubtful = (replace(CHANGES[0], warnings=("a step of the clock",)), replace(CHANGES[2], role="secondary"))
    archive.results.replace([AIM], Derived(measurements=tuple(ROWS.values())[:6], changes=doubtful))
    assert [one.id for one in archive.results.largest_changes(9)] == ["disk"]


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (Condition("value", low="fast"), "value: wants a number, not fast"),
        (Condition("mhz", ("quick",)), "mhz: wants a number"),
        (Condition("date", ("yesterday",)), "yesterday is no date: write it like 2002"),
        (Condition("date", low="2002-13"), "2002-13 is no date"),
        (Condition("kernel", low="vanilla"), "vanilla"),
        (
            Condition("has", ("nothing",)),
            "has: wants table, claim, comment, run, profile, relative, condition, not nothing",
        ),
    ],
)
def test_a_value_that_its_field_cannot_have_is_said_to_be_so(
    archive: Archive, condition: Condition, message: str
) -> None:
    with pytest.raises(UserError, match=message):
        archive.results.find_measurements(ResultFilter((condition,)))


@pytest.mark.parametrize("field", sorted(FIELDS))
@pytest.mark.parametrize("value", ["x' OR 1=1 --", '"; DROP TABLE message', "%", "\udcff", "", "*"])
def test_no_value_reaches_the_statement_itself(archive: Archive, field: str, value: str) -> None:
    for clause_of in (conditions.of_measurements, conditions.of_changes, conditions.of_messages):
        if field in {"mhz", "ram", "value", "delta", "runs", "date", "has"}:
            continue
        clause = clause_of(ResultFilter((Condition(field, (value,)),)))
        assert "x'" not in clause.sql
        assert "DROP" not in clause.sql
    if field not in {"mhz", "ram", "value", "delta", "runs", "date", "has"}:
        archive.results.find_messages(ResultFilter((Condition(field, (value,)),)))
        assert archive.messages.count() == 3


def test_a_condition_on_an_unknown_field_or_without_a_value_is_refused() -> None:
    with pytest.raises(ValueError, match="no such field: colour"):
        Condition("colour", ("red",))
    with pytest.raises(ValueError, match="without values or bounds"):
        Condition("test")
