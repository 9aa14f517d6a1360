"""Rows of an mmtests comparison: a statistic, what it is of, and a value a kernel, its change in brackets; no suite.

    Hmean     64         568.73 (   0.00%)      577.56 *   1.55%*
    Hmean  1        427.19  +- 0.16% (        )     778.35  +- 0.10% (  82.20%)
    BAmean-50 fault-huge-1     1329.84 (   0.00%)     1086.23 (  18.32%)
    Files/s  mean      16783.35 ( 0.00%)    25029.69 (49.13%)

The change is turned so that positive is better; stars say that it is significant. Neither is a result.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from archive.text import Line
from suites.base import Cell
from suites.cells import resolution

_CELL = re.compile(
    r"(?P<value>-?\d{1,18}(?:\.\d{1,6})?|-?nan)[ \t]{0,12}"
    r"(?:\+-[ \t]{0,8}(?P<spread>\d{1,12}(?:\.\d{1,4})?)(?P<percent>%?)[ \t]{0,8})?"
    r"(?P<open>[(*])[ \t]{0,12}(?:(?P<change>[+-]?(?:\d{1,9}\.\d{1,2}|nan|inf))%?)?[ \t]{0,12}(?:[)*]|$)",
    re.IGNORECASE,
)
# The first value of a row: only there may letters and digits of a name stand before it, with a blank between.
_FIRST = re.compile(rf"(?<=[ \t]){_CELL.pattern}", re.IGNORECASE)
_PADDED = re.compile(r"[(*][ \t]{2,12}-?\d{1,3}\.\d\d%[)*]|\([ \t]{6,12}\)")
_BETWEEN = re.compile(r"[ \t]{0,60}")
_RANKED = re.compile(r"(?P<name>max|ba?[hg]?mean|bhmean|bamean|pctile)-(?P<rank>\d{1,2})%?")
_QUARTILE = re.compile(r"(?P<quarter>[123])(?:st|nd|rd)-qrtle")
_LABEL = re.compile(r"[^|:=]{1,60}")
_MAX_LINE = 600
_MAX_LABEL_WORDS = 5
_SKIPPED = frozenset({"samples", "ratio", "duration"})


class Kind(StrEnum):
    """What a row's first word makes of it."""

    MEAN = "mean"
    EXTREME = "extreme"
    RANK = "rank"
    SPREAD = "spread"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Statistic:
    """A row's statistic: its first word as printed, its kind, and the name or the rank that it has."""

    text: str
    kind: Kind
    name: str
    best_percent: int | None = None


_STATISTICS = {
    "amean": Statistic("Amean", Kind.MEAN, "mean"),
    "hmean": Statistic("Hmean", Kind.MEAN, "mean"),
    "gmean": Statistic("Gmean", Kind.MEAN, "mean"),
    "mean": Statistic("Mean", Kind.MEAN, "mean"),
    "subamean": Statistic("SubAmean", Kind.MEAN, "mean"),
    "subhmean": Statistic("SubHmean", Kind.MEAN, "mean"),
    "min": Statistic("Min", Kind.EXTREME, "min"),
    "max": Statistic("Max", Kind.EXTREME, "max"),
    "median": Statistic("Median", Kind.RANK, "median"),
    "stddev": Statistic("Stddev", Kind.SPREAD, "stdev"),
    "hstddev": Statistic("HStddev", Kind.SPREAD, "stdev"),
    "coeffvar": Statistic("CoeffVar", Kind.SPREAD, "cv"),
    "range": Statistic("Range", Kind.SPREAD, "range"),
}

_LAST = {name: _STATISTICS[name] for name in ("mean", "min", "max", "stddev")}
_LEAST_WITH_LAST = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A value (None for nan), the spread printed behind it, and the change in per cent (None where none is printed)."""

    cell: Cell | None
    spread: Cell | None
    spread_is_percent: bool
    change: float | None


@dataclass(frozen=True, slots=True)
class Figures:
    """A row as printed. `statistic` is None where the first word names none; `label` is empty on a line that goes on
    with the columns of the row before.
    """

    line: int
    statistic: Statistic | None
    operation: str
    label: str
    name_end: int
    columns: tuple[Column, ...]
    is_padded: bool


def read_figures(line: Line) -> Figures | None:
    """The figures of a line; None for anything that is no row of a comparison."""
    text = line.text.rstrip() if len(line.text) <= _MAX_LINE else ""
    if "%)" not in text and "%*" not in text and "( " not in text and "* " not in text:
        return None
    first = _CELL.match(text, line.start + _indent(line)) or _FIRST.search(text, line.start)
    if first is None:
        return None
    label = text[line.start : first.start()].strip()
    columns = tuple(_columns(text, first))
    words = label.split()
    if not columns or (label and (_LABEL.fullmatch(label) is None or len(words) > _MAX_LABEL_WORDS)):
        return None
    statistic = _statistic(words[0]) if words else None
    # Until 2012 the statistic stood last.
    words = words if statistic is not None or len(words) < _LEAST_WITH_LAST else [words[-1], *words[:-1]]
    statistic = statistic or (_LAST.get(words[0].lower()) if len(words) >= _LEAST_WITH_LAST else None)
    words = words if statistic is not None else label.split()
    if words and (words[0].lower() in _SKIPPED or not any(map(str.isalpha, label))):
        return None
    operation = " ".join(words[1:] if statistic is not None else words)
    name_end = line.start + len(line.text[line.start : first.start()].rstrip())
    padded = _PADDED.search(text, first.start()) is not None
    return Figures(line.number, statistic, operation, label, name_end, columns, padded)


def _indent(line: Line) -> int:
    return len(line.words) - len(line.words.lstrip())


def _columns(text: str, first: re.Match[str]) -> list[Column]:
    """The columns from the first one on; none where other words than a note at the end stand among them."""
    columns: list[Column] = []
    found: re.Match[str] | None = first
    while found is not None:
        columns.append(_column(found))
        gap = _BETWEEN.match(text, found.end())
        found = _CELL.match(text, gap.end() if gap is not None else found.end())
    return columns


def _column(found: re.Match[str]) -> Column:
    spread = _number(found, "spread") if found["spread"] else None
    change = found["change"]
    is_number = change is not None and change[-1:].isdigit()
    return Column(_number(found, "value"), spread, bool(found["percent"]), float(change) if is_number else None)


def _number(found: re.Match[str], group: str) -> Cell | None:
    raw = found[group]
    if not raw[-1:].isdigit():
        return None
    return Cell(raw, found.start(group), found.end(group), float(raw), resolution(raw))


def _statistic(word: str) -> Statistic | None:
    lowered = word.lower()
    ranked, quartile = _RANKED.fullmatch(lowered), _QUARTILE.fullmatch(lowered)
    if quartile is not None:
        rank = 25 * int(quartile["quarter"])
        return Statistic(word, Kind.RANK, f"p{rank}")
    if ranked is not None and ranked["name"] in {"max", "pctile"}:
        return Statistic(word, Kind.RANK, f"p{ranked['rank']}")
    if ranked is not None:
        return Statistic(word, Kind.MEAN, "mean", int(ranked["rank"]))
    return _STATISTICS.get(lowered)
