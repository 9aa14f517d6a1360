from archive.text import lines
from suites.base import Row
from suites.iozone import SUITE
from suites.iozone_columns import LOST_BLANKS

UPPER = "                                                              random    random     bkwd    record    stride\n"
LOWER = (
    "              kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read"
    "   fwrite frewrite    fread  freread\n"
)


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def figures(text: str) -> list[tuple[str, float]]:
    return [(row.test, value.cell.value) for row in read(text) for value in row.values]


def row(*values: int | None) -> str:
    return f"{1024:16d}{4:8d}" + "".join(" " * 9 if value is None else f" {value:8d}" for value in values) + "\n"


def test_the_same_word_heads_several_columns() -> None:
    assert figures(UPPER + LOWER + row(*range(101, 114))) == [
        ("write", 101.0),
        ("rewrite", 102.0),
        ("read", 103.0),
        ("reread", 104.0),
        ("random_read", 105.0),
        ("random_write", 106.0),
        ("backward_read", 107.0),
        ("record_rewrite", 108.0),
        ("stride_read", 109.0),
        ("fwrite", 110.0),
        ("frewrite", 111.0),
        ("fread", 112.0),
        ("freread", 113.0),
    ]


def test_blank_columns_are_known_by_the_places_of_the_others() -> None:
    assert figures(UPPER + LOWER + row(101, 102, None, None, 105, 106)) == [
        ("write", 101.0),
        ("rewrite", 102.0),
        ("random_read", 105.0),
        ("random_write", 106.0),
    ]


def test_where_blanks_are_lost_the_guess_is_flagged() -> None:
    collapsed = "\n".join(" ".join(line.split()) for line in (UPPER, LOWER, row(101, 102, None, None, 105, 106)))
    assert {row.warnings for row in read(collapsed)} == {(LOST_BLANKS,)}


def test_a_full_row_needs_no_places() -> None:
    text = UPPER + LOWER + row(*range(101, 114))
    collapsed = "\n".join(" ".join(line.split()) for line in text.splitlines())
    assert figures(collapsed) == figures(text)
    assert {row.warnings for row in read(collapsed)} == {()}


def test_a_row_goes_on_below_only_where_that_makes_its_figures_right() -> None:
    head = "KB  reclen   write rewrite    read    reread\n"
    assert figures(head + "1024       4   80330   35970\n120942   115559\n")[-1] == ("reread", 115559.0)
    assert figures(head + "1024       4   80330   35970\n120942   115559 7\n") == [
        ("write", 80330.0),
        ("rewrite", 35970.0),
    ]


def test_sizes_are_settings() -> None:
    [first, *_] = read(UPPER + LOWER + row(101))
    assert first.parameters == {"size_kb": 1024, "record_kb": 4}


def test_records_need_not_fill_the_file() -> None:
    head = "    KB  reclen   write rewrite\n"
    assert len(read(head + "102400   16384  143246  143857\n")) == 2
    assert read(head + "102400   16000  143246  143857\n") == []


def test_averages_are_told_from_samples() -> None:
    [*_, last] = read("KB  reclen   write rewrite\n1024       4   80330   35970\nAverage:     71228   36027\n")
    assert (last.values[0].statistic, last.parameters) == ("mean", {})


def test_per_cent_rows_are_no_results() -> None:
    assert len(read("KB  reclen   write rewrite\n1024       4   80330   35970\nChange :      1%    -3%\n")) == 2


def test_the_unit_is_what_the_output_says() -> None:
    head = "KB  reclen   write rewrite\n1024       4   80330   35970\n"
    said = {
        "\tOutput is in kBytes/sec\n": ("throughput", "KB/s", "higher"),
        "OPS Mode. Output is in operations per second.\n": ("operations_per_second", "ops/s", "higher"),
        "Microseconds/op Mode. Output is in microseconds per operation.\n": ("time_per_operation", "us", "lower"),
    }
    for line, expected in said.items():
        value = read(line + head)[0].values[0]
        assert (value.metric, value.unit, value.better) == expected


def test_of_a_parallel_run_the_children_come_first() -> None:
    rows = read(
        "\tChildren see throughput for  2 random readers \t= 1104727.88 kB/sec\n"
        "\tParent sees throughput for  2 random readers \t=   60231.38 kB/sec\n"
        "\tMin throughput per process \t\t\t=       1.00 kB/sec \n\tMin xfer \t\t\t=       0.00 kB\n"
    )
    assert [(row.test, row.values[0].metric, row.values[0].role, row.values[0].statistic) for row in rows] == [
        ("random_read", "throughput", "primary", "sample"),
        ("random_read", "parent_throughput", "secondary", "sample"),
        ("random_read", "process_throughput", "secondary", "min"),
    ]
    assert rows[0].parameters == {"processes": 2}


def test_a_spreadsheet_line_repeats_the_report_and_is_read_only_alone() -> None:
    sheet = '"    Random read " 1104727.88\n'
    report = "\tChildren see throughput for  2 random readers \t= 1104727.88 kB/sec\n"
    assert len(read(report + sheet)) == 1
    assert figures(sheet) == [("random_read", 1104727.88)]


def test_a_figure_of_0_in_a_sheet_was_not_run() -> None:
    assert figures('"Reader report"\n        "4"  "8"\n"128"   0  492883\n') == [("read", 492883.0)]
