"""Samples in brackets below a command that cuts one field out of fio's terse output, or below words that tell their
unit; no suite.

fio --minimal … --rw=randread --bs=4k | cut -f 8 -d ";"
menu iowait boost
/dev/nvme0n1
[2584, 2622, 2629]

See the results below, values are in IOPS:
[3588, 3590, 3597] sugov mainline
[3581, 3751, 3770] per-task tracking
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
_LIST = re.compile(
    r"\s{0,20}\[(?P<figures>\d{1,15}(?:\.\d{1,6})?(?:,\s{0,3}\d{1,15}(?:\.\d{1,6})?){1,40})\]"
    r"(?:\s{1,8}(?P<label>[A-Za-z][^\[\]\n]{1,60}?))?\s*$"
)
# "values are in IOPS", "results in read IOPS, sorted"
_TOLD = re.compile(r"\bin (?:read |write )?(?P<unit>IOPS|[KMG]i?B/s)(?![\w/])")
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
    """The rows of a text's lists, a value a sample; none where nothing tells what they are of."""
    field: str | None = None
    told: tuple[Metric, str] | None = None
    block = last = 0
    for index, line in enumerate(lines):
        words = line.words
        cut = _CUT.search(words) if "cut" in words else None
        if cut is not None:
            field = cut["field"]
            told = _FIELDS.get(field)
        elif field is None and "in " in words and (unit := _TOLD.search(words)) is not None:
            told = (IOPS, "IOPS") if unit["unit"] == "IOPS" else (BANDWIDTH, unit["unit"])
        match = _LIST.match(line.text, line.start) if told is not None and "[" in words else None
        if match is None or told is None:
            continue
        # Lists with their names behind them stand in one table.
        block = block if match["label"] and line.number == last + 1 else line.number
        last = line.number
        yield _row(lines, index, match, told, ("write" if field in _WRITES else "io", block))


def _row(
    lines: Sequence[Line], index: int, match: re.Match[str], told: tuple[Metric, str], place: tuple[str, int]
) -> Row:
    line, (metric, unit), (test, block) = lines[index], told, place
    found = _FIGURE.finditer(line.text, match.start("figures"), match.end("figures"))
    cells = [cell for one in found if (cell := number(one.group(), one.start())) is not None]
    device = _DEVICE.match(lines[index - 1].text, lines[index - 1].start) if index else None
    settings: dict[str, Parameter] = {"filename": device["device"]} if device is not None else {}
    values = tuple(
        measured(metric, cell, metric.name, unit=unit, repeat=n, runs=len(cells))
        for n, cell in enumerate(cells, start=1)
    )
    if match["label"]:
        kernel: Label | None = Label(match["label"], line.number, *match.span("label"), Basis.ROW_LABEL)
    else:
        kernel = _label(lines, index - (2 if device is not None else 1), line.depth)
    return Row(line.number, block, test, metric.name, values, kernel=kernel, parameters=settings)


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
