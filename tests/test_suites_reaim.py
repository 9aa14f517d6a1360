"""What re-aim's results tell beyond the golden texts."""

import pytest

from archive.text import lines
from suites.base import Row
from suites.reaim import SUITE

SCREEN = """Num     Parent   Child   Child  Jobs per   Jobs/min/  Std_dev  Std_dev  JTI
Forked  Time     SysTime UTime   Minute     Child      Time     Percent
"""
ROW = "100     110.25   12.67   206.35  5605.19    56.05      3.48     3.29     96\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


@pytest.mark.parametrize(
    ("words", "test"),
    [
        ("reaim -f /usr/local/share/reaim/workfile.alltests -s100 -e 500", "alltests"),
        ("reaim -w compute is next", "compute"),
        ("the new_fserver workload", "new_fserver"),
        ("a dbase load, by re-aim", "dbase"),
        ("some load", "workload"),
        ("low-w compute", "workload"),
    ],
)
def test_the_workload_is_named_in_several_ways(words: str, test: str) -> None:
    assert [row.test for row in read(f"{words}\n\n{SCREEN}{ROW}")] == [test]


def test_the_workload_named_last_above_a_row_is_its_own() -> None:
    text = f"new_dbase load\n{SCREEN}{ROW}\nreaim -w compute\n{SCREEN}{ROW}"
    assert [row.test for row in read(text)] == ["new_dbase", "compute"]


def test_a_single_workload_named_below_is_the_one() -> None:
    assert [row.test for row in read(f"{SCREEN}{ROW}That was new_dbase.\n")] == ["new_dbase"]


def test_the_relations_of_a_sound_row_hold() -> None:
    assert [row.warnings for row in read(SCREEN + ROW)] == [()]


@pytest.mark.parametrize("damage", [("56.05", "65.05"), ("    96", "    69"), ("5605.19", "5505.19")])
def test_a_mistyped_figure_is_warned_of(damage: tuple[str, str]) -> None:
    assert all(row.warnings for row in read(SCREEN + ROW.replace(*damage)))


def test_a_table_of_jobs_a_minute_is_not_ours_where_nothing_speaks_of_reaim() -> None:
    table = "Kernel      Users   JPM\n2.5.69      88      5185.88\n"
    assert read(table) == []
    assert [row.parameters for row in read("re-aim:\n" + table)] == [{"children": 88}]


def test_the_platforms_own_number_of_a_kernel_is_no_kernel() -> None:
    text = "kernel: 2.6.9-rc1-mm4\nkernel: 3294\nPeak load Test: Maximum Jobs per Minute 989.85 (average of 3 runs)\n"
    (row,) = read(text)
    assert row.kernel is not None
    assert row.kernel.text == "2.6.9-rc1-mm4"
