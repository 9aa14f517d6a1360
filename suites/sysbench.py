"""sysbench, versions 0.4 and 1.x: processor, memory, files, threads, mutexes and databases. Its report, cut or whole:

    sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)
    Number of threads: 2
    CPU speed:
        events per second:  2331.74
    General statistics:
        total time:                          3.0003s
        total number of events:              6997
    Latency (ms):
             avg:                                    0.85

and tables that people make of it, under a line that names the run ("100 iterations of: sysbench mutex run").
Events by the time are the events a second. The time is a result only of runs that end after a number of events.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Rerun, Row, Suite, Value
from suites.matches import cell, measured
from suites.sysbench_lines import (
    BESIDE_IOPS,
    EVENT_RATE,
    EVENTS,
    FIGURES,
    METRICS,
    OPERATION_RATE,
    THROUGHPUT,
    TIME,
    Figure,
)
from suites.sysbench_tables import tables

_BEGIN = re.compile(r"[ \t]{0,20}sysbench[ \t](?P<version>\d\.\d{1,2}[\w.]{0,10})\b")
_COMMAND = re.compile(
    r"\bsysbench\b(?P<words>(?:[ \t]+(?!run\b)\S{1,120}){0,30})[ \t]+run\b|\bsysbench\b(?P<cut>[ \t].{1,200})"
)
_NAMED = re.compile(
    r"--test=(?P<old>\S{1,120})|(?<!\S)(?P<new>cpu|memory|fileio|threads|mutex|oltp\w{0,30}|\S{0,80}\.lua)(?!\S)"
)
_THREADS = re.compile(r"--(?:num-)?threads=(?P<count>\d{1,6})\b")
_OPTION = re.compile(
    r"--(?P<name>file-test-mode|file-block-size|memory-block-size|memory-oper|mutex-num)=(?P<value>[\w.]{1,20})"
)
_SETTINGS = (
    ("threads", re.compile(r"[ \t]{0,20}Number of threads:[ \t]{1,9}(?P<value>\d{1,6})")),
    (
        "block_size",
        re.compile(
            r"[ \t]{0,20}(?:[Bb]lock size:?|Memory block size:)[ \t]{1,3}(?P<value>\d{1,9}\.?\d{0,3}[KMG]?i?[bB]?)"
        ),
    ),
    ("operation", re.compile(r"[ \t]{0,20}(?:operation:|Memory operations type:)[ \t]{1,3}(?P<value>\w{1,10})")),
    ("mode", re.compile(r"[ \t]{0,20}Doing (?P<value>(?![^\n]{0,40}performance)[\w/ -]{1,30}) test")),
)
# What the report says of itself, where no command stands above it.
_TESTS = (
    ("cpu", re.compile(r"CPU speed:|Prime numbers limit|[Mm]aximum prime number")),
    ("memory", re.compile(r"[Mm]emory (?:speed|operations speed) test|MiB transferred|MB transferred")),
    ("fileio", re.compile(r"File operations:|Total transferred|[Bb]lock size \d|Extra file open flags")),
    ("threads", re.compile(r"thread subsystem")),
    ("mutex", re.compile(r"mutex performance")),
    ("oltp", re.compile(r"SQL statistics:|OLTP test statistics")),
)
_OPTIONS = {"file-test-mode": "mode", "file-block-size": "block_size", "memory-block-size": "block_size"}
_OPTIONS |= {"memory-oper": "operation", "mutex-num": "mutexes"}
# Lines that no other tool prints: they are read without a banner or a command above them.
_SPEAK_FOR_THEMSELVES = frozenset(
    {
        "total number of events",
        "Requests/sec executed",
        "events per second",
        "Operations performed",
        "Total transferred",
    }
)
# Lines of a report are never further apart.
_MAX_GAP = 25
_LATENCY_GAP = 8


@dataclass(slots=True)
class _Run:
    """A report that is being read: what was run, and its figures so far."""

    first: int
    depth: int
    test: str = "sysbench"
    text: str = "sysbench"
    version: str | None = None
    parameters: dict[str, Parameter] = field(default_factory=dict)
    found: list[tuple[Line, Figure, Value]] = field(default_factory=list)
    last: int = 0

    def rows(self) -> Iterator[Row]:
        """The rows of a finished report."""
        if not any(figure.metric.name != "latency" for _, figure, _ in self.found):
            return
        time = next((value.cell.value for _, figure, value in self.found if figure.metric is TIME), None)
        for line, figure, value in self.found:
            # Threads that take mutexes stop when each has taken its share.
            if figure.metric is TIME and self.test != "mutex" and _is_limit(value.cell.value):
                continue
            kind = {"kind": figure.kind} if figure.kind is not None else {}
            yield Row(
                line=line.number,
                block=self.first,
                test=self.test,
                test_text=self.text,
                values=(replace(value, warnings=self._broken(figure, value, time)),),
                parameters={**self.parameters, **kind},
                suite_version=self.version,
            )

    def _broken(self, figure: Figure, value: Value, time: float | None) -> tuple[str, ...]:
        count = next((value.cell.value for _, figure, value in self.found if figure.metric is EVENTS), None)
        if figure.metric is not EVENT_RATE or count is None or not time:
            return ()
        # The count of the last interval may miss what was under way when the time was up.
        if abs(count / time - value.cell.value) <= max(0.02 * value.cell.value, (value.cell.resolution or 0)):
            return ()
        return (f"{count:g} events in {time:g} s are not {value.cell.raw} a second: a figure is mistyped",)


def _is_limit(seconds: float) -> bool:
    """Whether a run ended because its time was up: a little after a whole number of seconds."""
    whole = round(seconds)
    return whole > 0 and -0.001 <= seconds - whole <= max(0.1, 0.002 * whole)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    run: _Run | None = None
    for line in lines:
        if run is not None and (line.depth != run.depth or line.number - run.last > _MAX_GAP) and not line.is_blank:
            yield from run.rows()
            run = None
        begun = _begun(line) if "sysbench" in line.text else None
        if begun is not None:
            if run is not None and run.found:
                yield from run.rows()
            run = _merged(run, begun)
        elif not line.is_blank:
            run = _told(run, line)
    if run is not None:
        yield from run.rows()
    yield from tables(lines)


def _merged(run: _Run | None, begun: _Run) -> _Run:
    """A banner below its command is of the same run."""
    if run is None or run.found or begun.version is None:
        return begun
    run.version, run.last = begun.version, begun.first
    return run


def _begun(line: Line) -> _Run | None:
    banner = _BEGIN.match(line.text, line.start)
    if banner is not None:
        return _Run(line.number, line.depth, version=banner["version"].rstrip("."), last=line.number)
    command = _COMMAND.search(line.text, line.start)
    words = (command["words"] or command["cut"] or "") if command is not None else ""
    named = _NAMED.search(words)
    if named is None:
        return None
    text = named["old"] or named["new"]
    run = _Run(line.number, line.depth, test_name(text), text, last=line.number)
    threads = _THREADS.search(words)
    if threads is not None:
        run.parameters["threads"] = int(threads["count"])
    for option in _OPTION.finditer(words):
        run.parameters[_OPTIONS[option["name"]]] = option["value"]
    return run


def test_name(text: str) -> str:
    """The canonical name of what a command names: the script's without folder and ending."""
    return text.rsplit("/", 1)[-1].removesuffix(".lua").lower()


