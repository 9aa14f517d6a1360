from archive.text import lines
from suites.base import Row
from suites.perf_stat import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_the_command_is_the_test_and_a_repeated_time_a_mean_with_its_spread() -> None:
    text = (
        " Performance counter stats for 'perf bench sched pipe' (10 runs):\n\n"
        "       850,276,689      cycles:u                  #    0.078 GHz    ( +-  0.88% )\n\n"
        "           10.9377 +- 0.0135 seconds time elapsed  ( +-  0.12% )\n"
    )
    [row] = read(text)
    [value] = row.values
    assert (row.test, value.metric, value.statistic, value.runs, row.warnings) == (
        "perf bench sched pipe",
        "elapsed",
        "mean",
        10,
        (),
    )
    assert [(spread.kind, spread.cell.raw) for spread in value.spread] == [("stdev", "0.0135"), ("percent", "0.12")]


def test_a_percentage_of_another_deviation_is_flagged() -> None:
    [row] = read("           10.9377 +- 0.0135 seconds time elapsed  ( +-  0.21% )\n")
    assert row.warnings == ("0.0135 of 10.9377 s are not 0.21 %: a figure is mistyped",)


def test_a_single_run_is_a_sample_with_its_processor_time() -> None:
    rows = read(
        " Performance counter stats for 'true':\n\n 0.0036 seconds time elapsed\n\n"
        " 0.0015 seconds user\n 0.0001 seconds sys\n"
    )
    assert [(row.values[0].metric, row.values[0].statistic) for row in rows] == [
        ("elapsed", "sample"),
        ("user", "sample"),
        ("system", "sample"),
    ]


def test_a_command_that_a_mailer_broke_is_put_together() -> None:
    text = " Performance counter stats for 'make -j96\n kernel/sched/' (3 runs):\n\n 2.95 seconds time elapsed\n"
    assert [(row.test, row.values[0].runs) for row in read(text)] == [("make -j96 kernel/sched/", 3)]


def test_a_time_far_from_any_title_has_no_command() -> None:
    text = " Performance counter stats for 'true':\n" + "x\n" * 80 + " 2.95 seconds time elapsed\n"
    assert [(row.test, row.values[0].runs) for row in read(text)] == [("command", None)]


def test_sentences_about_time_are_no_results() -> None:
    assert read("It took 3 seconds time elapsed.\nAfter 10 seconds user input stopped.\n") == []


def test_counters_without_a_title_take_their_label_and_command_from_the_words_above() -> None:
    text = (
        "perf stat -r 5 -e task-clock ./lockbench -n 4 (less is better)\n\n"
        "lock-v2:\n"
        "       25,229.57 msec task-clock      #    2.000 CPUs utilized    ( +-  7.75% )\n\n"
        "          12.615 +- 0.977 seconds time elapsed  ( +-  7.75% )\n"
    )
    rows = read(text)
    assert [(row.test, row.kernel.text if row.kernel else None) for row in rows] == [
        ("./lockbench -n 4", "lock-v2"),
        ("./lockbench -n 4", "lock-v2"),
    ]


def test_a_clock_among_counters_without_their_time_is_left_alone() -> None:
    assert read("   25,229.57 msec task-clock      #    2.000 CPUs utilized\n") == []
