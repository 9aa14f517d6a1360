"""What mmtests' comparisons tell beyond the golden texts: directions, benchmarks, and what keeps a table apart."""

import time

import pytest

from archive.text import lines
from suites.base import Row
from suites.mmtests import SUITE
from suites.mmtests_benchmarks import named_in

HEAD = "                   vanilla                patched\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def directions(text: str) -> set[str | None]:
    return {value.better for row in read(text) for value in row.values}


def test_a_change_that_grows_with_the_value_means_more_is_better() -> None:
    assert directions(HEAD + "Min       1        100.00 (   0.00%)      110.00 (  10.00%)\n") == {"higher"}


def test_a_change_that_falls_with_the_value_means_less_is_better() -> None:
    assert directions(HEAD + "Min       1        100.00 (   0.00%)      110.00 ( -10.00%)\n") == {"lower"}


def test_where_nothing_changed_the_kind_of_mean_tells_the_direction() -> None:
    assert directions(HEAD + "Hmean     1        100.00 (   0.00%)      100.00 (   0.00%)\n") == {"higher"}
    assert directions(HEAD + "Amean     1        100.00 (   0.00%)      100.00 (   0.00%)\n") == {"lower"}


def test_tables_of_one_test_and_other_titles_may_have_other_directions() -> None:
    text = "dbench4 Throughput\n" + HEAD + "Hmean     1        100.00 (   0.00%)      110.00 (  10.00%)\n\n"
    text += "dbench4 Loadfile Execution Time\n" + HEAD + "Amean     1        100.00 (   0.00%)      110.00 ( -10.00%)\n"
    assert [(v.metric, v.better) for row in read(text) for v in row.values[:1]] == [
        ("throughput", "higher"),
        ("loadfile_time", "lower"),
    ]


def test_a_change_of_neither_direction_is_warned_of() -> None:
    (row,) = read(HEAD + "Amean     1        100.00 (   0.00%)      110.00 (  55.00%)\n")
    assert [len(value.warnings) for value in row.values] == [0, 1]


@pytest.mark.parametrize(
    ("above", "operation", "suite", "test"),
    [
        ("hackbench-thread-sockets\n", "4", "hackbench", "thread-sockets"),
        ("This patch helps kernbench on a large box.\n\n", "elsp-8", "kernbench", "compile"),
        ("config-network-netperf-unbound\nnetperf-tcp\n", "64", "netperf", "TCP_STREAM"),
        ("", "tput-8", "specjbb", "specjbb"),
        ("", "faults/sec-4", "pft", "pft"),
        ("", "elsp-NUMA01_THREADLOCAL", "autonumabench", "NUMA01_THREADLOCAL"),
        ("", "page_test", "aim9", "page_test"),
        ("Neither hackbench nor pgbench moved.\n\n", "4", "mmtests", "mmtests"),
    ],
)
def test_the_benchmark_is_named_by_a_title_the_row_itself_or_the_prose(
    above: str, operation: str, suite: str, test: str
) -> None:
    (row,) = read(f"{above}{HEAD}Hmean     {operation}        100.00 (   0.00%)      110.00 (  10.00%)\n")
    assert (row.suite, row.test) == (suite, test)


def test_names_within_other_words_are_none() -> None:
    assert list(named_in("upstream, TCP_STREAM, fiona and addition")) == []


def test_a_table_is_not_carried_on_by_a_row_of_another_width() -> None:
    text = HEAD + "Amean     1        100.00 (   0.00%)      110.00 ( -10.00%)\n"
    text += "Amean     2        100.00 (   0.00%)\n"
    assert [row.block for row in read(text)] == [1, 3]


def test_long_lines_of_nearly_rows_cost_little() -> None:
    text = ("Hmean 1 " + "445.02 ( 0.00% " * 30 + "\n") * 3000
    start = time.monotonic()
    assert read(text) == []
    assert time.monotonic() - start < 2
