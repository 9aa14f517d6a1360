"""Hand-drawn tables whose sides are no known words: what is read from them as what, and which are left alone."""

import pytest

from archive.text import lines
from ingest.generic_tables import may_hold_generic, read_generic
from ingest.tables import prospect
from suites.base import Row
from suites.marks import words_of

UNITS_IN_CELLS = """\
|                      | none      | bitmap    | llbitmap  |
| -------------------- | --------- | --------- | --------- |
| raid1                | 13.7MiB/s | 9696KiB/s | 19.5MiB/s |
| raid1(assume clean)  | 19.5MiB/s | 11.9MiB/s | 19.5MiB/s |
"""
SETTINGS_OVER_SIDES = """\
       4 vcpu VM       |   numjobs=2   |   numjobs=4
  -----------------------------------------------------
    fio without patch  |  367.2K IOPS  |   397.6K IOPS
  -----------------------------------------------------
    fio with patch     |  372.8K IOPS  |   407.7K IOPS
"""
MEASURE_IN_THE_CORNER = """\
KIOPS(depth_batch)  1_1    8_2    64_16
Without plug        159    496     784
With plug           159    525     991
"""
MEASURE_IN_THE_TITLE = """\
ublk null target
IOPS(k)

type            ucmd            ucmd-batch
seq-read        257             257
rand-read       252             253
"""
AMOUNTS_BEFORE_SIDES = """\
SMC-R
msgsize   noautosplit    autosplit
128KB       55.546 us     55.763 us
256KB       83.537 us     69.743 us (17% improve)
"""
MEASURES_OVER_SIDES = """\
nvme:
              | iops           | cpu  | bw
-----------------------------------------------
without patch | 1.6M           | ~50% | 5.5GB/s
with patch    | 2M (throttled) | 0%   | 16GB/s (throttled)
"""
NAMES_OF_MEASURES = """\
unshare results
      metric              baseline       current        stdev            diff
=============================================================================
avg_commit_ms               162.13        285.75          3.14         76.24%
bg_count                        16            16             0          0.00%
write_iops                  159.43        118.74          1.03        -25.52%
write_lat_ns_max          7.06e+08      9.80e+08   47324816.61         38.88%
"""
SIDES_IN_BRACKETS = """\
randread             (RR)IOPS        (RR)latency     (WRR)IOPS       (WRR)latency
---------------------------------------------------------------------------------
randread_high        217474          3528.49         404451          1897.17
randread_low         217978          3520.98         67419           11386.43
"""
OPERATIONS = """\
|         |            |            | Read I/O count  |
|         | Read       | Write      | devid1 | devid2 |
|---------|------------|------------|--------|--------|
| pid     | 20.3MiB/s  | 20.5MiB/s  | 313895 | 313895 |
| latency | 18.4MiB/s  | 18.4MiB/s  | 272980 | 291683 |
"""
A_COLUMN_OF_KERNELS = """\
+-----------------+----------+---------+-------------+
| metric          | kernel   |   value | perc_diff   |
|-----------------+----------+---------+-------------|
| multicore_score | menu     |  2832.3 | 0.0%        |
| multicore_score | teo      |  2815.3 | -0.6%       |
+-----------------+----------+---------+-------------+
"""
TWO_LINES_A_LABEL = """\
+--------------+---------+----------+
|              | seqw4K1 | rndw4K16 |
|              | (MB/s)  |  (KIOPS) |
+--------------+---------+----------+
|   Baseline   | 1005    | 564      |
|  mq-deadline |         |          |
+--------------+---------+----------+
|     Patched  | 2937    | 2286     |
|  none        | (+218%) | (+179%)  |
+--------------+---------+----------+
"""
LABELS_OF_FOUR_LINES = """\
|         | x13s        | Ampere HR330 |
|         | Metal, 32GB | Metal, 128GB |
|         | 8cpus       | 32cpus       |
|---------|-------------|--------------|
| threads |  ms     (%) |  ms      (%) |
|---------|-------------|--------------|
| 1       | 108    (0%) | 324     (0%) |
| cpus    |  24  (-77%) |  56   (-82%) |
"""
LOST_GAPS_OF_HEADS = """\
SMC-R:

server-thread    ops/sec  client-cpu server-cpu
    1             242k        220%         97%
    2             362k        241%        128%
"""
UNIT_IN_THE_TITLE = """\
1. perf bench syscall usec/op (-ve is improvement)

        | Syscall | Base        | Generic Entry | change % |
        | ------- | ----------- | ------------- | -------- |
        | basic   | 0.223       | 0.218         | -2.25    |
        | execve  | 799.564     | 787.849       | -1.47    |
"""
BOUND_UNITS = """\
| Metric     | W/O this patch | With this patch | Change    |
| ---------- | -------------- | --------------- | --------- |
| Total time | 2.195 [sec]    | 2.171 [sec]     |  1.1%     |
| usecs/op   | 0.219575       | 0.217192        |  1.1%     |
"""
FIGURES_AS_HEADS = """\
| cg1 weight      | 10   | 20   | 30   |
| cg2 weight      | 90   | 80   | 70   |
| cg1 bw MiB/s    | 25.8 | 51.0 | 80.1 |
| cg2 bw / cg1 bw | 7.48 | 3.51 | 2.02 |
"""
TABLES = {
    "units in cells": UNITS_IN_CELLS,
    "settings over sides": SETTINGS_OVER_SIDES,
    "measure in the corner": MEASURE_IN_THE_CORNER,
    "measure in the title": MEASURE_IN_THE_TITLE,
    "amounts before sides": AMOUNTS_BEFORE_SIDES,
    "measures over sides": MEASURES_OVER_SIDES,
    "names of measures": NAMES_OF_MEASURES,
    "sides in brackets": SIDES_IN_BRACKETS,
    "operations": OPERATIONS,
    "a column of kernels": A_COLUMN_OF_KERNELS,
}
REFUSED = {
    "a row above the first that was read": """\
       v1                v2            % change

 4k  IOPS=116k        IOPS=95.5k         -17%
 8k  IOPS=104k
""",
    "a profile": """\
Function              Duration (ms)   Percentage
do_exit                 791.813     **********100%
exit_mm                 577.859        *******73%
""",
    "counts under a word that names no measure of theirs": """\
duration    pswpin  pswpout
1           852     6,424
10          212     3,325
""",
    "no labels": """\
With patch (real)   With patch (sys)    Without patch (real)
        80                   78                     91
        63                   62                     93
""",
    "gaps lost between figures": """\
                         TCP                  SMC-lo SMC-lo-nocpy
Bandwidth(MBps)   4943.359        4936.096(-0.15%) 8239.624(+66.68%)
Latency(us)          6.372          3.359(-47.28%) 3.25(-49.00%)
""",
    "columns that nothing tells apart": """\
       |  IOPS  |  IOPS  |
-------------------------
first  |  491k  |  467k  |
second |  582k  |  582k  |
""",
    "a machine": """\
CPU(s):              160
Thread(s) per core:  4
Core(s) per socket:  20
Socket(s):           2
L1d latency (ns):    2
""",
    "machines side by side": """\
On-line CPU(s) list: 0-159          On-line CPU(s) list: 0-159
Thread(s) per core:  4              Thread(s) per core:  4
Core(s) per socket:  20             Core(s) per socket:  20
""",
    "settings of a test": """\
with following parameters:
     ip: ipv4
     runtime: 300s
     nr_threads: 16
""",
    "iostat of 2002": """\
iostat 30 says that the disks are busy:
Device:        tps   Blk_read/s   Blk_wrtn/s   Blk_read   Blk_wrtn
dev8-0      406.46      6285.98      2083.54     108056      35816  (root/swap)
dev8-1      103.49      1149.51       916.35      19760      15752  (usr/swap)
""",
    "iostat": """\
Device             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn
sdj              20.18       388.93         0.09   15843978      34766
sdk              19.23       388.88         0.09   15841998      35366
""",
    "vmstat": """\
procs -----------memory---------- ---swap-- -----io---- -system--
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs
 1  0      0 812345  12345 123456    0    0     1     2  100  200
""",
    "top": """\
    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND
  19719 root      20   0    2852   2820   2020 D   5.1   0.0   285:40 raid6check
""",
    "histogram": """\
Latency of the close in 5s:
     usecs               : count     distribution
      0 -> 1          : 0        |                        |
      2 -> 3          : 7        |                        |
      8 -> 15         : 186485   |************************|
""",
    "trace of requests": """\
Time        Process        PID     Device      LBA        Size      Lat
0.843734    md0_raid10     5267    nvme0n1   W 24         3584      1.17
0.843933    md0_raid10     5267    nvme1n1   W 24         3584      1.36
""",
    "idle states": """\
State      Latency (us)     Residency (us)
C1         2                2
C6         133              400
""",
    "figures under the heads of others": """\
Mode          MB/s       IOPS    Avg(us)    p50(us)
buffered             314 80374.217300      196.5 193.536
direct             220.9 56539.452768      280.5  98.816
""",
    "in relation to the first": """\
Here results are throughput (MB/s)
Clients:   acpi-cpufreq           amd_pst+passive         amd_pst+guided
    1          1.00 (0.00 pct)         1.01 (1.00 pct)         1.02 (2.00 pct)
    2          1.07 (0.00 pct)         1.06 (-0.93 pct)        1.07 (0.00 pct)
""",
    "efficiency": """\
host -> guest efficiency [Mbps / (%CPU_Host + %CPU_Guest)]
pkt_size   before opt      p 1     p 2+3

32             0.35      0.45     0.79
64             0.56      0.80     1.41
""",
    "counters below a head of time": """\
elapsed (s)           left      right
page-faults          12345     12340
context-switches       991       870
""",
    "a line above that is a row itself": """\
Trigger time:.... 0.842679 s   (Throughput:     6075.86 MB/s)
I/O time:........   263.17 s   (Throughput:      19.455 MB/s)
""",
    "sizes": """\
           left       right
Written    183.6 MB   190.5 MB
Request    79 KB      41 KB
""",
    "per cents": """\
Benchmark    | LPAR  | z/VM  |
------------------------------
cyclictest   | +45%  | +50%  |
hackbench    | +5%   | +12%  |
""",
}


