"""schbench, a scheduler benchmark: how long worker threads wait until they run, and since version 2 how long their
requests take and how many they get done; read are the program's output and the tables that people make of it.

    Wakeup Latencies percentiles (usec) runtime 30 (s) (1000 total samples)
              50.0th: 6          (290 samples)
            * 99.0th: 338        (41 samples)
              min=1, max=10007
    average rps: 102.34

    schbench                   tip        +patch(%gain)
    50.0th:                   8.00       9.00(-12.50)

Version 1 knows one latency, of waking up; the two versions run different work and are never compared.
"""

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.column_heads import Head
from suites.schbench_rows import Figure, read_average, read_delays, read_transfers
from suites.schbench_tables import Printed, read_tables

TEST = "schbench"
METRICS = (
    Metric("latency", "us", "lower", "time from waking a worker until it runs, as version 1 measures it"),
    Metric("wakeup_latency", "us", "lower", "time from waking a worker until it runs, as version 2 measures it"),
    Metric("request_latency", "us", "lower", "time that a worker takes for a request, waiting for its turn included"),
    Metric("rps", "requests/s", "higher", "requests that all workers get done in a second"),
    Metric("transfers", "ops/s", "higher", "times a second that a worker is handed a buffer (pipe mode)"),
    Metric("transfer_bytes", "MB/s", "higher", "bytes a second that a worker is handed", role="secondary"),
    Metric("message_delay", "us", "lower", "time that message threads wait for a processor", role="secondary"),
    Metric("worker_delay", "us", "lower", "time that workers wait for a processor", role="secondary"),
)
_GAIN_NOTE = re.compile(r"gain|diff|delta|chang|\bimp|pct", re.IGNORECASE)
_SPREAD_NOTE = re.compile(r"std|(?P<cv>\bcv\b)", re.IGNORECASE)
_RANKED = re.compile(r"\b(?P<rank>\d{2}(?:\.\d{1,4})?)th[ -]percentile", re.IGNORECASE)
_EXACT = 0.02
# How the closing lines call a metric, and its unit where they have one.
_CLOSING = MappingProxyType(
    {
        "rps": ("average rps", None),
        "transfers": ("ops/sec", "ops/sec"),
        "message_delay": ("sched delay: message", "usec"),
        "worker_delay": ("worker", "usec"),
    }
)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    printed = read_tables(lines)
    rows = [_row(one, lines) for one in printed]
    rows += _closing(lines, printed)
    yield from sorted(rows, key=lambda row: row.line)


def _row(printed: Printed, lines: Sequence[Line]) -> Row:
    """A row of percentiles, of extremes or of one percentile by the number of workers."""
    setup = printed.setup
    metric = SUITE.metric(setup.metric)
    base = printed.figures.values[0].cell.value
    values = []
    for place, figure in enumerate(printed.figures.values):
        head = printed.heads[place] if place < len(printed.heads) else None
        values.append(
            Value(
                metric=metric.name,
                cell=figure.cell,
                metric_text=figure.text or "latency",
                unit=setup.unit,
                unit_text=setup.unit_text,
                better=metric.better,
                role=_role(figure),
                statistic=figure.statistic or _rank(printed, lines),
                spread=tuple(_spreads(figure, base, head)),
                kernel=head.label if head is not None else None,
            )
        )
    settings = dict(setup.settings)
    if printed.workers is not None:
        settings["threads"] = printed.workers
    return _made(printed, printed.line, tuple(values), settings)


def _made(printed: Printed, line: int, values: tuple[Value, ...], settings: dict[str, Parameter]) -> Row:
    return Row(
        line=line,
        block=printed.block,
        test=TEST,
        test_text=printed.setup.title,
        values=values,
        parameters=settings,
        suite_version=printed.setup.version,
    )


def _role(figure: Figure) -> str:
    return "secondary" if figure.statistic in {"min", "max"} else "primary"


def _rank(printed: Printed, lines: Sequence[Line]) -> str:
    """The percentile that a table by workers gives, where the lines over it say so."""
    above = lines[printed.block - 1 : printed.line]
    found = next((rank for line in above if (rank := _RANKED.search(line.words)) is not None), None)
    return f"p{float(found['rank']):g}" if found is not None else "sample"


def _spreads(figure: Figure, base: float, head: Head | None) -> Iterator[RowSpread]:
    """The brackets behind a value that are no changes from the first column."""
    note = (head.note or "") if head is not None else ""
    for bracket in figure.brackets:
        told = _SPREAD_NOTE.search(note)
        if told is not None and len(figure.brackets) == 1:
            yield RowSpread("cv" if told["cv"] or "%" in note else "stdev", bracket.cell)
        elif len(figure.brackets) > 1:
            if not bracket.square:
                yield RowSpread("cv", bracket.cell)
        elif not (
            bracket.percent or bracket.has_sign or _GAIN_NOTE.search(note) or _is_change(figure, base, bracket.cell)
        ):
            yield RowSpread("unknown", bracket.cell)


def _is_change(figure: Figure, base: float, bracket: Cell) -> bool:
    """Whether a bare number is the per cent by which the value differs from the first column's."""
    change = 100 * abs(figure.cell.value - base) / base if base else 0.0
    return abs(change - bracket.value) <= max(bracket.resolution or 0.0, _EXACT * bracket.value)


def _closing(lines: Sequence[Line], printed: Sequence[Printed]) -> Iterator[Row]:
    """The lines that the program ends with, as part of the block above them."""
    for line in lines:
        average = read_average(line)
        found = [("rps", "requests/s", average)] if average is not None else []
        found += read_transfers(line)
        found += [(name, "us", cell) for name, cell in read_delays(line)]
        if not found:
            continue
        own = next((one for one in reversed(printed) if one.line < line.number), None)
        values = tuple(_closing_value(name, unit, cell) for name, unit, cell in found)
        if own is None:
            yield Row(line.number, line.number, TEST, TEST, values)
        else:
            yield _made(own, line.number, values, dict(own.setup.settings))


def _closing_value(name: str, unit: str, cell: Cell) -> Value:
    metric = SUITE.metric(name)
    text, unit_text = _CLOSING.get(name, (unit, unit))
    return Value(
        metric=name,
        cell=cell,
        metric_text=text,
        unit=unit,
        unit_text=unit_text,
        better=metric.better,
        role=metric.role,
        statistic="mean",
    )


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "schbench is not packaged; it is built from its author's git repository")


SUITE = Suite(
    name=TEST,
    title="schbench, wake-up latencies and requests of many threads",
    metrics=METRICS,
    tests={TEST: "message threads wake worker threads, which do a piece of work each"},
    parameters={
        "message_threads": "how many message threads wake workers (-m)",
        "groups": "how many groups, as the post calls them",
        "workers": "how many workers, as the post calls them",
        "threads": "how many workers each message thread has (-t), or a table's number of workers",
        "runtime": "seconds that a run takes (-r)",
        "cache_kb": "kilobytes that a worker touches in a request (-F)",
        "operations": "what a worker computes in a request (-n)",
        "pipe_bytes": "bytes of the buffer that is handed over (-p)",
        "requests_per_second": "the rate that was asked for (-R)",
        "section": "the mode of the machine that a bullet over the table names (NPS2)",
        "iterations": "how many runs a figure is of",
    },
    marks=("schbench", "latencies percentiles", "latency percentiles (usec)"),
    read=_read,
    rerun=_rerun,
)
