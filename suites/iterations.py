"""Tables of a mean and a deviation under a line that names the run; no suite of its own:

100 iterations of: sysbench threads --threads=8 run
Higher result is better
|         |   BASELINE |   +PATCH |   DELTA (%) |
|---------|------------|----------|-------------|
| mean    |   5235.02  | 5863.73  |      +12.01 |
| std (%) |      8.166 |   10.265 |             |
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from suites.base import RowSpread
from suites.compared_columns import Column, columns

_HEADING = re.compile(
    r"[ \t]{0,20}(?P<runs>\d{1,6})[ \t](?:iterations|runs|repetitions)[ \t]of:?[ \t]{1,3}(?P<command>\S.{2,200})$"
)
_MEAN = re.compile(r"[ \t|]{0,20}(?:a?mean|average|avg)[ \t|:]{1,40}(?=\d)", re.IGNORECASE)
_DEVIATION = re.compile(r"[ \t|]{0,20}std(?:dev)?\.?(?P<percent>[ \t]?\(?%\)?)?[ \t|:]{1,40}(?=\d)", re.IGNORECASE)
_BETTER = re.compile(r"\b(?P<way>[Hh]igher|[Ll]ower)[ \t](?:result[ \t])?is better")
_REACH = 8


@dataclass(frozen=True, slots=True)
class Repeated:
    """A row of means: its line, the line and words of the command above it, how many runs, and which way is good."""

    line: Line
    first: int
    command: str
    command_at: int
    runs: int
    better: str | None
    columns: tuple[Column, ...]


def repeated(lines: Sequence[Line]) -> Iterator[Repeated]:
    """Every row of means under such a heading."""
    for index, line in enumerate(lines):
        heading = _HEADING.match(line.text, line.start) if " of" in line.text else None
        if heading is None:
            continue
        better: str | None = None
        for below in range(index + 1, min(len(lines), index + 1 + _REACH)):
            way = _BETTER.search(lines[below].words)
            better = way["way"].lower() if way is not None else better
            mean = _MEAN.match(lines[below].text, lines[below].start)
            found = columns(lines, below, mean.end()) if mean is not None else ()
            if found:
                spread = _with_deviations(lines, below, found)
                yield Repeated(
                    lines[below], line.number, heading["command"], index, int(heading["runs"]), better, spread
                )
                break


def _with_deviations(lines: Sequence[Line], mean: int, found: tuple[Column, ...]) -> tuple[Column, ...]:
    """The means with the deviations of the line below, where it has one for each."""
    if mean + 1 == len(lines):
        return found
    below = lines[mean + 1]
    match = _DEVIATION.match(below.text, below.start)
    deviations = columns(lines, mean + 1, match.end()) if match is not None else ()
    if match is None or len(deviations) != len(found):
        return found
    kind = "cv" if match["percent"] else "stdev"
    return tuple(
        replace(column, spread=(RowSpread(kind, deviation.cell, below.number),))
        for column, deviation in zip(found, deviations, strict=True)
    )
