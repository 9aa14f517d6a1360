"""NPB, the NAS Parallel Benchmarks: kernels of fluid dynamics in sizes S to F. Their report, and typed rows:

     BT Benchmark Completed.
     Class           =                        A
     Time in seconds =                    98.76
     Total threads   =                        4
     Mop/s total     =                  1701.23
     Mop/s/thread    =                   425.31
     Verification    =               SUCCESSFUL

    lu.C.x      24.725724+-0.962340    23.349608+-1.607214

The rate of a thread times the threads is the rate in all. A run that was not verified is flagged.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite, Value
from suites.compared_columns import columns, section
from suites.matches import Tables, cell, measured

TIME = Metric("time", "s", "lower", "seconds of the timed part")
RATE = Metric("rate", "Mop/s", "higher", "millions of operations in a second, of all threads or processes")
EACH = Metric("rate_each", "Mop/s", "higher", "the same of one thread or process", role="secondary")

_NAMES = "bt|cg|dc|dt|ep|ft|is|lu|mg|sp|ua"
_DONE = re.compile(rf"[ \t]{{0,9}}(?P<name>{_NAMES}|(?:{_NAMES})-MZ)[ \t]Benchmark[ \t]Completed", re.IGNORECASE)
_NATIVE = re.compile(
    r"[ \t]{0,9}(?P<key>Class|Time in seconds|Total (?:threads|processes)|Mop/s total|Mop/s/(?:thread|process)"
    r"|Verification|Version)[ \t]{1,20}=[ \t]{1,40}(?P<value>\S{1,20})[ \t]*$"
)
_TYPED = re.compile(
    rf"[ \t|]{{0,20}}(?P<text>(?:(?:NPB|NAS)[ \t_/-])?(?P<name>{_NAMES})[._-](?P<class>[A-FSW])"
    r"(?:\.[a-z]|\.(?P<tasks>\d{1,5}))?"
    r"(?:[_ \t-](?P<threads>\d{1,5})(?:[_ \t-]?(?:threads?|procs?|processes|tasks))?(?=[ \t|:]))?)[ \t|:]{1,40}(?=\d)",
    re.IGNORECASE,
)
_RATES = re.compile(r"\bmop(?:s|/s)\b|throughput|(?:higher|more|bigger|larger) is better", re.IGNORECASE)
_TIMES = re.compile(
    r"\bsecond|\bsecs?\b|\(s\)|runtime|run time|execution time|elapsed|(?:lower|less|smaller) is better", re.IGNORECASE
)
_MAX_GAP = 16
_GAP = 3
_REACH = 40
UNTOLD = "the post does not tell whether these are seconds or rates; taken for seconds"
FAILED = "the run was not verified"


@dataclass(slots=True)
class _Run:
    """A report that is being read."""

    line: int
    depth: int
    name: str
    version: str | None = None
    is_bad: bool = False
    parameters: dict[str, Parameter] = field(default_factory=dict)
    found: list[tuple[Line, Value]] = field(default_factory=list)

    def rows(self) -> Iterator[Row]:
        """The rows of a finished report."""
        warnings = ((FAILED,) if self.is_bad else ()) + self._broken()
        for line, value in self.found:
            yield Row(
                line=line.number,
                block=self.line,
                test=self.name.lower(),
                test_text=self.name,
                values=(replace(value, warnings=warnings),),
                parameters=self.parameters,
                suite_version=self.version,
            )

    def _broken(self) -> tuple[str, ...]:
        cells = {value.metric: value.cell for _, value in self.found}
        tasks = self.parameters.get("threads", self.parameters.get("processes"))
        if RATE.name not in cells or EACH.name not in cells or not isinstance(tasks, int):
            return ()
        total, each = cells[RATE.name], cells[EACH.name]
        if abs(each.value * tasks - total.value) <= (each.resolution or 0) * tasks + (total.resolution or 0):
            return ()
        return (f"{tasks} times {each.raw} Mop/s are not {total.raw}: a figure is mistyped",)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    run: _Run | None = None
    tables = Tables(_GAP)
    is_hyperfine = any("hyperfine" in line.text for line in lines)
    for index, line in enumerate(lines):
        done = _DONE.match(line.text, line.start) if "enchmark" in line.text else None
        if run is not None and (done is not None or line.number - run.line > _MAX_GAP):
            yield from run.rows()
            run = None
        if done is not None:
            run = _Run(line.number, line.depth, done["name"])
        elif run is not None and "=" in line.text and line.depth == run.depth:
            _take(run, line)
        elif "." in line.text or "_" in line.text:
            row = _typed(lines, index, tables)
            if row is not None:
                yield _by_hyperfine(row) if is_hyperfine else row
    if run is not None:
        yield from run.rows()


def _take(run: _Run, line: Line) -> None:
    match = _NATIVE.match(line.text, line.start)
    if match is None:
        return
    key, text = match["key"], match["value"]
    metric = {"Time in seconds": TIME, "Mop/s total": RATE, "Mop/s/thread": EACH, "Mop/s/process": EACH}.get(key)
    if metric is not None and re.fullmatch(r"\d{1,12}\.\d{0,6}", text):
        run.found.append((line, measured(metric, cell(match, "value"), key, "s" if metric is TIME else "Mop/s")))
    elif key == "Class":
        run.parameters["class"] = text
    elif key.startswith("Total ") and text.isdecimal():
        run.parameters[key.split()[1]] = int(text)
    elif key == "Verification":
        run.is_bad = text.upper() != "SUCCESSFUL"
    elif key == "Version":
        run.version = text


def _typed(lines: Sequence[Line], index: int, tables: Tables) -> Row | None:
    line = lines[index]
    match = _TYPED.match(line.text, line.start)
    found = columns(lines, index, match.end()) if match is not None else ()
    if match is None or not found:
        return None
    metric, warnings = _metric(lines, index)
    tasks = match["threads"] or match["tasks"]
    part = section(lines, index)
    parameters: dict[str, Parameter] = {"class": match["class"].upper()}
    parameters |= {"threads": int(tasks)} if tasks is not None else {}
    parameters |= {"section": part} if part is not None else {}
    values = tuple(
        measured(metric, column.cell, metric.name, column.unit_text, spread=column.spread, kernel=column.head)
        for column in found
    )
    return Row(
        line=line.number,
        block=tables.block(line),
        test=match["name"].lower(),
        test_text=match["text"],
        values=values,
        parameters=parameters,
        warnings=warnings,
    )


def _by_hyperfine(row: Row) -> Row:
    """What hyperfine ran: means of runs, with the deviation of the runs."""
    values = (
        replace(value, statistic="mean", spread=tuple(replace(spread, kind="stdev") for spread in value.spread))
        for value in row.values
    )
    return replace(row, values=tuple(values), harness="hyperfine")


def _metric(lines: Sequence[Line], index: int) -> tuple[Metric, tuple[str, ...]]:
    """What typed rows hold, by the nearest words above that tell it."""
    for above in range(index - 1, max(-1, index - _REACH), -1):
        words = lines[above].words[:200]
        if _RATES.search(words):
            return RATE, ()
        if _TIMES.search(words):
            return TIME, ()
    return TIME, (UNTOLD,)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "NPB is not packaged; it is Fortran and C that NASA gives to those who ask")


SUITE = Suite(
    name="npb",
    title="NPB, the NAS Parallel Benchmarks",
    metrics=(TIME, RATE, EACH),
    tests={
        "bt": "block tri-diagonal solver",
        "cg": "conjugate gradient, irregular memory access",
        "dc": "data cube",
        "dt": "data traffic",
        "ep": "embarrassingly parallel",
        "ft": "Fourier transform, all-to-all communication",
        "is": "integer sort, random memory access",
        "lu": "Gauss-Seidel solver",
        "mg": "multi-grid on a sequence of meshes",
        "sp": "scalar penta-diagonal solver",
        "ua": "unstructured adaptive mesh",
    },
    parameters={
        "class": "size of the problem: S, W, A to F",
        "threads": "threads of the run",
        "processes": "MPI processes of the run",
        "section": "the poster's own division of the tables",
    },
    marks=("mop/s", "npb", "nas "),
    read=_read,
    rerun=_rerun,
    aliases=("nas",),
)
