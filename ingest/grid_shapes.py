"""The shape of a hand-drawn table: heads over columns, and rows of a label and as many cells; parted by pipes or gaps.

    |        | none      | bitmap    |          Test                   BW         IOPS
    | ------ | --------- | --------- |          bitmap internal 64M    700KiB/s   174
    | raid1  | 13.7MiB/s | 9696KiB/s |          bitmap internal 128M   702KiB/s   175

What the cells mean is told elsewhere (grid_columns).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archive.results import Basis
from archive.text import Line
from ingest.generic_sides import is_side
from ingest.grid_cells import Piece, read_cell
from ingest.grid_column_heads import heads_by_columns
from ingest.grid_cuts import BY_GAPS, RULER, Cut, by_gaps_only, by_pipes, by_words, overlap
from ingest.grid_heads import head_above, may_have_head
from ingest.grid_measures import head_measure
from ingest.grid_over_heads import Heads, over_heads
from ingest.grid_rows import GridRow, read_rows
from suites.base import Label

_TWO_FIGURES = re.compile(r"\d\S{0,40}(?:[ ]\([^()\n]{0,30}\))?[ ][~+-]?\d")
_APART = re.compile(r"\d[ ]{2,40}~?\d")
_BEHIND_LABEL = re.compile(r":[ ]{2,40}~?\d")
_MAX_COLUMNS = 16
_FAR = 10
_LEAST_FULL = 2
_LEAST_WORDS = 3
_MAX_HEADINGS = 3
_MAX_HEADING = 72


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its heads, what heads the labels, what stands over all heads, its rows, and the line of its head; and
    for each head the words over its group, if there are groups, and what they are of where they are amounts.
    """

    heads: tuple[Label, ...]
    corner: str
    over: str
    rows: tuple[GridRow, ...]
    line: int
    groups: tuple[Label, ...]
    group_corner: str

    @property
    def columns(self) -> range:
        """The places of the columns."""
        return range(len(self.heads))

    def name(self, place: int) -> tuple[str, str]:
        """What tells a column from all others: the words over its group, and its own."""
        return self.groups[place].text if self.groups else "", self.heads[place].text

    def names(self) -> list[tuple[str, str]]:
        """What tells each column from all others."""
        return [self.name(place) for place in self.columns]


def read_grid(lines: Sequence[Line], index: int) -> Grid | None:
    """The table whose first row is line `index` (0-based); None where no line above heads each of its columns."""
    if not may_have_head(lines, index):
        return _by_columns(lines, index)
    has_pipes = lines[index].text.count("|") > 1
    # Pipes may part only the sides of each group ("2.27 | 3.26    3.02 | 6.97").
    by_gaps = BY_GAPS if _has_cells(by_gaps_only(lines[index])) else ()
    for cut in (by_pipes(lines[index]), *by_gaps) if has_pipes else by_gaps:
        first = cut(lines[index])
        if cut not in BY_GAPS and (any(map(_holds_several, first[1:])) or _BEHIND_LABEL.search(first[0].text)):
            continue
        if not 2 <= len(first) <= _MAX_COLUMNS or not _has_cells(first):
            continue
        found = head_above(lines, index, cut, first)
        grid = _grid(lines, index, cut, found) if found is not None else None
        if grid is not None:
            return _fuller(grid, lines, index)
    return _by_columns(lines, index) or _in_words(lines, index)


def read_grid_again(lines: Sequence[Line], index: int, before: Grid) -> Grid | None:
    """The rows from line `index` (0-based) on under the heads of the table `before`, where nothing but headings stand
    between: each group of rows may have one of its own, the heads be typed once.
    """
    last = before.rows[-1].index
    if not 1 < index - last <= _FAR or before.groups or not _are_headings(lines[last + 1 : index]):
        return None
    first = lines[last].depth == lines[index].depth and "|" in lines[last].words
    for cuts in ((by_pipes(lines[index]),),) if first else (BY_GAPS,):
        rows = read_rows(lines, index, cuts, len(before.heads), before.line - 1)
        if rows and all(cell is not None for row in rows for cell in row.cells):
            return replace(before, rows=rows, line=rows[0].index + 1)
    return None


def _by_columns(lines: Sequence[Line], index: int) -> Grid | None:
    """The table whose heads are told by the columns that they stand over."""
    found = heads_by_columns(lines, index)
    return _with_rows(lines, index, BY_GAPS, found[1], found[0]) if found is not None else None


def _fuller(grid: Grid, lines: Sequence[Line], index: int) -> Grid:
    """A table of one row, or what it is in words where more rows are then of its shape."""
    if len(grid.rows) > 1 or len(lines[index].words.split()) != len(grid.heads) + 1:
        return grid
    worded = _in_words(lines, index)
    return worded if worded is not None and worded.names() == grid.names() else grid


