"""VolanoMark: which tables of a mail about it are its own."""

from archive.text import lines
from suites.base import Row
from suites.volanomark import SUITE

TABLE = "           2.4.17    2.5.3\n4-way      15894    23300\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_a_table_under_its_name_is_its_own_in_the_unit_that_the_words_give() -> None:
    (row,) = read(f"VolanoMark results, in msgs/sec:\n\n{TABLE}")
    assert [(value.cell.value, value.unit, value.unit_text) for value in row.values] == [
        (15894.0, "messages/s", "msgs/sec"),
        (23300.0, "messages/s", "msgs/sec"),
    ]
    assert row.parameters == {"cpus": 4}


def test_a_table_far_from_its_name_is_not() -> None:
    between = "something else is told here\n" * 20
    assert read(f"VolanoMark results, in msgs/sec:\n\n{between}\n{TABLE}") == []


def test_small_figures_are_no_rates_of_messages() -> None:
    assert read("VolanoMark results:\n\n           2.4.17    2.5.3\n4-way      15    23\n") == []


def test_what_is_quoted_deeper_than_its_name_is_not() -> None:
    quoted = "".join(f"> {line}\n" for line in TABLE.splitlines())
    assert read(f"VolanoMark results:\n\n{quoted}") == []
