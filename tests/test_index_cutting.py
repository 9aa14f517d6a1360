"""Cutting at speed gives the terms that `index.terms` gives."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from index.cutting import Cutter
from index.terms import tokens

WORDS = (
    *(
        "fork_test",
        "Creat-Clo,",
        "(2.5.49-mm1)",
        "v2.5.49",
        "a@mail.example.org>",
        "-T",
        "-tT",
        "x-T",
        "5620.00.",
        "--",
    ),
    *("___", "é,ß", "Ǆ", "word" * 30, "under_" * 20, "1.2.3.4.5.6.7.8.9", '"quoted"', "2.2.19pre3", "/usr/src", "C++"),
)


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=12), st.sampled_from((" ", "\n", "\t ", "")))
def test_the_terms_are_those_that_words_are_cut_into_one_by_one(words: list[str], joint: str) -> None:
    text = joint.join(words)
    assert set(Cutter().cut(text).split()) - {"-tT"} == {token.text for token in tokens(text)} - {"-tT"}


@given(st.lists(st.sampled_from(("fork_test", "rmap,", "v2.5.49", "(creat-clo)")), max_size=8))
def test_parts_stand_in_order_before_what_stands_beside_them(words: list[str]) -> None:
    text = " ".join(words)
    found = Cutter().cut(text).split()
    parts = [token.text for token in tokens(text) if not token.is_whole]
    wholes = [token.text for token in tokens(text) if token.is_whole]
    assert found == parts + wholes


def test_two_options_are_kept_apart_from_each_other_and_from_what_stands_before() -> None:
    assert Cutter().cut("hdparm -tT") == "hdparm tt -tT -t -tT -T -tT"


def test_a_word_that_comes_again_is_cut_the_same() -> None:
    cutter = Cutter()
    assert cutter.cut("Fork_Test; (rmap)") == cutter.cut("Fork_Test; (rmap)") == "fork test rmap fork_test"


def test_pieces_that_tell_something_are_named_wherever_they_come_again() -> None:
    shown: list[str] = []

    def look(pieces: Sequence[str]) -> list[tuple[str, str]]:
        shown.extend(pieces)
        return [(piece, "k") for piece in pieces if piece.startswith("2.")]

    cutter = Cutter(look)
    assert cutter.cut_and_tell("on 2.5.49, fork_test") == ("on 2.5.49 fork test fork_test", {"2.5.49": "k"})
    assert cutter.cut_and_tell("fork_test") == ("fork test fork_test", {})
    assert cutter.cut_and_tell("again (2.5.49)") == ("again 2.5.49", {"2.5.49": "k"})
    assert shown == ["on", "2.5.49", "fork_test", "again"]
