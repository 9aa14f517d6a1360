"""locktorture, a module of the kernel: how often many threads take one lock until the module is unloaded.

Its statistics as they are printed, also behind the lock's name or a log's time, and tables that people make of them:

    spin_lock-torture: Writes:  Total: 40973197  Max/Min: 0/0   Fail: 0
    Reads :  Total: 144876801  Max/Min: 19999535/4873442 ???  Fail: 0

    #thr  	 stock     CNA / speedup
      1  2.675 (0.088) 2.707 (0.100) / 1.012

Most and least are of one thread (they are 0 where the kernel does not count them), and question marks stand where the
most is over twice the least: that proves a line. In a log, totals grow from one interval to the next; only the last
one is a result.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite, Value
from suites.matches import LOG_PREFIX, Tables, cell, measured
from suites.named_rows import TypedRow
from suites.named_tables import TypedTable, TypedTables

ACQUISITIONS = Metric("acquisitions", "acquisitions", "higher", "how often all threads took the lock")
OF_THREAD = Metric("thread_acquisitions", "acquisitions", None, "how often one thread took it", role="secondary")

_TOTAL = re.compile(
    rf"(?P<log>{LOG_PREFIX})[ \t]{{0,20}}(?:(?P<lock>[a-z]\w{{2,30}})-torture: )?(?P<what>Writes|Reads) ?: {{1,3}}"
    r"Total: {1,3}(?P<total>\d{1,18}) {1,4}Max/Min: {1,3}(?P<max>\d{1,18})/(?P<min>\d{1,18}) {1,3}(?P<odd>\?\?\?)?"
    r" {0,4}Fail: {1,3}\d"
)
_LEGEND = re.compile(r"[ \t]{0,20}\(A\)[ \t]")
_SCENARIO = re.compile(r"\b(?P<scenario>LOCK\d\d)\b")
_COMMAND = re.compile(r"(?<![\w-])locktorture(?P<options>(?:[ .]\w{4,24}=[\w,]{1,30}){1,12})")
_OPTION = re.compile(r"(?P<name>\w{4,24})=(?P<value>[\w,]{1,30})")
_OPTIONS = frozenset({"nwriters_stress", "nreaders_stress", "torture_type", "stutter", "shuffle_interval"})
_NAMED = re.compile(r"(?<![\w-])lock_?torture\b", re.IGNORECASE)
_OTHERS = re.compile(r"\bwill[-_ ]it[-_ ]scale\b|\b[a-z]{3,12}bench\b", re.IGNORECASE)
_THREADS = re.compile(r"[ \t|]{0,12}#?(?:thr|threads?|nr_threads|writers|n)\b", re.IGNORECASE)
_SCALE = re.compile(r"\bx ?(?P<scale>10\^\d{1,2})\b")
_RUNS = re.compile(r"\baverage \(?(?:over|of) (?P<runs>\d{1,5}) runs\b", re.IGNORECASE)
_DEVIATION = re.compile(r"standard\s{1,20}deviation|\bstdev\b", re.IGNORECASE)
_MAX_GAP = 4
_REACH = 3
_NEXT = 2
# Behind the program's name people tell of the machine, and what was counted.
_FAR = 20


@dataclass(frozen=True, slots=True)
class _Printed:
    line: Line
    match: re.Match[str]

    def grows_into(self, later: "_Printed") -> bool:
        """Whether a later line is of the same run, some seconds on."""
        own, other = self.match, later.match
        is_log = bool(own["log"].strip()) and bool(other["log"].strip())
        is_near = later.line.number - self.line.number <= _NEXT and self.line.depth == later.line.depth
        return is_log and is_near and int(own["total"]) <= int(other["total"])


@dataclass(frozen=True, slots=True)
class _Told:
    """What the words above a typed table say of its figures: their unit, of how many runs they are means, and whether
    deviations stand in brackets.
    """

    unit: str | None
    runs: int | None
    has_deviations: bool


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    rows = [*_printed_rows(lines), *_typed_rows(lines)]
    yield from sorted(rows, key=lambda row: row.line)


def _printed_rows(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_MAX_GAP)
    printed = list(_printed(lines))
    for place, own in enumerate(printed):
        later = (other for other in printed[place + 1 : place + 3] if other.match["what"] == own.match["what"])
        if not any(own.grows_into(other) for other in later):
            yield _row(own, tables.block(own.line), _settings(lines, own.line.number - 1))


def _printed(lines: Sequence[Line]) -> Iterator[_Printed]:
    """The lines that the module printed; one over a legend of its columns explains the form."""
    for index, line in enumerate(lines):
        match = _TOTAL.match(line.text, line.start) if "Max/Min:" in line.text else None
        below = lines[index + 1] if index + 1 < len(lines) else line
        if match is not None and _LEGEND.match(below.text, below.start) is None:
            yield _Printed(line, match)


def _row(own: _Printed, block: int, settings: dict[str, Parameter]) -> Row:
    match = own.match
    values = [measured(ACQUISITIONS, cell(match, "total"), "Total")]
    if int(match["max"]):
        values += [
            measured(OF_THREAD, cell(match, "max"), "Max", statistic="max"),
            measured(OF_THREAD, cell(match, "min"), "Min", statistic="min"),
        ]
    if match["lock"] is not None:
        settings = settings | {"torture_type": match["lock"]}
    text = match["what"]
    return Row(own.line.number, block, text.lower(), text, tuple(values), parameters=settings, warnings=_broken(match))


def _broken(match: re.Match[str]) -> tuple[str, ...]:
    most, least, total = (int(match[name]) for name in ("max", "min", "total"))
    if least > most or most > total:
        return ("the threads cannot have taken the lock so often: a figure is mistyped",)
    if (most // 2 > least) != (match["odd"] is not None):
        return ("the question marks stand where the most is over twice the least: a figure is mistyped",)
    return ()


def _settings(lines: Sequence[Line], index: int) -> dict[str, Parameter]:
    """What the lines above tell: the options of the module, and the scenario of the kernel's own scripts."""
    found: dict[str, Parameter] = {}
    for above in range(index - 1, max(-1, index - 1 - _FAR), -1):
        line = lines[above]
        if line.depth != lines[index].depth and not line.is_blank:
            break
        scenario = _SCENARIO.search(line.text, line.start) if index - above <= _REACH else None
        if scenario is not None:
            found.setdefault("scenario", scenario["scenario"])
        command = _COMMAND.search(line.text, line.start) if "locktorture" in line.text else None
        if command is not None:
            return _options(command["options"]) | found
    return found


