"""perf bench's list of figures of numa/mem, and tables that people make of its figures; no suite of its own:

 main,                                    0.890, GB/sec,         total-speed

| Metric     | W/O Generic Framework | With Generic Framework | Improvement |
| Total time | 0.885 [sec]           | 0.880 [sec]            | ~0.56%      |

perf bench syscall usec/op
| Syscall | Base        | test        | change % |
| basic   | 0.093543    | 0.093023    | -0.56    |
"""

import re
from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Metric, Row, Value
from suites.compared_columns import columns
from suites.iterations import repeated
from suites.matches import Tables, cell, measured
from suites.perf_bench_lines import AVERAGED, BANDWIDTH, LATENCY, OPS, TIME, TOTAL

_NUMA = re.compile(
    r"[ \t]{0,9}(?P<name>[\w -]{1,30}),[ \t]{1,50}(?P<value>\d{1,9}\.\d{1,6}),[ \t]?(?P<unit>secs|GB/sec),[ \t]{1,20}"
    r"(?P<what>runtime-(?:max|min|avg)/thread|thread-speed|total-speed)[ \t]*$"
)
_TITLE = re.compile(
    r"\bperf[ \t]bench[ \t](?:basic[ \t])?(?P<group>sched|syscall|mem|futex|epoll)"
    r"(?:[ \t](?P<name>(?!usec|ops)[a-z][\w-]{2,30}))?"
)
_COMMAND = re.compile(
    r"\bperf[ \t]bench[ \t](?:-\w[ \t]\w{1,12}[ \t])?(?P<group>\w{2,12})[ \t](?P<name>[\w-]{2,30})(?P<options>.{0,100})"
)
_LABELS = (
    (re.compile(r"[ \t|]{0,20}(?P<text>Total time)[ \t|:]{1,40}(?=\d)", re.IGNORECASE), TOTAL),
    (re.compile(r"[ \t|]{0,20}(?P<text>usecs?/op)[ \t|:]{1,40}(?=\d)", re.IGNORECASE), TIME),
    (re.compile(r"[ \t|]{0,20}(?P<text>ops/sec)[ \t|:]{1,40}(?=\d)", re.IGNORECASE), OPS),
)
_NAMED = re.compile(
    r"[ \t]{0,3}\|?[ \t]{0,20}(?P<name>(?!mean|std|avg|median)[a-z][\w-]{2,30})(?:[ \t](?P<unit>usec/op|ops/sec))?"
    r"[ \t]{0,20}\|[ \t]{0,20}(?=\d)"
)
_UNITS = (("usec/op", TIME), ("usecs/op", TIME), ("ops/sec", OPS))
_REACH = 12
UNTOLD = "the post does not tell which of perf bench's figures this is"


def numa(line: Line) -> Iterator[Value]:
    """The figure of a line of numa/mem."""
    match = _NUMA.match(line.text, line.start)
    if match is not None:
        metric = BANDWIDTH if match["unit"] == "GB/sec" else TOTAL
        statistic = next(
            (name for name, word in (("max", "-max"), ("min", "-min"), ("mean", "-avg")) if word in match["what"]),
            "sample",
        )
        yield measured(metric, cell(match, "value"), match["what"], match["unit"], statistic=statistic)


def tables(lines: Sequence[Line]) -> Iterator[Row]:
    """Typed tables below a line that names a loop of perf bench."""
    yield from _means(lines)
    told = Tables(2)
    title: tuple[int, str | None, str, Metric | None] | None = None
    for index, line in enumerate(lines):
        if "perf bench" in line.text:
            title = _title(line)
            continue
        if title is None or line.number - title[0] > _REACH or "|" not in line.text:
            continue
        row = _row(lines, index, title, told)
        if row is not None:
            title = (line.number, *title[1:])
            yield row


def _title(line: Line) -> tuple[int, str | None, str, Metric | None] | None:
    match = _TITLE.search(line.text, line.start)
    if match is None:
        return None
    metric = next((metric for unit, metric in _UNITS if unit in line.text), None)
    name = match["name"] if match["name"] not in {"benchmark", "below", "are", "results"} else None
    if "basic syscall" in line.text:
        name = "basic"
    return line.number, f"{match['group']}/{name}" if name else None, match["group"], metric


def _row(
    lines: Sequence[Line], index: int, title: tuple[int, str | None, str, Metric | None], told: Tables
) -> Row | None:
    line = lines[index]
    _, test, group, metric = title
    for label, own in _LABELS if test is not None else ():
        match = label.match(line.text, line.start)
        if match is not None:
            return _compared(lines, index, match.end(), (test or group, match["text"], own), told)
    named = _NAMED.match(line.text, line.start)
    metric = next((own for unit, own in _UNITS if named is not None and named["unit"] == unit), metric)
    if named is None or metric is None:
        return None
    return _compared(lines, index, named.end(), (f"{group}/{named['name']}", named["name"], metric), told)


def _compared(lines: Sequence[Line], index: int, start: int, what: tuple[str, str, Metric], told: Tables) -> Row | None:
    test, text, metric = what
    # "0.885 [sec]" and "~0.56%" are a unit and a difference.
    values = tuple(
        measured(metric, column.cell, metric.unit, column.unit_text, spread=column.spread, kernel=column.head)
        for column in columns(lines, index, start)
        if column.head is not None
    )
    return Row(lines[index].number, told.block(lines[index]), test, text, values) if values else None


def _means(lines: Sequence[Line]) -> Iterator[Row]:
    """Means of many runs of a command, a kernel a column."""
    for found in repeated(lines):
        match = _COMMAND.search(found.command)
        if match is None:
            continue
        metric = LATENCY if found.better == "lower" else AVERAGED
        values = tuple(
            measured(
                metric, c.cell, "mean", c.unit_text, statistic="mean", runs=found.runs, spread=c.spread, kernel=c.head
            )
            for c in found.columns
        )
        options = match["options"].strip()
        parameters = {"options": options} if options else {}
        test = f"{match['group']}/{match['name']}"
        warnings = () if match["group"] == "futex" else (UNTOLD,)
        yield Row(found.line.number, found.first, test, match.group(), values, parameters=parameters, warnings=warnings)
