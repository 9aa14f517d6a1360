"""pgbench's command lines, and tables that people make of its figures below one; no suite of its own."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Row
from suites.compared_columns import columns
from suites.matches import measured

_COMMAND = re.compile(r"(?:^|[$#`'\"( \t/])pgbench(?P<words>(?:[ \t]+[^\s|;`'\"]{1,60}){1,30})")
_OPTION = re.compile(r"(?<!\S)-(?P<name>[cjTsM])[ \t]{0,2}(?P<value>\w{1,12})(?!\S)")
_NAMES = {"c": "clients", "j": "threads", "T": "seconds", "s": "scale", "M": "query_mode"}
_LATENCIES = re.compile(r"\blatenc(?:y|ies)\b|\(ms\)", re.IGNORECASE)
_RATES = re.compile(r"\btps\b|\bthroughput\b|transactions per second", re.IGNORECASE)
_ROW = re.compile(r"[ \t|]{0,20}(?P<run>\d{1,3}|mean|avg|average|median)[ \t|:]{1,30}(?=\d)", re.IGNORECASE)
_REACH = 60
_TITLE_REACH = 12


@dataclass(frozen=True, slots=True)
class Command:
    """A pgbench command: its line, what it runs, and its settings."""

    line: int
    test: str
    parameters: Mapping[str, Parameter]


def command_in(line: Line) -> Command | None:
    """The command that stands on a line; None for words about pgbench."""
    match = _COMMAND.search(line.text, line.start)
    words = match["words"] if match is not None else ""
    options = list(_OPTION.finditer(words))
    flags = set(words.split())
    if not options:
        return None
    test = "select-only" if "-S" in flags else "simple-update" if "-N" in flags else "tpcb-like"
    parameters: dict[str, Parameter] = {
        _NAMES[option["name"]]: int(option["value"]) if option["value"].isdecimal() else option["value"]
        for option in options
    }
    return Command(line.number, "pgbench" if "-f" in flags else test, parameters)


def tables(lines: Sequence[Line], tps: Metric, latency: Metric) -> Iterator[Row]:
    """Numbered runs or means below a command, a kernel a column, where the text between says what they are."""
    command: Command | None = None
    metric: tuple[Metric, int] | None = None
    for index, line in enumerate(lines):
        found = command_in(line) if "pgbench" in line.text else None
        if found is not None:
            command, metric = found, None
        if command is None or line.number - command.line > _REACH:
            continue
        if len(line.words.split()) <= 10:
            kind = latency if _LATENCIES.search(line.words) else tps if _RATES.search(line.words) else None
            metric = (kind, line.number) if kind is not None else metric
        row = _row(lines, index, command, metric) if metric is not None else None
        if row is not None:
            yield row


def _row(lines: Sequence[Line], index: int, command: Command, told: tuple[Metric, int]) -> Row | None:
    line = lines[index]
    metric, title = told
    label = _ROW.match(line.text, line.start)
    if label is None or line.number - title > _TITLE_REACH:
        return None
    found = [column for column in columns(lines, index, label.end()) if column.head is not None]
    if not found:
        return None
    run = int(label["run"]) if label["run"].isdecimal() else None
    values = tuple(
        measured(
            metric,
            column.cell,
            metric.name,
            column.unit_text or column.note,
            statistic="sample"
            if run is not None
            else label["run"].lower().replace("avg", "mean").replace("average", "mean"),
            repeat=run,
            spread=column.spread,
            kernel=column.head,
        )
        for column in found
    )
    return Row(line.number, title, command.test, "pgbench", values, parameters=command.parameters)
