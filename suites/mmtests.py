"""mmtests, which runs other benchmarks: comparisons of kernels, a statistic a row and a kernel a column.

    hackbench-process-pipes
                              5.13.0-rc2             5.13.0-rc2
                                 vanilla     sched-avgidle-v1r5
    Amean     1        0.3950 (   0.00%)      0.3887 (   1.60%)
    Stddev    1        0.0052 (   0.00%)      0.0025 (  51.57%)
    MB/sec copy-16    162596.94 (   0.00%)   580559.74 ( 257.05%)

A row belongs to the benchmark that its own words or those over the table name. The change is positive where the value
is better, so the two values of a change tell the direction, and prove the row. Deviations are spreads of the mean of
the same operation. The rows without changes (Duration, Ops ...) were watched beside the benchmark and are no results.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from suites.base import Rerun, Row, RowSpread, Suite, Value
from suites.mmtests_changes import Changes, has_base
from suites.mmtests_names import HARNESS, Named, name_row
from suites.mmtests_rows import Column, Figures, Kind
from suites.mmtests_tables import Table, read_tables
from suites.mmtests_told import Told, told_of

_ROWS = re.compile(r"\d[ \t]{0,12}(?:\+-[ \t]{0,8}[\d.]{1,16}%?[ \t]{0,8})?[(*][ \t]{0,12}(?:[+-]?\d{1,9}\.\d\d%|\))")
_HALF = 50
# specjbb's summary tells at how many warehouses the peaks are.
_SETTINGS = ("Warehouse", "Warehouses")
_Operation = tuple[str, bool]
_WRAPPED = "wrapped: the head does not tell the kernels of these columns"
_PLACEHOLDER = "0.00 in every column: mmtests prints a zero where nothing was measured"


@dataclass(frozen=True, slots=True)
class _Reading:
    """A table with what is known of its rows, by line."""

    table: Table
    rows: tuple[Figures, ...]
    named: Mapping[int, Named]
    told: Told
    means: frozenset[_Operation]
    """What there are means of."""
    spreads: Mapping[_Operation, Sequence[Figures]]
    """The rows that give deviations, by what they are of."""


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    changes = Changes()
    readings = tuple(_readings(lines, changes))
    for reading in readings:
        for row in reading.rows:
            if (not _is_spread(row) or _operation(row) not in reading.means) and not row.operation.endswith(_SETTINGS):
                yield _row(reading, row, changes)


def _readings(lines: Sequence[Line], changes: Changes) -> Iterator[_Reading]:
    before: Told | None = None
    for table in read_tables(lines):
        rows = tuple(_labelled(table.rows))
        told = told_of(table, lines, before) if has_base(rows) or before is None else before
        before = told
        named = {row.line: name_row(row, told) for row in rows}
        changes.learn(rows, named)
        means = frozenset(_operation(row) for row in rows if _is_mean(row))
        spreads: dict[_Operation, list[Figures]] = {}
        for row in rows:
            if _is_spread(row):
                spreads.setdefault(_operation(row), []).append(row)
        yield _Reading(table, rows, named, told, means, spreads)


def _labelled(rows: Sequence[Figures]) -> Iterator[Figures]:
    """The rows; a line that goes on with the columns of the one before has its words."""
    last: Figures | None = None
    for row in rows:
        if row.label or last is None:
            last = row
            yield row
        else:
            yield replace(row, statistic=last.statistic, operation=last.operation)


def _is_spread(row: Figures) -> bool:
    return row.statistic is not None and row.statistic.kind is Kind.SPREAD


def _is_mean(row: Figures) -> bool:
    return row.statistic is not None and row.statistic.kind is Kind.MEAN and row.statistic.best_percent is None


def _operation(row: Figures) -> _Operation:
    """What a row is of, by which the rows that belong together are found."""
    return row.operation, bool(row.label)


def _row(reading: _Reading, row: Figures, changes: Changes) -> Row:
    named, table = reading.named[row.line], reading.table
    better = changes.better(named, reading.told.better)
    zero = all(column.cell is not None and column.cell.value == 0 for column in row.columns)
    warnings = (() if row.label else (_WRAPPED,)) + ((_PLACEHOLDER,) if zero else ()) + table.warnings
    return Row(
        line=row.line,
        block=table.block,
        test=named.test,
        test_text=named.test_text or named.test,
        values=tuple(_values(reading, row, better, changes)),
        machine=table.machine,
        parameters=named.parameters,
        title=reading.told.title,
        harness=HARNESS,
        warnings=warnings,
        suite=named.suite,
    )


def _values(reading: _Reading, row: Figures, better: str | None, changes: Changes) -> Iterator[Value]:
    named, heads = reading.named[row.line], reading.table.heads
    measure = named.measure(better)
    own = row.statistic.name if row.statistic is not None and _is_spread(row) else None
    for place, column in enumerate(row.columns):
        if column.cell is not None:
            yield Value(
                metric=f"{measure.metric}_{own}" if own is not None else measure.metric,
                cell=column.cell,
                metric_text=row.statistic.text if row.statistic is not None else named.metric_text,
                unit="%" if own == "cv" else measure.unit,
                unit_text=named.unit_text,
                better="lower" if own is not None else better,
                role="primary" if row.statistic is None or _is_mean(row) else "secondary",
                statistic=_statistic(row, named, better),
                spread=tuple(_spreads(reading, row, column, place)),
                kernel=heads[place] if row.label and place < len(heads) else None,
                warnings=changes.broken(row, place),
            )


def _statistic(row: Figures, named: Named, better: str | None) -> str:
    """The statistic; ranks count from the best value on, so those of rates are turned."""
    if named.statistic is not None:
        return named.statistic
    if row.statistic is None or row.statistic.kind is Kind.SPREAD:
        return "sample"
    name = row.statistic.name
    if row.statistic.kind is Kind.RANK and name[1:].isdigit():
        rank = int(name[1:])
        rank = 100 - rank if better == "higher" else rank
        return "median" if rank == _HALF else f"p{rank}"
    return name


def _spreads(reading: _Reading, row: Figures, column: Column, place: int) -> Iterator[RowSpread]:
    """The spread behind the value, and those of the rows that give the deviation of the same operation."""
    if column.spread is not None:
        kind = "ci" if "confidence interval" in reading.told.text.lower() else "unknown"
        yield RowSpread("percent" if column.spread_is_percent else kind, column.spread)
    for other in reading.spreads.get(_operation(row), ()) if _is_mean(row) else ():
        if other.statistic is not None and place < len(other.columns):
            cell = other.columns[place].cell
            if cell is not None:
                yield RowSpread(other.statistic.name, cell, other.line)


def _hint(lowered: str) -> bool:
    return ("0.00%)" in lowered or "(        )" in lowered) and _ROWS.search(lowered) is not None


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "mmtests can be had from its author; it installs and runs the benchmark of the table itself")


SUITE = Suite(
    name=HARNESS,
    title="mmtests, a collection of benchmarks and of scripts that run and compare them",
    metrics=(),
    tests={},
    parameters={},
    marks=("0.00%)", "(        )"),
    hint=_hint,
    read=_read,
    rerun=_rerun,
)
