"""Lines that name statistics and hold nothing else."""

from archive.text import lines
from ingest.generic_statistics import read_bare_statistics
from ingest.generic_tables import may_hold_generic, read_generic
from ingest.told_suites import with_told_suites
from suites.base import Row
from suites.marks import words_of

HISTOGRAM = """\
We looked at how long htree_insert() took, in nanoseconds, while it ran.

Before:

  Range:  0.000 - 940647.000; Mean: 619.733; Median: 548.000; Stddev: 1834.231
  Percentiles:  90th: 980.000; 95th: 1208.000; 99th: 2090.000
     0.000 -    6.384:       257 |
     6.384 -   26.259:       977 |
"""
LATENCIES = """\
$ ./funclatency.py -u send_it

avg = 12 usecs, total: 60,532,481 usecs, count: 4,898,904
"""


def rows(text: str) -> list[Row]:
    parsed = lines(text)
    found = list(read_generic(parsed, frozenset())) if may_hold_generic(text, words_of(text)) else []
    return with_told_suites(parsed, found)


def figures(text: str) -> list[tuple[str, str, float, str | None]]:
    return [(row.test, value.statistic, value.cell.value, value.unit) for row in rows(text) for value in row.values]


def test_a_sentence_tells_the_unit_and_the_function_and_ranges_are_none() -> None:
    assert figures(HISTOGRAM) == [
        ("htree_insert", "mean", 619.733, "nanoseconds"),
        ("htree_insert", "median", 548.0, "nanoseconds"),
        ("htree_insert", "p90", 980.0, "nanoseconds"),
        ("htree_insert", "p95", 1208.0, "nanoseconds"),
        ("htree_insert", "p99", 2090.0, "nanoseconds"),
    ]
    assert figures(HISTOGRAM.replace("in nanoseconds", "as we hoped")) == []


def test_a_mean_beside_a_count_is_read_and_a_script_names_the_benchmark() -> None:
    assert figures(LATENCIES) == [("time", "mean", 12, "usecs")]
    assert [row.suite for row in rows(LATENCIES)] == ["funclatency"]


def test_what_was_traced_is_the_test() -> None:
    text = f'Tracing 1 functions for "send_it"... Hit Ctrl-C to end.\n\n{LATENCIES.partition("send_it")[2]}'
    assert [(row.suite, row.test) for row in rows(text)] == [("funclatency", "send_it")]


def test_lines_that_say_more_or_contradict_themselves_are_left_alone() -> None:
    for line in (
        "Mean: 881 ns, Min: 995 ns, Max: 1744 ns",
        "Mean: 881 ns, Min: 495 ns, Max: 744 ns",
        "Mean: 881 ns, depth: 12, Max: 1744 ns",
        "Mean: 881 ns, Min: 495 us, Max: 1744 ns",
        "Mean: 881 ns",
        "Mean: 881, Min: 495, Max: 1744",
        "queue: Mean: 881 ns, Min: 495 ns",
    ):
        assert list(read_bare_statistics(lines(line), 0)) == []
    (row,) = read_bare_statistics(lines("Mean: 881 ns, Min: 495 ns, Max: 1744 ns"), 0)
    assert [value.statistic for value in row.values] == ["mean", "min", "max"]
