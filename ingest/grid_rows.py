"""The rows of a hand-drawn table: a label and a cell a column on each, down to other words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from archive.text import Line
from ingest.grid_cells import GridCell, Piece, is_attached, read_cell
from ingest.grid_cuts import BY_GAPS, RULER, Cut, group_of
from suites.base import Cell
from suites.commas import commas_are_decimal

_NOTHING = re.compile(r"(?:-{1,3}|[\u2013\u2014]|n/?[at]|nan|not tested|none|x|\?)?", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}(?:[ ]\d{3}){1,3}")
_MAX_ROWS = 60
_MAX_LOOKS = 3
_LINE_END = 80


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row: its line (0-based), its label, and a cell a column, None where nothing or words stand there; and the words
    that stand alone over it and the rows below it, if there are any.
    """

    index: int
    label: Piece
    cells: tuple[GridCell | None, ...]
    pieces: tuple[Piece, ...]
    group: str


_Found = tuple[int, tuple[Piece, ...], str]


def read_rows(lines: Sequence[Line], index: int, cuts: Sequence[Cut], count: int, head: int) -> tuple[GridRow, ...]:
    """The rows from line `index` on that have a cell or nothing under each of `count` heads, which stand on line `head`
    (both 0-based); words alone begin a group of rows, other words end them.
    """
    table, place = list[_Found](), index
    group = _group_above(lines, index, cuts, head)
    while place < min(len(lines), index + _MAX_ROWS):
        line = lines[place]
        if line.is_blank and not _goes_on(lines, place, cuts, count):
            break
        if not line.is_blank and RULER.fullmatch(line.words) is None:
            found = _of_table(line, cuts, count) or _sparse(line, cuts, table)
            named = _group_at(lines, place, cuts, count, table) if not found else None
            if named is None and not _is_row(found, has_gaps=cuts is BY_GAPS):
                break
            if named is not None:
                group = named
            elif table and _is_continued(lines, place, found):
                table[-1] = (table[-1][0], (_longer(table[-1][1][0], found[0]), *table[-1][1][1:]), group)
            else:
                table.append((place, found, group))
        place += 1
    return tuple(_placed(table, is_piped=cuts is not BY_GAPS))


def _group_above(lines: Sequence[Line], index: int, cuts: Sequence[Cut], head: int) -> str:
    """The words alone between the head and the first row."""
    if cuts is not BY_GAPS:
        return ""
    between = (group_of(line, _LINE_END) for line in lines[head + 1 : index])
    return next(filter(None, between), "")


def _group_at(
    lines: Sequence[Line], place: int, cuts: Sequence[Cut], count: int, table: Sequence[_Found]
) -> str | None:
    """The words alone on a line with a row of the same table below it."""
    if cuts is not BY_GAPS or not table or place + 1 == len(lines):
        return None
    below = _of_table(lines[place + 1], cuts, count)
    return group_of(lines[place], table[0][1][1].left) if _is_row(below, has_gaps=True) else None


def _placed(table: Sequence[_Found], *, is_piped: bool) -> Iterator[GridRow]:
    plain = (read_cell(piece) for _, found, _ in table for piece in found[1:] if "," in piece.text)
    decimal = commas_are_decimal([cell.cell.raw for cell in plain if cell is not None])
    for place, found, group in table:
        cells = tuple(_cell(piece, decimal=decimal, is_piped=is_piped) for piece in found[1:])
        yield GridRow(place, found[0], cells, found[1:], group)


def _cell(piece: Piece, *, decimal: bool, is_piped: bool) -> GridCell | None:
    """A piece as a figure; between pipes blanks may part thousands ("68 800")."""
    if not is_piped or _THOUSANDS.fullmatch(piece.text) is None:
        return read_cell(piece, decimal=decimal)
    cell = Cell(piece.text, piece.start, piece.end, float(piece.text.replace(" ", "")), 1.0)
    return GridCell(cell, None, None, (), has_other_unit=False)


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
    ways = [cut(line) for cut in cuts]
    found = next((found for found in ways if len(found) == count + 1), ())
    return found or next((joined for way in ways if len(way) == count + 2 and (joined := _joined(way, line))), ())


def _sparse(line: Line, cuts: Sequence[Cut], table: Sequence[_Found]) -> tuple[Piece, ...]:
    """The label and the cells of a line with fewer figures than columns, blank ones where none stands under the cells
    of the rows above; empty where one stands under none or two of them.
    """
    found: tuple[Piece, ...] = cuts[0](line) if cuts is BY_GAPS and table else ()
    if len(found) <= 1 or not all(map(read_cell, found[1:])):
        return ()
    rows = [pieces for _, pieces, _ in table]
    columns = [[row[place] for row in rows] for place in range(1, len(rows[0]))]
    places = [(min(each.left for each in column), max(each.right for each in column)) for column in columns]
    cells = [Piece("", line.start, line.start, left, left) for left, _ in places]
    for piece in found[1:]:
        under = [place for place, (left, right) in enumerate(places) if piece.left < right and left < piece.right]
        if len(under) != 1 or cells[under[0]].text or found[0].right > places[0][0]:
            return ()
        cells[under[0]] = piece
    return (found[0], *cells)


def _joined(found: tuple[Piece, ...], line: Line) -> tuple[Piece, ...]:
    """The pieces of a line with two of them as one that a wide gap parts for looks alone: words of the label
    ("PSM  on:"), or what stands behind a comma ("5 GHz,  80 MHz").
    """
    for place, (first, second) in enumerate(pairwise(found)):
        is_near = second.left - first.right <= _MAX_LOOKS and "|" not in line.text
        is_words = place == 0 and not any(map(str.isdigit, first.text + second.text))
        if is_near and (is_words or first.text.endswith(",")):
            text = f"{first.text} {second.text}"
            whole = Piece(text, first.start, second.end, first.left, second.right)
            return (*found[:place], whole, *found[place + 2 :])
    return ()


def _goes_on(lines: Sequence[Line], place: int, cuts: Sequence[Cut], count: int) -> bool:
    """Whether a row of the same shape stands right below a blank line, or below words alone there."""
    below = list(lines[place + 1 : place + 3])
    if len(below) > 1 and cuts is BY_GAPS and group_of(below[0], _LINE_END) is not None:
        del below[0]
    found = _of_table(below[0], cuts, count) if below else ()
    return bool(found) and all(
        read_cell(piece) or _NOTHING.fullmatch(piece.text) or is_attached(piece.text) for piece in found[1:]
    )
