import pytest

from archive.text import lines
from suites.base import Row
from suites.dd import SUITE

CLOSING = "134217728 bytes (134 MB, 128 MiB) copied, 1.20121 s, 112 MB/s\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_the_size_is_no_result() -> None:
    [row] = read(CLOSING)
    assert [(value.metric, value.cell.raw, value.unit) for value in row.values] == [
        ("time", "1.20121", "s"),
        ("throughput", "112", "MB/s"),
    ]


@pytest.mark.parametrize(
    ("command", "test"),
    [
        ("dd if=/dev/md52 of=/dev/null bs=1M", "read"),
        ("time dd if=/dev/zero of=/mnt/x bs=1M", "write"),
        ("# dd if=/dev/sda of=/dev/sdb", "copy"),
        ("add if=/dev/zero of=/mnt/x", "copy"),
        ("no command", "copy"),
    ],
)
def test_the_command_above_tells_what_was_done(command: str, test: str) -> None:
    [row] = read(f"{command}\n128+0 records in\n128+0 records out\n{CLOSING}")
    assert row.test == test


def test_a_command_belongs_to_one_run() -> None:
    [_, second] = read(f"dd if=/dev/zero of=/x\n{CLOSING}{CLOSING}")
    assert second.parameters == {}


def test_quoted_with_a_per_cent_sign_it_reads_the_same() -> None:
    [row] = read(f"%   dd if=/dev/md52 of=/dev/null bs=1M count=128 iflag=direct\n%   {CLOSING}")
    assert (row.test, row.parameters["bs"], row.parameters["count"]) == ("read", "1M", 128)


@pytest.mark.parametrize(
    "text",
    [
        "4096 bytes (4.1 kB, 4.0 KiB) copied, 1.05112 s, 3.9 kB/s\n",
        "4194304 bytes (4.2 MB, 4.0 MiB) copied, 0.0137407 s, 305 MB/s\n",
        "1041235968 bytes (1.0 GB, 993 MiB) copied, 4 s, 260 MB/s\n",
        f"dd if=/dev/urandom of=/tmp/x bs=1M\n{CLOSING}",
    ],
)
def test_what_timed_nothing_is_no_result(text: str) -> None:
    assert read(text) == []


def test_a_rate_that_is_not_bytes_by_seconds_is_flagged() -> None:
    [row] = read(CLOSING.replace("112 MB", "211 MB"))
    assert len(row.warnings) == 1
    assert read(CLOSING)[0].warnings == ()


def test_units_of_1024_are_no_mistake() -> None:
    [row] = read("1048576000 bytes (1000.0MB) copied, 10.0 seconds, 100.0MB/s\n")
    assert row.warnings == ()


def test_a_rate_on_the_next_line_stands_there() -> None:
    rows = read("11520688128 bytes (12 GB, 11 GiB) copied, 202.816 s,\n56.8 MB/s\n")
    assert [(row.line, row.values[0].metric) for row in rows] == [(1, "time"), (2, "throughput")]


def test_one_command_over_several_runs_is_theirs_where_it_makes_as_many_bytes() -> None:
    runs = f"With one scheduler, I get:\n\n{CLOSING}\nWith another, I get:\n\n{CLOSING}"
    [first, second] = read(f"dd if=/dev/zero of=/mnt/x bs=1M count=128 oflag=dsync\n\n{runs}")
    assert (
        first.parameters
        == second.parameters
        == {"if": "/dev/zero", "of": "/mnt/x", "bs": "1M", "count": 128, "oflag": "dsync"}
    )
    assert [row.parameters for row in read(f"dd if=/dev/zero of=/mnt/x bs=1M count=64\n\n{runs}")][1] == {}


def test_one_command_without_a_count_is_of_all_that_copied_whole_blocks_below_it() -> None:
    other = CLOSING.replace("134217728", "134234112")
    runs = f"-2.6.30-rc6\n{CLOSING}\n-2.6.30-rc6-patched\n{other}"
    assert [row.parameters["bs"] for row in read(f"dd if=x of=/dev/null bs=16384\n\n{runs}")] == [16384, 16384]
    assert [row.parameters for row in read(f"dd if=x of=/dev/null bs=1M\n\n{runs}")][1] == {}
