"""perf stat, how long a command took, in all and on the processors; its counters are no results. Its lines, of all
versions:

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
from suites.base import Cell, Label, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.cells import resolution
from suites.commas import comma_cell
from suites.matches import FIGURE, cell, measured
from suites.perf_stat_blocks import Untitled, read_untitled

ELAPSED = Metric("elapsed", "s", "lower", "seconds from start to end; the mean where it was repeated")
USER = Metric("user", "s", "lower", "processor seconds in user mode", role="secondary")
SYSTEM = Metric("system", "s", "lower", "processor seconds in the kernel", role="secondary")
CLOCK = Metric("cpu_clock", "ms", "lower", "milliseconds on all processors; the mean where repeated", role="secondary")

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
_CLOCK = re.compile(
    r"[ \t|]{0,40}(?P<value>\d{1,3}(?:[.]\d{3}){1,4},\d\d|" + _FIGURE + r")[ \t]{1,12}"
    r"(?P<text>(?:msec[ \t])?(?:task|cpu)-clock(?:-msecs)?(?::u)?(?:[ \t]\(msec\))?)[ \t]{1,40}#"
    r"[^(\n]{1,60}(?:\([ \t]{0,3}\+-[ \t]{0,6}(?P<percent>\d{1,4}(?:[.,]\d{1,3})?)[ \t]?%[ \t]{0,3}\))?"
)
_OLD = re.compile(rf"[ \t]{{0,40}}[Ww]all-clock time elapsed:[ \t]{{1,20}}(?P<value>{FIGURE})[ \t](?P<unit>msecs|secs)")
_REACH = 60
_UNNAMED = "command"
_METRICS = (
    ("elapsed", ELAPSED, "seconds time elapsed"),
    ("user", USER, "seconds user"),
    ("sys", SYSTEM, "seconds sys"),
)


@dataclass(frozen=True, slots=True)
class _Title:
    """What was run, and how often; `label` are the words over counters without a title."""

    line: int
    depth: int
    command: str
    runs: int | None = None
    label: Label | None = None


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    title: _Title | None = None
    clocks: list[Line] = []
    for index, line in enumerate(lines):
        text = line.text
        if "counter stats for" in text:
            title, clocks = _title(lines, index), []
        elif "-clock" in text:
            clocks.append(line)
        elif "seconds " in text or "elapsed:" in text:
            own = _near(title, line) or _untitled(read_untitled(lines, index), line)
            timed = [row for each in (*clocks, line) if (row := _row(each, own)) is not None]
            # A clock is one of these counters only where their time stands below it.
            yield from timed if timed and timed[-1].line == line.number else ()
            clocks = []


def _near(title: _Title | None, line: Line) -> _Title | None:
    return title if title is not None and title.depth == line.depth and line.number - title.line <= _REACH else None


def _untitled(found: Untitled | None, line: Line) -> _Title | None:
    if found is None:
        return None
    return _Title(found.first, line.depth, found.command or _UNNAMED, label=found.label)


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
    title = _near(title, line)
    match = _TIME.match(line.text, line.start)
    old = _OLD.match(line.text, line.start) if match is None else None
    clock = _CLOCK.match(line.text, line.start) if match is None and old is None else None
    if clock is not None:
        values = (_clock(clock, title),)
    elif old is not None:
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
        test=title.command if title is not None else _UNNAMED,
        test_text=title.command if title is not None else _UNNAMED,
        values=values,
        kernel=title.label if title is not None else None,
        title=title.command if title is not None and title.command != _UNNAMED else None,
        warnings=_broken(match) if match is not None else (),
    )


def _clock(match: re.Match[str], title: _Title | None) -> Value:
    """The time on the processors, printed in milliseconds; a box of another language parts thousands by points."""
    runs = title.runs if title is not None else None
    raw = match["value"]
    if "." in raw and raw.find(",") > raw.find("."):
        plain = raw.replace(".", "").replace(",", ".")
        found = Cell(raw, *match.span("value"), float(plain), resolution(plain))
    else:
        found = _cell(match, "value")
    spread = (RowSpread("percent", _cell(match, "percent")),) if match["percent"] else ()
    statistic = "mean" if runs is not None or spread else "sample"
    return measured(CLOCK, found, match["text"], "msec", statistic=statistic, runs=runs, spread=spread)


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
    metrics=(ELAPSED, USER, SYSTEM, CLOCK),
    tests={"*": "the command or the processors that were watched", "command": "one that the post does not name"},
    parameters={},
    marks=("time elapsed",),
    read=_read,
    rerun=_rerun,
    aliases=("perf stat",),
)
