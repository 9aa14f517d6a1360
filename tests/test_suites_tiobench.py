import pytest

from archive.text import lines
from suites.base import Row
from suites.tiobench import SUITE

NATIVE = """Sequential Reads
                              File  Blk   Num                   Avg      Maximum      Lat%     Lat%    CPU
Identifier                    Size  Size  Thr   Rate  (CPU%)  Latency    Latency      >2s      >10s    Eff
---------------------------- ------ ----- ---  ------ ------ --------- -----------  -------- -------- -----
"""
SHORT = """Random Writes ext2
Num Avg Maximum Lat%
Kernel Thr Rate (CPU%) Latency Latency >2s
---------------------- --- ----------------
"""


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def figures(row: Row) -> dict[str, str]:
    return {value.metric: value.cell.raw for value in row.values}


def test_the_tools_own_table_has_settings_and_seven_figures_a_row() -> None:
    [row] = read(f"{NATIVE}2.5.44    256   4096    1   26.52 12.14%     0.439       96.07   0.00000  0.00010   218\n")
    assert row.parameters == {"file_size_mb": 256, "block_bytes": 4096, "threads": 1}
    assert row.kernel is not None
    assert (row.test, row.kernel.text, row.warnings) == ("sequential_reads", "2.5.44", ())
    assert figures(row) == {
        "rate": "26.52",
        "cpu_percent": "12.14",
        "average_latency": "0.439",
        "maximum_latency": "96.07",
        "percent_over_2s": "0.00000",
        "percent_over_10s": "0.00010",
        "cpu_efficiency": "218",
    }


def test_cpu_share_efficiency_and_time_are_secondary() -> None:
    [row] = read(f"{SHORT}2.6.0-test5 8 3.85 5.10% 4.885 861.30 0.00000\n")
    assert [value.metric for value in row.values if value.role == "secondary"] == ["cpu_percent"]
    assert {metric.name for metric in SUITE.metrics if metric.role == "secondary"} == {
        "cpu_percent",
        "cpu_efficiency",
        "time",
    }


def test_columns_may_be_left_out_and_the_filesystem_stand_in_the_title() -> None:
    [row] = read(f"{SHORT}2.6.0-test5 8 3.85 5.10% 4.885 861.30 0.00000\n")
    assert (row.test, row.test_text, row.parameters) == (
        "random_writes",
        "Random Writes ext2",
        {"threads": 8, "filesystem": "ext2"},
    )
    assert [(value.metric_text, value.unit) for value in row.values] == [
        ("Rate", "MB/s"),
        ("(CPU%)", "%"),
        ("Avg Latency", "ms"),
        ("Maximum Latency", "ms"),
        ("Lat% >2s", "%"),
    ]


def test_words_above_tell_what_has_no_column() -> None:
    text = (
        "8 GB files\n4K blocksize\n32 threads\nRate = MB/sec\nlatency in milliseconds\n\nSequential Writes ext3\n"
        "Kernel       Rate  (CPU%)   Latency     Latency\n2.5.59        3.42 17.36%    83.976  3109518.52\n"
        "\nSimilar for seq writes by 2, 4, 8, 16, 64, 128, 256 threads.\n\nSequential Reads ext3\n"
        "Kernel       Rate  (CPU%)   Latency     Latency\n2.5.59        9.50  5.50%    36.703     4310.62\n"
    )
    told = {"file_size_mb": 8192, "block_bytes": 4096, "threads": 32, "filesystem": "ext3"}
    rows = read(text)
    assert [row.parameters for row in rows] == [told, told]
    assert [value.unit_text for value in rows[0].values] == ["MB/sec", None, "milliseconds", "milliseconds"]


def test_the_rows_own_settings_come_before_those_of_the_legend() -> None:
    [row] = read(f"File size = 8192 megabytes\n16 threads\n{SHORT}2.6.0-test5 8 3.85 5.10% 4.885 861.30 0.00000\n")
    assert row.parameters == {"threads": 8, "file_size_mb": 8192, "filesystem": "ext2"}


