"""Walks a mail for schbench's rows: which of them are near enough to its name, what block they belong to, and which
kernel each of their columns gives; no suite.

    schbench(old)		            tip		+patch(%gain)
    10 iterations			sched/core
    1 Threads
    50.0th:		      		    8.00       9.00(-12.50)

    On PowerPc/Next                          On Powerpc/next + patchset
    Latency percentiles (usec)               Latency percentiles (usec)
            50.0th: 455                              50.0th: 454
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Label
from suites.column_heads import Head, read_heads
from suites.schbench_rows import Figures, read_extremes, read_percentiles, read_workers
from suites.schbench_setup import Setup

_CURRENT = re.compile(r"[ \t]{0,8}current rps:", re.IGNORECASE)
_WORKERS_HEAD = re.compile(r"[ \t]{0,8}#?workers?:?(?=[ \t])", re.IGNORECASE)
_NORMALISED = re.compile(r"normali[sz]ed|\[pct imp\]|std%\)", re.IGNORECASE)
_CHUNK = re.compile(r"[^\s|]{1,80}(?:[ ][^\s|]{1,80}){0,11}")
_NO_NAME = re.compile(r"[\W_]*$|\W{0,2}\d[\d.,]*(?:\s|$)|min=|\*?\d{1,2}(?:\.\d{1,4})?th:|[\w -]{1,20}:(?:\s|$)")
_LED = re.compile(r"(?:on|with|for)[ ](?=\S)", re.IGNORECASE)
_REACH = 25
_TITLE_REACH = 70
_AWAY = 25
_MAX_TITLE_WORDS = 7
_PROGRESS = 8
_MAX_LEAD = 40


@dataclass(frozen=True, slots=True)
class Printed:
    """A row with what is known of it: `heads` name the columns, in order, and are empty where nothing does."""

    line: int
    block: int
    setup: Setup
    figures: Figures
    heads: tuple[Head, ...] = ()
    workers: int | None = None
    led_by: str = ""


def read_tables(lines: Sequence[Line]) -> tuple[Printed, ...]:
    """All rows, without those that were printed while the program still ran and are printed again at its end."""
    found = tuple(_Walk(lines).rows())
    marks = [line.number for line in lines if _CURRENT.match(line.words) is not None]
    return tuple(row for row in found if not _is_progress(row, found, marks))


def _is_progress(row: Printed, found: Sequence[Printed], marks: Sequence[int]) -> bool:
    ended = min((other.block for other in found if other.block > row.block), default=row.line + _REACH)
    mark = next((mark for mark in marks if row.line < mark <= ended), None)
    return mark is not None and any(mark < other.line <= mark + _PROGRESS for other in found)


class _Walk:
    """One passage through the lines, with what the lines so far tell."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._setup = Setup()
        self._near = 0  # the last line that has to do with schbench
        self._block = 0
        self._top: int | None = None  # where the rows or sub-heads of the table begin
        self._heads: tuple[Head, ...] = ()
        self._printed: set[str] = set()  # the distributions of the block that have rows
        self._by_workers: int | None = None

    def rows(self) -> Iterator[Printed]:
        """Every row in order."""
        for index, line in enumerate(self._lines):
            row = self._row(index, line)
            if row is None:
                self._pass(index, line)
                continue
            self._near = line.number
            self._printed.add(self._setup.metric)
            yield row

    def _row(self, index: int, line: Line) -> Printed | None:
        near = self._near and line.number - self._near <= _REACH and line.depth == self._setup.depth
        if not near or line.is_blank:
            return None
        figures = read_percentiles(line) or read_extremes(line)
        if figures is not None:
            return self._percentiles(index, line, figures)
        counted = read_workers(line) if self._by_workers is not None else None
        if counted is None or self._by_workers is None:
            return None
        heads = read_heads(self._lines, self._by_workers + 1, len(counted[1].values), counted[1].name_end)
        return Printed(line.number, self._block, self._setup, counted[1], heads, workers=counted[0])

    def _percentiles(self, index: int, line: Line, figures: Figures) -> Printed | None:
        lead = line.text[line.start : figures.name_end].partition("th")[0].rstrip("0123456789.* \t")
        if len(lead.strip()) > _MAX_LEAD:
            return None
        self._top = index if self._top is None else self._top
        setup = self._setup.of_row(lead)
        block = self._block or line.number
        return Printed(line.number, block, setup, figures, self._names(index, figures), led_by=lead.strip())

    def _names(self, index: int, figures: Figures) -> tuple[Head, ...]:
        """The heads of a row's columns; a row of one column has none."""
        count = len(figures.values)
        if not figures.values[0].statistic.startswith("p"):
            return tuple(head for head in self._heads for _ in range(2)) if 2 * len(self._heads) == count else ()
        if figures.side_by_side:
            self._heads = self._heads or _names_beside(self._lines, index, figures)
            return self._heads if len(self._heads) == count else ()
        if count > 1 and len(self._heads) != count:
            top = index if self._top is None else self._top
            self._heads = read_heads(self._lines, top, count, figures.name_end) or read_heads(
                self._lines, index, count, figures.name_end
            )
        return self._heads if count > 1 else ()

    def _pass(self, index: int, line: Line) -> None:
        """Takes in a line that is no row."""
        before, self._setup = self._setup, self._setup.after(line)
        told = self._setup
        if not told.line:
            self._near, self._by_workers = 0, None
        elif told.titled != before.titled or (told.commanded != before.commanded and self._runs_anew(line)):
            self._begin(line.number)
        elif told.headed != before.headed:
            self._near = line.number
            if told.metric in self._printed or not self._block:
                self._begin(line.number)
            self._top, self._heads = None, ()
        elif told != before:
            self._near = line.number
            self._top = index if self._top is None and told.subheaded != before.subheaded else self._top
        if _WORKERS_HEAD.match(line.words) is not None and told.line:
            near = self._lines[max(0, index - _PROGRESS) : index + 2]
            self._by_workers = None if any(_NORMALISED.search(each.words) for each in near) else index
            self._block = line.number if self._printed else self._block

    def _runs_anew(self, line: Line) -> bool:
        """A command begins a block, but where it is a sub-head of a table by hand or stands under a title; a sentence
        that names the program is no title.
        """
        is_far = line.number - self._near > _PROGRESS
        begun = self._lines[self._block - 1].words.split() if self._block else ()
        return not self._heads and (bool(self._printed) or is_far or len(begun) > _MAX_TITLE_WORDS)

    def _begin(self, number: int) -> None:
        self._near = self._block = number
        self._top, self._heads, self._by_workers = None, (), None
        self._printed = set()


def _names_beside(lines: Sequence[Line], index: int, figures: Figures) -> tuple[Head, ...]:
    """The nearest line above that has a name over each of the outputs that stand side by side."""
    columns = [figure.cell.start for figure in figures.values]
    for line in reversed(lines[max(0, index - _TITLE_REACH) : index]):
        chunks = list(_CHUNK.finditer(line.text, line.start)) if line.depth == lines[index].depth else []
        names = [chunk.group() for chunk in chunks]
        if len(names) != len(columns) or len(set(names)) != len(names) or any(map(_NO_NAME.match, names)):
            continue
        if all(abs(chunk.start() - column) <= _AWAY for chunk, column in zip(chunks, columns, strict=True)):
            return tuple(_head(line, chunk) for chunk in chunks)
    return ()


def _head(line: Line, chunk: re.Match[str]) -> Head:
    led = _LED.match(chunk.group())
    start = chunk.start() + (led.end() if led is not None else 0)
    return Head(Label(line.text[start : chunk.end()], line.number, start, chunk.end(), Basis.COLUMN_HEAD))
