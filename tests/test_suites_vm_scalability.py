"""vm-scalability: bytes over time are the rate, and heads of tables stand over rows of settings."""

from archive.text import lines
from suites.base import Row
from suites.vm_scalability import SUITE

_TABLE = (
    "usemem30 with 64K folios\n"
    "                base-6.14        v9\n"
    "---------------------------------------\n"
    "zswap compressor     {0}       {1}    improvement\n"
    "---------------------------------------\n"
    "Total throughput (KB/s)    6,091,607      10,174,344         67%\n"
)


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_a_rate_that_is_not_bytes_over_time_is_warned_of() -> None:
    (row,) = read("1002700800 bytes / 2360359 usecs = 514852 KB/s\n")
    assert row.warnings == ("1002700800 bytes / 2360359 usecs are not 514852 KB/s: one of them is mistyped",)


def test_settings_between_heads_and_rows_are_no_heads() -> None:
    (row,) = read(_TABLE.format("zstd", "zstd"))
    assert [value.kernel and value.kernel.text for value in row.values] == ["base-6.14", "v9"]
    assert row.parameters == {"processes": 30, "folios": "64K", "compressor": "zstd"}


def test_settings_that_differ_are_none_of_the_row() -> None:
    (row,) = read(_TABLE.format("zstd", "lz4"))
    assert row.parameters == {"processes": 30, "folios": "64K"}


def test_a_table_that_nothing_names_is_not_taken() -> None:
    assert read("           base      patch\nTotal throughput (KB/s)   1000     1100\n") == []


def test_a_table_with_fewer_heads_than_figures_is_not_taken() -> None:
    assert read("usemem -n 4 10g\n\n           base\nTotal throughput (KB/s)   1000     1100\n") == []
