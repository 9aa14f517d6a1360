"""What the cells of a hand-drawn table are: which columns hold results, which tell a setting, which are no results.

threads   base (ops/s)   patched (ops/s)   diff         | pid | 20.3MiB/s  | 313895 |
a setting    a side          a side        derived            a result, by its unit; a count, no result
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.generic_metrics import (
    NORMAL,
    Measure,
    is_counter,
    is_measure_alone,
    is_no_result,
    is_unit,
    of_unit,
)
from ingest.generic_sides import is_side
from ingest.grid_measures import head_measure, is_result_column, of_corner
from ingest.grid_proofs import proven_sides
from ingest.grid_refusals import is_of_something_else
from ingest.grid_rows import GridRow
from ingest.grid_shapes import Grid
from ingest.grid_suffixes import measure_of_thousands

_FIGURE_LAST = re.compile(r"\w\)?[ ]{1,8}\d{1,6}[.]\d{1,4}$")
_AMOUNT_FIRST = re.compile(r"^[\d.,]{1,14}[ ]?[A-Za-z%]{0,3}(?![A-Za-z-])")
_IS_UNIT = re.compile(r"units?", re.IGNORECASE)
_IS_TIME = re.compile(r"(?:avg |average |mean |total )?times?:?", re.IGNORECASE)
_IS_VALUE = re.compile(r"(?:values?|results?)", re.IGNORECASE)
_MIN_RESULTS = 2


@dataclass(frozen=True, slots=True)
class Meaning:
    """What each cell of a grid is (None where it is no result), and what tells it: own heads, or one measure for all.

    `by_heads` says that the heads name measures and so no sides.
    """

    measures: tuple[tuple[Measure | None, ...], ...]
    settings: frozenset[int]
    by_heads: bool
    has_units: bool


def meaning_of(grid: Grid, title: Measure | None, direction: str | None) -> Meaning | None:
    """What the cells of a table mean; None where it is a table of something else, or too little is told."""
    texts = [head.text for head in grid.heads]
    own = _own_measures(grid, title)
    if is_of_something_else(grid, texts, own):
        return None
    by_heads = any(own) or any(map(_IS_VALUE.fullmatch, texts))
    shared = None if by_heads else of_corner(grid.corner) or head_measure(grid.over) or title
    if shared is None and not by_heads and _IS_TIME.fullmatch(grid.over.strip()) is not None:
        shared = Measure("time", grid.over, None, "lower")
    shared = shared if shared is not None or by_heads else measure_of_thousands(grid.rows, grid.corner)
    settings = frozenset(_settings(grid, own) if by_heads else _before_sides(grid))
    labels = (row.label.text for row in grid.rows)
    # "64 bytes" is an amount that results stand at.
    has_counters = any(is_counter(label) and not label[:1].isdigit() for label in labels)
    units = tuple(_unit_of(grid, place) for place in grid.columns)
    groups = tuple(head_measure(group.text) for group in grid.groups) or (None,) * len(texts)
    told = _Told(
        own,
        groups,
        shared,
        _unit_column(texts),
        units,
        is_bare_told=len(texts) > 1 and not has_counters and not _has_units(grid),
        have_figures_last=all(_FIGURE_LAST.search(row.label.text) for row in grid.rows),
        proven=proven_sides(grid) if shared is None and not by_heads and not _has_units(grid) else {},
    )
    measures = tuple(
        tuple(
            None if place in settings else _directed(_cell_measure(row, place, texts[place], told), direction)
            for place in grid.columns
        )
        for row in grid.rows
    )
    has_units = all(each.unit is not None for row in measures for each in row if each is not None)
    has_units = has_units and (by_heads or _has_units(grid))
    return Meaning(measures, settings, by_heads, has_units) if _is_enough(grid, measures) else None


@dataclass(frozen=True, slots=True)
class _Told:
    """What heads and corner say: the measure of each column, that of its group, one for all, where units have a column
    of their own, the one unit behind figures of each column, whether figures without units may be what is said of
    all, and whether each label ends in a figure, which then belongs to no label ("gcc 15.2" beside others does).
    """

    own: tuple[Measure | None, ...]
    groups: tuple[Measure | None, ...]
    shared: Measure | None
    unit_column: int | None
    units: tuple[str | None, ...]
    is_bare_told: bool
    have_figures_last: bool
    proven: Mapping[int, Measure]


def _own_measures(grid: Grid, title: Measure | None) -> tuple[Measure | None, ...]:
    """What each head says; nothing where one beside others names a measure by the way ("io.latency" beside "BFQ")."""
    texts = [head.text for head in grid.heads]
    own = tuple(_with_unit(head_measure(text), title) if is_result_column(text) else None for text in texts)
    first = next((place for place, measure in enumerate(own) if measure is not None), len(own))
    others = [place for place in grid.columns[first:] if own[place] is None and is_result_column(texts[place])]
    if sum(measure is not None for measure in own) > 1 or all(
        _holds_no_result(grid, place) or _has_own_units(grid, place) for place in others
    ):
        return own
    return tuple(
        measure if measure is not None and (measure.unit is not None or is_measure_alone(text)) else None
        for text, measure in zip(texts, own, strict=True)
    )


def _of_over(over: str) -> Measure | None:
    """What the words over all heads say of the figures; "Time" there is one."""
    is_time = _IS_TIME.fullmatch(over.strip()) is not None
    return Measure("time", over, None, "lower") if is_time else head_measure(over)


def _with_unit(measure: Measure | None, title: Measure | None) -> Measure | None:
    """A measure without a unit in that which the title tells of it."""
    if measure is None or title is None or measure.unit is not None or measure.name != title.name:
        return measure
    return replace(measure, unit=title.unit)


def _holds_no_result(grid: Grid, place: int) -> bool:
    return all(cell is None or cell.has_other_unit for cell in (row.cells[place] for row in grid.rows))


def _has_own_units(grid: Grid, place: int) -> bool:
    """Whether the figures of a column say themselves what they are."""
    cells = [cell for row in grid.rows if (cell := row.cells[place]) is not None]
    return bool(cells) and all(cell.unit is not None for cell in cells)


def _unit_of(grid: Grid, place: int) -> str | None:
    """The one unit that stands behind figures of a column of one measure, whose rows are sides: posters leave it out
    of the rows below the first.
    """
    if not any(is_side(row.label.text) for row in grid.rows):
        return None
    units = {cell.unit for row in grid.rows if (cell := row.cells[place]) is not None and cell.unit is not None}
    return units.pop() if len(units) == 1 else None


def _has_units(grid: Grid) -> bool:
    return any(cell is not None and cell.unit is not None for row in grid.rows for cell in row.cells)


def _settings(grid: Grid, own: Sequence[Measure | None]) -> Iterator[int]:
    """The columns of settings: before the first one of results, under a word, of figures or words without units."""
    for place in grid.columns:
        if own[place] is not None or _IS_VALUE.fullmatch(grid.heads[place].text):
            return
        yield place


def _before_sides(grid: Grid) -> Iterator[int]:
    """The columns of settings before the first of two sides at least, of whole numbers or words."""
    first = next((place for place in grid.columns if is_side(grid.heads[place].text)), 0)
    if len(grid.heads) - first < _MIN_RESULTS or not all(is_side(head.text) for head in grid.heads[first : first + 2]):
        return
    for place in range(first):
        if not all(
            row.pieces[place].text.replace(",", "").isdecimal() or row.cells[place] is None for row in grid.rows
        ):
            return
        yield place


def _cell_measure(row: GridRow, place: int, head: str, told: _Told) -> Measure | None:
    """The measure of a cell: by its own unit, else by its head, its row, or what holds for all."""
    cell, label = row.cells[place], row.label.text
    is_no_label = _is_no_label(label) or (told.have_figures_last and any(map(str.isalpha, label)))
    if cell is None or cell.has_other_unit or not is_result_column(head) or is_no_label:
        return None
    said = told.own[place] or head_measure(cell.name or "") or head_measure(label) or _said_beside(row, place)
    said = said or told.groups[place] or _unit_beside(row, told.unit_column)
    if cell.unit is None and said is not None:
        return said
    unit = cell.unit or told.units[place]
    if unit is None:
        if told.shared is None and not is_counter(label):
            return told.proven.get(place)
        return told.shared if told.is_bare_told and not is_counter(head) else None
    return None if said is None and unit.startswith("/") else _in_unit(said or told.shared, unit)


def _in_unit(said: Measure | None, unit: str) -> Measure:
    """What a unit behind a figure and the words on the figure say together: the unit rules."""
    glued = of_unit(unit)
    if said is None or (said.unit is not None and said.unit != unit and said.name != glued.name):
        return glued
    return glued if said.unit is None and said.better != glued.better else replace(said, unit=unit)


def _unit_column(texts: Sequence[str]) -> int | None:
    return next((place for place, text in enumerate(texts) if _IS_UNIT.fullmatch(text.strip()) is not None), None)


def _unit_beside(row: GridRow, column: int | None) -> Measure | None:
    """What the unit in the column of units says of a row."""
    unit = row.pieces[column].text.strip() if column is not None else ""
    return of_unit(unit) if unit and is_unit(unit) else None


def _said_beside(row: GridRow, place: int) -> Measure | None:
    """What the words between the label and a figure say ("mean_frame_duration" in a column of variables)."""
    texts = (
        piece.text
        for cell, piece in zip(row.cells[:place], row.pieces, strict=False)
        if cell is None and " " not in piece.text
    )
    return next(filter(None, map(head_measure, texts)), None)


def _is_no_label(label: str) -> bool:
    """Whether a label names a setting, a spread or a ratio; "25%" and "8 (16)" are amounts that results stand at."""
    return any(map(str.isalpha, label)) and is_no_result(label) and not label.lower().startswith("no ")


def _directed(measure: Measure | None, direction: str | None) -> Measure | None:
    """A direction that the title tells holds for what a unit alone tells."""
    if measure is None or direction is None or measure.text != measure.unit:
        return measure
    return replace(measure, better=direction)


def _are_alike(grid: Grid, measures: Sequence[tuple[Measure | None, ...]]) -> bool:
    """Whether two columns of results have the same head, so that nothing tells them apart."""
    used = [place for place in grid.columns if any(row[place] is not None for row in measures)]
    return len(set(map(grid.name, used))) < len(used)


def _is_enough(grid: Grid, measures: Sequence[tuple[Measure | None, ...]]) -> bool:
    """Whether enough is told to be sure: two results, below each other, or with units, or of known sides; and not
    all in relation to the first.
    """
    results = [
        cell
        for row, told in zip(grid.rows, measures, strict=True)
        for cell, measure in zip(row.cells, told, strict=True)
        if cell is not None and measure is not None
    ]
    if (
        len(results) < _MIN_RESULTS
        or _are_alike(grid, measures)
        or (results[0].cell.raw in NORMAL and results[0].unit is None)
        or not any(cell.cell.value for cell in results)
    ):
        return False
    if len(grid.rows) > 1:
        return True
    if not any(map(str.isalpha, _AMOUNT_FIRST.sub("", grid.rows[0].label.text))):
        return False
    # "Requests/s  272519.36  256490.94": the one row says what its figures are.
    said = head_measure(grid.rows[0].label.text) if len(grid.heads) > 1 else None
    is_told = all(cell.unit is not None for cell in results) or (said is not None and said.unit is not None)
    return is_told or any(is_side(head.text) for head in grid.heads)
