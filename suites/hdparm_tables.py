"""Tables that people type from hdparm's two figures: a side a row, its cached and its uncached rate; no suite.

hdparm -Tt /dev/hdd1  cache              disk
2.4.12-ac3-preempt    52.67Mb/s          1.06Mb/s
2.4.13-ac6+your patch 52.89Mb/S        480.43kB/s
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label
from suites.cells import number

_HEAD = re.compile(
    r"[ \t]{0,8}(?:\S{0,20}/)?hdparm[ ]-(?:tT|Tt)(?:[ ](?P<device>/dev/[\w/]{1,30}))?[ \t|:]{1,40}"
    r"(?P<first>(?:buffer-)?cached?(?:[ ]reads?)?)[ \t|]{2,40}"
    r"(?P<second>(?:buffered[ ])?disk(?:[ ]reads?)?)[ \t|]{0,20}$",
    re.IGNORECASE,
)
_RATE = r"\d{{1,6}}(?:\.\d{{1,3}})?)[ ]?(?P<{0}_unit>[kMG]B/s(?:ec)?)"
_ROW = re.compile(
    rf"[ \t]{{0,8}}(?P<label>\S.{{0,50}}?)[ \t|]{{1,40}}(?P<cached>{_RATE.format('cached')}[ \t|]{{1,40}}"
    rf"(?P<disk>{_RATE.format('disk')}[ \t|]{{0,20}}$",
    re.IGNORECASE,
)
_TESTS = {"cached": ("first", "cached_reads"), "disk": ("second", "buffered_disk_reads")}


@dataclass(frozen=True, slots=True)
class TypedRate:
    """A rate of a row: its test, as the head calls it, the figure and its unit as typed, and whose it is."""

    line: int
    head: int
    device: str | None
    side: Label
    test: str
    text: str
    cell: Cell
    unit_text: str


def typed_rates(lines: Sequence[Line]) -> Iterator[TypedRate]:
    """The rates of such tables."""
    for index, line in enumerate(lines):
        head = _HEAD.match(line.words) if "hdparm" in line.words else None
        for below in lines[index + 1 :] if head is not None else ():
            row = _ROW.match(below.text, below.start) if below.depth == line.depth else None
            if row is None or head is None:
                break
            side = Label(row["label"], below.number, row.start("label"), row.end("label"), Basis.ROW_LABEL)
            for name, (column, test) in _TESTS.items():
                cell = number(row[name], row.start(name))
                if cell is not None:
                    place = (below.number, line.number, head["device"], side, test, head[column], cell)
                    yield TypedRate(*place, row[f"{name}_unit"])
