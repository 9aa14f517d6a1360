"""time: how long a command took, as bash, POSIX, GNU time, csh, zsh and BSD print it; the test is the command.

    $ time taskset -c 0,1 ./a.out
    real	0m0.832s
    user	0m1.649s
    sys	0m0.004s

A time whose command the post does not name is not taken: nobody could say what it is a time of. Under a benchmark's own
report it says how long the whole run took, and is secondary. User and system time over the elapsed time are the CPU
share that GNU time and csh print: that proves the figures.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from archive.text import Line
from suites.base import Cell, Label, Metric, Rerun, Row, Suite, Value
from suites.column_heads import read_heads
from suites.time_commands import (
    Command,
    averaged_commands,
    benchmark_above,
    command_on,
    ended_above,
    heading_of,
    options_above,
    sides_timed,
    title_above,
)
from suites.time_lines import TimeLine, Timing, cpu_share, read_line
from suites.time_tables import read_runs, read_tables

METRICS = (
    Metric("elapsed", "s", "lower", "seconds by the wall clock"),
    Metric("user", "s", "lower", "CPU seconds outside the kernel", role="secondary"),
    Metric("system", "s", "lower", "CPU seconds in the kernel", role="secondary"),
    Metric("cpu_percent", "%", None, "CPU share of the elapsed time; above 100 with several CPUs", role="secondary"),
)
_BY_TIMING = dict(zip(("elapsed", "user", "system", "cpu"), METRICS, strict=True))
# GNU time cuts the share to a whole number, csh to one digit, both of times that were not rounded yet.
_SHARE_SLACK = 2.0
_GROUP_GAP = 2
# Between a command's times under one kernel and under the next stand what else was printed of the first.
_REPEATED_REACH = 40
# Each with the word that it begins with, which is looked for first: "really" and "already" are in every second mail.
_HINTS = (
    ("real", re.compile(r"real[ \t:]{1,20}\d")),
    ("real", re.compile(r"real[ \t|]{1,20}user[ \t|]{1,20}sys")),
    (" real", re.compile(r" real[ \t]{1,4}(?:\d|$)", re.MULTILINE)),
    ("elapsed", re.compile(r"elapsed[ \t]{1,4}\d{1,6}(?:\.\d{1,2})?[ \t]?%cpu")),
    ("%", re.compile(r"%[ \t]{1,4}\d{1,9}\+\d{1,9}k")),
    ("% cpu ", re.compile(r"% cpu ")),
    ("make -", re.compile(r"^[> \t]{0,20}v?\d\.\d[^ \t\n]{2,60}?:?[ \t]{1,20}\d{1,4}[:m][ ]?\d\d", re.MULTILINE)),
    ("command being timed", re.compile(r"command being timed")),
    ("elapsed (wall clock", re.compile(r"elapsed \(wall clock(?: seconds)?\) time:")),
)


class _Reader:
    """Reads one text; a command holds for the times under it until the next one, or until they are too far."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._averaged = averaged_commands(lines)
        self._sided = sides_timed(lines)
        self._named: Command | None = None
        self._timed: Command | None = None
        self._first = self._last = -1
        self._run: int | None = None

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            found = read_line(line)
            if found is None:
                self._named = command_on(line) or heading_of(line, self._averaged) or self._named
                continue
            is_near = self._last >= 0 and index - self._last <= _GROUP_GAP
            self._first = self._first if is_near and self._lines[self._last].depth == line.depth else index
            self._run = found.run if found.run is not None or self._first == index else self._run
            if found.form != "labelled" or found.timings[0].metric == "elapsed":
                self._timed = self._command_of(index, found)
            elif self._first == index:
                continue  # "user" and "sys" alone are words of many a table
            self._last = index
            if self._timed is not None:
                yield from self._rows(index, found, self._timed)

    def _command_of(self, index: int, found: TimeLine) -> Command | None:
        line = self._lines[index]
        if found.command is not None:
            return Command(found.command, line.number, 0)
        named = self._named if self._named is not None and self._reaches(self._named, line) else None
        benchmark = benchmark_above(self._lines, index) if found.form == "whole" else None
        if named is None and benchmark is None:
            ended = ended_above(self._lines, index)
            if ended is not None or found.label is not None:
                return ended or title_above(self._lines, self._first)
            return self._of_side(index)
        if named is None or (benchmark is not None and benchmark.line > named.line):
            return benchmark
        # A command goes on holding for times that follow one another, as where it is repeated under another kernel.
        self._named = replace(named, line=line.number, reach=max(named.reach, _REPEATED_REACH))
        return replace(named, text=" ".join((named.text, *options_above(self._lines, index))))

    def _of_side(self, index: int) -> Command | None:
        """The unnamed command of a time under the heading of a side."""
        above = [place for place in self._sided if place < index]
        command = self._sided[above[-1]] if above else None
        return command if command is not None and self._reaches(command, self._lines[index]) else None

    def _reaches(self, command: Command, line: Line) -> bool:
        return line.number - command.line <= command.reach and self._lines[command.line - 1].depth == line.depth

    def _rows(self, index: int, found: TimeLine, command: Command) -> Iterator[Row]:
        line = self._lines[index]
        heads = self._heads(found) if found.columns > 1 else ()
        if found.columns > 1 and not heads:
            return
        yield Row(
            line=line.number,
            block=self._first + 1,
            test=command.text,
            test_text=command.text,
            values=tuple(_value(timing, command, heads, self._run) for timing in found.timings),
            kernel=found.label,
            warnings=_broken(found.timings) if found.form == "whole" else (),
        )

    def _heads(self, found: TimeLine) -> tuple[Label, ...]:
        """The variants over times that stand side by side; none where they are not all named."""
        end = self._lines[self._first].start if found.side_by_side else found.label_end
        return tuple(head.label for head in read_heads(self._lines, self._first, found.columns, end))


