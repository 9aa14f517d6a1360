"""Tables without a suite whose columns are the sides: a label and a figure a side on each row."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive import kernels
from archive.results import Parameter
from archive.text import Line, collapse
from ingest.generic_metrics import (
    NORMAL,
    UNIT,
    Measure,
    better_of,
    is_counter,
    is_no_result,
    is_unit,
    measure_of,
    of_unit,
    unit_in,
    without_unit,
)
from ingest.generic_sides import are_sides
from ingest.generic_titles import Title, title_above
from suites.base import Row, Value
from suites.column_heads import Head
from suites.named_rows import Figure, TypedRow, read_row
from suites.named_tables import TypedTable, TypedTables, heads_over, read_table
from suites.statistic_words import statistic_within

_GLUED = re.compile(
    rf"(?<=\d)[ \t]{{0,1}}(?P<unit>{UNIT}|[kKM]?[A-Za-z]{{2,8}}/s(?:ec)?|s)"
    r"(?=[ \t]{1,}[|(+-]|[ \t]{1,}\d|[ \t|]{0,20}$)"
)
_MAY_BE_GLUED = re.compile(r"\d[ \t]?[A-Za-z]")
_PARAMETER = re.compile(r"#?[ ]?(?:of[ ])?(?P<name>[A-Za-z][\w -]{1,20}?)s?[ :#]{0,3}")
_FIGURE = re.compile(r"\d[\d.,]{0,14}")
_OF_CODE = re.compile(r"(?:functions?|symbols?|data|objects?|sections?)(?: name)?")
_MIN_SIDES = 2
_SLACK = 3
_MAX_LINE = 300
_MAX_ROWS = 120
# Words without any figure end a table.
_ENDS_TABLE = re.compile(r"[^\d\n]{0,300}[A-Za-z][^\d\n]{0,300}$")


@dataclass(frozen=True, slots=True)
class _Context:
    table: TypedTable
    title: Title
    block: int
    units: dict[tuple[int, int], str]
    corner: str | None


def read_sides_as_columns(typed: TypedTables, numbered: TypedTables, index: int) -> Iterator[Row]:
    """The rows of the table whose first row is line `index` (0-based) of a text, whose typed tables are given without
    and with numbers as labels; none where its sides or its measure are not told.
    """
    lines = typed.lines
    if len(lines[index].text) > _MAX_LINE or len(_FIGURE.findall(lines[index].words)) < _MIN_SIDES:
        return
    if not _begins_under_sides(typed, numbered, index):
        return
    plain, units = _without_units(lines, index)
    table = read_table(plain, index) or read_table(plain, index, numbered=True)
    if table is None or not _has_sides(table) or any(len(row.figures) != len(table.heads) for row in table.rows):
        return
    if all(kernels.parse(row.label.strip()) is not None for row in table.rows):
        return  # a side a row: "kernel" over one of the columns tells what was built
    first = min(head.label.line for head in table.heads)
    context = _Context(table, title_above(lines, first, index), first, units, _corner(lines, table))
    if context.corner is not None and _OF_CODE.fullmatch(context.corner.lower()) is not None:
        return
    measures = [_measure(context, row) for row in table.rows]
    if _is_lone_guess(table, measures) or not _is_under_heads(lines, table) or _is_normal(table):
        return
    is_mixed = any(is_counter(row.label) for row in table.rows)
    for row, measure in zip(table.rows, measures, strict=True):
        own = _own(row, context)
        is_run = any(table.cell(figure).value for figure in row.figures)
        if measure is not None and is_run and (own is not None or not is_mixed):
            yield _row(context, row, measure)
    yield from _ragged(plain, table, context)


def _begins_under_sides(typed: TypedTables, numbered: TypedTables, index: int) -> bool:
    """Whether a line is a row under heads that are sides, which few are: the other rows are read only then."""
    lines = typed.lines
    line, units = _plain(lines[index])
    for tables in (typed, numbered):
        row = read_row(line, index, numbered=tables is numbered) if units else tables.row(index)
        if row is not None and not tables.is_amid(row):
            return _are_sides(heads_over(lines, row, line))
    return False


def _ragged(lines: Sequence[Line], table: TypedTable, context: _Context) -> Iterator[Row]:
    """The rows right below a table that have fewer figures than it has sides, without values: which side has none
    cannot be told for sure.
    """
    depth = lines[table.rows[0].index].depth
    for place in range(table.rows[-1].index + 1, len(lines)):
        row = read_row(lines[place], place) if lines[place].depth == depth else None
        if row is None or not 0 < len(row.figures) < len(table.heads):
            return
        raws = ", ".join(figure.raw for figure in row.figures)
        warning = f"ambiguous: {raws} could stand under several of {len(table.heads)} heads and are left out"
        label = collapse(row.label)
        yield Row(place + 1, context.block, label, row.label, (), title=context.title.text, warnings=(warning,))


def _is_lone_guess(table: TypedTable, measures: Sequence[Measure | None]) -> bool:
    """Whether a single row has no unit, or has nothing but figures: too little to be sure of."""
    is_sure = measures[0] is not None and measures[0].unit is not None and not table.rows[0].label.isdigit()
    return len(table.rows) == 1 and not is_sure


def _is_under_heads(lines: Sequence[Line], table: TypedTable) -> bool:
    """Whether the first figures stand under the first head: a setting before them would shift all the others."""
    head, row = table.heads[0].label, table.rows[0]
    figure = row.figures[0]
    above = len(lines[head.line - 1].text[: head.start].expandtabs())
    end = len(lines[row.index].text[: figure.start + len(figure.raw)].expandtabs())
    return end >= above - _SLACK


def _is_normal(table: TypedTable) -> bool:
    """Whether one side is 1.00 on every row: the others are given in relation to it."""
    columns = zip(*(tuple(figure.raw for figure in row.figures) for row in table.rows), strict=True)
    return any(NORMAL.issuperset(column) for column in columns)


def _has_sides(table: TypedTable) -> bool:
    return _are_sides(table.heads)


def _are_sides(heads: tuple[Head, ...]) -> bool:
    return len(heads) >= _MIN_SIDES and are_sides(tuple(head.label.text for head in heads))


def _without_units(lines: Sequence[Line], index: int) -> tuple[Sequence[Line], dict[tuple[int, int], str]]:
    """The lines with blanks for the units that stand behind figures, and these units by line and end of the figure."""
    shown, units = list(lines), dict[tuple[int, int], str]()
    for place in range(index, min(len(lines), index + _MAX_ROWS)):
        line = lines[place]
        if line.is_blank and place > index and lines[place - 1].is_blank:
            break
        if _ENDS_TABLE.match(line.words) is not None:
            break
        if len(line.text) <= _MAX_LINE:
            shown[place], found = _plain(line)
            units |= found
    return shown, units


def _plain(line: Line) -> tuple[Line, dict[tuple[int, int], str]]:
    if _MAY_BE_GLUED.search(line.text) is None:
        return line, {}
    text, units = line.text, dict[tuple[int, int], str]()
    for match in _GLUED.finditer(line.text, line.start):
        units[line.number, match.start()] = match["unit"]
        text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
    return (replace(line, text=text, words=text[line.start :].rstrip()) if units else line), units


def _corner(lines: Sequence[Line], table: TypedTable) -> str | None:
    """What heads the labels of the rows."""
    head = table.heads[0].label
    corner = lines[head.line - 1].text[lines[head.line - 1].start : head.start].strip(" \t|:")
    return corner or None


def _own(row: TypedRow, context: _Context) -> Measure | None:
    """What the row itself says of its figures."""
    ends = [(row.index + 1, figure.start + len(figure.raw)) for figure in row.figures]
    units = {context.units.get(end) or figure.unit for end, figure in zip(ends, row.figures, strict=True)}
    told = measure_of(row.label)
    if len(units) == 1 and None not in units and is_unit(next(iter(map(str, units)))):
        glued = of_unit(str(units.pop()))
        return glued if told is None else replace(told, unit=glued.unit, better=glued.better)
    return told if units == {None} else None


def _measure(context: _Context, row: TypedRow) -> Measure | None:
    if is_no_result(row.label):
        return None
    own = _own(row, context)
    notes = {_note_unit(head) for head in context.table.heads}
    note = of_unit(str(notes.pop())) if len(notes) == 1 and None not in notes else None
    corner = measure_of(context.corner) if context.corner is not None else None
    units = {figure.unit for figure in row.figures}
    if own is None and units != {None}:
        return None
    found = _in_unit_of(own, context.title.measure) or note or corner or context.title.measure
    if found is None or context.title.is_ratio:
        return None
    # A direction that the title tells holds for rows that tell a unit alone.
    direction = context.title.direction
    return replace(found, better=direction) if direction is not None and found.unit is None else found


def _in_unit_of(own: Measure | None, title: Measure | None) -> Measure | None:
    """What a row says of its figures, in the unit that the title tells of the same ("throughputs in MB/s")."""
    if own is None or own.unit is not None or title is None or title.name != own.name:
        return own
    return replace(own, unit=title.unit)


def _note_unit(head: Head) -> str | None:
    return unit_in(head.note, is_prose=True) if head.note is not None else None


def _row(context: _Context, row: TypedRow, measure: Measure) -> Row:
    table = context.table
    label = collapse(row.label)
    parameters: dict[str, Parameter] = {}
    named = _PARAMETER.fullmatch(context.corner) if context.corner is not None else None
    if label.isdigit() and named is not None:
        parameters[named["name"].strip().lower().replace(" ", "_")] = int(label)
    test = measure.name if parameters else without_unit(label)
    values = tuple(_value(table, place, figure, measure) for place, figure in enumerate(row.figures))
    is_bare = not parameters and all(map(str.isdigit, label.split()))
    warnings = (f"ambiguous: the table does not say what {label} is",) if is_bare else ()
    return Row(
        *(row.index + 1, context.block, test, row.label, values),
        parameters=parameters,
        title=context.title.text,
        warnings=warnings,
    )


def _value(table: TypedTable, place: int, figure: Figure, measure: Measure) -> Value:
    unit = measure.unit
    return Value(
        metric=measure.name,
        cell=table.cell(figure),
        metric_text=measure.text,
        unit=unit,
        unit_text=unit,
        statistic=statistic_within(measure.text) or "sample",
        better=measure.better if measure.better is not None or unit is None else better_of(unit),
        spread=table.spread(figure, place),
        kernel=table.kernel(place),
    )
