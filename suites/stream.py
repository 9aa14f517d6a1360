"""STREAM, the bandwidth of memory: four loops over arrays too large for the caches. Its table, and those made of it:

    Function    Best Rate MB/s  Avg time     Min time     Max time
    Copy:            4797.5     0.041159     0.033351     0.051780
    Triad:            670.2     0.374949     0.358115     0.407750

     Copy:   109364.74 (0.00 pct)     94220.50 (-13.84 pct)

The rate is what the best run moved: rate times the least time is the same for Copy and Scale, and one and a half times
as much for Add and Triad, which touch a third array.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite, Value
from suites.compared_columns import columns, section
from suites.matches import Tables, cell, measured

RATE = Metric("rate", "MB/s", "higher", "10^6 bytes moved in a second by the best run")
TIME = Metric("time", "s", "lower", "seconds of a run of the loop; average, least and longest", role="secondary")

_FUNCTION = r"(?P<function>Copy|Scale|Add|Triad)(?:32|64)?:?"
_NATIVE = re.compile(
    rf"[ \t]{{0,20}}{_FUNCTION}[ \t]{{1,20}}(?:(?P<nodes>\d{{1,3}}->\d{{1,3}})[ \t]{{1,20}})?"
    r"(?P<rate>\d{1,9}\.\d{1,4})[ \t]{1,20}(?P<mean>\d{1,6}\.\d{3,6})[ \t]{1,20}(?P<min>\d{1,6}\.\d{3,6})[ \t]{1,20}"
    r"(?P<max>\d{1,6}\.\d{3,6})[ \t]{0,9}$"
)
_COMPARED = re.compile(rf"[ \t|]{{0,20}}{_FUNCTION}[ \t|]{{1,40}}(?=\d)")
_SETTINGS = {
    "array_size": re.compile(
        r"\bArray size[ \t]{0,3}=[ \t]{0,3}(?P<value>\d{1,15})|--array-size[ =](?P<option>\w{1,12})"
    ),
    "threads": re.compile(
        r"\bNumber of Threads (?:requested|counted)[ \t]{0,3}=[ \t]{0,3}(?P<value>\d{1,5})"
        r"|\b(?:running|with|of) (?P<told>\d{1,5}) (?:Stream|STREAM|stream) threads\b"
    ),
}
_TITLED = re.compile(r"\bstream(?:-\d{1,4})?\b", re.IGNORECASE)
_ARRAYS = {"copy": 2, "scale": 2, "add": 3, "triad": 3}
_GAP = 2
_REACH = 40
_TITLE_REACH = 120
_WHOLE = 4


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_GAP)
    block: list[Row] = []
    for index in range(len(lines)):
        row = _row(lines, index, tables)
        if row is None:
            continue
        if block and block[-1].block != row.block:
            yield from _proven(block)
            block = []
        block.append(row)
    yield from _proven(block)


def _row(lines: Sequence[Line], index: int, tables: Tables) -> Row | None:
    line = lines[index]
    native = _NATIVE.match(line.text, line.start)
    compared = _COMPARED.match(line.text, line.start) if native is None else None
    found = native or compared
    if found is None:
        return None
    values = tuple(_native(native)) if native is not None else tuple(_side_by_side(lines, index, found.end()))
    if not values:
        return None
    if found["function"] == "Copy":
        tables.title(line)
    parameters = _parameters(lines, index)
    part = section(lines, index) if compared is not None else None
    parameters |= {"section": part} if part is not None else {}
    if native is not None and native["nodes"]:
        parameters["nodes"] = native["nodes"]
    return Row(
        line=line.number,
        block=tables.block(line),
        test=found["function"].lower(),
        test_text=found["function"],
        values=values,
        parameters=parameters,
    )


def _native(match: re.Match[str]) -> Iterator[Value]:
    yield measured(RATE, cell(match, "rate"), "Rate", "MB/s", statistic="max")
    for statistic, text in (("mean", "Avg time"), ("min", "Min time"), ("max", "Max time")):
        yield measured(TIME, cell(match, statistic), text, "s", statistic=statistic)


def _side_by_side(lines: Sequence[Line], index: int, start: int) -> Iterator[Value]:
    """Rates under heads that name kernels, where the text above says that they are STREAM's."""
    above = lines[max(0, index - _TITLE_REACH) : index]
    if not any(_TITLED.search(line.words) for line in above):
        return
    for column in columns(lines, index, start):
        if column.head is not None:
            yield measured(RATE, column.cell, "Rate", column.unit_text, spread=column.spread, kernel=column.head)


def _parameters(lines: Sequence[Line], index: int) -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    for line in reversed(lines[max(0, index - _REACH) : index]):
        if _TITLED.fullmatch(line.words.strip(" \t~*=#|-")) is not None:
            break
        for name, setting in _SETTINGS.items():
            match = setting.search(line.text, line.start) if name not in found else None
            if match is not None:
                value = next(text for text in match.groups() if text)
                found[name] = int(value) if value.isdecimal() else value
    return found


def _proven(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows of a table, with a warning where rate times least time is not what the others say."""
    moved = [(row, _moved(row)) for row in rows]
    told = sorted(amount for _, amount in moved if amount is not None)
    usual = told[len(told) // 2] if len(told) >= _WHOLE - 1 else None
    for row, amount in moved:
        if usual is None or amount is None or abs(amount - usual) <= _slack(row) * usual:
            yield row
        else:
            rate, least = row.values[0].cell.raw, row.values[2].cell.raw
            told_so = f"{rate} MB/s for {least} s is another amount than the other loops moved: a figure is mistyped"
            yield replace(row, warnings=(*row.warnings, told_so))


def _moved(row: Row) -> float | None:
    """What a loop moved for each of its arrays, in 10^6 bytes; None for rows that do not tell the time."""
    least = next((value.cell.value for value in row.values if value.statistic == "min"), None)
    return None if least is None else row.values[0].cell.value * least / _ARRAYS[row.test]


def _slack(row: Row) -> float:
    least = next(value.cell for value in row.values if value.statistic == "min")
    return 0.002 + (least.resolution or 0) / max(least.value, 1e-9)


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "no adapter", "STREAM is a small C program that is not packaged; no program of ours does its loops yet"
    )


SUITE = Suite(
    name="stream",
    title="STREAM, bandwidth of memory",
    metrics=(RATE, TIME),
    tests={
        "copy": "a[i] = b[i]",
        "scale": "a[i] = q * b[i]",
        "add": "a[i] = b[i] + c[i]",
        "triad": "a[i] = b[i] + q * c[i]",
    },
    parameters={
        "array_size": "elements of an array",
        "section": "the poster's own division of the tables",
        "threads": "threads that share the loops",
        "nodes": "the memory nodes that were read and written, where a changed version prints them",
    },
    marks=("triad",),
    read=_read,
    rerun=_rerun,
)
