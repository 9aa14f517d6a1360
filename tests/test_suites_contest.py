"""contest: ratios prove rows, and runs of different number are still compared."""

from archive.text import lines
from suites.base import Row
from suites.contest import SUITE

HEAD = "Kernel         [runs]   Time    CPU%    Loads   LCPU%   Ratio"
NO_LOAD = f"no_load:\n{HEAD}\n2.5.60              2   79      94.9    0.0     0.0     1.00"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_a_ratio_that_is_not_time_over_the_time_without_load_is_warned_of() -> None:
    rows = read(f"{NO_LOAD}\nio_load:\n{HEAD}\n2.5.60   2   193     54.7    29.0    12.1    1.76\n")
    assert [row.warnings for row in rows] == [
        (),
        ("ratio 1.76 is not 193 / 79: one of the figures is mistyped",),
    ]


def test_ratios_over_each_kernels_own_time_without_load_are_right() -> None:
    rows = read(
        f"{NO_LOAD}\n2.5.60-x            1   80      93.8    0.0     0.0     1.00\nio_load:\n{HEAD}\n"
        "2.5.60   2   139     54.7    29.0    12.1    1.76\n2.5.60-x   2   134     56.0    23.6    9.6     1.68\n"
    )
    assert not any(row.warnings for row in rows)


def test_without_a_time_without_load_nothing_is_said_of_ratios() -> None:
    (row,) = read(f"io_load:\n{HEAD}\n2.5.60   2   193     54.7    29.0    12.1    9.99\n")
    assert row.warnings == ()


def test_a_second_set_of_tables_has_its_own_times_without_load() -> None:
    smp = f"no_load:\n{HEAD}\n2.5.60   3   36.0    184     0       0       1.00\nio_load:\n{HEAD}\n"
    rows = read(f"{NO_LOAD}\n{smp}2.5.60   3   63.4    100     11      5       1.76\n")
    assert not any(row.warnings for row in rows)


def test_every_row_is_a_mean_of_its_runs_so_that_one_run_is_compared_with_two() -> None:
    values = [row.values[0] for row in read(f"{NO_LOAD}\n2.5.60-cfq   1   79    94.9    0.0     0.0     1.00\n")]
    assert [(value.statistic, value.runs) for value in values] == [("mean", 2), ("mean", 1)]


def test_a_head_without_a_load_above_it_is_no_table() -> None:
    assert (
        read(f"Here it is, at last, after a week of work on it.\n\n\n{HEAD}\n2.5.60  2  79  94.9  0.0  0.0  1.00\n")
        == []
    )
