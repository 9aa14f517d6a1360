"""cyclictest and its kin of rt-tests, how late threads wake up. Their lines:

    T: 0 (12564) P:80 I:1000 C:   2942 Min:     29 Act:   71 Avg:  130 Max:    6645
    # Min Latencies: 00032 00035
    # Avg Latencies: 00128 00131
    # Max Latencies: 10232 09817

The last latency (Act) and the rows of the histogram are no results. Microseconds, unless -N was given. The least
latency is never more than the mean, nor the mean than the most.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, Suite, Value
from suites.compared_columns import columns
from suites.cyclictest_tables import triples
from suites.matches import Tables, cell, figure, measured, near_above

LATENCY = Metric("latency", "us", "lower", "from when a thread should run until it does; least, mean and most")

_ROW = re.compile(
    r"[ \t]{0,20}T:[ \t]{0,3}(?P<thread>\d{1,4})[ \t]{0,3}\([ \t]{0,6}\d{1,9}\)[ \t]{0,3}"
    r"(?:P:[ \t]{0,3}(?P<priority>\d{1,3})[ \t]{0,3})?(?:I:[ \t]{0,6}(?P<interval>\d{1,9})[ \t]{0,3})?"
    r"C:[ \t]{0,12}\d{1,12}[ \t]{1,3}Min:[ \t]{0,12}(?P<min>-?\d{1,12})[ \t]{1,3}Act:[ \t]{0,12}-?\d{1,12}[ \t]{1,3}"
    r"Avg:[ \t]{0,12}(?P<mean>-?\d{1,12})[ \t]{1,3}Max:[ \t]{0,12}(?P<max>-?\d{1,12})(?![\d.])"
)
_SUMMARY = re.compile(
    r"[ \t]{0,20}(?P<mark>#[ \t]{0,3})?(?P<what>Min|Avg|Max|\d{1,2}(?:\.\d{1,4})?%)[ \t][Ll]atenc(?:y|ies):"
    r"[ \t]{1,12}(?=\d)(?P<figures>[\d \t.]{1,2000})$"
)
_PAIR = re.compile(
    r"#\d{1,4}[ \t]->[ \t]#\d{1,4},[ \t]Min[ \t]{1,9}(?P<min>\d{1,9}),[ \t]Cur[ \t]{1,9}\d{1,9},"
    r"[ \t]Avg[ \t]{1,9}(?P<mean>\d{1,9}),[ \t]Max[ \t]{1,9}(?P<max>\d{1,9})"
)
_FIGURE = re.compile(r"\d{1,12}(?:\.\d{1,3})?")
_TOOL = r"(?<![\w-])(?P<tool>cyclictest|signaltest|ptsematest|sigwaittest|pmqtest|svsematest)"
_COMMAND = re.compile(rf"{_TOOL}(?P<words>[ \t]+-[^|&;]{{1,200}})")
_NANOSECONDS = re.compile(r"[ \t](?:-[a-zA-MO-Z]{0,6}N|--nsecs)\b")
_OPTIONS = (
    ("policy", re.compile(r"--policy[ =](?P<value>\w{1,12})")),
    ("priority", re.compile(r"(?:-p[ \t]?|--prio(?:rity)?[ =])(?P<value>\d{1,3})\b")),
    ("interval", re.compile(r"(?:-i[ \t]?|--interval[ =])(?P<value>\d{1,9})\b")),
)
_STATISTICS = (("min", "Min"), ("mean", "Avg"), ("max", "Max"))
_NAMES = {"min": "min", "avg": "mean", "max": "max", "50%": "median"}
_GAP = 3
_REACH = 60


class _Reader:
    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self._tables = Tables(_GAP)

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self.lines):
            text = line.text
            if "Min:" in text or "T:" in text:
                yield from self._thread(index)
            elif "atenc" in text:
                yield from self._summary(index)
            elif "->" in text:
                yield from self._pair(index)

    def _thread(self, index: int) -> Iterator[Row]:
        line = self.lines[index]
        match = _ROW.match(line.text, line.start)
        if match is not None:
            values = [(statistic, text, cell(match, statistic)) for statistic, text in _STATISTICS]
            told = {name: int(match[name]) for name in ("thread", "priority", "interval") if match[name]}
            yield self._row(index, values, told)

    def _pair(self, index: int) -> Iterator[Row]:
        line = self.lines[index]
        match = _PAIR.search(line.text, line.start)
        if match is not None:
            yield self._row(index, [(statistic, text, cell(match, statistic)) for statistic, text in _STATISTICS], {})

    def _summary(self, index: int) -> Iterator[Row]:
        """The least, mean and most of every thread, below a histogram; typed ones have a kernel a column."""
        line = self.lines[index]
        match = _SUMMARY.match(line.text, line.start)
        if match is None:
            return
        what = match["what"]
        statistic = _NAMES.get(what.lower()) or f"p{what[:-1]}"
        start = match.start("figures")
        if match["mark"] is not None:
            for thread, found in enumerate(_FIGURE.finditer(line.text, start)):
                value = (statistic, f"{what} Latencies", figure(found.group(), *found.span()))
                yield self._row(index, [value], {"thread": thread})
            return
        sides = columns(self.lines, index, start)
        values = tuple(
            measured(LATENCY, side.cell, f"{what} Latencies", None, statistic=statistic, kernel=side.head)
            for side in sides
        )
        if values:
            yield self._put(index, values, {}, ())

    def _row(self, index: int, found: Sequence[tuple[str, str, Cell]], told: dict[str, int]) -> Row:
        command = near_above(self.lines, index, _COMMAND, _REACH)
        unit = "ns" if command is not None and _NANOSECONDS.search(command["words"]) else LATENCY.unit
        values = tuple(
            measured(LATENCY, value, text, None, unit=unit, statistic=statistic) for statistic, text, value in found
        )
        return self._put(index, values, {**told}, _broken(found))

    def _put(self, index: int, values: tuple[Value, ...], told: dict[str, Parameter], warnings: tuple[str, ...]) -> Row:
        line = self.lines[index]
        command = near_above(self.lines, index, _COMMAND, _REACH)
        tool = command["tool"] if command is not None else "cyclictest"
        options = command["words"] if command is not None else ""
        for name, option in _OPTIONS:
            found = option.search(options)
            if found is not None and name not in told:
                told[name] = int(found["value"]) if found["value"].isdecimal() else found["value"]
        return Row(line.number, self._tables.block(line), tool, tool, values, parameters=told, warnings=warnings)


def _broken(found: Sequence[tuple[str, str, Cell]]) -> tuple[str, ...]:
    if len(found) == len(_STATISTICS):
        least, mean, most = (value for _, _, value in found)
        if not least.value <= mean.value <= most.value:
            return (f"{least.raw}, {mean.raw} and {most.raw} are no least, mean and most: a figure is mistyped",)
    return ()


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()
    yield from triples(lines, LATENCY, _COMMAND)


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "tool", "rt-tests can be installed; real-time priorities need root, and a virtual machine has other latencies"
    )


SUITE = Suite(
    name="cyclictest",
    title="cyclictest and others of rt-tests, latency of waking up",
    metrics=(LATENCY,),
    tests={
        "cyclictest": "a thread sleeps for an interval and looks how late it is",
        "signaltest": "threads send each other signals in a circle",
        "ptsematest": "two threads wake each other by a POSIX mutex",
        "sigwaittest": "two threads wake each other by signals",
        "pmqtest": "two threads send each other POSIX messages",
        "svsematest": "two threads wake each other by SysV semaphores",
    },
    parameters={
        "thread": "number of the thread",
        "priority": "its real-time priority",
        "interval": "microseconds between two wake-ups",
        "load": "what else ran, by the first column of a table",
        "policy": "the scheduling policy, where it is not FIFO",
    },
    marks=("cyclictest", " act:"),
    read=_read,
    rerun=_rerun,
)
