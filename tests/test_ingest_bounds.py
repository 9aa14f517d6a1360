"""The work that a mail can ask for is bounded, whatever it holds: lines, numbers, and how often a line is looked at."""

from collections import UserList
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archive.model import Message, Part
from archive.text import Line, lines
from ingest.generic_rows import read_lone_sides
from ingest.post import MAX_FIGURE_LINES, MAX_FIGURES, scan
from ingest.tables import MAX_NUMBERS
from suites.base import Row

HEAD = "tbench and dbench\n"


def throughputs(count: int) -> str:
    return "".join(f"Throughput {100 + row % 900}.25 MB/sec 16 procs\n" for row in range(count))


def forks(count: int) -> str:
    """Lines of AIM9, each with two numbers."""
    return "".join(f"fork_test 10000 {50 + n % 9}.{n % 9} {5000 + n}.00 Task Creations/second\n" for n in range(count))


def of_parts(message: Message, *texts: str) -> Message:
    parts = tuple(Part(number, "text/plain", None, text, len(text)) for number, text in enumerate(texts))
    return replace(message, parts=parts)


def rows_of(message: Message) -> list[Row]:
    return [row for part in scan(message).parts for block in part.blocks for row in block.rows]


def test_lines_behind_the_most_lines_with_figures_are_not_read_and_the_last_row_says_so(
    mail: Callable[..., Message],
) -> None:
    text = throughputs(1) + "no figures\n" * 50 + "a line 1\n" * (MAX_FIGURE_LINES - 2) + throughputs(2)
    rows = rows_of(mail(text))
    assert [row.line for row in rows] == [1, MAX_FIGURE_LINES + 50]
    assert [row.warnings[:1] != () and row.warnings[-1].startswith("cut: ") for row in rows] == [False, True]


def test_a_mail_that_ends_with_the_most_lines_is_not_cut(mail: Callable[..., Message]) -> None:
    rows = rows_of(mail("a line 1\n" * (MAX_FIGURE_LINES - 1) + throughputs(1)))
    assert [row.warnings for row in rows] == [()]


def test_the_parts_of_a_mail_share_the_room_for_lines_and_numbers(mail: Callable[..., Message]) -> None:
    half = MAX_NUMBERS // 4
    rows = rows_of(of_parts(mail(""), forks(half), forks(half + 20)))
    assert sum(len(row.values) for row in rows) == MAX_NUMBERS
    padded = throughputs(1) + "a line 1\n" * (MAX_FIGURE_LINES - 3)
    rows = rows_of(of_parts(mail(""), padded, throughputs(5)))
    assert [row.line for row in rows] == [1, 1, 2]


@pytest.mark.parametrize("copies", [1, 4])
def test_numbers_of_several_suites_share_the_room(mail: Callable[..., Message], copies: int) -> None:
    rows = rows_of(of_parts(mail(""), *[throughputs(900) + forks(1600)] * copies))
    assert sum(len(row.values) for row in rows) <= MAX_NUMBERS


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sizes=st.lists(st.integers(0, 4000), min_size=1, max_size=4))
def test_no_mail_gives_more_numbers_than_are_read(mail: Callable[..., Message], sizes: list[int]) -> None:
    rows = rows_of(of_parts(mail(""), *(HEAD + throughputs(size) for size in sizes)))
    assert sum(len(row.values) for row in rows) == min(MAX_NUMBERS, sum(sizes), MAX_FIGURE_LINES)


def test_lines_of_many_figures_use_the_room_up_sooner(mail: Callable[..., Message]) -> None:
    wide = " ".join(["7"] * 100) + "\n"
    rows = rows_of(mail(throughputs(1) + wide * (MAX_FIGURES // 100) + throughputs(1)))
    assert [row.line for row in rows] == [1]


class Watched(UserList[Line]):
    """Lines that count how often any is looked at."""

    looks = 0

    def __getitem__(self, place: int) -> Line:
        self.looks += 1
        return self.data[place]


@given(count=st.integers(40, 400))
def test_a_run_of_sides_is_read_no_farther_however_long_it_is(count: int) -> None:
    alike = Watched(lines("".join(f"{'after' if n % 2 else 'before'}: {n} ms\n" for n in range(count))))
    assert list(read_lone_sides(alike, 0)) == []
    assert alike.looks < 20
    different = Watched(lines("".join(f"patched v{n}: {n} ms\n" for n in range(count))))
    assert 2 <= len(list(read_lone_sides(different, 0))) <= 30
    assert different.looks < 150
