"""Cells that hold several figures: what is read of them, and what is left alone."""

import time

import pytest

from archive.text import lines
from ingest.composite_cells import read_composites
from suites.base import Row

STATISTICS = """
Writer on Linux, reader elsewhere:
|-------------------------------------------------------|
|Packet size ->   |      128B       |       1KB         |
|-------------------------------------------------------|
|SO_SNDBUF size | |   Throughput in MB/s (min/max/avg): |
|-------------------------------------------------------|
|      Default    | 109/118/114     | 636/774/701       |
|      16KB       | 110/116/112     | 575/705/662       |
"""
UNITS = """
bs=4k:
---------------------------------------------------------
        |            READ          |         WRITE          |
---------------------------------------------------------
base    | 30898KB/s,7724,555.00us  | 30875KB/s,7718,479.70us|
---------------------------------------------------------
new     | 117915KB/s,29478,248.18us| 117854KB/s,29463,21.9us|
"""
SIDES = """
Requests of random places (w/w.o patch):
bs      IOPS(read)        IOPS(write)
----    ----------        ----------
512   1266.4K/1262.4K    1720.1K/1732.1K
4k    793139/570902      1129.6K/773982
"""

APART = """
IO size      IOPs Rand Read (before/after)         IOPs Rand Write (before/after)
--------     ---------------------------------    ----------------------------------
512B          318K/316K                                    329K/325K

4KB           323K/321K                                    353K/349K
"""
THREE_SIDES = """
Results of fio with 24 jobs (w/w.o/baseline):

bs      IOPS(read)                IOPS(write)
----    ----------                ----------
512   1262.4K/1243.3K/1147.1K    1732.1K/1725.1K/1423.8K
4k    570902/571233/457874       773982/743293/642080

Without the checks (w/w.o patch):
bs      IOPS(read)                IOPS(write)
----    ----------                ----------
512   1600.1K/1572.1K/1393.3K    1830.3K/1823.5K/1557.2K
4k    937272/921992/762934       815304/753772/646071
"""


def read(text: str) -> list[Row]:
    return list(read_composites(lines(text), frozenset()))


def test_brackets_above_name_the_statistic_of_each_figure() -> None:
    first = read(STATISTICS)[0]
    assert [(v.statistic, v.cell.raw, v.unit) for v in first.values] == [
        ("min", "109", "MB/s"),
        ("max", "118", "MB/s"),
        ("mean", "114", "MB/s"),
    ]
    assert (first.test, dict(first.parameters)) == (
        "Writer on Linux, reader elsewhere",
        {"column": "128B", "row": "Default"},
    )


def test_a_rate_requests_and_a_time_are_those_of_fio() -> None:
    first = read(UNITS)[0]
    assert (first.suite, first.test, first.kernel and first.kernel.text) == ("fio", "READ", "base")
    assert [(v.metric, v.cell.value, v.unit) for v in first.values] == [
        ("bw", 30898.0, "KB/s"),
        ("iops", 7724.0, "IOPS"),
        ("lat", 555.0, "us"),
    ]
    assert dict(first.parameters) == {"bs": "4k"}


def test_brackets_above_name_the_sides_and_a_letter_counts_thousands() -> None:
    found = [(row.test, v.kernel and v.kernel.text, v.cell.value) for row in read(SIDES)[:2] for v in row.values]
    assert found == [
        ("IOPS(read)", "w patch", 1266400.0),
        ("IOPS(read)", "w.o patch", 1262400.0),
        ("IOPS(write)", "w patch", 1720100.0),
        ("IOPS(write)", "w.o patch", 1732100.0),
    ]


@pytest.mark.parametrize(
    "text",
    [
        STATISTICS.replace("(min/max/avg)", "(red/green/blue)"),
        STATISTICS.replace("(min/max/avg)", "(min/max)"),
        STATISTICS.replace("Throughput in MB/s", "Colours"),
        SIDES.replace("w/w.o patch", "see below"),
        UNITS.replace("us", "kg"),
        "reads/writes 1/2 3/4\n2019/12/01 10,20 30,40\n2019/12/02 10,20 30,40\n",
        "--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n" + SIDES.replace("\n", "\n "),
    ],
)
def test_what_is_not_told_is_left_alone(text: str) -> None:
    assert read(text) == []


def test_long_lines_of_such_cells_cost_little() -> None:
    start = time.monotonic()
    read(("x " + "1/2 " * 60 + "\n") * 3000 + ("1,2,3 " * 70 + "\n") * 3000)
    assert time.monotonic() - start < 3


def test_rows_may_have_blank_lines_between_them() -> None:
    found = read(APART)
    assert [row.test for row in found] == ["IOPs Rand Read (before/after)", "IOPs Rand Write (before/after)"] * 2
    assert [value.kernel.text for value in found[0].values if value.kernel is not None] == ["before", "after"]


def test_what_told_the_figures_of_one_table_tells_those_of_the_next_with_as_many() -> None:
    found = read(THREE_SIDES)
    assert [value.kernel.text for row in found for value in row.values if value.kernel is not None] == [
        "w",
        "w.o",
        "baseline",
    ] * 8
    assert found[-1].values[0].cell.value == 815304.0
