"""Runs beside each other on a line: which are read, and which figures are no runs."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

WITH_UNITS = """\
1) Sequential read:
Speed: 59.4MiB/s, 63.4MiB/s, 57.5MiB/s, 57.2MiB/s, 60.8MiB/s
Average speed: 59.66MiB/s
"""
PROVEN = """\
64B input:
-------------------------------------------------------
Old method | 123 | 115 | 137 | 119 | 109 | avg ~121 ns |
-------------------------------------------------------
New method |  84 |  83 |  86 |  85 |  84 | avg ~84 ns  |
"""
BLANKS_BETWEEN = """\
Before patch: KVM_ADJUST_MAPPINGS: 52.0466s 52.0473s 52.0550s 52.0518s
After  patch: KVM_ADJUST_MAPPINGS:  2.8787s  2.8781s  2.8785s  2.8742s
"""
NO_RUNS = {
    "rates that a port knows": "supported: 10 Mbps, 100 Mbps, 1000 Mbps\n",
    "steps of a setting": "waits: 10 ms, 20 ms, 40 ms\n",
    "an average that is none of theirs": "parts | 123 | 115 | 137 | avg ~300 ns |\n",
    "figures without a unit": "cpus of the node: 12, 11, 13, 14\nbandwidth of none is told\n",
}


def rows(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def test_figures_with_their_units_are_runs_of_the_test_in_the_heading_and_their_average_is_one_of_them() -> None:
    first, second = rows(WITH_UNITS)
    assert [(value.repeat, value.runs, value.cell.value) for value in first.values] == [
        (1, 5, 59.4),
        (2, 5, 63.4),
        (3, 5, 57.5),
        (4, 5, 57.2),
        (5, 5, 60.8),
    ]
    assert (first.test, second.test) == ("Sequential read", "Sequential read")
    assert [(value.statistic, value.runs, value.cell.value) for value in second.values] == [("mean", 5, 59.66)]


def test_an_average_behind_figures_proves_that_they_are_runs_and_tells_their_unit() -> None:
    found = [(row.test, value.statistic, value.cell.value, value.unit) for row in rows(PROVEN) for value in row.values]
    assert found[0] == ("Old method", "sample", 123, "ns")
    assert [each for each in found if each[1] == "mean"] == [
        ("Old method", "mean", 121, "ns"),
        ("New method", "mean", 84, "ns"),
    ]


@pytest.mark.parametrize("name", NO_RUNS)
def test_other_figures_beside_each_other_are_no_runs(name: str) -> None:
    assert rows(NO_RUNS[name]) == []


def test_blanks_part_runs_too_where_each_has_its_unit_and_a_side_may_stand_before_the_name() -> None:
    found = rows(BLANKS_BETWEEN)
    assert [(row.test, row.kernel.text if row.kernel else None) for row in found] == [
        ("KVM_ADJUST_MAPPINGS", "Before patch"),
        ("KVM_ADJUST_MAPPINGS", "After patch"),
    ]
    assert [value.repeat for value in found[0].values] == [1, 2, 3, 4]
