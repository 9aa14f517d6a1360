import pytest

from archive.text import lines
from suites.base import Row
from suites.dbench import SUITE

VERSION_1 = "Throughput 27.3983 MB/sec (NB=34.2479 MB/sec  273.983 MBit/sec)\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_three_figures_on_a_line_of_version_1_are_one_result() -> None:
    [row] = read(f"dbench 48\n{VERSION_1}")
    [value] = row.values
    assert (row.test, value.metric, value.cell.raw, value.unit, row.parameters, row.suite_version) == (
        "dbench",
        "throughput",
        "27.3983",
        "MB/s",
        {"clients": 48},
        "1.x",
    )


@pytest.mark.parametrize(
    ("tail", "version", "clients"),
    [
        ("(NB=34.2479 MB/sec  273.983 MBit/sec)  8 procs", "1.x", 8),
        ("8 procs", "2.x or 3.x", 8),
        ("(sync dirs) 8 procs", "2.x or 3.x", 8),
        (" 8 clients  4 procs  max_latency=97.719 ms", "4.x", 8),
    ],
)
def test_the_form_of_a_closing_line_tells_the_version(tail: str, version: str, clients: int) -> None:
    [row] = read(f"Throughput 27.3983 MB/sec {tail}\n")
    assert (row.suite_version, row.parameters["clients"]) == (version, clients)


def test_a_banner_tells_the_version_exactly() -> None:
    text = "dbench version 4.00 - Copyright\nThroughput 390.271 MB/sec  1 clients  1 procs  max_latency=97.719 ms\n"
    [row] = read(text)
    assert row.suite_version == "4.00"
    assert [(value.metric, value.cell.raw, value.role, value.statistic) for value in row.values] == [
        ("throughput", "390.271", "primary", "sample"),
        ("max_latency", "97.719", "secondary", "max"),
    ]


@pytest.mark.parametrize("slip", ["NB=34.2749 MB/sec  273.983", "NB=34.2479 MB/sec  237.983"])
def test_figures_that_do_not_agree_are_flagged(slip: str) -> None:
    [row] = read(f"dbench 48\nThroughput 27.3983 MB/sec ({slip} MBit/sec)\n")
    assert [warning.endswith("one of the figures is mistyped") for warning in row.warnings] == [True]


def test_a_short_run_of_version_1_is_flagged_and_noisy() -> None:
    [short, long] = read(
        f"dbench 1\nThroughput 33.3689 MB/sec (NB=41.7111 MB/sec  333.689 MBit/sec)\ndbench 48\n{VERSION_1}"
    )
    assert short.warnings == ("a run of 4.0 s: dbench 1.x has a start-up error of up to 1 s",)
    assert (short.values[0].noise, long.warnings, long.values[0].noise) == (0.15, (), None)


def test_a_later_version_has_no_start_up_error() -> None:
    [row] = read("Throughput 330 MB/sec 1 procs\n")
    assert row.warnings == ()


def test_a_heading_holds_for_the_lines_near_it_only() -> None:
    near, far = read(f"dbench 48\n{VERSION_1}" + "\n" * 20 + VERSION_1)
    assert (near.parameters, far.parameters) == ({"clients": 48}, {})


def test_lines_under_one_heading_are_one_table() -> None:
    rows = read(f"dbench 48\n{VERSION_1}\n{VERSION_1}\ndbench 32\n{VERSION_1}")
    assert [row.block for row in rows] == [1, 1, 6]


def test_clients_are_taken_from_prose_where_it_names_one_number_only() -> None:
    one = f"My dbench runs are slower with 48\nthreads.\n\n{VERSION_1}"
    two = f"My dbench runs are slower with 48 threads than with 16 threads.\n\n{VERSION_1}"
    assert [row.parameters for row in (*read(one), *read(two))] == [{"clients": 48}, {}]


def test_a_bare_line_counts_only_where_dbench_is_spoken_of() -> None:
    bare = "Throughput 27.4 MB/sec\n"
    assert (read(bare), len(read(f"dbench says\n{bare}"))) == ([], 1)


