from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive import kernels
from archive.circumstances import Circumstance
from archive.hardware import Hardware
from archive.kernels import KernelVersion
from archive.model import Author, Message, Problem, Quality, Source, Span
from archive.results import (
    Attribution,
    Basis,
    Change,
    Claim,
    Comment,
    Correction,
    Derived,
    Kernel,
    Machine,
    Measurement,
    RelativeResult,
    Side,
    Spread,
    Table,
    TableRef,
    Target,
)
from archive.runs import Run, RunValue
from archive.store.archive import Archive

Mail = Callable[..., Message]
POST = "post@example.org"
REPLY = "reply@example.org"
ANN = Author("Ann Example", "ann@example.org")
BOB = Author("Bob Example")
PLACE = Span(0, 12, 4, 11)


def version(text: str) -> KernelVersion:
    parsed = kernels.parse(text)
    assert parsed is not None
    return parsed


def table(number: int = 0, *, message: str = POST, copy_of: TableRef | None = None) -> Table:
    return Table(TableRef(message, number), 0, 10, 20, "result", "aim9", copy_of=copy_of)


def measurement(name: str, *, line: int = 12, raw: str = "5620.00", kernel: str = "2.4.19") -> Measurement:
    return Measurement(
        id=name,
        table=TableRef(POST, 0),
        span=Span(0, line, 4, 11),
        quoted=False,
        author=ANN,
        posted_by=None,
        suite="aim9",
        test="fork_test",
        metric="operations_per_second",
        test_text="fork_test",
        metric_text="Task Creations/second",
        value=float(raw),
        raw=raw,
        unit="ops/s",
        unit_text="Task Creations/second",
        better="higher",
        kernel=Kernel(kernel, kernels.parse(kernel), Attribution(Basis.ROW_ORDER, (Span(0, 3, 1, 7),))),
    )


def change(name: str, old: Measurement, new: Measurement) -> Change:
    def side(one: Measurement) -> Side:
        assert one.kernel is not None
        return Side(one.kernel.text, one.kernel.version, (one.id,), (one.value,), (one.raw,), one.value)

    delta = (new.value - old.value) / old.value
    return Change(
        id=name,
        message_key=POST,
        suite="aim9",
        test="fork_test",
        metric="operations_per_second",
        unit="ops/s",
        better="higher",
        role="primary",
        statistic="sample",
        parameters={"clients": 16},
        machine=None,
        old=side(old),
        new=side(new),
        delta=delta,
        verdict="slower",
        test_note="single run, no test",
        pairing="both",
    )


