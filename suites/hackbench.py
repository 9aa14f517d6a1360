"""hackbench, groups of tasks that send messages to one another: seconds until all are through.

Read are the program's line, whose banner or command says how it was run, a sentence that gives a command's time, and
the tables that people make of them (hackbench_tables.py):

    Running in threaded mode with 1 groups using 40 file descriptors each (== 40 tasks)
    Each sender will pass 20000 messages of 100 bytes
    Time: 4.285

    average time cost of 'hackbench -g 100 -l 1000': 17.068
"""

import re
from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite, Value
from suites.column_heads import Head
from suites.hackbench_setup import Setup
from suites.hackbench_tables import read_typed
from suites.matches import Sought, Tables, cell, measured
from suites.named_tables import TypedTables

TIME = Metric("time", "s", "lower", "seconds from the start signal until the last task ended")

_TIME = re.compile(r"[ \t]{0,12}Time:[ \t]{0,4}(?P<time>\d{1,6}\.\d{1,6})[ ]?s?$")
_SENTENCE = re.compile(
    r"(?P<command>hackbench(?:[ ]+[\w./=-]{1,20}){1,12})['\"`]?[ ]{0,2}[:=][ ]{0,3}(?P<time>\d{1,6}(?:\.\d{1,6})?)"
    r"[ ]?(?:s|secs?|seconds)?\.?$"
)
_AVERAGE = re.compile(r"\b(?:average|mean|avg)\b", re.IGNORECASE)
_OTHERS = Sought(
    re.compile(
        r"(?<![\w/.-])(?:cyclictest|[dt]bench\d?|netperf|schbench|fio|sysbench|stress[-_]ng|kernbench|unixbench|pgbench"
        r"|stream|lmbench|ebizzy|specjbb|perf[ ]bench|perf[ ]stat|iperf3?|tiobench|sockperf|memcached|redis|nginx|mysql"
        r"|ycsb\S{0,10}|deathstar\w{0,6}|will-it-scale|locktorture|numa_?test|sched[ \t]pipe|aim\d|reaim|gitsource"
        r"|kbuild|hackbench)(?![\w/.])",
        re.IGNORECASE,
    ),
    (
        *(
            "bench",
            "perf",
            "cyclictest",
            "netperf",
            "fio",
            "stress",
            "stream",
            "ebizzy",
            "specjbb",
            "memcached",
            "redis",
        ),
        *("nginx", "mysql", "ycsb", "deathstar", "will-it-scale", "locktorture", "numa", "sched", "aim", "gitsource"),
        "kbuild",
    ),
)
_HEADING = re.compile(r"[\W_]{0,12}hackbench\b(?:[^\w]{0,12}$|:|\W{0,4}\()", re.IGNORECASE)
_TITLE_WORDS = 9
_TIME_REACH = 40
_TABLE_REACH = 25


class _Reader:
    """Reads one text; the last benchmark that a short line named is whose tables come."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._others = _OTHERS.among(lines)
        self._typed = TypedTables(lines, numbered=True)
        self._setup = Setup()
        self._tables = Tables(4)
        self._heads: tuple[Head, ...] = ()
        self._named = -_TABLE_REACH
        self._done = self._last_time = 0

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            if line.is_blank or index < self._done:
                continue
            alone = self._alone(line)
            if alone is not None:
                yield alone
            if self._is_near(index, _TABLE_REACH):
                found = read_typed(self._typed, index, self._setup, TIME, self._heads)
                if found is not None:
                    self._done, self._named = found.end, found.end
                    self._heads = found.heads or self._heads
                    yield from found.rows
                    continue
            self._note(index, line)

    def _note(self, index: int, line: Line) -> None:
        """Take in what a line says of the tables and times below it."""
        told = self._setup.after(line)
        # A heading of the benchmark's name alone begins another table, of which nothing is known yet.
        has_name = "hackbench" in line.words.lower()
        is_heading = has_name and told.line == self._setup.line and _HEADING.match(line.words) is not None
        self._setup = Setup() if is_heading else told
        if not has_name and len(line.words.split()) > _TITLE_WORDS:
            return
        named = [match.group().lower() for match in self._others.each(line.words[:200])]
        if "hackbench" in named:
            self._named = index
        elif named and len(line.words.split()) <= _TITLE_WORDS:
            self._named = -_TABLE_REACH

    def _is_near(self, index: int, reach: int) -> bool:
        return index - self._named <= reach and (
            self._named >= len(self._lines) or self._lines[max(self._named, 0)].depth == self._lines[index].depth
        )

    def _alone(self, line: Line) -> Row | None:
        """A time that the program printed, or a sentence that gives a command's."""
        if "Time:" not in line.text and "hackbench" not in line.text:
            return None
        printed = _TIME.match(line.text.rstrip(), line.start)
        told = max(self._setup.line, self._last_time)
        if printed is not None and told and line.number - told <= _TIME_REACH:
            self._last_time = line.number
            return self._row(line, self._setup, "hackbench", measured(TIME, cell(printed, "time"), "Time"))
        text = line.text.rstrip()[: line.start + 300]
        sentence = _SENTENCE.search(text, line.start)
        if sentence is None:
            return None
        setup = Setup().after(line)
        statistic = "mean" if _AVERAGE.search(line.words) else "sample"
        value = measured(TIME, cell(sentence, "time"), "Time", statistic=statistic)
        return self._row(line, setup, sentence["command"], value) if setup.line else None

    def _row(self, line: Line, setup: Setup, text: str, value: Value) -> Row:
        block = self._tables.block(line)
        return Row(line.number, block, setup.test, text, (value,), parameters=setup.settings)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "hackbench of the package rt-tests does the same work with the same options")


SUITE = Suite(
    name="hackbench",
    title="hackbench, groups of tasks that send messages",
    metrics=(TIME,),
    tests={
        "process-sockets": "processes over socket pairs, what it does without options",
        "process-pipes": "processes over pipes (-p)",
        "thread-sockets": "threads over socket pairs (-T)",
        "thread-pipes": "threads over pipes (-T -p)",
    },
    parameters={
        "groups": "groups of twenty senders and twenty receivers each",
        "loops": "messages that each sender passes to each receiver",
        "fds": "file descriptors a group, where it is not 40",
        "bytes": "size of a message",
        "iterations": "how many runs the figure is of, where the table's head says so",
    },
    marks=("hackbench", "file descriptors each", ") tasks."),
    read=_read,
    rerun=_rerun,
    options=("-T", "-P"),
    option_tests={"-T": ("thread-sockets", "thread-pipes"), "-P": ("process-sockets", "process-pipes")},
)
