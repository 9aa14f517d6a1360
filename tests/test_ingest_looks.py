"""The cheap looks that spare a mail from being laid out: what they pass over is no statement."""

from collections.abc import Callable

import pytest

from archive.model import Message
from ingest.comparisons import comparisons_made, read_comparison
from ingest.named_tests import NamedTests
from ingest.own_lines import OwnLines
from ingest.post import PostPart, lay_out, scan
from ingest.remark_looks import ClaimLines, may_quote_remarks, may_tell_of_measured, quoted_lines_of_verdict
from ingest.trends import read_trend, trends_told

Mail = Callable[..., Message]


@pytest.mark.parametrize(
    "sentence",
    ["2.4.19 is faster then 2.5.49", "2.4.19 is twice as fast as 2.5.49", "2.5.49 outperforms 2.4.19 here"],
)
def test_a_comparison_is_seen_also_where_lines_end_in_it(sentence: str) -> None:
    assert read_comparison(sentence) is not None
    assert any(comparisons_made(sentence))
    assert any(comparisons_made(sentence.replace(" ", " \r\n")))


@pytest.mark.parametrize(
    "sentence", ["a 12 % regression", "throughput drops by 1.5 percent", "I see no real difference"]
)
def test_a_trend_is_seen_also_where_lines_end_in_it(sentence: str) -> None:
    assert read_trend(sentence) is not None
    assert any(trends_told(sentence.lower()))
    assert any(trends_told(sentence.lower().replace(" ", " \n")))


def test_a_text_that_states_nothing_is_passed_over() -> None:
    text = "This patch moves the lock into the inode.\nIt was found by reading the code.\n"
    assert (list(comparisons_made(text)), list(trends_told(text.lower()))) == ([], [])


def test_an_amount_far_from_any_word_of_better_or_worse_tells_no_trend() -> None:
    full = "The disk is 40% full.\n" * 20
    assert list(trends_told(f"{full}it is faster\n")) != []
    assert len(list(trends_told(f"{full}it is faster\n"))) < 20


def test_a_hexadecimal_number_is_no_factor() -> None:
    assert list(trends_told("it is faster with 0x20 of them\n")) == []
    assert read_trend("It drops 0x20 of them.") is None
    assert list(trends_told("it is 2x\nfaster\n")) != []


def test_statements_are_read_of_the_paragraphs_that_hold_the_lines_asked_for() -> None:
    text = "First here.\nSecond here.\n\n> Third there.\nFourth here.\n"
    part = PostPart(0, text, (), ())
    assert [s.text for s in part.sentences_about(frozenset({2}))] == ["First here.", "Second here."]
    assert [s.text for s in part.sentences_about(frozenset({4}))] == ["Third there."]
    assert part.sentences_about(frozenset({1, 2, 4, 5})) == part.sentences
    assert part.sentences_about(frozenset({3, 99})) == ()


def test_the_first_mail_of_a_thread_that_said_a_line_is_told(mail: Mail) -> None:
    first = mail("It   is slow here.\nshort\n", key="a@example.org")
    second = mail("> It is quick.\nIt is slow here.\n", key="b@example.org")
    said = OwnLines(lay_out(scan(message)) for message in (first, second))
    assert said["It is slow here."] == "a@example.org"
    assert "short" not in said
    assert list(said) == ["It is slow here."]
    assert len(said) == 1


def test_a_test_is_named_by_its_whole_name_or_its_last_piece() -> None:
    tests = NamedTests(("processes/fork", "brk_test", "sequential read"))
    assert tests.in_text("Fork is slow, brk_test is not") == {"processes/fork", "brk_test"}
    assert tests.in_text("the sequential read rate") == {"sequential read"}
    assert tests.in_text("forks are many") == set()


def test_a_name_of_two_words_may_be_there_though_a_line_ends_within_it() -> None:
    tests = NamedTests(("sequential read",))
    assert tests.may_be_in("the sequential\nread rate")
    assert not tests.may_be_in("the read rate")


@pytest.mark.parametrize(
    "text",
    ["It is slower here.", "5 %\nof it", "it takes 1.5x the time", "the\nNumbers are good", "120 KIOPS", "3GiB/s"],
)
def test_own_words_on_what_was_measured_are_seen(text: str) -> None:
    assert may_tell_of_measured(PostPart(0, f"> what?\n{text}\n", (), ()))


@pytest.mark.parametrize(
    "text", ["> It is slower here.\nApplied.\n", "Add 0x20.\n", "Here.\ndiff --git a/f b/f\n+it is slower\n"]
)
def test_quotations_patches_and_hexadecimal_numbers_tell_nothing_of_what_was_measured(text: str) -> None:
    assert not may_tell_of_measured(PostPart(0, text, (), ()))


def test_quoted_lines_of_verdict_are_told_by_their_numbers() -> None:
    part = PostPart(0, "On Monday Ann wrote:\n> It is\n> SLOWER and slower.\nIt is fast.\n>> no overhead\n", (), ())
    assert quoted_lines_of_verdict(part) == {3, 5}


def test_remarks_may_be_quoted_where_somebody_is_with_a_verdict_and_a_test() -> None:
    tests = NamedTests(("fork_test",))
    quoted = "On Mon, 1 Jan 2024, Ann Example wrote:\n> fork_test is slow\n"
    assert may_quote_remarks(PostPart(0, quoted, (), ()), tests)
    assert not may_quote_remarks(PostPart(0, "fork_test is slow\n", (), ()), tests)
    assert not may_quote_remarks(PostPart(0, quoted.replace("fork_test", "it"), (), ()), tests)


def test_a_claim_is_looked_for_by_all_of_its_words() -> None:
    claims = ClaimLines(("2.4.19 is faster than 2.5.49",))
    assert claims.may_be_quoted_in(PostPart(0, "> 2.4.19  is  faster than 2.5.49\n", (), ()))
    assert not claims.may_be_quoted_in(PostPart(0, "> 2.4.19 is faster\n", (), ()))
