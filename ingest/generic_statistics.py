"""Lines of nothing but named statistics, without a suite: what calls took on average, at least and at most.

      Range:  0.000 - 940647.000; Mean: 619.733; Median: 548.000; Stddev: 1834.231
      Percentiles:  90th: 980.000; 95th: 1208.000; 99th: 2090.000
    avg = 12 usecs, total: 60,532,481 usecs, count: 4,898,904

The unit stands behind the figures, or in a sentence above ("in nanoseconds"), which may tell the function too. The
least is no more, the largest no less than the mean and the median: that proves a line. Lines with a label are read
elsewhere (statistic_lines).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.text import Line
from ingest.generic_metrics import TIME, Measure, of_unit, unit_in
from suites.base import Cell, Row, RowSpread, Value
from suites.commas import FIGURE, comma_cell
from suites.statistic_words import spread_of, statistic_of

SIGNS_OF_MEANS = ("ean: ", "vg: ", "vg = ", "ean = ")
_NAME = r"[A-Za-z][a-z]{2,6}|[pP]?\d{2}(?:\.\d{1,3})?(?:th|%)?"
_ITEM = re.compile(rf"(?P<name>{_NAME})(?:[ ]?[:=][ ]{{0,4}})(?P<figure>{FIGURE})(?:[ ]?(?P<unit>{TIME}))?(?![\w%.])")
_BETWEEN = re.compile(r"[ ]{0,4}[,;]?[ ]{1,4}")
# "Range:  0.000 - 940647.000;" and "Percentiles:" say nothing that the figures behind them do not say.
_LEAD = re.compile(rf"(?:Range:[ ]{{1,4}}(?:{FIGURE})[ ]-[ ](?:{FIGURE})[;,][ ]{{1,4}}|Percentiles:[ ]{{1,4}})")
_OF_COUNT = frozenset({"count", "total", "samples", "n", "runs"})
_CENTRE = ("mean", "median")
_FUNCTION = re.compile(r"\b(?P<name>[a-z_]\w{2,60})\(\)")
# What funclatency prints first.
_TRACED = re.compile(r"Tracing \d{1,4} functions? for [\"'](?P<name>[\w.:*]{2,60})[\"']")
_MAX_LINE = 200
_REACH = 40
_GAP = 2


@dataclass(frozen=True, slots=True)
class _Item:
    name: str
    cell: Cell
    unit: str | None


@dataclass(frozen=True, slots=True)
class _Listed:
    line: Line
    items: tuple[_Item, ...]

    @property
    def statistics(self) -> dict[str, _Item]:
        """The figures by the statistics that they are."""
        return {told: item for item in self.items if (told := statistic_of(item.name)) not in (None, "sum")}


def may_hold_statistics(text: str) -> bool:
    """A cheap look whether a text has lines that name means of figures."""
    return any(sign in text for sign in SIGNS_OF_MEANS)


def read_bare_statistics(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows of the lines of statistics that begin on line `index` (0-based): those right below each other."""
    if not may_hold_statistics(lines[index].words):
        return
    found = list(_run(lines, index))
    told = next((unit for place in range(index, max(-1, index - _REACH), -1) if (unit := _told(lines[place]))), None)
    for listed in found:
        measure = _measure(listed, told)
        if measure is not None:
            yield _row(lines, listed, found[0].line.number, measure)


def _run(lines: Sequence[Line], index: int) -> Iterator[_Listed]:
    """The lines of statistics below each other; the first of them has a mean."""
    gap = 0
    for place in range(index, len(lines)):
        line = lines[place]
        listed = _listed(line) if line.depth == lines[index].depth else None
        if listed is None:
            gap += 1
            if gap > _GAP or not line.is_blank:
                return
            continue
        gap = 0
        yield listed


def _listed(line: Line) -> _Listed | None:
    """What a line says, where it is made of statistics and nothing else."""
    words = line.words.rstrip(" .;,")
    if len(words) > _MAX_LINE or (":" not in words and "=" not in words):
        return None
    start = len(words) - len(words.lstrip())
    lead = _LEAD.match(words, start)
    place = lead.end() if lead is not None else start
    items: list[_Item] = []
    while place < len(words):
        match = _ITEM.match(words, place)
        if match is None or not _is_known(match["name"]):
            return None
        cell = comma_cell(match["figure"], line.start + match.start("figure"), decimal=False)
        items.append(_Item(match["name"], cell, match["unit"]))
        between = _BETWEEN.match(words, match.end())
        place = between.end() if between is not None else match.end()
        if between is None and place < len(words):
            return None
    found = _Listed(line, tuple(items))
    return found if len(items) > 1 and found.statistics and _is_proven(found) else None


def _is_known(name: str) -> bool:
    return name.lower() in _OF_COUNT or statistic_of(name) is not None or spread_of(name) is not None or _is_rank(name)


def _is_rank(name: str) -> bool:
    return statistic_of(f"{name.rstrip('%')}th") is not None and name[:2].isdigit()


def _is_proven(listed: _Listed) -> bool:
    """Whether no centre is under the least figure or over the largest, and ranks grow."""
    told = listed.statistics
    low, high = told.get("min"), told.get("max")
    for name in _CENTRE:
        centre = told.get(name)
        if centre is None:
            continue
        if low is not None and low.cell.value > centre.cell.value:
            return False
        if high is not None and high.cell.value < centre.cell.value:
            return False
    ranks = [item.cell.value for name, item in told.items() if name.startswith("p")]
    return ranks == sorted(ranks)


def _measure(listed: _Listed, told: str | None) -> Measure | None:
    """What the figures are: by a unit behind them, or by the unit that a sentence above tells."""
    units = {item.unit for item in listed.items if item.name.lower() not in _OF_COUNT}
    if units != {None}:
        return of_unit(str(units.pop())) if len(units) == 1 else None
    return of_unit(told) if told is not None else None


def _told(line: Line) -> str | None:
    """The unit that a sentence tells."""
    return unit_in(line.words, is_prose=True) if " in " in line.words and not may_hold_statistics(line.words) else None


def _row(lines: Sequence[Line], listed: _Listed, block: int, measure: Measure) -> Row:
    function, suite = _function_above(lines, block - 1)
    test = function or measure.name
    spread = tuple(RowSpread(kind, item.cell) for item in listed.items if (kind := spread_of(item.name)) is not None)
    values = tuple(
        Value(
            metric=measure.name,
            cell=item.cell,
            metric_text=item.name,
            unit=measure.unit,
            unit_text=measure.unit,
            better=measure.better,
            statistic=name,
            spread=spread if name == "mean" else (),
        )
        for name, item in listed.statistics.items()
    )
    return Row(listed.line.number, block, test, test, values, suite=suite)


def _function_above(lines: Sequence[Line], first: int) -> tuple[str | None, str | None]:
    """The one function whose time a sentence above tells of, and the program that says so."""
    for place in range(first - 1, max(-1, first - _REACH), -1):
        words = lines[place].words
        traced = _TRACED.match(words)
        if traced is not None:
            return traced["name"], "funclatency"
        names = {match["name"] for match in _FUNCTION.finditer(words)}
        if names:
            return names.pop() if len(names) == 1 else None, None
    return None, None
