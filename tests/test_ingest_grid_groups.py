"""Hand-drawn tables with words over groups of columns, pipes inside groups, and single blanks between cells."""

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

SETTINGS_OVER_SIDES = """\
     UNIT        size:1024      size:4096      size:16384     size:65536
     Gbits/sec   QUIC | kTLS    QUIC | kTLS    QUIC | kTLS    QUIC | kTLS
     --------------------------------------------------------------------
     mtu:1500    2.27 | 3.26    3.02 | 6.97    3.36 | 9.74    3.48 | 10.8
     --------------------------------------------------------------------
     mtu:9000    3.66 | 3.72    5.87 | 8.92    7.03 | 11.2    8.04 | 11.4
"""
MEASURES_OVER_SIDES = """\
+--------+------------------------------+------------------------------+
| mem_sz |    ADJUST_MAPPINGS (s)       |      Unmap VM (s)            |
|  (GB)  | Baseline | Baseline + series | Baseline | Baseline + series |
+--------+----------|-------------------+------------------------------+
|   1    |   3.33   |   3.22            | 0.009     | 0.005            |
|   2    |   7.39   |   7.32            | 0.012     | 0.006            |
+--------+----------|-------------------+------------------------------+
"""
WORDS_OVER_ALL = """\
             | Iteration 1 dirty memory time                           |
             | ------------------------------------------------------- |
vCPU Count   | eager_page_split=N         | eager_page_split=Y         |
------------ | -------------------------- | -------------------------- |
2            | 0.367445635s               | 0.359880160s               |
4            | 0.503976497s               | 0.418760595s               |
"""
SINGLE_BLANKS = """\
                              Read    Write
 UHS-II disabled (UHS-I): 88.3MB/s 60.7MB/s
 UHS-II enabled         :  206MB/s   80MB/s
"""
BARE_POINTS = """\
run times depending on number of rules:

rule count	| legacy	| nft old	| nft new
---------------------------------------------------------
 50,000		| .052s		| .611s		| .406s
100,000		| .115s		| 2.12s		| 1.24s
"""
AMOUNTS_WITHOUT_CORNER = """\
Small packets (upload over a short cable, three runs each, avg Mbps):

                     Stock    32 URBs    64 URBs
  64 bytes:          139      128        126
  256 bytes:         441      444        442
"""
SIDES_OVER_OPERATIONS = """\
                 Physically contiguous         vmalloc region
  Connections      TX          RX              TX          RX
  --------------------------------------------------------------
  1                47.2        46.9            46.8        46.6
  16               181         180             181         182
"""
WORDS_OVER_ROWS = """\
                4-bit       8-bit
net,port
 1000 entries   2304165pps  2901299pps
port,net
 100 entries    4131471pps  4751247pps
"""
WIDE_LABELS = """\
\t\tTX [Mbps]\tRX [Mbps]
  PSM off:\t15.4\t\t19.7
  PSM  on:\t12.2\t\t17.9
"""
AMOUNTS_OVER_GROUPS = """\
x---------------x---------------------------------x---------------------------------x
|   IOdepth     |            8                    |            16                   |
x---------------x---------------------------------x---------------------------------x
|               |  KIOPS   |BW(MiB/s) | Lat(usec) |  KIOPS   |BW(MiB/s) | Lat(usec) |
x---------------x---------------------------------x---------------------------------x
| Without patch |  578     |  2257    |   12.80   |  576     |  2248    |   25.78   |
|  With patch   |  581     |  2268    |   12.74   |  576     |  2248    |   25.85   |
x---------------x---------------------------------x---------------------------------x
"""
HEAD_OVER_ITS_UNIT = """\
+---------------------+------------------------------+
| IPC type            |       Example Latency        |
|                     |        (micro seconds)       |
+---------------------+------------------------------+
| User IPI (running)  |                     1.0 usec |
| Signal              |                    14.8 usec |
"""
NUMBERED_ROWS = """\
|  # | Storage    | Jobs | Test                | Policy      |   IOPS  |
| -: | :--------- | ---: | :------------------ | :---------- | ------: |
|  1 | HDD RAID1  |    1 | RandRead 4 KiB QD1  | pid         |      81 |
|  6 | SSD RAID10 |    1 | RandRead 4 KiB QD32 | pid         |  68 800 |
"""
NOT_TESTED = """\
(times in nsec/call; n/t: not tested)
call                            5.2-rc3 5.2-rc3-vdso
clock-gettime-monotonic:        147     142
clock-getres-monotonic:         n/t     34
"""
WORDS_BEHIND = """\
                         Before          After           Improvement
  map:                  26.12s          1.54s           ~17x faster
  unmap:                40.00s          0.017s          ~2353x faster
"""
SPREAD_BEFORE_THE_UNIT = """\
                              <before>                | <after>
   hits throughput:           13.895 ± 0.024 M ops/s  | 14.022 ± 0.095 M ops/s       (+0.9%)
   hits latency:              71.968 ns/op            | 71.318 ns/op         (-0.9%)
"""
FIGURES_AS_HEADS = """\
+-------------------------------+---------------+---------------+
| smcr_max_conns_per_lgr        | 32            | 255           |
|-------------------------------+---------------+---------------|
| before                        | 4.85 Gb/s     | 657.95 Mb/s   |
|-------------------------------+---------------+---------------|
| after                         | 5.01 Gb/s     | 2.2 Gb/s      |
"""
UNITS_IN_A_COLUMN = """\
  +----------------+-----------+-----------+-----------+--------------+
  | Benchmark      | Kernel 1  | Kernel 2  |   Unit    | % Improvement|
  |                |  (avg/5)  |  (avg/5)  |           | (K2 vs K1)   |
  +----------------+-----------+-----------+-----------+--------------+
  | Wake-parallel  |  0.01614  |  0.00456  |    ms     |   +71.75%    |
  | Lock-pi        |     34.0  |     57.2  |  ops/sec  |   +68.24%    |
"""
PER_SECOND = """\
  | Case                | Total Rounds | Throughput | Miss/Drop(%) |
  | ------------------- | ------------ | ---------- | ------------ |
  | Baseline (Run 1)    | 22,711       | 37.85 /s   | 45.04        |
  | With Series (Run A) | 54,428       | 90.71 /s   | 1.69         |
"""
HEAVY_BOX = """\
┏━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━┳━━━━━━━━┓
┃ Change        ┃ Unixbench Score ┃ Loss   ┃
┡━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━╇━━━━━━━━┩
│ no change     │ 1072.6          │ ---    │
│ syscall count │ 982.5           │ 8.40%  │
└───────────────┴─────────────────┴────────┘
"""
COUNTED_BY_TIME = """\
== Read Lock Waiting Time Distribution ==

Range (us)                 Before (Avg)    After (Avg)    Change
------------------------------------------------------------------------
[0, 1)                     9,927           4,286          -56.82%
[1, 10)                    9,179           1,327          -85.54%
"""
SHOWN_BY_THE_KERNEL = """\
# cat /sys/kernel/debug/ceph/1.client4150/metrics
item                               total
------------------------------------------
opened files  / total inodes       0 / 4

item          total       avg_lat(us)     min_lat(us)     max_lat(us)     stdev(us)
-----------------------------------------------------------------------------------
write         5           914013          824797          1092343         103476
metadata      79          12856           1572            114572          13262
"""


