"""Lists of names and rates that no suite claims: what is read, and which are left alone."""

from time import perf_counter

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


def test_a_gain_behind_a_rate_is_left_out_and_where_one_name_is_a_side_all_are() -> None:
    rows = list(read_generic(lines(NOTED), frozenset()))
    assert [(row.test, row.kernel.text if row.kernel else None, row.values[0].cell.value) for row in rows] == [
        ("On PMEM", "Base XFS", 544),
        ("On PMEM", "Parallel Writeback XFS", 1015),
    ]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_list_of_results_is_left_alone(name: str) -> None:
    assert told(REFUSED[name]) == []


COUNTED = """\
dma_unmap_single():
  - IOMMU disabled: 181.25 ns (avg over 20,000 calls)
  - IOMMU enabled:  5216.19 ns (avg over 21,000 calls)
"""
MEASURED = """\
The patch brings this improvement:

1. closing 4 open files:
   - close_all_fds(): ~280 us
   - close_range():    ~24 us
"""
OF_CALLS = """\
gettimeofday:    vdso: 907 nsec/call
clock-getres-realtime:    vdso: 484 nsec/call
"""
TIMES: dict[str, tuple[str, list[tuple[str, float, str]]]] = {
    "counts behind them": (COUNTED, [("IOMMU disabled", 181.25, "ns"), ("IOMMU enabled", 5216.19, "ns")]),
    "words on what was measured above": (MEASURED, [("close_all_fds()", 280, "us"), ("close_range()", 24, "us")]),
    "a unit of single calls": (
        OF_CALLS,
        [("gettimeofday: vdso", 907, "nsec/call"), ("clock-getres-realtime: vdso", 484, "nsec/call")],
    ),
}


@pytest.mark.parametrize("name", TIMES)
def test_times_are_results_where_they_are_told_to_be_of_runs(name: str) -> None:
    text, results = TIMES[name]
    assert told(text) == results


OF_A_DEVICE = """\
after the test:
\tinactive time:\t136 ms
\trx bytes:\t42923460
\ttx duration:\t1386481 us
\tfirst answer:\t61 seconds
\tairtime weight: 256
"""
OF_A_TABLE = """\
times:
  PRE_NTFY           5ms              1ms              20ms
  DACK              58ms             72ms             232ms
  IQK               84ms             53ms             336ms
"""
NO_TIMES = {
    "keys of a device among others": OF_A_DEVICE,
    "rates of a link": "after the patch:\n  rx bitrate: 54.0 MBit/s\n  tx bitrate: 2.8 MBit/s\n",
    "what is set": "The test uses\n  retry delay: 10 ms\n  boot wait: 20 ms\n",
    "nothing is said of a run": "Some words.\n\nhere: 10 ms\nthere: 20 ms\n",
    "rows of a table": OF_A_TABLE,
}


@pytest.mark.parametrize("name", NO_TIMES)
def test_times_of_other_things_are_no_results(name: str) -> None:
    assert told(NO_TIMES[name]) == []


def test_a_list_with_a_side_names_sides_and_the_statistic_of_each() -> None:
    text = "- Baseline: 210.9 MB/s\n- Baseline + peg cpufreq to max: 284.3 MB/s\n- avg of this patch: 279.6 MB/s\n"
    rows = list(read_generic(lines(text), frozenset()))
    assert [(row.kernel.text if row.kernel else None, row.values[0].statistic) for row in rows] == [
        ("Baseline", "sample"),
        ("Baseline + peg cpufreq to max", "sample"),
        ("avg of this patch", "mean"),
    ]


def test_settings_before_sides_are_parameters_and_blank_lines_may_part_the_pairs() -> None:
    text = (
        "The test gave these results:\n\nNUM_FILES=10000, before this patch: 27399 ms\n"
        "NUM_FILES=10000, after this patch:   9093 ms (-66.8%)\n\nNUM_FILES=5000, before this patch:   9241 ms\n"
        "NUM_FILES=5000, after this patch:    4642 ms (-49.8%)\n"
    )
    rows = list(read_generic(lines(text), frozenset()))
    assert [(dict(row.parameters), row.kernel.text if row.kernel else None) for row in rows] == [
        ({"NUM_FILES": 10000}, "before this patch"),
        ({"NUM_FILES": 10000}, "after this patch"),
        ({"NUM_FILES": 5000}, "before this patch"),
        ({"NUM_FILES": 5000}, "after this patch"),
    ]


def test_statistics_of_a_difference_in_time_are_results() -> None:
    text = "The result of 1000 packets:\n  Min delta: 0.005 us\n  Avr delta: 0.016 us\n  Max delta: 0.031 us\n"
    rows = list(read_generic(lines(text), frozenset()))
    assert [value.statistic for row in rows for value in row.values] == ["min", "mean", "max"]


def test_a_log_of_lines_that_look_like_a_list_is_looked_at_once() -> None:
    same = "".join(f"  copy of part {number % 2}: 10 MB/s\n" for number in range(4000))
    started = perf_counter()
    assert told(same) == []
    assert perf_counter() - started < 10


def test_the_unit_may_stand_in_the_labels() -> None:
    text = "DRAM only bandwidth (GBps):             298.8\nDRAM + CXL (default interleave)(GBps): 113.04\n"
    assert told(text) == [
        ("DRAM only bandwidth", 298.8, "GBps"),
        ("DRAM + CXL (default interleave)", 113.04, "GBps"),
    ]
    assert told(text.replace("GBps", "GB")) == []
    assert told("read limit (MB/s): 100\nwrite limit (MB/s): 50\n") == []
