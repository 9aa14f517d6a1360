"""time: which command a time is that of, and what the CPU share proves."""

from archive.text import lines
from suites.base import Row
from suites.time_command import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def commands(text: str) -> list[str]:
    return [row.test for row in read(text)]


def test_a_time_without_a_command_is_not_taken() -> None:
    assert commands("real\t0m0.832s\nuser\t0m1.649s\nsys\t0m0.004s\n") == []


def test_a_command_holds_for_times_that_follow_one_another() -> None:
    assert commands("$ time make\nplain:\nreal 1m2.000s\n\npatched:\nreal 1m1.000s\n") == ["make", "make"]


def test_a_command_far_above_is_not_taken_for_the_time_s_own() -> None:
    output = "CC something.o\n" * 60
    assert commands(f"$ time make\n{output}real 1m2.000s\n") == []


def test_prose_that_begins_with_time_is_no_command() -> None:
    assert commands("time will tell what is right\nreal 1m2.000s\n") == []


def test_a_time_under_a_benchmarks_report_is_secondary() -> None:
    (row,) = read("dbench 48\nThroughput 27.3983 MB/sec\n37.580u 115.730s 3:51.30 66.2%  0+0k 0+0io 1310pf+0w\n")
    assert (row.test, {value.role for value in row.values}) == ("dbench 48", {"secondary"})


def test_times_side_by_side_need_names_over_them() -> None:
    assert read("$ time ./bench\nreal\t0m13.460s\t0m11.771s\n") == []


def test_hours_and_minutes_are_seconds() -> None:
    (row,) = read('Command being timed: "make"\nElapsed (wall clock) time (h:mm:ss or m:ss): 1:44:19.60\n')
    assert [(value.cell.value, value.cell.resolution) for value in row.values] == [(6259.6, 0.01)]


def test_a_share_that_user_and_system_time_do_not_make_is_warned_of() -> None:
    (row,) = read("$ time ./x\n69.500u 3.200s 2:11.23 75.3%    0+0k 0+0io 15297pf+0w\n")
    assert row.warnings == ("69.500 and 3.200 s in 2:11.23 are not 75.3 % of a CPU: one of the figures is mistyped",)


def test_a_command_that_prose_quotes_as_run_is_timed_below_each_side() -> None:
    times = "\n4k:\n\n   real    2m28.155s\n   user    2m21.560s\n\n2M:\n\n   real    2m19.626s\n   user    2m13.771s\n"
    assert (
        commands(f"Next I tried running 'sort -S 1200M /tmp/big > /dev/null'.\n{times}")
        == ["sort -S 1200M /tmp/big > /dev/null"] * 4
    )
    assert commands(f"The 'sort -S 1200M /tmp/big' of before.\n{times}") == []


def test_a_kernel_build_that_was_tried_is_timed_below() -> None:
    times = "\nalways:\n\nreal    4m7.280s\nreal    4m7.520s\n\nnever:\n\nreal    4m13.754s\nreal    4m14.095s\n"
    assert commands(f"This time I tried it with a kernel compile and no other load.\n{times}") == ["kernel compile"] * 4
    assert commands(f"A kernel compile comes next.\n{times}") == []
