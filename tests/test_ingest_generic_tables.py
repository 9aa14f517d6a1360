"""Tables that no suite claims: which are read, as what, and which are left alone."""

import pytest

from archive.text import lines
from ingest.generic_tables import may_hold_generic, read_generic
from ingest.tables import prospect
from suites.base import Row
from suites.marks import words_of

PIPES = """\
Sixteen threads on a pmem device:
 Throughput (Kop/s) | original |  +patch  | improvement
 -------------------+----------+----------+------------
  Read 4KB block    |   11456  |   27651  |  +141.37%
  fileserver        |     339  |     343  |  +1.18%
"""
UNITS_IN_CELLS = """\
+------------------------+---------------+------------+
| Metric                 | Without Patch | With Patch |
+------------------------+---------------+------------+
| Sleep Interval         | 50 us         | 50 us      |
| Total Wakeups          | 97031         | 96583      |
| Avg Wakeup Latency     | 7.070 us      | 4.879 us   |
+------------------------+---------------+------------+
"""
NUMBERED = """\
Bandwidth in MB/s, higher is better:

threads    6.1.0-rc3    6.1.0-rc3+fix
1              112.5            140.1
8              410.0            512.9
"""
LONE = """\
Copy of a tree:
before: 51.2 MB/s
after:  112 MB/s
"""
KERNELS_AS_ROWS = """\
kernel            throughput (MB/s)    latency (ms)
2.6.0-test9            12.1                 3.5
2.6.0-test9-mm1        14.2                 3.1
"""
BOXES = """\
│ test    │ before (us) │ after (us) │
├─────────┼─────────────┼────────────┤
│ open    │ 4.10        │ 3.90       │
│ close   │ 1.25        │ 1.19       │
"""
REFUSED = {
    "no unit": """\
test      before   after
foo         12.5    13.5
bar         22.5    23.5
""",
    "no side": """\
Throughput (MB/s)   left   right
foo         12.5    13.5
bar         22.5    23.5
""",
    "sizes": """\
Built in 12.3 seconds
   text    data     bss     dec
 123456    2345     678  126479
""",
    "memory": """\
              before    after
MemTotal:   16384256  16384256 kB
MemFree:      812345    912345 kB
""",
    "counters": """\
elapsed (s)        vanilla   patched
page-faults          12345     12340
context-switches       991       870
""",
    "diffstat": """\
 kernel/sched/core.c | 12 +++++++-----
 2 files changed, 7 insertions(+), 5 deletions(-) in 3 ms
""",
    "patch": """\
diff --git a/x b/x
--- a/x
+++ b/x
@@ -1,3 +1,3 @@
 Throughput (MB/s)  before   after
 foo        12.5    13.5
""",
    "ratios": """\
normalized to vanilla, latency in ms
test      vanilla   patched
foo       1.00      0.93
bar       1.00      0.95
""",
    "one side is 1.00": """\
Latency in us:
test      vanilla   patched
foo          1.00      0.93
bar          1.00      0.95
""",
    "a setting would be taken for the first side": """\
Throughput:
                        6.1.0-rc1        6.1.0-rc1
                          vanilla          patched
Hmean    1        1268.80 (  0.00%)   1269.74 (  0.07%)
Hmean    4        3971.74 (  0.00%)   3950.59 ( -0.53%)
""",
    "a thousand without a unit": """\
Write rate:
| round | with this patch | without this patch |
| 1     | 4310k           | 4265k              |
| 2     | 4295k           | 4327k              |
""",
}


