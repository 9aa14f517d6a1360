"""Tables of one benchmark's figures that people type under its name: a label and a figure a kernel; no suite.

    grp    tip/sched/core         +patchset              improvement
    1       1,327(+/-10,06 %)     1,247(+/-5,45 %)       5,97 %
    1-groups:     4.29 (0.00 pct)     4.32 (-0.69 pct)
    #thr   stock  patch-CNA   speedup
    1  0.861 (0.006)  0.867 (0.005)  1.007

What follows a figure in brackets is its spread where a sign says so ("+/-"), and a difference where it is a per cent
without that; a bare number there is a spread of a kind that only the words above can tell. Differences and ratios that
stand in columns of their own are left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from suites.base import Cell, Label, RowSpread
from suites.column_heads import Head, read_heads
from suites.commas import FIGURE, comma_cell, commas_are_decimal

_SKIP = re.compile(r"[ \t|]{0,80}")
_PER_CENT = r"[ \t]{0,2}(?:%|pct\b|percent\b)"
_SPREAD = re.compile(
    rf"[(\[]?[ \t]{{0,3}}(?:\+/-|\+-|\xb1|-/\+)[ \t]{{0,4}}(?P<spread>{FIGURE})(?P<percent>{_PER_CENT})?"
    r"[ \t]{0,3}[)\]]?"
)
_BRACKET = re.compile(
    rf"[(\[][ \t]{{0,6}}(?P<sign>[+-])?[ \t]?(?P<spread>{FIGURE})(?P<percent>{_PER_CENT})?[ \t]{{0,3}}[)\]]"
)
_DERIVED = re.compile(
    rf"(?P<column>[+-][ \t]{{0,3}}(?:{FIGURE})(?:{_PER_CENT})?(?![\w.])|(?:{FIGURE}){_PER_CENT}|~(?!\S))"
    r"|[(\[][^()\[\]\n]{0,24}[)\]]"
)
_NUMBER = re.compile(rf"(?P<value>{FIGURE})(?P<unit>s|ms|us|sec|secs|[kKMG]?)(?![\w.,%/])")
# Words with single blanks between them.
_PHRASE = re.compile(r"[^\s|](?:[^\s|]|[ ](?=[^\s|])){0,80}")
_WORD = re.compile(r"\S{1,60}")
_RULER = re.compile(r"[-=+*_~|.\s]{3,300}")
_RATIO_HEAD = re.compile(
    r"(?:speed-?up|ratio|gain|diff\w{0,6}|delta|change|improve\w{0,6}|%.{0,20}|cmp|vs\.?[ ].{0,20}|boost|x)\b.{0,40}",
    re.IGNORECASE,
)
_MAX_LABEL_WORDS = 4
_MAX_BLANKS = 2
_MAX_LINE = 400
_MAX_HEAD_LINES = 8


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a row with its spread, the unit glued to it, and the column of the table that it stands in."""

    raw: str
    start: int
    unit: str | None
    spread: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row: its line (0-based), the words before its figures, where they stand, the figures, and how many columns of
    differences stand behind them.
    """

    index: int
    label: str
    start: int
    end: int
    figures: tuple[Figure, ...]
    differences: int


@dataclass(frozen=True, slots=True)
class TypedTable:
    """Rows under one head; `heads` name the figures of each row, in order, and are empty where nothing does."""

    rows: tuple[TypedRow, ...]
    heads: tuple[Head, ...]
    decimal: bool

    def cell(self, figure: Figure) -> Cell:
        """A figure as a cell; commas are read as the table's own figures tell."""
        return comma_cell(figure.raw, figure.start, decimal=self.decimal)

    def spread(self, figure: Figure) -> tuple[RowSpread, ...]:
        """The spread of a figure."""
        return tuple(
            RowSpread(kind, comma_cell(raw, start, decimal=self.decimal)) for kind, raw, start in figure.spread
        )

    def kernel(self, place: int) -> Label | None:
        """What heads the figures at `place`."""
        return self.heads[place].label if place < len(self.heads) else None


def read_table(lines: Sequence[Line], index: int, *, numbered: bool = False) -> TypedTable | None:
    """The table whose first row is line `index` (0-based); None where that is no row.

    Where rows are `numbered`, a whole number at their beginning is their label (groups, threads).
    """
    rows = list(_rows(lines, index, numbered=numbered))
    if not rows:
        return None
    raws = [figure.raw for row in rows for figure in row.figures]
    raws += [raw for row in rows for figure in row.figures for _, raw, _ in figure.spread]
    return _headed(lines, TypedTable(tuple(rows), (), commas_are_decimal(raws)))


