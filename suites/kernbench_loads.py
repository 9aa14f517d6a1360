"""Elapsed times that people set side by side, a row a load of kernbench and a column a kernel; no suite.

Kernel:         2.6.3-rc2       2.6.3-rc3-mm1
Half(-j8)       120.8           113.0
Optimal(-j64)   81.6            79.3
Max(-j)         82.9            80.3
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Row
from suites.matches import measured
from suites.named_rows import TypedRow
from suites.named_tables import TypedTable, TypedTables

_LOAD = re.compile(
    r"[ \t]{0,12}(?P<load>Single|Half|Opt(?:imal)?|Max(?:imal)?)\w{0,3}(?:[ ]load)?[ ]?"
    r"[(\[]?-j[ ]?(?P<jobs>\d{1,5})?[)\]]?(?=[ \t:])",
    re.IGNORECASE,
)
_TESTS = {"single": "single_load", "half": "half_load", "opt": "optimal_load", "max": "maximal_load"}
_MIN_ROWS = 2


def read_loads(lines: Sequence[Line], elapsed: Metric) -> Iterator[Row]:
    """The rows of all tables whose rows are all loads, under heads that name kernels."""
    typed: TypedTables | None = None
    last = -1
    for index, line in enumerate(lines):
        if index <= last or "-j" not in line.words or _LOAD.match(line.words) is None:
            continue
        typed = typed or TypedTables(lines)
        table = typed.read(index)
        if table is None or not _is_ours(table, lines):
            continue
        last = table.rows[-1].index
        block = min(head.label.line for head in table.heads)
        for row in table.rows:
            yield _row(table, row, lines[row.index], block, elapsed)


def _is_ours(table: TypedTable, lines: Sequence[Line]) -> bool:
    """Whether each row is a load and each of its figures has a head."""
    are_loads = all(_LOAD.match(lines[row.index].words) is not None for row in table.rows)
    are_headed = table.heads and all(len(row.figures) == len(table.heads) for row in table.rows)
    return bool(are_loads and are_headed and len(table.rows) >= _MIN_ROWS)


def _row(table: TypedTable, own: TypedRow, line: Line, block: int, elapsed: Metric) -> Row:
    found = _LOAD.match(line.words)
    assert found is not None
    parameters: dict[str, Parameter] = {"jobs": int(found["jobs"])} if found["jobs"] else {}
    return Row(
        line=line.number,
        block=block,
        test=_TESTS[re.sub(r"imal$", "", found["load"].lower())],
        test_text=found.group().strip(),
        values=tuple(
            measured(
                elapsed,
                table.cell(figure),
                "",
                statistic="mean",
                spread=table.spread(figure, place),
                kernel=table.kernel(place),
            )
            for place, figure in enumerate(own.figures)
        ),
        parameters=parameters,
    )