def _in_words(lines: Sequence[Line], index: int) -> Grid | None:
    """The table in which figures may have a single blank between them, where each head is a word and there are as many
    words on each row: told by counting, and by what stands under which head.
    """
    first = by_words(lines[index])
    if not _LEAST_WORDS <= len(first) <= _MAX_COLUMNS or not _has_cells(first):
        return None
    found = head_above(lines, index, by_words, first)
    if found is None or not _are_single_words(lines, found[0]):
        return None
    grid = _grid(lines, index, by_words, found)
    if grid is None:
        return None
    kinds = [[cell is None for cell in row.cells] for row in grid.rows]
    count = next((place for place, kind in enumerate(kinds) if kind != kinds[0]), len(kinds))
    return replace(grid, rows=grid.rows[:count]) if count > 1 else None


def _are_single_words(lines: Sequence[Line], head: int) -> bool:
    """Whether each word of a line heads a column: gaps part them, or each has a ruler of its own below it."""
    words = by_words(lines[head])
    below = by_words(lines[head + 1])
    has_rulers = RULER.fullmatch(lines[head + 1].words) is not None and len(below) == len(words)
    return has_rulers or len(by_gaps_only(lines[head])) == len(words)


def _has_cells(pieces: Sequence[Piece]) -> bool:
    """Whether a figure stands behind the first piece; where none does with all pieces apart, none does joined."""
    return any(map(read_cell, pieces[1:]))


def _are_headings(between: Sequence[Line]) -> bool:
    """Whether lines are blank, rulers, or one or two headings that end with a colon."""
    words = [line.words.strip() for line in between if not line.is_blank and RULER.fullmatch(line.words) is None]
    return 0 < len(words) <= _MAX_HEADINGS and all(map(_is_heading, words))


def _is_heading(words: str) -> bool:
    is_told = words.endswith(":") or ":  " in words or is_side(words.partition(":")[0])
    return is_told and len(words) <= _MAX_HEADING


def _holds_several(piece: Piece) -> bool:
    """Whether figures stand apart between two pipes: the pipes part no columns."""
    return "  " in piece.text and read_cell(piece) is None and _APART.search(piece.text) is not None


def _grid(lines: Sequence[Line], index: int, cut: Cut, found: tuple[int, tuple[Piece, ...], str]) -> Grid | None:
    place, heads, corner = found
    above = over_heads(lines, place, cut, heads, cut(lines[index]))
    cuts = BY_GAPS if cut in BY_GAPS else (cut,)
    # What the labels are may stand over a unit, or over nothing ("mem_sz" over "(GB)").
    corner = f"{above.corner} {corner}".strip() if not corner or corner.startswith("(") else corner
    grid = _with_rows(lines, index, cuts, place, replace(above, corner=corner))
    is_sure = cut is not by_words and (cuts is not BY_GAPS or (grid is not None and _is_full(above.heads, grid.rows)))
    if grid is None or is_sure:
        return grid
    return None if any(_is_shifted(above.heads, row) for row in grid.rows) else grid


def _with_rows(lines: Sequence[Line], index: int, cuts: Sequence[Cut], place: int, above: Heads) -> Grid | None:
    """The table of the rows under heads on line `place` (0-based)."""
    heads = above.heads
    if not all(head.text for head in heads):
        return None
    rows = read_rows(lines, index, cuts, len(heads), place)
    # The word between heads and rows may head the labels.
    rows = tuple(replace(row, group="") if row.group == above.corner else row for row in rows)
    if not rows:
        return None
    labels = tuple(_label(piece, lines[place]) for piece in heads)
    groups = tuple(_label(piece, lines[above.group_line]) for piece in above.groups)
    return Grid(labels, above.corner, above.over, rows, lines[above.top].number, groups, above.group_corner)


def _label(piece: Piece, line: Line) -> Label:
    return Label(" ".join(piece.text.split()), line.number, piece.start, piece.end, Basis.COLUMN_HEAD)


def _is_full(heads: Sequence[Piece], rows: Sequence[GridRow]) -> bool:
    """Whether there are rows below each other of nothing but figures, one a head, of which their units or their heads
    tell what they are, so that counting places them.
    """
    cells = [(cell, piece) for row in rows for cell, piece in zip(row.cells, row.pieces, strict=True)]
    if len(rows) < _LEAST_FULL or any(cell is None or _TWO_FIGURES.match(piece.text) for cell, piece in cells):
        return False
    return all(cell is not None and cell.unit for cell, _ in cells) or all(head_measure(head.text) for head in heads)


def _is_shifted(heads: Sequence[Piece], row: GridRow) -> bool:
    """Whether figures with a single blank between them were taken for one, or one stands under the head of another."""
    for place, (head, piece) in enumerate(zip(heads, row.pieces, strict=True)):
        if row.cells[place] is None and _TWO_FIGURES.match(piece.text) is not None:
            return True
        others = [*heads[:place], *heads[place + 1 :]]
        if not overlap(head, piece) and any(overlap(other, piece) for other in others):
            return True
    return False
