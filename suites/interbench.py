"""interbench: how long an interactive task waits for the CPU while a load runs; a table a task, a row a load.

    --- Benchmarking simulated cpu of Video in the presence of simulated ---
    Load    Latency +/- SD (ms)  Max Latency   % Desired CPU  % Deadlines Met
    X         0.333 +/- 3.1         62.8             100           99.8
    None       2.44 +/- nan         48.6            98.7

Tasks without deadlines have no last column. Real-time runs are in microseconds, which the head says. A deviation that
the program could not compute is "nan", and no spread. The longest latency is no less than the mean, and no share is
over 100.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, RowSpread, Suite
from suites.matches import cell, measured

LATENCY = Metric("latency", "ms", "lower", "mean time from wanting the CPU until getting it")
MAX_LATENCY = Metric("max_latency", "ms", "lower", "longest such time")
DESIRED_CPU = Metric("desired_cpu", "%", "higher", "share of the CPU time wanted that the task got")
DEADLINES_MET = Metric("deadlines_met", "%", "higher", "share of the deadlines that the task met")

_TITLE = re.compile(
    r"[ \t]{0,8}-{2,4}[ \t]{0,2}Benchmarking[ \t]{1,3}simulated[ \t]{1,3}cpu[ \t]{1,3}of[ \t]{1,3}"
    r"(?P<task>[A-Za-z]\w{0,20})[ \t]{1,3}(?:(?P<real>real[ \t]time)[ \t]{1,3}|nice[ \t](?P<nice>-?\d{1,2})[ \t]{1,3})?"
    r"in[ \t]{1,3}the[ \t]{1,3}presence[ \t]{1,3}of[ \t]{1,3}simulated(?:[ \t]{1,3}nice[ \t](?P<load_nice>-?\d{1,2}))?"
)
_HEAD = re.compile(r"[ \t]{0,8}Load\b.{0,20}Latency[ \t]*\+/-[ \t]*SD[ \t]*\((?P<unit>ms|us)\)")
_FIGURE = r"\d{1,9}(?:\.\d{0,6})?(?:e[+-]\d{1,3})?"
_ROW = re.compile(
    rf"[ \t]{{0,8}}(?P<load>[A-Z]\w{{0,20}})[ \t]{{1,20}}(?P<mean>{_FIGURE})[ \t]{{0,9}}\+/-[ \t]{{0,9}}"
    rf"(?P<sd>{_FIGURE}|-?nan|inf)[ \t]{{1,20}}(?P<max>{_FIGURE})[ \t]{{1,20}}(?P<cpu>{_FIGURE})%?"
    rf"(?:[ \t]{{1,20}}(?P<met>{_FIGURE})%?)?[ \t]*$"
)
_VERSION = re.compile(r"\binterbench[ \t]{1,3}(?:version[ \t]{1,3})?v?(?P<version>0\.\d{1,2})\b", re.IGNORECASE)
# How long each load runs: "Using 1844991 loops per ms, running every load for 30 seconds".
_SECONDS = re.compile(
    r"running[ \t]{1,3}every[ \t]{1,3}load[ \t]{1,3}for[ \t]{1,3}(?P<seconds>\d{1,6})[ \t]{1,3}seconds"
)
_MAX_STRANGERS = 2


@dataclass(frozen=True, slots=True)
class _Section:
    """A title: the task, its settings, and the line and quote depth at which its table begins."""

    task: str
    settings: dict[str, Parameter]
    line: int
    depth: int


@dataclass(frozen=True, slots=True)
class _Told:
    """What the lines above a row tell: the unit of its head, how long each load ran, and the program's version."""

    unit: str = "ms"
    seconds: int | None = None
    version: str | None = None


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    section: _Section | None = None
    told = _Told()
    strangers = 0
    for line in lines:
        told = _told(line, told)
        opened, head = _section(line), _HEAD.match(line.words)
        if opened is not None:
            section, strangers = opened, 0
            continue
        if section is None or line.depth != section.depth:
            section = section if line.is_blank else None
            continue
        match = _ROW.match(line.text.rstrip(), line.start)
        if match is not None:
            strangers = 0
            yield _row(line, match, section, told)
        elif head is None and not line.is_blank:
            strangers += 1
            section = section if strangers <= _MAX_STRANGERS else None


def _told(line: Line, told: _Told) -> _Told:
    named, seconds, head = _VERSION.search(line.words), _SECONDS.search(line.words), _HEAD.match(line.words)
    return _Told(
        head["unit"] if head is not None else told.unit,
        int(seconds["seconds"]) if seconds is not None else told.seconds,
        named["version"] if named is not None else told.version,
    )


def _section(line: Line) -> _Section | None:
    title = _TITLE.match(line.words)
    if title is None:
        return None
    settings: dict[str, Parameter] = {"real_time": "yes"} if title["real"] else {}
    settings |= {name: int(title[name]) for name in ("nice", "load_nice") if title[name]}
    return _Section(title["task"], settings, line.number, line.depth)


def _row(line: Line, match: re.Match[str], section: _Section, told: _Told) -> Row:
    unit = told.unit
    mean, longest = cell(match, "mean"), cell(match, "max")
    values = [
        measured(LATENCY, mean, "Latency", unit, unit=unit, statistic="mean", spread=_spread(match)),
        measured(MAX_LATENCY, longest, "Max Latency", unit, unit=unit, statistic="max"),
        measured(DESIRED_CPU, cell(match, "cpu"), "% Desired CPU", "%"),
    ]
    if match["met"]:
        values.append(measured(DEADLINES_MET, cell(match, "met"), "% Deadlines Met", "%"))
    return Row(
        line=line.number,
        block=section.line,
        test=section.task.lower(),
        test_text=section.task,
        values=tuple(values),
        parameters={"load": match["load"]} | section.settings | ({"seconds": told.seconds} if told.seconds else {}),
        title=f"simulated cpu of {section.task}",
        suite_version=told.version,
        warnings=_broken(match, mean, longest),
    )


def _spread(match: re.Match[str]) -> tuple[RowSpread, ...]:
    """The deviation; "nan" and "inf" are what the program prints where it could not compute one."""
    return () if match["sd"][-1] in "nf" else (RowSpread("stdev", cell(match, "sd")),)


def _broken(match: re.Match[str], mean: Cell, longest: Cell) -> tuple[str, ...]:
    told = []
    if longest.value < mean.value:
        told.append(f"the longest latency {longest.raw} is less than the mean {mean.raw}: one of the two is mistyped")
    told += [
        f"{match[name]} % is over 100: it is mistyped, or the columns are not those of the head"
        for name in ("cpu", "met")
        if match[name] and float(match[name]) > 100
    ]
    return tuple(told)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "interbench is not packaged, and no program of ours does what it does yet")


SUITE = Suite(
    name="interbench",
    title="interbench, latencies of interactive tasks under load",
    metrics=(LATENCY, MAX_LATENCY, DESIRED_CPU, DEADLINES_MET),
    tests={
        "audio": "wants 5 % of the CPU every 50 ms",
        "video": "wants 40 % of the CPU at 60 frames a second",
        "x": "wants a share of the CPU that changes from 0 to 100 %, as a window manager under a moved window",
        "gaming": "wants all of the CPU, without deadlines",
        "server": "wants a share of the CPU as a server does",
        "custom": "wants what the user told it to",
    },
    parameters={
        "load": "what else runs",
        "real_time": "yes where the task had a real-time priority",
        "nice": "nice value of the task",
        "load_nice": "nice value of the load",
        "seconds": "how long each load ran",
    },
    marks=("simulated cpu of",),
    read=_read,
    rerun=_rerun,
)
