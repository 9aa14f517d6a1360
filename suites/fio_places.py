"""Which cell of a row belongs to which column of a table that someone made of fio's figures; no suite."""

import re

from archive.text import Line
from suites.fio_heads import PIECE, WORD, Cell, Column, Head, cells
from suites.fio_words import is_figure

MAX_LABEL_WORDS = 4
_PLAIN = re.compile(r"[^\s|]{1,60}")
_CHANGE = re.compile(r"\([+-]?\d{1,5}(?:\.\d{1,3})?[ ]?%\)?")
_NAMELESS = Column(Cell("", 0, 0, 0), None, None)

Placed = list[tuple[Column, Cell]]


def place_cells(line: Line, head: Head) -> Placed:
    """The cells of a row with their columns; none where they cannot be placed."""
    if head.has_pipes:
        return _by_pipes(line, head)
    return _by_place(line, head) if head.by_place else _by_count(line, head)


def _by_pipes(line: Line, head: Head) -> Placed:
    """The cells between pipes; a cell may be blank, as those are that hold for several rows."""
    known = {column.cell.segment: column for column in head.columns}
    found = _joined(line, cells(line, PIECE))
    # No words need stand over the labels of the rows.
    nameless = {0: _NAMELESS} if 0 not in known and head.columns[0].cell.segment == 1 else {}
    fits = "|" in line.text and all(cell.segment in known or cell.segment in nameless for cell in found)
    if not fits:
        return []
    return [((known | nameless)[cell.segment], cell) for cell in found]


def _joined(line: Line, found: list[Cell]) -> list[Cell]:
    """The cells, one of what stands between two pipes ("1401  usec")."""
    whole: dict[int, Cell] = {}
    for cell in found:
        start = whole[cell.segment].start if cell.segment in whole else cell.start
        text = " ".join(line.text[start : cell.end].split())
        whole[cell.segment] = Cell(text, start, cell.end, cell.segment)
    return list(whole.values())


def _by_place(line: Line, head: Head) -> Placed:
    """Figures that end, or begin, where the heads of their columns do; the words before them are the label."""
    metrics = [column for column in head.columns if column.phrase is not None]
    found = cells(line, _PLAIN)
    for side in ("end", "start") if len(metrics) > 1 else ():
        at = {getattr(cell, side): cell for cell in found}
        placed = [
            (column, at[getattr(column.cell, side)])
            for column in head.columns
            if (column.phrase is not None or column.setting is not None) and getattr(column.cell, side) in at
        ]
        if sum(column.phrase is not None and is_figure(cell.text) for column, cell in placed) == len(metrics):
            return _label_before(line, head, placed) + placed
    return []


def _label_before(line: Line, head: Head, placed: Placed) -> Placed:
    """The words before the first cell that has found its column."""
    text = line.text[line.start : min(cell.start for _, cell in placed)].strip()
    if not text:
        return []
    start = line.text.index(text, line.start)
    column = head.columns[0] if head.columns[0].phrase is None else _NAMELESS
    return [(column, Cell(text, start, start + len(text), 0))]


def _by_count(line: Line, head: Head) -> Placed:
    """As many cells as columns, or some words before them that no head names where figures fill all columns; changes in
    brackets that stand apart from their figures count for none.
    """
    for pattern in (PIECE, WORD):
        found = cells(line, pattern)
        if "%" in line.words and len(found) != len(head.columns):
            found = [cell for cell in found if _CHANGE.fullmatch(cell.text) is None]
        extra = len(found) - len(head.columns)
        if extra == 0:
            return list(zip(head.columns, found, strict=True))
        if 0 < extra <= MAX_LABEL_WORDS and (label := _label_of(found, head)):
            start, end = label[0].start, label[-1].end
            named = _NAMELESS, Cell(line.text[start:end], start, end, 0)
            return [named, *zip(head.columns, found[extra:], strict=True)]
    return []


def _label_of(found: list[Cell], head: Head) -> list[Cell]:
    """The words before a row's figures, where these fill all columns and no column may hold such words."""
    extra, first = len(found) - len(head.columns), head.columns[0]
    label, figures = found[:extra], found[extra:]
    is_full = all(is_figure(cell.text) for cell in figures) and not any(is_figure(cell.text) for cell in label)
    return label if is_full and not (first.phrase is None and first.setting in (None, "rw")) else []
