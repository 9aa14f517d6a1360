"""will-it-scale, copies of one small test in processes or threads: how many operations all of them do in a second.

Read are the program's own lines and sheets, and the tables that people make of them under its name:

    testcase:Separate file open/close
    average:3500

    tasks,processes,processes_idle,threads,threads_idle,linear
    1,536012,98.9,529881,98.9,536012

    #thr   stock  patch-CNA   speedup (patch-CNA/stock)
      1  0.861 (0.006)  0.867 (0.005)  1.007

    before:	1507021
    after:	1721828 (+14%)

The `linear` column is the best of one task times the tasks, and the idle ones are monitors: neither is a result. What
the test robot of 0-day makes of it is read with its reports.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, Suite, Value
from suites.cells import number
from suites.matches import Sought, Tables, cell, measured
from suites.named_rows import TypedRow, read_row
from suites.named_tables import TypedTable, TypedTables
from suites.will_it_scale_stats import StatRow, statistic_rows
from suites.will_it_scale_tests import Named, all_tests, find_test

METRICS = (
    Metric(
        "operations", "ops/s", "higher", "operations of all tasks in a second, where the post does not say of which"
    ),
    Metric("processes", "ops/s", "higher", "operations of all processes in a second"),
    Metric("threads", "ops/s", "higher", "operations of all threads in a second"),
    Metric("per_process_ops", "ops/s", "higher", "operations of one process in a second"),
    Metric("per_thread_ops", "ops/s", "higher", "operations of one thread in a second"),
    Metric("scalability", "ratio", "higher", "operations of many tasks over those of one, a task"),
)
_SUITE = re.compile(r"\bwill[-_ ]?it[-_ ]?scale\b", re.IGNORECASE)
_TESTCASE = re.compile(r"[ \t]{0,12}testcase:(?P<title>\S.{0,60})$")
_AVERAGE = re.compile(r"[ \t]{0,12}average:[ ]?(?P<rate>\d{1,15})$")
_SHEET = re.compile(r"[ \t]{0,8}tasks,processes,processes_idle,threads,threads_idle,linear\b")
_SHEET_ROW = re.compile(
    r"[ \t]{0,8}(?P<tasks>\d{1,5}),(?P<processes>\d{1,15}),\d{1,3}(?:\.\d{1,3})?,(?P<threads>\d{1,15}),"
    r"\d{1,3}(?:\.\d{1,3})?(?:,\d{1,15})?$"
)
_UNIT = re.compile(r"\b(?P<unit>[kM]?ops/(?:s(?:ec(?:ond)?)?|us|ms)|operations/s(?:ec(?:ond)?)?|\w{3,9}s/s)\b")
_UNITS = {"ops/us": "ops/us", "ops/ms": "ops/ms"}
_DEVIATION = Sought(re.compile(r"standard deviation|\bstd(?:dev)?\b", re.IGNORECASE), ("standard deviation", "std"))
_VARIANT = re.compile(
    r"(?:before|after|base(?:line)?|stock|patch(?:ed)?|with(?:out)?|w/o?|old|new|vanilla|mainline|real|linus|tip|next)\b",
    re.IGNORECASE,
)
_TASKS_HEAD = re.compile(r"[ \t|]{0,12}#?(?:thr|threads?|tasks?|proc\w{0,6}|nr_task\w?|cpus?|n)\b", re.IGNORECASE)
_OTHERS = Sought(
    re.compile(
        r"(?<![\w/.-])(?:hackbench|schbench|kernbench|netperf|[td]bench|pgbench|sysbench|unixbench|locktorture|fio|ebizzy"
        r"|cyclictest|stress-ng|specjbb|vm-scalability)\b",
        re.IGNORECASE,
    ),
    ("bench", "netperf", "locktorture", "fio", "ebizzy", "cyclictest", "stress-ng", "specjbb", "vm-scalability"),
)
_TITLE_WORDS = 12
_REACH = 6
_TASKS_REACH = 2


@dataclass(frozen=True, slots=True)
class _Said:
    """What the words above say: the test, the unit, whether bare brackets are deviations, and on which line it was."""

    line: int = -_REACH
    depth: int = 0
    named: Named | None = None
    unit: str | None = None
    deviations: bool = False


class _Reader:
    """Reads one text; a table is will-it-scale's where its test is named right above, under the program's name."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._typed_tables = TypedTables(lines, numbered=True)
        self._others = _OTHERS.among(lines)
        self._tables = Tables(3)
        self._said = _Said()
        self._is_named = False
        self._testcase: str | None = None
        self._done = 0

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            if index < self._done or line.is_blank:
                continue
            found = list(self._own(index, line)) or list(self._typed(index))
            yield from found
            if found:
                self._done = max(self._done, found[-1].line)
                self._said = replace(self._said, line=index if len(found) == 1 else self._done)
            else:
                self._note(index, line)

    def _note(self, index: int, line: Line) -> None:
        words = line.words[:240]
        program = _SUITE.search(words) if "scale" in words.lower() else None
        testcase = _TESTCASE.match(words) if "testcase:" in words else None
        self._testcase = testcase["title"] if testcase is not None else self._testcase
        self._is_named = self._is_named or program is not None
        named = find_test(words) if self._is_named else None
        self._note_figures(words)
        if program is not None or named is not None:
            keep = self._said.named if index - self._said.line <= _REACH else None
            self._said = replace(self._said, line=index, depth=line.depth, named=named or keep)
        elif self._others.search(words) is not None and len(words.split()) <= _TITLE_WORDS:
            self._said = replace(self._said, line=-_REACH, named=None, unit=None)

    def _note_figures(self, words: str) -> None:
        """Take in what a line says of the figures below it: their unit, and that brackets are deviations."""
        unit = _UNIT.search(words) if "s/" in words else None
        if unit is not None:
            self._said = replace(self._said, unit=unit["unit"])
        if not self._said.deviations and _DEVIATION.search(words) is not None:
            self._said = replace(self._said, deviations=True)

    def _own(self, index: int, line: Line) -> Iterator[Row]:
        """What the program and its script print."""
        average = _AVERAGE.match(line.text.rstrip(), line.start) if "average:" in line.text else None
        if average is not None and self._testcase is not None:
            value = measured(METRICS[0], cell(average, "rate"), "average", statistic="mean")
            named = self._said.named
            yield self._row(line, named.test if named else "*", self._testcase, (value,), {})
        if "tasks,processes," in line.words and _SHEET.match(line.words) is not None:
            yield from self._sheet(index)

    def _sheet(self, index: int) -> Iterator[Row]:
        named = self._said.named
        for place in range(index + 1, len(self._lines)):
            line = self._lines[place]
            match = _SHEET_ROW.match(line.text.rstrip(), line.start)
            if match is None or line.depth != self._lines[index].depth:
                return
            if int(match["tasks"]):
                values = tuple(measured(metric, cell(match, metric.name), metric.name) for metric in METRICS[1:3])
                test, text = (named.test, named.text) if named is not None else ("*", "will-it-scale")
                row = self._row(line, test, text, values, {"tasks": int(match["tasks"])})
                yield replace(row, block=index + 1)

    def _typed(self, index: int) -> Iterator[Row]:
        """Rows of a table, or of variants with one figure each, under a line that names the test."""
        said = self._said
        if not self._is_named or index - said.line > _REACH or self._lines[index].depth != said.depth:
            return
        table = self._typed_tables.read(index)
        if table is not None and len(table.heads) > 1:
            yield from self._table_rows(table, said)
        elif table is not None and len(table.rows[0].figures) == 1:
            yield from self._variant_row(index, said)

    def _table_rows(self, table: TypedTable, said: _Said) -> Iterator[Row]:
        first = table.rows[0]
        above = self._lines[max(0, first.index - _TASKS_REACH) : first.index]
        counts_tasks = any(_TASKS_HEAD.match(line.words) for line in above)
        block = min(head.label.line for head in table.heads)
        for row in table.rows:
            named, settings = _meaning(row, said, counts_tasks=counts_tasks)
            if named is not None:
                values = tuple(self._value(table, row, place, named) for place in range(len(row.figures)))
                yield replace(self._row(self._lines[row.index], named.test, named.text, values, settings), block=block)

    def _variant_row(self, index: int, said: _Said) -> Iterator[Row]:
        """A row of one figure behind a word for a variant ("before: 1507021")."""
        line = self._lines[index]
        row = read_row(line, index)
        if row is None or _VARIANT.match(row.label) is None or len(row.figures) != 1:
            return
        figure = number(row.figures[0].raw, row.figures[0].start)
        named = find_test(row.label)
        own = named or said.named
        if figure is None or own is None:
            return
        variant = row.label[: named.start].rstrip() if named is not None else row.label
        metric = _metric(own)
        value = measured(metric, figure, own.text, said.unit, unit=_UNITS.get(said.unit or ""))
        kernel = Label(variant, line.number, row.start, row.start + len(variant), Basis.ROW_LABEL)
        yield replace(self._row(line, own.test, own.text, (value,), {}), kernel=kernel)

    def _value(self, table: TypedTable, row: TypedRow, place: int, named: Named) -> Value:
        figure, said, metric = row.figures[place], self._said, _metric(named)
        unit_text = said.unit if metric.unit == "ops/s" else None
        spread = table.spread(figure, place)
        if said.deviations:
            spread = tuple(replace(item, kind="stdev") if item.kind == "unknown" else item for item in spread)
        return measured(
            metric,
            table.cell(figure),
            named.text,
            unit_text,
            unit=_UNITS.get(unit_text or ""),
            statistic="mean" if spread else "sample",
            spread=spread,
            kernel=table.kernel(place),
        )

    def _row(self, line: Line, test: str, text: str, values: tuple[Value, ...], settings: dict[str, Parameter]) -> Row:
        return Row(line.number, self._tables.block(line), test, text, values, parameters=settings)


