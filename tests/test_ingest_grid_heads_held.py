"""Heads that stand once, over the first of several groups, and heads that stand beside their columns."""

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

GROUPS = """\
IO_URING:
Baseline:  No patches applied
QueueDepth/Batch    IOPS(K)    Avg. Latency(usec)    99.99(usec)
1/1    24.2    40.90    70.14
32/8  194    156.88   441

Patch added, priority=1:
1/1    22     43.16    77.31
32/8  222     137.89    277

PVSYNC2:
Baseline:  No patches applied
1/1    24.3    40.85    80.38
32/8   24.3    40.84   73.21
"""
SHIFTED = """\
Test (Optane)                             clflushopt   flushcache
-------------------------------------------------
randwrite_512                  167 MiB/s      226 MiB/s
randwrite_1024                 301 MiB/s      420 MiB/s
"""


def read(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def test_heads_hold_for_the_groups_below_that_have_headings_of_their_own() -> None:
    rows = read(GROUPS)

    assert [(value.unit, value.cell.value) for row in rows for value in row.values] == [
        (unit, figure)
        for figures in (
            (24.2, 40.90, 70.14),
            (194, 156.88, 441),
            (22, 43.16, 77.31),
            (222, 137.89, 277),
            (24.3, 40.85, 80.38),
            (24.3, 40.84, 73.21),
        )
        for unit, figure in zip(("KIOPS", "usec", "usec"), figures, strict=True)
    ]


def test_heads_do_not_hold_below_a_sentence() -> None:
    text = GROUPS.replace("PVSYNC2:\nBaseline:  No patches applied", "What the box was given to drink in that week")

    assert len({row.line for row in read(text)}) == 4


def test_full_rows_are_placed_by_counting_where_their_units_tell_what_they_are() -> None:
    rows = read(SHIFTED)

    assert [(value.kernel.text if value.kernel else "", value.cell.value) for row in rows for value in row.values] == [
        ("clflushopt", 167),
        ("flushcache", 226),
        ("clflushopt", 301),
        ("flushcache", 420),
    ]
