from archive.text import lines
from ingest.told_suites import with_told_suites
from suites.base import Cell, Row, Value


def suites_of(text: str, *blocks: int) -> list[str | None]:
    rows = [Row(block + 1, block, "t", "t", ()) for block in blocks]
    return [row.suite for row in with_told_suites(lines(text), rows)]


TABLE = "| host | before | after |\n| one  | 18.9   | 18.4  |\n"


def test_a_command_above_a_table_tells_its_benchmark() -> None:
    assert suites_of(f"`perf bench sched pipe -l 1000`\n{TABLE}", 2) == ["perf-bench"]


def test_the_nearest_paragraph_above_tells_it() -> None:
    text = f"We ran sysbench last week.\n\nToday it is pgbench on two boxes:\n\n{TABLE}"
    assert suites_of(text, 5) == ["pgbench"]


def test_programs_without_a_suite_keep_their_own_name() -> None:
    assert suites_of(f"ran qperf over the wire:\n\n{TABLE}", 3) == ["qperf"]


def test_of_several_none_is_chosen() -> None:
    assert suites_of(f"Both fio and sysbench ran for an hour:\n\n{TABLE}", 3) == [None]


def test_a_name_far_above_or_in_a_quotation_tells_nothing() -> None:
    far = "\n\n".join(["The box ran fio.", "It was fast.", "It was slow.", TABLE])
    assert suites_of(far, 7) == [None]
    assert suites_of(f"> we run fio here\n{TABLE}", 2) == [None]


def test_words_that_are_names_of_files_or_common_words_tell_nothing() -> None:
    assert suites_of(f"In drivers/fio/fio.c the time of the stream is:\n{TABLE}", 2) == [None]


def test_a_table_right_below_another_is_of_the_same_benchmark() -> None:
    text = f"pgbench says:\n{TABLE}\nand with more clients:\n{TABLE}"
    assert suites_of(text, 2, 6) == ["pgbench", "pgbench"]


def test_a_server_that_is_named_between_two_tables_parts_them() -> None:
    text = f"iperf3 says:\n{TABLE}\n4. nginx, asked by wrk -t 8:\n{TABLE}"
    assert suites_of(text, 2, 6) == ["iperf3", None]


def test_versions_of_a_benchmark_are_the_benchmark() -> None:
    assert suites_of(f"tbench4 over loopback:\n{TABLE}", 2) == ["dbench"]


def test_a_label_that_is_a_benchmark_tells_its_own_row() -> None:
    rows = [Row(2, 1, name, name, ()) for name in ("schbench", "ebizzy", "something")]
    assert [row.suite for row in with_told_suites(lines("score  base\n"), rows)] == ["schbench", "ebizzy", None]


def test_a_bare_score_is_better_as_the_benchmark_of_its_label_says() -> None:
    score = Value("score", Cell("21.38", 20, 25, 21.38, 0.01), "score", None, None, "higher")
    rows = [Row(2, 2, test, test, (score,)) for test in ("hackbench", "ebizzy", "adrestia", "nobench")]
    found = with_told_suites(lines(f"Some scores.\n{TABLE}"), rows)
    assert [(row.suite, row.values[0].better) for row in found] == [
        ("hackbench", "lower"),
        ("ebizzy", "higher"),
        ("adrestia", "higher"),
        (None, "higher"),
    ]
