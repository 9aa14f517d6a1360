import pytest

from archive.text import lines
from suites.compared_columns import Column, columns, section
from suites.matches import Joined, Tables, figure


def read(head: str, row: str) -> tuple[Column, ...]:
    text = lines(f"{head}\n{row}\n")
    label = row.index(next(character for character in row[8:] if character.isdigit()), 8)
    return columns(text, len(text) - 1, label)


def names(found: tuple[Column, ...]) -> list[tuple[str | None, str]]:
    return [(column.head.text if column.head else None, column.cell.raw) for column in found]


def spreads(found: tuple[Column, ...]) -> list[list[tuple[str, str]]]:
    return [[(spread.kind, spread.cell.raw) for spread in column.spread] for column in found]


def test_percentages_of_change_in_brackets_are_no_spreads() -> None:
    found = read("            base               patched", "copy:      100.0 (0.00 pct)   110.0 (10.00 pct)")
    assert names(found) == [("base", "100.0"), ("patched", "110.0")]
    assert spreads(found) == [[], []]


def test_a_bracket_that_is_the_change_against_the_first_column_is_none_either() -> None:
    assert spreads(read("            base        patched", "copy:      100.0       110.0(10.00)")) == [[], []]


def test_a_bracket_that_nothing_explains_is_an_unknown_spread() -> None:
    found = read("            base            patched", "copy:      100.0 (2.1)     110.0 (1.7)")
    assert spreads(found) == [[("unknown", "2.1")], [("unknown", "1.7")]]


@pytest.mark.parametrize(("note", "kind"), [("(std%)", "cv"), ("(CV)", "cv"), ("(stdev)", "stdev")])
def test_the_head_of_a_column_tells_what_its_brackets_hold(note: str, kind: str) -> None:
    found = read(f"            base{note}       patched{note}", "copy:      100.0 (2.1)       110.0 (1.7)")
    assert spreads(found) == [[(kind, "2.1")], [(kind, "1.7")]]


def test_plus_minus_is_a_spread_and_a_percentage_says_so() -> None:
    found = read("            base            patched", "copy:      100.0 +- 0.5    110.0 ± 2%")
    assert spreads(found) == [[("unknown", "0.5")], [("percent", "2")]]


def test_differences_at_the_end_are_left_out() -> None:
    assert names(read("            base      patched     change", "copy:      100.0     110.0      +10.0%")) == [
        ("base", "100.0"),
        ("patched", "110.0"),
    ]


def test_heads_between_pipes_may_be_written_on_two_lines() -> None:
    head = (
        "| # | Before (ms) | After (ms) | Change (%) |\n"
        "|Run| Patch       | Patch      |            |\n"
        "|---|-------------|------------|------------|"
    )
    found = read(head, "| 1     | 0.343       | 0.287      | -16.31%    |")
    assert names(found) == [("Before Patch", "0.343"), ("After Patch", "0.287")]
    assert [column.note for column in found] == ["ms", "ms"]


@pytest.mark.parametrize(
    "row",
    [
        "copy:      1.00 (2.1)      1.10 (1.7)",
        "copy:      100.0 of 110.0",
        "copy:      100.0           110.0       120.0",
    ],
)
def test_relative_rows_strange_words_and_columns_without_heads_are_refused(row: str) -> None:
    assert read("            base            patched", row) == ()


def test_a_word_after_the_figures_may_be_a_remark() -> None:
    found = read("            base            patched", "copy:      100.0           110.0   * Overloaded")
    assert names(found) == [("base", "100.0"), ("patched", "110.0")]


def test_the_divisions_above_a_row_are_told_the_outer_one_first() -> None:
    text = lines(
        "o NPS1\n\n- 10 Runs:\n\nrow 1\n\n- 100 Runs:\n\nrow 2\n\nThis has been said of all the rows so far.\n\nrow 3\n"
    )
    assert [section(text, index) for index in (4, 8, 12)] == ["NPS1, 10 Runs", "NPS1, 100 Runs", None]


def test_thousands_are_part_of_no_value() -> None:
    assert figure("1,12,97,086", 3, 14).value == 11297086
    assert figure("652,544.23", 0, 10).resolution == 0.01


def test_places_in_joined_lines_are_those_of_the_physical_ones() -> None:
    first, second = lines("> test 3: 16\n>   updates 10996 cycles\n")
    joined = Joined(first, second)
    assert joined.text == "> test 3: 16 updates 10996 cycles"
    line, column = joined.place(joined.text.index("10996"))
    assert (line.number, line.text[column : column + 5]) == (2, "10996")


def test_a_gap_a_title_or_another_depth_begins_a_table() -> None:
    text = lines("a\nb\n\n\n\nc\n> d\n> e\n")
    tables = Tables(2)
    assert [tables.block(text[index]) for index in (0, 1, 5, 6, 7)] == [1, 1, 6, 7, 7]
    tables.title(text[7])
    assert tables.block(text[7]) == 8
