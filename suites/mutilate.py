"""mutilate, which asks a memcached server as fast as told, and how long its answers took. Its report:

#type       avg     std     min     5th    10th    90th    95th    99th
read     1275.8  6358.9    49.8   378.2   418.5   767.2   841.4 53998.5
update      0.0     0.0     0.0     0.0     0.0     0.0     0.0     0.0
op_q        1.0     0.0     1.0     1.0     1.0     1.1     1.1     1.1

Total QPS = 626566.2 (37594133 / 60.0s)

The queries over the seconds are the rate. What was not asked stands as zeros; op_q is the length of a queue, and the
bytes sent and received only follow from the queries.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.cells import number
from suites.matches import Tables, cell, measured
from suites.statistic_words import statistic_of

LATENCY = Metric("latency", "us", "lower", "how long an answer took")
RATE = Metric("queries_per_second", "queries/s", "higher", "answers in a second")

_HEAD = re.compile(r"#type((?:[ ]{1,12}(?:avg|std|min|max|\d{1,2}(?:\.\d{1,2})?th)){3,14})$")
_ROW = re.compile(r"(?P<type>read|update)(?P<figures>(?:[ ]{1,16}\d{1,12}\.\d){3,14})$")
_FIGURE = re.compile(r"\d{1,12}\.\d")
_QPS = re.compile(r"Total QPS = (?P<rate>\d{1,12}\.\d) \((?P<count>\d{1,15}) / (?P<time>\d{1,8}\.\d)s\)")
_COMMAND = re.compile(r"(?<![\w-])mutilate[ ](?P<options>-[^\n]{2,300})")
_OPTION = re.compile(r"(?<!\S)-(?P<option>[TcdtqK])[ ]{0,2}(?P<value>\d{1,12})(?!\S)")
_OPTIONS = {"T": "threads", "c": "connections", "d": "depth", "t": "time", "q": "target_qps", "K": "key_size"}
_MAX_GAP = 5
_SLACK = 0.002


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_MAX_GAP)
    settings: dict[str, Parameter] = {}
    heads: tuple[str, ...] = ()
    for line in lines:
        words = line.words.rstrip()
        command = _COMMAND.search(words) if "mutilate -" in words else None
        if command is not None:
            settings = _settings(command["options"])
        elif words.startswith("#type") and (head := _HEAD.match(words)) is not None:
            heads = tuple(head[1].split())
            tables.title(line)
        elif words.startswith(("read ", "update ")) and (row := _ROW.match(words)) is not None:
            yield from _latencies(line, row, heads, tables, settings)
        elif words.startswith("Total QPS") and (total := _QPS.match(line.text, line.start)) is not None:
            value = measured(RATE, cell(total, "rate"), "Total QPS", "QPS")
            warnings = _broken(total)
            yield Row(
                *(line.number, tables.block(line), "total", "Total", (value,)), parameters=settings, warnings=warnings
            )


def _settings(options: str) -> dict[str, Parameter]:
    return {_OPTIONS[found["option"]]: int(found["value"]) for found in _OPTION.finditer(options)}


def _latencies(
    line: Line, row: re.Match[str], heads: tuple[str, ...], tables: Tables, settings: dict[str, Parameter]
) -> Iterator[Row]:
    cells = [
        found
        for match in _FIGURE.finditer(line.text, line.start + row.start("figures"))
        if (found := number(match.group(), match.start())) is not None
    ]
    if len(cells) != len(heads) or not any(each.value for each in cells):
        return
    values = tuple(_values(heads, cells))
    yield Row(line.number, tables.block(line), row["type"], row["type"], values, parameters=settings)


def _values(heads: Sequence[str], cells: Sequence[Cell]) -> Iterator[Value]:
    spread = tuple(RowSpread("stdev", each) for head, each in zip(heads, cells, strict=True) if head == "std")
    for head, each in zip(heads, cells, strict=True):
        statistic = statistic_of(head)
        if statistic is not None:
            own = spread if statistic == "mean" else ()
            yield measured(LATENCY, each, head, statistic=statistic, spread=own)


def _broken(total: re.Match[str]) -> tuple[str, ...]:
    rate, told = int(total["count"]) / max(float(total["time"]), 0.1), float(total["rate"])
    # The seconds are rounded more than the rate is.
    if abs(rate - told) <= _SLACK * max(rate, told):
        return ()
    return (f"{total['count']} queries in {total['time']} s are not {total['rate']} a second: a figure is mistyped",)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "mutilate is not packaged, and needs a server beside it")


SUITE = Suite(
    name="mutilate",
    title="mutilate, the load of many clients on memcached",
    metrics=(RATE, LATENCY),
    tests={"read": "reads a key", "update": "sets a key", "total": "all that was asked"},
    parameters={
        "threads": "threads that ask",
        "connections": "connections that each of them has",
        "depth": "questions that may be open at once on a connection",
        "time": "seconds that it runs",
        "target_qps": "how many questions a second were wanted; 0 for as many as can be",
        "key_size": "bytes of a key",
    },
    marks=("mutilate", "total qps", "#type"),
    hint=lambda text: "total qps =" in text or "#type " in text,
    read=_read,
    rerun=_rerun,
)