def _metric(named: Named) -> Metric:
    return next((metric for metric in METRICS if metric.name == named.metric), METRICS[0])


def _meaning(row: TypedRow, said: _Said, *, counts_tasks: bool) -> tuple[Named | None, dict[str, Parameter]]:
    """Which test a row is of, and with how many tasks: its label is the one or the other."""
    own = find_test(row.label)
    if own is not None:
        return own, {}
    if said.named is not None and counts_tasks and row.label.isdigit():
        return said.named, {"tasks": int(row.label)}
    return None, {}


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    rows = list(_Reader(lines).rows())
    taken = {row.line for row in rows}
    rows += [_of_statistics(found) for found in statistic_rows(lines) if found.line.number not in taken]
    yield from sorted(rows, key=lambda row: row.line)


def _of_statistics(found: StatRow) -> Row:
    """A row of a table with a statistic a column; the deviation belongs to the mean."""
    metric, text = _metric(found.named), found.named.text
    values = tuple(
        measured(
            metric,
            cell(match, "value"),
            text,
            statistic=name,
            spread=found.spread() if name == "mean" else (),
            kernel=found.variant,
        )
        for name, match in found.figures
        if name != "stdev"
    )
    return Row(found.line.number, found.first, found.named.test, text, values)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "will-it-scale is not packaged, and no program of ours does what it does yet")


SUITE = Suite(
    name="will-it-scale",
    title="will-it-scale, small tests in many processes or threads",
    metrics=METRICS,
    tests=all_tests() | {"*": "a test that the post names in the program's words only"},
    parameters={"tasks": "how many processes or threads run at once"},
    marks=("will-it-scale", "will it scale", "will_it_scale", "tasks,processes,processes_idle"),
    read=_read,
    rerun=_rerun,
    aliases=("will it scale", "willitscale"),
)
