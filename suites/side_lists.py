"""Lists of one figure a kernel or variant under a line that names the benchmark and says no more of the figures; no
suite.

    Dbench results:                                  Performance on tbench (2 x 4 cores):
    pristine:          387.080727 +/- 9.344585       SLAB               2223.32 MB/sec
    patched disabled:  389.524364 +/- 9.574921       SLUB unmodified    2144.36 MB/sec

A figure has its unit or its spread behind it, or the line above calls the figures results; a list has two sides at
least. What a program prints of itself (statistics, other measures) names no side, and a list with such a name is left
alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label, RowSpread
from suites.matches import cell
from suites.statistic_words import spread_of, statistic_of
from suites.titled_tables import Name

_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_ROW = re.compile(
    r"[ \t]{0,20}(?P<label>[A-Za-z+~][^:=|\n]{0,48}?)[ \t]{0,8}(?::[ \t]{1,24}|=[ \t]{1,8}|\t{1,5}|[ \t]{2,30})"
    rf"(?P<value>{_NUMBER})(?:[ \t]{{0,2}}(?:\+/-|\+-|±)[ \t]{{0,2}}(?P<spread>{_NUMBER})(?P<percent>[ ]?%)?)?"
    r"(?:[ \t]{0,3}(?P<unit>[A-Za-z][A-Za-z/]{0,10}))?(?:[ \t]{1,4}\([^()\n]{1,60}\))?[ \t]*$"
)
_CALLED = re.compile(r"\b(?:results?|numbers|performance|throughputs?|figures|scores?)\b", re.IGNORECASE)
_NO_SIDE = re.compile(
    r"\b(?:throughput|latenc\w{1,3}|elapsed|user|sys(?:tem)?|real|cpus?|time|runs?|clients?|threads|procs|jobs|total"
    r"|memory|ram|size|speed|bandwidth|count|date|version|duration|cache|swap|disks?|bench\w{0,4}|bogomips|mhz|load|sleeps"
    r"|switches|iterations?|test\d?|average|p?\d{2}th)\b",
    re.IGNORECASE,
)
_RULER = re.compile(r"[ \t]*[-=*_~#]{3,200}[ \t]*$")
_MAX_TITLE_WORDS = 10
_MAX_LABEL_WORDS = 6
_MAX_LINE = 200
_LEAST = 2
_MOST = 12
# Sides of one test are alike; figures farther apart are of several tests.
_ALIKE = 20.0


@dataclass(frozen=True, slots=True)
class SideFigure:
    """A row: its line number, the title of its list and the line of that, the side, the figure, unit and spread."""

    line: int
    block: int
    title: str
    side: Label
    cell: Cell
    unit_text: str | None
    spread: tuple[RowSpread, ...]


def side_lists(lines: Sequence[Line], name: Name, units: frozenset[str]) -> Iterator[SideFigure]:
    """The rows of every list under a line that names the benchmark; `units` are those that its figures may have."""
    for index, line in enumerate(lines):
        words = line.words
        if len(words) > _MAX_LINE or not name.is_in(words) or len(words.split()) > _MAX_TITLE_WORDS:
            continue
        if not (words.rstrip().endswith(":") or _CALLED.search(words)) or _ROW.match(line.text, line.start):
            continue
        rows = tuple(_rows(lines, index, units))
        if len(rows) >= _LEAST and _are_sides(rows, is_called=_CALLED.search(words) is not None):
            yield from rows


def _rows(lines: Sequence[Line], title: int, units: frozenset[str]) -> Iterator[SideFigure]:
    """The rows right below a title, up to the next line that is none."""
    place = title + 1
    while place < len(lines) and place - title <= 3 and (lines[place].is_blank or _RULER.match(lines[place].words)):
        place += 1
    for line in lines[place : place + _MOST]:
        row = _ROW.match(line.text, line.start) if line.depth == lines[title].depth else None
        if row is None or len(line.text) > _MAX_LINE or (row["unit"] and row["unit"].lower() not in units):
            return
        yield _figure(line, lines[title], row)


def _figure(line: Line, title: Line, row: re.Match[str]) -> SideFigure:
    start, end = row.span("label")
    spread: tuple[RowSpread, ...] = ()
    if row["spread"] is not None:
        spread = (RowSpread("percent" if row["percent"] else "unknown", cell(row, "spread")),)
    return SideFigure(
        line=line.number,
        block=title.number,
        title=title.words.strip(" \t:"),
        side=Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL),
        cell=cell(row, "value"),
        unit_text=row["unit"],
        spread=spread,
    )


def _are_sides(rows: Sequence[SideFigure], *, is_called: bool) -> bool:
    """Whether all rows name sides, each another, of one test."""
    sides = [row.side.text for row in rows]
    names = [statistic_of(side) or spread_of(side) or _NO_SIDE.search(side) for side in sides]
    if any(names) or len({side.lower() for side in sides}) < len(sides):
        return False
    if any(len(side.split()) > _MAX_LABEL_WORDS for side in sides):
        return False
    values = sorted(row.cell.value for row in rows)
    if (
        values[0] <= 0
        or values[-1] / values[0] > _ALIKE
        or any(row.line + 1 != more.line for row, more in pairwise(rows))
    ):
        return False
    return is_called or all(row.unit_text or row.spread for row in rows)
