"""Tables of times that people set under one head, a side a row; no suite.

time mke2fs /dev/hdd1   real    user     sys
2.4.12-ac3-preempt    0m4.252s 0m0.010s 0m0.090s
2.4.13-ac6+your patch 0m8.349s 0m0.000s 0m0.070s

Or a run a line, behind its kernel, where the words above name the build that was timed:

2.4.14-pre8vmscan2:   6:12.06
2.4.14-pre8vmscan2:   6:41.43
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Label
from suites.time_commands import Command, build_on, command_on, title_above
from suites.time_lines import Timing, shell_time

_HEAD = re.compile(
    r"(?P<lead>.{0,80}?)(?:^|[ \t|]{1,40})real[ \t|]{1,20}user[ \t|]{1,20}sys(?:tem)?[ \t|]{0,20}$", re.I
)
_TIME = re.compile(r"[ \t]?time[ \t]{1,4}", re.IGNORECASE)
_ROW = re.compile(
    r"[ \t]{0,20}(?P<label>\S.{0,60}?)[ \t|]{1,40}(?P<elapsed>\d{1,5}m[\d.,]{1,8}s?)"
    r"[ \t|]{1,20}(?P<user>\d{1,5}m[\d.,]{1,8}s?)[ \t|]{1,20}(?P<system>\d{1,5}m[\d.,]{1,8}s?)[ \t|]{0,20}$"
)
_CLOCK = r"(?:(?:\d{1,2}:)?\d{1,3}:[0-5]\d(?:[.,]\d{1,3})?|\d{1,4}m[ ]?\d{1,2}(?:[.,]\d{1,3})?s)"
_RUN = re.compile(
    r"[ \t]{0,20}(?P<label>v?\d\.\d{1,2}[.\w][\w.+~/-]{0,50}?)(?::[ \t]{1,20}|[ \t]{2,20})"
    rf"(?P<elapsed>{_CLOCK})$"
)
_FEWEST = 2
_NAMES = {"elapsed": "real", "user": "user", "system": "sys"}
_ABOVE = 3
_BUILD_ABOVE = 6


@dataclass(frozen=True, slots=True)
class TimeRow:
    """A row: the command that was timed, the line of the head, and whose times they are."""

    line: int
    head: int
    command: Command
    side: Label
    timings: tuple[Timing, ...]


def read_tables(lines: Sequence[Line]) -> Iterator[TimeRow]:
    """The rows of the tables that say what was timed."""
    for index, line in enumerate(lines):
        head = _HEAD.match(line.words) if "real" in line.words.lower() and len(line.words) <= 160 else None
        if head is None:
            continue
        rows = list(_rows(lines, index + 1, line.depth))
        command = _command(lines, index, head) if len(rows) >= _FEWEST else None
        if command is not None:
            for row, timings in rows:
                yield TimeRow(row.line, line.number, command, row, timings)


def read_runs(lines: Sequence[Line]) -> Iterator[TimeRow]:
    """The lines of a kernel and the time of its run, two at least, under words that name a build."""
    index = 0
    while index < len(lines):
        runs = list(_runs(lines, index))
        command = _build_above(lines, index) if len(runs) >= _FEWEST else None
        if command is not None:
            for side, timing in runs:
                yield TimeRow(side.line, index + 1, command, side, (timing,))
        index += max(1, len(runs))


def _runs(lines: Sequence[Line], first: int) -> Iterator[tuple[Label, Timing]]:
    for index in range(first, len(lines)):
        line = lines[index]
        is_short = ":" in line.words and len(line.words) <= 100 and line.depth == lines[first].depth
        match = _RUN.match(line.text.rstrip(), line.start) if is_short else None
        if match is None:
            return
        side = Label(match["label"], line.number, match.start("label"), match.end("label"), Basis.ROW_LABEL)
        yield side, Timing("elapsed", "", shell_time(match["elapsed"], match.start("elapsed")))


def _build_above(lines: Sequence[Line], index: int) -> Command | None:
    """The build that the paragraph right above names."""
    last = index - 1 if index and not lines[index - 1].is_blank else index - 2
    for line in reversed(lines[max(0, last + 1 - _BUILD_ABOVE) : max(0, last + 1)]):
        if line.is_blank or line.depth != lines[index].depth:
            return None
        build = build_on(line)
        if build is not None:
            return build
    return None


def _command(lines: Sequence[Line], index: int, head: re.Match[str]) -> Command | None:
    """What was timed: as the head says, as a command above does, or as a title over the head."""
    lead = head["lead"].strip(" \t|:")
    timed = _TIME.match(lead)
    if timed is not None and lead[timed.end() :]:
        return Command(lead[timed.end() :], index + 1, 0)
    above = [command_on(line) for line in lines[max(0, index - _ABOVE) : index] if line.depth == lines[index].depth]
    return next((command for command in reversed(above) if command is not None), None) or title_above(lines, index)


def _rows(lines: Sequence[Line], start: int, depth: int) -> Iterator[tuple[Label, tuple[Timing, ...]]]:
    for line in lines[start:]:
        match = _ROW.match(line.text, line.start) if line.depth == depth else None
        if match is None:
            return
        side = Label(match["label"], line.number, match.start("label"), match.end("label"), Basis.ROW_LABEL)
        yield side, tuple(Timing(name, _NAMES[name], shell_time(match[name], match.start(name))) for name in _NAMES)
