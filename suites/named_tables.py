"""Tables of one benchmark's figures that people type under its name: a label and a figure a kernel; no suite.

    grp    tip/sched/core         +patchset              improvement
    1       1,327(+/-10,06 %)     1,247(+/-5,45 %)       5,97 %
    #thr   stock  patch-CNA   speedup
    1  0.861 (0.006)  0.867 (0.005)  1.007

Bare brackets are spreads of a kind that the head may tell; they are none where one of them has a sign, or where the
head calls them gains. Columns of differences and ratios are left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from archive.text import Line
from suites.base import Cell, Label, RowSpread
from suites.column_heads import Head, LinesOfHeads
from suites.commas import comma_cell, commas_are_decimal
from suites.named_rows import Figure, TypedRow, read_row

_RULER = re.compile(r"[-=+*_~|.\s]{3,300}")
_RATIO_HEAD = re.compile(
    r"(?:speed-?up|ratio|gain|diff\w{0,6}|delta|change|improve\w{0,6}|%.{0,20}|cmp|vs\.?[ ].{0,20}|boost|x)\b.{0,40}",
    re.IGNORECASE,
)
_GAIN_NOTE = re.compile(r"gain|diff|delta|chang|\bimp", re.IGNORECASE)
_SPREAD_NOTE = re.compile(r"std|(?P<cv>\bcv\b)", re.IGNORECASE)
# Figures of the lines around a table may tell how commas are meant.
_COMMAS = re.compile(r"(?<![\w,.])\d{1,9}(?:,\d{1,9}){1,4}(?:\.\d{1,9})?(?=[ \t]?%|[\s)]|$)")
_FIGURE_WORD = re.compile(r"\(?[+-]?\d{1,12}(?:[.,]\d{1,9})?%?\)?|%|pct\)?")
_NEAR = 3
_MAX_TEXT = 400
_MAX_BLANKS = 2
# Logs of thousands of figures are no tables that people typed.
_MAX_LINES = 120
_AMID = 3
_MAX_HEAD_LINES = 8
# Two kernels and their ratio; of one figure beside another nobody can tell.
_LEAST_WITH_RATIO = 2


@dataclass(frozen=True, slots=True)
class TypedTable:
    """Rows under one head; `heads` name the figures of each row, in order, and are empty where nothing does."""

    rows: tuple[TypedRow, ...]
    heads: tuple[Head, ...]
    commas: "_Commas"

    def cell(self, figure: Figure) -> Cell:
        """A figure as a cell; commas are read as the table's own figures tell."""
        return comma_cell(figure.raw, figure.start, decimal=self.commas.are_decimal)

    def spread(self, figure: Figure, place: int) -> tuple[RowSpread, ...]:
        """The spread of the figure at `place`; bare brackets are none where one of the table has a sign, or where the
        head says that they are gains.
        """
        if not figure.spread:
            return ()
        note = (self.heads[place].note or "") if place < len(self.heads) else ""
        bare = _SPREAD_NOTE.search(note)
        if _GAIN_NOTE.search(note) is not None or (bare is None and any(row.has_signs for row in self.rows)):
            return ()
        told = "unknown" if bare is None else "cv" if bare["cv"] or "%" in note else "stdev"
        return tuple(
            RowSpread(told if kind == "unknown" else kind, comma_cell(raw, start, decimal=self.commas.are_decimal))
            for kind, raw, start in figure.spread
        )

    def kernel(self, place: int) -> Label | None:
        """What heads the figures at `place`."""
        return self.heads[place].label if place < len(self.heads) else None


