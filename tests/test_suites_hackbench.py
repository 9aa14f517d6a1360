"""hackbench: how a run is described, and what of a table is a time."""

import pytest

from archive.text import lines
from suites.base import Row
from suites.hackbench import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


@pytest.mark.parametrize(
    ("command", "test", "settings"),
    [
        ("hackbench 50", "process-sockets", {"groups": 50}),
        ("hackbench 50 process 1000", "process-sockets", {"groups": 50, "loops": 1000}),
        ("hackbench 20 thread 1000", "thread-sockets", {"groups": 20, "loops": 1000}),
        ("./hackbench -pipe 10", "process-pipes", {"groups": 10}),
        ("hackbench --pipe --threads -g 4 -l 100 -s 512", "thread-pipes", {"groups": 4, "loops": 100, "bytes": 512}),
        ("numactl -N 0 hackbench -p -T -f 1 -g6", "thread-pipes", {"groups": 6, "fds": 1}),
        ("hackbench -l (2560 / group) -g group", "process-sockets", {}),
    ],
)
def test_a_command_tells_how_it_was_run(command: str, test: str, settings: dict[str, int]) -> None:
    (row,) = read(f"$ {command}\nTime: 1.146\n")
    assert (row.test, row.parameters) == (test, settings)


def test_a_new_command_forgets_the_one_before() -> None:
    rows = read("$ hackbench -T -g 4 -l 100\nTime: 1.1\n$ hackbench 10\nTime: 2.2\n")
    assert [(row.test, row.parameters) for row in rows] == [
        ("thread-sockets", {"groups": 4, "loops": 100}),
        ("process-sockets", {"groups": 10}),
    ]


def test_a_time_that_no_run_of_it_stands_above_is_somebody_elses() -> None:
    assert read("I ran hackbench once.\n\nTime: 1.146\n") == []


def test_runs_whose_mean_is_not_theirs_are_warned_of() -> None:
    (row,) = read("hackbench -g $1\ng=1\nw/o: 7.689 7.485 7.485=8.5853\n")
    assert row.warnings == ("the mean of the 3 runs is 7.5530, not 8.5853: one of the figures is mistyped",)
    assert [value.repeat for value in row.values] == [1, 2, 3, None]


def test_a_table_of_ratios_to_its_first_column_is_not_taken() -> None:
    head = "hackbench\ngroups    base     patch\n"
    assert read(f"{head}1     1.00     0.98\n2    1.00     1.10\n") == []
    assert len(read(f"{head}1     1.01     0.98\n2    1.00     1.10\n")) == 2


def test_a_table_under_another_benchmarks_name_is_not_taken() -> None:
    table = "groups    base     patch\n1     1.41     0.98\n2    1.30     1.10\n"
    assert read(f"hackbench\n\nnetperf TCP_RR\n{table}") == []


def test_deviations_in_a_row_of_their_own_are_the_means_spread() -> None:
    rows = read("hackbench\n          base     patch\nmean    0.6223   0.6130\nstd     0.0288   0.0151\n")
    assert [[spread.cell.value for spread in value.spread] for row in rows for value in row.values] == [
        [0.0288],
        [0.0151],
    ]
