"""schedbench (numa_test), many processes that each fill memory on one node: how well a scheduler keeps them there.

Read are what the script prints at the end of each load, and the tables that people make of it, a title a load:

    Executing 8 times: ./randupdt 1000000
    AverageUserTime 32.36 seconds
    ElapsedTime     49.55
    TotalUserTime   129.49
    TotalSysTime    0.80

    NUMA schedbench 4:
                                       AvgUser     Elapsed   TotalUser    TotalSys
                            2.5.59        0.00       36.38       90.70        0.62

What each single process took, and on which node, is no result of its own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, Suite, Value
from suites.cells import number, words
from suites.matches import cell, measured

METRICS = (
    Metric("average_user_time", "s", "lower", "CPU seconds of one process outside the kernel, on average"),
    Metric("elapsed_time", "s", "lower", "wall-clock seconds until the last process is done"),
    Metric("total_user_time", "s", "lower", "CPU seconds of all processes outside the kernel"),
    Metric("total_system_time", "s", "lower", "CPU seconds of all processes in the kernel"),
)
_TITLE = re.compile(
    r"[ \t]{0,12}(?P<title>(?:NUMA[ \t]{1,3})?(?:schedbench|numa_?test)[ \t]{1,3}(?P<processes>\d{1,4}))\b",
    re.IGNORECASE,
)
_EXECUTING = re.compile(r"[ \t]{0,8}(?P<title>Executing (?P<processes>\d{1,4}) times: \./\S{1,40}(?: \S{1,40}){0,3})")
_COLUMN = re.compile(
    r"(?<!\S)(?:(?P<average_user_time>Av(?:g|erage)_?User(?:Time)?)|(?P<elapsed_time>Elapsed(?:Time)?)"
    r"|(?P<total_user_time>Total_?User(?:Time)?)|(?P<total_system_time>Total_?Sys(?:tem)?(?:Time)?))(?!\S)",
    re.IGNORECASE,
)
_PRINTED = re.compile(
    r"[ \t]{0,8}(?:(?P<average_user_time>AverageUserTime)|(?P<elapsed_time>ElapsedTime)"
    r"|(?P<total_user_time>TotalUserTime)|(?P<total_system_time>TotalSysTime))[ \t:]{1,20}"
    r"(?P<value>\d{1,9}(?:\.\d{1,6})?)(?:[ ](?P<unit>seconds))?[ \t]*$"
)
_MIN_COLUMNS = 3
_MAX_LABEL_WORDS = 5
_MAX_LINE = 300
# A table may stand a line or two below its title; what is printed, below a line for each process.
_TITLE_GAP = 3


@dataclass(frozen=True, slots=True)
class _Load:
    """A title: its words, how many processes it is of, and where it stands."""

    line: int
    depth: int
    title: str
    processes: int


@dataclass(frozen=True, slots=True)
class _Head:
    """The columns of a table, metric and words of each, under the title of its load."""

    load: _Load
    columns: tuple[tuple[str, str], ...]


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    load: _Load | None = None
    head: _Head | None = None
    for line in lines:
        opened = _opened(line)
        if opened is not None:
            load, head = opened, None
            continue
        if load is None or line.depth != load.depth or line.is_blank:
            head = head if line.is_blank and head is not None and line.number - head.load.line <= _TITLE_GAP else None
            continue
        printed = _PRINTED.match(line.text[:_MAX_LINE], line.start)
        if printed is not None:
            yield _printed_row(line, printed, load)
            continue
        columns = _columns(line) if line.number - load.line <= _TITLE_GAP else ()
        if columns:
            head = _Head(load, columns)
            continue
        row = _table_row(line, head) if head is not None else None
        # A kernel that has no figures stands alone.
        head = head if row is not None or " " not in line.words.strip() else None
        if row is not None:
            yield row


def _opened(line: Line) -> _Load | None:
    """The load that a line is the title of."""
    words_of = line.words
    if "xecuting" not in words_of and "ench" not in words_of.lower() and "numa" not in words_of.lower():
        return None
    found = _TITLE.match(words_of) or _EXECUTING.match(words_of)
    if found is None:
        return None
    return _Load(line.number, line.depth, " ".join(found["title"].split()), int(found["processes"]))


def _columns(line: Line) -> tuple[tuple[str, str], ...]:
    """The columns of a line of nothing but metrics' names, three at least, each once."""
    found = [(match.lastgroup or "", match.group()) for match in _COLUMN.finditer(line.text[:_MAX_LINE], line.start)]
    if len(found) < _MIN_COLUMNS or len({metric for metric, _ in found}) < len(found):
        return ()
    return tuple(found) if not _COLUMN.sub(" ", line.words).strip(" |\t") else ()


def _table_row(line: Line, head: _Head) -> Row | None:
    """A kernel, and behind it as many figures as the table has columns."""
    found = list(words(line.text[:_MAX_LINE], line.start))
    label, figures = found[: -len(head.columns)], found[-len(head.columns) :]
    cells = [number(word.removesuffix("s"), start) for word, start, _ in figures]
    if not 0 < len(label) <= _MAX_LABEL_WORDS or None in cells:
        return None
    values = tuple(
        measured(SUITE.metric(metric), known, text)
        for (metric, text), known in zip(head.columns, cells, strict=True)
        if known is not None
    )
    start, end = label[0][1], label[-1][2]
    kernel = Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL)
    return _row(line, head.load, values, kernel)


def _printed_row(line: Line, match: re.Match[str], load: _Load) -> Row:
    name = next(metric.name for metric in METRICS if match[metric.name])
    return _row(line, load, (measured(SUITE.metric(name), cell(match, "value"), match[name], match["unit"]),), None)


def _row(line: Line, load: _Load, values: tuple[Value, ...], kernel: Label | None) -> Row:
    return Row(
        line=line.number,
        block=load.line,
        test="schedbench",
        test_text=load.title,
        values=values,
        kernel=kernel,
        parameters={"processes": load.processes},
        title=load.title,
    )


def _rerun(_test: str) -> Rerun:
    return Rerun("hardware", "the figures say something only on a machine with several memory nodes")


SUITE = Suite(
    name="schedbench",
    title="schedbench (numa_test), processes that should stay on their node",
    metrics=METRICS,
    tests={"schedbench": "each process updates memory at random places, all start at once"},
    parameters={"processes": "how many processes run at once"},
    marks=("schedbench", "numa_test", "averageusertime"),
    read=_read,
    rerun=_rerun,
    aliases=("numa_test",),
)
