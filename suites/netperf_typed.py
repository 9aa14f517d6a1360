"""Rows of netperf figures that people type, kernels side by side; no suite of its own:

~ netperf - TCP_RR ~
Test:                  tip               patched
 1-clients:       102839.97 (0.00 pct)    103540.33 (0.68 pct)

TCP_STREAM         9412.98               9380.11

netperf results TCP_RR (node 0):
            baseline          patched
  1:        50334.8633        51038.0533 (    1.40%)

Without (6.0-rc1)       10482.7 Mbps
With patch              17064.7 Mbps (62.7% improvement)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Row, Value
from suites.compared_columns import Column, columns, section
from suites.counted_tables import counted_tables
from suites.matches import Tables, measured
from suites.netperf_heads import COMMAND
from suites.netperf_metrics import THROUGHPUT, TRANSACTIONS
from suites.rate_sides import Side, rate_sides
from suites.titled_tables import Name

_TEST = r"(?:TCP|UDP|SCTP)_(?:STREAM|MAERTS|SENDFILE|C?RR|CC)"
_LABEL = re.compile(
    rf"[ \t|]{{0,20}}(?:(?P<test>{_TEST})(?:[ \t|]{{1,20}}(?P<threads>\d{{1,5}}[- ]?(?:threads?|streams?)))?"
    r"|(?P<clients>\d{1,5})[- ]?(?:clients?|instances?))[ \t|:]{1,40}(?=\d)"
)
# "number of clients | Without patch | With patch" over rows of bare numbers.
_CLIENTS_HEAD = re.compile(
    r"[ \t|]{0,20}(?:number of |nr[_ ]|#[ ]?)?(?:clients?|instances?)[ \t]{0,20}\|", re.IGNORECASE
)
_CLIENTS = re.compile(
    r"[ \t|]{0,20}(?P<clients>\d{1,5})[ \t]{0,40}\|[ \t]{0,40}(?=\d)(?P<test>(?!))?(?P<threads>(?!))?"
)
_TITLE = re.compile(rf"\bnetperf\b(?:[ \t:/,(-]{{1,6}}(?P<test>{_TEST}))?", re.IGNORECASE)
_NAMED_TEST = re.compile(rf"\b(?P<test>{_TEST})\b")
# Titles of tables that are not netperf's; what stands under them is not, either.
_STRANGER = re.compile(
    r"[ \t~*=#o-]{0,6}(?:tbench|dbench|hackbench|schbench|ebizzy|iperf3?|stream|ycsb)\b[^.]{0,30}$", re.IGNORECASE
)
_NAME = Name("netperf", re.compile(r"\bnetperf\b", re.IGNORECASE))
_BITS = re.compile(r"(?P<scale>[KMG])b(?:ps|/s|its?/s(?:ec)?)", re.IGNORECASE)
_REACH = 80
_GAP = 1
_BELOW = 24
_TITLE_WORDS = 8
UNTOLD = "the post does not tell which of netperf's tests this is, nor the unit"


def typed(lines: Sequence[Line]) -> Iterator[Row]:
    """The typed rows of a text."""
    tables = Tables(_GAP)
    heads = {index for index, line in enumerate(lines) if "|" in line.text and _CLIENTS_HEAD.match(line.words)}
    for index, line in enumerate(lines):
        is_counted = any(0 < index - head <= _BELOW for head in heads)
        if not is_counted and "_" not in line.text and "client" not in line.text and "instance" not in line.text:
            continue
        label = (_CLIENTS if is_counted else _LABEL).match(line.text, line.start)
        title = _title(lines, index) if label is not None else None
        found = columns(lines, index, label.end()) if label is not None and title is not None else ()
        if label is not None and title is not None and found:
            yield _row(lines, index, (label, label["test"] or title["test"]), found, tables)


def by_side(lines: Sequence[Line]) -> Iterator[Row]:
    """The rates of netperf that stand on lines of their own, one a kernel or variant."""
    for side in rate_sides(lines, _NAME):
        test = _command_above(lines, side)
        bits = _BITS.fullmatch(side.unit)
        metric = THROUGHPUT if bits is not None else TRANSACTIONS
        unit = f"{bits['scale'].replace('K', 'k')}bit/s" if bits is not None else TRANSACTIONS.unit
        statistic = "mean" if side.is_mean else "sample"
        value = measured(
            metric,
            side.cell,
            metric.name,
            side.unit,
            unit=unit,
            statistic=statistic,
            repeat=side.repeat,
            runs=side.runs,
        )
        yield Row(side.line.number, side.first, test, side.label.text, (value,), kernel=side.kernel)


def counted(lines: Sequence[Line]) -> Iterator[Row]:
    """The rows of tables with bare numbers of clients before kernels."""
    for table in counted_tables(lines, _NAME):
        named = _NAMED_TEST.search(table.told)
        test = named["test"] if named is not None else None
        metric = _metric(test)
        for counted_row, figures in table.rows:
            values = table.values(figures, metric)
            yield Row(
                *(counted_row.line, table.block, (test or "netperf").lower(), counted_row.label),
                tuple(value if test is not None else replace(value, unit=None) for value in values),
                parameters={"clients": counted_row.count},
                title=table.title,
                warnings=() if test is not None else (UNTOLD,),
            )


def _metric(test: str | None) -> Metric:
    return TRANSACTIONS if test is not None and test.upper().endswith(("RR", "CC")) else THROUGHPUT


def _command_above(lines: Sequence[Line], side: Side) -> str:
    """The test of the last command above, or of words that name one."""
    for above in range(side.first - 2, max(-1, side.first - 2 - _REACH), -1):
        found = COMMAND.search(lines[above].words[:200]) or _NAMED_TEST.search(lines[above].words[:200])
        if found is not None:
            return found["test"].lower()
    return "netperf"


def _title(lines: Sequence[Line], index: int) -> re.Match[str] | None:
    """The line above that says whose figures these are: netperf's, unless another benchmark's title is nearer."""
    for above in range(index - 1, max(-1, index - _REACH), -1):
        line = lines[above]
        found = _TITLE.search(line.words[:120])
        if found is not None and (
            len(line.words.split()) <= _TITLE_WORDS or found["test"] or COMMAND.search(line.words)
        ):
            return COMMAND.search(line.words[:200]) or found
        if _STRANGER.match(line.words[:80]):
            return None
    return None


def _row(
    lines: Sequence[Line], index: int, named: tuple[re.Match[str], str | None], found: Sequence[Column], tables: Tables
) -> Row:
    line = lines[index]
    label, test = named
    metric = _metric(test)
    clients = label["clients"]
    part = section(lines, index)
    told: dict[str, Parameter | None] = {
        "clients": int(clients) if clients else None,
        "threads": label["threads"],
        "section": part,
    }
    return Row(
        line=line.number,
        block=tables.block(line),
        test=(test or "netperf").lower(),
        test_text=label.group().strip(" \t|:"),
        values=tuple(_value(metric, column, is_told=test is not None) for column in found),
        parameters={name: value for name, value in told.items() if value is not None},
        warnings=() if test is not None else (UNTOLD,),
    )


def _value(metric: Metric, column: Column, *, is_told: bool) -> Value:
    value = measured(metric, column.cell, metric.name, column.unit_text, spread=column.spread, kernel=column.head)
    return value if is_told else replace(value, unit=None)
