import pytest

from archive.text import lines
from suites.base import Row
from suites.npb import FAILED, SUITE, UNTOLD

REPORT = (
    " BT Benchmark Completed.\n Class           =                        A\n"
    " Time in seconds =                    98.76\n Total threads   =                        4\n"
    " Mop/s total     =                  1701.23\n Mop/s/thread    =                   {each}\n"
    " Verification    =               {verified}\n"
)


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_a_report_gives_the_time_and_the_rates() -> None:
    rows = read(REPORT.format(each="425.31", verified="SUCCESSFUL"))
    assert [(row.values[0].metric, row.values[0].cell.raw) for row in rows] == [
        ("time", "98.76"),
        ("rate", "1701.23"),
        ("rate_each", "425.31"),
    ]
    assert {row.test for row in rows} == {"bt"}
    assert rows[0].parameters == {"class": "A", "threads": 4}
    assert [row.values[0].warnings for row in rows] == [()] * 3


def test_a_run_that_was_not_verified_is_flagged() -> None:
    rows = read(REPORT.format(each="425.31", verified="UNSUCCESSFUL"))
    assert {row.values[0].warnings for row in rows} == {(FAILED,)}


def test_a_rate_of_a_thread_that_does_not_make_the_whole_is_flagged() -> None:
    rows = read(REPORT.format(each="452.31", verified="SUCCESSFUL"))
    assert {row.values[0].warnings for row in rows} == {("4 times 452.31 Mop/s are not 1701.23: a figure is mistyped",)}


@pytest.mark.parametrize(
    ("said", "metric", "warnings"),
    [("Times are in seconds.", "time", ()), ("Mop/s, more is better", "rate", ()), ("NPB", "time", (UNTOLD,))],
)
def test_the_words_above_typed_rows_tell_what_they_hold(said: str, metric: str, warnings: tuple[str, ...]) -> None:
    [row] = read(f"{said}\n\n            before       after\nlu.C.x       24.72+-0.96  23.34+-1.60\n")
    assert (row.values[0].metric, row.warnings) == (metric, warnings)
    assert [(value.kernel and value.kernel.text, value.spread[0].kind) for value in row.values] == [
        ("before", "unknown"),
        ("after", "unknown"),
    ]


def test_what_hyperfine_ran_are_means_with_their_deviation() -> None:
    [row] = read("Measured by hyperfine.\n\n            before       after\nlu.C.x       24.72+-0.96  23.34+-1.60\n")
    assert (row.harness, row.values[0].statistic, row.values[0].spread[0].kind) == ("hyperfine", "mean", "stdev")


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("sp.B_16_threads", {"class": "B", "threads": 16}),
        ("NPB-bt.C.x", {"class": "C"}),
        ("cg.D.64", {"class": "D", "threads": 64}),
    ],
)
def test_the_names_of_programs_tell_class_and_tasks(name: str, parameters: dict[str, object]) -> None:
    [row] = read(f"seconds\n\n                    before     after\n{name}       24.72   23.34\n")
    assert row.parameters == parameters