def read(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def told(text: str) -> list[tuple[object, ...]]:
    """Test, metric, value, unit, side and settings of each result."""
    found = list[tuple[object, ...]]()
    for row in read(text):
        for value in row.values:
            label = value.kernel or row.kernel
            settings = tuple(row.parameters.items())
            found.append(
                (row.test, value.metric, value.cell.value, value.unit, label.text if label else None, *settings)
            )
    return found


def test_cells_with_units_are_results_whatever_words_head_them() -> None:
    assert told(UNITS_IN_CELLS)[:2] == [
        ("raid1", "throughput", 13.7, "MiB/s", "none"),
        ("raid1", "throughput", 9696, "KiB/s", "bitmap"),
    ]
    assert len(told(UNITS_IN_CELLS)) == 6


def test_heads_of_settings_are_parameters_where_the_rows_are_sides() -> None:
    assert told(SETTINGS_OVER_SIDES)[:2] == [
        ("rate", "rate", 367200, "IOPS", "fio without patch", ("numjobs", 2)),
        ("rate", "rate", 397600, "IOPS", "fio without patch", ("numjobs", 4)),
    ]


def test_the_corner_says_what_the_figures_are() -> None:
    assert [found[2:5] for found in told(MEASURE_IN_THE_CORNER)][:3] == [
        (159, "KIOPS", "Without plug"),
        (496, "KIOPS", "Without plug"),
        (784, "KIOPS", "Without plug"),
    ]


def test_the_title_says_what_the_figures_are() -> None:
    assert told(MEASURE_IN_THE_TITLE)[0] == ("seq-read", "rate", 257, "kIOPS", "ucmd")


def test_amounts_at_the_beginning_of_rows_are_settings_and_gains_in_brackets_are_left_out() -> None:
    assert told(AMOUNTS_BEFORE_SIDES)[-2:] == [
        ("SMC-R", "time", 83.537, "us", "noautosplit", ("msgsize", "256KB")),
        ("SMC-R", "time", 69.743, "us", "autosplit", ("msgsize", "256KB")),
    ]


def test_heads_that_name_measures_say_what_each_column_is() -> None:
    assert told(MEASURES_OVER_SIDES) == [
        ("nvme", "rate", 1.6e6, "iops", "without patch"),
        ("nvme", "bandwidth", 5.5, "GB/s", "without patch"),
        ("nvme", "rate", 2e6, "iops", "with patch"),
        ("nvme", "bandwidth", 16, "GB/s", "with patch"),
    ]


def test_rows_that_name_their_measure_are_results_and_counts_and_spreads_are_none() -> None:
    assert told(NAMES_OF_MEASURES) == [
        ("avg_commit", "time", 162.13, "ms", "baseline"),
        ("avg_commit", "time", 285.75, "ms", "current"),
        ("write", "rate", 159.43, "iops", "baseline"),
        ("write", "rate", 118.74, "iops", "current"),
        ("write_lat_ns_max", "time", 7.06e8, "ns", "baseline"),
        ("write_lat_ns_max", "time", 9.80e8, "ns", "current"),
    ]
    values = [value for row in read(NAMES_OF_MEASURES) for value in row.values]
    assert [value.statistic for value in values] == ["mean", "mean", "sample", "sample", "max", "max"]
    assert values[4].cell.resolution == pytest.approx(1e6)


def test_words_beside_a_measure_tell_columns_of_one_measure_apart() -> None:
    assert [found[1:5] for found in told(SIDES_IN_BRACKETS)][:4] == [
        ("rate", 217474, "IOPS", "RR"),
        ("latency", 3528.49, None, "RR"),
        ("rate", 404451, "IOPS", "WRR"),
        ("latency", 1897.17, None, "WRR"),
    ]


def test_operations_over_columns_are_tests_and_counts_beside_them_are_left_out() -> None:
    assert told(OPERATIONS) == [
        ("Read", "throughput", 20.3, "MiB/s", "pid"),
        ("Write", "throughput", 20.5, "MiB/s", "pid"),
        ("Read", "throughput", 18.4, "MiB/s", "latency"),
        ("Write", "throughput", 18.4, "MiB/s", "latency"),
    ]


def test_a_column_of_kernels_names_the_side_of_each_row() -> None:
    assert told(A_COLUMN_OF_KERNELS) == [
        ("multicore_score", "score", 2832.3, None, "menu"),
        ("multicore_score", "score", 2815.3, None, "teo"),
    ]


def test_a_label_may_go_on_in_the_line_below() -> None:
    assert told(TWO_LINES_A_LABEL)[0][2:5] == (1005, "MB/s", "Baseline mq-deadline")
    assert told(TWO_LINES_A_LABEL)[-1][2:5] == (2286, "KIOPS", "Patched none")


def test_heads_of_several_lines_are_joined_over_rulers() -> None:
    found = told(LABELS_OF_FOUR_LINES)
    assert [each[2:4] for each in found] == [(108, "ms"), (324, "ms"), (24, "ms"), (56, "ms")]
    assert "x13s Metal, 32GB 8cpus" in str(found[0][0])


def test_heads_whose_gaps_were_lost_are_told_by_their_number() -> None:
    assert told(LOST_GAPS_OF_HEADS) == [
        ("SMC-R", "rate", 242000, "ops/sec", None, ("server-thread", 1)),
        ("SMC-R", "rate", 362000, "ops/sec", None, ("server-thread", 2)),
    ]


def test_a_time_for_an_operation_in_the_title_is_the_unit() -> None:
    assert told(UNIT_IN_THE_TITLE)[:2] == [
        ("basic", "time_per_op", 0.223, "usec/op", "Base"),
        ("basic", "time_per_op", 0.218, "usec/op", "Generic Entry"),
    ]


def test_units_in_brackets_belong_to_the_figure_before_them() -> None:
    assert [found[2:5] for found in told(BOUND_UNITS)][:3] == [
        (2.195, "sec", "W/O this patch"),
        (2.171, "sec", "With this patch"),
        (0.219575, "usecs/op", "W/O this patch"),
    ]


def test_heads_that_come_again_belong_to_the_words_over_each_group() -> None:
    text = (
        "clients         async                   sync\n"
        "                BW      Latency         BW      Latency\n"
        "1                935.18   0.855          915.64   0.903\n"
        "8               2404.51   6.873         2341.77   6.511\n"
    )
    assert [found[1:5] for found in told(text)][:4] == [
        ("bandwidth", 935.18, None, "async"),
        ("bandwidth", 915.64, None, "sync"),
        ("latency", 0.855, None, "async"),
        ("latency", 0.903, None, "sync"),
    ]


def test_a_unit_of_the_first_row_holds_for_the_sides_below_it() -> None:
    text = (
        "                      kmalloc                 pgalloc\n"
        "Baseline (6.3-rc7)    9.200s                  31.050s\n"
        "profiling disabled    9.800 (+6.52%)          32.600 (+4.99%)\n"
    )
    assert [found[2:4] for found in told(text)] == [(9.2, "s"), (31.05, "s"), (9.8, "s"), (32.6, "s")]


def test_a_name_before_each_figure_says_what_it_is() -> None:
    text = "           v1             v2            % change\n\n 4k  IOPS=116k     IOPS=95.5k         -17%\n"
    text += " 8k  IOPS=104k     IOPS=85.3k         -17%\n"
    assert [found[1:5] for found in told(text)][:2] == [
        ("rate", 116000, "IOPS", "v1"),
        ("rate", 95500, "IOPS", "v2"),
    ]


def test_percentiles_are_statistics_and_part_numbers_are_none() -> None:
    text = "Mode       R137-P31 (ms)   avg (ms)   p99.9 (ms)   99th (ms)\n"
    text += "one                  4.1        4.2         93.1        50.2\n"
    text += "two                 5.1        5.2         94.1        51.2\n"
    assert [value.statistic for row in read(text) for value in row.values][:4] == ["sample", "mean", "p99.9", "p99"]


def test_sizes_over_columns_are_settings() -> None:
    text = "BLOCK_SIZE             512     4K      8K\nold (KIOPS)            1208    1208    1131\n"
    text += "new (KIOPS)            1222    1222    1170\n"
    assert told(text)[1] == ("old", "rate", 1208, "KIOPS", None, ("block_size", "4K"))


def test_columns_without_units_beside_times_are_no_times() -> None:
    text = (
        "|   N   | comparisons(old) | comparisons(new) | time(old) | time(new) |\n"
        "|-------|------------------|------------------|-----------|-----------|\n"
        "| 10000 |     249215       |     164872       |   1253 us |    958 us |\n"
        "| 20000 |     539766       |     350113       |   2693 us |   2059 us |\n"
    )
    assert [found[2] for found in told(text)] == [1253, 958, 2693, 2059]


def test_growing_figures_over_columns_are_settings() -> None:
    assert told(FIGURES_AS_HEADS) == [
        ("cg1 bw", "throughput", 25.8, "MiB/s", None, ("cg1_weight", 10)),
        ("cg1 bw", "throughput", 51.0, "MiB/s", None, ("cg1_weight", 20)),
        ("cg1 bw", "throughput", 80.1, "MiB/s", None, ("cg1_weight", 30)),
    ]


def test_no_break_spaces_between_columns_are_gaps() -> None:
    text = AMOUNTS_BEFORE_SIDES.replace("  ", "\xa0 ")
    assert prospect(text).has_generic
    assert told(text) == told(AMOUNTS_BEFORE_SIDES)


def test_two_sides_may_have_units_of_different_size() -> None:
    assert [found[2:5] for found in told("Write of 100 MB:\n  Before: 782 MB/s\n  After:  1.1 GB/s\n")] == [
        (782, "MB/s", "Before"),
        (1.1, "GB/s", "After"),
    ]


def test_letters_of_thousands_multiply() -> None:
    text = "Kernel       Write IOPS\nv5.4              1050K\nv5.5              1040k\n"
    assert [found[2:5] for found in told(text)] == [(1.05e6, "IOPS", "v5.4"), (1.04e6, "IOPS", "v5.5")]


def test_decimal_commas_are_told_by_the_table() -> None:
    text = "          one         two\nopen      13,7 us     9,1 us\nclose     1,25 us     1,1 us\n"
    assert [found[2] for found in told(text)] == [13.7, 9.1, 1.25, 1.1]


def test_a_spread_with_a_sign_is_kept_beside_its_figure() -> None:
    text = "          one               two\nopen      13.7 us +- 2%     9.1 us +- 0.3\n"
    spreads = [value.spread[0] for row in read(text) for value in row.values]
    assert [(spread.kind, spread.cell.value) for spread in spreads] == [("percent", 2), ("unknown", 0.3)]


def test_a_remark_behind_a_row_is_no_part_of_it() -> None:
    text = "          one         two\nopen      13.7 us     9.1 us   <-- look\nclose     1.25 us     1.1 us\n"
    assert len(told(text)) == 4


@pytest.mark.parametrize("depth", ["> ", "> > ", ">>> "])
def test_quoted_tables_are_read_as_well(depth: str) -> None:
    text = "".join(f"{depth}{line}\n" for line in UNITS_IN_CELLS.splitlines())
    assert told(text) == told(UNITS_IN_CELLS)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_result_is_left_alone(name: str) -> None:
    assert told(REFUSED[name]) == []


@pytest.mark.parametrize("name", TABLES)
def test_the_cheap_look_lets_tables_through(name: str) -> None:
    assert may_hold_generic(TABLES[name], words_of(TABLES[name]))


RUNS = """FWIW the scores of both, teo-0 is the base:
Tested-by: Ann Example <ann@example.org>

test       gov        i     score  %change    idles  idle_miss  miss_rt
schbench   teo-0      0    194.07    +0.00%    25308        6    0.000
schbench   teo-0      1    194.53    +0.24%    25490        7    0.000
ebizzy     teo-1      0  10688.00    +0.00%     1096        7    0.006
ebizzy     teo-1      1  10668.00    -0.19%     1132       11    0.010
"""


def test_a_column_of_governors_names_sides_and_one_that_numbers_runs_tells_repeats() -> None:
    rows = list(read_generic(lines(RUNS), frozenset()))
    assert [(row.test, row.kernel and row.kernel.text, row.values[0].repeat) for row in rows] == [
        ("schbench", "teo-0", 1),
        ("schbench", "teo-0", 2),
        ("ebizzy", "teo-1", 1),
        ("ebizzy", "teo-1", 2),
    ]
    assert {row.title for row in rows} == {None}
