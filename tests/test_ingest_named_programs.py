"""Hand-drawn tables of known benchmarks: which line above names the benchmark, and which does not."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic

TABLE = """\
               | STRIPE_SIZE(64KB) | STRIPE_SIZE(4KB)
  -----------------------------------------------------
  4KB randwrite |     15MB/s        |      100MB/s
  1MB write     |   1000MB/s        |      700MB/s
"""
NAMED = {
    "a lead": ("The fio test result as follow:\n\n", "fio", "bw"),
    "a command": ("$ fio --rw=write --bs=4k\n\n", "fio", "bw"),
    "a sentence right above": ("Ran 'dd' command to evaluate it:\n", "dd", "throughput"),
    "a title over a lead": ("iperf3 results\n\nsame host, both directions:\n\n", "iperf3", "rate"),
}
NOT_NAMED = {
    "two of them": "The fio and dd results:\n\n",
    "one that we do not know is nearer": "fio results\n\nThese are of qperf:\n\n",
    "prose further above": "Somebody else saw this with fio on a disk of another kind.\n\nResults:\n\nwrites:\n\n",
    "one that has no such measure": "hackbench results:\n\n",
    "part of a name": "results of myfio-like:\n\n",
}


def told(text: str) -> list[tuple[str | None, str]]:
    return [(row.suite, value.metric) for row in read_generic(lines(text), frozenset()) for value in row.values]


@pytest.mark.parametrize("name", NAMED)
def test_the_line_above_names_the_benchmark_whose_name_of_the_measure_is_taken(name: str) -> None:
    above, suite, metric = NAMED[name]
    assert told(above + TABLE) == [(suite, metric)] * 4


@pytest.mark.parametrize("name", NOT_NAMED)
def test_a_table_is_of_no_known_benchmark_where_the_lines_above_leave_it_open(name: str) -> None:
    assert told(NOT_NAMED[name] + TABLE) == [(None, "throughput")] * 4
