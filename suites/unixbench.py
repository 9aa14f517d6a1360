"""UnixBench (BYTE), versions 3 to 5: how often a second or minute small operations succeed, and an index of them.

Read are the listing, also where a mailer broke its tail off, the index table, and tables that people make of either:

    Pipe Throughput                              221670.8 lps   (10.0 s, 7 samples)
    Dhrystone 2 using register variables     1804724.6lps  (10.0
    Pipe Throughput                               12440.0     221670.8    178.2
    Execl Throughput                       |      3662.1 lps   |      2718.0 lps

The index of a test is its result over a reference machine's, times 10 since version 4; that proves the columns. A
result that the listing above already has is not taken twice, and neither are indices beside results.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Rerun, Row, Suite, Value
from suites.cells import number
from suites.matches import Tables, measured
from suites.unixbench_columns import Column, heads_of, is_difference, read_columns, tells_index
from suites.unixbench_context import Context
from suites.unixbench_tests import Test, all_tests, match_name, test_of

RATE = Metric("rate", "the test's own unit", "higher", "loops or KB a second or minute, mean of the samples")
INDEX = Metric("index", "index", "higher", "the result over that of a reference machine")
SCORE = Metric("index_score", "index", "higher", "geometric mean of the indices; the plain mean before version 4")

_LISTED = re.compile(
    r"[ \t]{1,60}(?P<value>\d{1,15}(?:\.\d{0,4})?)[ \t]{0,9}(?P<unit>lps|lpm|KBps|MWIPS)\b"
    r"(?:[ \t]{0,9}\(?(?P<time>\d{1,5}(?:\.\d)?)(?:[ \t]{0,3}(?P<second>s|secs)\b)?"
    r"(?:,[ \t]{0,3}(?:(?P<samples>\d{1,5})(?:[ \t]{0,2}samples)?)?)?)?"
)
_BROKEN_OFF = re.compile(r"[ \t]*(?:secs,?[ \t]*)?(?P<samples>\d{1,5})[ \t]{0,2}samples\)")
_SCORE = re.compile(
    r"[ \t]{0,12}(?P<name>System Benchmarks Index Score(?:[ ]\(Partial Only\))?|FINAL SCORE|AVERAGE"
    r"|(?:Total|Overall)(?=[ \t]*\|))(?=[ \t|:])"
)
_VERSION_OF = {"s": "5.x", "secs": "4.x"}
# A numbered list of what has changed may have the names.
_MAX_INDENT = re.compile(r"[ \t|]{0,12}(?:\d{1,2}[.)]?[ \t]{1,3})?")
_LABEL = re.compile(r"[A-Za-z][\w.-]{1,20}:?[ \t]{2,12}(?=[A-Z])")
# "System Call Overhead[2.5.53]    464936.0"
_WHOSE = re.compile(r"[ \t]?\[(?P<kernel>[^\]\[\s]{2,40})\](?=[ \t])")
_TABLE_GAP = 3
_AVERAGE_DISTANCE = 24
_OWN_NAMES = ("execl throughput", "pipe-based context switching")
# No machine scores less; a smaller figure is a ratio of scores.
_LEAST_SCORE = 2.0


class _Reader:
    """Reads one text; what stands above a line decides what its figures are."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._tables = Tables(_TABLE_GAP)
        self._context = Context()
        self._listed: dict[tuple[str, int], float] = {}
        self._first: dict[int, int] = {}
        self._last = -_TABLE_GAP

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            self._context = self._context.after(line)
            if self._context.index_head == line.number:
                self._tables.title(line)
            start = line.start + len((_MAX_INDENT.match(line.words) or [""])[0])
            start = self._behind_label(line, start)
            name, score = match_name(line.text, start), _SCORE.match(line.text, line.start)
            row = self._test_row(index, name) if name is not None else None
            row = self._score_row(index, score) if row is None and score is not None else row
            if row is not None:
                self._last = index
                yield row

    def _behind_label(self, line: Line, start: int) -> int:
        """Where a listed row begins that has a word of the poster's before the name ("arm64   Pipe Throughput ...")."""
        label = _LABEL.match(line.text, start)
        return label.end() if label is not None and match_name(line.text, label.end()) is not None else start

    def _test_row(self, index: int, name: re.Match[str]) -> Row | None:
        line, test = self._lines[index], test_of(name)
        whose = _WHOSE.match(line.text, name.end())
        if whose is not None:
            return self._compared_row(line, name, test, whose)
        listed = _LISTED.match(line.text, name.end())
        if listed is not None and not line.text[listed.end() :].strip(" \t)|"):
            return self._listed_row(index, name, test, listed)
        columns = read_columns(line, name.end())
        if not columns:
            return None
        factor = _index_factor(columns, test)
        if factor is not None:
            return self._index_row(line, name, test, columns, factor)
        return self._hand_row(index, name, test, columns)

    def _compared_row(self, line: Line, name: re.Match[str], test: Test, whose: re.Match[str]) -> Row | None:
        """A row of a list that sets kernels against one another: the kernel stands in brackets behind the name."""
        columns = read_columns(line, whose.end())
        if len(columns) != 1:
            return None
        value = _hand_value(columns[0], None, test, RATE)
        start, end = whose.span("kernel")
        kernel = Label(whose["kernel"], line.number, start, end, Basis.ROW_LABEL)
        return replace(self._row(line, test, name["name"], (value,)), kernel=kernel)

    def _listed_row(self, index: int, name: re.Match[str], test: Test, listed: re.Match[str]) -> Row | None:
        line = self._lines[index]
        cell = number(listed["value"], listed.start("value"))
        if cell is None:
            return None
        self._listed[test.name, line.depth] = cell.value
        samples = listed["samples"] or self._broken_off(index)
        settings: dict[str, Parameter] = {"samples": int(samples)} if samples else {}
        value = measured(RATE, cell, listed["unit"], listed["unit"], unit=listed["unit"], statistic="mean")
        version = _VERSION_OF.get(listed["second"] or "") if "." in (listed["time"] or "") else None
        version = version or ("3.x" if listed["time"] and listed["second"] == "secs" else None)
        row = self._row(line, test, name["name"], (value,))
        return replace(row, parameters={**row.parameters, **settings}, suite_version=row.suite_version or version)

    def _broken_off(self, index: int) -> str | None:
        """The samples on the next line, where a mailer broke the row."""
        following = self._lines[index + 1].words if index + 1 < len(self._lines) else ""
        tail = _BROKEN_OFF.match(following)
        return tail["samples"] if tail is not None else None

    def _index_row(
        self, line: Line, name: re.Match[str], test: Test, columns: Sequence[Column], factor: float
    ) -> Row | None:
        """The result of an index table's row; its index and the reference machine's result only prove it."""
        base, result, index = (column.cell for column in columns)
        if self._listed.get((test.name, line.depth)) == result.value:
            return None
        value = measured(RATE, result, "RESULT", unit=test.unit, statistic="mean")
        return replace(self._row(line, test, name["name"], (value,)), warnings=_broken(base, result, index, factor))

    def _hand_row(self, index: int, name: re.Match[str], test: Test, columns: Sequence[Column]) -> Row | None:
        line = self._lines[index]
        first = self._first_row(index)
        heads = self._heads(first, name.end(), columns)
        if heads is None:
            return None
        block = self._tables.block(line)
        is_index = not any(column.unit for column in columns) and tells_index(self._lines, first, block)
        values = tuple(
            _hand_value(column, head, test, INDEX if is_index else RATE)
            for column, head in zip(columns, heads, strict=True)
            if not is_difference(head)
        )
        return self._row(line, test, name["name"], values)

    def _heads(self, first: int, start: int, columns: Sequence[Column]) -> tuple[Label | None, ...] | None:
        """What heads the columns of a table; None where it has several and not all are named."""
        if len(columns) == 1:
            return (None,)
        heads = heads_of(self._lines, first, start, columns)
        return None if any(head is None for head in heads) else heads

    def _first_row(self, index: int) -> int:
        """The first row of the table that a row belongs to."""
        block = self._tables.block(self._lines[index])
        return self._first.setdefault(block, index)

    def _score_row(self, index: int, score: re.Match[str]) -> Row | None:
        line, head = self._lines[index], self._context.index_head
        columns = read_columns(line, score.end())
        if score["name"] == "AVERAGE" and (head is None or line.number - head > _AVERAGE_DISTANCE):
            return None
        if not columns or any(column.cell.value < _LEAST_SCORE for column in columns):
            return None
        # "Total" is the score only right below the tests' indices.
        if score["name"] in {"Total", "Overall"} and index - self._last > _TABLE_GAP:
            return None
        heads = self._heads(self._first_row(index), score.end(), columns)
        if heads is None:
            return None
        values = tuple(
            measured(SCORE, column.cell, score["name"], kernel=over)
            for column, over in zip(columns, heads, strict=True)
            if not is_difference(over)
        )
        return self._row(line, Test("index", "index", ""), score["name"], values)

    def _row(self, line: Line, test: Test, text: str, values: tuple[Value, ...]) -> Row:
        return Row(
            line=line.number,
            block=self._tables.block(line),
            test=test.name,
            test_text=" ".join(text.split()),
            values=values,
            kernel=self._context.kernel,
            parameters=self._settings(line),
            suite_version=self._context.version,
        )

    def _settings(self, line: Line) -> dict[str, Parameter]:
        label = _LABEL.match(line.text, line.start)
        case = label.group().strip(" :\t") if label is not None and match_name(line.text, label.end()) else None
        told: dict[str, Parameter | None] = {"copies": self._context.copies, "case": case}
        return {name: value for name, value in told.items() if value}


