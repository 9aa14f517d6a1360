"""Tables of hackbench's times that people type: a row a number of groups, a column a kernel, or the other way round; no
suite.

    grp    tip/sched/core         +patchset              improvement
    1       1,327(+/-10,06 %)     1,247(+/-5,45 %)       5,97 %

    g=    6       12    18      24    28     32
    w/o: 1.2474 1.5635 1.5133 1.4796 1.6177 1.7898

    w/o: 7.689 7.485 7.485 7.458 7.524 7.539 7.738 7.693 7.568 7.674=7.5853

The last is ten runs and their mean, which proves them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label, Metric, Row, RowSpread, Value
from suites.cells import number, words
from suites.column_heads import Head
from suites.hackbench_setup import Setup
from suites.matches import measured
from suites.named_rows import TypedRow
from suites.named_tables import TypedTable, TypedTables, read_table
from suites.statistic_tables import read_statistics
from suites.statistic_words import spread_of, statistic_of

_GROUP_HEAD = re.compile(r"[ \t|]{0,12}#?(?:grp|groups?|nr_groups|num_groups|g|N|procs)\b", re.IGNORECASE)
_LOOPS_HEAD = re.compile(r"nr|#?loops?|messages?|msgs", re.IGNORECASE)
_GROUP_COLUMNS = re.compile(
    r"[ \t]{0,12}(?:grp|groups?|g|N)[ \t]{0,20}[:=]?[ \t]{0,12}(?P<groups>\d{1,6}(?:[ \t]{1,12}\d{1,6}){1,15})$"
)
_SAMPLES = re.compile(
    r"[ \t]{0,8}(?P<kernel>[A-Za-z][^:\d\n]{0,30}(?:\d[^:\n]{0,12})?):[ \t]{1,8}"
    r"(?P<runs>\d{1,6}\.\d{1,4}(?:[ \t]{1,4}\d{1,6}\.\d{1,4}){2,40})(?:[ ]?=[ ]?(?P<mean>\d{1,6}\.\d{1,6}))?$"
)
_AVERAGED = re.compile(r"\b(?:average|mean|avg)\b", re.IGNORECASE)
_NORMALISED = re.compile(r"normali[sz]ed|\[pct imp\]|baseline\(std%\)", re.IGNORECASE)
# Tables of mmtests have a row's statistic before its groups.
_NO_KERNEL = re.compile(r"hackbench|^\d{1,6} groups?$|^ci\b|\bcv\b", re.IGNORECASE)
_HARNESS = frozenset({"Amean", "Hmean", "Gmean", "SubAmean", "BAmean", "Min", "Max", "Stddev", "CoeffVar"})
_LEAST, _MOST = 0.0005, 1e6
_NEAR = 6
_LEAST_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class Found:
    """The rows of a table, the line behind it (0-based), and the heads that a table below may share."""

    rows: tuple[Row, ...]
    end: int
    heads: tuple[Head, ...] = ()


def read_typed(typed: TypedTables, index: int, setup: Setup, metric: Metric, earlier: tuple[Head, ...]) -> Found | None:
    """The table that begins on line `index` (0-based), if it is one of hackbench's; `earlier` are the heads of the last
    table, which one without heads of its own repeats.
    """
    lines = typed.lines
    line = lines[index]
    ends_with_digit = line.words[-1:].isdecimal()
    samples = _SAMPLES.match(line.text.rstrip(), line.start) if ends_with_digit else None
    if samples is not None and setup.groups is not None:
        return Found((_samples_row(line, samples, setup, metric),), index + 1)
    columns = _GROUP_COLUMNS.match(line.words) if ends_with_digit else None
    if columns is not None:
        return _grouped_columns(lines, index, [int(count) for count in columns["groups"].split()], setup, metric)
    statistics = tuple(_statistic_rows(lines, index, setup, metric))
    if statistics:
        return Found(statistics, statistics[-1].line)
    table, loops = _with_loops(_with_groups(typed.read(index)))
    if table is None or table.rows[0].label in _HARNESS or _is_relative(lines, index, table):
        return None
    if not table.heads and len(earlier) == len(table.rows[0].figures):
        table = replace(table, heads=earlier)
    if (not table.heads and len(table.rows[0].figures) > 1) or any(
        _NO_KERNEL.search(h.label.text) for h in table.heads
    ):
        return None
    rows = tuple(_rows(lines, table, setup, metric, loops))
    return Found(rows, table.rows[-1].index + 1, table.heads) if rows else None


def _with_groups(table: TypedTable | None) -> TypedTable | None:
    """The table, with a first column that is headed by groups as part of the labels ("Process     10     0.19")."""
    if table is None or len(table.heads) < _LEAST_COLUMNS or _GROUP_HEAD.fullmatch(table.heads[0].label.text) is None:
        return table
    if not all(row.figures[0].raw.isdecimal() for row in table.rows):
        return table
    rows = tuple(replace(row, label=f"{row.label} {row.figures[0].raw}", figures=row.figures[1:]) for row in table.rows)
    return replace(table, rows=rows, heads=table.heads[1:])


def _with_loops(table: TypedTable | None) -> tuple[TypedTable | None, dict[int, int]]:
    """The table without a first column that says how many messages were passed, and those by their rows."""
    if table is None or len(table.heads) < _LEAST_COLUMNS or _LOOPS_HEAD.fullmatch(table.heads[0].label.text) is None:
        return table, {}
    if not all(row.figures[0].raw.isdecimal() for row in table.rows):
        return table, {}
    loops = {row.index: int(row.figures[0].raw) for row in table.rows}
    rows = tuple(replace(row, figures=row.figures[1:]) for row in table.rows)
    return replace(table, rows=rows, heads=table.heads[1:]), loops


def _statistic_rows(lines: Sequence[Line], index: int, setup: Setup, metric: Metric) -> Iterator[Row]:
    """Rows under a head of groups and statistics, a set a kernel."""
    for row in read_statistics(lines, index):
        groups = row.settings.get("group")
        if groups is None:
            return
        own = replace(setup, groups=groups)
        values = tuple(
            measured(
                metric, figure.cell, figure.text, statistic=figure.name, spread=figure.spread, kernel=figure.kernel
            )
            for figure in row.figures
        )
        yield Row(
            row.index + 1,
            index + 1,
            own.test,
            f"{groups} groups",
            values,
            kernel=row.label,
            parameters=own.settings,
            warnings=row.warnings,
        )


def _is_relative(lines: Sequence[Line], index: int, table: TypedTable) -> bool:
    """Whether a table's figures are ratios to its first column, or far from what seconds can be."""
    above = " ".join(line.words for line in lines[max(0, index - _NEAR) : index])
    first = [table.cell(row.figures[0]).value for row in table.rows]
    values = [table.cell(figure).value for row in table.rows for figure in row.figures]
    is_unit = len(first) > 1 and set(first) == {1.0}
    return is_unit or _NORMALISED.search(above) is not None or not all(_LEAST <= value <= _MOST for value in values)


