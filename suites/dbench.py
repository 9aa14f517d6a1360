"""dbench and tbench: the throughput of many clients that replay a file server's load on a disk (or over TCP).

Read are the closing lines of every version, version 4's table of operations, and what people type from them:

    Throughput 27.3983 MB/sec (NB=34.2479 MB/sec  273.983 MBit/sec)
    Throughput 390.271 MB/sec  1 clients  1 procs  max_latency=97.719 ms
    dbench 10	5.78309	5.58762	5.76388	5.54761	5.94415
    2.4.17rat            ************************  12.1  MB/sec

Version 1 counts no bytes: its figure is 132 x clients / seconds, NB is 1.25 times and MBit 10 times that. The four
versions run four loads, so that their figures are never to be compared. Progress lines are no results.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from suites.base import Rerun, Row, Suite
from suites.dbench_headings import Heading, read_heading, read_started, told_clients
from suites.dbench_lines import METRICS, OPERATIONS, Closing, operation_row, operation_table, read_banner, read_closing
from suites.dbench_typed import bar_row, typed_row
from suites.hand_rows import HandRows

# How far below a heading, or below the last row under it, a line may stand and still belong to it.
_REACH = 12
# Typed rows with fewer lines between them are one table.
_MAX_GAP = 3
_PROGRAM = re.compile(r"(?:^|\s)(?:\./)?(?P<test>[td]bench)\b(?! version)")
_PROGRAM_REACH = 36
_PROGRAMS = ("dbench", "tbench")
_NAME = re.compile(r"[td]bench", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Above:
    """What stands above a line and holds for it: a heading, the clients that prose tells, the version, the last row."""

    heading: Heading | None = None
    told: int | None = None
    is_named: bool = False
    banner: str | None = None
    last: Row | None = None

    def at(self, line: Line) -> "_Above":
        """The same as it stands at the next line."""
        heading = _new_heading(line, self.heading)
        if heading is not None:
            last = self.last.line if self.last is not None and self.last.block == heading.line else heading.line
            heading = heading if line.number - last <= _REACH else None
        return replace(self, heading=heading, banner=read_banner(line) or self.banner)

    def heading_of(self, line: Line) -> Heading | None:
        """The heading, where it is quoted as deep as the line."""
        return self.heading if self.heading is not None and self.heading.depth == line.depth else None


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    hand_rows = HandRows(lines)
    above = _Above(told=told_clients(lines), is_named=any(_NAME.search(line.text) for line in lines))
    for index, line in enumerate(lines):
        above = above.at(line)
        row = _closing_row(lines, index, above) or _typed_row(lines, index, hand_rows, above)
        if row is not None:
            above = replace(above, last=row)
            yield row
        elif operation_table(line):
            yield from _operations(lines, index, above)


def _new_heading(line: Line, heading: Heading | None) -> Heading | None:
    found = read_heading(line)
    if found is not None:
        return found
    started = read_started(line)
    if started is not None and (heading is None or heading.clients != started):
        return Heading(line.number, line.depth, "dbench", "dbench", started)
    return heading


def _closing_row(lines: Sequence[Line], index: int, above: _Above) -> Row | None:
    closing = read_closing(lines, index)
    if closing is None or not (closing.form or above.is_named):
        return None
    line = lines[index]
    heading = above.heading_of(line)
    test = heading.test if heading else _program(lines, index)
    return closing.row(
        block=heading.line if heading else line.number,
        test=test,
        test_text=heading.text if heading else test,
        clients=closing.clients or (heading.clients if heading else above.told),
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


def _typed_row(lines: Sequence[Line], index: int, hand_rows: HandRows, above: _Above) -> Row | None:
    line, last = lines[index], above.last
    row = typed_row(lines, index, hand_rows)
    if row is None:
        heading = above.heading_of(line)
        return bar_row(line, heading) if heading is not None else None
    if last is None or line.number - last.line > _MAX_GAP or lines[last.line - 1].depth != line.depth:
        return row
    return replace(row, block=last.block)


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
    hint=lambda text: "dbench" in text or "tbench" in text or "throughput " in text,
    read=_read,
    rerun=_rerun,
    aliases=("tbench",),
)
