"""ebizzy, threads that allocate and search blocks of memory like a web server: records a second.

Read are the program's line and the tables that people make of many runs:

    21026 records/s 10515 10510

    ebizzy -t 32 -S 200 (5 iterations) Records per second. (Higher is better)
    Kernel     N  Min      Max      Median   Avg        Stddev     %Change
    6.6.0-rc3  5  3840178  4059268  3978042  3973936.6  84264.456

    Records/s	4.13-rc5	4.13-rc5-spf
    Average		11350.29	21760.36	+92%

    ebizzy -M
                  vanilla    optimized     boost
    1VM            31234       34489        10%

What each thread did stands behind the program's figure, and adds up to it: that proves the line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.matches import Tables, cell, measured
from suites.named_rows import TypedRow
from suites.named_tables import TypedTable, TypedTables
from suites.statistic_tables import StatisticRow, read_statistics
from suites.statistic_words import spread_of, statistic_of

RECORDS = Metric("records", "records/s", "higher", "records that all threads together searched in a second")

_LINE = re.compile(r"[ \t]{0,12}(?P<rate>\d{1,12})[ ]records/s(?P<threads>(?:[ ]\d{1,12}){0,2048})[ \t]*$")
_COMMAND = re.compile(r"(?:^|[ \t/'\"`])ebizzy(?P<arguments>(?:[ ]+-?\w{1,12}){1,16})")
_OPTION = re.compile(r"-[A-Za-z]{0,8}(?P<name>[tSns])[ ]?(?P<value>\d{1,9})")
_NAMED = re.compile(r"(?<![\w/.-])ebizzy\b|\brecords?(?:/s\b| per second)", re.IGNORECASE)
_OTHERS = re.compile(
    r"(?<![\w/.-])(?:hackbench|schbench|kernbench|netperf|[td]bench|pgbench|sysbench|unixbench|lparstat|vmstat|perf"
    r"|fio|stream|cyclictest|will-it-scale|specjbb|sched pipe)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?P<count>\d{1,5})[ ]?(?P<what>vms?|threads?|cpus?|guests?)?", re.IGNORECASE)
_PARAMETERS = {"t": "threads", "S": "seconds", "n": "chunks", "s": "chunk_bytes"}
_COMPARED = "  0.00%)"  # mmtests compares kernels so; that suite knows what its rows are
_SUM_SLACK = 0.02
_TITLE_WORDS = 12
_LEAST_KERNELS = 2
_REACH = 8


class _Reader:
    """Reads one text; a table is ebizzy's where a line near above names it or its unit."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._typed = TypedTables(lines)
        self._tables = Tables(3)
        self._settings: dict[str, Parameter] = {}
        self._named = -_REACH
        self._sides: dict[int, Label] = {}
        self._done = 0

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            if index < self._done or line.is_blank:
                continue
            printed = _LINE.match(line.text, line.start)
            if printed is not None:
                yield self._printed(line, printed)
                continue
            found = list(self._table(index)) if index - self._named <= _REACH else []
            yield from found
            if found:
                self._done, self._named = found[-1].line, -_REACH
            else:
                self._note(index, line)

    def _note(self, index: int, line: Line) -> None:
        """Take in what a line says of the tables below it."""
        named, other = _NAMED.search(line.words[:200]), _OTHERS.search(line.words[:200])
        command = _COMMAND.search(line.words[:200])
        if named is not None or command is not None:
            self._named = index
            self._settings = _settings(command["arguments"]) if command is not None else self._settings
        elif other is not None and len(line.words.split()) <= _TITLE_WORDS:
            self._named = -_REACH

    def _printed(self, line: Line, match: re.Match[str]) -> Row:
        threads = [int(count) for count in match["threads"].split()]
        value = measured(RECORDS, cell(match, "rate"), "records/s", "records/s")
        settings = self._settings | ({"threads": len(threads)} if threads else {})
        row = Row(line.number, self._tables.block(line), "ebizzy", "ebizzy", (value,), parameters=settings)
        return replace(row, warnings=_broken(match["rate"], threads))

    def _table(self, index: int) -> Iterator[Row]:
        if _COMPARED in self._lines[index].words:
            return
        statistics = read_statistics(self._lines, index)
        if statistics:
            yield from (self._statistic_row(row, index) for row in statistics)
            return
        table = self._typed.read(index)
        if table is None or len(table.heads) < _LEAST_KERNELS or not self._is_as_deep(index):
            return
        if any(head.label.text.startswith("%") for head in table.heads):
            return  # what vmstat and lparstat print
        block = min(head.label.line for head in table.heads)
        for row in table.rows:
            yield from self._typed_row(table, row, block)

    def _is_as_deep(self, index: int) -> bool:
        return self._lines[self._named].depth == self._lines[index].depth

    def _statistic_row(self, row: StatisticRow, head: int) -> Row:
        """A row of statistics; a table that has no kernels over its sets has those of the one above."""
        self._sides |= {figure.set: figure.kernel for figure in row.figures if figure.kernel is not None}
        several = len({figure.set for figure in row.figures}) > 1
        values = tuple(
            replace(
                measured(RECORDS, figure.cell, figure.text, statistic=figure.name, spread=figure.spread),
                runs=figure.runs,
                kernel=self._sides.get(figure.set) if several else None,
            )
            for figure in row.figures
        )
        return Row(
            row.index + 1,
            head + 1,
            "ebizzy",
            "ebizzy",
            values,
            kernel=row.label,
            parameters=self._settings | row.settings,
            warnings=row.warnings,
        )

    def _typed_row(self, table: TypedTable, row: TypedRow, block: int) -> Iterator[Row]:
        statistic, label = statistic_of(row.label), _LABEL.fullmatch(row.label)
        if "deviation" in row.label.lower() or spread_of(row.label) is not None:
            return
        settings: dict[str, Parameter] = {}
        if statistic is None and label is not None:
            what = (label["what"] or "threads").lower().rstrip("s")
            settings = {"vms" if what in {"vm", "guest"} else f"{what}s": int(label["count"])}
        elif statistic is None:
            settings = {"case": row.label}
        values = tuple(_value(table, row, place, statistic) for place in range(len(row.figures)))
        yield Row(row.index + 1, block, "ebizzy", row.label, values, parameters=self._settings | settings)


