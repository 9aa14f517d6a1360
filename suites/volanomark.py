"""VolanoMark, a chat server in Java and its clients: messages a second.

Read are the program's own closing line and the tables that people make of it, kernels as columns or as rows:

    Average throughput = 48780 messages per second

         2.4.14         2.4.14 + MQ    2.4.17          2.4.17+ Ingo's scheduler
    4-way     17565          24864           15894          23300

    kernel      msg/s  %CPU %sys/%user  Total swpin
    2.5.26      51824  96.3 1.42        1,987,024 KB

A label of CPUs ("4-way") is how many of them the kernel ran on. Columns of monitors beside the rate are left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, Suite
from suites.cells import number
from suites.matches import Tables, cell, measured
from suites.named_rows import TypedRow
from suites.named_tables import TypedTable, TypedTables

THROUGHPUT = Metric("throughput", "messages/s", "higher", "messages that the clients sent and received in a second")

_NAME = re.compile(r"\bvolano ?mark\b|\bvolano\b(?!\.)", re.IGNORECASE)
_SETTINGS = re.compile(r"\b(?P<rooms>\d{1,4})/(?P<messages>\d{1,6})[ ](?P<kind>loopback|network)\b", re.IGNORECASE)
_UNIT = re.compile(r"\b(?P<unit>(?:msgs?|messages?)(?:/s(?:ec(?:ond)?)?|[ ]per[ ]sec(?:ond)?))(?!\w)", re.IGNORECASE)
_TOTAL = re.compile(
    r"(?:[\w./-]{1,60}:)?[ \t]{0,20}(?P<name>Average[ ]throughput)[ ]{0,3}=[ ]{0,3}"
    r"(?P<value>\d{1,9}(?:\.\d{1,4})?)[ ]{1,3}"
    r"(?P<unit>messages[ ]per[ ]second)"
)
_SAID = re.compile(
    r"[ \t]{0,8}(?P<label>[A-Za-z][\w .+-]{1,30}):[ \t]{1,12}(?P<value>\d{3,9})[ ]{1,3}"
    r"(?P<unit>(?:messages|msgs?)[ ]per[ ]second)[.,]?$"
)
_HEAD = re.compile(r"(?P<kernel>kernel\S{0,8})[ \t]{1,40}(?P<unit>msgs?/s(?:ec)?)(?!\S)", re.IGNORECASE)
_HEAD_ROW = re.compile(r"[ \t]{0,12}(?P<kernel>\S{2,60})[ \t]{1,40}(?P<value>\d{3,9}(?:\.\d{1,3})?)(?=[ \t]|$)")
_CPUS = re.compile(r"(?P<cpus>\d{1,4})[ -]?(?:way|p|cpus?)\b", re.IGNORECASE)
# A kernel that did not get through: "2.4.19   ***** system hangs".
_FAILED = re.compile(r"[ \t]{0,12}\d\.\d{1,3}\.\S{1,40}[ \t]{1,40}[*A-Za-z]")
# "======= old data below =======" parts rows of one table.
_RULED = re.compile(r"[ \t]{0,8}[=-]{8,100}[^=\n-]{1,40}[=-]{8,100}[ \t]*$")
_MEMORY = re.compile(r"\b(?P<memory>\d{1,5}[ ]?[GM]B)[ ](?:of[ ])?(?:mem(?:ory)?|ram)\b", re.IGNORECASE)
_MEMORY_REACH = 6
_MEMORY_WORDS = 12
_CPU_HEAD = re.compile(r"UP|uni(?:processor)?|(?P<cpus>\d{1,4})[ -]?(?:way|p|cpus?)", re.IGNORECASE)
# A mail may speak of it long before its table comes.
_REACH = 30
_TABLE_REACH = 12
# A head that begins with the kernel and its messages a second needs the name less near.
_HEAD_REACH = 60
_TITLE_WORDS = 9
_LONGEST = 300
# Other tables of such mails hold smaller numbers; the slowest box of 2000 had thousands of messages a second.
_LEAST = 100


@dataclass(frozen=True, slots=True)
class _Said:
    """What the words above say: the last line that names the benchmark, unit, test and settings."""

    line: int = -_REACH
    depth: int = 0
    unit: str | None = None
    test: str = "loopback"
    text: str = "VolanoMark"
    rooms: int | None = None
    messages: int | None = None
    is_title: bool = False

    def after(self, line: Line) -> "_Said":
        words = line.words[:_LONGEST]
        named, unit, kind = _NAME.search(words), _UNIT.search(words), _SETTINGS.search(words)
        short = len(words.split()) <= _TITLE_WORDS
        begun = _Said(line.number, line.depth, is_title=short) if named is not None else self
        return _Said(
            begun.line,
            begun.depth,
            unit["unit"] if unit is not None else self.unit,
            kind["kind"].lower() if kind is not None else begun.test,
            kind.group() if kind is not None else begun.text,
            int(kind["rooms"]) if kind is not None else begun.rooms,
            int(kind["messages"]) if kind is not None else begun.messages,
            begun.is_title,
        )

    @property
    def settings(self) -> dict[str, Parameter]:
        found = {"rooms": self.rooms, "messages": self.messages}
        return {name: value for name, value in found.items() if value is not None}

    def holds_for(self, line: Line, reach: int) -> bool:
        return self.depth == line.depth and line.number - self.line <= reach


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    said, tables, typed, done = _Said(), Tables(3), TypedTables(lines), 0
    for index, line in enumerate(lines):
        said = said.after(line)
        if index < done or line.is_blank:
            continue
        alone = _TOTAL.match(line.text, line.start) or (
            _SAID.match(line.text.rstrip(), line.start) if said.holds_for(line, _REACH) else None
        )
        if alone is not None:
            yield _alone(line, alone, said, tables.block(line))
            continue
        if not said.holds_for(line, _HEAD_REACH) or said.line == line.number:
            continue
        rows = list(_headed_rows(lines, index, said))
        if not rows and said.holds_for(line, _TABLE_REACH):
            rows = list(_cpu_columns(typed, index, said)) or list(_kernel_columns(typed, index, said))
        done = rows[-1].line if rows else done
        yield from rows


def _alone(line: Line, match: re.Match[str], said: _Said, block: int) -> Row:
    text = match.groupdict().get("name") or match["unit"]
    label = match.groupdict().get("label")
    start = match.start("label") if label else 0
    kernel = Label(label, line.number, start, start + len(label), Basis.ROW_LABEL) if label else None
    value = measured(THROUGHPUT, cell(match, "value"), text, match["unit"])
    return Row(line.number, block, said.test, said.text, (value,), kernel=kernel, parameters=said.settings)


def _headed_rows(lines: Sequence[Line], index: int, said: _Said) -> Iterator[Row]:
    """Rows under a head that begins with the kernel and the rate."""
    head = _HEAD.match(lines[index].words)
    if head is None:
        return
    settings = said.settings | _memory_above(lines, index)
    for place in range(index + 1, len(lines)):
        line = lines[place]
        match = _HEAD_ROW.match(line.text, line.start)
        if line.depth != lines[index].depth or match is None:
            if (
                match is None
                and line.words.strip(" -=\t")
                and not (_FAILED.match(line.words) or _RULED.match(line.words))
            ):
                return
            continue
        kernel = Label(match["kernel"], line.number, match.start("kernel"), match.end("kernel"), Basis.ROW_LABEL)
        value = measured(THROUGHPUT, cell(match, "value"), head["unit"], head["unit"])
        yield Row(line.number, index + 1, said.test, said.text, (value,), kernel=kernel, parameters=settings)


def _memory_above(lines: Sequence[Line], index: int) -> dict[str, Parameter]:
    """The memory that a title right above a table says that the box had."""
    for line in reversed(lines[max(0, index - _MEMORY_REACH) : index]):
        found = _MEMORY.search(line.words) if len(line.words.split()) <= _MEMORY_WORDS else None
        if found is not None and line.depth == lines[index].depth:
            return {"memory": found["memory"]}
    return {}


def _cpu_columns(typed: TypedTables, index: int, said: _Said) -> Iterator[Row]:
    """Rows of a kernel each, whose columns tell how many CPUs it ran on."""
    table = typed.read(index)
    if table is None or not table.heads or not _is_rate(table) or not (said.is_title or said.unit):
        return
    counts = [_CPU_HEAD.fullmatch(head.label.text.strip()) for head in table.heads]
    cpus = [int(count["cpus"] or 1) for count in counts if count is not None]
    block = min(head.label.line for head in table.heads)
    for row in _rows_below(typed, table, len(cpus)) if len(cpus) == len(counts) else ():
        line = typed.lines[row.index]
        kernel = Label(row.label, line.number, row.start, row.start + len(row.label), Basis.ROW_LABEL)
        for figure, count in zip(row.figures, cpus, strict=True):
            value = measured(THROUGHPUT, table.cell(figure), said.unit or "messages/s", said.unit)
            settings = said.settings | {"cpus": count}
            yield Row(line.number, block, said.test, said.text, (value,), kernel=kernel, parameters=settings)


def _rows_below(typed: TypedTables, table: TypedTable, count: int) -> Iterator[TypedRow]:
    """The rows of a table in all its groups, which rulers and blank lines part."""
    first = table.rows[0].index
    depth = typed.lines[first].depth
    for place in range(first, min(len(typed.lines), first + _HEAD_REACH)):
        line = typed.lines[place]
        row = typed.row(place) if line.depth == depth else None
        if row is not None and len(row.figures) == count:
            yield row
        elif line.words.strip(" -=\t"):
            return


def _kernel_columns(typed: TypedTables, index: int, said: _Said) -> Iterator[Row]:
    """Rows whose columns are kernels."""
    table = typed.read(index)
    if table is None or not table.heads or not _is_rate(table) or not (said.is_title or said.unit):
        return
    block = min(head.label.line for head in table.heads)
    for row in table.rows:
        cpus = _CPUS.match(row.label)
        values = tuple(
            measured(THROUGHPUT, table.cell(figure), said.unit or "messages/s", said.unit, kernel=table.kernel(place))
            for place, figure in enumerate(row.figures)
        )
        settings = said.settings | ({"cpus": int(cpus["cpus"])} if cpus is not None else {"case": row.label})
        yield Row(row.index + 1, block, said.test, said.text, values, parameters=settings)


def _is_rate(table: TypedTable) -> bool:
    figures = [figure for row in table.rows for figure in row.figures]
    return len(table.rows[0].figures) > 1 and all(
        number(figure.raw.replace(",", ""), 0) is not None and table.cell(figure).value >= _LEAST for figure in figures
    )


def _rerun(_test: str) -> Rerun:
    return Rerun("lost", "VolanoMark was a closed program of a company that no longer hands it out")


SUITE = Suite(
    name="volanomark",
    title="VolanoMark, a chat server in Java",
    metrics=(THROUGHPUT,),
    tests={
        "loopback": "clients and server on one machine",
        "network": "clients on another machine than the server",
    },
    parameters={
        "rooms": "chat rooms",
        "messages": "messages that each client sends",
        "cpus": "how many CPUs the kernel ran on, where the row says so",
        "memory": "what the title of a table says that the box had",
        "case": "what the row says that differs, in the post's words",
    },
    marks=("volano", "volanomark", "volanochat"),
    read=_read,
    rerun=_rerun,
    aliases=("volano",),
)
