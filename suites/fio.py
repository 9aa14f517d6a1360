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

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.text import Line
from suites.base import Rerun, Row, Suite
from suites.fio_files import sides_of_files
from suites.fio_hand import made_by_hand
from suites.fio_lines import METRICS
from suites.fio_machine import JsonReader, terse_rows
from suites.fio_output import OutputReader
from suites.fio_settings import PARAMETERS, Settings
from suites.fio_sides import RATE

_MARKS = ("IOPS=", "iops=", "min=", "bw=", "aggrb=", "percentiles (", '_ns"', 'iops"')
_TERSE_MARKS = ("2;", "3;", "4;", "5;")
# What only fio writes: texts with one of these need not name it.
_ALONE = ("iops=", "run status group", "ioengine=", "read: bw=", "write: bw=")
_FIGURES = ("iops", "mib/s", "mb/s", "gib/s", "gb/s", "kib/s", "kb/s", "lat (", ";fio-", "--minimal")
# A direction and two figures: a table of sides.
_SIDES = re.compile(r"(?:read|write)[^\n\d]{0,20}(?:\d{1,4}[km]b?[ \t|]{1,20})?\d[\d.,]{1,15}[ \t|]{1,40}\d")
_OF_JOBS = ("job", "job_number", "group", "job_file")


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    text = "\n".join(line.text for line in lines)
    is_terse = any(mark in text for mark in _TERSE_MARKS)
    rows: list[Row] = []
    if any(mark in text for mark in _MARKS) or (is_terse and '"bw' in text):
        rows = list(sides_of_files(lines, list(_printed(lines))))
    elif is_terse:
        rows = [row for line in lines if ";" in line.text for row in terse_rows(line)]
    rows += made_by_hand(lines, frozenset(row.line for row in rows))
    yield from _without_single_jobs(sorted(rows, key=lambda row: row.line))


def _printed(lines: Sequence[Line]) -> Iterator[Row]:
    """What fio itself printed."""
    settings = Settings()
    output, machine = OutputReader(lines, settings), JsonReader()
    for index, line in enumerate(lines):
        settings.see(line)
        row = output.read(index)
        if row is None and '"' in line.text:
            row = machine.read(line)
        if row is not None:
            yield row
        elif ";" in line.text:
            yield from terse_rows(line)


def _without_single_jobs(rows: list[Row]) -> Iterator[Row]:
    """The rows without the names and numbers of jobs where there is but one."""
    single = {name for name in _OF_JOBS if len({row.parameters.get(name) for row in rows} - {None}) < 2}
    for row in rows:
        yield replace(row, parameters={name: value for name, value in row.parameters.items() if name not in single})


def _hint(text: str) -> bool:
    # Most mails hold neither word, and are through after two looks.
    if "fio" in text:
        return any(word in text for word in _FIGURES) or _SIDES.search(text) is not None
    return any(word in text for word in _ALONE)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "fio can be had for every system; no adapter of ours runs its jobs yet")


SUITE = Suite(
    name="fio",
    title="fio, flexible I/O tester",
    metrics=(*METRICS, RATE),
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
    marks=("fio", *_ALONE),
    hint=_hint,
    read=_read,
    rerun=_rerun,
)
