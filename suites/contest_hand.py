"""What people type of contest's runs: a row a load with its time and CPU, and means with the interval they lie in; no
suite.

    noload          2:34.53         291%            Kernel          Mean    CI(95%)
    ioloadhalf      2:34.81         303%            2.5.38          411     344-477
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label, Metric, Row, RowSpread
from suites.cells import number, resolution
from suites.matches import cell, measured

_LOAD_ROW = re.compile(
    r"[ \t]{0,16}(?P<load>(?:no|cpu|mem|io|process|read|list|[cx]tar|tar[cx])_?load(?:half|full)?|cacherun)[ \t]{1,40}"
    r"(?P<time>(?:\d{1,3}:)?\d{1,6}\.\d{1,2})[ \t]{1,30}(?P<cpu>\d{1,5}(?:\.\d)?)[ ]?%[ \t]*$",
    re.IGNORECASE,
)
_MEAN_HEAD = re.compile(r"[ \t]{0,12}Kernel[ \t]{1,40}(?P<name>Mean)[ \t]{1,40}CI\(\d\d%\)[ \t]*$", re.IGNORECASE)
_MEAN_ROW = re.compile(
    r"[ \t]{0,12}(?P<kernel>\S{1,60})[ \t]{1,40}(?P<mean>\d{1,7}(?:\.\d{1,3})?)[ \t]{1,40}"
    r"(?P<low>\d{1,7}(?:\.\d{1,3})?)-(?P<high>\d{1,7}(?:\.\d{1,3})?)[ \t]*$"
)
_LOAD = re.compile(r"\b(?P<load>(?:IO|mem(?:ory)?|process|read|list|no)[ _]?load)\b", re.IGNORECASE)
_NAMES = {
    "noload": "no_load",
    "cpuload": "cpu_load",
    "memload": "mem_load",
    "memory_load": "mem_load",
    "ioload": "io_load",
    "ioloadhalf": "io_halfmem_load",
    "ioloadfull": "io_fullmem_load",
    "io_half_load": "io_halfmem_load",
    "io_full_load": "io_fullmem_load",
    "cache_run": "cacherun",
}
_REACH = 14
_MIN_ROWS = 2


def canonical_load(title: str) -> str:
    """The load's name as the later versions write it: "Process Load" is process_load."""
    name = "_".join(title.lower().split())
    return _NAMES.get(name, name)


def read_hand(lines: Sequence[Line], metrics: Mapping[str, Metric]) -> Iterator[Row]:
    """The rows of all that is typed; of loads there are two at least."""
    run: list[tuple[Line, re.Match[str]]] = []
    for line in lines:
        found = _LOAD_ROW.match(line.text[:300], line.start) if "%" in line.words else None
        if found is not None:
            run.append((line, found))
            continue
        if run and len(run) >= _MIN_ROWS:
            yield from (_load_row(each, match, run[0][0], metrics) for each, match in run)
        run = []
    if len(run) >= _MIN_ROWS:
        yield from (_load_row(each, match, run[0][0], metrics) for each, match in run)
    for index, line in enumerate(lines):
        if "CI(" in line.words and _MEAN_HEAD.match(line.words) is not None:
            yield from _means(lines, index, metrics["time"])


def _load_row(line: Line, match: re.Match[str], first: Line, metrics: Mapping[str, Metric]) -> Row:
    values = (
        measured(metrics["time"], _time(match), ""),
        measured(metrics["cpu_percent"], cell(match, "cpu"), "", "%"),
    )
    return Row(line.number, first.number, canonical_load(match["load"]), match["load"], values)


def _time(match: re.Match[str]) -> Cell:
    """Seconds, or minutes and seconds, as a cell in seconds."""
    raw = match["time"]
    minutes, _, seconds = raw.rpartition(":")
    value = round(60 * int(minutes or 0) + float(seconds), 3)
    return Cell(raw, match.start("time"), match.end("time"), value, resolution(seconds))


def _means(lines: Sequence[Line], index: int, metric: Metric) -> Iterator[Row]:
    """The rows below a head of means; the words above tell which load they are of."""
    depth = lines[index].depth
    near = [line for line in lines[max(0, index - _REACH) : index] if line.depth == depth]
    told = {canonical_load(found["load"]) for line in near for found in _LOAD.finditer(line.words)}
    for line in lines[index + 1 :]:
        match = _MEAN_ROW.match(line.text[:300], line.start) if line.depth == depth else None
        if match is None or len(told) != 1:
            return
        spread = tuple(RowSpread("ci", found) for name in ("low", "high") if (found := _number(match, name)))
        value = measured(metric, cell(match, "mean"), "Mean", statistic="mean", spread=spread)
        kernel = Label(match["kernel"], line.number, match.start("kernel"), match.end("kernel"), Basis.ROW_LABEL)
        load = next(iter(told))
        yield Row(line.number, lines[index].number, load, load, (value,), kernel=kernel)


def _number(match: re.Match[str], name: str) -> Cell | None:
    return number(match[name], match.start(name))