def _index_factor(columns: Sequence[Column], test: Test) -> float | None:
    """1 or 10 where three figures are a baseline, a result and the index that follows from them, or begin with a
    baseline that is known to be the test's.
    """
    if len(columns) != 3 or any(column.unit for column in columns):
        return None
    base, result, index = (column.cell for column in columns)
    for factor in (10.0, 1.0):
        if not _broken(base, result, index, factor):
            return factor
    return 10.0 if base.value in test.baselines else None


def _broken(base: Cell, result: Cell, index: Cell, factor: float) -> tuple[str, ...]:
    """What to say where an index is not the result over the baseline, within what their digits leave open."""
    slack = [(cell.resolution or 0) / 2 for cell in (base, result, index)]
    low = (result.value - slack[1]) / (base.value + slack[0]) * factor - slack[2]
    high = (result.value + slack[1]) / max(base.value - slack[0], 1e-9) * factor + slack[2]
    if low - 1e-9 <= index.value <= high + 1e-9:
        return ()
    return (f"index {index.raw} is not {result.raw} / {base.raw} x {factor:g}: one of the figures is mistyped",)


def _hand_value(column: Column, head: Label | None, test: Test, metric: Metric) -> Value:
    unit = test.unit if metric is RATE else metric.unit
    return measured(metric, column.cell, column.unit or unit, column.unit, unit=unit, kernel=head)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()


def _hint(text: str) -> bool:
    """Some tests' names are said of UnixBench alone; the others stand in prose too, and count beside its name."""
    if any(name in text for name in _OWN_NAMES):
        return True
    return any(word in text for word in ("unixbench", "unix bench", "dhrystone 2", "system benchmarks")) and any(
        word in text
        for word in (" throughput", "context switching", "dhrystone", "concurrent)", "maxblocks", "call over")
    )


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "UnixBench is not packaged, and no program of ours does what it does yet")


SUITE = Suite(
    name="unixbench",
    title="UnixBench, small operations of a system",
    metrics=(RATE, INDEX, SCORE),
    tests=all_tests(),
    parameters={
        "copies": "how many copies of each test ran at once",
        "case": "the word before the test's name that tells runs apart, in the post's words",
        "samples": "how many samples the result is the mean of",
    },
    marks=("unixbench", "unix bench", "unix benchmarks", "dhrystone 2", "system benchmarks", *_OWN_NAMES),
    hint=_hint,
    read=_read,
    rerun=_rerun,
    aliases=("byte-unixbench", "byte"),
)
