"""XSBench, the look-ups of a Monte Carlo simulation of neutrons: how many are done in a second. Its report ends in:

Threads:     56
Runtime:     36.235 seconds
Lookups:     170,000,000
Lookups/s:   4,691,618

The look-ups over the seconds are the rate: that proves a report which has all three.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.matches import FIGURE, Tables, cell, measured

RATE = Metric("lookups_per_second", "lookups/s", "higher", "cross sections looked up in a second")
TIME = Metric("run_time", "s", "lower", "how long the look-ups took", role="secondary")

_ITEM = re.compile(
    rf"\s{{0,12}}(?P<name>Runtime|Lookups/s|Lookups|Threads):\s{{1,20}}(?P<figure>{FIGURE})(?P<unit> seconds)?$"
)
_SETTINGS = {"Lookups": "lookups", "Threads": "threads"}
_TEST = "lookups"
_MAX_GAP = 2
_SLACK = 0.01


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_MAX_GAP)
    settings: dict[str, Parameter] = {}
    seconds: float | None = None
    for line in lines:
        found = _ITEM.match(line.text.rstrip(), line.start) if ": " in line.words else None
        if found is None:
            continue
        name, figure = found["name"], cell(found, "figure")
        if name in _SETTINGS:
            settings = settings | {_SETTINGS[name]: int(figure.value)}
            continue
        if (name == "Runtime") != (found["unit"] is not None):
            continue
        metric, unit = (TIME, "seconds") if name == "Runtime" else (RATE, "Lookups/s")
        warnings = _broken(settings, seconds, figure.value) if metric is RATE else ()
        seconds = figure.value if metric is TIME else None
        value = measured(metric, figure, name, unit)
        yield Row(
            *(line.number, tables.block(line), _TEST, "XSBench", (value,)), parameters=settings, warnings=warnings
        )


def _broken(settings: dict[str, Parameter], seconds: float | None, rate: float) -> tuple[str, ...]:
    lookups = settings.get("lookups")
    if not isinstance(lookups, int) or not seconds or abs(lookups / seconds - rate) <= _SLACK * rate:
        return ()
    return (f"{lookups:,} look-ups in {seconds:g} s are not {rate:,.0f} a second: one of the figures is mistyped",)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "XSBench is built from its sources; no adapter of ours does it yet")


SUITE = Suite(
    name="xsbench",
    title="XSBench, look-ups in large tables in memory",
    metrics=(RATE, TIME),
    tests={_TEST: "looks up cross sections of materials at random energies"},
    parameters={"threads": "threads that look up", "lookups": "how many look-ups were done"},
    marks=("lookups/s",),
    hint=lambda text: "lookups/s:" in text,
    read=_read,
    rerun=_rerun,
)
