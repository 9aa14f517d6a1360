"""Lines of a side and several named figures: what is read, and which are left alone."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic

TIMES = """\
Building a kernel, 24 runs:

Before: user time 2904.59s system time 4773.99s
After:  user time 2909.38s system time 4641.55s (2.77% better)
"""
KINDS = """\
Before: Throughput (Sum): 6482.58 MB/s Free Latency: 371371.67us
After:  Throughput (Sum): 6539.28 MB/s Free Latency: 363059.88us
"""
REFUSED = {
    "one side": TIMES.replace("After:  user time 2909.38s system time 4641.55s (2.77% better)\n", ""),
    "other names": TIMES.replace("After:  user time", "After:  idle time"),
    "no sides": TIMES.replace("Before", "Disk").replace("After", "Mouse"),
    "words behind": TIMES.replace("4773.99s", "4773.99s as we saw it"),
}


def test_each_named_figure_is_a_result_of_the_side_before_the_colon() -> None:
    rows = list(read_generic(lines(TIMES), frozenset()))

    assert [
        (row.kernel.text if row.kernel else "", row.test, row.values[0].cell.value, row.values[0].unit) for row in rows
    ] == [
        ("Before", "user time", 2904.59, "s"),
        ("Before", "system time", 4773.99, "s"),
        ("After", "user time", 2909.38, "s"),
        ("After", "system time", 4641.55, "s"),
    ]


def test_figures_of_a_line_may_be_of_different_kinds() -> None:
    rows = list(read_generic(lines(KINDS), frozenset()))

    assert [(row.values[0].metric, row.values[0].better) for row in rows] == [
        ("throughput", "higher"),
        ("latency", "lower"),
    ] * 2


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_lines_that_do_not_name_the_same_of_two_sides_are_left_alone(text: str) -> None:
    assert list(read_generic(lines(text), frozenset())) == []
