"""Samples in brackets below a command that cuts one field out of fio's terse output; no suite.

fio --minimal … --rw=randread --bs=4k | cut -f 8 -d ";"
menu iowait boost
/dev/nvme0n1
[2584, 2622, 2629]
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Metric, Row
from suites.cells import number
from suites.fio_lines import BANDWIDTH, IOPS
from suites.matches import measured

_CUT = re.compile(r"\bcut\s.{0,40}?-f\s?(?P<field>\d{1,3})\b")
_LIST = re.compile(r"\s{0,20}\[(?P<figures>\d{1,15}(?:\.\d{1,6})?(?:,\s{0,3}\d{1,15}(?:\.\d{1,6})?){1,40})\]\s*$")
_FIGURE = re.compile(r"\d[\d.]{0,20}")
_DEVICE = re.compile(r"\s{0,20}(?P<device>/dev/[\w/.-]{1,60}):?\s*$")
# Fields of terse output from version 3 on.
_FIELDS: dict[str, tuple[Metric, str]] = {
    "7": (BANDWIDTH, "KiB/s"),
    "8": (IOPS, "IOPS"),
    "48": (BANDWIDTH, "KiB/s"),
    "49": (IOPS, "IOPS"),
}
_MAX_LABEL_WORDS = 6
_WRITES = frozenset({"48", "49"})


def list_rows(lines: Sequence[Line]) -> Iterator[Row]:
    """The rows of a text's lists, a value a sample; none where no command tells what they are of."""
    field: str | None = None
    for index, line in enumerate(lines):
        if field is None and "cut" not in line.words:
            continue  # most texts have no such command
        cut = _CUT.search(line.words) if "cut" in line.words else None
        if cut is not None:
            field = cut["field"]
        match = _LIST.match(line.text, line.start) if field in _FIELDS and "[" in line.text else None
        if match is None or field is None:
            continue
        metric, unit = _FIELDS[field]
        found = _FIGURE.finditer(line.text, match.start("figures"), match.end("figures"))
        cells = [cell for one in found if (cell := number(one.group(), one.start())) is not None]
        device = _DEVICE.match(lines[index - 1].text, lines[index - 1].start) if index else None
        settings: dict[str, Parameter] = {"filename": device["device"]} if device is not None else {}
        values = tuple(
            measured(metric, cell, metric.name, unit=unit, repeat=n, runs=len(cells))
            for n, cell in enumerate(cells, start=1)
        )
        test = "write" if field in _WRITES else "io"
        label = _label(lines, index - (2 if device is not None else 1), line.depth)
        yield Row(line.number, line.number, test, metric.name, values, kernel=label, parameters=settings)


def _label(lines: Sequence[Line], index: int, depth: int) -> Label | None:
    """The words right above a list and its device: what was measured, a kernel or variant."""
    if index < 0 or lines[index].depth != depth or lines[index].is_blank or "[" in lines[index].words:
        return None
    line = lines[index]
    text = line.words.strip().rstrip(":")
    if len(text.split()) > _MAX_LABEL_WORDS or text.endswith("."):
        return None
    start = line.text.index(text, line.start)
    return Label(text, line.number, start, start + len(text), Basis.HEADING)
