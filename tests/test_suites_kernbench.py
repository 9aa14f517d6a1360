"""kernbench: commas, side by side reports, and the CPU share that proves a table."""

from archive.text import lines
from suites.base import Row
from suites.kernbench import SUITE

HEAD = "Kernbench:\n              Elapsed      System        User         CPU\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def values(text: str) -> list[float]:
    return [value.cell.value for row in read(text) for value in row.values]


def test_a_comma_that_cannot_stand_for_thousands_makes_all_commas_points() -> None:
    assert values("Average Half Load -j 3 Run:\nElapsed Time 365,4\nContext Switches 38,296\n") == [365.4, 38.296]


def test_commas_before_three_digits_alone_are_thousands() -> None:
    assert values("Average Half Load -j 3 Run:\nElapsed Time 365.4\nContext Switches 38,296\n") == [365.4, 38296.0]


def test_a_report_without_a_title_needs_three_of_its_metrics() -> None:
    assert values("Elapsed Time 10.5\nUser Time 9.1\n") == []
    assert values("Elapsed Time 10.5\nUser Time 9.1\nSystem Time 1.2\n") == [10.5, 9.1, 1.2]


def test_reports_of_different_loads_side_by_side_are_tests_of_their_own() -> None:
    rows = read(
        "Average Half Load -j 4 Run:        Average Maximal -j Load Run:\nSleeps 21459.2             Sleeps 19889\n"
    )
    assert [(row.test, row.parameters, row.values[0].cell.value) for row in rows] == [
        ("half_load", {"jobs": 4}, 21459.2),
        ("maximal_load", {}, 19889.0),
    ]


def test_reports_of_one_load_side_by_side_are_of_the_kernels_over_them() -> None:
    rows = read(
        "kernel: nikita-b2               kernel: patch-2.6.10-rc2\n\n"
        "Average Half Load -j 4 Run:     Average Half Load -j 4 Run:\n"
        "Elapsed Time 274.916            Elapsed Time 245.026\n"
    )
    assert [row.values[0].kernel.text if row.values[0].kernel else None for row in rows] == [
        "nikita-b2",
        "patch-2.6.10-rc2",
    ]


def test_the_kernel_of_the_log_holds_for_the_reports_that_follow_it() -> None:
    report = "Average {} load -j 2 Run (std deviation):\nElapsed Time 50.3233 (1.82716)\n\n"
    text = "Wed Aug 23 15:47:33 UTC 2017\n4.13.0-rc5+\n" + report.format("Half") + report.format("Optimal")
    assert [row.kernel.text if row.kernel else None for row in read(text)] == ["4.13.0-rc5+", "4.13.0-rc5+"]
    far = text + "\n\n\n\n\n\n" + report.format("Maximal")
    assert read(far)[-1].kernel is None


def test_a_cpu_share_that_is_not_time_worked_over_time_elapsed_is_warned_of() -> None:
    (right,) = read(f"{HEAD}  2.6.5-rc1       46.99      121.95      580.82     1495.33\n")
    (wrong,) = read(f"{HEAD}  2.6.5-rc1       46.99      580.82      121.95      149.33\n")
    assert right.warnings == ()
    assert wrong.warnings == (
        "user and system time over 46.99 s are not 149.33 % CPU: a figure is mistyped or misplaced",
    )


def test_a_row_with_more_or_fewer_figures_than_columns_is_none_of_the_table() -> None:
    assert read(f"{HEAD}  2.6.5-rc1       46.99      121.95      580.82\n") == []
