"""Comparisons that ministat printed of runs of a benchmark that no suite claims.

    context_switch2 CPU0 CPU1 (Same Big-core, different small-cores)
    x without_patch
    + with_patch
        N           Min           Max        Median           Avg        Stddev
    x 500        343644        348778        345444     345584.02     1035.1658
    + 500        344310        347646        345776     345877.22     802.19501

The legend tells the sides; what the figures are of stands above it.
"""

from collections.abc import Iterator, Sequence

from archive.text import Line
from ingest.generic_titles import title_above
from ingest.grid_measures import head_measure
from suites.base import Row, Value
from suites.ministat import legend_above
from suites.statistic_tables import read_statistics

_METRIC = "result"
_MAX_TITLE = 80
_REACH = 12


def may_be_ministat(words: str) -> bool:
    """Whether a line names the columns that ministat prints: a cheap look."""
    return "Stddev" in words and "Median" in words and "Avg" in words


def read_ministat(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """The rows below the head on line `index` (0-based), where the marks before them are told above it."""
    legend = legend_above(lines, index)
    if not legend:
        return
    first = min(label.line for label in legend.values())
    title = title_above(lines, first, index)
    test = _test(lines, first) or title.text or _METRIC
    measure = title.measure or head_measure(test)
    for row in read_statistics(lines, index):
        values = tuple(
            Value(
                metric=measure.name if measure is not None else _METRIC,
                cell=each.cell,
                metric_text=each.text,
                unit=measure.unit if measure is not None else None,
                unit_text=measure.unit if measure is not None else None,
                better=title.direction or (measure.better if measure is not None else None),
                statistic=each.name,
                runs=each.runs,
                spread=each.spread,
                kernel=each.kernel,
            )
            for each in row.figures
        )
        yield Row(row.index + 1, first, test, test, values, kernel=row.label, parameters=row.settings, title=title.text)


def _test(lines: Sequence[Line], legend: int) -> str | None:
    """What the paragraph above the legend (on that line number) begins with, if that is short."""
    begun = None
    for line in reversed(lines[max(0, legend - _REACH) : legend - 1]):
        if line.is_blank and begun is not None:
            break
        begun = begun if line.is_blank else line
    name = begun.words.strip().split(". ")[0].rstrip(" \t:.") if begun is not None else ""
    return name if 0 < len(name) <= _MAX_TITLE else None