def read_row(line: Line, index: int, *, numbered: bool = False) -> TypedRow | None:
    """A line of words and then nothing but figures with what belongs to them, else None."""
    if len(line.text) > _MAX_LINE or line.is_blank:
        return None
    phrase = _PHRASE.match(line.text, _skip(line.text, line.start))
    if (
        phrase is not None
        and _has_own_name(phrase.group())
        and not _begins_with_number(phrase.group(), numbered=numbered)
    ):
        found = _figures(line.text, phrase.end(), 0, numbered=False)
        if found is not None and found[1]:
            return TypedRow(index, phrase.group(), phrase.start(), phrase.end(), found[1], found[2])
    found = _figures(line.text, line.start, _MAX_LABEL_WORDS, numbered=numbered)
    if found is None or found[0] is None or not found[1]:
        return None
    start, end = found[0]
    return TypedRow(index, line.text[start:end], start, end, found[1], found[2])


def _begins_with_number(phrase: str, *, numbered: bool) -> bool:
    """Whether a phrase begins with the number that is the label of a numbered row."""
    return numbered and phrase.split(maxsplit=1)[0].isdigit()


def _has_own_name(phrase: str) -> bool:
    """Whether words that stand together are a name: no figure at their end, and some word in it."""
    pieces = phrase.split()
    return len(pieces) <= _MAX_LABEL_WORDS * 2 and _NUMBER.fullmatch(pieces[-1]) is None


def _figures(
    text: str, position: int, most_words: int, *, numbered: bool
) -> tuple[tuple[int, int] | None, tuple[Figure, ...], int] | None:
    """The columns of the words from `position` on, the figures behind them, and how many columns of differences; None
    where other words stand there.
    """
    words: list[tuple[int, int]] = []
    figures: list[Figure] = []
    differences, end = 0, len(text.rstrip())
    position = _skip(text, position)
    while position < end:
        piece = _piece(text, position, figures)
        if piece is None:
            word = _WORD.match(text, position)
            if word is None or figures or len(words) == most_words:
                return None
            words.append(word.span())
            piece = word.end()
        elif figures and _is_difference(text, position):
            differences += 1
        if numbered and not words and len(figures) == 1 and figures[0].raw.isdigit() and not figures[0].spread:
            words.append((figures[0].start, figures[0].start + len(figures[0].raw)))
            figures.clear()
        position = _skip(text, piece)
    return (words[0][0], words[-1][1]) if words else None, tuple(figures), differences


def _is_difference(text: str, position: int) -> bool:
    """Whether a difference stands there as a column of its own, and not in brackets behind a figure."""
    found = _DERIVED.match(text, position)
    return found is not None and found["column"] is not None


def _skip(text: str, position: int) -> int:
    found = _SKIP.match(text, position)
    return found.end() if found is not None else position


def _piece(text: str, position: int, figures: list[Figure]) -> int | None:
    """The end of the figure, spread or difference at `position`, which is added to `figures`; None for other words."""
    spread, bracket = _SPREAD.match(text, position), _BRACKET.match(text, position)
    if figures and spread is not None:
        figures[-1] = _with_spread(figures[-1], "percent" if spread["percent"] else "unknown", spread)
        return spread.end()
    if figures and bracket is not None and not (bracket["sign"] or bracket["percent"]):
        figures[-1] = _with_spread(figures[-1], "unknown", bracket)
        return bracket.end()
    derived = _DERIVED.match(text, position) if figures else None
    if derived is not None:
        return derived.end()
    number = _NUMBER.match(text, position)
    if number is None:
        return None
    figures.append(Figure(number["value"], number.start("value"), number["unit"] or None))
    return number.end()


def _with_spread(figure: Figure, kind: str, match: re.Match[str]) -> Figure:
    return replace(figure, spread=(*figure.spread, (kind, match["spread"], match.start("spread"))))


def _rows(lines: Sequence[Line], index: int, *, numbered: bool) -> Iterator[TypedRow]:
    """The rows from line `index` on that have as many figures as the first, up to other words."""
    count: int | None = None
    blanks = 0
    for place in range(index, len(lines)):
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
    heads = read_heads(shown, first.index, count, first.end)
    if not heads and first.differences:
        heads = read_heads(shown, first.index, count + first.differences, first.end)[:count]
    if heads and _RATIO_HEAD.match(heads[-1].label.text) is None:
        return replace(table, heads=heads)
    if count < 2:
        return table
    fewer = heads[:-1] if heads else read_heads(shown, first.index, count - 1, first.end)
    if not fewer:
        return table
    return replace(table, rows=tuple(replace(row, figures=row.figures[:-1]) for row in table.rows), heads=fewer)


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
