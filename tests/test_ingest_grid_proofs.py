"""Columns that another column, or brackets behind their figures, prove to be results of two sides."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic

FACTORS = """\
mmap reads (4K)
---------------
jobs  /dev/fuse     uring    gain
1       130          323     2.49
2       219          538     2.46
4       503         1040     2.07
"""
CHANGES = """\
wakeups in a second

threads      stock       queued
1            114912      117857 (+2.6%)
4            359902      361685 (+0.5%)
8            461070      491713 (+6.6%)
"""
REFUSED = {
    "a relation that does not hold": FACTORS.replace("2.49", "3.49").replace("2.46", "1.46"),
    "one row": "jobs  /dev/fuse     uring    gain\n1       130          323     2.49\n",
    "counters": FACTORS.replace("\n1 ", "\npage faults ")
    .replace("\n2 ", "\nmajor faults ")
    .replace("\n4 ", "\nswaps "),
    "no relation": "\n".join(line[:30] for line in FACTORS.splitlines()),
}


def told(text: str) -> list[tuple[str, float, str | None, str | None]]:
    rows = read_generic(lines(text), frozenset())
    return [
        (value.kernel.text if value.kernel else "", value.cell.value, value.unit, value.better)
        for row in rows
        for value in row.values
    ]


def test_a_column_of_factors_proves_two_sides_and_says_that_more_is_better() -> None:
    assert told(FACTORS) == [
        ("/dev/fuse", 130, None, "higher"),
        ("uring", 323, None, "higher"),
        ("/dev/fuse", 219, None, "higher"),
        ("uring", 538, None, "higher"),
        ("/dev/fuse", 503, None, "higher"),
        ("uring", 1040, None, "higher"),
    ]


def test_changes_behind_figures_prove_two_sides_and_no_direction() -> None:
    assert [each[:2] for each in told(CHANGES)] == [
        ("stock", 114912),
        ("queued", 117857),
        ("stock", 359902),
        ("queued", 361685),
        ("stock", 461070),
        ("queued", 491713),
    ]


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_not_proven_is_left_alone(text: str) -> None:
    assert told(text) == []


def test_sides_before_rows_leave_the_words_beside_a_measure_to_the_test() -> None:
    text = """\
                 | IOPS (IRQ mode) | IOPS (iopoll=1 mode) | diff
---------------- | --------------- | -------------------- | ----
without patchset |            242k |                 332k | ~39%
with patchset    |            236k |                 332k | ~39%
"""
    rows = list(read_generic(lines(text), frozenset()))

    assert [(row.kernel.text if row.kernel else "", row.test, row.values[0].cell.value) for row in rows] == [
        ("without patchset", "rate (IRQ mode)", 242_000),
        ("without patchset", "rate (iopoll=1 mode)", 332_000),
        ("with patchset", "rate (IRQ mode)", 236_000),
        ("with patchset", "rate (iopoll=1 mode)", 332_000),
    ]
