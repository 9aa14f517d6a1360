"""What re-aim itself prints: the screen of a run with many children, its closing line, the spreadsheet of the same,
and the tests of a run with one user; no suite.

    Num     Parent   Child   Child  Jobs per   Jobs/min/  Std_dev  Std_dev  JTI
    Forked  Time     SysTime UTime   Minute     Child      Time     Percent
    100     110.25   12.67   206.35  5605.19    56.05      3.48     3.29     96
    Max Jobs per Minute 5661.19
    Peak load Test: Maximum Jobs per Minute 8491.96 (average of 3 runs)

Jobs a minute and child are jobs a minute over the children; JTI is 100 less the deviation in per cent.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.text import Line
from suites.base import Cell, RowSpread
from suites.cells import resolution

_FIGURE = r"\d{1,9}\.\d\d"
_SCREEN = re.compile(
    rf"[ \t]{{0,4}}(?P<children>\d{{1,7}})[ \t]+(?P<parent_time>{_FIGURE})[ \t]+(?P<child_system_time>{_FIGURE})"
    rf"[ \t]+(?P<child_user_time>{_FIGURE})[ \t]+(?P<jobs_per_minute>{_FIGURE})[ \t]+(?P<each>{_FIGURE})"
    rf"[ \t]+(?P<deviation>{_FIGURE})[ \t]+(?P<percent>{_FIGURE})(?:[ \t]+(?P<jti>\d{{1,3}}))?[ \t]{{0,20}}$"
)
_WRAPPED = re.compile(r"[ \t]{0,20}(?P<jti>\d{1,3})[ \t]{0,20}$")
_MAXIMUM = re.compile(
    r"[ \t]{0,8}(?:(?P<test>peak load|quick convergence)(?:[ \t]test)?[ \t]{0,2}:[ \t]{0,4})?"
    r"max(?:imum)? jobs per minute[ \t:=]{1,6}(?P<maximum>\d{1,9}(?:\.\d{1,4})?)"
    r"(?:[ \t]{1,4}\((?P<average>average of (?P<runs>\d{1,3}) runs)\))?",
    re.IGNORECASE,
)
_CSV_NAMES = {
    "forks": "children",
    "jpm": "jobs_per_minute",
    "parent_tm": "parent_time",
    "childu_tm": "child_user_time",
    "childs_tm": "child_system_time",
    "jti": "jti",
}
_CSV_HEAD = re.compile(r"forks,jpm,[\w,]{10,80}", re.IGNORECASE)
_NAMES = ("jobs_per_minute", "parent_time", "child_user_time", "child_system_time", "jti")
HEADS = {
    "jobs_per_minute": "Jobs per Minute",
    "parent_time": "Parent Time",
    "child_user_time": "Child UTime",
    "child_system_time": "Child SysTime",
    "jti": "JTI",
}


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed line: its metrics' cells, how many children there were, spreads of the parent's time, doubts."""

    line: int
    block: int
    cells: tuple[tuple[str, Cell], ...]
    children: int | None = None
    spread: tuple[RowSpread, ...] = ()
    convergence: str | None = None
    runs: int | None = None
    warnings: tuple[str, ...] = ()


def read_screen(lines: Sequence[Line]) -> Iterator[Printed]:
    """The rows of the screen, and a JTI that a mailer put on the next line as a row of its own."""
    block = depth = 0
    for index, line in enumerate(lines):
        if "SysTime" in line.text or "Forked" in line.text:
            block = block if block and line.number - block <= 1 else line.number
            depth = line.depth
            continue
        found = _SCREEN.match(line.text.rstrip(), line.start) if block and line.depth == depth else None
        if found is None:
            continue
        yield _row(line, found, block)
        below = lines[index + 1] if found["jti"] is None and index + 1 < len(lines) else None
        wrapped = _WRAPPED.match(below.text, below.start) if below is not None and below.depth == depth else None
        if below is not None and wrapped is not None:
            children = int(found["children"])
            yield Printed(below.number, block, (("jti", _cell(wrapped, "jti")),), children)


def _row(line: Line, found: re.Match[str], block: int) -> Printed:
    cells = tuple((name, _cell(found, name)) for name in _NAMES if found[name] is not None)
    spread = (RowSpread("stdev", _cell(found, "deviation")), RowSpread("percent", _cell(found, "percent")))
    return Printed(line.number, block, cells, int(found["children"]), spread, warnings=tuple(_broken(found)))


def _cell(found: re.Match[str], name: str) -> Cell:
    raw = found[name]
    return Cell(raw, found.start(name), found.end(name), float(raw), resolution(raw))


def _broken(found: re.Match[str]) -> Iterator[str]:
    """What the relations of the row's figures speak against, within what their digits leave open."""
    children, rate, each = int(found["children"]), float(found["jobs_per_minute"]), float(found["each"])
    if children and abs(rate / children - each) > 0.0051 + 0.005 / children:
        yield f"{found['jobs_per_minute']} / {children} is not {found['each']}: one of the figures is mistyped"
    if found["jti"] is not None and abs(100 - float(found["percent"]) - int(found["jti"])) > 1:
        yield f"JTI {found['jti']} is not 100 - {found['percent']}: one of the figures is mistyped"


def read_maxima(lines: Sequence[Line]) -> Iterator[Printed]:
    """The closing line of a run, and what OSDL's test platform reports of its two tests."""
    block = 0
    for line in lines:
        found = _MAXIMUM.match(line.text, line.start)
        if found is None:
            block = block if block and line.words.strip() else 0
            continue
        block = block or line.number
        convergence = found["test"].lower() if found["test"] is not None else None
        runs = int(found["runs"]) if found["runs"] is not None else None
        cells = (("max_jobs_per_minute", _cell(found, "maximum")),)
        yield Printed(line.number, block, cells, convergence=convergence, runs=runs)


def read_spreadsheet(lines: Sequence[Line]) -> Iterator[Printed]:
    """The rows of the file that re-aim writes for spreadsheets."""
    head: tuple[Line, list[str]] | None = None
    for line in lines:
        if _CSV_HEAD.fullmatch(line.words.strip()) is not None:
            head = (line, line.words.strip().lower().split(","))
        elif head is not None and line.depth == head[0].depth:
            found = _spreadsheet_row(line, head[0].number, head[1])
            if found is not None:
                yield found


def _spreadsheet_row(line: Line, block: int, names: Sequence[str]) -> Printed | None:
    fields = line.words.strip().split(",")
    if len(fields) != len(names) or not all(field.replace(".", "", 1).isdigit() for field in fields):
        return None
    column = line.start + len(line.words) - len(line.words.lstrip())
    cells: list[tuple[str, Cell]] = []
    children: int | None = None
    for name, field in zip(names, fields, strict=True):
        known = _CSV_NAMES.get(name)
        if known == "children":
            children = int(float(field))
        elif known is not None:
            cells.append((known, Cell(field, column, column + len(field), float(field), resolution(field))))
        column += len(field) + 1
    return Printed(line.number, block, tuple(cells), children)
