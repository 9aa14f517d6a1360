"""SDET: absolute rates are measurements, per cents of the first row are relative results."""

from archive.text import lines
from suites.base import Row
from suites.sdet import SUITE

HEAD = "SDET 8  (see disclaimer)\n                Throughput    Std. Dev\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_a_rate_and_its_deviation_in_per_cent() -> None:
    (row,) = read(f"{HEAD}  2.5.67      812.4         0.4%\n")
    (value,) = row.values
    assert (value.cell.value, value.statistic, [spread.kind for spread in value.spread]) == (812.4, "mean", ["cv"])
    assert row.parameters == {"users": 8}


def test_per_cents_of_the_first_row_do_not_end_the_table() -> None:
    rows = read(f"{HEAD}  2.5.67      100.0%         0.4%\n  2.5.68      830.1         0.3%\n")
    assert [row.kernel.text if row.kernel else None for row in rows] == ["2.5.68"]


def test_per_cents_stand_to_the_row_that_is_a_hundred() -> None:
    (row,) = read(f"{HEAD}  2.5.67      100.0%         0.4%\n  2.5.68      104.1%         0.3%\n")
    (value,) = row.values
    assert (value.is_relative, value.unit, value.cell.value) == (True, "%", 104.1)
    assert (value.kernel or row.kernel) is not None
    assert value.baseline is not None
    assert value.baseline.text == "2.5.67"


def test_per_cents_without_a_base_are_left_out() -> None:
    assert read(f"{HEAD}  2.5.67      97.0%         0.4%\n  2.5.68      104.1%         0.3%\n") == []
