from archive.text import lines
from suites.base import Row
from suites.perf_sched_latency import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_delays_are_results_and_when_the_longest_was_is_none() -> None:
    [row] = read(
        "netperf:4337 |  21709.193 ms |     2932 | avg:    0.002 ms | max:    0.041 ms | max at:    112.154512 s\n"
    )
    assert [(value.metric, value.statistic, value.cell.raw) for value in row.values] == [
        ("delay", "mean", "0.002"),
        ("delay", "max", "0.041"),
        ("runtime", "sample", "21709.193"),
        ("switches", "sample", "2932"),
    ]
    assert (row.test, row.parameters, row.warnings) == ("netperf", {}, ())


def test_a_number_before_a_task_is_that_of_the_run() -> None:
    [found] = read("  2 a:(5) | 853450.693 ms |   792269 | avg:   0.275 ms | max:  71.193 ms | sum:218263.588 ms |\n")
    assert {value.repeat for value in found.values} == {2}
    assert (found.test, found.parameters, found.warnings) == ("a", {}, ())


def test_delays_that_do_not_add_up_are_flagged() -> None:
    row = "a:(5) | 853450.693 ms |   792269 | avg:   0.275 ms | max:  {} ms | sum:{} ms |\n"
    assert read(row.format("71.193", "281263.588"))[0].warnings == (
        "792269 delays of 0.275 ms are not 281263.588 ms: a figure is mistyped",
    )
    assert read(row.format("0.193", "218263.588"))[0].warnings == (
        "a mean delay of 0.275 ms is more than the most, 0.193: a figure is mistyped",
    )
