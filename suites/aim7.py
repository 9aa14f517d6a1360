"""AIM7, the AIM Multiuser Benchmark (Suite VII): how many jobs a minute many simulated users get done.

Read are the program's own screen and tables made of it, with a kernel in front of each row or without:

    Tasks    jobs/min  jti  jobs/min/task      real       cpu
    kernel                    Tasks   Jobs/Min    Real     CPU
    2.6.0-test9-as               32      604.1   314.6   133.7

Jobs/min x real / 60 / tasks is the number of jobs that one user runs, which is fixed for each workload; it proves a
row, and names a workload that the post does not. OSDL's re-aim is another suite.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label, Metric, Rerun, Row, Suite, Value
from suites.cells import number, words

METRICS = (
    Metric("jobs_per_minute", "jobs/min", "higher", "jobs of all users together done in a minute"),
    # Jobs a minute times real is a constant of the workload, so this is the same result told once more.
    Metric("real", "s", "lower", "seconds from the common start until the last user is done", role="secondary"),
    Metric("cpu", "s", "lower", "user and system seconds of all users together"),
    Metric("jti", "%", "higher", "Job Timing Index: how evenly the users are served", role="secondary"),
)
# The jobs that one user runs, which the workfile's weights give.
JOBS_PER_USER = {"dbase": 99, "fserver": 101, "shared": 97, "compute": 101, "alltests": 100}
UNNAMED = "workload"

_WORKLOADS = {
    "dbase": "dbase",
    "database": "dbase",
    "fserver": "fserver",
    "fileserver": "fserver",
    "shared": "shared",
    "compute": "compute",
    "alltests": "alltests",
}
_WORD = re.compile(
    r"(?P<label>kernel|system)|(?P<tasks>tasks|load|users)|(?P<per_task>jobs/(?:min(?:ute)?|sec(?:ond)?)/(?:task|user))"
    r"|(?P<jobs_per_minute>jobs/min(?:ute)?)|(?P<jti>jti)|(?P<real>real)|(?P<cpu>cpu)|(?P<note>\([\w ]{2,30}\))",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\baim[- ]?(?:7|vii)\b|\bsuite vii\b", re.IGNORECASE)
_OTHER_SUITE = re.compile(r"\bre-?aim|\bosdl-?aim|\bnew_", re.IGNORECASE)
_WORKLOAD = re.compile(
    r"\b(?P<name>dbase|database|f(?:ile)?[ _-]?server|shared|compute|all[ _-]?tests)\b", re.IGNORECASE
)
# A mix of one's own: its jobs are as many as those of a workload by chance.
_SINGLE_TEST = re.compile(r"\b(?:exec|fork|page|brk|jmp|signal|link|tcp|udp|fifo|shared_memory|creat)_test\b")
_SINGLE_REACH = 12
_WEEKDAY = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b")
_TITLE_DISTANCE = 3
_MAX_TITLE_WORDS = 8
_MAX_STRANGERS = 3
_MAX_HEAD = 300
_MAX_LABEL_WORDS = 4


@dataclass(frozen=True, slots=True)
class _Head:
    """A table's head: where it begins, what its title says, and its columns of numbers with their heads as posted."""

    line: int
    depth: int
    title: str | None
    workload: str | None
    columns: tuple[tuple[str, str], ...]
    has_label: bool
    is_own_mix: bool = False


@dataclass(frozen=True, slots=True)
class _TableRow:
    """A row as printed: its label, and each number with its column's head, by what the column holds."""

    line: int
    label: Label | None
    cells: dict[str, tuple[Cell, str]]

    def jobs_per_user(self) -> tuple[float, float] | None:
        """Jobs/min x real / 60 / tasks, and how far rounding can have moved it; None where a figure is missing."""
        if "real" not in self.cells:
            return None
        tasks, jobs, real = (self.cells[name][0] for name in ("tasks", "jobs_per_minute", "real"))
        if not tasks.value or not jobs.value or not real.value:
            return None
        each = jobs.value * real.value / 60 / tasks.value
        return each, 0.1 + each * sum((cell.resolution or 0) / cell.value for cell in (jobs, real)) / 2

    def proven_workload(self) -> str | None:
        """The one workload that has this many jobs a user."""
        jobs = self.jobs_per_user()
        if jobs is None:
            return None
        fitting = [name for name, each in JOBS_PER_USER.items() if abs(jobs[0] - each) <= min(jobs[1], 0.5)]
        return fitting[0] if len(fitting) == 1 else None

    def broken(self, workload: str | None) -> tuple[str, ...]:
        """What speaks against the row, where its jobs a user are not those of the workload."""
        jobs = self.jobs_per_user()
        if jobs is None or workload is None or abs(jobs[0] - JOBS_PER_USER[workload]) <= jobs[1]:
            return ()
        tasks, rate, real = (self.cells[name][0].raw for name in ("tasks", "jobs_per_minute", "real"))
        own = f"{rate} x {real} / 60 / {tasks} is {jobs[0]:.1f} jobs a user"
        return (f"{own}; {workload} has {JOBS_PER_USER[workload]}",)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    for index, line in enumerate(lines):
        columns = _columns(line)
        head = _head(lines, index, columns) if columns else None
        if head is not None:
            yield from _rows(lines, index + 1, head)


