"""The rows of a hand-drawn table: a label and a cell a column on each, down to other words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from ingest.grid_cells import GridCell, Piece, is_attached, read_cell
from ingest.grid_cuts import BY_GAPS, RULER, Cut
from suites.commas import commas_are_decimal

_NOTHING = re.compile(r"(?:-{1,3}|n/?a|nan|x|\?)?", re.IGNORECASE)
_MAX_ROWS = 60


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row: its line (0-based), its label, and a cell a column; None where nothing or words stand there."""

    index: int
    label: Piece
    cells: tuple[GridCell | None, ...]
    pieces: tuple[Piece, ...]


def read_rows(lines: Sequence[Line], index: int, cuts: Sequence[Cut], count: int) -> tuple[GridRow, ...]:
    """The rows from line `index` on that have a cell or nothing under each of `count` heads; other words end them."""
    table, place = list[tuple[int, tuple[Piece, ...]]](), index
    while place < min(len(lines), index + _MAX_ROWS):
        line = lines[place]
        if line.is_blank and not _goes_on(lines, place, cuts, count):
            break
        if not line.is_blank and RULER.fullmatch(line.words) is None:
            found = _of_table(line, cuts, count)
            if not _is_row(found, has_gaps=cuts is BY_GAPS):
                break
            if table and _is_continued(lines, place, found):
                table[-1] = (table[-1][0], (_longer(table[-1][1][0], found[0]), *table[-1][1][1:]))
            else:
                table.append((place, found))
        place += 1
    return tuple(_placed(table))


def _placed(table: Sequence[tuple[int, tuple[Piece, ...]]]) -> Iterator[GridRow]:
    plain = (read_cell(piece) for _, found in table for piece in found[1:] if "," in piece.text)
    decimal = commas_are_decimal([cell.cell.raw for cell in plain if cell is not None])
    for place, found in table:
        cells = tuple(read_cell(piece, decimal=decimal) for piece in found[1:])
        yield GridRow(place, found[0], cells, found[1:])


def _is_row(found: tuple[Piece, ...], *, has_gaps: bool) -> bool:
    """Whether pieces are a row: gaps part at least one figure from its label, pipes may part words too."""
    if not found or "  " in found[0].text or _is_new_head(found):
        return False
    return not has_gaps or any(map(read_cell, found[1:]))


def _is_new_head(found: tuple[Piece, ...]) -> bool:
    """Whether there are words, and none of them a figure that has no name or that has a unit."""
    cells = [(piece.text, read_cell(piece)) for piece in found[1:] if piece.text]
    return bool(cells) and all(
        text[:1].isalpha() and (cell is None or (cell.name is not None and cell.unit is None)) for text, cell in cells
    )


def _is_continued(lines: Sequence[Line], place: int, found: tuple[Piece, ...]) -> bool:
    """Whether a line without a figure of its own ends the label of the line right above, before a ruler."""
    if not found[0].text or any(piece.text and not is_attached(piece.text) for piece in found[1:]):
        return False
    above = lines[place - 1]
    below = lines[place + 1].words if place + 1 < len(lines) else ""
    is_ruler = RULER.fullmatch(above.words) is not None
    return "|" in above.text and not is_ruler and RULER.fullmatch(below) is not None


def _longer(first: Piece, second: Piece) -> Piece:
    return replace(first, text=f"{first.text} {second.text}")


def _of_table(line: Line, cuts: Sequence[Cut], count: int) -> tuple[Piece, ...]:
    """The label and the cells of a line, as the first way of cutting it that gives as many says."""
    return next((found for found in (cut(line) for cut in cuts) if len(found) == count + 1), ())


def _goes_on(lines: Sequence[Line], place: int, cuts: Sequence[Cut], count: int) -> bool:
    """Whether a row of the same shape stands right below a blank line."""
    found = _of_table(lines[place + 1], cuts, count) if place + 1 < len(lines) else ()
    return bool(found) and all(read_cell(piece) or _NOTHING.fullmatch(piece.text) for piece in found[1:])