RICH_TABLE = Table(
    ref=TableRef(POST, 3),
    part=1,
    first_line=10,
    last_line=40,
    kind="profile",
    suite=None,
    title="oprofile of «fork»",
    quoted=True,
    copy_of=TableRef("elsewhere@example.org", 0),
    repost_of=TableRef(POST, 1),
    warnings=("rows wrapped", "a column is lost"),
    symbols=("do_fork", "copy_page_range"),
)
RICH_MEASUREMENT = Measurement(
    id="0123abcd",
    table=TableRef(POST, 0),
    span=PLACE,
    quoted=True,
    author=BOB,
    posted_by=ANN,
    suite=None,
    test="processes/fork",
    metric="latency",
    test_text="fork proc",
    metric_text="",
    value=13000.0,
    raw="13.K",
    unit=None,
    unit_text="",
    better=None,
    resolution=0.01,
    role="secondary",
    statistic="p99",
    suite_version="2.0.4",
    harness="mmtests",
    kernel=Kernel(
        "2.5.33x", version("2.5.33x"), Attribution(Basis.ALIAS, (PLACE, Span(0, 1, 0, 3))), "x = no preemption"
    ),
    variant="deadline",
    machine=Machine(
        Hardware("133 MHz Pentium, DMA, 80M", "Pentium", 133.0, 1, 80, 64, "ide", "reiserfs", "svea"),
        Attribution(Basis.HEADING),
    ),
    parameters={"clients": 16, "size": "1.5G", "ratio": 0.5},
    repeat=3,
    runs=5,
    spread=(Spread("stdev", 0.25, "0.250", PLACE), Spread("range", 3.0, "3", PLACE)),
    warnings=("the post warns of this one",),
    noise=0.05,
)
RICH_RELATIVE = RelativeResult(
    id="rel",
    table=TableRef(POST, 0),
    span=PLACE,
    suite="dbench",
    test="dbench",
    metric="throughput",
    value=-3.5,
    raw="-3.5%",
    unit="%",
    kernel=Kernel("patched", None, Attribution(Basis.COLUMN_HEAD, (PLACE,))),
    baseline=Kernel("vanilla", None, Attribution(Basis.PROSE), "2.5.49 as released"),
    parameters={"clients": 2},
)
RICH_CHANGE = Change(
    id="ch",
    message_key=POST,
    suite=None,
    test="dbench",
    metric="throughput",
    unit=None,
    better=None,
    role="secondary",
    statistic="median",
    parameters={"clients": 2},
    machine=RICH_MEASUREMENT.machine,
    old=Side("vanilla", None, ("a", "b"), (1.5, 2.5), ("1.50", "2.50"), 2.0),
    new=Side("2.5.49-mm1", version("2.5.49-mm1"), ("c",), (0.0,), ("0",), 0.0),
    delta=None,
    verdict="unknown",
    test_note="need >= 4 samples",
    pairing="predecessor",
    p=0.008,
    warnings=("different file systems",),
)
RICH_CLAIM = Claim(
    id="cl",
    message_key=POST,
    span=PLACE,
    author=BOB,
    quoted=True,
    suite="aim9",
    tests=("dir_rtns_1", "fork_test"),
    faster="2.4.49",
    slower="2.4.19",
    amount="a lot",
    condition="with many clients",
    verdict="disagrees",
    reading="the rows say the reverse",
    suggestion="2.5.49",
    warnings=("2.4.49 never was",),
    changes=("ch", "gone"),
    text="Here 2.4.49 is faster",
)
RICH_COMMENT = Comment(
    id="co",
    message_key=POST,
    span=PLACE,
    last_line=15,
    text="It was expected.\nSee above.",
    author=BOB,
    posted_by=ANN,
    tests=("fork_test",),
    targets=(Target("row", "0123abcd"), Target("claim", "cl"), Target("post", POST)),
)
RICH_CORRECTION = Correction("cor", POST, PLACE, BOB, Target("claim", "cl"), "2.5.49 was meant")
RICH = Derived(
    (table(), RICH_TABLE),
    (RICH_MEASUREMENT,),
    (RICH_RELATIVE,),
    (RICH_CHANGE,),
    (RICH_CLAIM,),
    (RICH_COMMENT,),
    (RICH_CORRECTION,),
    (
        Circumstance("ci1", POST, PLACE, "legend", "preemption OFF", "label", "2.5.33x"),
        Circumstance("ci2", POST, PLACE, "condition", "booted with mem=512M", "table", "0"),
        Circumstance("ci3", POST, PLACE, "link", "https://example.org/patch", "post", POST),
    ),
)


@pytest.fixture
def archive(tmp_path: Path, mail: Mail) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive", create=True) as opened:
        opened.messages.save(mail("rows", key=POST))
        opened.messages.save(mail("> rows", key=REPLY, author="Bob Example", day=2, references=(POST,)))
        yield opened


def test_every_noun_comes_out_as_it_went_in(archive: Archive) -> None:
    archive.results.replace([POST], RICH)
    results = archive.results
    assert results.tables([POST]) == RICH.tables
    assert results.measurements([POST]) == RICH.measurements
    assert results.relatives([POST]) == RICH.relatives
    assert results.changes([POST]) == RICH.changes
    assert results.claims([POST]) == RICH.claims
    assert results.comments([POST]) == RICH.comments
    assert results.corrections([POST]) == RICH.corrections
    assert results.circumstances([POST]) == RICH.circumstances


def test_plain_nouns_with_nothing_optional_come_out_as_they_went_in(archive: Archive) -> None:
    plain = replace(measurement("m"), kernel=None)
    claim = replace(
        RICH_CLAIM, tests=(), faster=None, slower=None, suite=None, suggestion=None, warnings=(), changes=()
    )
    comment = replace(RICH_COMMENT, posted_by=None, tests=(), targets=())
    relative = replace(RICH_RELATIVE, kernel=None, baseline=None, suite=None, parameters={})
    archive.results.replace([POST], Derived((table(),), (plain,), (relative,), (), (claim,), (comment,)))
    assert archive.results.measurements([POST]) == (plain,)
    assert archive.results.relatives([POST]) == (relative,)
    assert archive.results.claims([POST]) == (claim,)
    assert archive.results.comments([POST]) == (comment,)


WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
VALUES = st.floats(allow_nan=False, allow_infinity=False)
SPANS = st.builds(Span, *[st.integers(0, 9999)] * 4)
BASES = st.builds(Attribution, st.sampled_from(Basis), st.lists(SPANS, max_size=2).map(tuple))
VERSIONS = st.sampled_from(["2.2.19pre3", "2.4.0-prerelease", "2.5.33x", "2.6.0-test9-as1", "v6.7-rc4"]).map(version)
KERNELS = st.builds(Kernel, WORDS, st.none() | VERSIONS, BASES, st.none() | WORDS)
NUMBERS = st.none() | st.integers(0, 1 << 40)
BOXES = st.builds(
    Hardware, WORDS, st.none() | WORDS, st.none() | st.floats(1, 9000), NUMBERS, NUMBERS, NUMBERS, st.none() | WORDS
)
PARAMETERS = st.dictionaries(WORDS, WORDS | st.integers() | VALUES, max_size=3)
MEASUREMENTS = st.builds(
    Measurement,
    id=WORDS,
    table=st.just(TableRef(POST, 0)),
    span=SPANS,
    quoted=st.booleans(),
    author=st.builds(Author, WORDS, st.none() | WORDS),
    posted_by=st.none() | st.builds(Author, WORDS),
    value=VALUES,
    raw=WORDS,
    resolution=st.none() | VALUES,
    kernel=st.none() | KERNELS,
    machine=st.none() | st.builds(Machine, BOXES, BASES),
    parameters=PARAMETERS,
    spread=st.lists(st.builds(Spread, WORDS, VALUES, WORDS, SPANS), max_size=2).map(tuple),
    warnings=st.lists(WORDS, max_size=2).map(tuple),
    **dict.fromkeys(("test", "metric", "test_text", "metric_text", "role", "statistic"), WORDS),
    **dict.fromkeys(("suite", "unit", "unit_text", "better", "suite_version", "harness", "variant"), st.none() | WORDS),
    **dict.fromkeys(("repeat", "runs"), NUMBERS),
    noise=st.none() | VALUES,
)


@pytest.fixture(scope="module")
def shared_archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive.open(tmp_path_factory.mktemp("archive"), create=True) as opened:
        opened.messages.save(
            Message(POST, False, POST, "x", ANN, None, None, None, (), (), (), (), Source("test", ""), Quality.PAGE)
        )
        yield opened


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(MEASUREMENTS, max_size=3, unique_by=lambda row: row.id))
def test_any_measurement_comes_out_as_it_went_in(shared_archive: Archive, rows: list[Measurement]) -> None:
    shared_archive.results.replace([POST], Derived((table(),), tuple(rows)))
    assert shared_archive.results.measurements([POST]) == tuple(rows)


def test_what_was_read_out_of_a_message_is_replaced_as_a_whole_and_of_that_message_only(archive: Archive) -> None:
    archive.results.replace([POST], RICH)
    archive.results.replace([REPLY], Derived((), (), (), (), (replace(RICH_CLAIM, id="c2", message_key=REPLY),)))
    archive.results.replace([POST], Derived((table(),), (measurement("m1"), measurement("m2", line=13))))
    assert [row.id for row in archive.results.measurements([POST])] == ["m1", "m2"]
    assert archive.results.claims([POST]) == ()
    assert [claim.id for claim in archive.results.claims([POST, REPLY])] == ["c2"]
    assert archive.results.comments_on(["cl"]) == ()


def test_rows_come_in_the_order_of_the_messages_asked_and_then_as_posted(archive: Archive) -> None:
    posted = (measurement("z", line=1), measurement("a", line=2))
    replied = replace(measurement("m"), table=TableRef(REPLY, 0))
    archive.results.replace([POST, REPLY], Derived((table(), table(message=REPLY)), (replied, *posted)))
    assert [row.id for row in archive.results.measurements([POST, REPLY])] == ["z", "a", "m"]
    assert [row.id for row in archive.results.measurements([REPLY, POST, REPLY])] == ["m", "z", "a"]


def test_results_of_a_message_that_was_not_named_are_refused(archive: Archive) -> None:
    archive.results.replace([POST], RICH)
    for derived in (Derived((table(),)), Derived(claims=(RICH_CLAIM,)), Derived(measurements=(measurement("m"),))):
        with pytest.raises(ValueError, match="not among the stored messages"):
            archive.results.replace([REPLY], derived)
    assert archive.results.tables([POST]) == RICH.tables


