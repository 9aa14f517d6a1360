"""Which known benchmark a table is of that no suite claims: the title, the lead or the command above names it.

    The fio test result as follow:                   $ iperf3 -c server -P 4
                | 64KB       | 4KB                              TX [Mbps]   RX [Mbps]
    randwrite   | 15MB/s     | 100MB/s               PSM off    15.4        19.7

The nearest line that names one tells; not where it names several, or where the benchmark has no such measure.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from archive.text import Line
from ingest.generic_metrics import of_unit
from suites import all_suites, suite_named
from suites.base import Metric, Row, Suite, Value

# Names that are words of everyday as well, programs that run others, and what watches others run.
_NO_NAMES = frozenset(
    {
        *("time", "gnu time", "chat", "contest", "stream", "byte", "nas", "sdet", "ministat", "fsperf"),
        *("lkp", "0-day", "0day", "mmtests", "kunit", "perf-stat", "perf stat", "perf sched", "io_uring"),
    }
)
# Benchmarks that we do not know: what stands above them is of others.
_OTHERS = re.compile(
    r"(?<![\w.-])(?:qperf|sockperf|rocksdb|db_bench|memtier\w{0,12}|memcached|mysql\w{0,6}|androbench|hyperfine|vdsotest|nginx"
    r"|ycsb|xfstests|speedtest\w{0,6}|curl|wget|ping|ntttcp|mtr|flent|glmark\w{0,2}|geekbench|coremark|dhrystone|spec\w{3,8}"
    r"|cassandra|mongodb|postgres\w{0,4}|redis|ior|io500|rsync|scp|tar|memhog)(?![\w-])",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"[ \t>]{0,8}(?:[$#%][ ]|\S{0,60}(?:[a-z_]\S{0,20}[ ])?--?[a-z])|[ ]--?[a-z]\w")
_MAX_TITLE_WORDS = 9
_ROW = re.compile(r"(?:[ ]{2}|[\t|])[ ]?~?\d[\d.,]{0,12}[^\n]{0,40}(?:[ ]{2}|[\t|])[ ]?~?\d")
_BYTES = re.compile(r"[kKMGT]?i?[bB](?:its?|ytes?)?(?:/s(?:ec)?|ps)$")
_OF_OPERATIONS = re.compile(r"[kKMG]?(?:iops|ops?/s(?:ec)?|io/?s|operations/s(?:ec)?)", re.IGNORECASE)
_REACH = 14
_MAX_PARAGRAPHS = 2
_MAX_LINE = 200


def with_program(lines: Sequence[Line], rows: list[Row]) -> list[Row]:
    """The rows of one table, with the benchmark that is named above them and its names of measures."""
    suite = _above(lines, min(row.block for row in rows) - 1)
    if suite is None:
        return rows
    metrics = {value.metric: _metric(suite, value) for row in rows for value in row.values}
    if not metrics or None in metrics.values():
        return rows
    return [replace(row, suite=suite.name, values=_renamed(row.values, metrics)) for row in rows]


def _renamed(values: Sequence[Value], metrics: dict[str, Metric | None]) -> tuple[Value, ...]:
    return tuple(replace(value, metric=found.name) if (found := metrics[value.metric]) else value for value in values)


def _metric(suite: Suite, value: Value) -> Metric | None:
    """The suite's first metric of the same name, or else of the same kind of unit."""
    if value.unit is None:
        return next((metric for metric in suite.metrics if metric.name == value.metric), None)
    alike = [metric for metric in suite.metrics if _kind(metric.unit) == _kind(value.unit)]
    return next((metric for metric in alike if metric.name == value.metric), alike[0] if alike else None)


def _kind(unit: str) -> str:
    """What units of one kind have in common: bytes, times, times of single operations, or what a rate is of."""
    if _BYTES.search(unit) is not None:
        return "bytes"
    name = of_unit(unit).name
    if name == "time":
        return "time of each" if "/" in unit else name
    return "operations" if _OF_OPERATIONS.fullmatch(unit) is not None else unit.lower().partition("/")[0].rstrip("s")


def _above(lines: Sequence[Line], first: int) -> Suite | None:
    """The one benchmark that the nearest line above line `first` (0-based) with any names."""
    depth, paragraphs, is_blank = lines[first].depth, 0, False
    for place in range(first, max(-1, first - _REACH), -1):
        line = lines[place]
        if line.is_blank:
            paragraphs += not is_blank
            is_blank = True
            continue
        is_blank = False
        words = line.words[:_MAX_LINE]
        if line.depth != depth or paragraphs > _MAX_PARAGRAPHS or (place < first and _ROW.search(words)):
            return None
        names = {match["name"].lower() for match in _pattern().finditer(words)}
        if _OTHERS.search(words) is not None or len(names) > 1:
            return None
        if names and (paragraphs < _MAX_PARAGRAPHS or _is_title_or_command(words)):
            return suite_named(names.pop())
    return None


def _is_title_or_command(words: str) -> bool:
    """Whether a line further above says of all below it what they are: prose there speaks of other things too."""
    return len(words.split()) <= _MAX_TITLE_WORDS or _COMMAND.search(words) is not None


@cache
def _pattern() -> re.Pattern[str]:
    names = {name for suite in all_suites() for name in (suite.name, *suite.aliases)} - _NO_NAMES
    each = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w.-])(?P<name>{each})(?![\w+-])", re.IGNORECASE)
