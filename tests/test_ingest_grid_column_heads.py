"""Heads of hand-drawn tables that stand over their columns on several lines, above another table, or over nothing."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

THREE_LINES = """\
                    host -> guest [Gbps]
pkt_size before opt  p 1+2    p 3+4       virtio-net + vhost
                                                 TCP_NODELAY
64         0.068     0.063    0.130         0.188     0.187
256        0.274     0.236    0.392         0.749     0.654
"""
FIGURES_IN_HEADS = """\
        One process with    One process with     Eight processes, each
	1,000 connections   10,000 connections   with 1,000 connections
old:         10330ms             106107ms            47723ms
new:         7937ms              80108ms             19446ms
"""
HEADS_ABOVE = """\
Baseline:
Clients  |  KB/s  |  Avg Lat (usec)  | 99.99 (usec)
*****************************
1  |   80.8  |  371.40  |  758
2  |  160.5  |  376.55  |  717

With patches applied:
******************************
1  |  169.1  |  163.67  |  469
2  |  344.2  |  154.19  |  445
"""
LONG_GROUPS = """\
  Applied patches   Run time   Accounting overhead   %age 1
  ---------------   --------   -------------------   ------

  Small 32-byte object:
       None          11.634s         8.504s          100.0%
        1-2           9.425s         6.295s           74.0%

  Large 4k object (v2):
       None          22.107s        18.977s          100.0%
        1-2          20.960s        17.830s           94.0%
"""
NO_LABELS = """\
The following are the PPS in two cases:

    indirect desc cache  | no cache
    3074658              | 2685132
    3111866              | 2666118
    3152527              | 2653632
"""
SETTINGS_BEFORE_SIDES = """\
All numbers in avg file creates per sec:
#no. 	Order 		without-patch 	with-patch	Diff(%)
1	1 		16.90 			17.51 			+3.60
2	2,2 		32.08 			31.80 			-0.87
"""
ONE_WORD_OVER_ALL = """\
Average of 5 runs:

Threads Time            Time
        Vanilla         Patched
  1       1.057200        0.945600
  2       1.680400        1.331800
"""
PROFILED = """\
| CPU | Hit | Avg (us) | s^2 (us) |
|-----+-----+----------+----------|
|  0  | 274 | 38.303   | 1750.239 |
|  1  | 197 | 49.529   | 1695.852 |
"""
NO_TABLES = {
    "a profile": "Hit      Share\nfoo      12.3      45.6\nbar      10.1      40.2\n",
    "figures of two sizes without labels": """\
The PPS of both:
  cache | no cache
  10 | 2685132
  20 | 2666118
  30 | 2653632
""",
    "columns of which one has no head": """\
        first            third
        [ms]             [ms]
foo     12.3     45.6    33.1
bar     10.1     40.2    33.2
""",
}


def rows(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def sides(row: Row) -> list[str]:
    return [value.kernel.text for value in row.values if value.kernel is not None]


def test_a_head_is_all_that_stands_over_its_column() -> None:
    first = rows(THREE_LINES)[0]
    assert sides(first) == ["before opt", "p 1+2", "p 3+4", "virtio-net + vhost", "virtio-net + vhost TCP_NODELAY"]
    assert first.parameters == {"pkt_size": 64}
    assert {value.unit for value in first.values} == {"Gbps"}


def test_figures_may_be_words_of_heads_and_heads_of_words_beside_sides_are_tests() -> None:
    found = rows(FIGURES_IN_HEADS)
    assert [row.test for row in found[:3]] == [
        "One process with 1,000 connections",
        "One process with 10,000 connections",
        "Eight processes, each with 1,000 connections",
    ]
    assert [row.kernel.text for row in found if row.kernel is not None] == ["old"] * 3 + ["new"] * 3


def test_a_table_without_heads_has_those_of_the_one_above_it_and_a_percentile_is_a_head() -> None:
    found = rows(HEADS_ABOVE)
    assert [value.cell.raw for row in found for value in row.values][-6:] == [
        "169.1",
        "163.67",
        "469",
        "344.2",
        "154.19",
        "445",
    ]
    assert {row.block for row in found} == {2, 9}


def test_words_over_groups_of_rows_may_be_longer_than_their_labels() -> None:
    found = rows(LONG_GROUPS)
    assert [row.test for row in found] == ["Small 32-byte object"] * 2 + ["Large 4k object (v2)"] * 2
    assert [row.kernel.text for row in found if row.kernel is not None] == ["None", "1-2"] * 2


def test_rows_without_labels_are_runs() -> None:
    found = rows(NO_LABELS)
    assert [sides(row) for row in found] == [["indirect desc cache", "no cache"]] * 3
    assert [[value.repeat for value in row.values] for row in found] == [[1, 1], [2, 2], [3, 3]]


def test_whole_numbers_before_two_sides_are_a_setting() -> None:
    found = rows(SETTINGS_BEFORE_SIDES)
    assert [row.parameters for row in found] == [{"order": 1}, {"order": "2,2"}]
    assert [sides(row) for row in found] == [["without-patch", "with-patch"]] * 2
    assert {value.unit for row in found for value in row.values} == {"file creates per sec"}


def test_averages_of_a_profile_are_results_where_their_unit_is_told() -> None:
    assert [value.cell.raw for row in rows(PROFILED) for value in row.values][:1] == ["38.303"]


@pytest.mark.parametrize("name", NO_TABLES)
def test_what_is_told_in_part_only_is_left_alone(name: str) -> None:
    assert rows(NO_TABLES[name]) == []


def test_the_same_word_over_each_side_says_what_all_figures_are() -> None:
    found = rows(ONE_WORD_OVER_ALL)
    assert [row.parameters for row in found] == [{"threads": 1}, {"threads": 2}]
    assert [sides(row) for row in found] == [["Vanilla", "Patched"]] * 2
    assert {(value.metric, value.unit, value.better) for row in found for value in row.values} == {
        ("time", None, "lower")
    }