def test_what_copies_repeat_is_kept_but_not_counted(archive: Archive) -> None:
    old, new = measurement("old"), measurement("new", line=13, raw="3296.70", kernel="2.5.49")
    quoted = tuple(replace(row, id=f"q{row.id}", table=TableRef(REPLY, 0), quoted=True) for row in (old, new))
    again = replace(change("qch", *quoted), message_key=REPLY)
    copy = table(message=REPLY, copy_of=TableRef(POST, 0))
    derived = Derived((table(), copy), (old, new, *quoted), (), (change("ch", old, new), again))
    archive.results.replace([POST, REPLY], derived)
    assert archive.results.measurements([REPLY]) == ()
    assert archive.results.measurements([REPLY], copies=True) == quoted
    assert archive.results.tables([REPLY]) == (copy,)
    counts = archive.counts()
    assert (counts.tables, counts.measurements, counts.changes) == (1, 2, 1)
    (post, reply) = archive.messages.summaries([POST, REPLY])
    assert (post.measurements, post.changes, reply.measurements, reply.changes) == (2, 1, 0, 0)
    assert [(one.test, one.measurements) for one in archive.results.tests()] == [("fork_test", 2)]


def test_a_table_that_is_found_to_be_no_copy_is_counted_from_then_on(archive: Archive) -> None:
    quoted = replace(measurement("q"), table=TableRef(REPLY, 0), quoted=True)
    archive.results.replace([REPLY], Derived((table(message=REPLY, copy_of=TableRef(POST, 0)),), (quoted,)))
    assert archive.counts().measurements == 0
    archive.results.replace([REPLY], Derived((table(message=REPLY),), (quoted,)))
    assert archive.counts().measurements == 1


def test_results_are_found_by_their_ids(archive: Archive) -> None:
    archive.results.replace([POST], RICH)
    assert archive.results.measurement("0123abcd") == RICH_MEASUREMENT
    assert archive.results.change("ch") == RICH_CHANGE
    assert archive.results.claim("cl") == RICH_CLAIM
    nothing = (archive.results.measurement("x"), archive.results.change("x"), archive.results.claim("x"))
    assert nothing == (None, None, None)


def test_the_id_of_a_measurement_that_a_better_reader_gives_another_leads_on(archive: Archive) -> None:
    archive.results.replace(
        [POST], Derived((table(),), (measurement("first", raw="115"), measurement("moved", line=20)))
    )
    second = (measurement("second", raw="115."), measurement("there", line=30))
    archive.results.replace([POST], Derived((table(),), second))
    third = (replace(second[0], id="third"), second[1])
    archive.results.replace([POST], Derived((table(),), third))
    for old, new in (("first", third[0]), ("second", third[0]), ("third", third[0]), ("moved", third[1])):
        assert archive.results.measurement(old) == new


def test_the_id_of_a_measurement_that_is_no_more_leads_nowhere_where_its_place_is_unsure(archive: Archive) -> None:
    archive.results.replace([POST], Derived((table(),), (measurement("gone"),)))
    twins = (measurement("t1", line=30), measurement("t2", line=31))
    archive.results.replace([POST], Derived((table(),), twins))
    assert archive.results.measurement("gone") is None


def test_an_id_that_comes_back_is_its_own_again(archive: Archive) -> None:
    first, second = (Derived((table(),), (measurement(name),)) for name in ("first", "second"))
    for derived in (first, second, first):
        archive.results.replace([POST], derived)
    assert [archive.results.measurement(name) for name in ("first", "second")] == [measurement("first")] * 2


def test_ids_lead_on_when_a_better_copy_gives_the_mail_another_key(archive: Archive, mail: Mail) -> None:
    archive.results.replace([POST], Derived((table(),), (measurement("of-the-page"),)))
    archive.messages.replace(POST, mail("rows", key="real@example.org"))
    moved = replace(measurement("of-the-mail", line=15), table=TableRef("real@example.org", 0))
    archive.results.replace(["real@example.org"], Derived((table(message="real@example.org"),), (moved,)))
    assert archive.results.measurement("of-the-page") == moved
    assert archive.results.measurements([POST]) == (moved,)


def test_comments_are_found_by_what_they_speak_of(archive: Archive) -> None:
    on_row = replace(RICH_COMMENT, id="c1", message_key=REPLY, targets=(Target("row", "m1"), Target("row", "m2")))
    on_post = replace(RICH_COMMENT, id="c2", message_key=REPLY, targets=(Target("post", POST),))
    archive.results.replace([POST, REPLY], Derived(comments=(on_row, on_post)))
    assert archive.results.comments_on(["m2", "m1"]) == (on_row,)
    assert archive.results.comments_on([POST]) == (on_post,)
    assert archive.results.comments_on(["m3"]) == ()


def test_replaced_results_are_a_change_of_their_message(archive: Archive) -> None:
    seen = archive.messages.sequence()
    archive.results.replace([POST], RICH)
    assert [change.key for change in archive.messages.changed_since(seen, 9)] == [POST]


