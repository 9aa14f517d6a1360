"""Lines that scripts print of fio's figures: one test a line, its jobs and requests a second; no suite.

fio (ublk/qcow2( -f /mnt/data/disk.qcow2), libaio, bs 4k, dio, hw queues:1)...
randwrite: jobs 1, iops 16086
randrw: jobs 1, iops read 35760 write 35702
rw(512k): jobs 1, iops read 1140 write 1149
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Row
from suites.fio_lines import IOPS
from suites.matches import Tables, figure, measured

_HEAD = re.compile(
    r"[ \t]{0,20}fio \((?P<filename>\S.{0,120}?), (?P<ioengine>libaio|io_uring|psync|sync|posixaio),"
    r" bs (?P<bs>\d{1,5}[kKmM]?)(?P<rest>, .{1,120})?"
)
_ROW = re.compile(
    r"[ \t]{0,24}(?P<rw>(?:rand)?(?:read|write|rw))(?:\((?P<bs>\d{1,5}[kKmM]?)\))?: jobs (?P<numjobs>\d{1,5}), iops"
    r" (?:(?P<io>\d{1,12})|read (?P<read>\d{1,12}) write (?P<write>\d{1,12}))$"
)
_MAX_GAP = 3


def script_rows(lines: Sequence[Line]) -> Iterator[Row]:
    """The rows of such lines, one a direction, with what the line that begins with fio tells of the runs."""
    told: dict[str, Parameter] = {}
    tables = Tables(_MAX_GAP)
    for line in lines:
        head = _HEAD.match(line.text, line.start) if "fio (" in line.text else None
        if head is not None:
            told = {name: head[name] for name in ("filename", "ioengine", "bs")}
            told |= {"direct": 1} if ", dio" in (head["rest"] or "") else {}
            tables.title(line)
        match = _ROW.match(line.text, line.start) if ", iops " in line.text else None
        if match is not None:
            yield from _rows(line, match, told, tables.block(line))


def _rows(line: Line, match: re.Match[str], told: dict[str, Parameter], block: int) -> Iterator[Row]:
    own: dict[str, Parameter] = {"rw": match["rw"], "numjobs": int(match["numjobs"])}
    own |= {"bs": match["bs"]} if match["bs"] else {}
    row = Row(line.number, block, "io", match["rw"], (), parameters=told | own)
    for name in ("io", "read", "write"):
        if match[name]:
            test = match["rw"].removeprefix("rand") if name == "io" else name
            found = figure(match[name], *match.span(name))
            yield replace(row, test=test, values=(measured(IOPS, found, "iops"),))
