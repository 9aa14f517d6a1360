"""Claims whose sides are rows of results and no kernels: "the engine is 55 times slower than the code" over two rows.

Nothing is set beside them but the two rows: which two is told by their names or by there being no others, and by the
amount, which has to be theirs.
"""

from collections import defaultdict
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from archive.results import Measurement
from ingest.told_sides import sides_told
from ingest.trends import Trend, is_about

_FEWEST, _MOST = 2, 12
_Parameters = tuple[tuple[str, str], ...]


class RowSides(NamedTuple):
    """Two rows, by what tells them apart, the better one first."""

    faster: str
    slower: str


class _Row(NamedTuple):
    test: str
    parameters: _Parameters


def row_sides(measurements: Sequence[Measurement], trend: Trend, text: str) -> RowSides | None:
    """The two rows that lie as far apart as a claim says; None where no two do, or more than two could be meant."""
    if trend.amount is None or trend.direction not in ("faster", "slower"):
        return None
    found = {sides for kind in _kinds(measurements) if (sides := _apart(kind, trend.amount, text)) is not None}
    return found.pop() if len(found) == 1 else None


def _kinds(measurements: Sequence[Measurement]) -> list[list[Measurement]]:
    """The measurements of one metric each, in one unit; none of several kernels, whose sides changes are between."""
    kernels = set[str | None]()
    kinds: dict[tuple[object, ...], list[Measurement]] = defaultdict(list)
    for m in measurements:
        if m.role == "primary" and m.better is not None:
            kernels.add(m.kernel.text if m.kernel is not None else None)
            kinds[m.suite, m.metric, m.unit, m.better].append(m)
    return list(kinds.values()) if len(kernels) == 1 else []


def _apart(measurements: list[Measurement], amount: str, text: str) -> RowSides | None:
    values: dict[_Row, list[float]] = defaultdict(list)
    for m in measurements:
        settings = tuple(sorted((key, str(value)) for key, value in m.parameters.items()))
        values[_Row(m.test, settings)].append(m.value)
    if not _FEWEST <= len(values) <= _MOST:
        return None
    names = _names(list(values))
    if len(set(names.values())) != len(names):
        return None
    named = {told.label for told in sides_told(text, set(names.values()))}
    rows = list(values) if len(values) == _FEWEST else [row for row in values if names[row] in named]
    if len(rows) != _FEWEST:
        return None
    low, high = sorted(rows, key=lambda row: median(values[row]))
    least, most = median(values[low]), median(values[high])
    if least <= 0 or not (is_about(most / least - 1, amount) or is_about(1 - least / most, amount)):
        return None
    is_rate = measurements[0].better == "higher"
    return RowSides(*(names[row] for row in ((high, low) if is_rate else (low, high))))


def _names(rows: list[_Row]) -> dict[_Row, str]:
    """Each row by what not all rows have: its test, its side, its settings."""
    tells_test = len({row.test for row in rows}) > 1
    common = set.intersection(*(set(row.parameters) for row in rows))
    return {
        row: ", ".join(
            [
                *([row.test] if tells_test else []),
                *(f"{key} {value}" for key, value in row.parameters if (key, value) not in common),
            ]
        )
        for row in rows
    }
