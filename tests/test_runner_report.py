"""A run beside its post: what differs first, ratios between kernels where there are two, else the shape."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from archive.hardware import Hardware
from archive.kernels import parse
from archive.model import Author, Message, Span
from archive.results import Attribution, Basis, Change, Kernel, Machine, Measurement, Side, TableRef
from archive.runs import Run, RunValue
from archive.text import lines
from runner.adapters import adapter_of
from runner.differences import differences
from runner.mail import reply
from runner.plan import Plan, Step
from runner.ratios import kernel_ratios, kernels, left_out
from runner.report import report
from runner.shape import shapes
from suites import suite_named

Mail = Callable[..., Message]
ANN = Author("Ann Example", "ann@example.org")
BOX = Machine(Hardware("PIII@800", cpu="PIII", mhz=800.0, memory_mb=128), Attribution(Basis.PROSE))
UNITS = {"fork_test": "Task Creations", "pipe_cpy": "Pipe Messages", "link_test": "Link/Unlink Pairs"}
FACTORS = {"fork_test": 100, "pipe_cpy": 100, "link_test": 63}
POSTED = (
    ("fork_test", "2.4.19", 5000.0),
    ("fork_test", "2.5.49", 2500.0),
    ("pipe_cpy", "2.4.19", 200000.0),
    ("pipe_cpy", "2.5.49", 200000.0),
)
TEXT = "".join(
    f"{test} 10000 {value / FACTORS[test]:g} {value:15.2f} {UNITS[test]}/second\n" for test, _, value in POSTED
)


def measurement(line: int, test: str, kernel: str, value: float) -> Measurement:
    return Measurement(
        id=f"r{line:040x}",
        table=TableRef("post@example.org", 0),
        span=Span(0, line, 0, 5),
        quoted=False,
        author=ANN,
        posted_by=None,
        suite="aim9",
        test=test,
        metric="operations",
        test_text=test,
        metric_text="",
        value=value,
        raw=f"{value:.2f}",
        unit=f"{UNITS[test]}/second",
        unit_text=None,
        better="higher",
        kernel=Kernel(kernel, parse(kernel), Attribution(Basis.ROW_ORDER)),
        machine=BOX,
    )


MEASUREMENTS = tuple(measurement(line, *row) for line, row in enumerate(POSTED, start=1))


def change(test: str, old: float, new: float, verdict: str, pairing: str = "both") -> Change:
    sides = (
        Side(kernel, parse(kernel), (), (value,), (f"{value}",), value)
        for kernel, value in (("2.4.19", old), ("2.5.49", new))
    )
    common = ("aim9", test, "operations", f"{UNITS[test]}/second", "higher", "primary", "sample", {}, BOX)
    delta = (new - old) / old if old else None
    return Change("c1", "post@example.org", *common, *sides, delta, verdict, "single run, no test", pairing)


CHANGES = (change("fork_test", 5000, 2500, "slower"), change("pipe_cpy", 200000, 200000, "same"))


def run(kernel: str, values: dict[str, Sequence[float]], *, identity: str = "", **machine: str) -> Run:
    seen = {"cpu": "EPYC", "cpus": "2", "memory": "4096 MB", "compiler": "cc 12", "libc": "glibc 2.36"} | {
        name.replace("_", " "): value for name, value in machine.items()
    }
    return Run(
        id=identity or kernel,
        started=datetime(2026, 1, 2, tzinfo=UTC),
        kernel=kernel,
        message_key="post@example.org",
        seconds=5.0,
        repeat=3,
        machine=tuple(seen.items()),
        values=tuple(
            RunValue("aim9", test, "operations", f"{UNITS[test]}/second", "higher", tuple(samples))
            for test, samples in values.items()
        ),
        rows="".join(
            f"{test} 5000 {sample / FACTORS[test]:g} {sample:15.2f} {UNITS[test]}/second\n"
            for test, samples in values.items()
            for sample in samples
        ),
    )


def plan_of(message: Message | None, *tests: str) -> Plan:
    steps = tuple(Step(adapter, 5) for test in tests if (adapter := adapter_of("aim9", test)) is not None)
    if message is None:
        return Plan("aim9", 5, 3, steps, ())
    return Plan(message.key, 5, 3, steps, (), message, MEASUREMENTS, CHANGES)


NEW = run("6.12.1", {"fork_test": (90.0, 100.0, 110.0), "pipe_cpy": (1000.0, 1000.0, 1000.0)})
OLD = run("6.9.12-amd64", {"fork_test": (200.0, 220.0, 210.0), "pipe_cpy": (990.0, 1010.0, 1000.0)})


def test_local_ratios_go_from_the_older_kernel_to_the_newer_with_their_range() -> None:
    fork, pipe = kernel_ratios(NEW, [OLD], ())

    (ratio,) = fork.here
    assert (ratio.old, ratio.new) == ("6.9.12-amd64", "6.12.1")
    assert ratio.value == pytest.approx(100 / 210)
    assert (ratio.low, ratio.high) == (pytest.approx(90 / 220), pytest.approx(110 / 200))
    assert (ratio.verdict, ratio.note) == ("slower", "3 and 3 runs")
    assert pipe.here[0].verdict == "same"


def test_the_order_of_kernels_is_that_of_their_versions_not_of_the_runs() -> None:
    assert kernels([NEW, OLD, run("6.12.1", {})]) == ("6.9.12-amd64", "6.12.1")
    (ratio,) = kernel_ratios(OLD, [NEW], ())[0].here
    assert (ratio.old, ratio.new) == ("6.9.12-amd64", "6.12.1")


def test_runs_of_one_kernel_are_put_together() -> None:
    again = run("6.9.12-amd64", {"fork_test": (240.0,)}, identity="again")

    (ratio,) = kernel_ratios(NEW, [OLD, again], ())[0].here

    assert ratio.note == "4 and 3 runs"
    assert ratio.value == pytest.approx(100 / 215)


def test_with_one_kernel_there_is_no_local_ratio() -> None:
    assert [ratios.here for ratios in kernel_ratios(NEW, [run("6.12.1", {"fork_test": (5.0,)}, identity="x")], ())] == [
        (),
        (),
    ]


def test_what_is_lower_is_better_is_faster_when_it_falls() -> None:
    values = tuple(replace(value, better="lower") for value in NEW.values)

    (ratio,) = kernel_ratios(replace(NEW, values=values), [OLD], ())[0].here

    assert ratio.verdict == "faster"


@pytest.mark.parametrize(
    ("other", "unlike"),
    [
        (run("6.9.1", {"fork_test": (1.0,)}, cpu="PIII"), ("cpu",)),
        (run("6.9.1", {"fork_test": (1.0,)}, libc="musl"), ("libc",)),
        (replace(run("6.9.1", {"fork_test": (1.0,)}), seconds=1.0), ("seconds",)),
        (
            replace(run("6.9.1", {"fork_test": (1.0,)}), machine=(*NEW.machine, ("program aim9:fork_test", "other"))),
            ("program or compiler",),
        ),
    ],
)
def test_a_run_that_differs_in_more_than_the_kernel_is_not_compared_and_named(
    other: Run, unlike: tuple[str, ...]
) -> None:
    assert kernel_ratios(NEW, [other], ())[0].here == ()
    assert [(one.kernel, one.tests, one.unlike) for one in left_out(NEW, [other])] == [
        ("6.9.1", ("fork_test",), unlike)
    ]
    assert report(plan_of(None, "fork_test"), NEW, [other]).kernels == ("6.12.1",)


def test_a_run_under_the_same_kernel_need_not_be_named() -> None:
    assert left_out(NEW, [run("6.12.1", {"fork_test": (1.0,)}, identity="x", cpu="PIII")]) == ()


def test_the_filesystem_counts_only_for_tests_that_use_files() -> None:
    values = {"fork_test": (1.0,), "link_test": (1.0,)}
    here, there = run("6.12.1", values, scratch_filesystem="ext4"), run("6.9.1", values, scratch_filesystem="xfs")

    assert [(one.tests, one.unlike) for one in left_out(here, [there])] == [(("link_test",), ("scratch filesystem",))]


def test_the_posts_ratios_stand_beside_ours() -> None:
    ratios = kernel_ratios(NEW, [OLD], (*CHANGES, change("fork_test", 1, 2, "faster", pairing="predecessor")))

    assert [(one.old, one.new, one.value, one.verdict) for one in ratios[0].posted] == [
        ("2.4.19", "2.5.49", 0.5, "slower")
    ]
    assert (ratios[0].posted[0].low, ratios[0].posted[0].machine) == (None, "PIII@800")


def test_a_change_from_nothing_has_no_ratio() -> None:
    assert kernel_ratios(NEW, [], [change("fork_test", 0, 5, "unknown")])[0].posted == ()


def test_the_shape_is_each_tests_factor_over_the_geometric_mean_of_the_shared_ones() -> None:
    here = run("6.12.1", {"fork_test": (20000.0,), "pipe_cpy": (1800000.0,), "link_test": (5.0,)})

    older, newer = shapes(here, (*MEASUREMENTS, replace(MEASUREMENTS[0], test="exec_test", id="r1")))

    assert (older.kernel, older.machine) == ("2.4.19", "PIII@800")
    assert [(row.test, row.factor) for row in older.rows] == [("fork_test", 4.0), ("pipe_cpy", 9.0)]
    assert older.mean == pytest.approx(6.0)
    assert [row.relative for row in older.rows] == [pytest.approx(4 / 6), pytest.approx(9 / 6)]
    assert older.left_out == (("link_test", "not posted"), ("exec_test", "not measured here"))
    assert newer.mean == pytest.approx((8 * 9) ** 0.5)


def test_one_shared_test_makes_no_shape() -> None:
    assert shapes(run("6.12.1", {"fork_test": (1.0,)}), MEASUREMENTS) == ()


def test_what_differs_names_both_sides_and_what_the_post_does_not_state(mail: Mail) -> None:
    here = replace(NEW, machine=(*NEW.machine, ("virtualisation", "virtual machine (KVM)"), ("mhz", "2100")))

    found = {
        one.name: (one.posted, one.here) for one in differences(plan_of(mail(TEXT), "fork_test", "udp_test"), here)
    }

    assert found["CPU"] == ("PIII@800", "EPYC at 2100 MHz, 2 CPUs, virtual machine (KVM)")
    assert found["memory"] == ("128 MB", "4096 MB")
    assert found["compiler"] == ("not stated", "cc 12")
    assert found["kernel"] == ("2.4.19 | 2.5.49", "6.12.1")
    assert found["runs"][0] == "1 a test and kernel"
    assert "filesystem" not in found
    assert "127.0.0.1" in found["udp_test"][1]


def test_with_one_kernel_the_statement_is_not_tested_and_the_next_step_is_named(mail: Mail) -> None:
    result = report(plan_of(mail(TEXT), "fork_test", "pipe_cpy"), NEW, [NEW])

    assert result.kernels == ("6.12.1",)
    assert result.how_to_go_on is not None
    assert "not tested yet" in result.how_to_go_on
    assert "benchlore run post@example.org --seconds 5 --repeat 3" in result.how_to_go_on


def test_with_a_second_kernel_the_statement_is_tested(mail: Mail) -> None:
    result = report(plan_of(mail(TEXT), "fork_test", "pipe_cpy"), NEW, [OLD, NEW])

    assert result.kernels == ("6.9.12-amd64", "6.12.1")
    assert result.how_to_go_on is None


def test_absolute_numbers_hold_the_range_and_what_was_printed(mail: Mail) -> None:
    fork, _ = report(plan_of(mail(TEXT), "fork_test"), NEW).absolutes

    assert (fork.median, fork.low, fork.high, fork.runs) == (100.0, 90.0, 110.0, 3)
    assert fork.posted == (("2.4.19", "5000.00"), ("2.5.49", "2500.00"))


def test_a_scratch_folder_in_memory_and_a_busy_machine_are_said(mail: Mail) -> None:
    machine = (*NEW.machine, ("scratch filesystem", "tmpfs"), ("load before", "7.50 1.00 1.00"))

    busy, fork = (
        report(plan_of(mail(TEXT), test), replace(NEW, machine=machine)) for test in ("link_test", "fork_test")
    )

    assert any("tmpfs" in note and "link_test" in note for note in busy.notes)
    assert any("load 7.50" in note for note in busy.notes)
    assert not any("tmpfs" in note for note in fork.notes)


def test_runs_that_lie_far_apart_are_said(mail: Mail) -> None:
    far, near = (run("6.12.1", {"fork_test": (low, 100.0, 110.0)}) for low in (80.0, 95.0))

    assert any("20% apart for fork_test" in note for note in report(plan_of(mail(TEXT), "fork_test"), far).notes)
    assert report(plan_of(mail(TEXT), "fork_test"), near).notes == ()


def test_a_reply_holds_the_posted_rows_and_ours_and_is_read_like_a_post(mail: Mail) -> None:
    plan = plan_of(mail(TEXT, subject="[Benchmark] AIM9"), "fork_test", "pipe_cpy")

    text = reply(plan, report(plan, NEW, [OLD]))

    assert text.startswith("Subject: Re: [Benchmark] AIM9\nIn-Reply-To: <post@example.org>\n")
    assert "On 2002-11-01, Ann Example wrote:\n> fork_test 10000 50 " in text
    suite = suite_named("aim9")
    assert suite is not None
    rows = [row for row in suite.read(lines(text)) if not text.splitlines()[row.line - 1].startswith(">")]
    assert [(row.test, row.values[0].cell.value, row.warnings) for row in rows] == [
        ("fork_test", 100.0, ()),
        ("pipe_cpy", 1000.0, ()),
    ]
    assert "fork_test 6.9.12-amd64 -> 6.12.1: x 0.476, slower (3 and 3 runs)" in text
    assert "What differs:\nCPU: posted PIII@800, here EPYC" in text


def test_a_reply_takes_no_head_line_from_a_mail(mail: Mail) -> None:
    hostile = mail(TEXT, key="a@example.org>\nBcc: all@example.org", subject="results\nBcc: all@example.org\x1b[2J")

    plan = plan_of(hostile, "fork_test")
    text = reply(plan, report(plan, NEW))

    head, _, _ = text.partition("\n\n")
    assert head == "Subject: Re: results Bcc: all@example.org\\x1b[2J"


def test_a_reply_to_nobody_is_the_rows_alone() -> None:
    plan = plan_of(None, "fork_test")

    text = reply(plan, report(plan, NEW))

    assert text.startswith("Run again on EPYC, 2 CPUs")
    assert "wrote:" not in text
