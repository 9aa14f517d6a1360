"""Tables that people make of openssl speed's figures, a block size a row; no suite of its own:

openssl speed -evp aes-256-cbc -engine afalg -elapsed
| Block Size (bytes) | AFALG (MB/s) | SW BASED (MB/s) |
| 16                 | 0.09         | 9.44            |
"""

import re
from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Metric, Row, Value
from suites.compared_columns import Column, columns
from suites.matches import Tables, measured

_COMMAND = re.compile(r"\bopenssl[ \t]speed\b[^\n]{0,60}?-evp[ \t](?P<test>[\w-]{2,40})")
_HEAD = re.compile(r"\b(?:block|buffer|packet)[ \t_-]?sizes?\b|\bbytes\b", re.IGNORECASE)
_ROW = re.compile(r"[ \t|]{0,20}(?P<size>\d{1,9})(?:[ \t]?(?:bytes|B))?[ \t|]{1,40}(?=\d)")
_UNIT = re.compile(r"(?P<unit>[kKMG]i?B/s(?:ec)?)")
_REACH = 30
_HEAD_REACH = 12


def tables(lines: Sequence[Line], metric: Metric) -> Iterator[Row]:
    """The rows of every such table below a command that names the algorithm."""
    found = Tables(1)
    for index, line in enumerate(lines):
        match = _ROW.match(line.text, line.start) if "|" in line.text else None
        command = _command(lines, index) if match is not None else None
        if match is None or command is None or not _has_sizes(lines, index):
            continue
        values = tuple(_values(columns(lines, index, match.end()), metric))
        if values:
            test, size = command["test"], int(match["size"])
            yield Row(line.number, found.block(line), test.lower(), test, values, parameters={"block_bytes": size})


def _values(found: Sequence[Column], metric: Metric) -> Iterator[Value]:
    for column in found:
        unit = _UNIT.search(column.unit_text or column.note or "")
        if column.head is not None and unit is not None:
            posted = unit["unit"]
            head = column.head
            yield measured(metric, column.cell, head.text, posted, unit=posted.replace("/sec", "/s"), kernel=head)


def _command(lines: Sequence[Line], index: int) -> re.Match[str] | None:
    """The nearest command above: a row "| 16 |" looks quoted, so that quote depths are not compared."""
    for above in range(index - 1, max(-1, index - 1 - _REACH), -1):
        found = _COMMAND.search(lines[above].text)
        if found is not None:
            return found
    return None


def _has_sizes(lines: Sequence[Line], index: int) -> bool:
    """Whether the first column is one of sizes, by the head above."""
    return any("|" in line.text and _HEAD.search(line.words) for line in lines[max(0, index - _HEAD_REACH) : index])
