"""chat: the mean lies between the smallest and the largest run."""

import pytest

from archive.text import lines
from suites.base import Row
from suites.chat import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


@pytest.mark.parametrize(
    ("figures", "statistics"),
    [
        ("47250 45634 50940", ["mean", "min", "max"]),
        ("45634 47250 50940 0.9", ["min", "mean", "max"]),
        ("45634 50940 47250", ["min", "max", "mean"]),
        ("50940 47250 45634", []),
        ("47250 45634", []),
        ("47 45 50", []),
    ],
)
def test_columns_are_told_by_their_order(figures: str, statistics: list[str]) -> None:
    rows = read(f"chatroom benchmark results:\n\n2.4.19 {figures}\n")
    assert [value.statistic for row in rows for value in row.values] == statistics


def test_the_files_name_is_the_kernels_without_its_ending() -> None:
    (row,) = read("2.5.33-no_preemption.results:Average throughput :59695 messages per second\n")
    assert row.kernel is not None
    assert (row.kernel.text, row.values[0].cell.value) == ("2.5.33-no_preemption", 59695.0)
