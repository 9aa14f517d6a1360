"""Tables whose sides stand over groups of columns: what is read of them, and what is left alone."""

import time

from archive.text import lines
from ingest.spanned_tables import read_spanned
from suites.base import Row

TABLE = """
Idle box:

                             base                test
                             ----------------    ---------------
speedup    key_sz  blk_sz    ops/sec    stdev    ops/sec   stdev

encryption, mode 211

 117.2x       160      16        960       30     112555   24775
 135.1x       160      64        845      246     114145   25124

decryption, mode 211

 127.2x       160      16        997        5     126834   24244

Nothing else was looked at, and no more than 12 of them ran.
"""


def read(text: str) -> list[Row]:
    return list(read_spanned(lines(text), frozenset()))


def test_each_side_has_its_measures_under_it_and_the_spread_beside_them() -> None:
    first = read(TABLE)[0]
    found = [(v.kernel and v.kernel.text, v.cell.raw, [s.cell.raw for s in v.spread], v.unit) for v in first.values]
    assert found == [("base", "960", ["30"], "ops/sec"), ("test", "112555", ["24775"], "ops/sec")]


def test_what_stands_before_the_measures_are_settings_and_ratios_are_nothing() -> None:
    assert dict(read(TABLE)[1].parameters) == {"key_sz": 160, "blk_sz": 64, "section": "Idle box"}


def test_titles_between_the_rows_name_the_tests_below_them() -> None:
    titles = ["encryption, mode 211", "encryption, mode 211", "decryption, mode 211"]
    assert [row.test for row in read(TABLE)] == titles


def test_prose_ends_a_table() -> None:
    assert len(read(TABLE + "\n 127.2x       160      16        997        5     126834   24244\n")) == 3


def test_several_measures_may_come_again_and_no_ruler_need_part_the_heads() -> None:
    text = """
             before             after
block    IOPS   MB/s        IOPS   MB/s
4k       2100   8.2         2300   9.0
"""
    values = [(v.kernel and v.kernel.text, v.unit, v.cell.raw) for v in read(text)[0].values]
    assert values == [
        ("before", "IOPS", "2100"),
        ("before", "MB/s", "8.2"),
        ("after", "IOPS", "2300"),
        ("after", "MB/s", "9.0"),
    ]
    assert dict(read(text)[0].parameters) == {"block": "4k"}


def test_names_that_are_no_sides_and_heads_that_are_no_measures_tell_nothing() -> None:
    assert read(TABLE.replace("base                test", "left               right")) == []
    assert read(TABLE.replace("ops/sec", "widgets")) == []


def test_a_side_that_stands_over_no_column_of_its_own_tells_nothing() -> None:
    assert read(TABLE.replace("base                test", "base test           ")) == []


def test_a_row_with_a_blank_cell_ends_the_table() -> None:
    assert len(read(TABLE.replace("     114145   25124", "                   "))) == 1


def test_many_heads_cost_little() -> None:
    start = time.monotonic()
    read("base   test\nops/sec   ops/sec\n" * 5000)
    assert time.monotonic() - start < 2
