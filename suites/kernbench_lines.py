"""The lines of kernbench's own report: a metric and its value, of one run, of several kernels, or of two runs side by
side; no suite.

    Elapsed Time 120.68 (0.425558)
    Elapsed Time 573.582 (vs 576.196)
    Context Switches 38296,8
    Elapsed Time      1056.1   (1.92)  1048.2   (0.62)  1064.1   (1.59)
    User   CPU time       1084.64         1032.93      4.77%
    User Time 1016.55                              User Time 1120.9
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.text import Line
from suites.base import Cell, RowSpread
from suites.commas import FIGURE, comma_cell, commas_are_decimal

_NAMES = {
    "elapsed": "elapsed_time",
    "user": "user_time",
    "system": "system_time",
    "percent": "percent_cpu",
    "context": "context_switches",
    "sleeps": "sleeps",
    "total": "total_time",
}
_LABEL = re.compile(
    r"(?<!\S)(?P<label>(?P<first>Elapsed|User|System)[ \t]{1,8}(?:CPU[ \t]{1,4})?Time"
    r"|Total[ \t]{1,8}CPU[ \t]{1,4}Time|(?P<percent>Percent)[ \t]{1,8}CPU"
    r"|(?P<context>Context)[ \t]{1,8}Switches|(?P<sleeps>Sleeps))(?:[ \t]{0,3}:)?(?=[ \t]{1,40}\d)",
    re.IGNORECASE,
)
# The author's own sum of user and system time stands between them.
_SUM = re.compile(r"[ \t]{0,12}Total[ \t]{1,40}\d", re.IGNORECASE)
_GROUP = re.compile(
    rf"[ \t]{{1,60}}(?P<value>{FIGURE})(?![\w.%,])"
    rf"(?:[ \t]{{0,4}}\((?:(?P<vs>vs)[ \t]{{1,3}})?(?P<bracket>{FIGURE})\))?"
)
_COMMAS = re.compile(r"\d{1,12}(?:,\d{1,12}){1,5}")


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with the deviation behind it; `versus` is the columns of the word that says it is another kernel's."""

    cell: Cell
    spread: tuple[RowSpread, ...] = ()
    versus: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A metric's name on a line, as posted, and its figures; `start` and `end` are the columns of the name."""

    metric: str
    text: str
    start: int
    end: int
    figures: tuple[Figure, ...]


def may_belong(line: Line) -> bool:
    """Whether a line is one of a report: it begins with a metric's name and a figure, or sums two of them up."""
    first = _LABEL.search(line.text, line.start)
    return (first is not None and not line.text[line.start : first.start()].strip()) or _SUM.match(
        line.text, line.start
    ) is not None


def decimal_commas(lines: Sequence[Line]) -> bool:
    """Whether the figures of a report have commas for points."""
    return commas_are_decimal(match.group() for line in lines for match in _COMMAS.finditer(line.text, line.start))


def read_pieces(line: Line, *, decimal: bool) -> tuple[Piece, ...]:
    """The metrics of a line, one where one report is printed, two where two stand side by side."""
    names = list(_LABEL.finditer(line.text, line.start))
    ends = [*(name.start() for name in names[1:]), len(line.text)]
    pieces = [_piece(line, name, end, decimal=decimal) for name, end in zip(names, ends, strict=False)]
    return tuple(piece for piece in pieces if piece.figures)


def _piece(line: Line, name: re.Match[str], end: int, *, decimal: bool) -> Piece:
    metric = _NAMES[name["label"].split()[0].lower()]
    figures = tuple(_figures(line, name.end(), end, decimal=decimal))
    return Piece(metric, " ".join(name["label"].split()), name.start("label"), name.end("label"), figures)


def _figures(line: Line, position: int, end: int, *, decimal: bool) -> Iterator[Figure]:
    """The figures up to the first word that is none: a per cent of change, a footnote, a remark."""
    while (group := _GROUP.match(line.text, position, end)) is not None:
        position = group.end()
        value = comma_cell(group["value"], group.start("value"), decimal=decimal)
        beside = comma_cell(group["bracket"], group.start("bracket"), decimal=decimal) if group["bracket"] else None
        if beside is None:
            yield Figure(value)
        elif group["vs"]:
            yield Figure(value)
            yield Figure(beside, versus=group.span("vs"))
        else:
            yield Figure(value, (RowSpread("stdev", beside),))