def _told(run: _Run | None, line: Line) -> _Run | None:
    """Take a setting or a figure of a line into the run; a figure without a run before it begins one."""
    for name, pattern in _SETTINGS:
        setting = pattern.match(line.text, line.start)
        if setting is not None and run is not None:
            run.parameters.setdefault(name, int(setting["value"]) if name == "threads" else setting["value"])
            run.last = line.number
    found = tuple(_figures(line))
    if run is None and found and found[0][0].text in _SPEAK_FOR_THEMSELVES:
        run = _Run(line.number, line.depth, last=line.number)
    for name, pattern in _TESTS:
        if run is not None and run.test == "sysbench" and pattern.search(line.text, line.start):
            run.test, run.last = name, line.number
    if run is None or not found:
        return run
    is_far = line.number - run.last > _LATENCY_GAP
    if found[0][0].metric.name == "latency" and is_far:
        return run
    run.found.extend((line, figure, value) for figure, value in found)
    run.last = line.number
    return run


def _figures(line: Line) -> Iterator[tuple[Figure, Value]]:
    text = line.text
    if ":" not in text and "(" not in text and "equests/sec" not in text:
        return
    for figure in FIGURES:
        match = figure.pattern.match(text, line.start)
        if match is None:
            continue
        statistic = f"p{match['rank']}" if figure.statistic == "p" else figure.statistic
        unit_text = match.groupdict().get("unit")
        label = figure.text if figure.statistic != "p" else f"{match['rank']}th percentile"
        yield figure, measured(figure.metric, cell(match, "value"), label, unit_text, statistic=statistic)
        beside = BESIDE_IOPS.search(text, line.start) if figure.metric is OPERATION_RATE else None
        if beside is not None:
            other = replace(figure, metric=THROUGHPUT, text=figure.text.replace(" IOPS", ""))
            yield other, measured(THROUGHPUT, cell(beside, "value"), other.text, beside["unit"])
        return


def _rerun(test: str) -> Rerun:
    if test.startswith("oltp"):
        return Rerun("tool", "sysbench can be installed; its database tests need a MySQL or PostgreSQL server besides")
    return Rerun("tool", "sysbench can be installed; versions 0.4 and 1.x count differently and are not compared")


SUITE = Suite(
    name="sysbench",
    title="sysbench, processor, memory, files, threads and databases",
    metrics=METRICS,
    tests={
        "cpu": "look for prime numbers",
        "memory": "read or write blocks of memory",
        "fileio": "read and write blocks of prepared files",
        "threads": "threads that wait for a few locks and yield",
        "mutex": "threads that take many mutexes for a short time",
        "oltp": "transactions of reads and writes against a database",
        "*": "a script of sysbench's or of the poster's own: oltp_read_write, oltp_read_only ...",
        "sysbench": "a test that the post does not name",
    },
    parameters={
        "threads": "threads that do the work",
        "block_size": "bytes moved at once",
        "operation": "read or write (memory)",
        "mode": "what is done with the files: rndrw, seqwr ...",
        "mutexes": "how many mutexes there are",
        "kind": "which operations of a mixed run: read, write, fsync",
        "options": "other options of the command",
        "*": "a setting in a column of the poster's own, by its head",
    },
    marks=("sysbench", "total number of events:"),
    read=_read,
    rerun=_rerun,
)
