"""Tables of one benchmark's figures that people type under its name: a label and a figure a kernel; no suite.

    grp    tip/sched/core         +patchset              improvement
    1       1,327(+/-10,06 %)     1,247(+/-5,45 %)       5,97 %
    #thr   stock  patch-CNA   speedup
    1  0.861 (0.006)  0.867 (0.005)  1.007

Bare brackets are spreads of a kind that the head may tell; they are none where one of them has a sign, or where the
head calls them gains. Columns of differences and ratios are left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from suites.base import Cell, Label, RowSpread
from suites.column_heads import Head, read_heads
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
    decimal: bool

    def cell(self, figure: Figure) -> Cell:
        """A figure as a cell; commas are read as the table's own figures tell."""
        return comma_cell(figure.raw, figure.start, decimal=self.decimal)

    def spread(self, figure: Figure, place: int) -> tuple[RowSpread, ...]:
        """The spread of the figure at `place`; bare brackets are none where one of the table has a sign, or where the
        head says that they are gains.
        """
        note = (self.heads[place].note or "") if place < len(self.heads) else ""
        bare = _SPREAD_NOTE.search(note)
        if _GAIN_NOTE.search(note) is not None or (bare is None and any(row.has_signs for row in self.rows)):
            return ()
        told = "unknown" if bare is None else "cv" if bare["cv"] or "%" in note else "stdev"
        return tuple(
            RowSpread(told if kind == "unknown" else kind, comma_cell(raw, start, decimal=self.decimal))
            for kind, raw, start in figure.spread
        )

    def kernel(self, place: int) -> Label | None:
        """What heads the figures at `place`."""
        return self.heads[place].label if place < len(self.heads) else None


def read_table(lines: Sequence[Line], index: int, *, numbered: bool = False) -> TypedTable | None:
    """The table whose first row is line `index` (0-based); None where that is no row.

    Where rows are `numbered`, a whole number at their beginning is their label (groups, threads). None as well amid
    the rows of a longer table, which the caller has refused: else each of them would be read to the end again.
    """
    if _is_amid(lines, index, numbered=numbered):
        return None
    rows = list(_rows(lines, index, numbered=numbered))
    if not rows:
        return None
    raws = [figure.raw for row in rows for figure in row.figures]
    raws += [raw for row in rows for figure in row.figures for _, raw, _ in figure.spread]
    around = lines[max(0, index - _NEAR) : rows[-1].index + 1 + _NEAR]
    raws += [match.group() for line in around for match in _COMMAS.finditer(line.text[:_MAX_TEXT], line.start)]
    return _headed(lines, TypedTable(tuple(rows), (), commas_are_decimal(raws)))


def _is_amid(lines: Sequence[Line], index: int, *, numbered: bool) -> bool:
    """Whether line `index` is at least the fourth of rows with as many figures, of which there are several."""
    count: int | None = None
    for place in range(index, index - _AMID - 1, -1):
        row = read_row(lines[place], place, numbered=numbered) if place >= 0 else None
        if row is None or len(row.figures) < _LEAST_WITH_RATIO or len(row.figures) != (count or len(row.figures)):
            return False
        count = len(row.figures)
    return True


def _rows(lines: Sequence[Line], index: int, *, numbered: bool) -> Iterator[TypedRow]:
    """The rows from line `index` on that have as many figures as the first, up to other words or to the most that
    people type.
    """
    count: int | None = None
    blanks = 0
    for place in range(index, min(len(lines), index + _MAX_LINES)):
        line = lines[place]
        if line.is_blank or _RULER.fullmatch(line.words) is not None:
            blanks += 1
            if blanks > _MAX_BLANKS:
                return
            continue
        row = read_row(line, place, numbered=numbered) if line.depth == lines[index].depth else None
        if row is None or (count is not None and len(row.figures) != count):
            return
        count, blanks = len(row.figures), 0
        yield row


def _headed(lines: Sequence[Line], table: TypedTable) -> TypedTable:
    """The table with the heads of its columns, without a last column that holds a ratio."""
    first = table.rows[0]
    count, shown = len(first.figures), _without_pipes(lines, first.index)
    heads = _heads(shown, first, count)
    if not heads and first.differences:
        heads = _heads(shown, first, count + first.differences)[:count]
    if heads and _RATIO_HEAD.match(heads[-1].label.text) is None:
        return replace(table, heads=heads)
    fewer = heads[:-1] if heads else _heads(shown, first, count - 1) if count > _LEAST_WITH_RATIO else ()
    if not fewer:
        return table
    return replace(table, rows=tuple(replace(row, figures=row.figures[:-1]) for row in table.rows), heads=fewer)


def _heads(lines: Sequence[Line], first: TypedRow, count: int) -> tuple[Head, ...]:
    """The heads of `count` columns; none where figures of another row stand there."""
    heads = read_heads(lines, first.index, count, first.end)
    return () if any(_is_figure(head.label.text) for head in heads) else heads


def _is_figure(text: str) -> bool:
    return all(_FIGURE_WORD.fullmatch(word) for word in text.split())


def _without_pipes(lines: Sequence[Line], index: int) -> Sequence[Line]:
    """The lines with blanks for the pipes over a table's first row: they part columns as gaps do."""
    above = range(max(0, index - _MAX_HEAD_LINES), index + 1)
    if not any("|" in lines[place].words for place in above):
        return lines
    shown = list(lines[: index + 1])
    for place in above:
        line = lines[place]
        shown[place] = replace(line, text=line.text.replace("|", " "), words=line.words.replace("|", " "))
    return shown
