"""tiobench: threads that read and write files at once; rate, CPU share and latencies of every operation.

Read are the tool's own table (0.3.3 and 0.4) and those that leave columns out or set two operations side by side:

                                  File  Blk   Num                   Avg      Maximum      Lat%     Lat%    CPU
     Identifier                    Size  Size  Thr   Rate  (CPU%)  Latency    Latency      >2s      >10s    Eff

    2.6.0-test9-as 1 28.83 13.66% 0.404 753.63 0.00000

and tiotest's boxes, and rates with a number of threads before each row (tiobench_boxes.py).

CPU Eff is the rate divided by the CPU share. What the columns leave out may stand in the words above the table.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Rerun, Row, Suite, Value
from suites.cells import number, words
from suites.tiobench_boxes import read_boxes, read_counted
from suites.tiobench_heads import Column, Head, is_head, read_head
from suites.tiobench_legend import read_notes

METRICS = (
    Metric("rate", "MB/s", "higher", "megabytes (2^20 bytes) a second over all threads, by the wall clock"),
    Metric("average_latency", "ms", "lower", "mean time of one request"),
    Metric("maximum_latency", "ms", "lower", "longest time of any request"),
    Metric("percent_over_2s", "%", "lower", "share of requests that took longer than 2 s"),
    Metric("percent_over_10s", "%", "lower", "share of requests that took longer than 10 s"),
    Metric("time", "s", "lower", "how long all threads together took", role="secondary"),
    Metric("cpu_percent", "%", "lower", "share of a CPU that the run took", role="secondary"),
    Metric("cpu_efficiency", "MB/s per CPU", "higher", "rate divided by the CPU share", role="secondary"),
)
_METRIC_OF = {
    "rate": "rate",
    "cpu": "cpu_percent",
    "average": "average_latency",
    "maximum": "maximum_latency",
    "over_2s": "percent_over_2s",
    "over_10s": "percent_over_10s",
    "eff": "cpu_efficiency",
}
_PARAMETER_OF = {"threads": "threads", "file_size": "file_size_mb", "block_size": "block_bytes"}
_UNIT_NOTE = re.compile(r"\((?P<unit>milliseconds|seconds|sec|secs|ms|s)\)")
_UNITS = {"milliseconds": "ms", "ms": "ms", "seconds": "s", "secs": "s", "sec": "s", "s": "s"}
_LATENCIES = frozenset({"average", "maximum"})
_RULER = re.compile(r"[-=\s]{3,200}")
_MAX_STRANGERS = 3
_MAX_LABEL_WORDS = 4
_MAX_TITLE = 200
_VERSION = re.compile(r"\btio(?:bench|test)[- v]{1,2}(?P<version>0\.\d(?:\.\d)?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _TableRow:
    """A row as printed: its label, the numbers in the order of the head, and units that stand behind numbers."""

    line: int
    label: Label | None
    cells: tuple[Cell, ...]
    units: dict[int, str]


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    printed = [*_tables(lines), *read_boxes(lines, {metric.name: metric for metric in METRICS})]
    known = {row.line for row in printed}
    printed += (row for row in read_counted(lines, METRICS[0]) if row.line not in known)
    yield from sorted(printed, key=lambda row: row.line)


def _tables(lines: Sequence[Line]) -> Iterator[Row]:
    """The rows of the program's tables, and of those like it."""
    notes = deque(read_notes(lines))
    said: dict[int, dict[str, Parameter]] = {}
    version: str | None = None
    for index, line in enumerate(lines):
        while notes and notes[0].line <= line.number:
            note = notes.popleft()
            said.setdefault(note.depth, {})[note.name] = note.value
        named = _VERSION.search(line.text[:_MAX_TITLE]) if "tio" in line.text.lower() else None
        version = named["version"] if named is not None else version
        head = read_head(lines, index)
        if head is not None:
            rows = list(_table_rows(lines, index + 1, head))
            yield from _rows(head, rows, said.get(head.depth, {}), version)


def _table_rows(lines: Sequence[Line], index: int, head: Head) -> Iterator[_TableRow]:
    strangers = 0
    for place in range(index, len(lines)):
        line = lines[place]
        if line.is_blank or _RULER.fullmatch(line.words):
            continue
        if is_head(line):
            return
        row = _table_row(line, head) if line.depth == head.depth else None
        strangers = 0 if row is not None else strangers + 1
        if strangers > _MAX_STRANGERS:
            return
        if row is not None:
            yield row


def _table_row(line: Line, head: Head) -> _TableRow | None:
    """A row with exactly the numbers that the head announces, the CPU share with its sign, behind a label."""
    found = list(words(line.text, line.start))
    units: dict[int, str] = {}
    while found and (note := _UNIT_NOTE.fullmatch(found[-1][0])):
        units[len(head.columns) - 1] = note["unit"]
        found.pop()
    label, figures = found[: -len(head.columns)], found[-len(head.columns) :]
    cells = [_cell(word, column, place) for (word, column, _), place in zip(figures, head.columns, strict=False)]
    known = tuple(cell for cell in cells if cell is not None)
    if len(known) != len(head.columns) or len(label) > _MAX_LABEL_WORDS or not (label or not head.has_label):
        return None
    return _TableRow(line.number, _label(line, label) if head.names_kernel else None, known, units)