def read(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def told(rows: list[Row]) -> list[tuple[object, ...]]:
    found = list[tuple[object, ...]]()
    for row in rows:
        for value in row.values:
            label = value.kernel or row.kernel
            assert label is not None
            found.append((row.test, value.metric, value.cell.value, value.unit, value.better, label.text))
    return found


def test_columns_of_sides_are_read_and_gains_are_left_out() -> None:
    assert told(read(PIPES))[:2] == [
        ("Read 4KB block", "throughput", 11456, "Kop/s", "higher", "original"),
        ("Read 4KB block", "throughput", 27651, "Kop/s", "higher", "+patch"),
    ]
    assert len(told(read(PIPES))) == 4


def test_units_in_cells_tell_what_a_row_is_and_settings_and_counts_are_left_out() -> None:
    assert told(read(UNITS_IN_CELLS)) == [
        ("Avg Wakeup Latency", "latency", 7.07, "us", "lower", "Without Patch"),
        ("Avg Wakeup Latency", "latency", 4.879, "us", "lower", "With Patch"),
    ]


def test_a_number_that_begins_a_row_is_the_setting_that_its_head_names() -> None:
    rows = read(NUMBERED)
    assert [row.parameters for row in rows] == [{"thread": 1}, {"thread": 8}]
    assert told(rows)[0] == ("bandwidth", "bandwidth", 112.5, "MB/s", "higher", "6.1.0-rc3")


def test_lone_lines_of_two_sides_with_one_unit_are_a_table() -> None:
    assert told(read(LONE)) == [
        ("Copy of a tree", "throughput", 51.2, "MB/s", "higher", "before"),
        ("Copy of a tree", "throughput", 112, "MB/s", "higher", "after"),
    ]


def test_kernels_that_begin_rows_are_read_under_heads_that_name_measures() -> None:
    assert [(value[1], value[2], value[5]) for value in told(read(KERNELS_AS_ROWS))] == [
        ("throughput", 12.1, "2.6.0-test9"),
        ("latency", 3.5, "2.6.0-test9"),
        ("throughput", 14.2, "2.6.0-test9-mm1"),
        ("latency", 3.1, "2.6.0-test9-mm1"),
    ]


def test_drawn_boxes_are_tables_too() -> None:
    assert [value[2:4] for value in told(read(BOXES))] == [(4.1, "us"), (3.9, "us"), (1.25, "us"), (1.19, "us")]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_result_is_left_alone(name: str) -> None:
    assert read(REFUSED[name]) == []


def test_a_paragraph_with_claimed_lines_is_left_to_its_suite() -> None:
    assert list(read_generic(lines(PIPES), frozenset({4}))) == []


@pytest.mark.parametrize("text", [PIPES, UNITS_IN_CELLS, NUMBERED, LONE, KERNELS_AS_ROWS, BOXES])
def test_the_cheap_look_lets_tables_through(text: str) -> None:
    assert may_hold_generic(text, words_of(text))


def test_the_cheap_look_stops_prose_and_patches() -> None:
    assert not prospect("I see the latency of 5 mails.\n" * 20)
    assert not prospect("A fix.\n\n--- a/x\n+++ b/x\n@@ -1,0 +1 @@\n+before:  12.3 MB/s   15.2 MB/s\n")


def test_numbers_that_no_head_names_are_ambiguous_settings() -> None:
    head = "Bandwidth in MB/s, higher is better:\n\n       before     after\n"
    text = f"{head}4       123.4     150.2\n8       140.4     190.2\n"
    rows = list(read_generic(lines(text), frozenset()))
    assert [(row.test, dict(row.parameters)) for row in rows] == [("4", {}), ("8", {})]
    assert [row.warnings for row in rows] == [
        ("ambiguous: the table does not say what 4 is",),
        ("ambiguous: the table does not say what 8 is",),
    ]


def test_a_named_number_is_a_setting_and_not_ambiguous() -> None:
    rows = list(read_generic(lines(NUMBERED), frozenset()))
    assert [row.warnings for row in rows] == [(), ()]
    assert all(row.parameters for row in rows)


def test_figures_of_a_row_with_one_too_few_belong_to_the_columns_that_they_stand_in() -> None:
    text = (
        "Throughput (MB/s)   vanilla   patched   reverted\n"
        "4 threads            123.4     150.2     123.1\n"
        "8 threads            140.4     190.2     140.1\n"
        "16 threads           150.4               149.2\n"
    )
    rows = list(read_generic(lines(text), frozenset()))
    told = [[value.kernel.text if value.kernel is not None else "" for value in row.values] for row in rows]
    assert told == [["vanilla", "patched", "reverted"]] * 2 + [["vanilla", "reverted"]]


def test_a_row_with_a_figure_too_few_in_no_column_is_said_to_be_ambiguous_and_gives_no_value() -> None:
    text = (
        "Throughput (MB/s)   vanilla   patched   reverted\n"
        "4 threads            123.4     150.2     123.1\n"
        "8 threads            140.4     190.2     140.1\n"
        "16 threads       150.4    195.2\n"
    )
    rows = list(read_generic(lines(text), frozenset()))
    assert [len(row.values) for row in rows] == [3, 3, 0]
    assert rows[-1].warnings == ("ambiguous: 150.4, 195.2 could stand under several of 3 heads and are left out",)


def test_a_row_that_names_its_measure_is_in_the_unit_that_the_title_tells_of_it() -> None:
    text = "Both side by side (throughputs measured in MB/s):\n\n"
    text += "                           vanilla            patched\n"
    text += (
        "target's throughput        3.415              6.224\ntotal throughput           159.14             321.375\n"
    )
    assert {(value.metric, value.unit) for row in read(text) for value in row.values} == {("throughput", "MB/s")}
