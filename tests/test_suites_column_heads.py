"""How the heads of columns that are kernels are found over a table's first row."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.text import lines
from suites.column_heads import HeadedLines, read_heads

ROW = "Hmean     1        445.02 (   0.00%)      451.36 *   1.42%*\n"


def heads(text: str, count: int, name: str) -> list[tuple[str, str | None]]:
    """The heads of the table whose first row is the last line of the text and is named `name`."""
    text_lines = lines(text)
    last = text_lines[-1]
    end = last.text.index(name) + len(name)
    return [(head.label.text, head.note) for head in read_heads(text_lines, last.number - 1, count, end)]


def test_two_lines_are_one_head() -> None:
    text = "                          5.13.0-rc2             5.13.0-rc2\n"
    text += "                             vanilla     sched-avgidle-v1r5\n"
    assert heads(text + ROW, 2, "1") == [("5.13.0-rc2 vanilla", None), ("5.13.0-rc2 sched-avgidle-v1r5", None)]


def test_a_title_over_the_heads_is_no_part_of_them() -> None:
    text = "dbench4 Throughput (misleading but traditional)\n                 vanilla        patched\n"
    assert heads(text + ROW, 2, "1") == [("vanilla", None), ("patched", None)]


def test_what_heads_the_names_of_the_rows_is_left_out() -> None:
    text = "Clients         Vanilla (ops/s)        Patched (ops/s)\n"
    assert heads(text + ROW, 2, "1") == [("Vanilla", "(ops/s)"), ("Patched", "(ops/s)")]


def test_brackets_that_belong_to_a_name_stay_before_those_that_tell_what_is_printed() -> None:
    text = "Threads    ext3+rsv(8)(%)   ext3+rsv(128)(%)\n"
    assert heads(text + "8    13(85%)   23(228%)\n", 2, "8") == [("ext3+rsv(8)", "(%)"), ("ext3+rsv(128)", "(%)")]


def test_heads_of_differences_are_left_out() -> None:
    assert heads("Hackbench      base      TPAUSE      %delta\nGroup-1   0.056   0.052   7.14%\n", 2, "Group-1") == [
        ("base", None),
        ("TPAUSE", None),
    ]


def test_tabs_stand_where_they_stood_before_the_table_was_quoted() -> None:
    text = "\tschbench(old)\t\t            tip\t\t+patch(%gain)\n\t10 iterations\t\t\tsched/core\n"
    row = "\t50.0th:\t\t      \t\t    8.00       9.00(-12.50)\n"
    quoted = "".join(f"> {line}\n" for line in (text + row).splitlines())
    assert heads(text + row, 2, "50.0th:") == [("tip sched/core", None), ("+patch", "(%gain)")]
    assert heads(quoted, 2, "50.0th:") == heads(text + row, 2, "50.0th:")


def test_words_name_columns_where_wide_gaps_are_lost() -> None:
    text = "                 mbuddy-v19 mbuddy-v19-nopse\n"
    assert heads(text + ROW, 2, "1") == [("mbuddy-v19", None), ("mbuddy-v19-nopse", None)]


@pytest.mark.parametrize(
    "above",
    [
        "The numbers of both kernels follow here, as before\n",
        "      445.02      451.36\n",
        "                 vanilla\n",
        ">                 vanilla        patched\n",
        "",
    ],
)
def test_other_lines_are_no_heads(above: str) -> None:
    assert heads(above + ROW, 2, "1") == []


def test_a_line_of_rates_is_no_head() -> None:
    text = "                 vanilla        patched\n  throughput:    329 Mib/s      1032Mib/s\n"
    assert heads(text + ROW, 2, "1") == []


def test_a_single_title_over_the_first_column_is_no_part_of_its_name() -> None:
    text = (
        "                          sequential writes:\n                          without patch             with patch\n"
    )
    assert heads(text + ROW, 2, "1") == [("without patch", None), ("with patch", None)]


@given(st.lists(st.text("ab1 -\t>.", max_size=16), min_size=1, max_size=9))
def test_no_line_has_heads_where_the_first_look_sees_none(raw: list[str]) -> None:
    text = lines("\n".join(raw))
    headed = HeadedLines(text)
    for index in range(len(text)):
        found = any(read_heads(text, index, count, 1) for count in (1, 2, 3))
        assert not found or index in headed
