"""Tables of one benchmark's figures with a number of clients before each row and a kernel or variant over each column;
no suite.

    tbench results (node 0):                             ~ netperf - TCP_RR ~
                baseline           patched               Clients:   tip                   patched
      1:        327.2833        372.4623 (   13.80%)        1       102839.97 (0.00 pct)  103540.33 (0.68 pct)
      4:       1320.5933       1479.8833 (   12.06%)        2        98327.46 (0.00 pct)   99012.20 (0.69 pct)

Tables that are given in relation to their first column, or that tell of power or time in place of throughput, are left
alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from archive.text import Line
from suites.base import Label, Metric, Value
from suites.matches import measured
from suites.named_rows import TypedRow
from suites.named_tables import TypedTable, TypedTables
from suites.statistic_words import statistic_of
from suites.titled_tables import OTHERS, Name

_ROW = re.compile(r"[ \t|]{0,40}\d{1,5}[ \t]{0,3}[:|]?[ \t|]{1,40}\d")
_NOT_THROUGHPUT = re.compile(
    r"normali[sz]|\bpower\b|energy|joules?\b|watts?\b|latenc|\bcpu util|utili[sz]ation|\bratio\b|relative to"
    r"|\bppw\b|per watt|percent|elapsed|\btime\b|runtime|switches|\bfreq",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"(?:[kKMG]i?[bB](?:its?|ytes)?/s(?:ec)?|tps|ops\S{0,4}|throughput|bandwidth|speed|%)", re.IGNORECASE
)
_MEAN = re.compile(r"\b(?:[ahg]?mean|averages?|avg)\b", re.IGNORECASE)
_ONE = frozenset(("1", "1.0", "1.00", "1.000", "100", "100.0", "100.00"))
_COUNT = re.compile(r"(?:#|no\.?|nr|num)?[ ]?(?:threads|clients|procs|processes|users|tasks)[ ](?=\S)", re.IGNORECASE)
_REACH = 10
_MAX_TITLE_WORDS = 14
_LEAST_ROWS = 2
_LEAST_HEADS = 2


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A row: its line number, how many clients it is of, and the words before its figures."""

    line: int
    count: int
    label: str


@dataclass(frozen=True, slots=True)
class Counted:
    """A table: the line of its head, its title, the words from there down to the first row, and its rows."""

    block: int
    title: str
    told: str
    rows: tuple[tuple[CountedRow, TypedRow], ...]
    table: TypedTable

    def values(self, row: TypedRow, metric: Metric) -> tuple[Value, ...]:
        """The figures of a row as values of a metric, each with its kernel or variant."""
        statistic = "mean" if _MEAN.search(self.told) is not None else "sample"
        return tuple(
            measured(
                metric,
                self.table.cell(figure),
                metric.name,
                statistic=statistic,
                spread=self.table.spread(figure, place),
                kernel=_without_count(self.table.kernel(place)) if not place else self.table.kernel(place),
            )
            for place, figure in enumerate(row.figures)
        )


def _without_count(head: Label | None) -> Label | None:
    """The first head without the name of the counts, where one blank only parts the two."""
    found = _COUNT.match(head.text) if head is not None else None
    if head is None or found is None or head.end - head.start != len(head.text):
        return head
    return replace(head, text=head.text[found.end() :], start=head.start + found.end())


def counted_tables(lines: Sequence[Line], name: Name) -> Iterator[Counted]:
    """The tables below lines that name the benchmark."""
    typed: TypedTables | None = None
    title, last = -1, -1
    for index, line in enumerate(lines):
        if index <= last or line.is_blank:
            continue
        if title >= 0 and index - max(title, last) <= _REACH and _ROW.match(line.words) is not None:
            typed = typed or TypedTables(lines, numbered=True)
            found = _counted(typed, index, title, max(title, last + 1))
            if found is not None:
                last = found.rows[-1][0].line - 1
                yield found
            continue
        title = _title(line, index, title, name)


def _title(line: Line, index: int, title: int, name: Name) -> int:
    """The index of the line that names the benchmark, as it stands behind one more line; -1 where none does."""
    words = line.words[:200]
    if len(words.split()) > _MAX_TITLE_WORDS:
        return -1
    if name.is_in(words):
        return index
    return -1 if title >= 0 and OTHERS.search(words) is not None else title


def _counted(typed: TypedTables, index: int, title: int, top: int) -> Counted | None:
    """The table whose first row is line `index`; what is told of it stands from line `top` on."""
    table = typed.read(index)
    if table is None or len(table.rows) < _LEAST_ROWS or len(table.heads) < _LEAST_HEADS:
        return None
    counts = [int(row.label) if row.label.isdecimal() else 0 for row in table.rows]
    if counts[0] < 1 or any(one >= other for one, other in pairwise(counts)):
        return None
    if any(len(row.figures) != len(table.heads) for row in table.rows) or not _are_sides(table):
        return None
    first = min(head.label.line for head in table.heads)
    lines = typed.lines
    told = " ".join(line.words for line in lines[top:index])
    is_same_depth = lines[title].depth == lines[index].depth
    if not is_same_depth or _NOT_THROUGHPUT.search(told) is not None or _is_relative(table):
        return None
    rows = tuple(
        (CountedRow(row.index + 1, count, row.label), row) for row, count in zip(table.rows, counts, strict=True)
    )
    return Counted(first, lines[title].words.strip(), told, rows, table)


def _are_sides(table: TypedTable) -> bool:
    """Whether the heads may be kernels or variants: statistics and measures are none."""
    texts = [head.label.text for head in table.heads]
    return not any(statistic_of(text) or _MEASURE.search(text) or text.isdecimal() for text in texts)


def _is_relative(table: TypedTable) -> bool:
    """Whether the first row has a one in its first column: all figures stand to that one."""
    return table.rows[0].figures[0].raw in _ONE
