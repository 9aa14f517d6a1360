"""Result tables that no suite claims, whatever words head the columns or begin the rows.

    msgsize   noautosplit    autosplit                IOPS   | nr_requests=128 | nr_requests=192 |
    128KB       55.546 us    55.763 us                 RA    | 51k             | 51k             |

A figure is a result where its unit, its head, its row, the corner or the title says what it is. Of heads and labels
those that name a measure tell the metric, those that name a setting a parameter; what is left names the sides and the
test.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.generic_metrics import Measure, better_of, without_unit
from ingest.generic_sides import is_side, names_a_measure
from ingest.generic_titles import title_above
from ingest.grid_axes import OF_SIDES, OF_TESTS, Axes, axes_of, axis_name, come_again, used_columns
from ingest.grid_cells import GridCell
from ingest.grid_columns import Meaning, meaning_of
from ingest.grid_measures import are_operations
from ingest.grid_rows import GridRow
from ingest.grid_settings import are_parts, parameter, setting_of, settings_in_parts
from ingest.grid_shapes import Grid, read_grid, read_grid_again
from ingest.grid_words import OF_RUNS
from ingest.unlabelled_rows import read_unlabelled
from suites.base import Label, Row, Value
from suites.statistic_words import statistic_within

_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]{1,24}[)\]]")
# What the kernel shows of itself is no result of a run.
_OF_SYSTEM = re.compile(r"\bcat[ ]/(?:sys|proc)/")
_NEAR = 16
# Columns before the results that count something set nothing.
_COUNTS = frozenset({"count", "counts", "total", "samples", "calls", "hits", "events", "errors"})


@dataclass(frozen=True, slots=True)
class _Column:
    """What a column says besides its measure: the test that its head is, words that its test has besides, settings, a
    side, and which run it is.
    """

    test: str | None
    words: str
    settings: dict[str, Parameter]
    side: Label | None
    repeat: int | None


def read_grid_table(lines: Sequence[Line], index: int, before: Grid | None) -> tuple[list[Row], Grid | None]:
    """The rows of the table whose first row is line `index` (0-based), and that table; none where it is not told what
    they hold. The heads of the table `before` hold for rows that stand below a heading of their own.
    """
    for again in (False, True) if before is not None else (False,):
        grid = read_grid_again(lines, index, before) if again and before is not None else read_grid(lines, index)
        if grid is None or any(_OF_SYSTEM.search(line.words) for line in lines[max(0, grid.line - _NEAR) : grid.line]):
            continue
        rows = list(_rows(lines, grid, index))
        if any(row.values for row in rows):
            return rows, grid
    return [], before


def _rows(lines: Sequence[Line], grid: Grid, index: int) -> Iterator[Row]:
    title = title_above(lines, grid.line, index, grid.rows[-1].index)
    meaning = meaning_of(grid, title.measure, title.direction)
    if meaning is None:
        yield from read_unlabelled(grid, title)
    # Prose on ratios near a table says nothing of figures that have units of their own.
    if meaning is None or (title.is_ratio and not meaning.has_units):
        return
    axes = axes_of(grid, meaning, title)
    if axes.heads_are == "sides" and not _may_be_sides(grid, meaning):
        return
    for row, measures in zip(grid.rows, meaning.measures, strict=True):
        yield from _rows_of(grid, row, measures, meaning, axes)


def _may_be_sides(grid: Grid, meaning: Meaning) -> bool:
    """Whether heads over results name sides: not where one names a measure, or the only one tells nothing."""
    heads = [grid.heads[place].text for place in used_columns(grid, meaning)]
    if any(names_a_measure(head, alone=True) for head in heads):
        return False
    return len(heads) > 1 or len(grid.heads) == 1 or is_side(heads[0])


def _rows_of(
    grid: Grid, row: GridRow, measures: Sequence[Measure | None], meaning: Meaning, axes: Axes
) -> Iterator[Row]:
    """The values of a printed row, those of one test with equal settings together."""
    found: dict[tuple[str, tuple[tuple[str, Parameter], ...]], list[Value]] = {}
    settings, name = dict(_row_settings(grid, row, meaning, axes)), _test_name(grid, row, meaning, axes)
    repeat = _repeat(grid, row, meaning)
    for place, (cell, measure) in enumerate(zip(row.cells, measures, strict=True)):
        if cell is None or measure is None:
            continue
        column = _column(grid, place, axes)
        others = axes.title.text or grid.over or measure.name
        test = _joined(name, column.test) or ("" if axes.groups_are == "tests" and grid.groups else others)
        test = f"{test} {column.words}".strip()
        value = _value(row, cell, measure, grid.heads[place].text, column.side)
        value = replace(value, repeat=repeat or column.repeat, runs=axes.runs if column.repeat else None)
        if axes.heads_are == "measures" and measure.text == measure.unit:
            value = replace(value, metric_text=grid.heads[place].text)
        found.setdefault((test, tuple((settings | column.settings).items())), []).append(value)
    if not any(value.cell.value for values in found.values() for value in values):
        return
    kernel = _kernel(grid, row, meaning, axes)
    for (test, told), values in found.items():
        yield Row(
            *(row.index + 1, grid.line, test, row.label.text.strip(" :.") or test, tuple(values)),
            kernel=kernel,
            parameters=dict(told),
            title=axes.title.text,
        )


def _joined(name: str, test: str | None) -> str:
    """The test that a row names and the one that a column does."""
    return f"{name} {test or ''}".strip()


def _kernel(grid: Grid, row: GridRow, meaning: Meaning, axes: Axes) -> Label | None:
    """The side that a row names: by its label, or in a column of kernels."""
    named = [row.pieces[place] for place in sorted(meaning.settings) if OF_SIDES.fullmatch(grid.heads[place].text)]
    if axes.labels_are == "sides":
        named.append(row.label)
    for piece in named:
        text = piece.text.strip(" :.")
        if text:
            return Label(text, row.index + 1, piece.start, piece.end, Basis.ROW_LABEL)
    return None


def _repeat(grid: Grid, row: GridRow, meaning: Meaning) -> int | None:
    """Which run of its test a row is, by a column that numbers runs from nought or one."""
    for place in meaning.settings:
        numbers = [each.pieces[place].text for each in grid.rows]
        if _numbers_runs(grid, place) and row.pieces[place].text.isdecimal():
            return int(row.pieces[place].text) + ("0" in numbers)
    return None


def _numbers_runs(grid: Grid, place: int) -> bool:
    numbers = {each.pieces[place].text for each in grid.rows}
    return (
        OF_RUNS.fullmatch(grid.heads[place].text) is not None and len(numbers) > 1 and all(map(str.isdecimal, numbers))
    )


def _row_settings(grid: Grid, row: GridRow, meaning: Meaning, axes: Axes) -> Iterator[tuple[str, Parameter]]:
    if axes.labels_are == "settings":
        own = setting_of(row.label.text.strip(" :."))
        if are_parts(grid.corner, [row.label.text]):
            yield from settings_in_parts(grid.corner, row.label.text).items()
        elif axes.corner is not None:
            yield axes.corner, parameter(row.label.text)
        elif own is not None:
            yield own
    for place in sorted(meaning.settings):
        text, name = row.pieces[place].text, axis_name(grid.heads[place].text)
        if (
            not text.endswith("%")
            and text
            and name is not None
            and name not in OF_TESTS | _COUNTS
            and OF_SIDES.fullmatch(grid.heads[place].text) is None
            and not _numbers_runs(grid, place)
        ):
            yield name, parameter(text)


def _head_settings(head: str, axes: Axes) -> dict[str, Parameter]:
    return _setting(head, axes.corner or "column") if axes.heads_are == "settings" else {}


def _setting(text: str, name: str) -> dict[str, Parameter]:
    """The setting that words tell, under that name where they are an amount alone."""
    told = setting_of(text)
    return dict((told,)) if told is not None else {name: parameter(text)}


def _test_name(grid: Grid, row: GridRow, meaning: Meaning, axes: Axes) -> str:
    """What the words of a row that are neither a side nor a setting say."""
    named = [row.group] + ([row.label.text] if axes.labels_are == "tests" else [])
    named += [row.pieces[place].text for place in sorted(meaning.settings) if _names_tests(grid.heads[place].text)]
    return without_unit(" ".join(" ".join(named).split()).strip(" :."))


def _names_tests(head: str) -> bool:
    return axis_name(head) in OF_TESTS


def _column(grid: Grid, place: int, axes: Axes) -> _Column:
    """What the head of a column and the words over its group say besides its measure."""
    head, rest = grid.heads[place], axes.rests.get(place, "")
    test = head.text if axes.heads_are == "tests" else None
    repeat = int(head.text) if axes.runs is not None and head.text.isdecimal() else None
    side = _side(head, rest, axes)
    words = rest if side is None else ""
    settings = _head_settings(head.text, axes)
    group = grid.groups[place] if grid.groups else None
    if group is None:
        return _Column(test, words, settings, side, repeat)
    if axes.groups_are == "settings":
        return _Column(
            test, words, settings | _setting(group.text, axis_name(grid.group_corner) or "group"), side, repeat
        )
    if axes.groups_are == "tests":
        return _Column(test, f"{words} {without_unit(group.text)}".strip(), settings, side, repeat)
    # Sides over sides: both words tell one.
    side = group if side is None else replace(side, text=f"{group.text} {side.text}")
    return _Column(test, words, settings, side, repeat)


def _side(head: Label, rest: str, axes: Axes) -> Label | None:
    """The side that a head is, or names beside its measure."""
    if axes.heads_are == "sides":
        return head
    if axes.labels_are == "sides" and not is_side(rest):
        # What the rows name are the sides; the words beside the measure tell of the test.
        return None
    is_named = is_side(rest) or _IN_BRACKETS.fullmatch(rest) is not None
    is_named = is_named or (come_again(axes.rests) and not are_operations(list(axes.rests.values())))
    # Where the rows are the sides, the words tell the test ("v1 kops/s").
    return replace(head, text=rest.strip("()[] ")) if is_named and axes.labels_are != "sides" else None


def _value(row: GridRow, cell: GridCell, measure: Measure, head: str, side: Label | None) -> Value:
    told = filter(None, map(statistic_within, (head, measure.text, row.label.text)))
    unit = measure.unit
    return Value(
        metric=measure.name,
        cell=cell.cell,
        metric_text=measure.text,
        unit=unit,
        unit_text=unit,
        statistic=next(told, "sample"),
        better=measure.better if measure.better is not None or unit is None else better_of(unit),
        spread=cell.spread,
        kernel=side,
    )