def _rows(
    lines: Sequence[Line], table: TypedTable, setup: Setup, metric: Metric, loops: dict[int, int]
) -> Iterator[Row]:
    first = table.rows[0].index
    above = lines[max(0, first - _NEAR) : first]
    names_groups = any(_GROUP_HEAD.match(line.words) for line in above[-3:])
    is_mean = bool(setup.iterations) or any(_AVERAGED.search(line.words) for line in above)
    statistic = "mean" if is_mean else "sample"
    block = min([first + 1, *(head.label.line for head in table.heads)])
    for row in table.rows:
        own, told = setup.of_row(row.label), statistic_of(row.label)
        own = replace(own, loops=loops[row.index]) if own is not None and row.index in loops else own
        if told is not None:
            yield replace(_row(table, row, setup, metric, told), block=block)
        elif own is not None and (names_groups or not row.label.isdigit()):
            yield replace(_row(table, row, own, metric, statistic), block=block)


def _row(table: TypedTable, row: TypedRow, setup: Setup, metric: Metric, statistic: str) -> Row:
    beside = _spread_rows(table) if statistic == "mean" else {}
    values = tuple(
        measured(
            metric,
            table.cell(figure),
            "Time",
            statistic=statistic,
            spread=table.spread(figure, place) + beside.get(place, ()),
            kernel=table.kernel(place),
        )
        for place, figure in enumerate(row.figures)
    )
    return Row(row.index + 1, row.index + 1, setup.test, row.label, values, parameters=setup.settings)


