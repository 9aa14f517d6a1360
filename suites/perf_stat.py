"""perf stat, how long a command took; its counters are no results. Its lines, of all versions:

     Performance counter stats for 'make -j96 kernel/sched/' (3 runs):
            22,136.96 msec cpu-clock                 #    7.499 CPUs utilized            ( +-  0.29% )
               2.9520 +- 0.0169 seconds time elapsed  ( +-  0.57% )
          0.001509000 seconds user

The deviation is that of the mean; the percentage is the same by the time.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, RowSpread, Suite
from suites.commas import comma_cell
from suites.matches import FIGURE, cell, measured

ELAPSED = Metric("elapsed", "s", "lower", "seconds from start to end; the mean where it was repeated")
USER = Metric("user", "s", "lower", "processor seconds in user mode", role="secondary")
SYSTEM = Metric("system", "s", "lower", "processor seconds in the kernel", role="secondary")

_TITLE = re.compile(
    r"[ \t|]{0,20}Performance counter stats for (?P<command>'[^'\n]{1,300}'?|process id '[^']{1,60}'|[^\n(:]{1,80}?)"
    r"(?:[ \t]\((?P<runs>\d{1,6}) runs\))?:?[ \t]*$"
)
_WRAPPED = re.compile(r"[ \t|]{0,20}Performance counter stats for '[^']{1,300}$")
_REST = re.compile(r"(?P<command>[^'\n]{1,200})'(?:[ \t]\((?P<runs>\d{1,6}) runs\))?:?[ \t]*$")
# A box that speaks another language prints 1403,441 seconds.
_FIGURE = rf"(?:{FIGURE}(?![\d,])|\d{{1,9}},\d{{1,9}})"
_TIME = re.compile(
    rf"[ \t|]{{0,40}}(?P<value>{_FIGURE})[ \t]{{0,3}}(?:\+-[ \t]{{0,6}}(?P<around>{_FIGURE})[ \t]{{1,3}})?"
    r"seconds[ \t](?:(?P<elapsed>time elapsed)|(?P<user>user)|(?P<sys>sys))\b"
    r"(?:[ \t]{1,9}\([ \t]{0,3}\+-[ \t]{0,6}(?P<percent>\d{1,4}(?:[.,]\d{1,3})?)[ \t]?%[ \t]{0,3}\))?"
)
_OLD = re.compile(rf"[ \t]{{0,40}}[Ww]all-clock time elapsed:[ \t]{{1,20}}(?P<value>{FIGURE})[ \t](?P<unit>msecs|secs)")
_REACH = 60
_METRICS = (
    ("elapsed", ELAPSED, "seconds time elapsed"),
    ("user", USER, "seconds user"),
    ("sys", SYSTEM, "seconds sys"),
)


@dataclass(frozen=True, slots=True)
class _Title:
    """What was run, and how often."""

    line: int
    depth: int
    command: str
    runs: int | None


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    title: _Title | None = None
    for index, line in enumerate(lines):
        text = line.text
        if "counter stats for" in text:
            title = _title(lines, index)
        elif "seconds " in text or "elapsed:" in text:
            row = _row(line, title)
            if row is not None:
                yield row


def _title(lines: Sequence[Line], index: int) -> _Title | None:
    line = lines[index]
    match = _TITLE.match(line.text, line.start)
    command = match["command"] if match is not None else ""
    runs = match["runs"] if match is not None else None
    if _WRAPPED.match(line.text, line.start) and index + 1 < len(lines):
        rest = _REST.match(lines[index + 1].words.strip())
        if rest is not None:
            begun = line.text.split("stats for ", 1)[1].strip()
            command, runs = f"{begun} {rest['command']}", rest["runs"]
    if not command:
        return None
    return _Title(line.number, line.depth, command.strip().strip("'"), int(runs) if runs else None)


def _row(line: Line, title: _Title | None) -> Row | None:
    if title is not None and (line.depth != title.depth or line.number - title.line > _REACH):
        title = None
    match = _TIME.match(line.text, line.start)
    old = _OLD.match(line.text, line.start) if match is None else None
    if old is not None:
        unit = "ms" if old["unit"] == "msecs" else "s"
        values = (measured(ELAPSED, cell(old, "value"), "wall-clock time elapsed", old["unit"], unit=unit),)
    elif match is not None:
        metric, text = next((metric, text) for group, metric, text in _METRICS if match[group])
        runs = title.runs if title is not None else None
        spread = _spread(match)
        statistic = "mean" if runs is not None or spread else "sample"
        values = (
            measured(metric, _cell(match, "value"), text, "seconds", statistic=statistic, runs=runs, spread=spread),
        )
    else:
        return None
    return Row(
        line=line.number,
        block=title.line if title is not None else line.number,
        test=title.command if title is not None else "command",
        test_text=title.command if title is not None else "command",
        values=values,
        title=title.command if title is not None else None,
        warnings=_broken(match) if match is not None else (),
    )


def _spread(match: re.Match[str]) -> tuple[RowSpread, ...]:
    kinds = (("stdev", "around"), ("percent", "percent"))
    return tuple(RowSpread(kind, _cell(match, group)) for kind, group in kinds if match[group])


def _cell(match: re.Match[str], group: str) -> Cell:
    """A figure; perf parts no thousands of seconds, so that a comma is the point of the box's language."""
    is_decimal = "," in match[group] and "." not in match[group]
    return comma_cell(match[group], match.start(group), decimal=True) if is_decimal else cell(match, group)


def _broken(match: re.Match[str]) -> tuple[str, ...]:
    """Whether the percentage is another part of the time than the deviation."""
    if match["around"] is None or match["percent"] is None:
        return ()
    value, around, percent = _cell(match, "value"), _cell(match, "around"), _cell(match, "percent").value
    slack = 0.0051 + 100 * (around.resolution or 0) / max(value.value, 1e-9)
    if value.value and abs(around.value / value.value * 100 - percent) > slack:
        return (f"{around.raw} of {value.raw} s are not {match['percent']} %: a figure is mistyped",)
    return ()


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "it timed a command of the poster's own, which is never run from a mail")


SUITE = Suite(
    name="perf-stat",
    title="perf stat, time of a command",
    metrics=(ELAPSED, USER, SYSTEM),
    tests={"*": "the command or the processors that were watched", "command": "one that the post does not name"},
    parameters={},
    marks=("time elapsed",),
    read=_read,
    rerun=_rerun,
    aliases=("perf stat",),
)
