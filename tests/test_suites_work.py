"""The work of the suites' readers grows with the lines of a mail and no faster: lines looked at are counted."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import overload

import pytest

from archive.text import Line, lines
from suites import suite_named
from suites.matches import Sought
from suites.named_tables import TypedTables
from suites.titled_tables import Name, titled_rows

HEAD = "                 vanilla    patched\n"


class Watched(Sequence[Line]):
    """Lines that count how often each is looked at."""

    def __init__(self, text: str) -> None:
        self._lines = lines(text)
        self.looks = Counter[int]()

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, place: int) -> Line: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Line]: ...

    def __getitem__(self, place: int | slice) -> Line | Sequence[Line]:
        self.looks.update(range(len(self))[place] if isinstance(place, slice) else (place % len(self),))
        return self._lines[place]

    def __iter__(self) -> Iterator[Line]:
        self.looks.update(range(len(self)))
        return iter(self._lines)


def looks_at_a_line(name: str, text: str) -> float:
    """How often a suite's reader looks at a line, on the average over a text's lines."""
    suite, watched = suite_named(name), Watched(text)
    assert suite is not None
    for _ in suite.read(watched):
        pass
    return watched.looks.total() / len(watched)


def mmtests(tables: int) -> str:
    table = "".join(f"Amean     {n}   445.0{n} (   0.00%)   451.3{n} (  -1.42%)\n" for n in range(1, 9))
    return ("hackbench\n" + HEAD + table + "\n") * tables


def typed(tables: int) -> str:
    rows = "".join(f"{groups}-groups:      4.29       4.3{groups}\n" for groups in range(1, 9))
    return ("hackbench\n" + HEAD + rows + "\n") * tables


def titled(tables: int) -> str:
    rows = "".join(f"{n} threads        100{n}       110{n}\n" for n in range(1, 9))
    return ("sysbench oltp, queries per second\n" + HEAD + rows + "\n") * tables


def headless(tables: int) -> str:
    return "hackbench\n" + mmtests(tables).replace(HEAD, "and once more.\n")


LONG_TEXTS = {
    "mmtests": mmtests,
    "hackbench": typed,
    "will-it-scale": lambda tables: typed(tables).replace("hackbench", "will-it-scale open1_threads"),
    "ebizzy": lambda tables: typed(tables).replace("hackbench", "ebizzy"),
    "volanomark": lambda tables: typed(tables).replace("hackbench", "VolanoMark"),
    "vm-scalability": lambda tables: typed(tables).replace("hackbench", "usemem").replace("-groups:", " usemem"),
    "fio": lambda tables: typed(tables).replace("hackbench", "fio, IOPS").replace("-groups:", "k randread IOPS"),
    "dbench": lambda tables: typed(tables).replace("hackbench", "dbench 8").replace("-groups:", " clients"),
    "sysbench": titled,
    "schbench": lambda tables: typed(tables).replace("hackbench", "schbench").replace("-groups:", "0.0th:  "),
    "lkp": lambda tables: mmtests(tables).replace("hackbench", "-------- ---------"),
    "tiobench": lambda tables: typed(tables).replace("hackbench", "sequential reads   rate   cpu%"),
}


def test_tables_without_a_head_do_not_each_look_for_a_list_of_names_up_to_the_top() -> None:
    assert looks_at_a_line("mmtests", headless(80)) <= looks_at_a_line("mmtests", headless(20)) * 1.5


@pytest.mark.parametrize("name", LONG_TEXTS)
def test_a_text_four_times_as_long_takes_no_more_looks_at_each_line(name: str) -> None:
    text_of = LONG_TEXTS[name]
    short, long = looks_at_a_line(name, text_of(20)), looks_at_a_line(name, text_of(80))
    assert long <= short * 1.5


def test_each_line_of_a_long_run_of_figures_is_read_once_wherever_a_table_may_begin() -> None:
    watched = Watched("".join(f"sample   {figure}.5\n" for figure in range(100, 3100)))
    tables = TypedTables(watched)
    rows = [tables.row(index) for index in range(len(watched))]
    watched.looks.clear()
    for index in range(len(watched)):
        assert tables.row(index) is rows[index]
    assert not watched.looks


def test_a_run_is_found_once_for_all_tables_that_begin_in_it() -> None:
    tables = TypedTables(lines("".join(f"sample   {figure}.5\n" for figure in range(100, 400))))
    first, later = tables.read(0), tables.read(50)
    assert first is not None
    assert later is not None
    assert first.rows[50] is later.rows[0]


def test_the_words_over_a_table_are_joined_once_for_all_its_rows() -> None:
    name = Name("sysbench", suite_pattern())
    rows = list(titled_rows(lines(titled(1)), name))
    assert len(rows) == 8
    assert all(row.told is rows[0].told for row in rows)


def suite_pattern() -> re.Pattern[str]:
    return re.compile("sysbench")


def test_a_pattern_is_looked_for_only_where_one_of_its_words_stands() -> None:
    sought = Sought(re.compile(r"\bfio\b|\b[dt]bench\b", re.IGNORECASE), ("fio", "bench"))
    own = sought.among(lines("DBench 8\nand more\n"))
    assert own.words == ("bench",)
    assert own.search("with dbench 8") is not None
    assert own.search("nothing of it") is None
    assert [found.group() for found in own.each("dbench, TBench")] == ["dbench", "TBench"]
