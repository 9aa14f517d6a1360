"""The rows of an LMbench table: host, OS (whose release is the kernel), and numbers in their columns."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label
from suites.cells import words
from suites.lmbench_cells import place_by_end, place_by_shape, read_cell
from suites.lmbench_columns import Column
from suites.lmbench_heads import Head

Word = tuple[str, int, int]

# What LMbench itself may say behind the numbers of a memory row; "-" stands for nothing.
GUESSES = ("No L1 cache?", "No L2 cache?", "Bad mhz?")
# What people who average runs write where a number is missing.
_MISSING = frozenset({"na", "n/a", "NA", "N/A"})
_SYSTEM = re.compile(r"[A-Za-z][A-Za-z/-]{1,12}(?:64)?")
_RELEASE = re.compile(r"[A-Za-z]{0,2}\d[\w.+()-]{0,40}")
_VERSION = re.compile(r"\d{1,2}\.\d{1,3}\.?[\w.+()-]{0,40}")
# "Linux 2.4.18-": LMbench prints 13 characters of system and release.
_OS_WIDTH = 13
# A comment may stand between quoted rows, but not a page of text.
_MAX_GAP = 15


@dataclass(frozen=True, slots=True)
class Names:
    """The names at the start of a row: host and OS as printed, and the release as the kernel's label."""

    host: str
    system: str
    kernel: Label

    @property
    def is_cut(self) -> bool:
        """Whether the OS column ends inside the kernel's name ("2.4.18-", "2.6.0-t")."""
        return len(self.system) == _OS_WIDTH and "-" in self.kernel.text


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a row with its column and physical line."""

    column: Column
    cell: Cell
    line: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table; `left_out` are the numbers that could be of several columns."""

    line: int
    last_line: int
    names: Names
    figures: tuple[Figure, ...]
    left_out: tuple[Cell, ...]
    guess: str | None


def read_rows(lines: Sequence[Line], head: Head, stop: int, *, strict: bool) -> Iterator[TableRow]:
    """The rows below a head up to line index `stop` or a long stretch without any; `strict` as in `place_by_shape`."""
    last = head.last_line
    for index in range(head.last_line, stop):
        if index - last > _MAX_GAP:
            return
        row = _row(lines, index, head, strict=strict) if lines[index].depth == head.depth else None
        if row is not None:
            last = row.last_line
            yield row


def read_names(line: Line, found: Sequence[Word], labels: Sequence[str]) -> tuple[Names, int] | None:
    """The names at the start of a line, and how many words they take; a host may be missing."""
    place, host = 0, ""
    if "host" in labels and not _is_system(found, 0):
        if not found:
            return None
        host, place = found[0][0], 1
    start = place
    if _is_system(found, place):
        place += 1
    elif place >= len(found) or not _VERSION.fullmatch(found[place][0]):
        return None
    release, first, last = found[place]
    label = Label(release, line.number, first, last, Basis.ROW_LABEL)
    return Names(host, line.text[found[start][1] : last], label), place + 1


def _is_system(found: Sequence[Word], place: int) -> bool:
    """Whether "Linux 2.4.18" or the like stands at that word."""
    return (
        place + 1 < len(found)
        and _SYSTEM.fullmatch(found[place][0]) is not None
        and _RELEASE.fullmatch(found[place + 1][0]) is not None
    )


def _row(lines: Sequence[Line], index: int, head: Head, *, strict: bool) -> TableRow | None:
    line = lines[index]
    found = list(words(line.text, line.start))
    named = read_names(line, found, head.labels)
    if named is None:
        return None
    names, taken = named
    cells, guess = _cells(found[taken:])
    missing = len(head.columns) - len(cells)
    if not any(cells) or missing < 0 or guess not in {"", "-", *GUESSES} or (guess and not head.has_guesses):
        return None
    wrapped = _continuation(lines, index, missing) if missing and not guess else []
    figures, left_out = _placed(line, names, cells, wrapped, head, strict=strict)
    last_line = line.number + 1 if wrapped else line.number
    return TableRow(line.number, last_line, names, figures, left_out, guess if guess in GUESSES else None)


def _cells(found: Sequence[Word]) -> tuple[list[Cell | None], str]:
    """The numbers at the start of some words, None where a word says that one is missing, and what follows them."""
    cells: list[Cell | None] = []
    for place, (word, column, _) in enumerate(found):
        cell = read_cell(word, column)
        if cell is None and word not in _MISSING:
            return cells, " ".join(rest for rest, _, _ in found[place:])
        cells.append(cell)
    return cells, ""


def _continuation(lines: Sequence[Line], index: int, missing: int) -> list[Cell | None]:
    """The rest of a row that a mailer wrapped: a line of numbers only, as many as the head has columns left."""
    if index + 1 == len(lines) or lines[index + 1].depth != lines[index].depth:
        return []
    following = lines[index + 1]
    cells, rest = _cells(list(words(following.text, following.start)))
    return cells if len(cells) == missing and not rest else []


def _placed(
    line: Line, names: Names, cells: list[Cell | None], wrapped: list[Cell | None], head: Head, *, strict: bool
) -> tuple[tuple[Figure, ...], tuple[Cell, ...]]:
    both = [(cell, line.number) for cell in cells] + [(cell, line.number + 1) for cell in wrapped]
    if len(both) == len(head.columns):
        whole = zip(head.columns, both, strict=True)
        return tuple(Figure(column, cell, number) for column, (cell, number) in whole if cell is not None), ()
    known = [cell for cell in cells if cell is not None]
    # Numbers that all end under the dashes stand there, also where the names are set to the left.
    aligned = head.label_end is not None and names.kernel.end - line.start <= head.label_end
    placed = place_by_end(known, head.columns, head.ends, line.start) if aligned else None
    if placed is None:
        placed = place_by_shape(known, head.columns, head.widths, strict=strict)
    return tuple(Figure(column, cell, line.number) for column, cell in placed.cells), placed.left_out
