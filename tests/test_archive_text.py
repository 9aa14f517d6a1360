from hypothesis import given
from hypothesis import strategies as st

from archive.text import (
    MAX_LINE,
    Line,
    collapse,
    depth_and_words,
    lines,
    lines_of,
    own_lines,
    paragraph_at,
    paragraphs,
    physical_lines,
    quoted,
    unquoted,
    without_hunks,
)


def test_lines_are_numbered_from_one_as_an_editor_numbers_them() -> None:
    assert [(line.number, line.text) for line in lines("a\r\nb\n\nc\x0bd")] == [
        (1, "a"),
        (2, "b"),
        (3, ""),
        (4, "c\x0bd"),
    ]


def test_quote_marks_of_any_kind_are_counted_and_left_out_of_the_words() -> None:
    cases = {
        "fork_test 10000 56.2": (0, "fork_test 10000 56.2"),
        "> fork_test 10000": (1, "fork_test 10000"),
        "> > a": (2, "a"),
        ">>> a": (3, "a"),
        ">": (1, ""),
        "AM> a": (1, "a"),
        "| a b": (1, "a b"),
        ": a": (1, "a"),
        "2.5 > 2.4": (0, "2.5 > 2.4"),
        "Lat% >2s": (0, "Lat% >2s"),
    }
    assert {text: (lines(text)[0].depth, lines(text)[0].words) for text in cases} == cases


def test_columns_of_the_words_start_behind_the_quote_marks() -> None:
    line = lines("> > page_test 152.9")[0]
    assert line.text[line.start :] == "page_test 152.9"


def test_a_row_and_its_quoted_copy_collapse_to_the_same_words() -> None:
    assert collapse("> exec_test 10010   16.6833\t 83.42 ") == collapse("exec_test 10010 16.6833 83.42")


def test_own_and_quoted_words_are_told_apart() -> None:
    text = lines("> theirs\nmine\n>> older\n")
    assert (unquoted(text), quoted(text)) == ("mine", "theirs\nolder")


def test_paragraphs_end_at_blank_lines_and_where_the_quote_depth_changes() -> None:
    text = lines("a\nb\n\n> c\nd\n")
    assert [[line.text for line in paragraph] for paragraph in paragraphs(text)] == [["a", "b"], ["> c"], ["d"]]


def test_an_endless_line_is_cut_so_that_work_on_it_stays_bounded() -> None:
    assert len(lines("x" * 1_000_000)[0].text) == MAX_LINE


def test_a_no_break_space_is_a_blank_and_keeps_its_column() -> None:
    (line,) = lines(">\xa0Execl\xa0Throughput\xa0 3662.1")
    assert (line.depth, line.words) == (1, "Execl Throughput  3662.1")
    assert line.text[line.text.index("3") :] == "3662.1"


def test_a_pipe_at_the_start_quotes_unless_it_is_the_border_of_a_table() -> None:
    prefixed, table, quoted_table = lines("| quoted by a pipe\n| base  | 2.23 |\n> | base  | 2.23 |")
    assert (prefixed.depth, prefixed.words) == (1, "quoted by a pipe")
    assert (table.depth, table.words) == (0, "| base  | 2.23 |")
    assert (quoted_table.depth, quoted_table.words) == (1, "| base  | 2.23 |")


@given(st.text(alphabet="> |:%aM\t\xa0\r\n", max_size=60))
def test_the_quick_way_tells_the_same_depths_and_words(text: str) -> None:
    assert list(map(depth_and_words, physical_lines(text))) == [(line.depth, line.words) for line in lines(text)]


def test_hunks_of_patches_are_cut_out_up_to_the_next_words() -> None:
    hunk = "@@ -1,2 +1,2 @@ main\n int a;\n-int b;\n+int c;\n\n"
    assert without_hunks(f"+++ b/x.c\n{hunk}{hunk}diff --git a/y.c b/y.c\n{hunk}Bye\n") == (
        "+++ b/x.c\ndiff --git a/y.c b/y.c\nBye\n"
    )
    assert without_hunks(f"> {hunk}") == f"> {hunk}"


def test_the_lines_that_a_place_touches_are_told_by_number_without_quoted_ones() -> None:
    text = "one\ntwo words\n> three\nfour\n"
    start = text.index("words")
    assert lines_of(text, [(start, text.index("four") + 2), (0, 1)]) == {1, 2, 4}
    assert lines_of(text, [(text.index("three"), text.index("three") + 1)]) == frozenset()
    assert lines_of(text, []) == frozenset()


def test_a_paragraph_ends_at_a_blank_line_and_where_another_depth_begins() -> None:
    read = lines("one\ntwo\n> three\n> four\n\nfive")
    assert [paragraph_at(read, number) for number in (2, 3, 6)] == [read[:2], read[2:4], read[5:]]


@given(st.text(alphabet="> |:%aM\t\xa0\r\n", max_size=60))
def test_own_lines_are_those_that_are_not_quoted(text: str) -> None:
    assert own_lines(text, 100) == [line.text for line in lines(text) if line.depth == 0]
    assert own_lines(text, 1) == [line.text for line in lines(text)[:1] if line.depth == 0]


@given(st.text("> \t|:%aAb", max_size=16))
def test_a_line_is_quoted_as_deep_as_marks_stand_before_its_words(raw: str) -> None:
    line = lines(f"{raw}.\n")[0]
    assert line == Line(1, f"{raw}.", line.depth, line.start, f"{raw}."[line.start :])
    marks = raw[: line.start]
    assert (line.depth == 0) == (marks == "")
    assert ">" not in marks or marks.count(">") + marks.count("|") + marks.count(":") + marks.count("%") == line.depth


def test_lines_of_percentiles_that_begin_with_a_pipe_are_no_quotation() -> None:
    assert [line.depth for line in lines("| 99.99th=[28288]\n| 1.00th=[ 8], 5.00th=[ 10],\n| and so on\n")] == [0, 0, 1]
