"""kernbench, compiling a kernel again and again: elapsed, user and system time, CPU share, context switches and sleeps.

Read are its own report in every writing (kernbench_lines.py) and the tables that people make of it, a row a kernel:

    Average Optimal -j 8 Load Run:
    Elapsed Time 120.68 (0.425558)

    Kernbench: (make -j N vmlinux, where N = 2 x num_cpus)
                                  Elapsed      System        User         CPU
                  2.6.5-rc1         45.75      102.49      577.39     1486.00

                    Elapsed Time  User Time  System Time Percent CPU  Context Switches   Sleeps
    2.6.9-rc3         699.906      1322.01     39.336        194            64390         74416.8

    Half(-j8)       120.8           113.0

    Elapsed: 81.444s User: 1044.06s System: 138.008s CPU: 1451.2%

The CPU share is user and system time over the elapsed time: that proves that the columns are those of the head.
"""

import re
from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.kernbench_loads import read_loads
from suites.kernbench_report import read_reports
from suites.kernbench_tables import read_tables
from suites.matches import measured
from suites.side_lists import SideFigure, side_lists
from suites.titled_tables import Name

_NAME = Name("kernbench", re.compile(r"(?<![\w/.-])kernbench\b", re.IGNORECASE))
_UNITS = frozenset({"s", "sec", "secs", "seconds"})
# A line that names it, and below it a line with a figure behind words.
_SIDES = re.compile(
    r"kernbench\b[^\n]{0,80}\n(?:[^\n]{0,60}\n){0,3}?[> \t|]{0,20}+[^\n\d][^\n]{0,60}?[ \t=]\d{1,6}\.\d"
)

METRICS = (
    Metric("elapsed_time", "s", "lower", "wall-clock seconds of a compile, mean of the runs"),
    Metric("user_time", "s", "lower", "CPU seconds of a compile outside the kernel"),
    Metric("system_time", "s", "lower", "CPU seconds of a compile in the kernel"),
    Metric("total_time", "s", "lower", "CPU seconds of a compile, in the kernel and outside", role="secondary"),
    Metric("percent_cpu", "%", "higher", "CPU that the compile got; above 100 with several CPUs", role="secondary"),
    Metric("context_switches", "count", "lower", "context switches of a compile", role="secondary"),
    Metric("sleeps", "count", "lower", "how often processes of the compile waited of their own will", role="secondary"),
)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    metrics = {metric.name: metric for metric in METRICS}
    found = [*read_reports(lines, metrics), *read_tables(lines, metrics), *read_loads(lines, METRICS[0])]
    seen = {row.line for row in found}
    found += [_side_row(figure) for figure in side_lists(lines, _NAME, _UNITS) if figure.line not in seen]
    yield from sorted(found, key=lambda row: (row.line, row.values[0].cell.start))


def _side_row(figure: SideFigure) -> Row:
    value = measured(
        METRICS[0],
        figure.cell,
        METRICS[0].name,
        figure.unit_text,
        statistic="mean" if figure.spread else "sample",
        spread=figure.spread,
    )
    return Row(figure.line, figure.block, "compile", "kernbench", (value,), kernel=figure.side, title=figure.title)


def _hint(text: str) -> bool:
    if ("elapsed" in text and "kernbench" in text) or ("average" in text and "elapsed time" in text):
        return True
    return "kernbench" in text and ("-j" in text or _SIDES.search(text) is not None)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "compiles a kernel tree that the post seldom names; no program of ours does it yet")


SUITE = Suite(
    name="kernbench",
    title="kernbench, compiling a kernel",
    metrics=METRICS,
    tests={
        "single_load": "make without -j",
        "half_load": "make with half as many jobs as there are CPUs",
        "optimal_load": "make with four jobs a CPU, or as many as the post says",
        "maximal_load": "make with no limit of jobs",
        "compile": "a compile of which the post does not say more, or says the jobs in its own words",
    },
    parameters={
        "jobs": "the number behind make -j, or how the post describes it",
        "section": "what the title of a comparison has in brackets",
    },
    marks=("kernbench", "elapsed time"),
    hint=_hint,
    read=_read,
    rerun=_rerun,
)
