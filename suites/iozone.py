"""iozone, which writes and reads a file in many ways, with files and records of many sizes, alone or in parallel.

Its table, its report of parallel runs, and its lines for spreadsheets:

                                                                random    random     bkwd    record    stride
                kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read
              1024       4  1115342  2625597  4215688  2365323  3208058  1924436
        Children see throughput for  2 initial writers 	= 1104727.88 kB/sec
        Min throughput per process 			=       0.00 kB/sec
    "  Initial write " 1104727.88

Figures are kilobytes a second unless the output says otherwise. What the children see is the result of a parallel run;
what the parent sees, which waits for the slowest, and the slowest, fastest and average child stand beside it.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.iozone_columns import TableRow, read_head, read_rows
from suites.iozone_reports import Reported, Sheet, read_report, read_sheet, read_sheet_head, told
from suites.matches import Tables, measured

THROUGHPUT = Metric("throughput", "KB/s", "higher", "kilobytes (2^10 bytes) a second")
OPERATIONS = Metric("operations_per_second", "ops/s", "higher", "records a second (-O)")
TIME = Metric("time_per_operation", "us", "lower", "microseconds a record (-N)")
PARENT = Metric("parent_throughput", "KB/s", "higher", "as the parent sees it: all data / all time", role="secondary")
PROCESS = Metric("process_throughput", "KB/s", "higher", "of one process or thread of several", role="secondary")

_UNIT = re.compile(r"Output is in (?P<unit>[kK]B\w*/sec|operations|[Oo]ps|microseconds)")
_VERSION = re.compile(r"Version \$Revision: (?P<version>\d\.\d{1,4}) \$")
_WHOSE = {"children": THROUGHPUT, "parent": PARENT, "process": PROCESS}
_MAX_GAP = 12


class _Reader:
    """Reads a text line by line; the settings are those that the output itself told last."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._tables = Tables(_MAX_GAP)
        self._told: dict[str, Parameter] = {}
        self._unit: tuple[Metric, str | None] = (THROUGHPUT, None)
        self._version: str | None = None
        self._last: Reported | None = None
        self._sheet: Sheet | None = None
        self._seen: set[str] = set()

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            self._see(line)
            head = read_head(self._lines, index) if "reclen" in line.text else None
            if head is not None:
                for row in read_rows(self._lines, head):
                    yield from self._table_rows(row, head.line)
            elif "throughput" in line.text and (reported := read_report(line, self._last)) is not None:
                self._last = reported
                yield self._report_row(line, reported)
            elif '"' in line.text:
                yield from self._sheet_rows(index)

    def _see(self, line: Line) -> None:
        self._told |= told(line)
        if "Output is in" in line.text and (unit := _UNIT.search(line.text, line.start)) is not None:
            metric = TIME if unit["unit"] == "microseconds" else OPERATIONS if "/" not in unit["unit"] else THROUGHPUT
            self._unit = metric, unit["unit"]
        if "Revision" in line.text and (version := _VERSION.search(line.text, line.start)) is not None:
            self._version, self._told, self._seen = version["version"], {}, set()

    def _table_rows(self, printed: TableRow, block: int) -> Iterator[Row]:
        metric, unit = self._unit
        sizes: dict[str, Parameter | None] = {"size_kb": printed.file_kb, "record_kb": printed.record_kb}
        for figure in printed.figures:
            name, text = figure.column
            statistic = "sample" if printed.file_kb is not None else "mean"
            value = measured(metric, figure.cell, text, unit, statistic=statistic)
            yield Row(
                line=figure.line,
                block=block,
                test=name,
                test_text=text,
                values=(value,),
                parameters={key: size for key, size in sizes.items() if size is not None},
                suite_version=self._version,
                warnings=printed.warnings,
            )

    def _report_row(self, line: Line, reported: Reported) -> Row:
        settings = self._told | ({"processes": reported.processes} if reported.processes is not None else {})
        self._seen.add(reported.cell.raw)
        return self._row(line, reported, settings, self._tables.block(line))

    def _row(self, line: Line, reported: Reported, settings: dict[str, Parameter], block: int) -> Row:
        unit = "ops/s" if reported.unit_text == "ops/sec" or self._unit[0] is OPERATIONS else None
        text = reported.text if reported.statistic == "sample" else f"{reported.statistic} {reported.text}"
        value = measured(
            _WHOSE[reported.whose], reported.cell, text, reported.unit_text, unit=unit, statistic=reported.statistic
        )
        return Row(
            line=line.number,
            block=block,
            test=reported.test,
            test_text=reported.text,
            values=(value,),
            parameters=settings,
            suite_version=self._version,
        )

    def _sheet_rows(self, index: int) -> Iterator[Row]:
        line = self._lines[index]
        head = read_sheet_head(self._lines, index)
        if head is not None:
            self._sheet = head
            return
        reported = read_sheet(line)
        # The figures of the report above stand here once more.
        if reported is not None and reported.cell.raw not in self._seen:
            yield self._row(line, reported, dict(self._told), self._tables.block(line))
        sheet = self._sheet
        found = sheet.row(line) if sheet is not None else None
        if sheet is None or found is None:
            return
        size, pairs = found
        for record, cell in pairs:
            values = (measured(self._unit[0], cell, sheet.text, self._unit[1]),)
            settings: dict[str, Parameter] = {"size_kb": size, "record_kb": record}
            yield Row(line.number, sheet.line, sheet.test, sheet.text, values, parameters=settings)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from sorted(_Reader(lines).rows(), key=lambda row: row.line)


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "tool", "needs iozone, which some systems do not carry for its licence; no adapter of ours runs it yet"
    )


SUITE = Suite(
    name="iozone",
    title="iozone, files written and read in many ways",
    metrics=(THROUGHPUT, OPERATIONS, TIME, PARENT, PROCESS),
    tests={
        "write": "writes a new file, with the work of making it",
        "rewrite": "writes a file that is there",
        "read": "reads a file",
        "reread": "reads a file that was read right before",
        "random_read": "reads records at random places",
        "random_write": "writes records at random places",
        "backward_read": "reads a file from its end",
        "record_rewrite": "writes one record over and over",
        "stride_read": "reads a record, skips some, reads the next",
        "mixed_workload": "half of the processes read, half write, at random places",
        "pwrite": "writes with pwrite",
        "pread": "reads with pread",
        "fwrite": "writes a new file with fwrite",
        "frewrite": "writes a file that is there with fwrite",
        "fread": "reads a file with fread",
        "freread": "reads a file that was read right before with fread",
    },
    parameters={
        "size_kb": "kilobytes of the file (of each process)",
        "record_kb": "kilobytes of a record",
        "processes": "how many processes or threads run at once",
    },
    marks=("reclen", "iozone", "throughput per process"),
    read=_read,
    rerun=_rerun,
)
