"""fs_mark, filebench and PostMark, which make files."""

from archive.text import lines
from suites import filebench, fs_mark, postmark
from suites.base import Row, Suite

HEAD = "FSUse%        Count         Size    Files/sec     App Overhead\n"
LOOP = "    10      1200000            0     112631.3         11928055\n"


def read(suite: Suite, text: str) -> list[Row]:
    return list(suite.read(lines(text)))


def test_a_loop_of_fs_mark_is_known_by_how_many_files_there_are() -> None:
    [row] = read(fs_mark.SUITE, HEAD + LOOP)
    assert row.parameters == {"files": 1200000, "size": 0}
    assert [(value.metric, value.better) for value in row.values] == [
        ("files_per_second", "higher"),
        ("app_overhead", "lower"),
    ]


def test_how_full_the_filesystem_is_is_no_result_of_fs_mark() -> None:
    [row] = read(fs_mark.SUITE, HEAD + LOOP)
    assert "10" not in {value.cell.raw for value in row.values}


def test_a_commit_before_a_loop_is_its_kernel() -> None:
    [row] = read(fs_mark.SUITE, HEAD + "08605b27815e:     1        10240         4096        108.2         31292316\n")
    assert row.kernel is not None
    assert row.kernel.text == "08605b27815e"


def test_rows_of_other_tables_are_not_of_fs_mark() -> None:
    assert read(fs_mark.SUITE, HEAD + "1 2 3\n4 5 6\n7 8 9\n" + LOOP) == []


def test_the_total_of_fs_marks_loops_is_a_sum() -> None:
    [row] = read(fs_mark.SUITE, "                    Total files/sec: 664165.5\n")
    assert row.values[0].statistic == "sum"


def test_a_call_of_filebench_keeps_the_name_of_its_workload() -> None:
    [row] = read(
        filebench.SUITE,
        "writefile2           19801ops        1ops/s 152.5mb/s 322687.8ms/op 80040329us/op-cpu [0ms - 10344864ms]\n",
    )
    assert (row.test, row.test_text, row.parameters) == ("writefile", "writefile2", {"flowop": "writefile2"})
    assert [value.statistic for value in row.values] == ["sample", "sample", "mean", "mean", "min", "max"]


def test_the_counts_of_filebench_are_no_results() -> None:
    [row] = read(filebench.SUITE, "61.026: IO Summary: 1000 ops 16.667 ops/s 3/3 rd/wr   0.5mb/s   0.3ms/op\n")
    assert [value.cell.raw for value in row.values] == ["16.667", "0.5", "0.3"]


def test_files_mixed_with_transactions_are_of_the_line_above() -> None:
    part = "\t\tMixed with transactions: 24999 files (134 per second)\n"
    text = f"\t50564 created (255 per second)\n{part}\t50564 deleted (255 per second)\n{part}"
    assert [row.test for row in read(postmark.SUITE, text)] == [
        "created",
        "created_in_transactions",
        "deleted",
        "deleted_in_transactions",
    ]


def test_a_short_run_of_postmark_is_flagged() -> None:
    def warned(seconds: int) -> bool:
        [row] = read(postmark.SUITE, f"\t{seconds} seconds total\n")
        return row.warnings != ()

    assert (warned(3), warned(300)) == (True, False)


def test_bytes_of_postmark_come_in_the_unit_printed() -> None:
    [row] = read(postmark.SUITE, "\t138.30 megabytes read (715.26 kilobytes per second)\n")
    assert [(value.cell.raw, value.unit) for value in row.values] == [("715.26", "KB/s")]
