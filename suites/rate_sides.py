"""Lines that people type of a network tool's rates, one line a kernel or variant; no suite:

    Results (average throughput of netperf):
    Without (6.0-rc1)       10482.7 Mbps
    With patch              17064.7 Mbps (62.7% improvement)

At least two such lines stand together, with a unit of one kind, within a few lines of words that name the tool. A label
such as "Test #2" numbers runs of what a heading tells.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label
from suites.matches import Sought, figure
from suites.titled_tables import Name

_LINE = re.compile(
    r"[ \t]{0,24}(?:\d{1,2}[.)][ \t]{1,4}|[-*][ \t]{1,4})?(?P<label>[A-Za-z][^|:\n]{0,56}?)"
    r"(?:[ \t]{0,4}:[ \t]{0,40}|[ \t]{2,60}|\t[ \t]{0,40})"
    r"(?P<value>\d{1,12}(?:\.\d{1,6})?)[ \t]{0,2}"
    r"(?P<unit>[KMG]bps|[KMG]b/s|[KMG]bits?/s(?:ec)?|(?:trans(?:actions)?|requests)/s(?:ec)?|tps|"
    r"(?P<requests>rps|requests per second))"
    r",?(?:[ \t]{1,9}\([^()]{1,40}\)|[ \t]{1,9}[+-]\d[\d.]{0,8}[ ]?%)?$",
    re.IGNORECASE,
)
_WORDS = Sought(re.compile(r"bps|/s|tps|rps|per second", re.IGNORECASE), ("bps", "/s", "tps", "rps", "per second"))
_AVERAGE = re.compile(r"\b(?:averag(?:e|ed|es|ing)|avg|mean)\b", re.IGNORECASE)
_RUN = re.compile(
    r"(?:test|run|try|iteration|round|pass|attempt)[ \t]{0,2}#?[ \t]{0,2}(?P<number>\d{1,3})", re.IGNORECASE
)
_REACH = 14
_MAX_LINE = 160
_LEAST = 2


@dataclass(frozen=True, slots=True)
class Side:
    """A line: where it stands and its table begins, whose rate it is, the rate, its unit, whether it is a mean, and
    which run of how many.
    """

    line: Line
    first: int
    label: Label
    cell: Cell
    unit: str
    is_mean: bool
    repeat: int | None = None
    runs: int | None = None

    @property
    def kernel(self) -> Label | None:
        """The label, where it does not number a run."""
        return self.label if self.repeat is None else None


def rate_sides(lines: Sequence[Line], name: Name, *, of_requests: bool = False) -> Iterator[Side]:
    """The lines of rates below words that name the tool; "RPS" is the unit of tools that send requests only."""
    named = -1 - _REACH
    run: list[Side] = []
    for index, line in enumerate(lines):
        if line.is_blank and run:
            continue
        side = _side(lines, index, run, of_requests=of_requests) if index - named <= _REACH else None
        if run and (side is None or _kind(side.unit) != _kind(run[0].unit) or side.line.depth != run[0].line.depth):
            yield from _numbered(run)
            run = []
        if side is not None:
            run.append(side)
            named = index
        elif name.is_in(line.words[:_MAX_LINE]):
            named = index
    yield from _numbered(run)


def _kind(unit: str) -> str:
    """A unit without its thousands and millions: slow sides stand below fast ones ("1.53Gbits/sec", "621Mbits/sec")."""
    return unit[1:] if unit[0] in "KMG" else unit


def _numbered(run: list[Side]) -> Iterator[Side]:
    """The lines of one table with the numbers of their runs; none where there is but one line."""
    if len(run) < _LEAST:
        return
    numbers = [_RUN.fullmatch(side.label.text) for side in run]
    for side, number in zip(run, numbers, strict=True):
        are_runs = number is not None and all(numbers)
        yield replace(side, repeat=int(number["number"]), runs=len(run)) if number is not None and are_runs else side


def _side(lines: Sequence[Line], index: int, run: list[Side], *, of_requests: bool) -> Side | None:
    line = lines[index]
    if len(line.text) > _MAX_LINE or _WORDS.search(line.words) is None:
        return None
    found = _LINE.match(line.text.rstrip(), line.start)
    if found is None or (found["requests"] is not None and not of_requests):
        return None
    start = found.start("label")
    above = " ".join(other.words for other in lines[max(0, index - 3) : index])
    is_mean = run[0].is_mean if run else _AVERAGE.search(above) is not None
    return Side(
        line=line,
        first=run[0].first if run else line.number,
        label=Label(found["label"].rstrip(), line.number, start, start + len(found["label"].rstrip()), Basis.ROW_LABEL),
        cell=figure(found["value"], *found.span("value")),
        unit=found["unit"],
        is_mean=is_mean,
    )
