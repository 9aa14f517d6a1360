"""A target becomes our own commands, or a reason why not; what a mail says never becomes part of a command."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from archive.model import Author, Message, Span, UserError
from archive.results import Derived, Measurement, Table, TableRef
from archive.store.archive import Archive
from runner.adapters import ADAPTERS
from runner.plan import plan

Mail = Callable[..., Message]
KEY = "post@example.org"
HOSTILE = "$(touch /ran) ; `reboot` | --yes -rf {program} %s\n\0../../x"


def measurement(number: int, suite: str | None, test: str, **more: object) -> Measurement:
    plain = Measurement(
        id=f"r{number:016x}",
        table=TableRef(KEY, 0),
        span=Span(0, number, 0, 4),
        quoted=False,
        author=Author("Ann Example", "ann@example.org"),
        posted_by=None,
        suite=suite,
        test=test,
        metric="operations",
        test_text=test,
        metric_text="",
        value=1.0,
        raw="1.0",
        unit=None,
        unit_text=None,
        better="higher",
    )
    return replace(plain, **more)  # type: ignore[arg-type]


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive", create=True) as opened:
        yield opened


def keep(archive: Archive, message: Message, *measurements: Measurement) -> None:
    archive.messages.save(message)
    table = Table(TableRef(message.key, 0), 0, 1, 9, "result", None)
    archive.results.replace((message.key,), Derived(tables=(table,), measurements=measurements))


def test_a_suite_alone_is_all_that_we_have_programs_for() -> None:
    made = plan(None, "aim9")

    assert [step.adapter for step in made.steps] == [adapter for adapter in ADAPTERS if adapter.suite == "aim9"]
    assert {verdict.verdict for verdict in made.verdicts} == {"runnable"}
    assert (made.seconds, made.repeat) == (5, 5)


def test_one_test_of_a_suite_is_found_in_any_case() -> None:
    for target in ("aim9:fork_test", "AIM9:Fork_Test"):
        (step,) = plan(None, target, seconds=7, repeat=3).steps
        assert step.adapter.argv(Path("p"), step.seconds, Path("s")) == ("p", "7", "s")


def test_a_test_without_a_program_is_judged_and_not_run() -> None:
    made = plan(None, "aim9:disk_rw")

    assert made.steps == ()
    assert [(verdict.test, verdict.verdict) for verdict in made.verdicts] == [("disk_rw", "no adapter yet")]
    assert made.verdicts[0].reason


@pytest.mark.parametrize(
    ("target", "wanted"),
    [
        ("aim9:fork_tst", "fork_test"),
        ("aim9:", "did you mean"),
        ("nosuite:x", "no suite:test"),
        ("post@example.org", "no archive"),
        ("", "no suite:test"),
    ],
)
def test_a_target_that_is_none_says_what_would_be(target: str, wanted: str) -> None:
    with pytest.raises(UserError, match=wanted):
        plan(None, target)


@pytest.mark.parametrize(("seconds", "repeat"), [(0, 5), (601, 5), (5, 0), (5, 51), (-5, 5)])
def test_a_number_out_of_range_is_refused(seconds: int, repeat: int) -> None:
    with pytest.raises(UserError, match="must be a whole number"):
        plan(None, "aim9", seconds=seconds, repeat=repeat)


def test_a_message_is_judged_test_by_test(archive: Archive, mail: Mail) -> None:
    keep(
        archive,
        mail("rows"),
        measurement(1, "aim9", "fork_test"),
        measurement(2, "aim9", "fork_test"),
        measurement(3, "aim9", "disk_rw"),
        measurement(4, None, "homemade"),
    )

    for target in (KEY, f"<{KEY}>", f"id:{KEY}"):
        made = plan(archive, target)
        assert [(verdict.suite, verdict.test, verdict.verdict) for verdict in made.verdicts] == [
            ("aim9", "fork_test", "runnable"),
            ("aim9", "disk_rw", "no adapter yet"),
            (None, "homemade", "no adapter yet"),
        ]
        assert [step.adapter.test for step in made.steps] == ["fork_test"]
        assert len(made.posted) == 4
        assert made.message is not None


def test_a_measurement_is_its_test_with_all_of_the_posts_values_for_it(archive: Archive, mail: Mail) -> None:
    rows = (
        measurement(1, "aim9", "fork_test"),
        measurement(2, "aim9", "pipe_cpy"),
        measurement(3, "aim9", "fork_test"),
    )
    keep(archive, mail("rows"), *rows)

    made = plan(archive, rows[2].id)

    assert [step.adapter.test for step in made.steps] == ["fork_test"]
    assert [one.span.line for one in made.posted] == [1, 3]
    assert made.message is not None


def test_rows_that_a_post_only_quotes_count_where_it_has_no_others(archive: Archive, mail: Mail) -> None:
    quote, own = TableRef(KEY, 0), TableRef(KEY, 1)
    tables = (
        Table(quote, 0, 1, 2, "result", "aim9", quoted=True, copy_of=TableRef("other@example.org", 0)),
        Table(own, 0, 4, 5, "result", "aim9"),
    )
    quoted = measurement(1, "aim9", "fork_test", quoted=True, table=quote)
    measured = measurement(4, "aim9", "fork_test", table=own)
    archive.messages.save(mail("rows"))

    archive.results.replace((KEY,), Derived(tables=tables, measurements=(quoted, measured)))
    assert [one.span.line for one in plan(archive, KEY).posted] == [4]
    assert [one.span.line for one in plan(archive, quoted.id).posted] == [1, 4]
    archive.results.replace((KEY,), Derived(tables=tables[:1], measurements=(quoted,)))
    assert [one.span.line for one in plan(archive, KEY).posted] == [1]


def test_a_message_that_is_not_there_is_named(archive: Archive) -> None:
    for target in ("nobody@example.org", "r0123456789abcdef"):
        with pytest.raises(UserError, match="benchlore search"):
            plan(archive, target)


def test_the_scripts_of_a_post_come_with_its_plan_and_make_no_step(archive: Archive, mail: Mail) -> None:
    keep(archive, mail("#!/bin/sh\nmke2fs /dev/hdz1\n"))

    made = plan(archive, KEY)

    assert made.steps == ()
    assert [line.number for script in made.scripts for line in script.dangers] == [2]


def test_nothing_that_a_mail_says_is_in_a_command(archive: Archive, mail: Mail) -> None:
    keep(
        archive,
        mail(HOSTILE, subject=HOSTILE, author="Eve; reboot"),
        measurement(1, "aim9", HOSTILE),
        measurement(
            2,
            "aim9",
            "fork_test",
            test_text=HOSTILE,
            unit=HOSTILE,
            unit_text=HOSTILE,
            suite_version=HOSTILE,
            harness=HOSTILE,
            variant=HOSTILE,
            parameters={"seconds": HOSTILE, "scratch": "/", "program": HOSTILE, HOSTILE: 10**9},
        ),
    )

    made = plan(archive, KEY)

    assert [step.adapter.argv(Path("/cache/p"), step.seconds, Path("/scratch")) for step in made.steps] == [
        ("/cache/p", "5", "/scratch")
    ]


def test_the_cost_counts_every_round() -> None:
    made = plan(None, "aim9", seconds=10, repeat=3)

    assert 3 * 10 * len(made.steps) <= made.cost.seconds <= 3 * 11 * len(made.steps)
    assert made.cost.processes == 2
    assert made.cost.disk_kb > 0


def test_every_test_that_we_can_run_is_described() -> None:
    page = (Path(__file__).resolve().parents[1] / "docs" / "runner.md").read_text(encoding="utf-8")

    assert [adapter.test for adapter in ADAPTERS if f"\n| {adapter.test} | " not in page] == []