def _cell(word: str, column: int, place: Column) -> Cell | None:
    if place.holds != "cpu":
        return None if word[0] in "+-" else number(word, column)
    return number(word[:-1], column) if word.endswith("%") else None


def _label(line: Line, found: Sequence[tuple[str, int, int]]) -> Label | None:
    """The row's label without the sign that `diff` puts before a line."""
    if not found:
        return None
    start, end = found[0][1], found[-1][2]
    if line.text[start] in "+-" and end - start > 1:
        start += 1
    return Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL)


def _rows(head: Head, rows: Sequence[_TableRow], said: dict[str, Parameter], version: str | None) -> Iterator[Row]:
    units = {place: unit for row in rows for place, unit in row.units.items()}
    for row in rows:
        for operation in dict.fromkeys(column.operation for column in head.columns):
            own = [
                (column, cell, units.get(place))
                for place, (column, cell) in enumerate(zip(head.columns, row.cells, strict=True))
                if column.operation == operation or column.holds in _PARAMETER_OF
            ]
            yield Row(
                line=row.line,
                block=head.line,
                test=operation,
                test_text=head.titles[operation],
                values=tuple(
                    _value(column, cell, unit, said) for column, cell, unit in own if column.holds in _METRIC_OF
                ),
                kernel=row.label,
                parameters=_parameters(own, head, said),
                title=head.title,
                suite_version=version,
                warnings=_broken({column.holds: cell for column, cell, _ in own}),
            )


def _value(column: Column, cell: Cell, unit_note: str | None, said: dict[str, Parameter]) -> Value:
    metric = SUITE.metric(_METRIC_OF[column.holds])
    unit, unit_text = metric.unit, None
    if column.holds in _LATENCIES:
        told = unit_note or said.get("latency_unit")
        unit_text = str(told) if told else None
        unit = _UNITS[unit_text.lower()] if unit_text else unit
    if column.holds == "rate":
        unit_text = column.text if "/" in column.text else str(said["rate_unit"]) if "rate_unit" in said else None
    return Value(metric.name, cell, column.text, unit, unit_text, metric.better, role=metric.role)


def _parameters(
    own: Sequence[tuple[Column, Cell, str | None]], head: Head, said: dict[str, Parameter]
) -> dict[str, Parameter]:
    """The row's own settings before those of the words above."""
    parameters = {name: said[name] for name in _PARAMETER_OF.values() if name in said}
    parameters |= {
        _PARAMETER_OF[column.holds]: int(cell.value) for column, cell, _ in own if column.holds in _PARAMETER_OF
    }
    return parameters | ({"filesystem": head.filesystem} if head.filesystem else {})


def _broken(cells: dict[str, Cell]) -> tuple[str, ...]:
    """What to say where CPU Eff is not the rate divided by the CPU share, within what their digits leave open."""
    rate, cpu, eff = (cells.get(name) for name in ("rate", "cpu", "eff"))
    if rate is None or cpu is None or eff is None or cpu.value == 0:
        return ()
    slack = [(cell.resolution or 0) / 2 for cell in (rate, cpu)]
    low = (rate.value - slack[0]) / (cpu.value + slack[1]) * 100
    high = (rate.value + slack[0]) / max(cpu.value - slack[1], 1e-9) * 100
    step = eff.resolution or 0
    if low - step <= eff.value <= high + step:
        return ()
    return (f"CPU Eff {eff.raw} is not {rate.raw} / {cpu.raw}%: one of the figures is mistyped",)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "tiobench is not packaged, and no program of ours does what it does yet")


SUITE = Suite(
    name="tiobench",
    title="tiobench, threaded reads and writes",
    metrics=METRICS,
    tests={
        "sequential_reads": "each thread reads its own file from start to end",
        "random_reads": "the threads read 4000 blocks at random places of their files",
        "sequential_writes": "each thread writes its own file from start to end",
        "random_writes": "the threads write 4000 blocks at random places of their files",
        "all_operations": "all of these together, of which only latencies are printed",
    },
    parameters={
        "threads": "how many threads run at once",
        "filesystem": "the filesystem that the title names",
        "file_size_mb": "size of all files together in MB",
        "block_bytes": "bytes of one request",
    },
    marks=("cpu%", "cpu usage", "tiotest", "tiobench"),
    hint=lambda text: "tio" in text or "latency" in text or "rate" in text,
    read=_read,
    rerun=_rerun,
    aliases=("tiotest", "threaded i/o bench"),
)
