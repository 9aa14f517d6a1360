import pytest

from archive.text import lines
from suites.base import Row
from suites.sysbench import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def metrics(text: str) -> list[str]:
    return [value.metric for row in read(text) for value in row.values]


@pytest.mark.parametrize(
    ("seconds", "is_result"), [("10.0005", False), ("60.0912", False), ("0.6096", True), ("7.2431", True)]
)
def test_the_time_is_a_result_only_where_it_did_not_end_the_run(seconds: str, *, is_result: bool) -> None:
    text = f"sysbench --test=cpu run\n    total time:   {seconds}s\n    total number of events:  10000\n"
    assert ("total_time" in metrics(text)) == is_result


def test_a_rate_that_is_not_the_events_by_the_time_is_flagged() -> None:
    text = (
        "sysbench cpu run\n    events per second:  {}\n    total time:   3.0003s\n    total number of events:  6997\n"
    )
    assert read(text.format("2331.74"))[0].values[0].warnings == ()
    assert read(text.format("3231.74"))[0].values[0].warnings == (
        "6997 events in 3.0003 s are not 3231.74 a second: a figure is mistyped",
    )


@pytest.mark.parametrize(
    ("command", "test", "parameters"),
    [
        ("sysbench threads --threads=4 run", "threads", {"threads": 4}),
        (
            "sysbench --test=fileio --num-threads=2 --file-test-mode=rndwr run",
            "fileio",
            {"threads": 2, "mode": "rndwr"},
        ),
        ("sysbench --threads=8 /usr/share/sysbench/oltp_read_only.lua run", "oltp_read_only", {"threads": 8}),
        ("sysbench --test=/usr/share/doc/tests/db/oltp.lua run", "oltp", {}),
    ],
)
def test_the_command_tells_the_test_and_its_settings(command: str, test: str, parameters: dict[str, object]) -> None:
    [row] = read(f"{command}\n    total number of events:              61582\n")
    assert (row.test, row.parameters) == (test, parameters)


def test_without_a_command_the_report_tells_its_test() -> None:
    rows = read(
        "sysbench 1.0.20\nRunning memory speed test\n  operation: read\nTotal operations: 10 (5.50 per second)\n"
    )
    assert [(row.test, row.parameters, row.suite_version) for row in rows] == [
        ("memory", {"operation": "read"}, "1.0.20")
    ]


def test_lines_that_other_tools_print_too_need_a_report_above() -> None:
    assert read("  read: IOPS=1300, BW=5202KiB/s\n    transactions:   10000  (331.96 per sec.)\n") == []


def test_latencies_alone_are_no_report() -> None:
    assert read("sysbench cpu run\n         min:                                    0.22\n") == []


def test_means_of_many_runs_have_their_deviation_and_their_number() -> None:
    text = (
        "50 iterations of: sysbench threads --threads=8 run\nHigher result is better\n"
        "|         |   BASE  |   NEW   | DELTA (%) |\n|---------|---------|---------|-----------|\n"
        "| mean    | 5235.02 | 5863.73 |    +12.01 |\n| std (%) |   8.166 |  10.265 |           |\n"
    )
    [row] = read(text)
    assert [(v.metric, v.statistic, v.runs, v.kernel and v.kernel.text) for v in row.values] == [
        ("events", "mean", 50, "BASE"),
        ("events", "mean", 50, "NEW"),
    ]
    assert [(s.kind, s.cell.raw, s.line) for v in row.values for s in v.spread] == [
        ("cv", "8.166", 6),
        ("cv", "10.265", 6),
    ]
