"""Lists of names and rates that no suite claims: what is read, and which are left alone."""

import pytest

from archive.text import lines
from ingest.generic_tables import read_generic

SIGNED = """\
before patch:
        write (psync x 96 jobs) = 465 KIOPS
        read (libaio@qd=8 x 96 jobs) = 1361 KIOPS
"""
BARE = """\
the test result on the board was:

   raid6: rvvx1    gen()  2916 MB/s
   raid6: rvvx2    gen()  2986 MB/s
   raid6: int64x8  gen()  1571 MB/s
   raid6: using algorithm rvvx2 gen() 2986 MB/s
"""
NOTED = """\
  - On PMEM:
    Base XFS                : 544 MiB/s
    Parallel Writeback XFS  : 1015 MiB/s  (+86%)
"""
REFUSED = {
    "one rate": "Rate:             113.72MiB/s\n",
    "what a link offers": "Link speed: 10 Gb/s\nSATA port: 6 Gb/s\n",
    "limits": "read limit: 100 MB/s\nwrite limit: 50 MB/s\n",
    "times": "real: 12.3 s\nsleep: 10 s\nwait: 4 s\n",
    "the same name again": "copy: 100 MB/s\ncopy: 120 MB/s\n",
    "units of different kinds": "copy: 100 MB/s\nlook: 120 ops/s\n",
    "two without a sign": "It copies at   100 MB/s\nIt looks at    120 MB/s\n",
    "seconds of a run": "  1s: 196035MB/sec\n  2s: 132308MB/sec\n  3s: 132438MB/sec\n",
}


def told(text: str) -> list[tuple[str, float, str | None]]:
    rows = read_generic(lines(text), frozenset())
    return [(row.test, value.cell.value, value.unit) for row in rows for value in row.values]


def test_names_with_a_sign_before_their_rates_are_results() -> None:
    assert told(SIGNED) == [
        ("write (psync x 96 jobs)", 465, "KIOPS"),
        ("read (libaio@qd=8 x 96 jobs)", 1361, "KIOPS"),
    ]


def test_three_names_before_rates_in_a_column_are_results_and_what_is_chosen_of_them_is_none() -> None:
    assert told(BARE) == [
        ("raid6: rvvx1 gen()", 2916, "MB/s"),
        ("raid6: rvvx2 gen()", 2986, "MB/s"),
        ("raid6: int64x8 gen()", 1571, "MB/s"),
    ]


def test_a_gain_behind_a_rate_is_left_out() -> None:
    assert told(NOTED) == [("Base XFS", 544, "MiB/s"), ("Parallel Writeback XFS", 1015, "MiB/s")]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_list_of_results_is_left_alone(name: str) -> None:
    assert told(REFUSED[name]) == []
