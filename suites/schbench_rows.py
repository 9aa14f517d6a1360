"""Rows of schbench: percentiles as the program prints them and as people set kernels side by side, its closing lines,
and tables of one percentile by the number of workers; no suite.

    * 99.0th: 338        (41 samples)
      min=1, max=10007
    50.0th: 455                                              50.0th: 454
    75.0th:   			    9.60       9.00(6.25)
      8:	  36.00 (0.00 pct)	  33.00 (8.33 pct)
     16     49.00 [  0.00]( 5.88)    47.00 [  4.08](19.25)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archive.text import Line
from suites.base import Cell
from suites.cells import resolution

_VALUE = r"\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,4})?|\d{1,12}(?:\.\d{1,6})?"
_PERCENTILE = re.compile(r"(?<![\w.=\[])\*?[ \t]{0,2}(?P<rank>\d{1,2}(?:\.\d{1,4})?)th(?![\w=\[-])[ \t]{0,4}:?")
_FIGURE = re.compile(
    rf"[ \t|]{{1,120}}(?P<value>{_VALUE})(?![\w.])"
    r"(?:[ \t]{0,4}(?P<first>[\[(][^\])]{1,20}[\])]))?(?:[ \t]{0,4}(?P<second>[\[(][^\])]{1,20}[\])]))?"
)
_EXTREMES = re.compile(r"min=(?P<min>\d{1,12}),[ \t]{0,3}max=(?P<max>\d{1,12})")
_AVERAGE = re.compile(r"[ \t]{0,8}average rps:[ \t]{1,4}(?P<value>\d{1,12}(?:\.\d{1,4})?)[ \t]{0,8}$", re.IGNORECASE)
_TRANSFER = re.compile(
    r"avg worker transfer:[ \t]{1,4}(?P<ops>\d{1,12}(?:\.\d{1,4})?) ops/sec[ \t]{1,3}(?P<bytes>\d{1,9}(?:\.\d{1,4})?)"
    r"(?P<unit>[KMGT]?B)/s"
)
_DELAY = re.compile(
    r"[ \t]{0,8}sched delay: message (?P<message>\d{1,12}) \(usec\) worker (?P<worker>\d{1,12}) \(usec\)[ \t]{0,8}$"
)
_WORKERS = re.compile(r"[ \t]{0,20}(?P<workers>\d{1,6})[ \t]{0,2}:?(?=[ \t])")
_NUMBER = re.compile(r"[ \t]{0,4}(?P<number>[+-]?[ \t]?\d{1,9}(?:\.\d{1,4})?)[ \t]{0,3}(?P<percent>%|pct)?[ \t]{0,3}")
_SAMPLES = re.compile(r"[ \t]{1,20}\(\d{1,12} samples\)")
_MAX_LINE = 500
_MAX_NOTE = 40


@dataclass(frozen=True, slots=True)
class Bracket:
    """A figure in brackets behind a value: whether in square ones, with a sign, called a per cent."""

    cell: Cell
    square: bool
    has_sign: bool
    percent: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A value of a row, with the rank of its percentile (None for other numbers) and the brackets behind it."""

    statistic: str
    text: str
    cell: Cell
    brackets: tuple[Bracket, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """A row: where its name ends, and its values; `side_by_side` where each has a name of its own."""

    name_end: int
    values: tuple[Figure, ...]
    side_by_side: bool = False


def read_percentiles(line: Line) -> Figures | None:
    """The values of a line that is led by a percentile, or holds several of them side by side."""
    text = line.text.rstrip() if len(line.text) <= _MAX_LINE else ""
    names = list(_PERCENTILE.finditer(text, line.start)) if "th" in text else []
    if not names:
        return None
    values: list[Figure] = []
    for place, name in enumerate(names):
        end = names[place + 1].start() if place + 1 < len(names) else len(text)
        found = _values(text, name.end(), end)
        if not found or (len(names) > 1 and len(found) != 1):
            return None
        statistic = f"p{float(name['rank']):g}"
        values += [Figure(statistic, f"{name['rank']}th", cell, brackets) for cell, brackets in found]
    return Figures(names[0].end(), tuple(values), len(names) > 1)


def read_extremes(line: Line) -> Figures | None:
    """The smallest and the greatest value under the percentiles, as often as the line holds them."""
    found = list(_EXTREMES.finditer(line.text, line.start)) if "min=" in line.text else []
    values = [Figure(name, name, _cell(match[name], match.start(name))) for match in found for name in ("min", "max")]
    return Figures(found[0].start(), tuple(values), len(found) > 1) if values else None


def read_workers(line: Line) -> tuple[int, Figures] | None:
    """The number of workers and the values of a row of a table by workers; each must have a change in brackets."""
    name = _WORKERS.match(line.text, line.start) if len(line.text) <= _MAX_LINE else None
    if name is None:
        return None
    found = _values(line.text.rstrip(), name.end(), len(line.text.rstrip()))
    if not found or not all(brackets for _, brackets in found):
        return None
    return int(name["workers"]), Figures(name.end(), tuple(Figure("", "", cell, kept) for cell, kept in found))


def read_average(line: Line) -> Cell | None:
    """The closing line of the program: requests a second over the whole run."""
    found = _AVERAGE.match(line.text, line.start)
    return _cell(found["value"], found.start("value")) if found is not None else None


def read_transfers(line: Line) -> Iterator[tuple[str, str, Cell]]:
    """The closing lines of the pipe mode: operations and bytes a second, with their units."""
    for found in _TRANSFER.finditer(line.text, line.start) if "avg worker" in line.text else ():
        yield "transfers", "ops/s", _cell(found["ops"], found.start("ops"))
        yield "transfer_bytes", f"{found['unit']}/s", _cell(found["bytes"], found.start("bytes"))


def read_delays(line: Line) -> Iterator[tuple[str, Cell]]:
    """How long its threads waited to be scheduled, as version 2 prints at its end."""
    found = _DELAY.match(line.text, line.start) if "sched delay" in line.text else None
    for name in ("message", "worker") if found is not None else ():
        if found is not None:
            yield f"{name}_delay", _cell(found[name], found.start(name))


def _values(text: str, start: int, end: int) -> list[tuple[Cell, tuple[Bracket, ...]]]:
    """The figures between two columns with their brackets; none where other words than a short note stand there."""
    values: list[tuple[Cell, tuple[Bracket, ...]]] = []
    place = start
    while (found := _FIGURE.match(text, place, end)) is not None:
        brackets = tuple(_brackets(found))
        values.append((_cell(found["value"], found.start("value")), brackets))
        counted = _SAMPLES.match(text, found.end("value"), end)
        place = counted.end() if counted is not None else found.end()
    rest = text[place:end].strip(" \t|*,")
    return values if len(rest) <= _MAX_NOTE and not any(map(str.isdigit, rest)) else []


def _brackets(found: re.Match[str]) -> Iterator[Bracket]:
    for name in ("first", "second"):
        text = found[name]
        number = _NUMBER.fullmatch(text, 1, len(text) - 1) if text is not None else None
        if number is None or text is None:
            continue
        raw = number["number"]
        start = found.start(name) + number.start("number")
        cell = Cell(raw, start, start + len(raw), float(raw.replace(" ", "").replace("\t", "")), resolution(raw))
        yield Bracket(cell, text[0] == "[", raw[0] in "+-", number["percent"] is not None)


def _cell(raw: str, start: int) -> Cell:
    plain = raw.replace(",", "")
    return Cell(raw, start, start + len(raw), float(plain), resolution(plain))
