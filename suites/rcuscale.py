"""rcuscale, a module of the kernel: how long updaters of RCU wait for a grace period. What its script makes of the log:

    Experiment: nreaders=1 nwriters=1 reader_cpu_offset=0 writer_cpu_offset=0
    Average grace-period duration: 108376 microseconds
    Minimum grace-period duration: 13000.4
    50th percentile grace-period duration: 115000
    99th percentile grace-period duration: 121004
    Maximum grace-period duration: 219000

All of them are microseconds. The percentiles grow up to the longest, and the average lies between the shortest and the
longest: that proves a report.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.matches import Tables, cell, measured

DURATION = Metric("duration", "us", "lower", "microseconds from asking for a grace period to its end")

_ROW = re.compile(
    r"[ \t]{0,40}(?P<what>Average|Minimum|Maximum|(?P<percent>\d{1,2}(?:\.\d)?)th percentile) grace-period duration: "
    r"(?P<value>\d{1,12}(?:\.\d{1,6})?)(?P<unit> microseconds)?[ \t]*$"
)
_OPTIONS = re.compile(r"(?:Experiment|with options):?(?P<options>(?: [a-z_]{2,24}=[\w:.]{1,16}){1,12})")
_OPTION = re.compile(r"(?P<name>[a-z_]{2,24})=(?P<value>[\w:.]{1,16})")
_STATISTICS = {"Average": "mean", "Minimum": "min", "Maximum": "max"}
_KNOWN = frozenset(
    {"nreaders", "nwriters", "gp_exp", "gp_async", "reader_cpu_offset", "writer_cpu_offset", "scale_type"}
)
_TEST = "grace_period"
_MAX_GAP = 2
# The words stand some lines above their report, and hold for no other.
_REACH = 6


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_MAX_GAP)
    report: list[Row] = []
    settings: dict[str, Parameter] = {}
    told = -_REACH
    for index, line in enumerate(lines):
        found = _ROW.match(line.text, line.start) if "grace-period duration" in line.text else None
        if found is None:
            told, settings = (index, _settings(line)) if "=" in line.text and _settings(line) else (told, settings)
            continue
        block = tables.block(line)
        if report and report[0].block != block:
            yield from _checked(report)
            report = []
        near = settings if report or index - told <= _REACH else {}
        report.append(replace(_row(line, found, block), parameters=report[0].parameters if report else near))
    yield from _checked(report)


def _settings(line: Line) -> dict[str, Parameter]:
    found = _OPTIONS.search(line.text, line.start)
    options = _OPTION.finditer(found["options"]) if found is not None else ()
    return {
        one["name"]: int(one["value"]) if one["value"].isdigit() else one["value"]
        for one in options
        if one["name"] in _KNOWN
    }


def _row(line: Line, found: re.Match[str], block: int) -> Row:
    percent, text = found["percent"], found["what"]
    statistic = f"p{float(percent):g}" if percent is not None else _STATISTICS[text]
    unit = "microseconds" if found["unit"] is not None else None
    value = measured(DURATION, cell(found, "value"), f"{text} grace-period duration", unit, statistic=statistic)
    return Row(line.number, block, _TEST, "grace-period duration", (value,))


def _checked(report: Sequence[Row]) -> Iterator[Row]:
    """The rows of a report; one whose figure is below an earlier one of its order, or beyond its ends, is warned of."""
    figures = {row.values[0].statistic: row.values[0].cell.value for row in report}
    least, most = figures.get("min", 0.0), figures.get("max", float("inf"))
    last = least
    for row in report:
        value = row.values[0]
        is_ordered = value.statistic.startswith("p")
        is_odd = not least <= value.cell.value <= most or (is_ordered and value.cell.value < last)
        last = max(last, value.cell.value) if is_ordered else last
        odd = (f"{value.cell.raw} is out of the order of its report: a figure is mistyped",)
        yield replace(row, warnings=odd if is_odd else ())


def _rerun(_test: str) -> Rerun:
    return Rerun("hardware", "needs root and a kernel that was built with the module")


SUITE = Suite(
    name="rcuscale",
    title="rcuscale, how long grace periods of RCU take",
    metrics=(DURATION,),
    tests={_TEST: "updaters wait for grace periods while readers read"},
    parameters={
        "nreaders": "threads that read",
        "nwriters": "threads that ask for grace periods",
        "gp_exp": "1 where expedited grace periods were asked for",
        "gp_async": "1 where nobody waits, but is called back",
        "reader_cpu_offset": "the first processor of the readers",
        "writer_cpu_offset": "the first processor of the writers",
        "scale_type": "which kind of RCU (rcu, srcu, tasks, ...)",
    },
    marks=("grace-period duration:",),
    read=_read,
    rerun=_rerun,
    aliases=("rcuperf",),
)
