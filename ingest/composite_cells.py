"""Tables without a suite whose cells hold several figures, and say or are told what each of them is:

    |Packet size ->   |      128B       |       1KB       |           bs=4k:
    |SO_SNDBUF size | | Throughput in MB/s (min/max/avg) |                   |          READ           |
    |      Default    | 109/118/114     | 636/774/701     |           base  | 30898KB/s,7724,555.00us |

    bs      IOPS(read)        IOPS(write)      (w/w.o patch)
    512   1266.4K/1262.4K    1720.1K/1732.1K

Units behind the figures tell it, or brackets above name a statistic or a side for each.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.composite_legends import Legend, legend_above, parts_by_unit
from ingest.generic_metrics import measure_of
from ingest.generic_sides import is_side
from ingest.generic_tables import claimed_paragraphs, patched_lines
from suites.base import Cell, Label, Row, Value
from suites.cells import resolution

_CELL = re.compile(
    r"(?<![\w./,:-])\d{1,9}(?:\.\d{1,6})?(?:[A-Za-z]{1,3}(?:/s)?)?"
    r"(?:(?P<sign>[/,])\d{1,9}(?:\.\d{1,6})?(?:[A-Za-z]{1,3}(?:/s)?)?)"
    r"(?:(?P=sign)\d{1,9}(?:\.\d{1,6})?(?:[A-Za-z]{1,3}(?:/s)?)?){0,3}(?![\w/.:-])"
)
# Two such cells on one line: most lines with a stroke or a comma have none.
_MAY_HOLD = re.compile(r"\d[A-Za-z]{0,3}[/,]\d[^\n]{0,80}?[ |]\d[^ |]{0,20}[/,]\d")
_FIGURE = re.compile(r"(?P<figure>\d{1,9}(?:\.\d{1,6})?)(?P<unit>[A-Za-z]{1,3}(?:/s)?)?")
_PIECE = re.compile(r"[^\s|](?:[^\s|]|[ ](?=[^\s|])){0,60}")
_RULER = re.compile(r"[-=+|*_,\s]{3,300}$")
_TITLE = re.compile(r"[ \t]{0,8}(?P<title>[A-Za-z][^|]{2,100}?)[ \t]{0,2}:?[ \t]{0,4}$")
_SETTING = re.compile(r"(?P<name>[A-Za-z]\w{0,15})[ ]?=[ ]?(?P<value>\w{1,15})")
_SCALES = {"K": 1e3, "k": 1e3, "M": 1e6}
_MAX_LINE = 300
_REACH = 10
_MIN_CELLS = 2
_MIN_ROWS = 2
_MAX_GAP = 2
_MAX_ROWS = 60


@dataclass(frozen=True, slots=True)
class _Line:
    """A row: where it stands (0-based), its label, and its cells with the places of their figures."""

    index: int
    label: str
    start: int
    cells: tuple[re.Match[str], ...]

    @property
    def shape(self) -> tuple[int, int, str]:
        """What the rows of one table have in common: how many cells, figures in each, and the sign between these."""
        sign = self.cells[0]["sign"]
        return len(self.cells), self.cells[0].group().count(sign), sign


def read_composites(lines: Sequence[Line], claimed: frozenset[int]) -> Iterator[Row]:
    """The rows of such tables on lines that nobody claims."""
    found = list(_tables(lines))
    closed = claimed_paragraphs(lines, claimed) | patched_lines(lines) if found else frozenset[int]()
    before: Legend | None = None
    for table in found:
        if not any(lines[row.index].number in closed for row in table):
            rows, before = _rows(lines, table, before)
            yield from rows


def _tables(lines: Sequence[Line]) -> Iterator[list[_Line]]:
    """Runs of at least two rows of one shape, over rulers."""
    run: list[_Line] = []
    for index, line in enumerate(lines):
        row = _row_line(line, index) if _MAY_HOLD.search(line.words) is not None else None
        if row is not None and (not run or (row.shape == run[0].shape and len(run) < _MAX_ROWS)):
            run.append(row)
            continue
        is_between = line.is_blank or _RULER.match(line.words) is not None
        if row is None and run and is_between and index - run[-1].index <= _MAX_GAP:
            continue
        if len(run) >= _MIN_ROWS:
            yield run
        run = [row] if row is not None else []
    if len(run) >= _MIN_ROWS:
        yield run


def _row_line(line: Line, index: int) -> _Line | None:
    """The row that a line is: a label, and behind it nothing but cells of several figures."""
    if len(line.text) > _MAX_LINE:
        return None
    cells = tuple(_CELL.finditer(line.text, line.start))
    if len(cells) < _MIN_CELLS or len({(c["sign"], c.group().count(c["sign"])) for c in cells}) > 1:
        return None
    label = line.text[line.start : cells[0].start()].strip(" \t|")
    rest = "".join(
        line.text[one.end() : other] for one, other in zip(cells, [*[c.start() for c in cells[1:]], None], strict=True)
    )
    if not label or len(label) > 40 or rest.strip(" \t|"):
        return None
    return _Line(index, label, line.text.index(label, line.start), cells)


def _rows(lines: Sequence[Line], table: Sequence[_Line], before: Legend | None) -> tuple[list[Row], Legend | None]:
    """The rows of a table, and what told its figures: where nothing does, what told those of the table `before`."""
    first = table[0]
    head = _head(lines, first)
    if head is None:
        return [], before
    top, size = head[0], first.shape[1] + 1
    legend = legend_above(lines, top, first.index, size) or parts_by_unit([c.group() for c in first.cells], size)
    legend = legend or (before if before is not None and len(before.parts) == size else None)
    if legend is None:
        return [], before
    return list(_told_rows(lines, table, head, legend)), legend


def _told_rows(
    lines: Sequence[Line], table: Sequence[_Line], head: tuple[int, str | None, list[str]], legend: Legend
) -> Iterator[Row]:
    top, corner, names = head
    size = len(legend.parts)
    title, settings = _title(lines, top)
    for row in table:
        for name, cell in zip(names, row.cells, strict=True):
            values = tuple(_values(lines[row.index], cell, name, legend))
            if len(values) == size:
                told = _told(row, name, (title, corner), legend)
                test = told.pop("test")
                yield Row(
                    *(row.index + 1, lines[top].number, str(test), str(test), values),
                    kernel=_side(row, legend),
                    parameters=settings | told,
                    title=title,
                    suite=legend.suite,
                )


def _side(row: _Line, legend: Legend) -> Label | None:
    """The label of a row where it names a side, or can name nothing else."""
    if legend.has_sides or not (legend.has_units or is_side(row.label)):
        return None
    return Label(row.label, row.index + 1, row.start, row.start + len(row.label), Basis.ROW_LABEL)


def _told(row: _Line, name: str, above: tuple[str | None, str | None], legend: Legend) -> dict[str, Parameter]:
    """The test, and what row and column tell beside it: a column that is a number is a setting. `above` are the title
    and what heads the labels of the rows.
    """
    title, corner = above
    own: dict[str, Parameter] = {} if _side(row, legend) is not None else {corner or "row": row.label}
    is_setting = title is not None and name[:1].isdigit()
    return {"test": title or name, "column": name, **own} if is_setting else {"test": name, **own}


def _head(lines: Sequence[Line], first: _Line) -> tuple[int, str | None, list[str]] | None:
    """The nearest line above with a name for each cell, what it names the labels of the rows, and these names."""
    depth = lines[first.index].depth
    for place in range(first.index - 1, max(-1, first.index - _REACH), -1):
        line = lines[place]
        if line.depth != depth or len(line.text) > _MAX_LINE:
            return None
        pieces = [match.group() for match in _PIECE.finditer(line.text, line.start)]
        is_head = len(pieces) in (len(first.cells), len(first.cells) + 1) and _RULER.match(line.words) is None
        if is_head and not any("/s (" in piece for piece in pieces):
            corner = pieces[0].lower() if len(pieces) > len(first.cells) and pieces[0].isalpha() else None
            return place, corner, pieces[-len(first.cells) :]
    return None


def _title(lines: Sequence[Line], top: int) -> tuple[str | None, dict[str, Parameter]]:
    """The nearest short line above the head, and the setting that it tells ("bs=4k:")."""
    for place in range(top - 1, max(-1, top - 4), -1):
        line = lines[place]
        if line.is_blank or _RULER.match(line.words) is not None:
            continue
        setting = _SETTING.fullmatch(line.words.strip(" :"))
        if setting is not None:
            return None, {setting["name"]: setting["value"]}
        title = _TITLE.match(line.words)
        is_title = title is not None and len(line.words.split()) <= 9
        return (title["title"] if title is not None and is_title else None), {}
    return None, {}


def _values(line: Line, cell: re.Match[str], name: str, legend: Legend) -> Iterator[Value]:
    for part, match in zip(legend.parts, _FIGURE.finditer(line.text, cell.start(), cell.end()), strict=False):
        measure = part.measure or measure_of(name)
        scale = _SCALES.get(match["unit"] or "", 1.0)
        if measure is None or (match["unit"] is not None and scale == 1.0 and measure.unit != match["unit"]):
            return
        raw = match["figure"]
        figure = Cell(raw, *match.span("figure"), float(raw) * scale, resolution(raw) * scale)
        yield Value(
            metric=measure.name,
            cell=figure,
            metric_text=part.text or name,
            unit=measure.unit,
            unit_text=measure.unit,
            better=measure.better,
            statistic=part.statistic or "sample",
            kernel=part.kernel,
        )
