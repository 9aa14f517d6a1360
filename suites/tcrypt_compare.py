"""Two tcrypt logs side by side, as the script in the kernel's tools/crypto prints them; no suite of its own:

    1. For operations in seconds
    =================================================================
    rfc4106(gcm(aes)) (pcrypt(rfc4106(gcm_base(ctr(aes-generic),ghash-generic)))
                             encryption
    -----------------------------------------------------------------
    bit key | byte blocks | base ops    | new ops     | differ(%)
    160     | 16          | 60276       | 47081       | -21.89

The head calls both kinds of figures "ops"; only the heading above tells cycles. The last column proves each row.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Row
from suites.matches import cell, measured
from suites.tcrypt_metrics import CYCLES, OPERATIONS

_BAR = r"[ \t]{0,20}\|[ \t]{0,20}"
_HEAD = re.compile(
    rf"[ \t]{{0,20}}(?:bit key{_BAR})?byte blocks{_BAR}(?P<old>base)[ \t]{{1,3}}ops{_BAR}"
    rf"(?P<new>new)[ \t]{{1,3}}ops{_BAR}differ"
)
_ROW = re.compile(
    rf"[ \t]{{0,20}}(?:(?P<key>\d{{1,5}}){_BAR})?(?P<block>\d{{1,9}}){_BAR}(?P<old>\d{{1,18}}){_BAR}"
    rf"(?P<new>\d{{1,18}}){_BAR}(?P<differ>-?\d{{1,9}}(?:\.\d{{1,4}})?)[ \t]{{0,9}}$"
)
_RULER = re.compile(r"[ \t]{0,20}[-=]{10,200}$")
_ALGORITHM = re.compile(r"[ \t]{0,20}(?P<text>(?P<algorithm>\S{1,120})(?:[ \t]{1,3}\((?P<driver>\S{1,160}))?)$")
_MAX_TITLE = 3
_MAX_HEADING = 8

FALLING = "the heading says cycles, but the figures fall as the blocks grow, as operations in a second do"


@dataclass(frozen=True, slots=True)
class _Table:
    """What stands above the rows: what was timed, in which unit, and the two sides."""

    first: int
    test: str
    text: str
    metric: Metric
    parameters: dict[str, Parameter]
    sides: tuple[Label, Label]


def is_head(line: Line) -> bool:
    """Whether a line heads such a table."""
    return "byte blocks" in line.text and _HEAD.match(line.text, line.start) is not None


def comparisons(lines: Sequence[Line], head: int) -> Iterator[Row]:
    """The rows of the table whose head stands on line `head` (0-based)."""
    table = _table(lines, head)
    rows: list[Row] = []
    for line in lines[head + 1 :]:
        match = _ROW.match(line.text, line.start)
        if match is None or table is None:
            break
        rows.append(_row(line, match, table))
    doubt = (FALLING,) if table is not None and table.metric is CYCLES and _fall(rows) else ()
    for row in rows:
        yield replace(row, warnings=row.warnings + doubt)


def _row(line: Line, match: re.Match[str], table: _Table) -> Row:
    figures = (cell(match, "old"), cell(match, "new"))
    return Row(
        line=line.number,
        block=table.first,
        test=table.test,
        test_text=table.text,
        values=tuple(
            measured(table.metric, found, f"{side.text} ops", kernel=side)
            for found, side in zip(figures, table.sides, strict=True)
        ),
        parameters={**table.parameters, **_sizes(match)},
        title=table.text,
        warnings=_broken(figures, match["differ"]),
    )


def _fall(rows: Sequence[Row]) -> bool:
    """Whether the figures of a larger block are less than those of the smallest one throughout."""
    sizes = sorted((int(row.parameters["block_bytes"]), row.values[0].cell.value) for row in rows)
    return len({size for size, _ in sizes}) > 1 and sizes[-1][1] < sizes[0][1]


def _table(lines: Sequence[Line], head: int) -> _Table | None:
    line = lines[head]
    match = _HEAD.match(line.text, line.start)
    if match is None:
        return None
    words = [lines[at] for at in range(max(0, head - _MAX_TITLE - 2), head) if not _RULER.match(lines[at].words)]
    titles = [_ALGORITHM.match(above.words) for above in words if "(" in above.words]
    named = titles[-1] if titles else None
    way = next(
        (above.words.strip() for above in reversed(words) if above.words.strip() in {"encryption", "decryption"}), None
    )
    driver = (named["driver"] or "") if named is not None else ""
    test = " ".join(part for part in (named["algorithm"] if named else "speed", way) if part)
    return _Table(
        first=words[0].number if words and named is not None else line.number,
        test=test.lower(),
        text=" ".join(part for part in (named["text"] if named else "speed", way) if part),
        metric=_metric(lines, head),
        parameters={"driver": driver[:-1] if driver.endswith(")") else driver} if driver else {},
        sides=(_side(line, match, "old"), _side(line, match, "new")),
    )


def _metric(lines: Sequence[Line], head: int) -> Metric:
    for above in range(head - 1, max(-1, head - 1 - _MAX_HEADING), -1):
        if "cycles" in lines[above].words:
            return CYCLES
        if "operations in seconds" in lines[above].words:
            return OPERATIONS
    return OPERATIONS


def _side(line: Line, match: re.Match[str], group: str) -> Label:
    return Label(match[group], line.number, match.start(group), match.end(group), Basis.COLUMN_HEAD)


def _sizes(match: re.Match[str]) -> dict[str, Parameter]:
    return {name: int(match[group]) for name, group in (("key_bits", "key"), ("block_bytes", "block")) if match[group]}


def _broken(figures: tuple[Cell, Cell], differ: str) -> tuple[str, ...]:
    old, new = figures
    if old.value and abs((new.value - old.value) / old.value * 100 - float(differ)) > 0.0051:
        return (f"{old.raw} and {new.raw} differ by another percentage than {differ}: a figure is mistyped",)
    return ()
