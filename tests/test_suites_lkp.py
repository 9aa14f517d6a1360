"""What lkp's comparisons tell beyond the golden texts: directions, damage, and whose metrics are results."""

import time

import pytest

from archive.text import lines
from suites.base import Row
from suites.lkp import SUITE
from suites.lkp_names import is_result
from suites.lkp_paths import listed_axes
from suites.lkp_rows import read_figures
from suites.lkp_units import better_of, unit_of

HEAD = """
5dc8fe5ae0a1b2c3 060406c61c7cb4bbd82a02d179d
---------------- ---------------------------
         %stddev     %change         %stddev
             \\          |                \\
"""


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_the_robots_own_word_settles_a_direction_that_the_name_leaves_open() -> None:
    row = "     10.40 ±  3%     +25.0%      13.00        ebizzy.riddle\n"
    assert [value.better for value in read(HEAD + row)[0].values] == [None, None]
    said = "noticed a 25.0% regression of ebizzy.riddle on:\n"
    assert [value.better for value in read(said + HEAD + row)[0].values] == ["lower", "lower"]


def test_a_sentence_that_is_cut_before_the_metric_is_read_on_the_next_line() -> None:
    row = "     10.40           -25.0%       7.80        ebizzy.riddle\n"
    said = "noticed a -25.0% improvement of\nebizzy.riddle on:\n"
    assert {value.better for value in read(said + HEAD + row)[0].values} == {"lower"}


def test_a_sentence_of_another_change_settles_nothing() -> None:
    row = "     10.40           +25.0%      13.00        ebizzy.riddle\n"
    said = "noticed a 7.5% regression of ebizzy.riddle on:\n"
    assert {value.better for value in read(said + HEAD + row)[0].values} == {None}


def test_a_row_with_fewer_columns_than_the_head_is_not_read() -> None:
    assert read(HEAD + "     10.40           +25.0%      13.00  +4.0%  10.82      ebizzy.throughput\n") == []


def test_dashes_under_other_words_are_no_head() -> None:
    text = HEAD.replace("060406c61c7cb4bbd82a02d179d", "and some more words")
    assert read(text + "     10.40           +25.0%      13.00        ebizzy.throughput\n") == []


@pytest.mark.parametrize(
    ("metric", "testcase", "expected"),
    [
        ("aim9.exec_test.ops_per_sec", "aim9", True),
        ("aim9.time.system_time", "aim9", False),
        ("fio.read_iops", "fio-basic", True),
        ("fio.latency_20us%", "fio-basic", False),
        ("perf-stat.i.cpi", "perf-bench-sched-pipe", False),
        ("perf-stat.i.cpi", None, False),
        ("hackbench.throughput", None, True),
        ("meminfo.Percpu", None, False),
    ],
)
def test_only_the_testcases_own_metrics_are_results(metric: str, testcase: str | None, expected: bool) -> None:
    assert is_result(metric, testcase) is expected


@pytest.mark.parametrize(
    ("metric", "unit", "better"),
    [
        ("sum_operations/s", "operations/s", "higher"),
        ("sum_bytes_mb/s", "MB/s", "higher"),
        ("sum_operations", None, "higher"),
        ("Throughput_Mbps", "Mbit/s", "higher"),
        ("write_bw_MBps", "MB/s", "higher"),
        ("write_clat_99%_us", "us", "lower"),
        ("get_avg_time_sec", "s", "lower"),
        ("user_sec", "s", None),
        ("stddev%", "%", "lower"),
    ],
)
def test_a_metrics_name_tells_its_unit_and_direction(metric: str, unit: str | None, better: str | None) -> None:
    assert (unit_of("a", metric)[0], better_of("a", metric)) == (unit, better)


@pytest.mark.parametrize("sign", ["±", "Â±", "\ufffd", "=C2=B1", "+-", "~"])
def test_the_sign_of_a_spread_may_be_damaged(sign: str) -> None:
    figures = read_figures(lines(f"  161714 {sign}  2%     -37.0%     101819 {sign} 12%  ebizzy.throughput")[0])
    assert figures is not None
    assert [spread.cell.raw for mean in figures.means for spread in mean.spread] == ["2", "12"]


def test_a_value_with_an_exponent_is_known_to_four_digits() -> None:
    figures = read_figures(lines("   2.8e+09           -11.9%  2.466e+09        a.b")[0])
    assert figures is not None
    assert [(mean.cell.value, mean.cell.resolution) for mean in figures.means] == [(2.8e9, 1e6), (2.466e9, 1e6)]


def test_long_lines_of_nearly_rows_cost_little() -> None:
    text = HEAD + ("  1 +1.0%" * 400 + "\n") * 2000
    start = time.monotonic()
    assert read(text) == []
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    ("words", "test", "parameters"),
    [
        ("test case: ivb44/vm-scalability/300s-migrate", "migrate", {"runtime": "300s"}),
        (
            "testbox/testcase/testparams: ivb42/will-it-scale/performance-readseek1",
            "readseek1",
            {"cpufreq_governor": "performance"},
        ),
        (
            "testcase/path_params/tbox_group/run: will-it-scale/unlink2-performance/lkp-sb03",
            "unlink2",
            {"cpufreq_governor": "performance"},
        ),
        ("testcase/path_params/tbox_group: ebizzy/400%-5-30/lkp-ib03", None, {"nr_task": "400%", "numbers": "5-30"}),
    ],
)
def test_a_path_of_a_job_tells_its_test_and_settings(
    words: str, test: str | None, parameters: dict[str, object]
) -> None:
    axes = listed_axes(words)
    assert axes is not None
    assert (axes.test, dict(axes.parameters)) == (test, parameters)


@pytest.mark.parametrize("words", ["test case: see below", "testcase/one: a/b/c/d", "the testcase/run of a/b/c"])
def test_other_words_with_slashes_are_no_path_of_a_job(words: str) -> None:
    assert listed_axes(words) is None
