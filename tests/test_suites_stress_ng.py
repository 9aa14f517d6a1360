from archive.text import lines
from suites.base import Row
from suites.stress_ng import SUITE

TAG = "stress-ng: metrc: [12897] "


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_the_rates_are_results_and_the_times_are_not() -> None:
    [row] = read(f"{TAG}cpu                2365      3.01      1.45      0.01       785.61        1619.88\n")
    assert [(value.metric, value.cell.raw, value.role) for value in row.values] == [
        ("bogo_ops_rate", "785.61", "primary"),
        ("bogo_ops_rate_cpu", "1619.88", "secondary"),
        ("bogo_ops", "2365", "secondary"),
    ]
    assert row.warnings == ()


def test_a_rate_that_is_not_the_operations_by_the_time_is_flagged() -> None:
    [row] = read(f"{TAG}vm             21033377     60.47    158.04      3.66    374825.55      130076.67\n")
    assert row.warnings == ("21033377 operations in 60.47 s are not 374825.55 a second: a figure is mistyped",)


def test_a_run_without_processor_time_proves_nothing_of_that_rate() -> None:
    [row] = read(
        f"{TAG}vm                11568     65.05      0.00      0.01       177.83       56123.74         0.08   3200\n"
    )
    assert row.warnings == ()


def test_the_number_of_instances_is_the_one_that_was_dispatched() -> None:
    text = (
        f"stress-ng: info:  [1] dispatching hogs: 2 cpu, 16 vm-rw\n{TAG}vm-rw  300  3.00  1.00  0.50  100.00  200.00\n"
    )
    assert [row.parameters for row in read(text)] == [{"instances": 16}]


def test_what_a_stressor_measures_of_itself_has_its_unit_and_direction() -> None:
    text = (
        f"{TAG}pipe                  78.54 MB per sec pipe write rate (geometic mean of 1 instances)\n"
        f"{TAG}switch             16769.47 nanosecs per context switch (pipe method) (geometic mean of 1 instances)\n"
        f"{TAG}miscellaneous metrics:\n"
    )
    assert [(row.values[0].metric, row.values[0].unit, row.values[0].better) for row in read(text)] == [
        ("speed", "MB per sec pipe write rate", "higher"),
        ("delay", "ns", "lower"),
    ]


def test_typed_rows_need_a_head_that_names_the_tool() -> None:
    row = "--cpu=96 -util=100 Time taken     :       5.30,       5.01(5.47)\n"
    [found] = read(f"stress_ng                   base       +patch(%gain)\n10 iterations 5000 cpu_ops\n\n{row}")
    assert found.parameters == {"cpu": 96, "util": 100, "cpu_ops": 5000, "iterations": 10}
    assert [(v.runs, v.statistic, v.spread, v.kernel and v.kernel.text) for v in found.values] == [
        (10, "mean", (), "base"),
        (10, "mean", (), "+patch"),
    ]
    assert read(f"sometool                   base       +patch(%gain)\n\n{row}") == []