def _value(table: TypedTable, row: TypedRow, place: int, statistic: str | None) -> Value:
    figure = row.figures[place]
    spread = table.spread(figure, place) + (_deviation(table, place) if statistic == "mean" else ())
    return measured(
        RECORDS,
        table.cell(figure),
        row.label,
        statistic=statistic or "sample",
        spread=spread,
        kernel=table.kernel(place),
    )


def _deviation(table: TypedTable, place: int) -> tuple[RowSpread, ...]:
    """The deviation that a table of statistics has in a row of its own."""
    for row in table.rows:
        kind = spread_of(row.label) or ("unknown" if "deviation" in row.label.lower() else None)
        if kind is not None:
            return (RowSpread(kind, table.cell(row.figures[place]), row.index + 1),)
    return ()


def _settings(arguments: str) -> dict[str, Parameter]:
    """The options of a command: threads, seconds, chunks and their size."""
    return {_PARAMETERS[match["name"]]: int(match["value"]) for match in _OPTION.finditer(arguments)}


def _broken(rate: str, threads: Sequence[int]) -> tuple[str, ...]:
    if len(threads) < 2 or abs(sum(threads) - int(rate)) <= _SUM_SLACK * int(rate) + len(threads):
        return ()
    return (f"the {len(threads)} threads make {sum(threads)}, not {rate} records/s: one of the figures is mistyped",)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "ebizzy is not packaged, and no program of ours does what it does yet")


SUITE = Suite(
    name="ebizzy",
    title="ebizzy, threads that allocate and search memory",
    metrics=(RECORDS,),
    tests={"ebizzy": "threads copy random chunks to freshly allocated memory and search a record in each"},
    parameters={
        "threads": "how many threads run (-t)",
        "seconds": "how long they run (-S)",
        "chunks": "how many chunks there are (-n)",
        "chunk_bytes": "size of a chunk (-s)",
        "vms": "virtual machines that run it at once",
        "cpus": "CPUs of the machine or guest, where the row says so",
        "case": "what the row says that differs, in the post's words",
        "tasks": "tasks at once, where a column says so",
        "groups": "groups at once, where a column says so",
    },
    marks=("ebizzy", " records/s"),
    read=_read,
    rerun=_rerun,
)
