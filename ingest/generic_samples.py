"""Runs of one test beside each other on a line, without a suite; their average may stand behind them or below.

    1) Sequential read:
    Speed: 59.2MiB/s, 60.4MiB/s, 63.6MiB/s, 60.3MiB/s
    Average speed: 60.88MiB/s
    Old method | 123 | 115 | 137 | 119 | 109 | avg ~121 ns |
    Before patch: KVM_CREATE_MAPPINGS: 52.8338s 52.8327s 52.8336s

Each figure has its unit, or an average that is the mean of all of them tells it and proves that they are runs.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from archive.results import Basis
from archive.text import Line
from ingest.generic_metrics import UNIT, Measure, is_no_result, of_unit
from ingest.generic_sides import is_side
from ingest.generic_titles import Title, title_above
from suites.base import Cell, Label, Row, Value
from suites.commas import comma_cell

# Commas part figures here, so that none of a figure is one of thousands.
_PLAIN = r"\d{1,12}(?:\.\d{1,9})?"
_FIGURE = rf"~?{_PLAIN}[ ]?(?:{UNIT}|s)?"
_APART = r"(?:[ \t]{0,12}[,|][ \t]{0,12}|[ \t]{1,12})"
_MEAN = rf"~?(?P<mean>{_PLAIN})[ ]?(?P<unit>{UNIT}|s)?"
_LINE = re.compile(
    r"[ \t|*-]{0,12}(?:(?P<side>[A-Za-z][^\n|:=\d]{0,30}):[ \t]{1,12}(?=[A-Za-z]))?"
    rf"(?P<label>[A-Za-z][^\n|:=]{{0,50}}?)[ \t]{{0,8}}[:=|][ \t]{{0,20}}"
    rf"(?P<figures>{_FIGURE}(?:{_APART}{_FIGURE}){{2,24}})"
    rf"(?:[ \t]{{0,12}}[,|=][ \t]{{0,12}}[(]?(?:avg|average|mean)[ :.=]{{0,3}}{_MEAN}[)]?)?"
    r"[ \t|.,]{0,8}$"
)
_UNITS_APART = re.compile(r":[ ]{1,12}\d[\d.]{0,12}[ ]?[A-Za-z/]{1,8}[ ]{1,4}\d[\d.]{0,12}[ ]?[A-Za-z/]{1,8}[ ]{1,4}\d")
_ITEM = re.compile(rf"(?P<figure>{_PLAIN})[ ]?(?P<unit>{UNIT}|s)?")
_MEAN_LINE = re.compile(
    rf"[ \t*-]{{0,12}}(?:avg|average|mean)\b[^\n:=|\d]{{0,30}}[:=][ \t]{{0,12}}{_MEAN}[ \t.]{{0,4}}$", re.IGNORECASE
)
_IS_MEASURE = re.compile(
    r"(?:speed|rate|times?|bandwidth|throughput|latency|results?|iops|scores?|values?|runs?)", re.IGNORECASE
)
_NO_RUNS = re.compile(
    r"\b(?:sizes?|timeouts?|delays?|intervals?|supported|rates?|modes?|clocks?|freq\w{0,8}|limits?|depths?|threads?|cpus?|list)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^\(?\d{1,2}[.)][ \t]{1,4}")
_LEAST_SIGNS = 2
_SLACK = 0.011
_MAX_LINE = 300


@dataclass(frozen=True, slots=True)
class _Samples:
    """A line of runs with its figures, what they are, and their average with its line where it is told."""

    line: Line
    match: re.Match[str]
    measure: Measure
    cells: Sequence[Cell]
    mean: tuple[Line, Cell] | None


def may_be_samples(words: str) -> bool:
    """Whether words may be figures beside each other behind a name: a cheap look."""
    return words.count(",") >= _LEAST_SIGNS or words.count("|") > _LEAST_SIGNS or _UNITS_APART.search(words) is not None


def read_samples(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The runs on line `index` (0-based), and their average where it is told."""
    line = lines[index]
    match = _LINE.match(line.words) if len(line.words) <= _MAX_LINE else None
    if match is None or _NO_RUNS.search(match["label"]) is not None or is_no_result(match["label"]):
        return
    items = [(line.start + match.start("figures"), item) for item in _ITEM.finditer(match["figures"])]
    cells = [comma_cell(item["figure"], start + item.start(), decimal=False) for start, item in items]
    below = lines[index + 1] if index + 1 < len(lines) and lines[index + 1].depth == line.depth else None
    under = _MEAN_LINE.match(below.words) if below is not None and match["mean"] is None else None
    told = match if match["mean"] is not None else under
    units = {item["unit"] for _, item in items} - {None}
    units |= {told["unit"]} if told is not None and told["unit"] else set()
    if len(units) != 1 or not (_is_mean(cells, told) or (told is None and _may_be_runs(items, cells))):
        return
    mean = None
    if told is not None:
        where = below if told is under and below is not None else line
        mean = (where, comma_cell(told["mean"], where.start + told.start("mean"), decimal=False))
    yield from _rows(
        _Samples(line, match, of_unit(str(units.pop())), cells, mean), title_above(lines, index + 1, index)
    )


def _is_mean(cells: Sequence[Cell], told: re.Match[str] | None) -> bool:
    if told is None:
        return False
    mean, stated = sum(cell.value for cell in cells) / len(cells), float(told["mean"].replace(",", ""))
    return bool(mean) and abs(stated / mean - 1) < _SLACK


def _may_be_runs(items: Sequence[tuple[int, re.Match[str]]], cells: Sequence[Cell]) -> bool:
    """Whether figures that each have a unit may be runs of one test: steps of a setting grow or fall all along."""
    values = [cell.value for cell in cells]
    is_stepped = all(a < b for a, b in pairwise(values)) or all(a > b for a, b in pairwise(values))
    return all(item["unit"] for _, item in items) and not is_stepped and max(values) < 3 * min(values)


def _rows(found: _Samples, title: Title) -> Iterator[Row]:
    line, match, measure, cells = found.line, found.match, found.measure, found.cells
    words = match["label"].strip()
    label = next(filter(None, (_side(line, match, group) for group in ("side", "label"))), None)
    heading = _NUMBERED.sub("", title.text) if title.text is not None else None
    is_named = (label is None or label.text != words) and _IS_MEASURE.fullmatch(words) is None
    test = words if is_named else heading or measure.name
    values = [_value(cell, measure, "sample", repeat=place, runs=len(cells)) for place, cell in enumerate(cells, 1)]
    below = list[Row]()
    if found.mean is not None:
        where, cell = found.mean
        average = _value(cell, measure, "mean", runs=len(cells))
        if where is line:
            values.append(average)
        else:
            below = [Row(where.number, line.number, test, words, (average,), kernel=label, title=title.text)]
    yield Row(line.number, line.number, test, words, tuple(values), kernel=label, title=title.text)
    yield from below


def _side(line: Line, match: re.Match[str], group: str) -> Label | None:
    words = " ".join((match[group] or "").split())
    start = line.start + match.start(group)
    return Label(words, line.number, start, line.start + match.end(group), Basis.ROW_LABEL) if is_side(words) else None


def _value(
    cell: Cell, measure: Measure, statistic: str, *, repeat: int | None = None, runs: int | None = None
) -> Value:
    return Value(
        measure.name,
        cell,
        measure.text,
        measure.unit,
        measure.unit,
        measure.better,
        statistic=statistic,
        repeat=repeat,
        runs=runs,
    )
