from archive.text import lines
from suites.base import Row
from suites.io_uring import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


SAMPLE = "IOPS=59.08M, BW=28.84GiB/s, IOS/call=31/31\n"


def test_requests_a_call_are_no_results() -> None:
    [row] = read(SAMPLE)
    assert [(value.metric, value.cell.raw, value.cell.value, value.role) for value in row.values] == [
        ("iops", "59.08M", 59080000.0, "primary"),
        ("bw", "28.84", 28.84, "secondary"),
    ]


def test_the_highest_of_a_run_is_told_from_its_samples() -> None:
    [_, highest] = read(SAMPLE + "Exiting on timeout\nMaximum IOPS=60.1M\n")
    assert [value.statistic for value in highest.values] == ["max"]


def test_options_of_the_command_are_settings() -> None:
    [row] = read("taskset -c 0 t/io_uring -b512 -d128 -c32 -s16 -p1 -F1 -B1 /dev/nvme0n1\n" + SAMPLE)
    assert row.parameters == {
        "bs": 512,
        "depth": 128,
        "batch_complete": 32,
        "batch_submit": 16,
        "polled": 1,
        "register_files": 1,
        "fixedbufs": 1,
        "file": "/dev/nvme0n1",
    }


def test_requests_that_do_nothing_are_a_test_of_their_own() -> None:
    [row] = read("./io_uring -d32 -N1 /dev/nullb0\n" + SAMPLE)
    assert (row.test, "nop" in row.parameters) == ("nop", False)


def test_three_numbers_over_samples_are_depth_and_batches() -> None:
    [row] = read("IRQ, 128/32/16, cache off\n" + SAMPLE)
    assert row.parameters == {"depth": 128, "batch_submit": 32, "batch_complete": 16}


def test_a_date_over_samples_is_no_setting() -> None:
    [row] = read("On 12/24/03 somebody wrote that it ought to be faster:\n\n" + SAMPLE)
    assert row.parameters == {}


def test_a_heading_begins_a_table() -> None:
    assert [row.block for row in read(f"before:\n\n{SAMPLE}{SAMPLE}\nafter:\n\n{SAMPLE}")] == [3, 3, 8]


def test_a_new_command_forgets_the_settings_of_the_one_before() -> None:
    [_, second] = read(f"t/io_uring -d32 -p1 /dev/a\n{SAMPLE}t/io_uring -d8 /dev/b\n{SAMPLE}")
    assert second.parameters == {"depth": 8, "file": "/dev/b"}
