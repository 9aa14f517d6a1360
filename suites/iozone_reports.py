"""iozone's other outputs: the report of parallel runs, and the lines that it prints for spreadsheets (-R)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell
from suites.cells import number, words

# What the report of parallel runs and the lines for spreadsheets call the tests.
OPERATIONS = {
    "initial writers": "write",
    "initial write": "write",
    "writer": "write",
    "rewriters": "rewrite",
    "rewrite": "rewrite",
    "re-writer": "rewrite",
    "readers": "read",
    "read": "read",
    "reader": "read",
    "re-readers": "reread",
    "re-read": "reread",
    "re-reader": "reread",
    "reverse readers": "backward_read",
    "reverse read": "backward_read",
    "backward read": "backward_read",
    "stride readers": "stride_read",
    "stride read": "stride_read",
    "random readers": "random_read",
    "random read": "random_read",
    "mixed workload": "mixed_workload",
    "random writers": "random_write",
    "random write": "random_write",
    "record rewrite": "record_rewrite",
    "pwrite writers": "pwrite",
    "pwrite": "pwrite",
    "pread readers": "pread",
    "pread": "pread",
    "fwriters": "fwrite",
    "fwrite": "fwrite",
    "re-fwrite": "frewrite",
    "freaders": "fread",
    "fread": "fread",
    "re-fread": "freread",
}
_FIGURE = r"=?\s{0,20}(?P<figure>\d{1,15}(?:\.\d{1,4})?)(?:\s{0,3}(?P<unit>[kK]B(?:ytes)?/s(?:ec)?|ops/sec))?"
_WHOLE = re.compile(
    r"\s{0,20}(?P<who>Children see|Parent sees) throughput for\s{1,4}(?P<count>\d{1,5})\s{1,3}"
    rf"(?P<test>[a-z][a-z -]{{2,24}}?)\s{{0,12}}{_FIGURE}"
)
_CHILD = re.compile(rf"\s{{0,20}}(?P<which>Min|Max|Avg) throughput per (?:process|thread)\s{{0,20}}{_FIGURE}")
_SHEET = re.compile(
    r"\s{0,20}\"\s{0,12}(?P<test>[A-Za-z][A-Za-z -]{2,24}?)\s{0,3}\"\s{1,12}(?P<figure>\d{1,15}(?:\.\d{1,4})?)\s*$"
)
_TITLE = re.compile(r"\s{0,20}\"(?P<test>[A-Za-z][A-Za-z -]{2,24}) report\"\s*$")
_SIZE = re.compile(r"\"(?P<size>\d{1,12})\"")
_TOLD = (
    re.compile(r"(?:File|Maximum file) size set to (?P<size_kb>\d{1,12}) [kK]B"),
    re.compile(r"Record Size (?P<record_kb>\d{1,9}) [kK]B"),
    re.compile(r"Each (?:process|thread) writes a (?P<size_kb>\d{1,12}) [kK]B\w* file in (?P<record_kb>\d{1,9}) [kK]B"),
)
_WHO = {"Children see": "children", "Parent sees": "parent"}
_STATISTICS = {"Min": "min", "Max": "max", "Avg": "mean"}


@dataclass(frozen=True, slots=True)
class Reported:
    """A line of a report: whose throughput (children, parent, process), of which test, the figure, what it is."""

    whose: str
    test: str
    text: str
    cell: Cell
    unit_text: str | None
    statistic: str
    processes: int | None


def told(line: Line) -> dict[str, Parameter]:
    """What a line says of the sizes of file and record."""
    found: dict[str, Parameter] = {}
    if "ecord" in line.text or "size set" in line.text:
        for pattern in _TOLD:
            match = pattern.search(line.text, line.start)
            found |= {name: int(value) for name, value in match.groupdict().items()} if match is not None else {}
    return found


def read_report(line: Line, last: Reported | None) -> Reported | None:
    """A line of the report of a parallel run; figures of one process belong to the test of the line `last` read."""
    match = _WHOLE.match(line.text, line.start)
    if match is not None:
        cell, test = number(match["figure"], match.start("figure")), OPERATIONS.get(match["test"])
        if cell is None or test is None:
            return None
        return Reported(_WHO[match["who"]], test, match["test"], cell, match["unit"], "sample", int(match["count"]))
    match = _CHILD.match(line.text, line.start) if last is not None else None
    cell = number(match["figure"], match.start("figure")) if match is not None else None
    if match is None or last is None or cell is None:
        return None
    return replace(last, whose="process", cell=cell, unit_text=match["unit"], statistic=_STATISTICS[match["which"]])


def read_sheet(line: Line) -> Reported | None:
    """A line `"  Initial write " 1104727.88` for a spreadsheet: the children's throughput once more."""
    match = _SHEET.match(line.text, line.start)
    test = OPERATIONS.get(match["test"].lower()) if match is not None else None
    cell = number(match["figure"], match.start("figure")) if match is not None else None
    if match is None or test is None or cell is None:
        return None
    return Reported("children", test, match["test"], cell, None, "sample", None)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table for a spreadsheet: the test in its title, and the record sizes that head its columns."""

    line: int
    depth: int
    test: str
    text: str
    records: tuple[int, ...]

    def row(self, line: Line) -> tuple[int, tuple[tuple[int, Cell], ...]] | None:
        """A row: the file's size, and a figure a record size, those not run left out."""
        found = list(words(line.text, line.start)) if line.depth == self.depth else []
        size = _SIZE.fullmatch(found[0][0]) if found else None
        cells = [number(word, column) for word, column, _ in found[1:]]
        known = [cell for cell in cells if cell is not None]
        if size is None or len(known) != len(cells) or not 0 < len(known) <= len(self.records):
            return None
        pairs = tuple((record, cell) for record, cell in zip(self.records, known, strict=False) if cell.value)
        return int(size["size"]), pairs


def read_sheet_head(lines: Sequence[Line], index: int) -> Sheet | None:
    """The head of a table for a spreadsheet: its title on line `index`, the record sizes on the next."""
    line = lines[index]
    title = _TITLE.match(line.text, line.start) if "report" in line.text else None
    test = OPERATIONS.get(title["test"].lower()) if title is not None else None
    if title is None or test is None or index + 1 == len(lines):
        return None
    sizes = [_SIZE.fullmatch(word) for word in lines[index + 1].words.split()]
    records = tuple(int(size["size"]) for size in sizes if size is not None)
    if not records or len(records) != len(sizes):
        return None
    return Sheet(line.number, line.depth, test, title["test"], records)
