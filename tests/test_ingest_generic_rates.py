"""Rates with their deviations as the benchmarks of BPF's selftests print them."""

import pytest

from archive.text import lines
from ingest.generic_tables import may_hold_generic, read_generic

CONTENDED = """\
Ringbuf, multi-producer contention in overwrite mode, no consumer
=================================================================
rb-prod nr_prod 1    32.180 ± 0.033M/s (drops 0.000 ± 0.000M/s)
rb-prod nr_prod 2    9.617 ± 0.003M/s (drops 0.000 ± 0.000M/s)
"""
PROBES = """\
uprobe-nop ( 1 cpus):    3.219 ± 0.015M/s  (  3.219M/s/cpu)
uprobe-nop ( 2 cpus):    6.113 ± 0.011M/s  (  3.057M/s/cpu)
"""
SUMMARY = "Summary: throughput    8.123 ± 0.012 M ops/s (  8.123M ops/prod), latency  123.107 ns/op\n"
REFUSED = {
    "one line that is no summary": "rb-prod nr_prod 1    32.180 ± 0.033M/s\n",
    "no deviation": CONTENDED.replace(" ± ", " of "),
    "another unit": CONTENDED.replace("M/s", "M"),
}


def test_each_line_is_a_rate_with_its_deviation_and_its_setting() -> None:
    rows = list(read_generic(lines(CONTENDED), frozenset()))

    assert may_hold_generic(CONTENDED, frozenset({b"s"}))
    assert [(row.test, dict(row.parameters), [value.cell.value for value in row.values]) for row in rows] == [
        ("rb-prod", {"nr_prod": 1}, [32.180]),
        ("rb-prod", {"nr_prod": 2}, [9.617]),
    ]
    assert [spread.cell.value for row in rows for spread in row.values[0].spread] == [0.033, 0.003]


def test_processors_in_brackets_are_a_setting_and_their_share_is_no_result() -> None:
    rows = list(read_generic(lines(PROBES), frozenset()))

    assert [(row.test, dict(row.parameters), row.values[0].cell.value) for row in rows] == [
        ("uprobe-nop", {"cpus": 1}, 3.219),
        ("uprobe-nop", {"cpus": 2}, 6.113),
    ]


def test_a_summary_tells_a_rate_and_a_latency() -> None:
    (row,) = read_generic(lines(SUMMARY), frozenset())

    assert [(value.metric, value.cell.value, value.unit, value.better) for value in row.values] == [
        ("rate", 8.123, "M ops/s", "higher"),
        ("latency", 123.107, "ns/op", "lower"),
    ]


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_other_figures_are_left_alone(text: str) -> None:
    assert list(read_generic(lines(text), frozenset())) == []
