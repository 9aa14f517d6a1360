"""How text is cut into terms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.terms import MAX_TERM, parts, terms, tokens


@pytest.mark.parametrize(
    "word", ["fork_test", "creat-clo", "piii@800", "2.5.49-mm1", "2.6.0-test9-as1", "2.4.0-prerelease", "5620.00"]
)
def test_names_of_tests_kernels_and_machines_survive_whole(word: str) -> None:
    assert terms(f"({word}),") == (word,)


def test_terms_are_in_lower_case_except_options() -> None:
    assert terms("hdparm -T and -t on PIII@800") == ("hdparm", "-T", "and", "-t", "on", "piii@800")


def test_two_options_in_one_are_each_found() -> None:
    assert {"-t", "-T"} <= {token.text for token in tokens("hdparm -tT /dev/hda")}


def test_a_dash_inside_a_word_is_no_option() -> None:
    assert [token.text for token in tokens("x-T")] == ["x-t", "x", "t"]


def test_the_parts_of_a_word_are_found_too() -> None:
    assert parts("fork_test vger.example.org 2.5.49-mm1") == ("fork", "test", "vger", "example", "org", "2.5.49", "mm1")


def test_a_version_behind_a_letter_is_found_without_it() -> None:
    assert "2.5.49" in parts("patch for v2.5.49")


def test_a_whole_word_stands_where_its_first_part_does_so_that_phrases_count_parts() -> None:
    found = {token.text: token.position for token in tokens("a many-small-file case")}
    assert (found["many-small-file"], found["many"], found["small"], found["case"]) == (1, 1, 2, 4)


def test_columns_are_those_of_the_text() -> None:
    text = "> Fork_Test 56.2"
    assert [text[token.start : token.end] for token in tokens(text)] == ["Fork_Test", "Fork", "Test", "56.2"]


def test_what_is_no_word_gives_no_term() -> None:
    assert terms("--- ^^^^ ... ___ !?") == ()


def test_a_line_of_base64_gives_terms_of_bounded_length() -> None:
    assert max(len(token.text) for token in tokens("QUJD+" * 800)) <= MAX_TERM


@given(st.text())
def test_tokens_of_any_text_lie_in_it_in_order(text: str) -> None:
    found = list(tokens(text))
    assert all(0 <= token.start < token.end <= len(text) for token in found)
    assert [token.position for token in found] == sorted(token.position for token in found)


@given(st.lists(st.sampled_from(["fork_test", "-T", "2.5.49-mm1", "rmap", "56.2", "a@b.example", "x/y"])))
def test_a_query_is_cut_as_a_document_is(words: list[str]) -> None:
    text = " ".join(words)
    assert set(terms(text)) <= {token.text for token in tokens(text)}
