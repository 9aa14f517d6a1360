"""LMbench's numbers, and which columns they belong to where a row has fewer numbers than its table has columns.

LMbench prints a number as wide as its column: below 10 the decimals fill the column, from 10 on there is one decimal
unless it is cut (`115.`), from 10,000 on thousands with a K (`13.K`). So a number tells which columns it cannot be of.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from suites.base import Cell
from suites.cells import number
from suites.lmbench_columns import Column

_PLAIN = re.compile(r"\d{1,9}(?:\.\d{0,6})?")
_SCALED = re.compile(r"(?P<figure>\d{1,7}(?:\.\d{0,4})?)(?P<suffix>[KM])")
_TINY = re.compile(r"\d(?:\.\d{0,4})?e[-+]?\d{1,2}")
_SCALES = {"K": 1000.0, "M": 1_000_000.0}


@dataclass(frozen=True, slots=True)
class Placed:
    """A row's numbers with their columns; `left_out` could be of several columns each, and are not guessed."""

    cells: tuple[tuple[Column, Cell], ...]
    left_out: tuple[Cell, ...]


def read_cell(word: str, column: int) -> Cell | None:
    """A number as LMbench prints it; `13.K` is 13,000 known to 1,000, `115.` is 115 known to 1."""
    scaled = _SCALED.fullmatch(word)
    if scaled is not None:
        cell = number(scaled["figure"], column, scale=_SCALES[scaled["suffix"]])
        return replace(cell, raw=word, end=column + len(word)) if cell is not None else None
    if _TINY.fullmatch(word):
        return Cell(word, column, column + len(word), float(word), None)
    return number(word, column) if _PLAIN.fullmatch(word) else None


def place_by_end(cells: Sequence[Cell], columns: Sequence[Column], ends: Sequence[int], start: int) -> Placed | None:
    """Each number in the column that ends where it ends, counted from `start`; None where one ends elsewhere."""
    places = {end: place for place, end in enumerate(ends)}
    found = [places.get(cell.end - start) for cell in cells]
    known = [place for place in found if place is not None]
    if len(known) < len(cells):
        return None
    return Placed(tuple((columns[place], cell) for place, cell in zip(known, cells, strict=True)), ())


def place_by_shape(cells: Sequence[Cell], columns: Sequence[Column], widths: Sequence[int], *, strict: bool) -> Placed:
    """Each number in the one column that its shape and order leave it; blanks are expected where the network is needed.

    `strict` says that numbers from 10 on are cut to their column's width, which the alpha versions do not do.
    """
    options = list(_assignments(cells, columns, widths, strict=strict))
    if len(options) > 1:
        network = [option for option in options if _only_network_is_missing(option, columns)]
        options = network if len(network) == 1 else options
    certain = [places[0] if len(set(places)) == 1 else None for places in zip(*options, strict=True)]
    certain = certain or [None] * len(cells)
    placed = tuple((columns[place], cell) for place, cell in zip(certain, cells, strict=True) if place is not None)
    return Placed(placed, tuple(cell for place, cell in zip(certain, cells, strict=True) if place is None))


def _assignments(
    cells: Sequence[Cell], columns: Sequence[Column], widths: Sequence[int], *, strict: bool
) -> Iterator[tuple[int, ...]]:
    """All ways to give the numbers to columns in order, in which every number has a shape that its column prints."""
    for places in combinations(range(len(columns)), len(cells)):
        if all(
            _fits(cell, columns[place], widths[place], strict=strict) for place, cell in zip(places, cells, strict=True)
        ):
            yield places


def _only_network_is_missing(places: tuple[int, ...], columns: Sequence[Column]) -> bool:
    return all(column.needs_network for place, column in enumerate(columns) if place not in places)


def _fits(cell: Cell, column: Column, width: int, *, strict: bool) -> bool:
    raw, size = cell.raw, len(cell.raw)
    if column.is_setting:
        return raw.isdigit() and size <= 5
    known = {width, *column.widths}
    figure = raw.rstrip("KM")
    is_filled = cell.value < 10 and figure == raw and "." in raw
    is_cut = figure.endswith(".") or "." not in figure
    if is_filled or (is_cut and strict):
        return size in known
    return size <= max(known)
