"""Tables without a suite whose rows are the sides: under a head that names measures, or lone lines with a unit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from archive.results import Basis
from archive.text import Line
from ingest.generic_metrics import NORMAL, UNIT, Measure, is_counter, is_no_result, is_unit, measure_of, of_unit
from ingest.generic_sides import is_side
from ingest.generic_titles import title_above
from suites.base import Label, Row, Value
from suites.commas import FIGURE, comma_cell
from suites.named_rows import TypedRow
from suites.named_tables import TypedTable, TypedTables

_LONE = re.compile(
    rf"[ \t*|#-]{{0,12}}(?P<side>[A-Za-z+][\w+./ -]{{1,40}}?)[ \t]{{0,20}}[:=|][ \t]{{0,20}}"
    rf"~?(?P<figure>{FIGURE})[ \t]?(?P<unit>{UNIT}|s)[ \t]{{0,4}}(?:[(\[][^()]{{0,30}}[)\]]|\|)?[ \t.]{{0,3}}$"
)
_BEFORE_SIDE = " \t*|#-"
_DERIVED = re.compile(r"%|gain|diff|delta|change|ratio|speed-?up|improv|vs\b|norm", re.IGNORECASE)
_MAX_LINE = 300
_MIN_ROWS = 2
_MAX_SIDES = 30


@dataclass(frozen=True, slots=True)
class _Lone:
    line: Line
    label: Label
    raw: str
    start: int
    unit: str


def read_sides_as_rows(typed: TypedTables, index: int) -> Iterator[Row]:
    """The rows from line `index` (0-based) of a text on that each begin with a side, under heads that name measures."""
    lines = typed.lines
    first = typed.row(index) if len(lines[index].text) <= _MAX_LINE else None
    if first is None or not is_side(first.label):
        return
    table = typed.read(index)
    if table is None or len(table.rows) < _MIN_ROWS or not table.heads:
        return
    labels = [row.label for row in table.rows]
    if len(set(labels)) < len(labels) or not all(map(is_side, labels)):
        return
    measures = [_column(head.label.text, head.note) for head in table.heads]
    figures = [figure for row in table.rows for figure in row.figures]
    if any(figure.raw in NORMAL or (figure.unit is not None and not is_unit(figure.unit)) for figure in figures):
        return
    if not any(measures) or any(len(row.figures) != len(measures) or row.has_signs for row in table.rows):
        return
    block = min(head.label.line for head in table.heads)
    title = title_above(lines, block, index)
    if title.is_ratio:
        return
    for row in table.rows:
        yield _row(table, row, measures, block, title.text)


def _column(head: str, note: str | None) -> Measure | None:
    if _DERIVED.search(head) is not None or is_no_result(head):
        return None
    found = measure_of(f"{head} {note}" if note is not None else head)
    return None if found is None or (found.unit is None and is_counter(head)) else found


def _row(table: TypedTable, row: TypedRow, measures: Sequence[Measure | None], block: int, title: str | None) -> Row:
    label = Label(row.label, row.index + 1, row.start, row.start + len(row.label), Basis.ROW_LABEL)
    values = tuple(
        Value(
            metric=measure.name,
            cell=table.cell(figure),
            metric_text=measure.text,
            unit=measure.unit,
            unit_text=measure.unit,
            better=measure.better,
            spread=table.spread(figure, place),
        )
        for place, (figure, measure) in enumerate(zip(row.figures, measures, strict=True))
        if measure is not None
    )
    test = title or next(value.metric for value in values)
    return Row(row.index + 1, block, test, row.label, values, kernel=label, title=title)


def read_lone_sides(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """Lines from line `index` (0-based) on of a side, a figure and a unit, two at least and all of one unit."""
    found = _different_sides(lines, index)
    if len(found) < _MIN_ROWS:
        return
    measure = of_unit(found[0].unit)
    title = title_above(lines, found[0].line.number, index)
    if title.is_ratio:
        return
    told = title.measure
    better = title.direction or measure.better
    name = told.name if told is not None and told.unit in {None, measure.unit} else measure.name
    for lone in found:
        cell = comma_cell(lone.raw, lone.start, decimal=False)
        value = Value(name, cell, lone.unit, lone.unit, lone.unit, better)
        test = title.text or name
        yield Row(lone.line.number, found[0].line.number, test, test, (value,), kernel=lone.label, title=title.text)


def _different_sides(lines: Sequence[Line], index: int) -> list[_Lone]:
    """The run of lone sides from line `index` (0-based) on, as long as people type them; empty where two have one name
    or measure different things: nothing is read on then, since each line of a log may be asked for its run.
    """
    found, sides = list[_Lone](), set[str]()
    for lone in islice(_lone_run(lines, index), _MAX_SIDES):
        if lone.label.text in sides or (found and of_unit(lone.unit).name != of_unit(found[0].unit).name):
            return []
        found.append(lone)
        sides.add(lone.label.text)
    return found


def is_lone_side(line: Line) -> bool:
    """Whether a line is a side, a figure and a unit."""
    begin = line.words.lstrip(_BEFORE_SIDE)[:1]
    return (begin == "+" or (begin.isascii() and begin.isalpha())) and _lone(line) is not None


def _lone(line: Line) -> re.Match[str] | None:
    match = _LONE.match(line.text, line.start) if len(line.text) <= _MAX_LINE else None
    return match if match is not None and is_side(match["side"]) else None


def _lone_run(lines: Sequence[Line], index: int) -> Iterator[_Lone]:
    depth = lines[index].depth
    for place in range(index, len(lines)):
        line = lines[place]
        if line.is_blank and place > index and not lines[place - 1].is_blank:
            continue
        match = _lone(line) if line.depth == depth else None
        if match is None:
            return
        label = Label(match["side"], line.number, match.start("side"), match.end("side"), Basis.ROW_LABEL)
        yield _Lone(line, label, match["figure"], match.start("figure"), match["unit"])
