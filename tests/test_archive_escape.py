"""Text of strangers on a terminal."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from archive.escape import visible, visible_line


def test_a_terminal_command_is_shown_and_not_sent() -> None:
    assert visible("fast\x1b[2J\x1b]0;owned\x07 box") == r"fast\x1b[2J\x1b]0;owned\x07 box"


def test_text_that_turns_the_reading_direction_is_shown() -> None:
    assert visible("2.4\u202e91\u2066\u200f") == r"2.4\u202e91\u2066\u200f"


def test_tabs_newlines_and_letters_of_any_script_stay() -> None:
    assert visible("Nützel\t5620.00\n日本 ещё") == "Nützel\t5620.00\n日本 ещё"


def test_what_has_to_stay_on_one_line_has_no_line_break_of_any_kind() -> None:
    assert visible_line("a\nb\tc\rd\u2028e\x85f") == r"a\nb\tc\rd\u2028e\x85f"


def test_an_invisible_character_beyond_the_first_plane_is_shown() -> None:
    assert visible("x\U000e0041") == r"x\U000e0041"


@given(st.text())
def test_no_hidden_character_is_left_in_any_text(text: str) -> None:
    left = {unicodedata.category(character) for character in visible(text) if character not in "\n\t"}
    assert left.isdisjoint({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
    assert not set(visible_line(text)) & set("\n\t\r\u2028\u2029")


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S"])))
def test_plain_text_is_left_alone(text: str) -> None:
    assert visible(text) == text == visible_line(text)