def test_a_unit_behind_one_number_is_that_of_its_whole_column() -> None:
    text = (
        "Tiobench ext sequential reads\n         threads  MB/sec  CPU usage   max latency\n"
        "2.5.61-mm1-cfq  16    9.34    14.06%          497.8 (seconds)\n"
        "2.5.61-mm1      16   15.52    53.86%            5.2\n"
    )
    rows = read(text)
    assert [(row.values[2].cell.raw, row.values[2].unit, row.values[2].unit_text) for row in rows] == [
        ("497.8", "s", "seconds"),
        ("5.2", "s", "seconds"),
    ]
    assert rows[0].values[0].unit_text == "MB/sec"


def test_the_signs_of_diff_are_no_part_of_the_kernel() -> None:
    rows = read(
        f"{NATIVE}-2.5.60-mm2      510   4096    1   21.23 8.264%     0.183      111.66   0.00000  0.00000   257\n"
        "+2.5.60-mm2-ant  510   4096    1   42.07 17.81%     0.092       57.22   0.00000  0.00000   236\n"
    )
    assert [row.kernel and row.kernel.text for row in rows] == ["2.5.60-mm2", "2.5.60-mm2-ant"]


def test_two_operations_side_by_side_are_two_rows_of_one_line() -> None:
    text = (
        "Num     Seq Read    CPU    Rand Read   CPU\nThr    Rate (CPU%)  Eff   Rate (CPU%)  Eff\n"
        "2.4.17            1  13.23  43.2%  30.62  2.74  3.7%  73.88\n"
    )
    rows = read(text)
    assert [(row.line, row.test, row.test_text, figures(row)["rate"], row.parameters) for row in rows] == [
        (3, "sequential_reads", "Seq Read", "13.23", {"threads": 1}),
        (3, "random_reads", "Rand Read", "2.74", {"threads": 1}),
    ]


def test_an_efficiency_that_is_not_rate_by_cpu_share_is_flagged() -> None:
    [row] = read(f"{NATIVE}2.5.44    256   4096    1   26.52 12.14%     0.439       96.07   0.00000  0.00000   281\n")
    assert row.warnings == ("CPU Eff 281 is not 26.52 / 12.14%: one of the figures is mistyped",)


def test_rounding_of_small_figures_is_no_mistake() -> None:
    [row] = read(f"{NATIVE}2.5.44    256   4096    1   0.47 0.441%   221.819     1993.16   0.00000  0.00000   106\n")
    assert row.warnings == ()


def test_rows_of_one_table_may_be_grouped_by_blank_lines() -> None:
    row = "2.6.0-test5 8 3.85 5.10% 4.885 861.30 0.00000\n"
    assert [found.block for found in read(f"{SHORT}{row}\n{row}\n\n{row}")] == [1, 1, 1]


def test_the_version_is_read_from_the_words_above() -> None:
    [row] = read(f"tiobench-0.3.3\n{SHORT}2.6.0-test5 8 3.85 5.10% 4.885 861.30 0.00000\n")
    assert row.suite_version == "0.3.3"


@pytest.mark.parametrize(
    "text",
    [
        f"{SHORT}2.6.0-test5 8 3.85 5.10 4.885 861.30 0.00000\n",
        f"{SHORT}2.6.0-test5 8 3.85 5.10% 4.885 861.30\n",
        SHORT.replace("Random Writes ext2", "results") + "2.6.0-test5 8 3.85 5.10% 4.885 861.30 0.00000\n",
        "Sequential reads on ext3 with it improves around 3x for various thread counts\n",
    ],
)
def test_rows_that_do_not_fit_the_head_or_have_no_operation_are_left_alone(text: str) -> None:
    assert read(text) == []


def test_there_is_no_adapter() -> None:
    assert {SUITE.rerun(test).verdict for test in SUITE.tests} == {"no adapter"}
