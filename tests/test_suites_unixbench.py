"""UnixBench: the index proves the columns, and no result is taken twice."""

from archive.text import lines
from suites.base import Row
from suites.unixbench import SUITE

HEAD = "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def values(text: str) -> list[float]:
    return [value.cell.value for row in read(text) for value in row.values]


def test_an_index_that_does_not_follow_from_the_result_is_warned_of() -> None:
    (row,) = read(f"{HEAD}Execl Throughput                                 43.0       4498.0   1064.1\n")
    assert [value.cell.value for value in row.values] == [4498.0]
    assert row.warnings == ("index 1064.1 is not 4498.0 / 43.0 x 10: one of the figures is mistyped",)


def test_version_3_has_no_factor_in_its_index() -> None:
    (row,) = read("TEST  BASELINE  RESULT  INDEX\nExecl Throughput Test           16.5      998.0       60.5\n")
    assert row.warnings == ()


def test_a_result_of_the_index_table_that_the_listing_has_is_not_taken_again() -> None:
    listed = "Execl Throughput                               4498.0 lps   (30.0 s, 2 samples)\n"
    table = f"{HEAD}Execl Throughput                                 43.0       4498.0   1046.0\n"
    assert values(listed + table) == [4498.0]
    assert values(table) == [4498.0]


def test_three_kernels_are_not_taken_for_baseline_result_and_index() -> None:
    text = "             2.4.17   2.4.18   2.4.19\nProcess Creation          1180.3    1197.4    1199.0\n"
    assert values(text) == [1180.3, 1197.4, 1199.0]


def test_figures_without_names_over_them_are_refused() -> None:
    assert values("Process Creation          1180.3    1197.4\n") == []


def test_the_kernel_that_a_run_prints_holds_until_the_next_run() -> None:
    run = (
        "  System -- Linux box {} #1 Fri Aug 23 20:53:06 BST 2002 i686\n"
        "Process Creation Test   9078.6 lps   (10 secs, 6 samples)\n"
    )
    rows = read(run.format("2.4.19") + run.format("2.5.33"))
    assert [row.kernel.text if row.kernel else None for row in rows] == ["2.4.19", "2.5.33"]


def test_an_average_far_from_an_index_table_is_somebody_elses() -> None:
    text = f"{HEAD}Execl Throughput      43.0       4498.0   1046.0\n" + "\n" * 30 + "     AVERAGE     82.2\n"
    assert values(text) == [4498.0]
