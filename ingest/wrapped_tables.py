"""Hand-drawn tables whose lines a mailer broke: the head stands on two lines, and so do its rows.

    Build        real (s)        sys (s)           tput (KB/s)
           free_ms
    baseline     175.6 +/- 3.6   121.9 +/- 3.3     391,941 +/-
    8,333  6,992 +/- 204

Both lines of a head and of each row are read as one; as many cells as heads prove that they belong together.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from archive.text import Line
from ingest.grid_cells import read_cell
from ingest.grid_cuts import RULER, by_gaps
from ingest.grid_tables import read_grid_table
from suites.base import Cell, Label, Row, RowSpread, Value

_HEAD_LINES = 2
_MIN_HEADS = 3
_MIN_ROWS = 2
_MAX_ROWS = 40
_MAX_LINE = 200
_REACH = 4
_GAP = "  "
# One of these stands between the pieces of a line; a cheap look.
_PARTS = (_GAP, "\t", "|", ":")
_SENTENCE_END = (".", ",", ":", ";")
_ENDS_IN_FIGURE = re.compile(r"(?:[ ]{2}|\t|\|)[ ]?\d{1,9}(?:\.\d{1,6})?$")
_END = 24
_MID_CELL = ("+/-", "+-", "\xb1", "/")


def may_be_wrapped(words: str) -> bool:
    """Whether words may be the first line of such a row: a cheap look."""
    return len(words) <= _MAX_LINE and words.count(_GAP) > 1 and any(map(str.isdigit, words))


def read_wrapped(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows of the broken table whose first row is line `index` (0-based)."""
    if not _begins_row(lines, index):
        return
    head = _head(lines, index)
    if head is None:
        return
    whole = _join(lines[head], lines[head + 1])
    count = len(by_gaps(whole))
    joined = dict(_joined_rows(lines, index, count))
    if len(joined) < _MIN_ROWS:
        return
    text = list(lines[: max(joined) + 2])
    for place, line in {head: whole, **joined}.items():
        text[place] = line
        if line is not lines[place]:
            text[place + 1] = replace(lines[place + 1], text="", words="", start=0)
    cuts = {place + 1: len(lines[place].text) for place in (head, *joined)}
    rows, _ = read_grid_table(text, index, None)
    for row in rows:
        yield from _parted(row, cuts, lines)


def _begins_row(lines: Sequence[Line], index: int) -> bool:
    """Whether a line begins with a label and a figure, below two lines of words alone."""
    if index < _HEAD_LINES or not lines[index - 1].words or not lines[index - 2].words:
        return False
    if any(_ENDS_IN_FIGURE.search(line.words[-_END:]) for line in lines[index - 2 : index]):
        return False  # most lines above rows are rows
    found = by_gaps(lines[index])
    return len(found) > 1 and read_cell(found[1]) is not None


def _head(lines: Sequence[Line], index: int) -> int | None:
    """The first line of a head on two lines right above a row."""
    last = index - 1
    while last > 0 and index - last < _REACH and lines[last].words and RULER.fullmatch(lines[last].words):
        last -= 1
    if last < 1 or lines[last - 1].depth != lines[index].depth or lines[last].depth != lines[index].depth:
        return None
    if lines[last].words.endswith(_SENTENCE_END) or not any(map(lines[last - 1].words.lstrip().__contains__, _PARTS)):
        return None
    first = by_gaps(lines[last - 1])
    if len(first) < _MIN_HEADS or any(map(read_cell, first)):
        return None
    second = by_gaps(lines[last])
    is_head = 0 < len(second) < len(first) and " " not in second[0].text and not any(map(read_cell, second))
    return last - 1 if is_head else None


def _joined_rows(lines: Sequence[Line], index: int, count: int) -> Iterator[tuple[int, Line]]:
    """The rows from line `index` on, by their first lines (0-based), as long as each has so many cells."""
    place = index
    while place < min(len(lines), index + 2 * _MAX_ROWS) and not lines[place].is_blank:
        line = lines[place]
        if len(by_gaps(line)) == count:
            yield place, line
            place += 1
            continue
        below = lines[place + 1] if place + 1 < len(lines) else line
        whole = _join(line, below)
        if below.is_blank or below.depth != line.depth or len(by_gaps(whole)) != count:
            return
        yield place, whole
        place += 2


def _join(first: Line, second: Line) -> Line:
    """Two lines as one, the second behind a gap, or a blank where a cell was broken."""
    gap = " " if first.words.endswith(_MID_CELL) else _GAP
    own = second.text[second.start :]
    text = first.text + gap + own.lstrip()
    return replace(first, text=text, words=text[first.start :].rstrip())


def _parted(row: Row, cuts: Mapping[int, int], lines: Sequence[Line]) -> Iterator[Row]:
    """A row as it stands in the mail: what was broken off has a line of its own."""
    values = [replace(value, kernel=_label(value.kernel, cuts, lines)) for value in row.values]
    cut = cuts.get(row.line)
    if cut is None:
        yield replace(row, values=tuple(values))
        return
    shift = _shift(lines, row.line - 1)
    here = [_with_spreads(value, row.line, cut, shift) for value in values if value.cell.start < cut]
    below = [
        replace(
            value, cell=_moved(value.cell, shift), spread=tuple(_spread(each, None, shift) for each in value.spread)
        )
        for value in values
        if value.cell.start >= cut
    ]
    if here:
        yield replace(row, values=tuple(here))
    if below:
        yield replace(row, line=row.line + 1, values=tuple(below))


def _with_spreads(value: Value, line: int, cut: int, shift: int) -> Value:
    """A value whose deviation may have been broken off."""
    spreads = (_spread(each, line + 1, shift) if each.cell.start >= cut else each for each in value.spread)
    return replace(value, spread=tuple(spreads))


def _spread(spread: RowSpread, line: int | None, shift: int) -> RowSpread:
    return replace(spread, cell=_moved(spread.cell, shift), line=line)


def _label(label: Label | None, cuts: Mapping[int, int], lines: Sequence[Line]) -> Label | None:
    cut = cuts.get(label.line) if label is not None else None
    if label is None or cut is None or label.start < cut:
        return label
    shift = _shift(lines, label.line - 1)
    return replace(label, line=label.line + 1, start=label.start + shift, end=label.end + shift)


def _shift(lines: Sequence[Line], place: int) -> int:
    """How far what was broken off stands from where it stands in the line that was joined."""
    first, second = lines[place], lines[place + 1]
    own = second.text[second.start :]
    gap = " " if first.words.endswith(_MID_CELL) else _GAP
    return second.start + len(own) - len(own.lstrip()) - len(first.text) - len(gap)


def _moved(cell: Cell, shift: int) -> Cell:
    return replace(cell, start=cell.start + shift, end=cell.end + shift)
