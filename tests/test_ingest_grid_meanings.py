"""What tells of hand-drawn tables what their figures, heads and labels are where no head and no unit says it."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic
from ingest.told_units import measure_told
from suites.base import Row

UNIT_BELOW = """\
How often memory is mapped by each of the CPUs:

CPU count	32	64	128
Before:		63187	19418	10169
After:		93287	44789	15862

(unit is map+unmaps per CPU per second)
"""
UNIT_IN_A_SENTENCE = """\
Time spent on calling finish_task_switch(), the unit is tsc:
 | test scenario             | old   | new   | delta          |
 | gcc 15.2                  | 13.94 | 12.40 | 1.54  (-11.1%) |
 | gcc 15.2 + spectre_v2     | 24.78 | 13.70 | 11.08 (-44.7%) |
"""
THOUSANDS_AT_DEPTHS = """\
	pread2		io_uring
QD1	185K		170K
QD2	NA		304K
"""
RUNS_AS_COLUMNS = """\
Cold start time of the camera (unit: millisecond):
|  seq   |   1  |   2  |   3  | average |
| before | 1498 | 1476 | 1741 |   1571  |
| after  | 1396 | 1107 | 1136 |   1213  |
"""
SIDE_ABOVE = """\
Before this change:

    size        iommu_map_sg      iommu_unmap
      4K            2.067 us         1.854 us
     64K            9.598 us         8.802 us
"""
TWO_SETTINGS = """\
Baseline:
QDepth/Batch    | IOPs [k]
--------------------------
1/1             | 43.2
32/8            | 106
"""
TIMED_SETTINGS = """\
usleep delay		IOPs	Latency		CPU utilization
poll_nsecs		3.3M	189.47usec	18%
5 usec			3.3M	189.47usec	52%
20 usec			3.3M	189.61usec	29%
40 usec			3.3M	189.61usec	22%
"""


def rows(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def test_a_line_below_a_table_tells_the_unit_of_its_figures() -> None:
    found = rows(UNIT_BELOW)
    assert {value.unit for row in found for value in row.values} == {"map+unmaps per CPU per second"}
    assert [row.parameters for row in found[:3]] == [{"cpu_count": 32}, {"cpu_count": 64}, {"cpu_count": 128}]
    assert [row.kernel.text for row in found if row.kernel] == ["Before"] * 3 + ["After"] * 3


def test_a_sentence_above_a_table_tells_a_unit_that_is_no_common_one() -> None:
    found = rows(UNIT_IN_A_SENTENCE)
    assert {(value.metric, value.unit, value.better) for row in found for value in row.values} == {
        ("time", "tsc", "lower")
    }
    assert [row.test for row in found] == ["gcc 15.2", "gcc 15.2 + spectre_v2"]


def test_a_sentence_tells_a_measure_by_its_unit_or_as_a_time_and_a_setting_tells_none() -> None:
    told = measure_told("Time to dirty memory:")
    assert told is not None
    assert (told.name, told.unit) == ("time", None)
    assert measure_told("Time left to the limit:") is None
    assert measure_told("The buffer was doubled.") is None


def test_thousands_at_queue_depths_are_operations_a_second() -> None:
    found = rows(THOUSANDS_AT_DEPTHS)
    assert [value.cell.value for row in found for value in row.values] == [185000.0, 170000.0, 304000.0]
    assert {value.unit for row in found for value in row.values} == {"IOPS"}


def test_numbered_columns_are_runs_of_one_test_with_their_average_behind_them() -> None:
    before = rows(RUNS_AS_COLUMNS)[0]
    assert [(value.repeat, value.runs, value.statistic) for value in before.values] == [
        (1, 3, "sample"),
        (2, 3, "sample"),
        (3, 3, "sample"),
        (None, None, "mean"),
    ]
    assert before.kernel is not None
    assert before.kernel.text == "before"


def test_heads_under_the_name_of_a_side_are_tests() -> None:
    found = rows(SIDE_ABOVE)
    assert [row.test for row in found] == ["iommu_map_sg", "iommu_unmap"] * 2
    assert all(value.kernel is None for row in found for value in row.values)


def test_a_label_in_parts_is_as_many_settings_as_its_head_names() -> None:
    assert [row.parameters for row in rows(TWO_SETTINGS)] == [{"qdepth": 1, "batch": 1}, {"qdepth": 32, "batch": 8}]


def test_amounts_of_time_are_settings_and_a_unit_in_prose_is_none_of_another_measure() -> None:
    found = rows(TIMED_SETTINGS)
    assert {row.parameters["usleep_delay"] for row in found} == {"poll_nsecs", "5 usec", "20 usec", "40 usec"}
    assert {(value.metric, value.unit) for row in found for value in row.values} == {
        ("rate", "IOPs"),
        ("latency", "usec"),
    }


@pytest.mark.parametrize("corner", ["%ile", "pctl", "percentile"])
def test_ranks_down_the_rows_are_of_latencies(corner: str) -> None:
    text = (
        f"+------------+-------------+--------------+\n| {corner:10} | w/o patches | with patches |\n"
        "+------------+-------------+--------------+\n| 50         |          64 | 64 (0%)      |\n"
        "| 99.99      |          78 | 439 (-462%)  |\n| Max        |         159 | 1023 (-543%) |\n"
        "+------------+-------------+--------------+\n"
    )
    rows = list(read_generic(lines(text), frozenset()))
    assert [(row.test, value.metric, value.better, value.cell.raw) for row in rows for value in row.values][2:4] == [
        ("99.99", "latency", "lower", "78"),
        ("99.99", "latency", "lower", "439"),
    ]
