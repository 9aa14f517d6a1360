"""What stands behind a test's name in a table of UnixBench's figures: cells between pipes or wide gaps; no suite."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label
from suites.cells import number
from suites.column_heads import read_heads

_FIGURE = re.compile(r"(?P<number>\d{1,15}(?:\.\d{0,12})?)(?:[ \t]?(?P<unit>lps|lpm|KBps|MWIPS))?(?![\w.%])")
# Differences and what they are told of: a sign, a per cent, an arrow.
_DERIVED = re.compile(r"[-+]\d{1,9}(?:\.\d{0,12})?[ \t]?%?(?!\S)|\(?[-+]?\d{1,9}(?:\.\d{0,6})?[ \t]?%\)?(?!\S)")
_COLUMN_WORDS = re.compile(r"(?:baseline|results?|index|index values|values?|lps|lpm|kbps|unit|[-=+ ]*)", re.IGNORECASE)
_REPEATED = re.compile(r"\b(INDEX|RESULTS?|lps|lpm)(?:[ \t]{1,40}\1){1,12}$")
_RULER = re.compile(r"[-=+|\s]{3,300}")
_DIFFERENCE = re.compile(r"%|(?:diff|change|improve|gain|delta|ratio|speed-?up)", re.IGNORECASE)
# A row of another table, which the words of a lead are not.
_ROW = re.compile(r"[ ]{2}\d|\d$")
_MAX_LEAD = 3
_MAX_HEADS = 4
_MAX_COLUMNS = 24


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of a row and the unit behind it, and which column it stands in."""

    cell: Cell
    unit: str | None
    place: int


def read_columns(line: Line, start: int) -> tuple[Column, ...]:
    """The figures behind a name that ends at column `start`, without differences; none where other words stand."""
    text = line.text.rstrip()
    found: list[Column] = []
    position, place = start, 0
    while position < len(text):
        if text[position] in " \t|:":
            place += text[position] == "|"
            position += 1
            continue
        derived, figure = _DERIVED.match(text, position), _FIGURE.match(text, position)
        match = derived or figure
        if match is None:
            return ()
        if derived is None and figure is not None:
            cell = number(figure["number"], figure.start())
            if cell is None:
                return ()
            found.append(Column(cell, figure["unit"], place if "|" in text[start:] else len(found)))
        position = match.end()
    return tuple(found)


def heads_of(lines: Sequence[Line], index: int, start: int, columns: Sequence[Column]) -> tuple[Label | None, ...]:
    """What stands over the columns of the table whose first row is line `index` (0-based)."""
    if "|" in lines[index].text[start:]:
        over = tuple(_piped_heads(lines, index))
        return tuple(over[column.place] if column.place < len(over) else None for column in columns)
    own, count = _without_column_words(lines, index), len(columns)
    heads = [head.label for head in read_heads(own, index, count, start)]
    if not heads:
        # A difference with a sign is no figure, but has a head.
        more = [head.label for head in read_heads(own, index, count + 1, start)]
        heads = more[:-1] if more and is_difference(more[-1]) else []
    return tuple(heads) if heads else (None,) * count


def _without_column_words(lines: Sequence[Line], index: int) -> Sequence[Line]:
    """The lines with blanks for a head over the row that only repeats what its columns hold ("INDEX  INDEX")."""
    for place in range(index - 1, max(-1, index - 1 - _MAX_HEADS), -1):
        words = _REPEATED.search(lines[place].words)
        if words is not None and lines[place].depth == lines[index].depth:
            return [*lines[:place], replace(lines[place], text="", words=""), *lines[place + 1 :]]
    return lines


def is_difference(head: Label | None) -> bool:
    """Whether a column is headed as one of differences, which may be printed without a sign."""
    return head is not None and _DIFFERENCE.match(head.text) is not None


def tells_index(lines: Sequence[Line], index: int, block: int) -> bool:
    """Whether the lines over a table say that its figures are indices."""
    above = range(index - 1, max(-1, block - 2 - _MAX_LEAD, index - 1 - _MAX_HEADS), -1)
    words = [lines[place].words for place in above if place >= block - 2 or _ROW.search(lines[place].words) is None]
    return any(re.search(r"\bindex\b", each, re.IGNORECASE) is not None for each in words)


def _piped_heads(lines: Sequence[Line], index: int) -> Iterator[Label | None]:
    """For each column between pipes the lowest cell above that names it."""
    above: list[Line] = []
    for place in range(index - 1, max(-1, index - 1 - _MAX_HEADS), -1):
        line = lines[place]
        if line.depth != lines[index].depth or ("|" not in line.words and not _RULER.fullmatch(line.words)):
            break
        if _RULER.fullmatch(line.words) is None:
            above.append(line)
    for column in range(_MAX_COLUMNS):
        yield next((label for line in above if (label := _piped_cell(line, column)) is not None), None)


def _piped_cell(line: Line, column: int) -> Label | None:
    pieces = line.text[line.start :].split("|")
    if column >= len(pieces):
        return None
    text = pieces[column].strip()
    if not text or _COLUMN_WORDS.fullmatch(text) is not None or _FIGURE.fullmatch(text) is not None:
        return None
    start = line.start + sum(len(piece) + 1 for piece in pieces[:column]) + pieces[column].index(text)
    return Label(text, line.number, start, start + len(text), Basis.COLUMN_HEAD)
