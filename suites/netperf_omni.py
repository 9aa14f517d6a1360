"""netperf's output by chosen columns (-O, -o, -k of the omni tests), with heads of the poster's own; no suite:

    netperf -t TCP_RR -H 10.0.0.5 -- -r80000,80000 -O MIN_LATENCY,P90_LATENCY,THROUGHPUT
    min     p90     Throughput      gso_max_size
    93      171     6594.25
    97      154     7183.74         64K
    THROUGHPUT=9414.60

The command names the columns. A setting that stands once in a block, in a column of its own, is of all its rows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Row, Value
from suites.cells import number, words
from suites.matches import measured, near_above
from suites.netperf_heads import COMMAND
from suites.netperf_metrics import CPU_LOCAL, CPU_REMOTE, DEMAND_LOCAL, DEMAND_REMOTE, LATENCY, THROUGHPUT, TRANSACTIONS

_CHOSEN = re.compile(r"(?<!\S)-[oO][ \t]{0,3}\"?(?P<names>[A-Z][A-Z0-9_]{2,40}(?:,[A-Z0-9_]{2,40}){0,20})\b")
_KEYED = re.compile(r"[ \t]{0,20}(?P<name>[A-Z][A-Z0-9_]{4,40})=(?P<value>\d{1,15}(?:\.\d{1,6})?)[ \t]*$")
_SIZES = re.compile(r"(?<!\S)-r[ \t]{0,3}(?P<request>\d{1,9}[kKmM]?)(?:,(?P<response>\d{1,9}[kKmM]?))?\b")
_TRANSACTING = re.compile(r"_(?:c?rr|cc)$", re.IGNORECASE)
_STATISTICS = {"MIN": "min", "MAX": "max", "MEAN": "mean", "P50": "median", "P90": "p90", "P99": "p99"}
_OTHERS = {
    "TRANSACTION_RATE": TRANSACTIONS,
    "LOCAL_CPU_UTIL": CPU_LOCAL,
    "REMOTE_CPU_UTIL": CPU_REMOTE,
    "LOCAL_SD": DEMAND_LOCAL,
    "REMOTE_SD": DEMAND_REMOTE,
}
_MAX_DISTANCE = 3
_KEYED_DISTANCE = 30


@dataclass(slots=True)
class Omni:
    """Follows a text: the columns that the last command chose, and the block of rows that is being read."""

    lines: Sequence[Line]
    names: tuple[str, ...] = ()
    test: str = "omni"
    parameters: dict[str, Parameter] = field(default_factory=dict)
    setting: str = "setting"
    heads: tuple[str, ...] = ()
    rows: list[tuple[int, str | None]] = field(default_factory=list)

    def command(self, index: int) -> bool:
        """Whether line `index` chooses columns; the rows below are then read by them."""
        line = self.lines[index]
        chosen = _CHOSEN.search(line.text, line.start)
        if chosen is None:
            return False
        command = COMMAND.search(line.text) or near_above(self.lines, index, COMMAND, _MAX_DISTANCE)
        sizes = _SIZES.search(line.text) or near_above(self.lines, index, _SIZES, _MAX_DISTANCE)
        self.names = tuple(chosen["names"].split(","))
        self.test = command["test"] if command is not None else "omni"
        self.parameters = _sizes(sizes) if sizes is not None else {}
        return True

    def take(self, index: int) -> bool:
        """Whether line `index` is a row of the chosen columns; it is kept until its block ends."""
        line = self.lines[index]
        if not self.names or line.is_blank:
            return False
        found = [word for word, _, _ in words(line.text, line.start)]
        figures = [word for word in found[: len(self.names)] if number(word, 0) is not None]
        extra = found[len(self.names) :]
        # One figure alone is no row: a mail has many of those.
        if len(figures) == len(self.names) > 1 and len(extra) <= 1:
            self.rows.append((index, extra[0] if extra else None))
            return True
        if len(found) in {len(self.names), len(self.names) + 1} and not any(number(word, 0) for word in found):
            self.heads = tuple(found[: len(self.names)])
            self.setting = found[-1] if len(found) > len(self.names) else self.setting
        return False

    def block(self) -> Iterator[Row]:
        """The rows kept, which are one table, with the setting that one of them has."""
        settings = {extra for _, extra in self.rows if extra is not None}
        shared: dict[str, Parameter] = {self.setting: settings.pop()} if len(settings) == 1 else {}
        rows, self.rows = self.rows, []
        for index, _ in rows:
            yield self._row(self.lines[index], rows[0][0] + 1, shared)

    def keyed(self, index: int) -> Row | None:
        """A line NAME=value of -k."""
        line = self.lines[index]
        match = _KEYED.match(line.text, line.start)
        if match is None:
            return None
        command = near_above(self.lines, index, COMMAND, _KEYED_DISTANCE)
        test = command["test"] if command is not None else self.test
        name = match["name"]
        value = _value(test, name, match["value"], match.start("value"), name)
        return Row(line.number, line.number, test.lower(), test, (value,)) if value is not None else None

    def _row(self, line: Line, block: int, shared: dict[str, Parameter]) -> Row:
        cells = list(words(line.text, line.start))[: len(self.names)]
        texts = self.heads or self.names
        values = (
            _value(self.test, name, word, column, text)
            for name, text, (word, column, _) in zip(self.names, texts, cells, strict=True)
        )
        return Row(
            line=line.number,
            block=block,
            test=self.test.lower(),
            test_text=self.test,
            values=tuple(value for value in values if value is not None),
            parameters={**self.parameters, **shared},
        )


def _value(test: str, name: str, word: str, column: int, text: str) -> Value | None:
    found = number(word, column)
    metric, statistic = _metric(test, name)
    if found is None or metric is None:
        return None
    return measured(metric, found, text, statistic=statistic)


def _metric(test: str, name: str) -> tuple[Metric | None, str]:
    kind, _, what = name.partition("_")
    if what == "LATENCY" and kind in _STATISTICS:
        return LATENCY, _STATISTICS[kind]
    if name == "THROUGHPUT":
        return (TRANSACTIONS if _TRANSACTING.search(test) else THROUGHPUT), "sample"
    return _OTHERS.get(name), "sample"


def _sizes(match: re.Match[str]) -> dict[str, Parameter]:
    return {name: int(size) if size.isdecimal() else size for name, size in match.groupdict().items() if size}
