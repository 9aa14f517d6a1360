"""Typed tables: heads name their figures, and dumps of figures are not read again at each of their lines."""

from archive.text import lines
from suites.named_tables import TypedTable, read_table


def read(text: str, index: int) -> TypedTable | None:
    return read_table(lines(text), index)


def test_a_ratio_at_the_end_of_rows_is_no_figure() -> None:
    table = read("        base    patched  speedup\nopen    100     110      1.10\n", 1)
    assert table is not None
    assert [head.label.text for head in table.heads] == ["base", "patched"]
    assert [figure.raw for figure in table.rows[0].figures] == ["100", "110"]


def test_rows_end_where_the_number_of_figures_changes() -> None:
    table = read("        base    patched\nopen    100     110\nclose   90      91\ntotal   190\n", 1)
    assert table is not None
    assert [row.label for row in table.rows] == ["open", "close"]


def test_nothing_begins_amid_the_rows_of_a_table() -> None:
    text = "        base    patched\n" + "".join(f"row{place}    1{place}     2{place}\n" for place in range(6))
    assert read(text, 1) is not None
    assert read(text, 4) is None


def test_lines_of_very_many_figures_are_dumps() -> None:
    assert read("heap  " + "1 " * 40, 0) is None
