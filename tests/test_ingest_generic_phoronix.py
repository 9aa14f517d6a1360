"""What the Phoronix Test Suite prints of a test."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic

TEST = """\
Apache Siege 2.4.29
Concurrent Users: 50
Transactions Per Second > Higher Is Better
v5.8 ............. 39280.51 |===============================================
PLU 3 ............ 41959.67
|==================================================
Default PLU 1000 . 39708.30 |===============================================
"""
REFUSED = {
    "no direction": TEST.replace("Higher Is Better", "a word"),
    "no dots": TEST.replace(" ............. ", " ").replace(" ............ ", " ").replace(" . ", " "),
}


def test_each_line_is_a_side_of_the_test_above_in_the_direction_that_is_told() -> None:
    rows = list(read_generic(lines(TEST), frozenset()))

    assert [(row.kernel.text if row.kernel else "", row.values[0].cell.value) for row in rows] == [
        ("v5.8", 39280.51),
        ("PLU 3", 41959.67),
        ("Default PLU 1000", 39708.30),
    ]
    assert {(row.test, row.suite, row.harness) for row in rows} == {("Apache Siege 2.4.29", "siege", "phoronix")}
    assert {(row.values[0].unit, row.values[0].better) for row in rows} == {("Transactions Per Second", "higher")}
    assert all(dict(row.parameters) == {"concurrent_users": 50} for row in rows)


def test_less_may_be_better() -> None:
    text = TEST.replace("Transactions Per Second > Higher", "Seconds < Lower")

    assert {row.values[0].better for row in read_generic(lines(text), frozenset())} == {"lower"}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_other_lines_with_dots_are_left_alone(text: str) -> None:
    assert list(read_generic(lines(text), frozenset())) == []
