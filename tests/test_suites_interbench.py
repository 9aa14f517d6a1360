"""interbench: what belongs to a table, and what its own arithmetic says of a row."""

from archive.text import lines
from suites.base import Row
from suites.interbench import SUITE

TITLE = "--- Benchmarking simulated cpu of X in the presence of simulated ---"
HEAD = "Load	Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_a_row_needs_the_title_of_its_task() -> None:
    assert read(f"{HEAD}\nNone 0.1 +/- 0.2 3 100 99\n") == []


def test_a_table_ends_where_other_lines_begin() -> None:
    text = f"{TITLE}\n{HEAD}\nNone 0.1 +/- 0.2 3 100 99\nso much\nfor that\nand now\nVideo 0.1 +/- 0.2 3 100 99\n"
    assert [row.line for row in read(text)] == [3]


def test_a_deviation_that_could_not_be_computed_is_no_spread() -> None:
    (row,) = read(f"{TITLE}\n{HEAD}\nNone 0.1 +/- nan 3 100 99\n")
    assert row.values[0].spread == ()


def test_a_longest_latency_below_the_mean_is_warned_of() -> None:
    (row,) = read(f"{TITLE}\n{HEAD}\nNone 30.1 +/- 0.2 3 100 99\n")
    assert row.warnings == ("the longest latency 3 is less than the mean 30.1: one of the two is mistyped",)


def test_times_are_in_the_unit_of_the_tables_own_head() -> None:
    micro = HEAD.replace("(ms)", "(us)")
    rows = read(f"{TITLE}\n{micro}\nNone 2 +/- 1 3 100 99\n\n{TITLE}\n{HEAD}\nNone 2 +/- 1 3 100 99\n")
    assert [row.values[0].unit for row in rows] == ["us", "ms"]