def _options(text: str) -> dict[str, Parameter]:
    options = ((one["name"], one["value"]) for one in _OPTION.finditer(text))
    return {name: int(value) if value.isdigit() else value for name, value in options if name in _OPTIONS}


def _typed_rows(lines: Sequence[Line]) -> Iterator[Row]:
    """The rows of tables by threads below the module's name, up to where another program is named."""
    tables, named, done = TypedTables(lines, numbered=True), -_FAR, 0
    for index, line in enumerate(lines):
        if index < done or line.is_blank:
            continue
        named = index if _NAMED.search(line.words[:240]) else -_FAR if _OTHERS.search(line.words[:240]) else named
        if index - named > _FAR or not _THREADS.match(lines[index - 1].words):
            continue
        table = tables.read(index)
        if table is None or len(table.heads) < 2 or not all(row.label.isdigit() for row in table.rows):
            continue
        done, named = table.rows[-1].index + 1, -_FAR
        yield from _of_table(table, " ".join(line.words for line in lines[max(0, index - _FAR) : index]))


def _of_table(table: TypedTable, above: str) -> Iterator[Row]:
    """The rows of a table; the words above it tell of what its figures are means, and in what unit."""
    block, told = min(head.label.line for head in table.heads), _told(above)
    for row in table.rows:
        values = tuple(_typed(table, row, place, told) for place in range(len(row.figures)))
        settings: dict[str, Parameter] = {"nwriters_stress": int(row.label)}
        yield Row(row.index + 1, block, "writes", row.label, values, parameters=settings)


def _told(above: str) -> _Told:
    scale, runs = _SCALE.search(above), _RUNS.search(above)
    return _Told(
        f"{scale['scale']} {ACQUISITIONS.unit}" if scale is not None else None,
        int(runs["runs"]) if runs is not None else None,
        has_deviations=_DEVIATION.search(above) is not None,
    )


def _typed(table: TypedTable, row: TypedRow, place: int, told: _Told) -> Value:
    spread = table.spread(row.figures[place], place)
    if told.has_deviations:
        spread = tuple(replace(item, kind="stdev") if item.kind == "unknown" else item for item in spread)
    return measured(
        ACQUISITIONS,
        table.cell(row.figures[place]),
        "ops",
        unit=told.unit,
        statistic="mean" if spread or told.runs is not None else "sample",
        runs=told.runs,
        spread=spread,
        kernel=table.kernel(place),
    )


def _rerun(_test: str) -> Rerun:
    return Rerun("hardware", "needs root and a kernel that was built with the module")


SUITE = Suite(
    name="locktorture",
    title="locktorture, one lock taken by many threads",
    metrics=(ACQUISITIONS, OF_THREAD),
    tests={"writes": "takes the lock to write, or alone", "reads": "takes the lock to read"},
    parameters={
        "torture_type": "which lock (spin_lock, rw_lock, mutex_lock, ...)",
        "nwriters_stress": "threads that take it to write",
        "nreaders_stress": "threads that take it to read",
        "stutter": "seconds that it runs and rests",
        "shuffle_interval": "seconds until threads are moved to other processors",
        "scenario": "the name of a run of the kernel's own scripts",
    },
    marks=("max/min:", "locktorture"),
    hint=lambda text: "max/min:" in text or "thr" in text,
    read=_read,
    rerun=_rerun,
    aliases=("lock torture",),
)
