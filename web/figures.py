"""Small drawings of changes and repeated runs, made here as numbers for SVG; the text beside them says the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from web.sections import Cell, Row, Section

WIDTH = 72
DOTS_WIDTH = 120
_DOT = 4
_HALF = WIDTH / 2
# One outlier must not flatten all other bars; what is longer is cut, and its number stands beside it.
_LONGEST = 1.0
_SHORTEST_SCALE = 0.1


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from the middle of its drawing to the left (below the base) or right (above it)."""

    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Figure:
    """The drawings of one section: bars on one scale, to be compared down the column, and dots on their row's."""

    scale: float

    def bar(self, delta: float) -> Bar:
        """The bar of a relative change."""
        width = min(abs(delta) / self.scale, 1.0) * _HALF
        return Bar(round(_HALF - width if delta < 0 else _HALF, 1), round(width, 1))

    def dots(self, row: Row, cell: Cell) -> tuple[float, ...]:
        """Where the runs of a cell lie between the lowest and the highest run of its row."""
        values = [measurement.value for measurement in row.measurements]
        low, reach = min(values), max(values) - min(values)
        inner = DOTS_WIDTH - 2 * _DOT
        return tuple(round(_DOT + inner * ((m.value - low) / reach if reach else 0.5), 1) for m in cell.measurements)


def figure(section: Section) -> Figure:
    """The scale of a section: its largest change, at least 10 %, at most 100 %."""
    deltas = [abs(delta) for delta in _deltas(section)]
    scale = min(max([*deltas, _SHORTEST_SCALE]), _LONGEST)
    return Figure(scale)


def _deltas(section: Section) -> Sequence[float]:
    changes = (cell.change for row in section.rows for cell in row.cells)
    return [change.delta for change in changes if change is not None and change.delta is not None]
