"""fio, the flexible I/O tester: requests and bytes a second and latencies of jobs that read and write files.

Read are its normal output of all versions, whole or cut down, its terse and JSON output, and tables made of it:

      write: IOPS=3345k, BW=12.8GiB/s (13.7GB/s)(44.9TiB/3600002msec)
        slat (nsec): min=1984, max=90341k, avg=9308.73, stdev=7068.58
        clat (usec): min=2, max=91343, avg=371.79, stdev=119.52
       WRITE: bw=12.8GiB/s (13.7GB/s), 12.8GiB/s-12.8GiB/s (13.7GB/s-13.7GB/s), io=44.9TiB (49.3TB), run=…
    3;fio-3.33;rr;0;0;98832;49391;12347;2001;…

Bandwidth is printed twice, in binary and in decimal units: it is one figure. A group's bandwidth is a figure of its
own only where several jobs add up to it. Progress, latency buckets, processor time and disk counters are no results.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from archive.text import Line
from suites.base import Rerun, Row, Suite
from suites.fio_lines import METRICS
from suites.fio_machine import JsonReader, terse_rows
from suites.fio_near import FioNear
from suites.fio_output import DIRECTIONS, UNSAID, OutputReader
from suites.fio_settings import PARAMETERS, Settings
from suites.fio_tables import read_tables
from suites.fio_typed import metric_rows, typed_rows, with_variants
from suites.matches import Tables

_MAX_GAP = 1
_OF_JOBS = ("job", "job_number", "group")


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    settings = Settings()
    output, machine = OutputReader(lines, settings), JsonReader()
    rows: list[Row] = []
    for index, line in enumerate(lines):
        settings.see(line)
        row = output.read(index) or machine.read(line)
        rows += [row] if row is not None else terse_rows(line)
    rows += _made_by_hand(lines, frozenset(row.line for row in rows))
    yield from _without_single_jobs(sorted(rows, key=_line))


def _made_by_hand(lines: Sequence[Line], taken: frozenset[int]) -> Iterator[Row]:
    """The rows of tables and single lines that people made, where the text speaks of fio."""
    near = FioNear(lines)
    rows = [row for _, table in read_tables(lines) for row in table if near.holds(lines[row.line - 1])]
    rows = [row for row in rows if row.line not in taken]
    seen = taken | {row.line for row in rows}
    tables, typed = Tables(_MAX_GAP), list[Row]()
    for index, line in enumerate(lines):
        if line.number in seen or line.is_blank or not near.holds(line):
            continue
        own = [row for row in metric_rows(lines, index) if row.line not in seen]
        rows += own
        seen |= {row.line for row in own}
        if not own:
            typed += [replace(row, block=tables.block(line)) for row in typed_rows(lines, index)]
    for _, table in groupby(typed, key=lambda row: row.block):
        rows += with_variants(list(table))
    yield from _with_settings(lines, sorted(rows, key=_line))


def _with_settings(lines: Sequence[Line], rows: list[Row]) -> Iterator[Row]:
    """The rows with the settings of the commands above, where those do not do something else."""
    settings, place = Settings(), 0
    for row in rows:
        while place < row.line:
            settings.see(lines[place])
            place += 1
        told = settings.of("", row.test)
        test = DIRECTIONS.get(str(told.get("rw")), UNSAID)
        if UNSAID in (row.test, test) or test == row.test:
            own = row.test if row.test != UNSAID else test
            yield replace(row, test=own, parameters={**told, **row.parameters})
        else:
            yield row


def _line(row: Row) -> int:
    return row.line


def _without_single_jobs(rows: list[Row]) -> Iterator[Row]:
    """The rows without the names and numbers of jobs where there is but one."""
    single = {name for name in _OF_JOBS if len({row.parameters.get(name) for row in rows} - {None}) < 2}
    for row in rows:
        yield replace(row, parameters={name: value for name, value in row.parameters.items() if name not in single})


def _hint(text: str) -> bool:
    if "iops=" in text or "lat (" in text or "bw=" in text or ";fio-" in text:
        return True
    return "fio" in text and any(unit in text for unit in ("iops", "ib/s", "mb/s", '"bw"'))


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "fio can be had for every system; no adapter of ours runs its jobs yet")


SUITE = Suite(
    name="fio",
    title="fio, flexible I/O tester",
    metrics=METRICS,
    tests={
        "read": "requests that read, of jobs that read or do both",
        "write": "requests that write, of jobs that write or do both",
        "trim": "requests that discard blocks",
        "mixed": "reads and writes reported as one (unified_rw_reporting)",
        "sync": "calls of fsync, fdatasync or sync_file_range between writes",
        "io": "requests; the post does not say which",
    },
    parameters={
        **PARAMETERS,
        "job": "the job's name, where there are several",
        "job_number": "which of several jobs of that name",
        "group": "the group of jobs whose bandwidth this is, where there are several",
        "label": "what the post puts before the line",
        "column": "what the post puts over the column, where that is no kernel",
    },
    hint=_hint,
    read=_read,
    rerun=_rerun,
)