def test_a_purge_takes_what_was_read_out_of_the_mail_with_it(archive: Archive) -> None:
    archive.results.replace([POST], RICH)
    archive.problems.save(Problem(Source("mbox", "a.mbox"), "a line of it that could not be read", POST))
    archive.messages.purge(POST)
    assert archive.problems.count() == 0
    assert archive.results.measurement("0123abcd") is None
    counts = archive.counts()
    assert (counts.tables, counts.measurements, counts.changes, counts.claims, counts.comments) == (0, 0, 0, 0, 0)
    assert archive.results.kernels() == archive.results.machines() == archive.results.tests() == ()


def test_what_there_is_to_look_for_is_listed_with_its_numbers(archive: Archive) -> None:
    rows = (
        measurement("m1", kernel="2.5.49"),
        measurement("m2", kernel="2.4.19"),
        replace(measurement("m3", kernel="vanilla"), suite="lmbench", test="fork"),
        replace(measurement("m4", kernel="2.5.49"), machine=RICH_MEASUREMENT.machine, metric="iterations_per_second"),
    )
    archive.results.replace([POST], Derived((table(),), rows))
    results = archive.results
    assert [(one.suite, one.test, one.measurements) for one in results.tests()] == [
        ("aim9", "fork_test", 3),
        ("lmbench", "fork", 1),
    ]
    assert [(one.text, one.measurements) for one in results.kernels()] == [("2.4.19", 1), ("2.5.49", 2), ("vanilla", 1)]
    assert results.kernels()[0].sort_key == version("2.4.19").sort_key
    (box,) = results.machines()
    assert RICH_MEASUREMENT.machine is not None
    assert (box.hardware, box.measurements) == (RICH_MEASUREMENT.machine.hardware, 1)


def test_a_problem_is_kept_once(archive: Archive) -> None:
    unread = Problem(Source("mbox", "a.mbox", "offset 7"), "no header", None)
    of_mail = Problem(Source("mbox", "a.mbox", "offset 9"), "an unknown charset", POST)
    for problem in (unread, of_mail, unread, of_mail):
        archive.problems.save(problem)
    assert archive.problems.all() == (unread, of_mail)
    assert archive.problems.all(limit=1, offset=1) == (of_mail,)
    assert archive.problems.count() == archive.counts().problems == 2


def run(name: str, *, day: int = 1, message: str | None = POST, test: str = "fork_test") -> Run:
    value = RunValue("aim9", test, "operations_per_second", "ops/s", "higher", (1.5, 2.5), {"files": 3})
    started = datetime(2024, 1, day, tzinfo=UTC)
    return Run(name, started, "6.7.0-rc4", message, 2.5, 5, (("cpu", "x"), ("memory", "80M")), (value,), "rows\n")


def test_a_run_comes_out_as_it_went_in_and_is_replaced_by_its_id(archive: Archive) -> None:
    archive.runs.save(run("r1"))
    assert archive.runs.get("r1") == run("r1")
    archive.runs.save(run("r1", message=None, test="exec_test"))
    assert archive.runs.all() == (run("r1", message=None, test="exec_test"),)
    assert archive.runs.get("r2") is None
    assert archive.counts().runs == 1


def test_runs_are_found_by_post_and_by_test_newest_first(archive: Archive, mail: Mail) -> None:
    first, second, other = run("r1"), run("r2", day=2), run("r3", message="unknown@example.org", test="exec_test")
    for one in (first, second, other):
        archive.runs.save(one)
    assert archive.runs.of_message(POST) == (second, first)
    assert archive.runs.of_message("unknown@example.org") == (other,)
    assert archive.runs.of_test("aim9", "fork_test") == (second, first)
    assert archive.runs.of_test("aim7", "fork_test") == ()
    archive.messages.replace(POST, mail("rows", key="real@example.org"))
    assert archive.runs.of_message("real@example.org") == (second, first)


def test_what_every_version_of_a_series_says_is_counted_once(archive: Archive) -> None:
    said = "The series makes every fork of this box faster by a fifth."
    first = replace(RICH_CLAIM, id="c1", message_key=POST, text=said)
    again = replace(RICH_CLAIM, id="c2", message_key=REPLY, text=said)
    archive.results.replace([POST, REPLY], Derived(claims=(first, again)))
    assert archive.counts().claims == 1
    few = (replace(first, text="No regressions."), replace(again, text="No regressions."))
    archive.results.replace([POST, REPLY], Derived(claims=few))
    assert archive.counts().claims == 2
    assert len(archive.results.claims([POST, REPLY])) == 2
