"""pft, the page fault test: threads touch memory for the first time, and the faults that are served are counted.

    Gb Rep Thr CLine  User      System   Wall  flt/cpu/s fault/wsec
     0  3    1   1    0.00s      0.08s   0.00s261555.860 246536.848
     4   3    2    0.145s     11.445s   6.079s 67849.014 123456.789

Seconds of the processors and of the clock, then faults a second of each. The columns are of fixed width, so that a
large figure touches the one before it; the letter behind the seconds parts them.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.matches import Tables, cell, measured

PER_CPU = Metric("faults_per_cpu_second", "faults/cpu/s", "higher", "page faults in a second of the processors")
PER_WALL = Metric("faults_per_second", "faults/s", "higher", "page faults in a second of the clock")
USER = Metric("user_time", "s", "lower", "seconds of the processors in the program", role="secondary")
SYSTEM = Metric("system_time", "s", "lower", "seconds of the processors in the kernel", role="secondary")
WALL = Metric("wall_time", "s", "lower", "seconds by the clock", role="secondary")

_COLUMNS = (("user", "User", USER), ("system", "System", SYSTEM), ("wall", "Wall", WALL))
_RATES = (("cpu", "flt/cpu/s", PER_CPU), ("wsec", "fault/wsec", PER_WALL))
_HEAD = re.compile(
    r"[ \t]{0,20}(?P<settings>Gb(?:[ \t]{1,8}(?:Rep|Thr(?:eads)?|CLine|Proc|MMap)){1,4})[ \t]{1,12}User"
    r"[ \t]{1,12}System[ \t]{1,12}Wall[ \t]{1,12}flt/cpu/s[ \t]{1,8}faults?/wsec[ \t]*$",
    re.IGNORECASE,
)
_TIME = r"\d{1,7}(?:\.\d{1,4})?"
_RATE = r"\d{1,10}\.\d{1,4}"
_ROW = re.compile(
    rf"[ \t]{{0,20}}(?P<settings>\d{{1,5}}(?:[ \t]{{1,8}}\d{{1,6}}){{1,4}})[ \t]{{1,12}}(?P<user>{_TIME})s[ \t]{{0,12}}"
    rf"(?P<system>{_TIME})s[ \t]{{0,12}}(?P<wall>{_TIME})s[ \t]{{0,12}}(?P<cpu>{_RATE})[ \t]{{1,12}}(?P<wsec>{_RATE})"
    r"[ \t]*$"
)
_TAG = re.compile(r"[ \t]{0,20}TAG pft:(?P<test>[\w.+-]{1,40})")
_NAMES = {
    "gb": "gb",
    "rep": "repetitions",
    "thr": "threads",
    "threads": "threads",
    "cline": "cacheline",
    "proc": "processes",
}
# A table is repeated under one head, with a few words between its parts.
_REACH = 30
_MAX_GAP = 3


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    names, head, test = list[str](), 0, "pft"
    tables = Tables(_MAX_GAP)
    for line in lines:
        if line.is_blank:
            continue
        found = _HEAD.match(line.text, line.start) if "flt/cpu/s" in line.text else None
        tag = _TAG.match(line.text, line.start) if "TAG pft" in line.text else None
        if found is not None:
            names, head = found["settings"].lower().split(), line.number
            tables.title(line)
        elif tag is not None:
            test = tag["test"]
        elif names and line.number - head <= _REACH:
            row = _ROW.match(line.text, line.start)
            if row is not None and len(row["settings"].split()) == len(names):
                head = line.number
                yield _row(line, row, tables.block(line), names, test)


def _row(line: Line, row: re.Match[str], block: int, names: Sequence[str], test: str) -> Row:
    settings = zip(names, row["settings"].split(), strict=True)
    parameters: dict[str, Parameter] = {_NAMES[name]: int(count) for name, count in settings if name in _NAMES}
    seconds = (measured(metric, cell(row, group), text, "s") for group, text, metric in _COLUMNS)
    rates = (measured(metric, cell(row, group), text) for group, text, metric in _RATES)
    return Row(line.number, block, test, test, (*seconds, *rates), parameters=parameters)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "the program was posted as source and is packaged nowhere")


SUITE = Suite(
    name="pft",
    title="pft, the page fault test",
    metrics=(PER_CPU, PER_WALL, USER, SYSTEM, WALL),
    tests={"*": "threads touch memory; the name is that of the run where it is told"},
    parameters={
        "gb": "gigabytes of memory that are touched, rounded down",
        "repetitions": "how many times it is run",
        "threads": "how many threads touch it at once",
        "cacheline": "whether each thread's counters have a line of the cache to themselves",
        "processes": "how many processes do",
    },
    marks=("flt/cpu/s",),
    read=_read,
    rerun=_rerun,
    aliases=("page fault test",),
)
