"""The cheap looks that spare a mail from being laid out: what they pass over is no statement."""

import pytest

from ingest.comparisons import may_compare, read_comparison
from ingest.named_tests import NamedTests
from ingest.trends import may_tell_trend, read_trend


@pytest.mark.parametrize(
    "sentence",
    ["2.4.19 is faster then 2.5.49", "2.4.19 is twice as fast as 2.5.49", "2.5.49 outperforms 2.4.19 here"],
)
def test_a_comparison_is_seen_also_where_lines_end_in_it(sentence: str) -> None:
    assert read_comparison(sentence) is not None
    assert may_compare(sentence)
    assert may_compare(sentence.replace(" ", " \r\n"))


@pytest.mark.parametrize(
    "sentence", ["a 12 % regression", "throughput drops by 1.5 percent", "I see no real difference"]
)
def test_a_trend_is_seen_also_where_lines_end_in_it(sentence: str) -> None:
    assert read_trend(sentence) is not None
    assert may_tell_trend(sentence.lower())
    assert may_tell_trend(sentence.lower().replace(" ", " \n"))


def test_a_text_that_states_nothing_is_passed_over() -> None:
    text = "This patch moves the lock into the inode.\nIt was found by reading the code.\n"
    assert (may_compare(text), may_tell_trend(text.lower())) == (False, False)


def test_a_test_is_named_by_its_whole_name_or_its_last_piece() -> None:
    tests = NamedTests(("processes/fork", "brk_test", "sequential read"))
    assert tests.in_text("Fork is slow, brk_test is not") == {"processes/fork", "brk_test"}
    assert tests.in_text("the sequential read rate") == {"sequential read"}
    assert tests.in_text("forks are many") == set()


def test_a_name_of_two_words_may_be_there_though_a_line_ends_within_it() -> None:
    tests = NamedTests(("sequential read",))
    assert tests.may_be_in("the sequential\nread rate")
    assert not tests.may_be_in("the read rate")
