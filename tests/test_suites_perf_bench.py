from archive.text import lines
from suites.base import Row
from suites.perf_bench import SUITE

PIPE = (
    "# Running 'sched/pipe' benchmark:\n# Executed 1000000 pipe operations between two processes\n\n"
    "     Total time: 14.595 [sec]\n\n      {} usecs/op\n          {} ops/sec\n"
)


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_time_loops_and_rate_prove_each_other() -> None:
    assert [value.warnings for row in read(PIPE.format("14.595216", "68515")) for value in row.values] == [()] * 3
    wrong = [value.warnings for row in read(PIPE.format("15.595216", "68515")) for value in row.values]
    assert wrong == [
        (),
        ("1000000 loops of 15.5952 us are not 14.595 s: a figure is mistyped",),
        ("15.5952 us of a loop are not 68515 a second: a figure is mistyped",),
    ]


def test_figures_need_a_report_or_a_command_above() -> None:
    figures = "     Total time: 14.595 [sec]\n      14.595216 usecs/op\n"
    assert read(figures) == []
    assert [row.test for row in read(f"$ perf bench sched pipe\n{figures}")] == ["sched/pipe"] * 2


def test_reports_side_by_side_have_their_heads_as_kernels() -> None:
    text = (
        "base kernel                                       patched kernel\n\n"
        "# Running 'sched/pipe' benchmark:                 # Running 'sched/pipe' benchmark:\n"
        "     Total time: 6.083 [sec]                           Total time: 6.303 [sec]\n"
    )
    [row] = read(text)
    assert [(value.kernel and value.kernel.text, value.cell.raw) for value in row.values] == [
        ("base kernel", "6.083"),
        ("patched kernel", "6.303"),
    ]


def test_runs_are_samples_and_their_mean_has_the_spread() -> None:
    text = (
        "# Running 'futex/wake' benchmark:\n[Run 1]: Wokeup 2 of 2 threads in 0.2710 ms\n"
        "Wokeup 2 of 2 threads in 0.0951 ms (+-24.38%)\n"
    )
    [run, mean] = [value for row in read(text) for value in row.values]
    assert (run.statistic, run.repeat, run.spread) == ("sample", 1, ())
    assert (mean.statistic, [(spread.kind, spread.cell.raw) for spread in mean.spread]) == (
        "mean",
        [("percent", "24.38")],
    )


def test_units_are_kept_as_printed() -> None:
    text = (
        "# Running 'mem/memset' benchmark:\n# function 'default' (glibc)\n      23.251488 GB/sec\n     812.5 MB/Sec\n"
    )
    assert [value.unit for row in read(text) for value in row.values] == ["GB/s", "MB/s"]
    assert [row.values[0].unit for row in read("$ perf bench uprobe baseline\n Total time: 1053963 usecs\n")] == ["us"]


def test_a_bandwidth_is_read_of_memory_tests_only() -> None:
    assert read("# Running 'sched/pipe' benchmark:\n      23.251488 GB/sec\n") == []


def test_typed_rows_name_the_loop_or_its_figure() -> None:
    text = (
        "perf bench syscall usec/op\n\n"
        "| Syscall       | Base  | New   | change |\n|---------------|-------|-------|--------|\n"
        "| basic         | 0.093 | 0.092 | -0.56  |\n| fork ops/sec  | 1,199 | 1,227 | +2.28% |\n"
    )
    assert [
        (row.test, row.values[0].metric, row.values[1].kernel and row.values[1].kernel.text) for row in read(text)
    ] == [
        ("syscall/basic", "time_per_op", "New"),
        ("syscall/fork", "ops", "New"),
    ]
