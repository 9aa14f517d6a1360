"""hash-speedtest of btrfs-progs, how fast the checksums of a filesystem's blocks are. Its report:

Block size:     4096
Iterations:     1000000
Implementation: builtin
Units:          CPU cycles

    NULL-NOP: cycles:     73384294, cycles/i       73
  CRC32C-ref: cycles:  24758559416, cycles/i    24758,      567.950 MiB/s

The total over the iterations is what one of them took: that proves a row.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite, Value
from suites.matches import Tables, cell, measured

TOTAL = Metric("total", "cycles", "lower", "cycles or nanoseconds that all iterations took", role="secondary")
EACH = Metric("per_iteration", "cycles/i", "lower", "cycles or nanoseconds that an iteration took")
THROUGHPUT = Metric("throughput", "MiB/s", "higher", "bytes hashed in a second")

_ROW = re.compile(
    r"\s{0,24}(?P<name>[A-Za-z][\w-]{1,30}): (?P<unit>cycles|tsc|nsecs?|perf-c): {1,20}(?P<total>\d{1,18}),"
    r" (?P=unit)/i {1,20}(?P<each>\d{1,12})(?:, {1,20}(?P<rate>\d{1,9}\.\d{1,3}) MiB/s)?$"
)
_SETTING = re.compile(
    r"\s{0,8}(?P<name>Block size|Iterations|Implementation): {1,12}(?P<value>[\w-]{1,30})(?: bytes)?$"
)
_MAX_GAP = 2


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_MAX_GAP)
    settings: dict[str, Parameter] = {}
    for line in lines:
        words = line.words.rstrip()
        if "/i " in words and (row := _ROW.match(line.text.rstrip(), line.start)) is not None:
            yield Row(
                *(line.number, tables.block(line), row["name"].lower(), row["name"], tuple(_values(row))),
                parameters=settings,
                warnings=_broken(row, settings),
            )
        elif ": " in words and (setting := _SETTING.match(words)) is not None:
            told = setting["value"]
            name = setting["name"].lower().replace(" ", "_")
            settings = settings | {name: int(told) if told.isdecimal() else told}


def _values(row: re.Match[str]) -> Iterator[Value]:
    unit = row["unit"]
    yield measured(TOTAL, cell(row, "total"), unit, unit, unit=unit)
    yield measured(EACH, cell(row, "each"), f"{unit}/i", f"{unit}/i", unit=f"{unit}/i", statistic="mean")
    if row["rate"] is not None:
        yield measured(THROUGHPUT, cell(row, "rate"), "MiB/s", "MiB/s")


def _broken(row: re.Match[str], settings: dict[str, Parameter]) -> tuple[str, ...]:
    iterations = settings.get("iterations")
    if not isinstance(iterations, int) or iterations < 1 or int(row["total"]) // iterations == int(row["each"]):
        return ()
    return (f"{row['total']} over {iterations} iterations is not {row['each']}: one of the figures is mistyped",)


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "no adapter", "hash-speedtest is built from the sources of btrfs-progs; no adapter of ours does it yet"
    )


SUITE = Suite(
    name="hash-speedtest",
    title="hash-speedtest, checksums of blocks in memory",
    metrics=(EACH, THROUGHPUT, TOTAL),
    tests={"*": "a checksum with its implementation: crc32c-ref, xxhash; null-nop and null-memcpy do nothing"},
    parameters={
        "block_size": "bytes hashed at once",
        "iterations": "how often that was done",
        "implementation": "which set of implementations was asked for",
    },
    marks=("hash-speedtest", "cycles/i", "tsc/i", "nsecs/i"),
    hint=lambda text: "/i " in text,
    read=_read,
    rerun=_rerun,
)
