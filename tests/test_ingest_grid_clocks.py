"""Cells of minutes and seconds, and columns whose figures tell by their units what each of them measures."""

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

CREATED = (
    "\tlogbsize\tfsmark create rate\trm -rf\n"
    "before\t32kb\t\t152851+/-5.3e+04\t5m28s\n"
    "patched\t32kb\t\t221533+/-1.1e+04\t5m24s\n"
)
KINDS = """\
First write
-----------
| Allocator                            | Perf      | Took   |
|--------------------------------------+-----------+--------|
| Buddy Allocator (v5.7)               | 6.8 KB/s  | 25m51s |
| Free space tree allocator at level 0 | 2.6 MB/s  | 0m8s   |
"""


def told(rows: list[Row]) -> list[tuple[str, float, str | None]]:
    return [(value.metric, value.cell.value, value.unit) for row in rows for value in row.values]


def test_minutes_and_seconds_are_one_time_beside_a_rate_of_what_is_done() -> None:
    rows = list(read_generic(lines(CREATED), frozenset()))

    assert told(rows) == [
        ("rate", 152851, None),
        ("time", 328, "s"),
        ("rate", 221533, None),
        ("time", 324, "s"),
    ]
    assert [spread.cell.value for row in rows for value in row.values for spread in value.spread] == [53000, 11000]
    assert [dict(row.parameters) for row in rows] == [{"logbsize": "32kb"}] * len(rows)


def test_heads_over_figures_of_different_kinds_name_what_is_measured_and_no_settings() -> None:
    rows = list(read_generic(lines(KINDS), frozenset()))

    assert told(rows) == [
        ("throughput", 6.8, "KB/s"),
        ("time", 1551, "s"),
        ("throughput", 2.6, "MB/s"),
        ("time", 8, "s"),
    ]
    assert [value.metric_text for row in rows for value in row.values] == ["Perf", "Took"] * 2
    assert all(not row.parameters for row in rows)
