"""iozone's table: a head of two lines, whole or wrapped, and rows whose blank columns only their places tell.

                                                  random    random     bkwd    record    stride
  kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read
1024       4  1115342  2625597  4215688  2365323  3208058  1924436
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from archive.text import Line
from suites.base import Cell
from suites.cells import number, words

# The columns in the order that iozone prints them: the word on the lower line of the head, canonical name, both words.
COLUMNS = (
    ("write", "write", "write"),
    ("rewrite", "rewrite", "rewrite"),
    ("read", "read", "read"),
    ("reread", "reread", "reread"),
    ("read", "random_read", "random read"),
    ("write", "random_write", "random write"),
    ("read", "backward_read", "bkwd read"),
    ("rewrite", "record_rewrite", "record rewrite"),
    ("read", "stride_read", "stride read"),
    ("fwrite", "fwrite", "fwrite"),
    ("frewrite", "frewrite", "frewrite"),
    ("fread", "fread", "fread"),
    ("freread", "freread", "freread"),
)
_LOWER = frozenset(lower for lower, _, _ in COLUMNS)
_UPPER = {"random": "random", "bkwd": "bkwd", "record": "record", "stride": "stride"}
_SIZES = frozenset({"kb", "reclen"})
_MEAN = re.compile(r"(?:average|avg\.?|mean)\s?:?", re.IGNORECASE)
# The widths of a column in old versions and from 3.4xx on.
_PITCHES = (8, 9)
_MIN_BLANKS = 2
_SLACK = 2
_MAX_STRANGERS = 2
_MAX_GAP = 40
LOST_BLANKS = "fewer figures than columns, and their places are lost; taken for the first columns"


@dataclass(frozen=True, slots=True)
class Head:
    """A head on lines `line` to `last_line`: the columns of results, each by canonical name and words as posted, and
    where the words of the lower line end, if it is whole and has kept its blanks (the sizes' words too).
    """

    line: int
    last_line: int
    depth: int
    columns: tuple[tuple[str, str], ...]
    starts_at: int
    ends: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a row with its physical line and its column (name and words as posted)."""

    line: int
    cell: Cell
    column: tuple[str, str]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: kilobytes of file and record (None in a row of averages), its figures, and what is unsure of them."""

    line: int
    file_kb: int | None
    record_kb: int | None
    figures: tuple[Figure, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Printed:
    """The words of a row, those of the line that a mailer broke off with them."""

    mean: bool
    sizes: tuple[Cell, ...]
    cells: tuple[tuple[int, Cell], ...]


def read_head(lines: Sequence[Line], index: int) -> Head | None:
    """The head whose lower line, or first part of it, is line `index` (0-based)."""
    found = [word.lower() for word, _, _ in words(lines[index].text, lines[index].start)]
    if found[:2] != ["kb", "reclen"] or not _LOWER.issuperset(found[2:]):
        return None
    last = index
    while last + 1 < len(lines) and (more := _lower_words(lines[last + 1], lines[index].depth)):
        found, last = found + more, last + 1
    columns = _columns(found[2:])
    if columns is None:
        return None
    first = index
    while first > 0 and _is_upper(lines[first - 1], lines[index].depth):
        first -= 1
    ends = _ends(lines[index]) if last == index else ()
    return Head(lines[first].number, lines[last].number, lines[index].depth, columns, last + 1, ends)


def _ends(line: Line) -> tuple[int, ...]:
    """Where the words of a line end; nothing where an archive has lost the blanks between them."""
    found = list(words(line.text, line.start))
    gaps = [later[1] - earlier[2] for earlier, later in pairwise(found)]
    return tuple(end for _, _, end in found) if gaps and max(gaps) >= _MIN_BLANKS else ()


def _lower_words(line: Line, depth: int) -> list[str]:
    found = [word for word, _, _ in words(line.text, line.start)] if line.depth == depth else []
    return found if _LOWER.issuperset(found) else []


def _is_upper(line: Line, depth: int) -> bool:
    found = line.words.lower().split() if line.depth == depth else []
    return bool(found) and _UPPER.keys() >= set(found)


def _columns(lower: Sequence[str]) -> tuple[tuple[str, str], ...] | None:
    """The columns that the words of the lower line stand for, in iozone's order; None where they fit no such order."""
    found: list[tuple[str, str]] = []
    place = 0
    for word in lower:
        while place < len(COLUMNS) and COLUMNS[place][0] != word:
            place += 1
        if place == len(COLUMNS):
            return None
        found.append(COLUMNS[place][1:])
        place += 1
    return tuple(found) or None


def read_rows(lines: Sequence[Line], head: Head) -> Iterator[TableRow]:
    """The rows below a head."""
    printed: list[tuple[Line, _Printed]] = []
    strangers, index = 0, head.starts_at
    while index < len(lines) and strangers <= _MAX_STRANGERS and index - head.starts_at < _MAX_GAP * (len(printed) + 1):
        line = lines[index]
        row = _printed(lines, index, head) if line.depth == head.depth else None
        if row is not None:
            printed.append((line, row))
            index += len({number for number, _ in row.cells}) - 1
            strangers = 0
        elif read_head(lines, index) is not None:
            break
        elif not line.is_blank:
            strangers += 1
        index += 1
    pitch = _pitch([row for _, row in printed])
    for line, row in printed:
        yield _placed(line, row, head, pitch)


def _printed(lines: Sequence[Line], index: int, head: Head) -> _Printed | None:
    line = lines[index]
    mean = _MEAN.match(line.text, line.start)
    own = _cells(line, mean.end() if mean is not None else line.start)
    sizes = own[: 0 if mean is not None else 2]
    figures = [(line.number, cell) for cell in own[len(sizes) :]]
    missing = len(head.columns) - len(figures)
    if not figures or missing < 0 or not _are_sizes(sizes):
        return None
    following = lines[index + 1] if missing and index + 1 < len(lines) else None
    if following is not None and following.depth == line.depth:
        more = _cells(following, following.start)
        if len(more) == missing and _cells_are_no_row(more, sizes):
            figures += [(following.number, cell) for cell in more]
    return _Printed(mean is not None, tuple(sizes), tuple(figures))


def _are_sizes(sizes: Sequence[Cell]) -> bool:
    """Whether numbers can be the sizes of a file and of its records, of which it holds some."""
    if any(cell.resolution != 1 or not cell.value for cell in sizes):
        return False
    if len(sizes) != 2:
        return True
    size, record = (int(cell.value) for cell in sizes)
    is_power_of_2 = record & (record - 1) == 0
    return record <= size and (is_power_of_2 or size % record == 0)


def _cells(line: Line, start: int) -> list[Cell]:
    """The numbers of a line from column `start` on; none where any other word stands there."""
    found = [number(word, column) for word, column, _ in words(line.text, start)]
    known = [cell for cell in found if cell is not None and cell.raw[0] not in "+-"]
    return known if len(known) == len(found) else []


def _cells_are_no_row(more: Sequence[Cell], sizes: Sequence[Cell]) -> bool:
    """Whether figures on a line of their own are the rest of the row above: a row would begin with the file's size."""
    return not sizes or not more or more[0].value != sizes[0].value


def _pitch(rows: Sequence[_Printed]) -> int | None:
    """The width of a column, where all figures of all rows end on a multiple of it behind the record's size."""
    if any(len(row.sizes) == 2 and row.sizes[1].start - row.sizes[0].end < _MIN_BLANKS for row in rows):
        return None  # runs of blanks are lost
    ends = [
        cell.end - row.sizes[1].end
        for row in rows
        if len(row.sizes) == 2
        for line, cell in row.cells
        if line == row.cells[0][0]
    ]
    fits = [pitch for pitch in _PITCHES if ends and all(end % pitch == 0 for end in ends)]
    return fits[0] if len(fits) == 1 else None


def _under(row: _Printed, head: Head) -> list[int]:
    """The columns whose words the figures of a row end under; none where one of them, or of the sizes, ends elsewhere.

    Old versions print columns of 8 and of 9 signs, and blank ones a sign too narrow.
    """
    if not head.ends or len(row.sizes) != len(_SIZES) or len({line for line, _ in row.cells}) > 1:
        return []
    cells = [*row.sizes, *(cell for _, cell in row.cells)]
    nearest = [min(range(len(head.ends)), key=lambda place: abs(head.ends[place] - cell.end)) for cell in cells]
    is_under = all(abs(head.ends[place] - cell.end) <= _SLACK for place, cell in zip(nearest, cells, strict=True))
    return [place - len(_SIZES) for place in nearest[len(_SIZES) :]] if is_under and nearest[:2] == [0, 1] else []


def _placed(line: Line, row: _Printed, head: Head, pitch: int | None) -> TableRow:
    places: list[int] = list(range(len(row.cells)))
    warnings: tuple[str, ...] = ()
    if len(row.cells) < len(head.columns) and not row.mean:
        by_end = [(cell.end - row.sizes[1].end) // pitch - 1 for _, cell in row.cells] if pitch else _under(row, head)
        if by_end and by_end == sorted(set(by_end)) and by_end[0] >= 0 and by_end[-1] < len(head.columns):
            places = by_end
        else:
            warnings = (LOST_BLANKS,)
    sizes = [int(cell.value) for cell in row.sizes]
    return TableRow(
        line=line.number,
        file_kb=sizes[0] if sizes else None,
        record_kb=sizes[1] if len(sizes) > 1 else None,
        figures=tuple(
            Figure(number, cell, head.columns[place]) for place, (number, cell) in zip(places, row.cells, strict=True)
        ),
        warnings=warnings,
    )
