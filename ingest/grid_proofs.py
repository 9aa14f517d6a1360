"""Columns that are proven to hold results of two sides: another column, or brackets behind the second, tells how the
one stands to the other.

    jobs  /dev/fuse     uring    gain         | Syscall | Base    | Generic | change % |       stock     queued
    1       130          323     2.49         | basic   | 4475386 | 4578820 | +2.31    |       114912    117857 (+2.5%)

Who prints what a figure is in relation to another has measured both, whatever is not said of them.
"""

import re
from collections.abc import Iterator, Sequence

from ingest.generic_metrics import Measure, is_counter
from ingest.grid_cells import GridCell
from ingest.grid_measures import head_measure, is_result_column
from ingest.grid_shapes import Grid

RESULT = "result"
"""What a figure measures of which nothing else is said."""

_GAIN = re.compile(r"\b(?:gain|improve\w{0,6}|speed-?ups?|boost|faster)\b", re.IGNORECASE)
_MIN_ROWS = 2
_SHARE = 0.8
_SLACK = 0.005


def proven_sides(grid: Grid) -> dict[int, Measure]:
    """The columns that are proven, by their places, and what is known of them."""
    labels = [row.label.text.replace("_", " ") for row in grid.rows]
    found: dict[int, Measure] = {}
    if any(is_counter(label) or head_measure(label) is not None for label in labels):
        return found
    for first, second, told, head in _pairs(grid):
        better = _better(told, gain=_GAIN.search(head) is not None)
        if better is not None:
            for place in (first, second):
                found.setdefault(place, Measure(RESULT, grid.heads[place].text, None, better or None))
    return found


def _percent(one: float, other: float) -> float:
    return 100 * (other - one) / one


def _factor(one: float, other: float) -> float:
    return other / one


def _saved(one: float, other: float) -> float:
    return 100 * (one - other) / one


Told = list[tuple[float, float, float, float]]


def _pairs(grid: Grid) -> Iterator[tuple[int, int, Told, str]]:
    """Two columns with what each row tells of them (first, second, relation and its last digit), and its head."""
    heads = [head.text for head in grid.heads]
    plain = [place for place in grid.columns if is_result_column(heads[place])]
    for place in grid.columns:
        before = [other for other in plain if other < place]
        if place not in plain and len(before) > 1:
            yield before[-2], before[-1], _told(grid, before[-2], before[-1], place), heads[place]
        elif place in plain and before and any(_change(row.cells[place]) for row in grid.rows):
            yield before[0], place, _told_beside(grid, before[0], place), ""


def _told(grid: Grid, first: int, second: int, relation: int) -> Told:
    found = []
    for row in grid.rows:
        one, other, told = row.cells[first], row.cells[second], row.cells[relation]
        if one is not None and other is not None and told is not None and one.cell.value:
            text = row.pieces[relation].text
            sign = -1.0 if text.lstrip(" (").startswith(("-", "\u2212")) else 1.0
            found.append((one.cell.value, other.cell.value, sign * told.cell.value, told.cell.resolution or 0.0))
    return found


def _told_beside(grid: Grid, first: int, second: int) -> Told:
    found = []
    for row in grid.rows:
        one, other = row.cells[first], row.cells[second]
        change = _change(other)
        if one is not None and other is not None and change is not None and one.cell.value:
            found.append((one.cell.value, other.cell.value, *change))
    return found


def _change(cell: GridCell | None) -> tuple[float, float] | None:
    return cell.change if cell is not None else None


def _better(told: Sequence[tuple[float, float, float, float]], *, gain: bool) -> str | None:
    """Which way is better where the relation holds in nearly all rows ("" where that is not told), else None."""
    if len(told) < _MIN_ROWS:
        return None
    for way, better in ((_percent, "higher" if gain else ""), (_factor, "higher" if gain else ""), (_saved, "lower")):
        fits = [abs(way(one, other) - said) <= step + _SLACK * abs(said) for one, other, said, step in told]
        moved = [abs(one - other) > _SLACK * abs(one) for one, other, _, _ in told]
        if sum(fits) >= _SHARE * len(told) and any(moved):
            return better
    return None
