"""How measurements become sections: tables that hold the same rows under other kernels are read as one."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from archive.results import Change, Measurement, Parameter, Table
from web.sections import Cell, Column, Row, Section, column_label, posted_order
from web.wording import parameters_text

Key = tuple[object, ...]
Settings = tuple[tuple[str, Parameter], ...]


def sections(
    tables: Sequence[Table], measurements: Sequence[Measurement], changes: Sequence[Change]
) -> tuple[Section, ...]:
    """The sections of one post, in posted order, the tool's secondary numbers behind its primary ones."""
    by_ref = {(table.ref.message_key, table.ref.number): table for table in tables}
    against = _baseline_changes(changes)
    found: list[Section] = []
    for cluster in _clusters(sorted(measurements, key=posted_order)):
        groups: dict[Key, list[Measurement]] = defaultdict(list)
        for measurement in cluster:
            groups[_section_key(measurement)].append(measurement)
        members = {(m.table.message_key, m.table.number) for m in cluster}
        their = tuple(by_ref[ref] for ref in sorted(members) if ref in by_ref)
        found.extend(_section(their, group, against) for group in groups.values())
    return tuple(sorted(found, key=lambda section: section.is_secondary))


def _clusters(measurements: Sequence[Measurement]) -> Iterator[list[Measurement]]:
    """Tables that hold the same rows, under other kernels, are one cluster."""
    cluster_of: dict[int, int] = {}
    table_of_row: dict[Key, int] = {}
    for measurement in measurements:
        number = measurement.table.number
        first = table_of_row.setdefault(_row_key(measurement), number)
        cluster_of.setdefault(number, number)
        _join(cluster_of, first, number)
    gathered: dict[int, list[Measurement]] = defaultdict(list)
    for measurement in measurements:
        gathered[_root(cluster_of, measurement.table.number)].append(measurement)
    yield from gathered.values()


def _join(cluster_of: dict[int, int], one: int, other: int) -> None:
    low, high = sorted((_root(cluster_of, one), _root(cluster_of, other)))
    cluster_of[high] = low


def _root(cluster_of: dict[int, int], number: int) -> int:
    while cluster_of[number] != number:
        number = cluster_of[number]
    return number


def _machine_text(measurement: Measurement) -> str | None:
    return measurement.machine.hardware.text if measurement.machine else None


def _section_key(measurement: Measurement) -> Key:
    return (
        measurement.metric,
        measurement.better,
        measurement.role,
        measurement.statistic,
        _machine_text(measurement),
    )


def _row_key(measurement: Measurement) -> Key:
    settings = tuple(sorted(measurement.parameters.items()))
    return (*_section_key(measurement), measurement.suite, measurement.test, measurement.unit, settings)


def _baseline_changes(changes: Iterable[Change]) -> dict[str, Change]:
    """The change against the baseline by each id of its new side; against the predecessor where a post has no other."""
    found: dict[str, Change] = {}
    for change in sorted(changes, key=lambda change: change.pairing == "predecessor", reverse=True):
        for identifier in change.new.measurements:
            found[identifier] = change
    return found


def _section(tables: tuple[Table, ...], group: list[Measurement], against: Mapping[str, Change]) -> Section:
    columns = _columns(group)
    shared = _shared_settings(group)
    rows = tuple(_rows(group, columns, shared, against))
    first = group[0]
    found = [cell.change for row in rows for cell in row.cells if cell.change]
    return Section(
        tables=tables,
        metric=first.metric,
        unit=_only({measurement.unit for measurement in group}),
        better=first.better,
        role=first.role,
        statistic=first.statistic,
        machine=first.machine,
        suites=tuple(dict.fromkeys(row.suite for row in rows)),
        test=_only({row.test for row in rows}),
        settings=parameters_text(shared),
        columns=columns,
        rows=rows,
        note=_only({change.test_note for change in found}),
        title=_only({table.title for table in tables}),
        baseline=" or ".join(dict.fromkeys(change.old.label for change in found)) or None,
        family=_only({row.test.partition("/")[0] if "/" in row.test else None for row in rows}),
        warnings=_common_warnings(tables, rows),
    )


def _only(values: set[str | None] | set[str]) -> str | None:
    return next(iter(values)) if len(values) == 1 else None


def _common_warnings(tables: Iterable[Table], rows: Sequence[Row]) -> tuple[str, ...]:
    of_rows = [row.own_warnings for row in rows]
    common = [warning for warning in of_rows[0] if all(warning in other for other in of_rows)] if len(rows) > 1 else []
    return tuple(dict.fromkeys((*(warning for table in tables for warning in table.warnings), *common)))


def _columns(group: Iterable[Measurement]) -> tuple[Column, ...]:
    """By version where every label has one (the older first), else in posted order."""
    found = {column_label(measurement): measurement.kernel for measurement in group}
    versions = {label: kernel.version for label, kernel in found.items() if kernel and kernel.version}
    labels = list(found)
    if len(versions) == len(labels):
        labels.sort(key=lambda label: versions[label].sort_key)
    return tuple(Column(label, found[label]) for label in labels)


def _shared_settings(group: Sequence[Measurement]) -> Settings:
    if len({_row_key(measurement) for measurement in group}) == 1:
        return ()  # the settings of a single row stand with it
    first = group[0].parameters.items()
    return tuple(pair for pair in first if all(m.parameters.get(pair[0]) == pair[1] for m in group))


def _rows(
    group: Iterable[Measurement], columns: Sequence[Column], shared: Settings, against: Mapping[str, Change]
) -> Iterator[Row]:
    by_row: dict[Key, dict[str, list[Measurement]]] = defaultdict(lambda: defaultdict(list))
    for measurement in group:
        by_row[_row_key(measurement)][column_label(measurement)].append(measurement)
    common = {name for name, _ in shared}
    for cells in by_row.values():
        first = next(iter(cells.values()))[0]
        own = [(name, value) for name, value in first.parameters.items() if name not in common]
        row = tuple(_cell(tuple(cells.get(column.label, ())), against) for column in columns)
        yield Row(first.suite or "unknown suite", first.test, parameters_text(own), first.unit, row)


def _cell(measurements: tuple[Measurement, ...], against: Mapping[str, Change]) -> Cell:
    changes = (against[m.id] for m in measurements if m.id in against)
    return Cell(measurements, next(changes, None))
