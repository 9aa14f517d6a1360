"""What each figure of a cell with several is: told by brackets above, or by the units behind the figures; no table of
its own.

    Throughput in MB/s (min/max/avg/median):      IOPS (w/w.o patch)      30898KB/s,7724,555.00us
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from ingest.generic_metrics import Measure, measure_of, of_unit
from ingest.generic_sides import is_side
from suites.base import Label
from suites.statistic_words import statistic_of

_BRACKETS = re.compile(r"\((?P<names>[A-Za-z][\w. ]{0,20}(?:[/,][ ]?[A-Za-z][\w. ]{0,20}){1,3})\)")
_UNIT = re.compile(r"\d(?P<unit>[A-Za-z]{1,3}(?:/s)?)?(?=[/,]|$)")
_WITH = re.compile(r"w(?:ith)?/w(?:ithout|\.o\.?)[ ]?(?:the[ ])?patch\w{0,3}")
_SHORT_SIDE = re.compile(r"w(?:[./]?o\.?)?", re.IGNORECASE)
_REACH = 4
_TIMES = frozenset({"ns", "us", "ms", "s"})


@dataclass(frozen=True, slots=True)
class Part:
    """One figure of a cell: what it measures (None where the column says so), its statistic or its side."""

    text: str | None = None
    measure: Measure | None = None
    statistic: str | None = None
    kernel: Label | None = None


@dataclass(frozen=True, slots=True)
class Legend:
    """What the figures of each cell are, in their order, and the benchmark whose three figures they can only be."""

    parts: tuple[Part, ...]
    suite: str | None = None
    has_units: bool = False

    @property
    def has_sides(self) -> bool:
        """Whether the figures of a cell are of several sides."""
        return any(part.kernel is not None for part in self.parts)


def legend_above(lines: Sequence[Line], top: int, first: int, size: int) -> Legend | None:
    """What brackets with a name for each figure tell, on the lines of the head or right above it (0-based)."""
    for place in range(first - 1, max(-1, top - 1 - _REACH), -1):
        line = lines[place]
        for found in _BRACKETS.finditer(line.text, line.start) if "(" in line.words else ():
            legend = _legend(line, found, size)
            if legend is not None:
                return legend
    return None


def _legend(line: Line, found: re.Match[str], size: int) -> Legend | None:
    sign = "/" if "/" in found["names"] else ","
    names = [name.strip() for name in found["names"].split(sign)]
    if len(names) != size:
        return None
    statistics = [statistic_of(name) for name in names]
    if all(statistics):
        measure = measure_of(line.words[: line.words.find("(")].strip(" |:"))
        parts = [Part(name, measure, statistic) for name, statistic in zip(names, statistics, strict=True)]
        return Legend(tuple(parts)) if measure is not None else None
    if (
        not all(is_side(name) or _SHORT_SIDE.fullmatch(name) for name in names)
        and _WITH.fullmatch(found["names"]) is None
    ):
        return None
    place, labels = found.start("names"), []
    for name in names:
        start = line.text.index(name, place)
        # "w/w.o patch": what the second has or lacks, the first has.
        text = name if " " in name or " " not in names[-1] else f"{name} {names[-1].partition(' ')[2]}"
        labels.append(Label(text, line.number, start, start + len(name), Basis.COLUMN_HEAD))
        place = start + len(name)
    return Legend(tuple(Part(kernel=label) for label in labels))


def parts_by_unit(cells: Sequence[str], size: int) -> Legend | None:
    """What units behind the figures tell: a rate in bytes, the requests a second and the time of one, as fio has
    them.
    """
    units = [tuple(match["unit"] for match in _UNIT.finditer(cell)) for cell in cells]
    if size != 3 or len(set(units)) != 1 or len(units[0]) != size:
        return None
    rate, requests, time = units[0]
    if rate is None or not rate.endswith("/s") or requests is not None or time not in _TIMES:
        return None
    parts = (
        Part("bw", Measure("bw", "bw", rate, "higher")),
        Part("iops", Measure("iops", "iops", "IOPS", "higher")),
        Part("lat", Measure("lat", "lat", of_unit(time).unit, "lower")),
    )
    return Legend(parts, "fio", has_units=True)
