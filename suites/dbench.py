"""dbench and tbench: the throughput of many clients that replay a file server's load on a disk (or over TCP).

Read are the closing lines of every version, version 4's table of operations, and what people type from them:

    Throughput 27.3983 MB/sec (NB=34.2479 MB/sec  273.983 MBit/sec)
    Throughput 390.271 MB/sec  1 clients  1 procs  max_latency=97.719 ms
    dbench 10	5.78309	5.58762	5.76388	5.54761	5.94415
    2.4.17rat            ************************  12.1  MB/sec

and tables of kernels over numbers of clients (counted_tables.py).

Version 1 counts no bytes: its figure is 132 x clients / seconds, NB is 1.25 times and MBit 10 times that. The four
versions run four loads, so that their figures are never to be compared. Progress lines are no results.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from archive.text import MAX_LINE, Line
from suites.base import Rerun, Row, Suite
from suites.counted_tables import counted_tables
from suites.dbench_headings import Heading, read_heading, read_started, told_clients
from suites.dbench_lines import (
    METRICS,
    OPERATIONS,
    THROUGHPUT,
    Closing,
    operation_row,
    operation_table,
    read_banner,
    read_closing,
)
from suites.dbench_typed import bar_row, typed_row
from suites.hand_rows import RATE_UNITS, HandRows
from suites.matches import measured
from suites.side_lists import SideFigure, side_lists
from suites.titled_tables import Name

# How far below a heading, or below the last row under it, a line may stand and still belong to it.
_REACH = 12
# Typed rows with fewer lines between them are one table.
_MAX_GAP = 3
_SENTENCE = 5
_PROGRAM = re.compile(r"(?:^|\s)(?:\./)?(?P<test>[td]bench)\b(?! version)")
_PROGRAM_REACH = 36
_PROGRAMS = ("dbench", "tbench")
_NAME = re.compile(r"[td]bench", re.IGNORECASE)
_COUNTED = Name("bench", re.compile(r"(?<![\w/.-])[td]bench\d?(?![\w/])", re.IGNORECASE))
# A number of clients and two figures: a table of kernels over its columns.
_COUNTS = re.compile(r"\n[> \t|]{0,20}+\d{1,4}[ \t]{0,3}[:|]?[ \t|]{1,40}\d[\d.,]{2,20}[^\n\d]{1,40}\d")
# What a text with rows has, in lower case.
_ROWS = re.compile(r"throughput\s{1,9}\d|clients started|avglat")
# The same of one figure a side, whose line has its unit or its spread.
_SIDES = re.compile(
    r"[td]bench\d?\b[^\n]{0,80}\n(?:[^\n]{0,60}\n){0,3}?[> \t|]{0,20}+[^\n\d][^\n]{0,60}?[ \t=]\d{1,6}\.\d"
)
_NAMED = re.compile(rf"[td]bench[^\n]{{0,{MAX_LINE}}}")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class _Above:
    """What stands above a line and holds for it: a heading, the version, the last row."""

    heading: Heading | None = None
    banner: str | None = None
    last: Row | None = None

    def at(self, line: Line) -> "_Above":
        """The same as it stands at the next line."""
        heading = _new_heading(line, self.heading)
        if heading is not None:
            last = self.last.line if self.last is not None and self.last.block == heading.line else heading.line
            is_over = last > heading.line and _is_sentence(line)
            heading = heading if line.number - last <= _REACH and not is_over else None
        banner = read_banner(line) or self.banner
        unchanged = heading is self.heading and banner is self.banner
        return self if unchanged else replace(self, heading=heading, banner=banner)

    def heading_of(self, line: Line) -> Heading | None:
        """The heading, where it is quoted as deep as the line."""
        return self.heading if self.heading is not None and self.heading.depth == line.depth else None


def _is_sentence(line: Line) -> bool:
    """Whether a line holds words enough for one: what stands below it is not of the heading above."""
    return sum(word.strip(",.()").isalpha() for word in line.words.split()) >= _SENTENCE


class _Text:
    """A text, and what it tells of all its rows, which is looked up when a row first needs it."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """Nothing is looked up yet."""
        self.lines = lines
        self.hand_rows = HandRows(lines)

    @cached_property
    def told(self) -> int | None:
        """The clients that prose tells."""
        return told_clients(self.lines)

    @cached_property
    def is_named(self) -> bool:
        """Whether dbench or tbench is named anywhere."""
        return any(_NAME.search(line.text) for line in self.lines)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    seen = set()
    for row in _printed(lines):
        seen.add(row.line)
        yield row
    for figure in side_lists(lines, _COUNTED, RATE_UNITS):
        if figure.line not in seen:
            seen.add(figure.line)
            yield _side_row(figure)
    for table in counted_tables(lines, _COUNTED):
        program = "tbench" if "tbench" in table.title.lower() else "dbench"
        for counted, figures in table.rows:
            if counted.line not in seen:
                values = table.values(figures, THROUGHPUT)
                yield Row(
                    *(counted.line, table.block, program, counted.label, values),
                    parameters={"clients": counted.count},
                    title=table.title,
                )


def _side_row(figure: SideFigure) -> Row:
    program = "tbench" if "tbench" in figure.title.lower() else "dbench"
    value = measured(
        THROUGHPUT,
        figure.cell,
        THROUGHPUT.name,
        figure.unit_text,
        statistic="mean" if figure.spread else "sample",
        spread=figure.spread,
    )
    return Row(figure.line, figure.block, program, figure.title, (value,), kernel=figure.side, title=figure.title)


def _printed(lines: Sequence[Line]) -> Iterator[Row]:
    """The lines that the programs print, and single rows that people type."""
    text, above = _Text(lines), _Above()
    for index, line in enumerate(lines):
        if above.heading is None and not _may_begin(line.text):
            continue
        above = above.at(line)
        row = _closing_row(text, index, above) or _typed_row(text, index, above)
        if row is not None:
            above = replace(above, last=row)
            yield row
        elif operation_table(line):
            yield from _operations(lines, index, above)


def _may_begin(text: str) -> bool:
    """Whether a line may hold a row or a heading; all other lines matter only below a heading."""
    # One test after another: this is asked of nearly every line.
    return "Throughput" in text or "clients started" in text or "AvgLat" in text or "bench" in text.lower()


def _new_heading(line: Line, heading: Heading | None) -> Heading | None:
    found = read_heading(line)
    if found is not None:
        return found
    started = read_started(line)
    if started is not None and (heading is None or heading.clients != started):
        return Heading(line.number, line.depth, "dbench", "dbench", started)
    return heading


def _closing_row(text: _Text, index: int, above: _Above) -> Row | None:
    closing = read_closing(text.lines, index)
    if closing is None or not (closing.form or text.is_named):
        return None
    line = text.lines[index]
    heading = above.heading_of(line)
    test = heading.test if heading else _program(text.lines, index)
    return closing.row(
        block=heading.line if heading else _block(above.last, line) if closing.label else line.number,
        test=test,
        test_text=heading.text if heading else test,
        clients=closing.clients or (heading.clients if heading else text.told),
        filesystem=heading.filesystem if heading else None,
        banner=above.banner,
    )


def _program(lines: Sequence[Line], index: int) -> str:
    """Which of the two programs printed a closing line: the one named last above it; tbench prints dbench's banner."""
    for line in reversed(lines[max(0, index - _PROGRAM_REACH) : index]):
        named = _PROGRAM.search(line.words)
        if named is not None:
            return named["test"]
    return "dbench"


