"""Kernels that people give as the machine of bonnie's and bonnie++'s rows (option -m); no suite.

Machine    MB K/sec %CPU  K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU
TEST8-2   256  3616 99.1  10135 14.6  5786 11.3  3312 98.6 17481 20.6 184.7  2.5
TEST5     256  3618 99.2  11135 16.0  5981 10.8  3005 88.8 18268 17.8 185.4  2.9
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Basis
from archive.text import Line
from suites.base import Label, Row

_FEWEST = 2
# "pre9-3", "test4", "ac16": a kernel without the version that it goes with.
_SHORT_FORM = re.compile(r"(?:pre|test|rc|ac|aa|mm)-?\d{1,3}(?:[-.]\w{1,12})?", re.IGNORECASE)


def sided_tables(lines: Sequence[Line], tables: Sequence[Sequence[Row]]) -> Iterator[Iterator[Row]]:
    """The rows of each table; the names of machines are sides where there are several in a table and nothing else tells
    rows apart: a table of several machines sets these against each other too. Where each table has one, some of them
    must be kernels.
    """
    names = [{_name(row) for row in rows} for rows in tables if not any(row.kernel is not None for row in rows)]
    kernels = {row.kernel.text for rows in tables for row in rows if row.kernel is not None}
    single = {next(iter(each)) or "" for each in names if len(each) == 1}
    short = {name for name in single if _SHORT_FORM.fullmatch(name)}
    are_sides = "" not in single and bool(kernels | short) and len(single | kernels) >= _FEWEST
    for rows in tables:
        yield _sided(lines, rows, 1 if are_sides else _FEWEST)


def _sided(lines: Sequence[Line], rows: Sequence[Row], fewest: int) -> Iterator[Row]:
    names = {_name(row) for row in rows}
    if len(names) < fewest or None in names or any(row.kernel is not None for row in rows):
        yield from rows
        return
    side: Label | None = None
    for row in rows:
        side = _side(lines[row.line - 1], row) or side
        settings = {key: value for key, value in row.parameters.items() if key != "machine"}
        yield replace(row, kernel=side, parameters=settings)


def _name(row: Row) -> str | None:
    """The machine of a row; None where it is told with more words, which would be lost."""
    name = row.parameters.get("machine")
    return name if isinstance(name, str) and "label" not in row.parameters else None


def _side(line: Line, row: Row) -> Label | None:
    """The name on a row's line; the latencies below a row, and the rest of a broken one, stand on a line without it."""
    name = str(row.parameters["machine"])
    start = line.text.find(name, line.start)
    return Label(name, line.number, start, start + len(name), Basis.ROW_LABEL) if start >= 0 else None
