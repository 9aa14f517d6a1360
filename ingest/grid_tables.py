"""Result tables that no suite claims, whatever words head the columns or begin the rows.

    msgsize   noautosplit    autosplit                IOPS   | nr_requests=128 | nr_requests=192 |
    128KB       55.546 us    55.763 us                 RA    | 51k             | 51k             |

A figure is a result where its unit, its head, its row, the corner or the title says what it is. Of heads and labels
those that name a measure tell the metric, those that name a setting a parameter; what is left names the sides and the
test.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis, Parameter
from archive.text import Line
from ingest.generic_metrics import Measure, better_of, without_unit
from ingest.generic_sides import is_measure_word, is_side
from ingest.generic_titles import Title, title_above
from ingest.grid_cells import GridCell
from ingest.grid_columns import Meaning, are_operations, head_measure, meaning_of, rest_of
from ingest.grid_rows import GridRow
from ingest.grid_settings import AMOUNT, are_settings_of_one, parameter, setting_of
from ingest.grid_shapes import Grid, read_grid
from suites.base import Label, Row, Value
from suites.statistic_words import statistic_within

_NAME = re.compile(
    r"#?[ ]?(?:nr[ _]|number of |no\.? of )?(?P<name>[A-Za-z][\w -]{0,20}?)(?:[ ]?[(\[][^()\[\]]{0,16}[)\]])?"
)
_OF_SIDES = re.compile(
    r"(?:linux |the )?(?:kernels?|kernel version|version|commit|patch(?:es|set)?|branch|tree)s?", re.IGNORECASE
)
_OF_TESTS = frozenset({"metric", "variable", "test", "test_case", "benchmark", "workload", "case", "name", "operation"})
_WITHOUT = re.compile(r"\b(?:without|w/o|unpatched)\b|\bno[ -](?:patch|opt)", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]{1,24}[)\]]")
# What the kernel shows of itself is no result of a run.
_OF_SYSTEM = re.compile(r"\bcat[ ]/(?:sys|proc)/")
_NEAR = 16


@dataclass(frozen=True, slots=True)
class _Axes:
    """What the heads and the labels of a table are besides measures: sides, settings or tests."""

    heads_are: str
    labels_are: str
    corner: str | None
    title: Title
    rests: dict[int, str]


def read_grid_table(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows of the table whose first row is line `index` (0-based); none where it is not told what they hold."""
    grid = read_grid(lines, index)
    if grid is None or any(_OF_SYSTEM.search(line.words) for line in lines[max(0, grid.line - _NEAR) : grid.line]):
        return
    title = title_above(lines, grid.line, index)
    meaning = meaning_of(grid, title.measure, title.direction)
    # Prose on ratios near a table says nothing of figures that have units of their own.
    if meaning is None or (title.is_ratio and not meaning.has_units):
        return
    axes = _axes(grid, meaning, title)
    if axes.heads_are == "sides" and not _may_be_sides(grid, meaning):
        return
    for row, measures in zip(grid.rows, meaning.measures, strict=True):
        yield from _rows_of(grid, row, measures, meaning, axes)


def _may_be_sides(grid: Grid, meaning: Meaning) -> bool:
    """Whether heads over results name sides: not where one names a measure, or the only one tells nothing."""
    heads = [grid.heads[place].text for place in _used(grid, meaning)]
    if any(map(is_measure_word, heads)):
        return False
    return len(heads) > 1 or len(grid.heads) == 1 or is_side(heads[0])


def _used(grid: Grid, meaning: Meaning) -> list[int]:
    """The columns that hold results."""
    return [place for place in grid.columns if any(row[place] is not None for row in meaning.measures)]


def _axes(grid: Grid, meaning: Meaning, title: Title) -> _Axes:
    used = _used(grid, meaning)
    heads = [grid.heads[place].text for place in used]
    labels = [row.label.text.strip(" :.") for row in grid.rows]
    corner = _axis_name(grid.corner)
    has_sides = _name_sides(labels) or _OF_SIDES.fullmatch(grid.corner.strip()) is not None
    heads_are = _what_heads_are(heads, meaning, has_sides=has_sides)
    rests = _rests(grid, meaning, used) if meaning.by_heads else {}
    if heads_are != "sides" and (has_sides or heads_are == "tests"):
        labels_are = "sides"
    elif (
        corner
        and corner not in _OF_TESTS
        and (all(map(AMOUNT.fullmatch, labels)) or (meaning.settings and len(set(labels)) < len(labels)))
    ) or (not corner and are_settings_of_one(labels, _OF_TESTS)):
        labels_are = "settings"
    else:
        labels_are = "tests"
    return _Axes(heads_are, labels_are, corner, title, rests)


def _what_heads_are(heads: Sequence[str], meaning: Meaning, *, has_sides: bool) -> str:
    if meaning.by_heads:
        return "measures"
    if are_operations(heads):
        return "tests"
    if all(map(setting_of, heads)) or all(map(AMOUNT.fullmatch, heads)) or (has_sides and not any(map(is_side, heads))):
        return "settings"
    return "sides"


def _name_sides(labels: Sequence[str]) -> bool:
    """Whether any label names a side, or labels differ in whether something is with or without."""
    if any(map(is_side, labels)):
        return True
    return any(map(_WITHOUT.search, labels)) and not all(map(_WITHOUT.search, labels))


