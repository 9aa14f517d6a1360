"""Tables of cyclictest's figures that people make: least, mean and most of each variant; no suite of its own.

cyclictest --policy other -D 5 -q -n
        latency 0           latency -20
group   min  avg    max     min  avg    max
0       16    19     29      17   18     29
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Label, Metric, Row
from suites.cells import number, words
from suites.matches import measured, near_above

_HEAD = re.compile(
    r"[ \t]{0,20}(?P<name>\S{1,20})(?P<columns>(?:[ \t]{1,20}(?:min|avg|max)){3,24})[ \t]*$", re.IGNORECASE
)
_CHUNK = re.compile(r"\S(?:[^\t\n ]|[ ](?=[^ \t])){0,60}")
_NAMES = {"min": "min", "avg": "mean", "max": "max"}
_REACH = 6


@dataclass(frozen=True, slots=True)
class _Head:
    """What heads the rows: the name of the first column, the statistic of each other one, and its variant."""

    line: int
    depth: int
    name: str
    statistics: tuple[str, ...]
    variants: tuple[Label | None, ...]


def triples(lines: Sequence[Line], metric: Metric, command: re.Pattern[str]) -> Iterator[Row]:
    """The rows of every such table below a command of the tool."""
    head: _Head | None = None
    for index, line in enumerate(lines):
        if "min" in line.text.lower():
            head = _head(lines, index, command) or head
            continue
        row = _row(line, head, metric) if head is not None and not line.is_blank else None
        if row is None:
            head = None
        else:
            yield row


def _head(lines: Sequence[Line], index: int, command: re.Pattern[str]) -> _Head | None:
    line = lines[index]
    match = _HEAD.match(line.text, line.start)
    if match is None or near_above(lines, index, command, _REACH) is None:
        return None
    names = [word.lower() for word in match["columns"].split()]
    count = len(names) // 3
    if names != ["min", "avg", "max"] * count:
        return None
    statistics = tuple(_NAMES[name] for name in names)
    variants = _variants(lines[index - 1], count) if index else ()
    each = tuple(variants[place // 3] if len(variants) == count else None for place in range(len(names)))
    return _Head(line.number, line.depth, match["name"], statistics, each) if count == 1 or any(each) else None


def _variants(line: Line, count: int) -> tuple[Label, ...]:
    found = [(match.group().rstrip(), match.start()) for match in _CHUNK.finditer(line.text, line.start)]
    if len(found) != count:
        return ()
    return tuple(Label(text, line.number, start, start + len(text), Basis.COLUMN_HEAD) for text, start in found)


def _row(line: Line, head: _Head, metric: Metric) -> Row | None:
    cells = [number(word, column) for word, column, _ in words(line.text, line.start)]
    found = [cell for cell in cells if cell is not None]
    if line.depth != head.depth or len(found) != len(cells) or len(found) != len(head.statistics) + 1:
        return None
    values = tuple(
        measured(metric, cell, statistic, None, statistic=statistic, kernel=variant)
        for cell, statistic, variant in zip(found[1:], head.statistics, head.variants, strict=True)
    )
    return Row(
        line.number, head.line, "cyclictest", "cyclictest", values, parameters={"load": f"{head.name} {found[0].raw}"}
    )
