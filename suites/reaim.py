"""re-aim (osdl-aim-7), OSDL's rework of AIM7 and AIM9: how many jobs a minute many forked children get done.

    Forked  Time     SysTime UTime   Minute     Child      Time     Percent
    100     110.25   12.67   206.35  5605.19    56.05      3.48     3.29     96
    Max Jobs per Minute 5661.19

    Kernel                Peak Load
    2.5.69 - base         5216.68 Jobs/Minute

Read are the program's screen, its spreadsheet, the reports of OSDL's test platform (STP), tables by hand, and the run
with one user, whose rows are AIM9's with rates to two decimals. Its numbers are never compared with AIM7's or AIM9's.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from archive.results import Basis, Parameter
from archive.text import Line
from suites.aim9_tests import all_tests
from suites.base import Label, Metric, Rerun, Row, Suite, Value
from suites.reaim_screen import HEADS, Printed, read_maxima, read_screen, read_spreadsheet
from suites.reaim_single import read_single
from suites.reaim_tables import TableRow, read_table_rows

METRICS = (
    Metric("jobs_per_minute", "jobs/min", "higher", "jobs of all children together done in a minute"),
    Metric("max_jobs_per_minute", "jobs/min", "higher", "the most jobs a minute of any number of children"),
    Metric("max_users", "users", "higher", "children at the most jobs a minute", role="secondary"),
    Metric("parent_time", "s", "lower", "seconds until the last child is done", role="secondary"),
    Metric("child_user_time", "s", "lower", "user seconds of all children", role="secondary"),
    Metric("child_system_time", "s", "lower", "system seconds of all children", role="secondary"),
    Metric("jti", "%", "higher", "Job Timing Index: how evenly the children are served", role="secondary"),
    Metric("operations", "the test's own operations/second", "higher", "operations a second of one user"),
    Metric("iteration_rate", "iterations/second", "higher", "calls of the test a second of one user", role="secondary"),
)
WORKLOAD = "workload"
_WORKLOADS = {
    "new_dbase": "database jobs with less synchronous writing than AIM7's",
    "new_fserver": "a file server's jobs, reworked",
    "dbase": "AIM7's mix of a database server",
    "fserver": "AIM7's mix of a file server",
    "shared": "AIM7's mix of a multiuser system",
    "compute": "jobs that mostly compute",
    "alltests": "all jobs, weighted alike",
    "disk": "jobs that read and write files",
    "high_systime": "jobs that spend their time in the kernel",
    "five_sec": "a mix that runs for five seconds",
    WORKLOAD: "a mix that the post does not name",
}
_NAMED = re.compile(
    r"(?<![\w-])(?:workfile\.(?P<file>\w{2,30})|-w[ \t]{1,2}(?P<option>\w{2,30})"
    r"|(?P<name>new_\w{2,20}|alltests|high_systime|five_sec)"
    r"|(?P<words>dbase|fserver|compute|shared|disk)[ \t]{1,3}(?:load|workload|mix)|reaim default)\b",
    re.IGNORECASE,
)
# Tables of jobs a minute are AIM7's too; only where a text speaks of re-aim are they taken for this one's.
_ITS_NAME = re.compile(r"\bre-?aim|\bosdl-?aim|\bnew_(?:dbase|fserver)\b", re.IGNORECASE)
# The test platform's report: a kernel and the box over the two results.
_REPORT = re.compile(
    r"[ \t]{0,4}(?P<name>kernel|host|filesystem)[ \t]{0,3}:[ \t]{1,4}(?P<text>\S.{0,60}?)[ \t]*$", re.IGNORECASE
)
_REPORT_DISTANCE = 10
_MARKS = ("jobs per minute", "systime utime", "re-aim", "reaim", "osdl-aim", "forks,jpm")


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    workloads = _workloads(lines)
    for printed in (*read_screen(lines), *read_spreadsheet(lines)):
        yield _printed_row(printed, workloads.at(lines, printed.line), None, {})
    for printed in read_maxima(lines):
        kernel, settings = _reported(lines, printed.line)
        yield _printed_row(printed, workloads.at(lines, printed.line), kernel, settings)
    if any(_ITS_NAME.search(line.words) for line in lines):
        for row in read_table_rows(lines):
            yield _table_row(row, workloads.at(lines, row.line))
    yield from read_single(lines)


class _Workloads:
    """The workloads that a text names, by quote depth."""

    def __init__(self, named: dict[int, list[tuple[int, str]]]) -> None:
        self._named = named

    def at(self, lines: Sequence[Line], number: int) -> str:
        """The workload that is named last at or above a line, quoted as deep; else the only one of the text."""
        named = self._named.get(lines[number - 1].depth, [])
        place = bisect_left(named, (number + 1, ""))
        if place:
            return named[place - 1][1]
        every = {name for found in self._named.values() for _, name in found}
        return every.pop() if len(every) == 1 else WORKLOAD


def _workloads(lines: Sequence[Line]) -> _Workloads:
    named: dict[int, list[tuple[int, str]]] = {}
    for line in lines:
        for found in _NAMED.finditer(line.words):
            name = (found["file"] or found["option"] or found["name"] or found["words"] or "new_dbase").lower()
            if name in _WORKLOADS:
                named.setdefault(line.depth, []).append((line.number, name))
    return _Workloads(named)


def _reported(lines: Sequence[Line], number: int) -> tuple[Label | None, dict[str, Parameter]]:
    """The kernel, host and filesystem that a report of the test platform gives above a result."""
    kernel: Label | None = None
    settings: dict[str, Parameter] = {}
    for line in reversed(lines[max(0, number - 1 - _REPORT_DISTANCE) : number - 1]):
        found = _REPORT.match(line.words) if line.depth == lines[number - 1].depth else None
        if found is None:
            continue
        name, text = found["name"].lower(), found["text"]
        if name != "kernel":
            settings.setdefault(name, text)
        elif not text.isdigit():  # the platform's own number of the kernel stands under the same word
            start = line.start + found.start("text")
            return Label(text, line.number, start, start + len(text), Basis.HEADING), settings
    return kernel, settings


def _printed_row(printed: Printed, workload: str, kernel: Label | None, settings: dict[str, Parameter]) -> Row:
    parameters = dict(settings)
    if printed.children is not None:
        parameters["children"] = printed.children
    if printed.convergence is not None:
        parameters["convergence"] = printed.convergence
    values = []
    for name, cell in printed.cells:
        metric = SUITE.metric(name)
        values.append(
            Value(
                metric=metric.name,
                cell=cell,
                metric_text=HEADS.get(name, "Max Jobs per Minute"),
                unit=metric.unit,
                unit_text=None,
                better=metric.better,
                role=metric.role,
                statistic="mean" if printed.runs is not None else "sample",
                runs=printed.runs,
                spread=printed.spread if name == "parent_time" else (),
            )
        )
    return Row(
        line=printed.line,
        block=printed.block,
        test=workload,
        test_text=workload if workload != WORKLOAD else printed.convergence or "",
        values=tuple(values),
        kernel=kernel,
        parameters=parameters,
        harness="stp" if kernel is not None and printed.convergence is not None else None,
        warnings=printed.warnings,
    )


def _table_row(row: TableRow, workload: str) -> Row:
    return Row(
        line=row.line,
        block=row.block,
        test=workload,
        test_text=workload if workload != WORKLOAD else "",
        values=tuple(
            Value(
                metric=name,
                cell=cell,
                metric_text=text,
                unit=SUITE.metric(name).unit,
                unit_text=row.unit_text if SUITE.metric(name).unit == "jobs/min" else None,
                better=SUITE.metric(name).better,
                role=SUITE.metric(name).role,
            )
            for name, cell, text in row.cells
        ),
        kernel=row.label,
        parameters=dict(row.settings),
        harness="stp" if "host" in row.settings and str(row.settings["host"]).startswith("stp") else None,
    )


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "no adapter", "no program of ours runs re-aim's mixes; its file tests by many children can fill a disk"
    )


SUITE = Suite(
    name="reaim",
    title="re-aim (osdl-aim-7), OSDL's rework of AIM7 and AIM9",
    metrics=METRICS,
    tests={**_WORKLOADS, **{test.name: test.description for test in all_tests()}},
    parameters={
        "children": "how many children were forked at once",
        "convergence": "which of the test platform's ways to find the peak: peak load | quick convergence",
        "scheduler": "the I/O scheduler that a column names",
        "host": "the box of the test platform",
        "filesystem": "the filesystem that the report names",
    },
    marks=_MARKS,
    read=_read,
    rerun=_rerun,
    aliases=("re-aim", "osdl-aim-7", "osdl-aim7"),
)
