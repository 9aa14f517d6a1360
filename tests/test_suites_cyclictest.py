from archive.text import lines
from suites.base import Row
from suites.cyclictest import SUITE

ROW = "T: 0 (12564) P:80 I:1000 C:   2942 Min:     29 Act:   71 Avg:  130 Max:    6645\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_the_last_latency_is_no_result() -> None:
    [row] = read(ROW)
    assert [(value.statistic, value.cell.raw, value.unit) for value in row.values] == [
        ("min", "29", "us"),
        ("mean", "130", "us"),
        ("max", "6645", "us"),
    ]
    assert row.parameters == {"thread": 0, "priority": 80, "interval": 1000}


def test_the_command_tells_of_nanoseconds() -> None:
    units = {
        value.unit
        for command in ("-q -N", "-qN", "--nsecs -q")
        for row in read(f"cyclictest {command}\n{ROW}")
        for value in row.values
    }
    assert units == {"ns"}
    assert {value.unit for row in read(f"cyclictest -q -n\n{ROW}") for value in row.values} == {"us"}


def test_latencies_out_of_order_are_flagged() -> None:
    [row] = read(ROW.replace("6645", "  64"))
    assert row.warnings == ("29, 130 and 64 are no least, mean and most: a figure is mistyped",)


def test_below_a_histogram_each_thread_is_a_row_of_its_own() -> None:
    rows = read("# Min Latencies: 00032 00035\n# Max Latencies: 10232 09817\n")
    assert [(row.line, row.parameters["thread"], row.values[0].cell.value) for row in rows] == [
        (1, 0, 32),
        (1, 1, 35),
        (2, 0, 10232),
        (2, 1, 9817),
    ]


def test_typed_percentiles_have_a_kernel_a_column() -> None:
    [row] = read("              before    after\n99% latencies: 18328          159\n")
    assert [(value.statistic, value.kernel and value.kernel.text) for value in row.values] == [
        ("p99", "before"),
        ("p99", "after"),
    ]


def test_triples_need_a_command_above() -> None:
    table = (
        "        before              after\n"
        "group   min  avg    max     min  avg    max\n"
        "0       16    19     29      17   18     29\n"
    )
    [row] = read(f"cyclictest --policy other -q\n{table}")
    assert [(value.statistic, value.kernel and value.kernel.text) for value in row.values][3:] == [
        ("min", "after"),
        ("mean", "after"),
        ("max", "after"),
    ]
    assert read(table) == []