def test_tbench_is_told_by_the_command_since_it_prints_the_other_banner() -> None:
    text = "$ tbench -t 5 2\ndbench version 4.00 - Copyright\nThroughput 504.4 MB/sec  2 clients  2 procs\n"
    assert [row.test for row in read(text)] == ["tbench"]


def test_version_4s_operations_have_their_latencies() -> None:
    text = (
        " Operation      Count    AvgLat    MaxLat\n ----------------------------------------\n"
        " WriteX        225281     5.163    82.143\n lush           16506     0.115    44.575\n"
        "Throughput 236.719 MB/sec (sync open)  32 clients  32 procs  max_latency=82.149 ms\n"
    )
    operation, closing = read(text)
    assert (operation.test, operation.parameters) == ("dbench/WriteX", {"clients": 32})
    assert [(value.metric, value.cell.value) for value in operation.values] == [
        ("average_latency", 5.163),
        ("max_latency", 82.143),
    ]
    assert closing.parameters == {"clients": 32, "sync": "open"}


def test_typed_rows_are_runs() -> None:
    [row] = read(
        "All results are in MB/s, five runs each.\n\ndbench 10	13.1219	10.0275	10.8189	13.7482	9.51982\n"
    )
    assert (row.test_text, row.parameters) == ("dbench 10", {"clients": 10})
    assert [(value.cell.raw, value.repeat) for value in row.values] == [
        ("13.1219", 1),
        ("10.0275", 2),
        ("10.8189", 3),
        ("13.7482", 4),
        ("9.51982", 5),
    ]
    assert {value.unit_text for value in row.values} == {"MB/s"}
    assert {value.warnings for value in row.values} == {()}


def test_a_typed_row_of_a_short_run_says_what_it_would_mean_in_version_1() -> None:
    [row] = read("dbench 1 45.8926\n")
    assert row.values[0].warnings == ("if of version 1, a run of 2.9 s: dbench 1.x has a start-up error of up to 1 s",)


@pytest.mark.parametrize("text", ["dbench 16: 45.2\n", "dbench 16  45.2 MB/sec\n", "dbench 16 clients = 45.2MB/s\n"])
def test_one_typed_value_is_a_row(text: str) -> None:
    [row] = read(text)
    assert (row.parameters, row.values[0].cell.raw, row.values[0].repeat) == ({"clients": 16}, "45.2", None)


def test_star_bars_stand_between_kernel_and_value() -> None:
    rows = read("dbench 64 processes\n2.4.17   *******  12.5  MB/sec\n2.4.17rat  ******  12.1 MB/sec\n")
    assert [(row.kernel and row.kernel.text, row.values[0].cell.value, row.parameters) for row in rows] == [
        ("2.4.17", 12.5, {"clients": 64}),
        ("2.4.17rat", 12.1, {"clients": 64}),
    ]


def test_columns_of_statistics_are_told_by_the_heading() -> None:
    [row] = read("dbench ext3 64 processes  Average   High   Low  (5 runs)\n2.5.33-mm5   97.69  99.10  95.02\n")
    assert row.parameters == {"clients": 64, "filesystem": "ext3"}
    assert [(value.statistic, value.cell.value, value.runs) for value in row.values] == [
        ("mean", 97.69, 5),
        ("max", 99.1, 5),
        ("min", 95.02, 5),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# dbench 4\n   4    51140   548.42 MB/sec\n",
        "   4    51140   548.42 MB/sec  execute   1 sec  latency 19.696 ms\n",
        "rm -rf CLIENTS NBSIMULD ; run ./dbench 10\n",
        "dbench 1 5 10\n",
        "dbench 192 was the same.  dbench 64 is virtually equal,\n",
        "Throughput: 940 Mbit/sec dbench\n",
    ],
)
def test_progress_commands_and_prose_are_no_rows(text: str) -> None:
    assert read(text) == []


def test_a_rerun_with_version_4_is_another_load() -> None:
    verdict = SUITE.rerun("dbench")
    assert (verdict.verdict, verdict.adapter) == ("tool", None)
    assert "another one" in verdict.reason
