"""Tables without a column of labels: as many heads as figures on each row, so that the rows are runs of one test.

The PPS in the two cases:
    indirect desc cache  | no cache
    3074658              | 2685132
    3111866              | 2666118
"""

from collections.abc import Iterator

from ingest.generic_sides import is_side
from ingest.generic_titles import Title
from ingest.grid_cells import GridCell, read_cell
from ingest.grid_shapes import Grid
from suites.base import Label, Row, Value

_MIN_ROWS = 3
_MOST_APART = 10.0


def read_unlabelled(grid: Grid, title: Title) -> Iterator[Row]:
    """The runs of a table whose labels are figures like those of its columns; none where no title tells the measure."""
    measure = title.measure
    cells = [(read_cell(row.label), *row.cells) for row in grid.rows]
    if measure is None or title.is_ratio or len(grid.rows) < _MIN_ROWS or not grid.corner.strip():
        return
    heads = [(grid.corner.strip(), grid.rows[0].label.start), *((head.text, head.start) for head in grid.heads)]
    if len({text for text, _ in heads}) < len(heads) or not _name_sides([text for text, _ in heads]):
        return
    if not all(map(_are_alike, cells)):
        return
    line = grid.heads[0].line
    labels = [Label(text, line, start, start + len(text), grid.heads[0].basis) for text, start in heads]
    for number, (row, figures) in enumerate(zip(grid.rows, cells, strict=True), 1):
        values = tuple(
            Value(
                metric=measure.name,
                cell=cell.cell,
                metric_text=measure.text,
                unit=cell.unit or measure.unit,
                unit_text=cell.unit or measure.unit,
                better=measure.better,
                repeat=number,
                runs=len(grid.rows),
                kernel=label,
            )
            for cell, label in zip(figures, labels, strict=True)
            if cell is not None
        )
        test = title.text or measure.name
        yield Row(row.index + 1, grid.line, test, test, values, title=title.text)


def _name_sides(texts: list[str]) -> bool:
    """Whether heads name a side, or the same with and without something ("cache" and "no cache")."""
    return any(is_side(text) or text.lower().startswith("no ") for text in texts)


def _are_alike(cells: tuple[GridCell | None, ...]) -> bool:
    """Whether figures side by side may be of one measure: all there, and of one size."""
    values = [cell.cell.value for cell in cells if cell is not None and not cell.has_other_unit]
    return len(values) == len(cells) and min(values) > 0 and max(values) <= _MOST_APART * min(values)
