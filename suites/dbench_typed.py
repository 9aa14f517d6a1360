"""Rows that people type from dbench's figures: `dbench 10 v v v`, and kernels with a star bar under a heading."""

import re
from collections.abc import Sequence
from dataclasses import replace

from archive import kernels
from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Row, Value
from suites.cells import number, words
from suites.dbench_headings import Heading
from suites.dbench_lines import STARTUP_NOISE, THROUGHPUT, startup_warning
from suites.hand_rows import RATE_UNITS, HandRows

_TYPED = re.compile(
    r"\s{0,40}(?P<text>(?:\./)?(?P<test>[td]bench)\s{1,9}(?P<clients>\d{1,4})(?:\s(?:clients|procs|processes|threads))?)"
    r"\s{0,9}[:=]?\s{1,40}(?=[\d.])",
    re.IGNORECASE,
)
_MAX_LABEL_WORDS = 3


def typed_row(lines: Sequence[Line], index: int, hand_rows: HandRows) -> Row | None:
    """A row that begins with the program and its clients; `dbench 1 5 10` lists clients and is none."""
    line = lines[index]
    match = _TYPED.match(line.text, line.start)
    hand = hand_rows.read(index, match.end()) if match is not None else None
    if match is None or hand is None or not ("/s" in line.words or any("." in cell.raw for cell in hand.cells)):
        return None
    clients = int(match["clients"])
    return Row(
        line=line.number,
        block=line.number,
        test=match["test"].lower(),
        test_text=match["text"],
        values=tuple(_judged(value, clients) for value in hand.values(THROUGHPUT, "")),
        parameters={"clients": clients},
    )


def _judged(value: Value, clients: int) -> Value:
    """A figure of unknown version: in version 1, when such rows were common, it may stand for too short a run."""
    short = tuple(f"if of version 1, {warning}" for warning in startup_warning(value.cell.value, clients))
    return replace(value, warnings=value.warnings + short, noise=STARTUP_NOISE if short else None)


def bar_row(line: Line, heading: Heading) -> Row | None:
    """A kernel's row below a heading: a rate, mostly behind a bar of stars, or the statistics that head its columns."""
    everything = list(words(line.text, line.start))
    found = [word for word in everything if set(word[0]) != {"*"}]
    unit_text = found.pop()[0] if found and found[-1][0].lower() in RATE_UNITS else None
    count = len(heading.statistics) or 1
    label, figures = found[:-count], found[-count:]
    cells = [cell for word, column, _ in figures if (cell := number(word, column)) is not None]
    if not 1 <= len(label) <= _MAX_LABEL_WORDS or len(cells) != count or not (unit_text or heading.statistics):
        return None
    if not any(set(word) == {"*"} for word, _, _ in everything) and kernels.parse(label[0][0]) is None:
        return None  # "  4  51140  548.42 MB/sec" is a progress line of version 2
    start, end = label[0][1], label[-1][2]
    return Row(
        line=line.number,
        block=heading.line,
        test=heading.test,
        test_text=heading.text,
        values=_values(cells, unit_text, heading),
        kernel=Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL),
        parameters=_parameters(heading),
    )


def _values(cells: list[Cell], unit_text: str | None, heading: Heading) -> tuple[Value, ...]:
    metric = THROUGHPUT
    columns = zip(cells, heading.statistics or (("", "sample"),), strict=True)
    return tuple(
        Value(metric.name, cell, text, metric.unit, unit_text, metric.better, statistic=statistic, runs=heading.runs)
        for cell, (text, statistic) in columns
    )


def _parameters(heading: Heading) -> dict[str, Parameter]:
    filesystem: dict[str, Parameter] = {"filesystem": heading.filesystem} if heading.filesystem else {}
    return {"clients": heading.clients, **filesystem}