def _value(timing: Timing, command: Command, heads: Sequence[Label], run: int | None = None) -> Value:
    metric = _BY_TIMING[timing.metric]
    return Value(
        metric=metric.name,
        cell=timing.cell,
        metric_text=timing.text,
        unit=metric.unit,
        unit_text=None,
        better=metric.better,
        role="secondary" if command.is_benchmark else metric.role,
        statistic="sample" if command.runs is None else "mean",
        runs=command.runs,
        repeat=run,
        kernel=heads[timing.column] if heads else None,
    )


def _broken(timings: Sequence[Timing]) -> tuple[str, ...]:
    cells: dict[str, Cell] = {timing.metric: timing.cell for timing in timings}
    expected = cpu_share(cells)
    if expected is None or "cpu" not in cells or cells["elapsed"].value < 1:
        return ()
    if abs(expected - cells["cpu"].value) <= max(_SHARE_SLACK, 0.02 * expected):
        return ()
    times = f"{cells['user'].raw} and {cells['system'].raw} s in {cells['elapsed'].raw}"
    return (f"{times} are not {cells['cpu'].raw} % of a CPU: one of the figures is mistyped",)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()
    for row in chain(read_tables(lines), read_runs(lines)):
        values = tuple(_value(timing, row.command, ()) for timing in row.timings)
        yield Row(row.line, row.head, row.command.text, row.command.text, values, kernel=row.side)


def _hint(text: str) -> bool:
    return any(word in text and pattern.search(text) is not None for word, pattern in _HINTS)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "the command is the poster's own; nothing that a mail says is ever run")


SUITE = Suite(
    name="time",
    title="time, how long a command took",
    metrics=METRICS,
    tests={"*": "any command"},
    parameters={},
    marks=("real", "elapsed", "% cpu ", "pf+", "command being timed", "make -"),
    hint=_hint,
    read=_read,
    rerun=_rerun,
    aliases=("gnu time",),
)
