"""will-it-scale: how its tests are named, and whose a table is."""

import pytest

from archive.text import lines
from suites.base import Row
from suites.will_it_scale import SUITE
from suites.will_it_scale_tests import find_test

HEAD = "threads		base	patch\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


@pytest.mark.parametrize(
    ("text", "test", "metric"),
    [
        ("will-it-scale/open1_threads:", "open1", "threads"),
        ("the page_fault3 test", "page_fault3", None),
        ("page_fault1_per_process_ops", "page_fault1", "per_process_ops"),
        ("tlb_flush1_processes", "tlb_flush1", "processes"),
        ("sched_yield", "sched_yield", None),
        ("pagefault2", "page_fault2", None),
    ],
)
def test_a_test_is_found_by_its_name_and_what_is_counted(text: str, test: str, metric: str | None) -> None:
    named = find_test(text)
    assert named is not None
    assert (named.test, named.metric) == (test, metric)


@pytest.mark.parametrize("text", ["read the manual", "open the file", "pipe 4", "unread1", "page_fault", "write1x"])
def test_words_that_only_look_like_a_test_are_none(text: str) -> None:
    assert find_test(text) is None


def test_a_table_under_another_benchmarks_name_is_not_taken() -> None:
    table = f"{HEAD}1	100	120\n2	200	240\n"
    assert len(read(f"will-it-scale open1_threads\n{table}")) == 2
    assert read(f"will-it-scale open1_threads\n\nhackbench\n{table}") == []


def test_a_table_without_a_test_is_not_taken() -> None:
    assert read(f"will-it-scale is slower\n{HEAD}1	100	120\n") == []


def test_brackets_are_deviations_only_where_the_words_say_so() -> None:
    table = f"will-it-scale open1_threads\n{HEAD}1	100 (3)	120 (4)\n"
    (row,) = read(table)
    assert [spread.kind for value in row.values for spread in value.spread] == ["unknown", "unknown"]
    (told,) = read(f"The standard deviation is in ().\n{table}")
    assert [spread.kind for value in told.values for spread in value.spread] == ["stdev", "stdev"]
