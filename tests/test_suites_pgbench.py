import pytest

from archive.text import lines
from suites.base import Row
from suites.pgbench import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


@pytest.mark.parametrize(
    ("words", "metric"),
    [
        ("(without initial connection time)", "tps"),
        ("(excluding connections establishing)", "tps"),
        ("(including connections establishing)", "tps_including"),
        ("", "tps"),
    ],
)
def test_only_the_rate_without_connections_is_the_result(words: str, metric: str) -> None:
    [row] = read(f"tps = 229.292538 {words}\n")
    assert [value.metric for value in row.values] == [metric]
    assert SUITE.metric(metric).role == ("primary" if metric == "tps" else "secondary")


@pytest.mark.parametrize(
    ("kind", "test"),
    [
        ("<builtin: TPC-B (sort of)>", "tpcb-like"),
        ("SELECT only", "select-only"),
        ("<builtin: simple update>", "simple-update"),
    ],
)
def test_the_report_names_its_test(kind: str, test: str) -> None:
    assert [row.test for row in read(f"transaction type: {kind}\ntps = 229.29\n")] == [test]


def test_the_command_tells_what_the_report_left_out() -> None:
    [row] = read("$ pgbench -c 48 -S -T 20 bench\ntps = 22900.10\n")
    assert (row.test, row.parameters) == ("select-only", {"clients": 48, "seconds": 20})


def test_clients_by_their_latency_are_the_rate() -> None:
    report = "number of clients: 2\nlatency average = {} ms\ntps = 229.29 (without initial connection time)\n"
    head = "transaction type: SELECT only\n"
    assert [row.values[0].warnings for row in read(head + report.format("8.722"))] == [(), ()]
    assert read(head + report.format("2.872"))[-1].values[0].warnings == (
        "2 clients at 2.872 ms are not 229.29 transactions a second",
    )


def test_a_deviation_is_the_spread_of_the_mean_above_it() -> None:
    rows = read("$ pgbench -c 2 bench\nlatency average = 8.722 ms\nlatency stddev = 1.201 ms\ntps = 229.29\n")
    assert [(s.kind, s.cell.raw, s.line) for row in rows for value in row.values for s in value.spread] == [
        ("stdev", "1.201", 3)
    ]


def test_progress_and_latencies_alone_are_no_results() -> None:
    assert read("progress: 5.0 s, 512.1 tps, lat 7.810 ms stddev 0.912\nlatency average = 8.722 ms\n") == []


def test_numbered_runs_below_a_command_are_read_where_the_text_tells_what_they_are() -> None:
    table = "| # | Before | After |\n|---|--------|-------|\n| 1 | 652.1  | 780.6 |\n| 2 | 670.2  | 784.3 |\n"
    rows = read(f"$ pgbench -c 224 -S bench\n\nThroughput:\n\n{table}")
    assert [(v.metric, v.repeat, v.kernel and v.kernel.text, v.cell.raw) for row in rows for v in row.values] == [
        ("tps", 1, "Before", "652.1"),
        ("tps", 1, "After", "780.6"),
        ("tps", 2, "Before", "670.2"),
        ("tps", 2, "After", "784.3"),
    ]
    assert read(f"$ pgbench -c 224 -S bench\n\nUsage:\n\n{table}") == []
