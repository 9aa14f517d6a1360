"""Figures before and after an arrow: which lines are read, whose they are, and which changes are no results."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

AMOUNTS = """\
Cost of a call on a Core i7, averaged:

Encode:
  64B   ~90ns   -> ~32ns   (~2.8x)
  1KB  ~1332ns  -> ~510ns  (~2.6x)
"""
SIDES_IN_THE_ROW = "KVM_CREATE_MAPPINGS: before 104.35s -> after  90.42s  +13.35%\n"
SIDES_ABOVE = """\
                vanilla -> patched
randread IOPS:  1200    -> 1500 (+25%)
randwrite IOPS: 800     -> 900  (+12%)
"""
NO_RESULTS = {
    "a timeout that a patch changes": "Timeouts of the tests:\nretry timeout: 5s -> 10s\nlink timeout: 1s -> 2s\n",
    "sizes": "results of the tests:\nsize: 120 -> 90\ntext: 1200 -> 1100\n",
    "a state of which nothing is told": "idle: 10ms -> 20ms\n",
    "a sentence": "The clock of the bus now goes 10 ns -> 20 ns so that it settles.\n",
}


def rows(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def values(text: str) -> list[tuple[str, str, str, str | None, str]]:
    return [
        (row.test, value.metric, value.cell.raw, value.unit, value.kernel.text if value.kernel else "")
        for row in rows(text)
        for value in row.values
    ]


def test_an_arrow_leads_from_before_to_after_and_an_amount_is_a_setting_of_the_test_above() -> None:
    assert values(AMOUNTS) == [
        ("Encode", "time", "90", "ns", "before"),
        ("Encode", "time", "32", "ns", "after"),
        ("Encode", "time", "1332", "ns", "before"),
        ("Encode", "time", "510", "ns", "after"),
    ]
    assert [row.parameters for row in rows(AMOUNTS)] == [{"size": "64B"}, {"size": "1KB"}]


def test_a_line_alone_names_its_sides_before_the_figures() -> None:
    assert values(SIDES_IN_THE_ROW) == [
        ("KVM_CREATE_MAPPINGS", "time", "104.35", "s", "before"),
        ("KVM_CREATE_MAPPINGS", "time", "90.42", "s", "after"),
    ]


def test_an_arrow_between_words_above_names_the_sides() -> None:
    assert values(SIDES_ABOVE)[:2] == [
        ("randread IOPS", "rate", "1200", "IOPS", "vanilla"),
        ("randread IOPS", "rate", "1500", "IOPS", "patched"),
    ]


@pytest.mark.parametrize("name", NO_RESULTS)
def test_changes_of_settings_are_no_results(name: str) -> None:
    assert rows(NO_RESULTS[name]) == []
