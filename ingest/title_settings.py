"""Settings that the title or head of a table assigns ("IOPS (numjobs=4, iodepth=1)"), for tables of no known suite:
readers of suites look for those of their own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Row

_ASSIGNED = re.compile(r"(?<![\w./=-])(?P<name>[a-z][a-z_]{1,20})[ ]?=[ ]?(?P<value>\w[\w.+]{0,19})(?![\w=/(-])")
_NO_TITLE = re.compile(r"[ \t]{0,8}[$#%][ \t]|--|\+\+|[;{}]|->|[ \t]{0,8}\w[\w ]{0,20}=[ ]?\d[\d.]{0,9}[ \t]*$")
_ABOVE = 2
_MAX_LINE = 100


def with_title_settings(lines: Sequence[Line], rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows of one table, with the settings of the lines from right above its head down to its first row."""
    told = dict(_settings(lines, min(rows[0].block, rows[0].line), rows[0].line))
    if not told:
        return tuple(rows)
    return tuple(replace(row, parameters={**_new(told, row), **row.parameters}) for row in rows)


def _new(told: Mapping[str, Parameter], row: Row) -> dict[str, Parameter]:
    return {name: value for name, value in told.items() if name not in row.parameters}


def _settings(lines: Sequence[Line], first: int, row: int) -> Iterator[tuple[str, Parameter]]:
    depth = lines[row - 1].depth
    for number in range(row - 1, max(first - 1 - _ABOVE, 0), -1):
        line = lines[number - 1]
        if line.is_blank and number < first:
            return
        if line.depth != depth or len(line.words) > _MAX_LINE or _NO_TITLE.search(line.words):
            continue
        pairs = list(_ASSIGNED.finditer(line.words))
        if len({pair["name"] for pair in pairs}) == len(pairs):
            for pair in pairs:
                value = pair["value"]
                yield pair["name"], int(value) if value.isdecimal() and value.isascii() else value