class TypedTables:
    """The typed tables of a text, wherever they are asked for: each line is read once.

    Where rows are `numbered`, a whole number at their beginning is their label (groups, threads).
    """

    def __init__(self, lines: Sequence[Line], *, numbered: bool = False) -> None:
        """Nothing is read yet."""
        self.lines = lines
        self._numbered = numbered
        self._rows: dict[int, TypedRow | None] = {}
        self._runs: dict[int, tuple[list[TypedRow], int]] = {}

    def row(self, index: int) -> TypedRow | None:
        """The row that line `index` (0-based) is, if it is one."""
        if index not in self._rows:
            self._rows[index] = read_row(self.lines[index], index, numbered=self._numbered)
        return self._rows[index]

    def read(self, index: int) -> TypedTable | None:
        """The table whose first row is line `index` (0-based); None where that is no row.

        None as well amid the rows of a longer table, which the caller has refused: else each of them would be read to
        the end again.
        """
        first = self.row(index)
        if first is not None and self.is_amid(first):
            return None
        rows = self._rows_from(index)
        if not rows:
            return None
        around = self.lines[max(0, index - _NEAR) : rows[-1].index + 1 + _NEAR]
        return _headed(self.lines, TypedTable(rows, (), _Commas(rows, around)))

    def is_amid(self, row: TypedRow) -> bool:
        """Whether a row is at least the fourth of rows with as many figures, of which there are several."""
        index, count = row.index, len(row.figures)
        if index < _AMID or count < _LEAST_WITH_RATIO:
            return False
        above = (self.row(place) for place in range(index - 1, index - _AMID - 1, -1))
        return all(other is not None and len(other.figures) == count for other in above)

    def _rows_from(self, index: int) -> tuple[TypedRow, ...]:
        """The rows from line `index` on that have as many figures as the first, up to other words or to the most that
        people type.
        """
        first = self._next_row(index, self.lines[index].depth)
        if first is None:
            return ()
        run, place = self._runs.get(first.index) or self._read_run(first)
        rows = run[place : place + _MAX_LINES]
        return tuple(row for row in rows if row.index < index + _MAX_LINES)

    def _read_run(self, first: TypedRow) -> tuple[list[TypedRow], int]:
        """All rows of the run that begins with that row, noted for each of them: tables may begin there too."""
        depth, run = self.lines[first.index].depth, list[TypedRow]()
        row: TypedRow | None = first
        while row is not None and len(row.figures) == len(first.figures):
            self._runs[row.index] = (run, len(run))
            run.append(row)
            row = self._next_row(row.index + 1, depth)
        return run, 0

    def _next_row(self, index: int, depth: int) -> TypedRow | None:
        """The row on line `index`, or behind a few blank lines and rulers, at that quote depth."""
        for place in range(index, min(len(self.lines), index + _MAX_BLANKS + 1)):
            line = self.lines[place]
            row = self.row(place) if line.depth == depth else None
            if row is not None or not (line.is_blank or _RULER.fullmatch(line.words) is not None):
                return row
        return None


def read_table(lines: Sequence[Line], index: int, *, numbered: bool = False) -> TypedTable | None:
    """The table whose first row is line `index` (0-based), as `TypedTables` reads it: for a text of which one table is
    asked for.
    """
    return TypedTables(lines, numbered=numbered).read(index)


def heads_over(lines: Sequence[Line], row: TypedRow, shown: Line) -> tuple[Head, ...]:
    """The heads of the table whose first row is that one, read from its line as `shown`: one fewer than it has figures
    where the last column holds a ratio, and none where nothing names them.
    """
    count, above = len(row.figures), _above(lines, row, shown)
    heads = _heads(above, count)
    if not heads and row.differences:
        heads = _heads(above, count + row.differences)[:count]
    if heads and _RATIO_HEAD.match(heads[-1].label.text) is None:
        return heads
    return heads[:-1] if heads else _heads(above, count - 1) if count > _LEAST_WITH_RATIO else ()


class _Commas:
    """How the commas of a table are meant, which is looked up when a figure is asked for: many tables are refused."""

    def __init__(self, rows: Sequence[TypedRow], around: Sequence[Line]) -> None:
        self._rows = rows
        self._around = around

    @cached_property
    def are_decimal(self) -> bool:
        raws = [figure.raw for row in self._rows for figure in row.figures]
        raws += [raw for row in self._rows for figure in row.figures for _, raw, _ in figure.spread]
        near = (line for line in self._around if "," in line.text)
        raws += [match.group() for line in near for match in _COMMAS.finditer(line.text[:_MAX_TEXT], line.start)]
        return commas_are_decimal(raws)


def _headed(lines: Sequence[Line], table: TypedTable) -> TypedTable:
    """The table with the heads of its columns, without a last column that holds a ratio."""
    first = table.rows[0]
    heads = heads_over(lines, first, lines[first.index])
    if len(heads) in {0, len(first.figures)}:
        return replace(table, heads=heads) if heads else table
    return replace(table, rows=tuple(replace(row, figures=row.figures[:-1]) for row in table.rows), heads=heads)


def _above(lines: Sequence[Line], first: TypedRow, shown: Line) -> LinesOfHeads:
    """The lines above a table's first row, with blanks for pipes: they part columns as gaps do."""
    begin = max(0, first.index - _MAX_HEAD_LINES)
    near = [
        replace(line, text=line.text.replace("|", " "), words=line.words.replace("|", " "))
        if "|" in line.words
        else line
        for line in (*lines[begin : first.index], shown)
    ]
    return LinesOfHeads(near, first.index - begin, first.end)


def _heads(above: LinesOfHeads, count: int) -> tuple[Head, ...]:
    """The heads of `count` columns; none where figures of another row stand there."""
    heads = above.read(count)
    texts = [head.label.text for head in heads]
    # "6.2" beside "6.2 + patch" is a version.
    figures = [text for text in texts if _is_figure(text)]
    return () if any(not any(other.startswith(f"{text} ") for other in texts) for text in figures) else heads


def _is_figure(text: str) -> bool:
    return all(_FIGURE_WORD.fullmatch(word) for word in text.split())
