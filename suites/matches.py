"""Cells and values out of matches of a tool's lines, and the tables that such lines form; no suite."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from suites.base import Cell, Label, Metric, RowSpread, Value
from suites.cells import resolution

# A figure with or without thousands separators: "20052.58", "126,975,564", and India's "1,12,97,086".
FIGURE = r"(?:\d{1,3}(?:,\d{2,3}){1,5}(?:\.\d{1,12})?|\d{1,18}(?:\.\d{0,12})?)"
# What the kernel and its loggers print before a message: "[   42.85] ", "May 10 13:36:46 box kernel: [ 59.5][ T374] ".
LOG_PREFIX = (
    r"[ \t]{0,40}(?:[A-Z][a-z]{2}[ \t]{1,3}\d{1,2}[ \t]\d\d:\d\d:\d\d[ \t]\S{1,40}[ \t])?(?:kernel:[ \t]{0,3})?"
    r"(?:<\d>)?(?:\[[ \t]{0,8}\d{1,8}\.\d{3,9}\][ \t]{0,2})?(?:\[[ \t]{0,6}[TC]\d{1,8}\][ \t]{0,2})?"
)


@dataclass(frozen=True, slots=True)
class Sought:
    """A pattern to look for on line after line, and words, in lower case, of which every match has one: most lines have
    none of them and are not searched.
    """

    pattern: re.Pattern[str]
    words: tuple[str, ...]

    def among(self, lines: Sequence[Line]) -> "Sought":
        """The same, to look for on lines of this text: only the words that stand in it at all."""
        text = "\n".join(line.words for line in lines).lower()
        return replace(self, words=tuple(word for word in self.words if word in text))

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a text."""
        return self.pattern.search(text) if self._may_be_in(text) else None

    def each(self, text: str) -> Iterator[re.Match[str]]:
        """All matches in a text."""
        return self.pattern.finditer(text) if self._may_be_in(text) else iter(())

    def _may_be_in(self, text: str) -> bool:
        lowered = text.lower()
        # A loop, since a generator costs as much as three of these tests.
        for word in self.words:  # noqa: SIM110
            if word in lowered:
                return True
        return False


def cell(match: re.Match[str], group: str | int) -> Cell:
    """The figure of a group as a cell; the match must be one over a physical line."""
    start, end = match.span(group)
    return figure(match[group], start, end)


def figure(raw: str, start: int, end: int) -> Cell:
    """A figure that stands at columns [start, end) as a cell; its thousands separators are no part of its value."""
    plain = raw.replace(",", "")
    return Cell(raw, start, end, float(plain), resolution(plain))


def measured(
    metric: Metric,
    found: Cell,
    metric_text: str,
    unit_text: str | None = None,
    *,
    unit: str | None = None,
    statistic: str = "sample",
    repeat: int | None = None,
    runs: int | None = None,
    spread: tuple[RowSpread, ...] = (),
    kernel: Label | None = None,
    warnings: tuple[str, ...] = (),
) -> Value:
    """A value of a suite's metric; `unit` where what is printed is not the metric's usual unit."""
    return Value(
        metric=metric.name,
        cell=found,
        metric_text=metric_text,
        unit=unit or metric.unit,
        unit_text=unit_text,
        better=metric.better,
        role=metric.role,
        statistic=statistic,
        repeat=repeat,
        runs=runs,
        spread=spread,
        kernel=kernel,
        warnings=warnings,
        noise=metric.noise,
    )


@dataclass(frozen=True, slots=True)
class Joined:
    """Two lines that a mailer made of one, put together again, and where each place of theirs stands."""

    first: Line
    second: Line

    @property
    def text(self) -> str:
        """The first line and the words of the second."""
        return f"{self.first.text} {self.second.words.lstrip()}"

    def place(self, column: int) -> tuple[Line, int]:
        """The physical line and column of a column of `text`."""
        behind = column - len(self.first.text) - 1
        if behind < 0:
            return self.first, column
        indent = len(self.second.words) - len(self.second.words.lstrip())
        return self.second, self.second.start + indent + behind

    def cell(self, match: re.Match[str], group: str) -> tuple[Line, Cell]:
        """The figure of a group of a match over `text`, and the line that it stands on."""
        line, start = self.place(match.start(group))
        return line, figure(match[group], start, start + len(match[group]))


class Tables:
    """Tells on which line the table of a row began: a row joins the table before it at its own quote depth, unless
    more than `gap` lines lie between them or a title stood there.
    """

    def __init__(self, gap: int) -> None:
        """No table yet."""
        self._gap = gap
        self._block = self._last = 0
        self._depth = -1

    def title(self, line: Line) -> None:
        """A title, a head or a command: the rows below are a table of their own, which begins here."""
        self._block = self._last = line.number
        self._depth = line.depth

    def block(self, line: Line) -> int:
        """The line on which the table of the row on `line` began."""
        if line.depth != self._depth or line.number - self._last > self._gap:
            self.title(line)
        self._last = line.number
        return self._block


def near_above(lines: Sequence[Line], index: int, pattern: re.Pattern[str], distance: int) -> re.Match[str] | None:
    """The nearest match of `pattern` on a line of the same quote depth at most `distance` lines above line `index`."""
    depth = lines[index].depth
    for above in range(index - 1, max(-1, index - 1 - distance), -1):
        line = lines[above]
        if line.depth != depth and not line.is_blank:
            return None
        found = pattern.search(line.text, line.start)
        if found is not None:
            return found
    return None
