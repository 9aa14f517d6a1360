import pytest

from archive.text import lines
from suites.base import Row
from suites.hand_rows import MEGABIT, UNTOLD_RUNS
from suites.hdparm import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def figures(row: Row) -> list[float]:
    return [value.cell.value for value in row.values]


def test_of_the_tools_line_only_the_last_figure_is_a_result() -> None:
    [row] = read(" Timing buffered disk reads: 256 MB in  2.26 seconds = 113.31 MB/sec\n")
    [value] = row.values
    assert (row.test, value.metric, value.cell.raw, value.unit, value.unit_text) == (
        "buffered_disk_reads",
        "throughput",
        "113.31",
        "MB/s",
        "MB/sec",
    )


@pytest.mark.parametrize(
    ("label", "test"),
    [
        ("buffer-cache reads", "cached_reads"),
        ("cached reads", "cached_reads"),
        ("buffered disk reads", "buffered_disk_reads"),
        ("O_DIRECT cached reads", "direct_cached_reads"),
        ("O_DIRECT disk reads", "direct_disk_reads"),
    ],
)
def test_the_labels_of_all_versions_are_known(label: str, test: str) -> None:
    [row] = read(f" Timing {label}:   780 MB in  2.00 seconds = 390.00 MB/sec\n")
    assert row.test == test


def test_a_rate_below_one_megabyte_keeps_its_unit() -> None:
    [row] = read(" Timing buffered disk reads:   2 MB in  3.85 seconds = 532.16 kB/sec\n")
    assert (row.values[0].unit, row.warnings) == ("kB/s", ())


def test_a_rate_that_is_not_amount_by_seconds_is_flagged() -> None:
    [row] = read(" Timing cached reads:   780 MB in  2.00 seconds = 289.67 MB/sec\n")
    assert row.warnings == ("780 MB in 2.00 seconds is not 289.67 MB/sec: one of the figures is mistyped",)


def test_rounding_of_the_printed_seconds_is_no_mistake() -> None:
    [row] = read(" Timing O_DIRECT disk reads: 256 MB in  0.16 seconds = 1558.48 MB/sec\n")
    assert row.warnings == ()


def test_before_5_5_a_rate_is_known_to_one_tick_of_the_clock() -> None:
    [old, new] = read(
        " Timing buffer-cache reads:   128 MB in  1.56 seconds = 82.05 MB/sec\n"
        " Timing buffer-cache reads:   130 MB in  1.58 seconds = 82.05 MB/sec\n"
    )
    assert old.values[0].cell.resolution == pytest.approx(128 / 1.56 - 128 / 1.57, rel=0.001)
    assert (old.suite_version, new.suite_version) == ("<5.5", None)
    assert new.values[0].cell.resolution == 0.01


def test_typed_rows_are_repeated_runs_in_their_order() -> None:
    [row] = read(
        "Each ran five times. All numbers in MB/s.\n\nhdparm -T	37.43	37.43	37.32	37.32	37.43\n"
    )
    assert (row.test, row.test_text) == ("cached_reads", "hdparm -T")
    assert [(value.repeat, value.runs, value.unit_text, value.warnings) for value in row.values] == [
        (repeat, 5, "MB/s", ()) for repeat in range(1, 6)
    ]


def test_typed_values_on_the_ticks_of_the_old_clock_have_its_resolution() -> None:
    [row] = read("hdparm -T 82.05 83.12 81.53 84.77 80.00\n")
    assert row.suite_version == "<5.5"
    assert [round(value.cell.resolution or 0, 2) for value in row.values] == [0.52, 0.54, 0.52, 0.56, 0.5]


def test_one_value_off_the_ticks_leaves_all_with_their_printed_resolution() -> None:
    [row] = read("hdparm -T 82.05 83.12 81.53 84.77 80.30\n")
    assert (row.suite_version, row.values[0].cell.resolution) == (None, 0.01)


def test_values_of_which_the_post_tells_nothing_are_said_to_be_taken_for_runs() -> None:
    [row] = read("hdparm -T 512 518 509\n")
    assert {value.warnings for value in row.values} == {(UNTOLD_RUNS,)}


def test_kernels_over_the_columns_make_values_of_several_kernels_not_runs() -> None:
    text = "                2.4.18    2.4.19   change\nhdparm -T       412.9     415.58   +0.6%\n"
    [row] = read(text)
    assert [(value.kernel and value.kernel.text, value.cell.value, value.repeat) for value in row.values] == [
        ("2.4.18", 412.9, None),
        ("2.4.19", 415.58, None),
    ]


def test_a_sentence_above_a_row_is_no_head() -> None:
    [row] = read("I ran both.  Here it is.\nhdparm -T 512 518\n")
    assert [value.kernel for value in row.values] == [None, None]


def test_a_slip_in_the_unit_is_said() -> None:
    [row] = read("hdparm -t 27.1 Mb/s\n")
    assert (row.values[0].unit, row.values[0].warnings) == ("MB/s", (MEGABIT,))


def test_the_disk_is_read_from_above_and_ends_a_table() -> None:
    text = (
        "/dev/hda:\n Timing cached reads:   780 MB in  2.00 seconds = 390.00 MB/sec\n"
        "/dev/hdc:\n Timing cached reads:   780 MB in  2.00 seconds = 390.00 MB/sec\n"
    )
    assert [(row.block, row.parameters) for row in read(text)] == [
        (2, {"device": "/dev/hda"}),
        (4, {"device": "/dev/hdc"}),
    ]


@pytest.mark.parametrize(
    "text", ["hdparm -T /dev/hda\n", "run hdparm -t $DEV\n", "hdparm -t\n", "hdparm -t 3 times 40\n"]
)
def test_commands_are_no_rows(text: str) -> None:
    assert read(text) == []


def test_a_rerun_needs_the_disk() -> None:
    assert {SUITE.rerun(test).verdict for test in SUITE.tests} == {"hardware"}
    assert SUITE.options == ("-T", "-t")