def _typed_row(text: _Text, index: int, above: _Above) -> Row | None:
    lines, last = text.lines, above.last
    line, row = lines[index], typed_row(lines, index, text.hand_rows)
    if row is None:
        heading = above.heading_of(line)
        return bar_row(line, heading) if heading is not None else None
    if last is None or lines[last.line - 1].depth != line.depth:
        return row
    return replace(row, block=_block(last, line))


def _block(last: Row | None, line: Line) -> int:
    """The table of a row that no heading stands over: that of the row shortly above it, else one of its own."""
    return last.block if last is not None and line.number - last.line <= _MAX_GAP else line.number


def _operations(lines: Sequence[Line], index: int, above: _Above) -> Iterator[Row]:
    """The rows of an operations table; its closing line stands below it and tells the clients."""
    rows = []
    heading = above.heading_of(lines[index])
    program = heading.test if heading is not None else _program(lines, index)
    closing: Closing | None = None
    for below in range(index + 1, min(len(lines), index + len(OPERATIONS) + 8)):
        closing = read_closing(lines, below)
        if closing is not None or operation_table(lines[below]) or lines[below].depth != lines[index].depth:
            break
        row = operation_row(lines[below], lines[index].number, program, above.banner)
        rows += [row] if row is not None else []
    clients = closing.clients if closing is not None else heading.clients if heading is not None else None
    for row in rows:
        yield replace(row, parameters={"clients": clients} if clients else {})


def _may_hold_rows(text: str) -> bool:
    """Whether a line can be a row, or a heading: that names the program, and behind it a number of clients."""
    if any(pattern.search(text) is not None for pattern in (_ROWS, _COUNTS, _SIDES)):
        return True
    return any(_DIGIT.search(named.group()) is not None for named in _NAMED.finditer(text))


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "dbench 4 can be installed, but its load is another one: it compares only with other dbench 4")


SUITE = Suite(
    name="dbench",
    title="dbench / tbench, a file server's load by many clients",
    metrics=METRICS,
    tests={
        "dbench": "clients replay the file operations of a NetBench run on a filesystem",
        "tbench": "the same load's network traffic over TCP, without a disk",
        **{f"{program}/{name}": f"{program} 4's {name} alone" for program in _PROGRAMS for name in OPERATIONS},
    },
    parameters={
        "clients": "how many clients replay the load at once",
        "sync": "open: files are opened for synchronous writes; dirs: directories are synchronous",
        "filesystem": "the filesystem that a heading names",
    },
    marks=("dbench", "tbench", "throughput "),
    hint=_may_hold_rows,
    read=_read,
    rerun=_rerun,
    aliases=("tbench",),
)
