"""Where heads of tables without a suite stand above a line, and how often each line is looked at for one."""

from collections import Counter, UserList

import pytest

from archive.text import Line, lines
from ingest.generic_heads import Above, HeadsAbove, names_sides

TEXT = """\
threads     vanilla     patched
1              10.5        11.5
2              20.5        21.5
"""


@pytest.mark.parametrize(
    "words",
    [
        "Vanilla   new",
        "with   w/o",
        "6.1.0-rc3",
        "v2   v3",
        "1a2b3c4",
        "+fix",
        "rev-rc4",
        "5.10.3",
        "unpatched",
        "w/ fix",
    ],
)
def test_words_that_name_sides_are_found_in_any_case(words: str) -> None:
    assert names_sides(words)
    assert names_sides(f"   {words.upper()}")


@pytest.mark.parametrize("words", ["withdraw", "tipping", "renew", "1234567", "abcdefa", "v123", "1.5", "basement"])
def test_parts_of_words_and_mere_numbers_name_no_sides(words: str) -> None:
    assert not names_sides(words)


def test_rows_see_the_head_above_them_and_the_head_sees_none() -> None:
    heads = HeadsAbove(lines(TEXT), ())
    assert heads.above(0) == Above(has_head=False, has_sides=False, is_tried=False)
    assert heads.above(2) == Above(has_head=True, has_sides=True, is_tried=False)


def test_a_head_on_a_line_that_is_left_out_is_none() -> None:
    assert not HeadsAbove(lines(TEXT), (1,)).above(1).has_head
    heads = HeadsAbove(lines(TEXT), ())
    assert heads.above(1).has_head
    heads.leave_out((1,))
    assert not heads.above(1).has_head


def test_a_head_that_names_measures_names_no_sides() -> None:
    above = HeadsAbove(lines("name     latency\nfoo         12.5\n"), ()).above(1)
    assert (above.has_head, above.has_sides) == (True, False)


def test_below_a_head_a_table_is_looked_for_on_four_lines_with_figures() -> None:
    text = lines("threads     vanilla     patched\n" + "figure 1\n" * 7)
    assert [HeadsAbove(text, ()).above(index).is_tried for index in range(1, 8)] == [False] * 4 + [True] * 3


def test_a_head_far_above_is_none() -> None:
    text = lines("threads     vanilla     patched\n" + "words\n" * 12)
    heads = HeadsAbove(text, ())
    assert [heads.above(index).has_sides for index in (9, 10)] == [True, False]


class Watched(UserList[Line]):
    """Lines that count how often each is looked at."""

    def __init__(self, text: str) -> None:
        super().__init__(lines(text))
        self.looks = Counter[int]()

    def __getitem__(self, place: int) -> Line:
        self.looks[place] += 1
        return self.data[place]


def test_each_line_is_looked_at_for_a_head_once() -> None:
    watched = Watched(TEXT * 50)
    heads = HeadsAbove(watched, ())
    for index in range(len(watched)):
        heads.above(index)
    assert max(watched.looks.values()) == 1
