"""Tables made of kernbench's figures: a column a metric and a row a kernel, or all of a run on one line; no suite."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Label, Metric, Row, RowSpread, Value
from suites.kernbench_titles import Title, title_above
from suites.matches import cell, measured

_COLUMN = re.compile(
    r"(?<!\S)(?:(?P<elapsed_time>Elapsed(?:[ \t]?Time)?)|(?P<user_time>User(?:[ \t]?Time)?)"
    r"|(?P<system_time>Sys(?:tem)?(?:[ \t]?Time)?)|(?P<percent_cpu>(?:Percent[ \t])?CPU%?)"
    r"|(?P<context_switches>Context[ \t]Switches|C/Switch\w{0,2})|(?P<sleeps>Sleeps))(?!\S)",
    re.IGNORECASE,
)
_LINE = re.compile(
    r"[ \t]{0,20}(?P<e>Elapsed):[ \t]{0,3}(?P<elapsed_time>\d{1,7}(?:\.\d{1,6})?)s?,?[ \t]{1,4}"
    r"(?P<u>User):[ \t]{0,3}(?P<user_time>\d{1,7}(?:\.\d{1,6})?)s?,?[ \t]{1,4}"
    r"(?P<s>System):[ \t]{0,3}(?P<system_time>\d{1,7}(?:\.\d{1,6})?)s?,?[ \t]{1,4}"
    r"(?P<c>CPU):[ \t]{0,3}(?P<percent_cpu>\d{1,7}(?:\.\d{1,6})?)%",
)
_ON_A_LINE = (("elapsed_time", "e", "s"), ("user_time", "u", "s"), ("system_time", "s", "s"), ("percent_cpu", "c", "%"))
_CELL = re.compile(r"(?P<number>\d{1,9}(?:\.\d{1,6})?)(?P<unit>s|%)?(?:\((?P<spread>\d{1,7}(?:\.\d{1,6})?)\))?")
_MIN_COLUMNS = 3
_TITLE_DISTANCE = 3
_MAX_LABEL_WORDS = 5
_MAX_STRANGERS = 1
# CPU is user and system time over elapsed time; kernbench's own figures miss by a per cent, means of runs by more.
_SHARE_SLACK = 0.1


@dataclass(frozen=True, slots=True)
class _Head:
    """The columns of a table: metric and words of each, in order, and the line and quote depth that they stand at."""

    columns: tuple[tuple[str, str], ...]
    line: int
    depth: int


def read_tables(lines: Sequence[Line], metrics: Mapping[str, Metric]) -> Iterator[Row]:
    """The rows of every table and every one-line report in `lines`; `metrics` are the suite's by name."""
    head: _Head | None = None
    title: Title | None = None
    strangers = 0
    for index, line in enumerate(lines):
        opened = _head(line)
        if opened is not None:
            head, title, strangers = opened, title_above(lines, index, _TITLE_DISTANCE), 0
            continue
        alone = _LINE.match(line.text, line.start)
        if alone is not None:
            yield _row(line, title_above(lines, index, _TITLE_DISTANCE), line.number, _of_line(alone, metrics))
        if head is None or line.is_blank:
            continue
        found = _table_row(line, head, metrics) if line.depth == head.depth else None
        strangers = 0 if found is not None else strangers + 1
        head = head if strangers <= _MAX_STRANGERS else None
        if found is not None and head is not None:
            block = min(head.line, title.line if title is not None else head.line)
            yield _row(line, title, block, found[1], found[0])


def _head(line: Line) -> _Head | None:
    """A line of nothing but metrics' names, three at least, each once."""
    found = list(_COLUMN.finditer(line.text[:300], line.start))
    rest = _COLUMN.sub(" ", line.text[line.start :]) if len(found) >= _MIN_COLUMNS else "x"
    columns = tuple((match.lastgroup or "", match.group()) for match in found)
    if rest.strip() or len({metric for metric, _ in columns}) < len(columns) or columns[0][0] != "elapsed_time":
        return None
    return _Head(columns, line.number, line.depth)


def _table_row(line: Line, head: _Head, metrics: Mapping[str, Metric]) -> tuple[Label, tuple[Value, ...]] | None:
    """A label and exactly as many figures as the head has columns."""
    found = list(re.finditer(r"\S{1,80}", line.text[: line.start + 300]))
    words = [word for word in found if word.start() >= line.start]
    label, figures = words[: -len(head.columns)], words[-len(head.columns) :]
    if not label or len(label) > _MAX_LABEL_WORDS or len(figures) < len(head.columns):
        return None
    cells = [_CELL.match(line.text, word.start(), word.end()) for word in figures]
    values = [
        _value(metrics[metric], text, cell)
        for (metric, text), cell, word in zip(head.columns, cells, figures, strict=True)
        if cell is not None and cell.end() == word.end()
    ]
    if len(values) != len(figures):
        return None
    start, end = label[0].start(), label[-1].end()
    return Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL), tuple(values)


def _value(metric: Metric, text: str, match: re.Match[str]) -> Value:
    """A figure of a table's row; a deviation may stand in brackets behind it."""
    spread = (RowSpread("stdev", cell(match, "spread")),) if match["spread"] else ()
    return measured(metric, cell(match, "number"), text, match["unit"], statistic="mean", spread=spread)


def _of_line(match: re.Match[str], metrics: Mapping[str, Metric]) -> tuple[Value, ...]:
    values = []
    for name, text, unit in _ON_A_LINE:
        values.append(measured(metrics[name], cell(match, name), match[text], unit, statistic="mean"))
    return tuple(values)


def _row(line: Line, title: Title | None, block: int, values: tuple[Value, ...], kernel: Label | None = None) -> Row:
    return Row(
        line=line.number,
        block=block,
        test=title.test if title is not None else "compile",
        test_text=title.text if title is not None else "kernbench",
        values=values,
        kernel=kernel,
        parameters=title.parameters if title is not None else {},
        title=title.text if title is not None else None,
        warnings=_broken(values),
    )


def _broken(values: Sequence[Value]) -> tuple[str, ...]:
    """What to say where the CPU share is not user and system time over the elapsed time."""
    cells = {value.metric: value.cell for value in values}
    if not {"elapsed_time", "user_time", "system_time", "percent_cpu"} <= cells.keys():
        return ()
    elapsed, share = cells["elapsed_time"], cells["percent_cpu"]
    worked = (cells["user_time"].value + cells["system_time"].value) * 100
    if elapsed.value and abs(worked / elapsed.value - share.value) <= _SHARE_SLACK * share.value:
        return ()
    return (f"user and system time over {elapsed.raw} s are not {share.raw} % CPU: a figure is mistyped or misplaced",)