def _spread_rows(table: TypedTable) -> dict[int, tuple[RowSpread, ...]]:
    """The deviations that a table of statistics has in a row of their own."""
    for row in table.rows:
        kind = spread_of(row.label)
        if kind is not None:
            return {
                place: (RowSpread(kind, table.cell(figure), row.index + 1),) for place, figure in enumerate(row.figures)
            }
    return {}


def _samples_row(line: Line, match: re.Match[str], setup: Setup, metric: Metric) -> Row:
    runs = [
        Cell(raw, start, end, float(raw), 10 ** -len(raw.partition(".")[2]))
        for raw, start, end in words(match["runs"], 0)
    ]
    shift = match.start("runs")
    cells = [replace(run, start=run.start + shift, end=run.end + shift) for run in runs]
    kernel = _label(line, match)
    values = [
        replace(measured(metric, cell, "Time", kernel=kernel), repeat=place, runs=len(cells))
        for place, cell in enumerate(cells, start=1)
    ]
    mean = number(match["mean"], match.start("mean")) if match["mean"] else None
    if mean is not None:
        values.append(measured(metric, mean, "Time", statistic="mean", runs=len(cells), kernel=kernel))
    return Row(
        line.number,
        line.number,
        setup.test,
        "hackbench",
        tuple(values),
        kernel=kernel,
        parameters=setup.settings,
        warnings=_broken(cells, mean),
    )


def _label(line: Line, match: re.Match[str]) -> Label:
    text = match["kernel"].rstrip()
    return Label(text, line.number, match.start("kernel"), match.start("kernel") + len(text), Basis.ROW_LABEL)


def _broken(cells: Sequence[Cell], mean: Cell | None) -> tuple[str, ...]:
    if mean is None:
        return ()
    computed = sum(cell.value for cell in cells) / len(cells)
    if abs(computed - mean.value) <= 0.001 * max(computed, mean.value) + (mean.resolution or 0):
        return ()
    return (f"the mean of the {len(cells)} runs is {computed:.4f}, not {mean.raw}: one of the figures is mistyped",)


def _grouped_columns(
    lines: Sequence[Line], index: int, groups: Sequence[int], setup: Setup, metric: Metric
) -> Found | None:
    """Rows of kernels under a head of numbers of groups: each figure is of a test of its own."""
    table = next(
        (
            found
            for place in range(index + 1, min(index + 3, len(lines)))
            if lines[place].depth == lines[index].depth and (found := read_table(lines, place)) is not None
        ),
        None,
    )
    if table is None or len(table.rows[0].figures) != len(groups):
        return None
    statistic = (
        "mean" if any(_AVERAGED.search(line.words) for line in lines[max(0, index - _NEAR) : index]) else "sample"
    )
    rows = tuple(
        Row(
            row.index + 1,
            index + 1,
            setup.test,
            "hackbench",
            (_grouped_value(table, row, place, metric, statistic),),
            kernel=Label(row.label, row.index + 1, row.start, row.start + len(row.label), Basis.ROW_LABEL),
            parameters=replace(setup, groups=count).settings,
        )
        for row in table.rows
        for place, count in enumerate(groups)
    )
    return Found(rows, table.rows[-1].index + 1)


def _grouped_value(table: TypedTable, row: TypedRow, place: int, metric: Metric, statistic: str) -> Value:
    figure = row.figures[place]
    return measured(metric, table.cell(figure), "Time", statistic=statistic, spread=table.spread(figure, place))
