"""SDET, the software development throughput benchmark of SPEC: how many scripts an hour a load of users gets done.

Read are tables with a title a load, a row a kernel, and other tables that say they are of scripts an hour:

    SDET 16  (see disclaimer)
                               Throughput    Std. Dev
                2.5.67-mjb2       10842.1        0.4%

    SDET      scripts/hour
    2.4.17    10842

    Scripts  |  Average Throughput |  Standard Deviation
          16 |      15795.9100     |     711.3221

Since the licence does not let people publish what it measures, most posts have per cents of their first row instead:

    SDET 1  (see disclaimer)
                               Throughput    Std. Dev
                   2.5.67         100.0%         0.2%
              2.5.67-mjb2         103.9%         0.1%

Those are no measurements but relative results: each row of the table in relation to the one that is 100 %.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.matches import cell, measured

THROUGHPUT = Metric("throughput", "scripts/hour", "higher", "scripts that all users together got done in an hour")

_TITLE = re.compile(r"[ \t]{0,12}(?P<title>SDET[ \t]{1,3}(?P<users>\d{1,4}))\b(?:[ \t]{1,4}\(.{1,40}\))?[ \t]*:?$")
_HEAD = re.compile(r"[ \t]{0,60}(?P<name>Throughput)(?:[ \t]{1,30}Std\.?[ ]?Dev\.?)?[ \t]*$", re.IGNORECASE)
_HAND_HEAD = re.compile(
    r"[ \t]{0,20}(?:SDET|kernel)\b.{0,40}[ \t(](?P<name>scripts[ ]?(?:/|per[ ])[ ]?h(?:ou)?r)\b", re.IGNORECASE
)
_ROW = re.compile(
    r"[ \t]{0,40}(?P<kernel>[A-Za-z0-9]\S{0,60}(?:[ ](?!\d)\S{1,30}){0,3})[ \t]{1,60}"
    r"(?P<value>\d{1,9}(?:\.\d{1,4})?)(?![\d.]|[ ]?%)"
    r"(?:[ \t]{1,30}(?P<sd>\d{1,4}(?:\.\d{1,3})?)[ ]?%)?[ \t]*$"
)
_RELATIVE_ROW = re.compile(
    r"[ \t]{0,40}(?P<kernel>[A-Za-z0-9]\S{0,60}(?:[ ](?!\d)\S{1,30}){0,3})[ \t]{1,60}"
    r"(?P<value>\d{1,4}(?:\.\d{1,3})?)[ ]?%(?:[ \t]{1,30}(?P<sd>\d{1,4}(?:\.\d{1,3})?)[ ]?%)?[ \t]*$"
)
_LOAD_HEAD = re.compile(
    r"[ \t|]{0,12}Scripts[ \t|]{1,12}(?P<name>Average Throughput)[ \t|]{1,12}Standard Deviation", re.IGNORECASE
)
_LOAD_ROW = re.compile(
    r"[ \t|]{0,20}(?P<users>\d{1,4})[ \t]{0,12}\|[ \t]{0,20}(?P<value>\d{1,9}\.\d{1,6})[ \t]{0,20}\|"
    r"[ \t]{0,20}(?P<sd>\d{1,9}\.\d{1,6})[ \t|]*$"
)
_BASE = 100.0
_TITLE_GAP = 2


@dataclass(frozen=True, slots=True)
class _Table:
    """A head, the title over it, and the quote depth that the rows must have."""

    line: int
    depth: int
    name: str
    title: str
    users: int | None
    base: Label | None = None
    """The kernel that is 100 % in a table of per cents."""


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from sorted([*_kernels_as_rows(lines), *_loads_as_rows(lines)], key=lambda row: row.line)


def _loads_as_rows(lines: Sequence[Line]) -> Iterator[Row]:
    """Tables of one kernel, which a heading names, with a row a load and pipes between the columns."""
    table: _Table | None = None
    for line in lines:
        head = _LOAD_HEAD.match(line.words)
        if head is not None:
            table = _Table(line.number, line.depth, head["name"], "SDET", None)
            continue
        load = _LOAD_ROW.match(line.text, line.start) if table is not None and line.depth == table.depth else None
        if table is not None and load is not None:
            yield _load_row(line, load, table)
        elif line.words.strip(" -=+|\t"):
            table = None


def _kernels_as_rows(lines: Sequence[Line]) -> Iterator[Row]:
    title: tuple[int, str, int] | None = None
    table: _Table | None = None
    for line in lines:
        named = _TITLE.match(line.words)
        if named is not None:
            title, table = (line.number, named["title"], int(named["users"])), None
            continue
        opened = _opened(line, title)
        if opened is not None:
            table = opened
            continue
        if table is None or line.is_blank:
            table = table if table is not None and line.number - table.line <= _TITLE_GAP else None
            continue
        match = _ROW.match(line.text.rstrip(), line.start) if line.depth == table.depth else None
        relative = _RELATIVE_ROW.match(line.text, line.start) if line.depth == table.depth else None
        if match is not None:
            yield _row(line, match, table)
        elif relative is not None:
            if table.base is None and float(relative["value"]) == _BASE:
                table = replace(table, base=_kernel(line, relative))
            elif table.base is not None:
                yield _relative_row(line, relative, table, table.base)
        elif line.words.strip(" -=\t"):
            table = None


def _opened(line: Line, title: tuple[int, str, int] | None) -> _Table | None:
    head, by_hand = _HEAD.match(line.words), _HAND_HEAD.match(line.words)
    if head is not None and title is not None and line.number - title[0] <= _TITLE_GAP:
        return _Table(title[0], line.depth, head["name"], " ".join(title[1].split()), title[2])
    if by_hand is not None:
        return _Table(line.number, line.depth, by_hand["name"], "SDET", None)
    return None


def _row(line: Line, match: re.Match[str], table: _Table) -> Row:
    spread = (RowSpread("cv", cell(match, "sd")),) if match["sd"] else ()
    statistic = "mean" if spread else "sample"
    unit_text = table.name if "/" in table.name or " per " in table.name else None
    value = measured(THROUGHPUT, cell(match, "value"), table.name, unit_text, statistic=statistic, spread=spread)
    return _of_table(line, match, table, value)


def _load_row(line: Line, match: re.Match[str], table: _Table) -> Row:
    spread = (RowSpread("stdev", cell(match, "sd")),)
    value = measured(THROUGHPUT, cell(match, "value"), table.name, statistic="mean", spread=spread)
    return _of_table(line, match, replace(table, users=int(match["users"])), value)


def _relative_row(line: Line, match: re.Match[str], table: _Table, base: Label) -> Row:
    spread = (RowSpread("cv", cell(match, "sd")),) if match["sd"] else ()
    value = measured(THROUGHPUT, cell(match, "value"), table.name, "%", statistic="mean", spread=spread)
    return _of_table(line, match, table, replace(value, unit="%", is_relative=True, baseline=base))


def _of_table(line: Line, match: re.Match[str], table: _Table, value: Value) -> Row:
    return Row(
        line=line.number,
        block=table.line,
        test="sdet",
        test_text=table.title,
        values=(value,),
        kernel=_kernel(line, match) if "kernel" in match.groupdict() else None,
        parameters={"users": table.users} if table.users else {},
        title=table.title,
    )


def _kernel(line: Line, match: re.Match[str]) -> Label:
    return Label(match["kernel"], line.number, match.start("kernel"), match.end("kernel"), Basis.ROW_LABEL)


def _rerun(_test: str) -> Rerun:
    return Rerun("lost", "SDET is a licensed program of SPEC that is no longer sold")


SUITE = Suite(
    name="sdet",
    title="SDET, software development by many users",
    metrics=(THROUGHPUT,),
    tests={"sdet": "each user runs a script of editing, compiling and file commands"},
    parameters={"users": "scripts that run at once"},
    marks=("sdet",),
    hint=lambda text: "sdet" in text and ("throughput" in text or "hour" in text or "/hr" in text),
    read=_read,
    rerun=_rerun,
)