def rows(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def told(text: str) -> list[tuple[str, dict[str, object], float, str | None, str | None]]:
    return [
        (row.test, dict(row.parameters), value.cell.value, value.unit, value.kernel.text if value.kernel else None)
        for row in rows(text)
        for value in row.values
    ]


def test_settings_over_groups_of_sides_are_parameters_and_pipes_may_part_only_the_sides() -> None:
    found = told(SETTINGS_OVER_SIDES)
    assert found[:3] == [
        ("mtu:1500", {"size": 1024}, 2.27, "Gbits/sec", "QUIC"),
        ("mtu:1500", {"size": 1024}, 3.26, "Gbits/sec", "kTLS"),
        ("mtu:1500", {"size": 4096}, 3.02, "Gbits/sec", "QUIC"),
    ]
    assert len(found) == 16


def test_what_is_measured_over_groups_of_sides_is_the_test_and_a_corner_of_two_lines_the_setting() -> None:
    assert told(MEASURES_OVER_SIDES)[:4] == [
        ("ADJUST_MAPPINGS", {"mem_sz": 1}, 3.33, "s", "Baseline"),
        ("ADJUST_MAPPINGS", {"mem_sz": 1}, 3.22, "s", "Baseline + series"),
        ("Unmap VM", {"mem_sz": 1}, 0.009, "s", "Baseline"),
        ("Unmap VM", {"mem_sz": 1}, 0.005, "s", "Baseline + series"),
    ]


def test_one_cell_over_all_heads_belongs_to_all_of_them() -> None:
    assert told(WORDS_OVER_ALL)[:2] == [
        ("Iteration 1 dirty memory time", {"vcpu_count": 2, "eager_page_split": "N"}, 0.367445635, "s", None),
        ("Iteration 1 dirty memory time", {"vcpu_count": 2, "eager_page_split": "Y"}, 0.359880160, "s", None),
    ]


def test_cells_with_their_units_may_have_single_blanks_between_them() -> None:
    assert [(row.test, row.test_text, value.cell.value) for row in rows(SINGLE_BLANKS) for value in row.values] == [
        ("Read", "UHS-II disabled (UHS-I)", 88.3),
        ("Write", "UHS-II disabled (UHS-I)", 60.7),
        ("Read", "UHS-II enabled", 206),
        ("Write", "UHS-II enabled", 80),
    ]


def test_figures_may_begin_with_their_point_and_amounts_have_commas() -> None:
    assert [(each[1], each[2], each[4]) for each in told(BARE_POINTS)][:4] == [
        ({"rule_count": 50000}, 0.052, "legacy"),
        ({"rule_count": 50000}, 0.611, "nft old"),
        ({"rule_count": 50000}, 0.406, "nft new"),
        ({"rule_count": 100000}, 0.115, "legacy"),
    ]


def test_labels_that_are_amounts_of_one_thing_are_settings_without_a_corner_too() -> None:
    found = told(AMOUNTS_WITHOUT_CORNER)
    assert found[0] == ("throughput", {"byte": 64}, 139, "Mbps", "Stock")
    assert len(found) == 6


def test_what_the_kernel_shows_of_itself_is_no_result_further_below_the_command() -> None:
    assert told(SHOWN_BY_THE_KERNEL) == []


def test_sides_over_groups_of_operations_are_sides_and_the_operations_tests() -> None:
    text = "throughput of four runs (GBits/sec):\n" + SIDES_OVER_OPERATIONS
    assert told(text)[:4] == [
        ("TX", {"connections": 1}, 47.2, "GBits/sec", "Physically contiguous"),
        ("TX", {"connections": 1}, 46.8, "GBits/sec", "vmalloc region"),
        ("RX", {"connections": 1}, 46.9, "GBits/sec", "Physically contiguous"),
        ("RX", {"connections": 1}, 46.6, "GBits/sec", "vmalloc region"),
    ]


def test_words_alone_over_rows_are_the_test_of_the_rows_below_them() -> None:
    assert [(each[0], each[1], each[2]) for each in told(WORDS_OVER_ROWS)] == [
        ("net,port", {"entry": 1000, "bit": 4}, 2304165),
        ("net,port", {"entry": 1000, "bit": 8}, 2901299),
        ("port,net", {"entry": 100, "bit": 4}, 4131471),
        ("port,net", {"entry": 100, "bit": 8}, 4751247),
    ]


def test_two_blanks_within_a_label_part_no_columns() -> None:
    assert [(row.test, row.values[0].cell.value) for row in rows(WIDE_LABELS)] == [
        ("PSM off TX", 15.4),
        ("PSM off RX", 19.7),
        ("PSM on TX", 12.2),
        ("PSM on RX", 17.9),
    ]


def test_amounts_over_groups_are_values_of_what_stands_before_them() -> None:
    found = rows(AMOUNTS_OVER_GROUPS)
    assert [
        (row.kernel.text if row.kernel else None, dict(row.parameters), value.metric, value.cell.value)
        for row in found[:4]
        for value in row.values
    ] == [
        ("Without patch", {"iodepth": 8}, "rate", 578),
        ("Without patch", {"iodepth": 8}, "throughput", 2257),
        ("Without patch", {"iodepth": 8}, "time", 12.80),
        ("Without patch", {"iodepth": 16}, "rate", 576),
    ]


def test_a_head_over_its_unit_is_one() -> None:
    assert [(each[0], each[2], each[3]) for each in told(HEAD_OVER_ITS_UNIT)] == [
        ("User IPI (running)", 1.0, "usec"),
        ("Signal", 14.8, "usec"),
    ]


def test_numbers_of_rows_name_no_tests_and_blanks_part_thousands_between_pipes() -> None:
    assert told(NUMBERED_ROWS) == [
        ("RandRead 4 KiB QD1", {"storage": "HDD RAID1", "jobs": 1, "policy": "pid"}, 81, "IOPS", None),
        ("RandRead 4 KiB QD32", {"storage": "SSD RAID10", "jobs": 1, "policy": "pid"}, 68800, "IOPS", None),
    ]


def test_cells_that_say_that_nothing_was_tested_end_no_table() -> None:
    assert [(each[0], each[2], each[4]) for each in told(NOT_TESTED)] == [
        ("clock-gettime-monotonic", 147, "5.2-rc3"),
        ("clock-gettime-monotonic", 142, "5.2-rc3-vdso"),
        ("clock-getres-monotonic", 34, "5.2-rc3-vdso"),
    ]


def test_words_behind_a_ratio_are_no_cell() -> None:
    assert [(each[0], each[2], each[4]) for each in told(WORDS_BEHIND)] == [
        ("map", 26.12, "Before"),
        ("map", 1.54, "After"),
        ("unmap", 40.00, "Before"),
        ("unmap", 0.017, "After"),
    ]


def test_a_spread_may_stand_between_a_figure_and_its_unit() -> None:
    found = [
        (value.cell.value, value.unit, value.spread) for row in rows(SPREAD_BEFORE_THE_UNIT) for value in row.values
    ]
    assert [each[:2] for each in found] == [
        (13.895, "M ops/s"),
        (14.022, "M ops/s"),
        (71.968, "ns/op"),
        (71.318, "ns/op"),
    ]
    assert [spread.cell.raw for each in found for spread in each[2]] == ["0.024", "0.095"]


def test_two_growing_figures_head_columns_in_the_first_line_between_pipes() -> None:
    assert [(each[1], each[2], each[3]) for each in told(FIGURES_AS_HEADS)] == [
        ({"smcr_max_conns_per_lgr": 32}, 4.85, "Gb/s"),
        ({"smcr_max_conns_per_lgr": 255}, 657.95, "Mb/s"),
        ({"smcr_max_conns_per_lgr": 32}, 5.01, "Gb/s"),
        ({"smcr_max_conns_per_lgr": 255}, 2.2, "Gb/s"),
    ]


def test_units_may_have_a_column_of_their_own_and_heads_two_lines() -> None:
    assert [(each[0], each[2], each[3], each[4]) for each in told(UNITS_IN_A_COLUMN)] == [
        ("Wake-parallel", 0.01614, "ms", "Kernel 1 (avg/5)"),
        ("Wake-parallel", 0.00456, "ms", "Kernel 2 (avg/5)"),
        ("Lock-pi", 34.0, "ops/sec", "Kernel 1 (avg/5)"),
        ("Lock-pi", 57.2, "ops/sec", "Kernel 2 (avg/5)"),
    ]


def test_so_many_a_second_is_a_unit_under_the_name_of_a_measure_only() -> None:
    assert [(each[2], each[3]) for each in told(PER_SECOND)] == [(37.85, "/s"), (90.71, "/s")]
    assert (
        told("Faults    Base         Patched\nmajor     18.794 /sec  16.1 /sec\nminor     238.0 /sec   12.1 /sec\n")
        == []
    )


def test_boxes_may_be_heavy() -> None:
    assert [(each[0], each[2]) for each in told(HEAVY_BOX)] == [("no change", 1072.6), ("syscall count", 982.5)]


def test_one_row_is_enough_where_it_says_what_its_figures_are() -> None:
    text = "              kzalloc        vzalloc\nRequests/s    272519.36      256490.94(-5.88%)\n"
    assert [(each[2], each[3], each[4]) for each in told(text)] == [
        (272519.36, "Requests/s", "kzalloc"),
        (256490.94, "Requests/s", "vzalloc"),
    ]


def test_how_often_a_time_was_seen_is_no_result() -> None:
    assert told(COUNTED_BY_TIME) == []


PROCESSORS_BESIDE = """\
                  | Guest APP CPU | Guest Softirq CPU | UDP PPS
------------------|---------------|-------------------|------------
xmit by syscall   |   100%        |                   |   676,915
xmit by xsk       |   59.1%       |   100%            | 5,447,168
"""
DEVIATIONS_BELOW = """\
|       Metric       | Native | Trapped |
+--------------------+--------+---------+
| Average            | 54ns   | 148ns   |
| Standard Deviation | 124ns  | 122ns   |
| 95th Percentile    | 258ns  | 348ns   |
"""
TIMES_OF_MEMORY = """\
| #vCPU | dirty memory time (ms) | number of contentions |
+-------+------------------------+-----------------------+
| 1     | 926                    | 0                     |
| 2     | 1189                   | 4732558               |
"""
COUNTS_BESIDE_RATES = """\
rates of four runs in Mpps:

need_wakeup  cores    txpush    rxdrop      l2fwd
---------------------------------------------------------------
     n         1       0.07      0.06        0.03
     y         1       21.6      8.2         6.5
"""


def test_shares_of_processors_are_neither_results_nor_settings() -> None:
    assert told(PROCESSORS_BESIDE) == [
        ("xmit by syscall", {}, 676915, "PPS", None),
        ("xmit by xsk", {}, 5447168, "PPS", None),
    ]


def test_deviations_are_no_results_and_percentiles_are() -> None:
    found = [(row.test, value.statistic, value.cell.value) for row in rows(DEVIATIONS_BELOW) for value in row.values]
    assert [each[:2] for each in found] == [("Average", "mean")] * 2 + [("95th Percentile", "p95")] * 2


def test_a_time_of_memory_is_a_time() -> None:
    assert [(each[1], each[2], each[3]) for each in told(TIMES_OF_MEMORY)] == [
        ({"vcpu": 1}, 926, "ms"),
        ({"vcpu": 2}, 1189, "ms"),
    ]


def test_how_many_cores_a_run_has_is_no_rate() -> None:
    assert {each[2] for each in told(COUNTS_BESIDE_RATES)} == {0.07, 0.06, 0.03, 21.6, 8.2, 6.5}


def test_a_kernel_a_row_is_the_side_of_what_each_column_names() -> None:
    text = """\
Time in seconds of each program, run once.

Time to build/run    autoconf    perl    kernel  updatedb  updatedb5
2.4.18rc2aa2         1087        1582    1372    40        43
2.4.18-rc2-jam1      1180        1658    1333    31        46
2.4.18-rc2           1187        1620    1391    30        45
"""
    rows = list(read_generic(lines(text), frozenset()))
    assert [row.kernel.text for row in rows if row.kernel and row.test == "kernel"] == [
        "2.4.18rc2aa2",
        "2.4.18-rc2-jam1",
        "2.4.18-rc2",
    ]
    assert [value.cell.raw for row in rows if row.test == "updatedb5" for value in row.values] == ["43", "46", "45"]
