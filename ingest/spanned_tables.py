"""Tables without a suite whose upper head names the sides, and whose lower head has each side's measures once more:

                                 base                test
                                 ----------------    ---------------
    speedup    key_sz  blk_sz    ops/sec    stdev    ops/sec   stdev

    encryption, mode 211

     117.2x       160      16        960       30     112555   24775

What stands before the measures are the settings of a row. Titles may stand between the rows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.generic_metrics import Measure, is_no_result, measure_of
from ingest.generic_sides import are_sides
from ingest.generic_titles import title_above
from suites.base import Cell, Label, Row, RowSpread, Value
from suites.cells import number

_PIECE = re.compile(r"[^\s|]{1,60}(?:[ ][^\s|]{1,60}){0,5}")
_WORD = re.compile(r"[^\s|]{1,60}")
_RULER = re.compile(r"[-=+|*_\s]{3,300}$")
_SPREAD = re.compile(r"[(±]?(?:st(?:d|dev|ddev)|std[ .]?dev\.?|sd|dev)[)]?", re.IGNORECASE)
_SHARE = re.compile(r"%|speed-?up|ratio|gain|diff\w{0,6}|change", re.IGNORECASE)
_RATIO_CELL = re.compile(r"-?\d{1,9}(?:\.\d{1,4})?[x%]")
_MAX_LINE = 300
_MAX_PIECES = 24
_REACH = 3
_SLACK = 8
_MAX_ROWS = 400
_MAX_TITLE_WORDS = 10
_MAX_TITLE = 100


@dataclass(frozen=True, slots=True)
class _Head:
    """The two lines of a head: sides, the names of all columns, how many of these a side has, what each of those is,
    and the lines (0-based) of both.
    """

    sides: tuple[Label, ...]
    names: tuple[str, ...]
    size: int
    measures: tuple[Measure | None, ...]
    upper: int
    lower: int

    @property
    def settings(self) -> tuple[str, ...]:
        """The names of the columns before the measures."""
        return self.names[: len(self.names) - self.size * len(self.sides)]


@dataclass(frozen=True, slots=True)
class _Titles:
    """The titles of the whole table and of the rows right below."""

    outer: str | None
    inner: str | None = None


def read_spanned(lines: Sequence[Line], claimed: frozenset[int]) -> Iterator[Row]:
    """The rows of such tables on lines that nobody claims."""
    last = 0
    for index, line in enumerate(lines):
        if index < last or not index or not _may_repeat(line.words) or line.number in claimed:
            continue
        head = _head(lines, index)
        if head is not None:
            rows, last = _rows(lines, head, claimed)
            yield from rows


def _may_repeat(words: str) -> bool:
    """Whether the last word of a line without figures comes again: few lines are like that."""
    if "  " not in words or len(words) > _MAX_LINE:
        return False
    last = words.rstrip(" |").rpartition(" ")[2]
    return last[:1].isalpha() and words.count(last) > 1 and "." not in last


def _head(lines: Sequence[Line], index: int) -> _Head | None:
    names = _pieces(lines[index])
    upper = _upper(lines, index)
    if upper is None or not 2 < len(names) <= _MAX_PIECES:
        return None
    sides = _pieces(lines[upper])
    # A corner may stand before the sides.
    for skipped in range(min(2, len(sides))):
        over = sides[skipped:]
        size = _cycle([text for text, _, _ in names], len(over))
        if size and are_sides(tuple(text for text, _, _ in over)) and _are_over(over, names, size):
            measures = tuple(_measure(text) for text, _, _ in names[len(names) - size :])
            labels = tuple(Label(t, lines[upper].number, a, b, Basis.COLUMN_HEAD) for t, a, b in over)
            found = _Head(labels, tuple(text for text, _, _ in names), size, measures, upper, index)
            return found if any(measures) else None
    return None


def _pieces(line: Line) -> list[tuple[str, int, int]]:
    return [(match.group(), *match.span()) for match in _PIECE.finditer(line.text, line.start)]


def _upper(lines: Sequence[Line], index: int) -> int | None:
    """The nearest line above with words, over a ruler at most."""
    for place in range(index - 1, max(-1, index - 1 - _REACH), -1):
        line = lines[place]
        if line.is_blank or line.depth != lines[index].depth or len(line.words) > _MAX_LINE:
            return None
        if _RULER.match(line.words) is None:
            return place
    return None


def _cycle(names: Sequence[str], sides: int) -> int:
    """How many names at the end come again for each side; 0 where they do not."""
    for size in range(len(names) // max(sides, 1), 0, -1):
        cycle = list(names[len(names) - size :])
        if sides > 1 and len(set(cycle)) == size and list(names[len(names) - size * sides :]) == cycle * sides:
            return size
    return 0


def _are_over(sides: Sequence[tuple[str, int, int]], names: Sequence[tuple[str, int, int]], size: int) -> bool:
    """Whether each side stands over its own columns."""
    first = len(names) - size * len(sides)
    for place, (_, start, end) in enumerate(sides):
        left, right = names[first + place * size][1], names[first + (place + 1) * size - 1][2]
        if not left - _SLACK <= (start + end) / 2 <= right + _SLACK:
            return False
    return True


def _measure(name: str) -> Measure | None:
    return None if _SHARE.search(name) is not None or is_no_result(name) else measure_of(name)


def _rows(lines: Sequence[Line], head: _Head, claimed: frozenset[int]) -> tuple[list[Row], int]:
    """The rows of a table, and the index behind its last line."""
    found: list[Row] = []
    titles = _Titles(title_above(lines, head.upper + 1, head.lower).text)
    place = head.lower + 1
    for place in range(head.lower + 1, min(len(lines), head.lower + _MAX_ROWS)):
        line = lines[place]
        if line.is_blank or _RULER.match(line.words) is not None:
            continue
        row = _row(line, head, titles) if line.number not in claimed else None
        if row is not None:
            found.append(row)
            continue
        inner = _inner_title(lines, place)
        if inner is None or line.depth != lines[head.lower].depth:
            break
        titles = _Titles(titles.outer, inner)
    return found, place


def _inner_title(lines: Sequence[Line], place: int) -> str | None:
    """A title between the rows: a few words between blank lines, and no sentence."""
    words = lines[place].words.strip()
    is_apart = lines[place - 1].is_blank and place + 1 < len(lines) and lines[place + 1].is_blank
    is_title = len(words.split()) <= _MAX_TITLE_WORDS and len(words) <= _MAX_TITLE and "  " not in words
    return words.strip(":=-*# ") if is_apart and is_title and not words.endswith((".", ",", ";")) else None


def _row(line: Line, head: _Head, titles: _Titles) -> Row | None:
    cells = list(_WORD.finditer(line.text, line.start)) if len(line.words) <= _MAX_LINE else []
    settings = head.settings
    figures = [number(cell.group(), cell.start()) for cell in cells[len(settings) :]]
    if len(cells) != len(head.names) or any(figure is None for figure in figures):
        return None
    values = tuple(_values([figure for figure in figures if figure is not None], head))
    told = {name: cell.group() for name, cell in zip(settings, cells, strict=False)}
    test = titles.inner or titles.outer or next(measure.name for measure in head.measures if measure is not None)
    outer = {"section": titles.outer} if titles.inner is not None and titles.outer is not None else {}
    return Row(
        *(line.number, head.upper + 1, test, test, values),
        parameters={**_parameters(told), **outer},
        title=titles.inner or titles.outer,
    )


def _parameters(told: Mapping[str, str]) -> dict[str, Parameter]:
    """The settings before the measures, without ratios."""
    plain = {name.lower(): text for name, text in told.items() if _RATIO_CELL.fullmatch(text) is None}
    return {name: int(text) if text.isdecimal() and len(text) < 16 else text for name, text in plain.items()}


def _values(figures: Sequence[Cell], head: _Head) -> Iterator[Value]:
    names = head.names[len(head.names) - head.size :]
    for place, figure in enumerate(figures):
        column = place % head.size
        measure = head.measures[column]
        if measure is None:
            continue
        is_spread = column + 1 < head.size and _SPREAD.fullmatch(names[column + 1]) is not None
        yield Value(
            metric=measure.name,
            cell=figure,
            metric_text=names[column],
            unit=measure.unit,
            unit_text=measure.unit,
            better=measure.better,
            spread=(RowSpread("stdev", figures[place + 1]),) if is_spread else (),
            kernel=head.sides[place // head.size],
        )
