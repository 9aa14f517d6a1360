"""LMbench 2 and 3: how long small operations of the kernel take, and how fast data moves.

Read are the tables that `make summary` prints, also with their blanks collapsed or some columns left out:

    Host                 OS  Mhz null null      open selct sig  sig  fork exec sh
                                 call  I/O stat clos TCP   inst hndl proc proc proc
    --------- ------------- ---- ---- ---- ---- ---- ----- ---- ---- ---- ---- ----
    frodo      Linux 2.4.18  797 0.40 0.56 3.18 3.97       1.00 3.18 115. 1231 13.K

    Simple syscall: 0.6146 microseconds

A number stands where its dash group ends; in a collapsed row its shape tells its column, and a number that could be of
several columns is left out and said to be. Tables of `make percent` hold no absolute results.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from archive.results import Basis
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, Suite, Value
from suites.cells import number, words
from suites.lmbench_columns import TableKind, table_kinds, title_pattern
from suites.lmbench_hand import read_by_hand
from suites.lmbench_hand_names import MORE_TESTS
from suites.lmbench_heads import Head, read_head, unit_text
from suites.lmbench_raw import RAW_MARKS, RAW_TESTS, read_raw
from suites.lmbench_rows import Figure, TableRow, read_names, read_rows
from suites.matches import Tables, measured

LATENCY = Metric("latency", "us", "lower", "time of one operation; nanoseconds for memory and arithmetic")
BANDWIDTH = Metric("bandwidth", "MB/s", "higher", "megabytes (10^6 bytes) moved in a second")

_VERSION = re.compile(r"lmbench[-v]?(?P<version>(?:1\.\d|[23]\.0)(?:-?(?:alpha|beta|a|b|p)\d{1,2})?)(?![\d.])")
_ALPHA = re.compile(r"\bis ALPHA software\b|\b2\.0-?alpha", re.IGNORECASE)
_SYSTEMS = re.compile(r"\s{0,60}Basic system parameters\s*$", re.IGNORECASE)
_RELATIVE = re.compile(r"factor|percent|%|compar", re.IGNORECASE)
_MAX_SYSTEM_LINES = 40
_MAX_BANNER = 200
_RAW_GAP = 4
# Two rows of one machine differ by less than this factor in what its caches and memory take.
_FAR = 2.0

_TITLES = (
    *("processor, processes", "context switching", "communication latencies", "communication bandwidths"),
    *("system latencies", "memory latencies", "basic integer", "basic uint64", "basic float", "basic double"),
)

CUT = "the OS column holds 13 characters: the kernel's name is cut"
WHOLE_MICROSECONDS = (
    "LMbench 2 times page faults in whole microseconds: neighbouring values may differ by a step of 1 us"
)
TEN_TIMES = "LMbench 2.0 alpha prints create and delete times ten times too small"


@dataclass(frozen=True, slots=True)
class _Banner:
    """What stands above a table: the version named last, and whether it is an alpha version, which prints otherwise."""

    version: str | None = None
    alpha: bool = False

    def at(self, line: Line) -> "_Banner":
        """The same after one more line."""
        if len(line.text) > _MAX_BANNER:
            return self
        named = _VERSION.search("".join(line.words.split()).lower())
        return _Banner(named["version"] if named else self.version, self.alpha or _ALPHA.search(line.text) is not None)


@dataclass(frozen=True, slots=True)
class _Column:
    """The numbers of one column of a table: how many, their median, and whether all are whole."""

    count: int
    middle: float
    in_whole_steps: bool

    def is_far(self, value: float) -> bool:
        """Whether a number cannot be of the same machine as the others."""
        return self.count >= 3 and self.middle > 0 and not self.middle / _FAR <= value <= self.middle * _FAR


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from sorted([*_tables(lines), *_raw(lines)], key=lambda row: row.line)


def _raw(lines: Sequence[Line]) -> Iterator[Row]:
    kinds, blocks = {kind.name: kind for kind in table_kinds()}, Tables(_RAW_GAP)
    for figure in read_raw(lines):
        metric = BANDWIDTH if figure.kind == "local_bandwidth" else LATENCY
        value = measured(metric, figure.cell, figure.text, figure.unit_text)
        test, block = f"{figure.kind}/{figure.test}", blocks.block(figure.line)
        title = kinds[figure.kind].title
        yield Row(figure.line.number, block, test, title, (value,), kernel=figure.kernel, parameters=figure.settings)


def _tables(lines: Sequence[Line]) -> Iterator[Row]:
    kinds = table_kinds()
    titles = list(_titles(lines, kinds))
    machines = _machines(lines)
    banner, seen = _Banner(), 0
    for place, (index, kind, title) in enumerate(titles):
        for line in lines[seen:index]:
            banner = banner.at(line)
        seen = index
        head = read_head(lines, index, kind, title)
        stop = titles[place + 1][0] if place + 1 < len(titles) else len(lines)
        if head is not None:
            yield from _table(head, list(read_rows(lines, head, stop, strict=not banner.alpha)), banner, machines)
        else:
            yield from _by_hand(lines, (index, kind, title), stop, banner)


def _by_hand(
    lines: Sequence[Line], titled: tuple[int, TableKind, re.Match[str]], stop: int, banner: _Banner
) -> Iterator[Row]:
    index, kind, title = titled
    unit = unit_text(title)
    for figure in read_by_hand(lines, index, stop, kind.name):
        yield Row(
            line=figure.line,
            block=lines[index].number,
            test=f"{kind.name}/{figure.test}",
            test_text=title["name"],
            values=(Value(kind.metric, figure.cell, figure.text, kind.unit, unit, kind.better, kernel=figure.kernel),),
            title=lines[index].words.strip(),
            suite_version=banner.version,
        )


def _titles(lines: Sequence[Line], kinds: Sequence[TableKind]) -> Iterator[tuple[int, TableKind, re.Match[str]]]:
    pattern = title_pattern(kinds)
    by_title = {_plain(kind.title): kind for kind in kinds}
    for index, line in enumerate(lines):
        title = pattern.match(line.text, line.start)
        if title is not None and not _RELATIVE.search(title["rest"]):
            yield index, by_title[_plain(title["name"])], title


def _plain(title: str) -> str:
    return " ".join(word for word in title.replace("*", "").lower().split() if word != "more")


def _table(head: Head, rows: list[TableRow], banner: _Banner, machines: dict[tuple[str, str], Label]) -> Iterator[Row]:
    columns, several = _by_column(rows), len({row.names.host for row in rows}) > 1
    for row in rows:
        whole = Row(
            line=row.line,
            block=head.line,
            test=head.kind.name,
            test_text=head.name,
            values=(),
            kernel=row.names.kernel,
            machine=machines.get((row.names.host, row.names.system)),
            # The host's column may tell what was set up, where it differs: those rows are no repeats of one another.
            parameters={"host": row.names.host} if several and row.names.host else {},
            title=head.title,
            suite_version=banner.version,
            warnings=tuple(_row_warnings(row, head)),
        )
        results = [figure for figure in row.figures if not figure.column.is_setting]
        for figure in results:
            value = _value(figure, head, columns[figure.column.test], banner)
            yield replace(whole, line=figure.line, test=f"{head.kind.name}/{figure.column.test}", values=(value,))
        if not results:
            yield whole  # every number was ambiguous: the row is there, and says so, without a value


def _by_column(rows: Sequence[TableRow]) -> dict[str, _Column]:
    values: dict[str, list[float]] = {}
    for row in rows:
        for figure in row.figures:
            values.setdefault(figure.column.test, []).append(figure.cell.value)
    return {test: _Column(len(own), median(own), all(map(float.is_integer, own))) for test, own in values.items()}


def _row_warnings(row: TableRow, head: Head) -> Iterator[str]:
    if row.names.is_cut:
        yield CUT
    if head.warning:
        yield f"the post's own table says: {head.warning}"
    if row.guess:
        yield f"LMbench's own guess: {row.guess}"
    if row.left_out:
        raws = ", ".join(cell.raw for cell in row.left_out)
        yield f"ambiguous: {raws} could stand in several columns and are left out"


def _value(figure: Figure, head: Head, column: _Column, banner: _Banner) -> Value:
    kind, cell, test = head.kind, figure.cell, figure.column.test
    warnings: list[str] = []
    if test == "page fault" and column.in_whole_steps and not (banner.version or "2").startswith("3"):
        cell = replace(cell, resolution=1.0)
        warnings.append(WHOLE_MICROSECONDS)
    if banner.alpha and kind.name == "file_vm_latency" and test.endswith(("create", "delete")):
        warnings.append(TEN_TIMES)
    if kind.name == "memory_latency" and column.is_far(cell.value):
        warnings.append(f"far from the other rows of its column, whose middle is {column.middle:g} ns")
    return Value(
        kind.metric, cell, figure.column.label, kind.unit, head.unit_text, kind.better, warnings=tuple(warnings)
    )


def _machines(lines: Sequence[Line]) -> dict[tuple[str, str], Label]:
    """Host and OS of the first table, with the machine they stand for: description and clock."""
    found: dict[tuple[str, str], Label] = {}
    for index, line in enumerate(lines):
        if _SYSTEMS.match(line.text, line.start):
            for below in lines[index + 1 : index + 1 + _MAX_SYSTEM_LINES]:
                if _SYSTEMS.match(below.text, below.start):
                    break
                machine = _machine(below) if below.depth == line.depth else None
                found |= {machine[0]: machine[1]} if machine is not None else {}
    return found


def _machine(line: Line) -> tuple[tuple[str, str], Label] | None:
    found = list(words(line.text, line.start))
    named = read_names(line, found, ("host", "os"))
    if named is None:
        return None
    names, taken = named
    described = found[taken:]
    clock = next((place for place, (word, column, _) in enumerate(described) if number(word, column)), 0)
    if not clock:
        return None
    start, end = described[0][1], described[clock][2]
    return (names.host, names.system), Label(line.text[start:end], line.number, start, end, Basis.ROW_LABEL)


def _hint(text: str) -> bool:
    """The words of single lines stand in prose too; those lines have a unit."""
    return "microseconds" in text or "mb/s" in text or any(title in text for title in _TITLES)


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "no adapter", "no program of ours does LMbench's tests yet; its own may not be passed on in a changed form"
    )


SUITE = Suite(
    name="lmbench",
    title="LMbench, latencies and bandwidths of small operations",
    metrics=(LATENCY, BANDWIDTH),
    tests={
        f"{kind.name}/{column.test}": f"{kind.title}: {column.label}"
        for kind in table_kinds()
        for column in kind.columns
        if not column.is_setting
    }
    | MORE_TESTS
    | RAW_TESTS,
    parameters={
        "host": "the name in the host's column, where a table has several",
        "fds": "descriptors that are waited for",
        "parallel": "how many processes did it at once",
    },
    marks=_TITLES + RAW_MARKS,
    hint=_hint,
    read=_read,
    rerun=_rerun,
)