def _columns(line: Line) -> list[tuple[str, str]]:
    """The heads on a line; none where it holds other words, or not tasks and jobs a minute."""
    if len(line.text) > _MAX_HEAD:
        return []
    found = [(str(match.lastgroup), match.group()) for match in _WORD.finditer(line.words)]
    names = [name for name, _ in found]
    if not {"tasks", "jobs_per_minute"} <= set(names) or _WORD.sub("", line.words).strip():
        return []
    return found if len(names) == len(set(names)) else []


def _head(lines: Sequence[Line], index: int, columns: list[tuple[str, str]]) -> _Head | None:
    """The head with its title; two columns alone are AIM7's only where a title says so."""
    title = _title(lines, index)
    text = title.words.strip() if title is not None else ""
    numbers = tuple((name, head) for name, head in columns if name not in {"label", "note"})
    other = any(_OTHER_SUITE.search(line.words) for line in lines[max(0, index - _TITLE_DISTANCE) : index])
    if other or (len(numbers) < 3 and not _NAMED.search(text)):
        return None
    named = _WORKLOAD.search(text)
    return _Head(
        line=title.number if title is not None else lines[index].number,
        depth=lines[index].depth,
        title=text or None,
        workload=_WORKLOADS[re.sub(r"[ _-]", "", named["name"].lower())] if named else None,
        columns=numbers,
        has_label=columns[0][0] == "label",
        is_own_mix=any(_SINGLE_TEST.search(line.words) for line in lines[max(0, index - _SINGLE_REACH) : index]),
    )


def _title(lines: Sequence[Line], index: int) -> Line | None:
    """The nearest short line above that names AIM7 or one of its workloads."""
    for line in reversed(lines[max(0, index - _TITLE_DISTANCE) : index]):
        text = line.words.lstrip(" \t*=#-")
        short = len(text.split()) <= _MAX_TITLE_WORDS and text[:1].isalpha()
        if line.depth == lines[index].depth and short and (_NAMED.search(text) or _WORKLOAD.search(text)):
            return line
    return None


def _rows(lines: Sequence[Line], index: int, head: _Head) -> Iterator[Row]:
    rows = list(_table_rows(lines, index, head))
    proven = Counter(name for row in rows if not head.is_own_mix and (name := row.proven_workload()) is not None)
    workload = head.workload or (proven.most_common(1)[0][0] if proven else None)
    for row in rows:
        yield Row(
            line=row.line,
            block=head.line,
            test=workload or UNNAMED,
            test_text=head.title or "",
            values=tuple(_value(metric, *row.cells[metric.name]) for metric in METRICS if metric.name in row.cells),
            kernel=row.label,
            parameters={"tasks": int(row.cells["tasks"][0].raw)},
            title=head.title,
            warnings=(*_unnamed(head, workload), *row.broken(workload)),
        )


def _table_rows(lines: Sequence[Line], index: int, head: _Head) -> Iterator[_TableRow]:
    strangers = 0
    for place in range(index, len(lines)):
        line = lines[place]
        row = _table_row(line, head) if line.depth == head.depth else None
        strangers = 0 if row is not None or line.is_blank else strangers + 1
        if strangers > _MAX_STRANGERS or _columns(line):
            return
        if row is not None:
            yield row


def _table_row(line: Line, head: _Head) -> _TableRow | None:
    """A row with exactly the numbers that the head announces, behind a label; the screen prints a date behind them."""
    found = list(words(line.text, line.start))
    date = next((place for place, (word, _, _) in enumerate(found) if _WEEKDAY.match(word)), len(found))
    found = found[:date] if date >= len(head.columns) else found
    label, figures = found[: -len(head.columns)], found[-len(head.columns) :]
    cells = [number(word, column) for word, column, _ in figures]
    known = [cell for cell in cells if cell is not None and cell.raw[0] not in "+-"]
    if len(known) != len(head.columns) or len(label) > _MAX_LABEL_WORDS or not (label or not head.has_label):
        return None
    named = {name: (cell, text) for (name, text), cell in zip(head.columns, known, strict=True)}
    return _TableRow(line.number, _label(line, label), named) if named["tasks"][0].raw.isdigit() else None


def _value(metric: Metric, cell: Cell, text: str) -> Value:
    return Value(metric.name, cell, text, metric.unit, text if "/" in text else None, metric.better, role=metric.role)


def _label(line: Line, found: Sequence[tuple[str, int, int]]) -> Label | None:
    if not found:
        return None
    start, end = found[0][1], found[-1][2]
    return Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL)


def _unnamed(head: _Head, workload: str | None) -> tuple[str, ...]:
    if head.workload is not None:
        return ()
    if workload is None:
        return ("the post names no workload, and its numbers do not tell it",)
    return (f"the post names no workload; {JOBS_PER_USER[workload]} jobs a user are those of {workload}",)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "no program of ours runs AIM7's mixes yet; its file tests by many users can fill a disk")


SUITE = Suite(
    name="aim7",
    title="AIM7, the AIM Multiuser Benchmark (Suite VII)",
    metrics=METRICS,
    tests={
        "dbase": "a mix of jobs as of a database server",
        "fserver": "a mix of jobs as of a file server",
        "shared": "a mix of jobs as of a multiuser system",
        "compute": "a mix of jobs that mostly compute",
        "alltests": "all jobs of the suite, weighted alike",
        UNNAMED: "a mix that the post does not name",
    },
    parameters={"tasks": "how many users are simulated at once"},
    marks=("jobs/min", "jobs/minute"),
    read=_read,
    rerun=_rerun,
    aliases=("aim-7", "aimvii"),
)