def _rests(grid: Grid, meaning: Meaning, used: Sequence[int]) -> dict[int, str]:
    """What tells columns of one measure apart, by their places: "Read" and "Write" of "Read BW" and "Write BW"."""
    told = [(place, next(row[place] for row in meaning.measures if row[place] is not None)) for place in used]
    rests = {place: rest_of(grid.heads[place].text, measure) for place, measure in told if measure is not None}
    names = Counter(measure.name for _, measure in told if measure is not None)
    return rests if any(count > 1 for count in names.values()) and len(set(rests.values())) > 1 else {}


def _come_again(rests: dict[int, str]) -> bool:
    """Whether each of several measures stands once under each of the same words, which then are sides."""
    counts = Counter(rests.values())
    return len(counts) > 1 and len(set(counts.values())) == 1 and 1 not in counts.values() and "" not in counts


def _axis_name(corner: str) -> str | None:
    """The name of what heads the labels, without a measure beside it ("conns/qps", "MTU(Bytes)/Bandwidth (Gbit/s)")."""
    parts = [part for part in corner.split("/") if head_measure(part) is None] if "/" in corner else [corner]
    name = _NAME.fullmatch(parts[0].strip()) if parts else None
    if name is None or head_measure(parts[0]) is not None:
        return None
    return name["name"].strip().lower().replace(" ", "_")


def _rows_of(
    grid: Grid, row: GridRow, measures: Sequence[Measure | None], meaning: Meaning, axes: _Axes
) -> Iterator[Row]:
    """The values of a printed row, those of one test with equal settings together."""
    found: dict[tuple[str, tuple[tuple[str, Parameter], ...]], list[Value]] = {}
    settings, name = dict(_row_settings(grid, row, meaning, axes)), _test_name(grid, row, meaning, axes)
    for place, (cell, measure) in enumerate(zip(row.cells, measures, strict=True)):
        if cell is None or measure is None:
            continue
        head, rest = grid.heads[place], axes.rests.get(place, "")
        group = grid.groups[place]
        of_group = setting_of(group) if group else None
        own = _head_settings(head.text, axes) | (dict((of_group,)) if of_group is not None else {})
        test = head.text if axes.heads_are == "tests" else name or axes.title.text or grid.over or measure.name
        side = _side(head, rest, axes)
        test = f"{test} {rest}" if rest and side is None else test
        if group and of_group is None:
            test = f"{name} {without_unit(group)}".strip()
        found.setdefault((test, tuple((settings | own).items())), []).append(_value(row, cell, measure, head, side))
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


def _kernel(grid: Grid, row: GridRow, meaning: Meaning, axes: _Axes) -> Label | None:
    """The side that a row names: by its label, or in a column of kernels."""
    named = [row.pieces[place] for place in sorted(meaning.settings) if _OF_SIDES.fullmatch(grid.heads[place].text)]
    if axes.labels_are == "sides":
        named.append(row.label)
    for piece in named:
        text = piece.text.strip(" :.")
        if text:
            return Label(text, row.index + 1, piece.start, piece.end, Basis.ROW_LABEL)
    return None


def _row_settings(grid: Grid, row: GridRow, meaning: Meaning, axes: _Axes) -> Iterator[tuple[str, Parameter]]:
    if axes.labels_are == "settings":
        own = setting_of(row.label.text.strip(" :."))
        if axes.corner is not None:
            yield axes.corner, parameter(row.label.text)
        elif own is not None:
            yield own
    for place in sorted(meaning.settings):
        text, name = row.pieces[place].text, _axis_name(grid.heads[place].text)
        if text and name is not None and name not in _OF_TESTS and _OF_SIDES.fullmatch(grid.heads[place].text) is None:
            yield name, parameter(text)


def _head_settings(head: str, axes: _Axes) -> dict[str, Parameter]:
    if axes.heads_are != "settings":
        return {}
    told = setting_of(head)
    return dict((told,)) if told is not None else {axes.corner or "column": parameter(head)}


def _test_name(grid: Grid, row: GridRow, meaning: Meaning, axes: _Axes) -> str:
    """What the words of a row that are neither a side nor a setting say."""
    named = [row.label.text] if axes.labels_are == "tests" else []
    named += [row.pieces[place].text for place in sorted(meaning.settings) if _names_tests(grid.heads[place].text)]
    return without_unit(" ".join(" ".join(named).split()).strip(" :."))


def _names_tests(head: str) -> bool:
    return _axis_name(head) in _OF_TESTS


def _side(head: Label, rest: str, axes: _Axes) -> Label | None:
    """The side that a head is, or names beside its measure."""
    if axes.heads_are == "sides":
        return head
    is_named = is_side(rest) or _IN_BRACKETS.fullmatch(rest) is not None
    is_named = is_named or (_come_again(axes.rests) and not are_operations(list(axes.rests.values())))
    return replace(head, text=rest.strip("()[] ")) if is_named else None


def _value(row: GridRow, cell: GridCell, measure: Measure, head: Label, side: Label | None) -> Value:
    told = filter(None, map(statistic_within, (head.text, measure.text, row.label.text)))
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
