"""What tiotest itself prints, a box of rates and one of latencies with a line an operation, and tables of rates that
people make with a number of threads before each row; no suite.

    Tiotest results for 4 concurrent io threads:
    | Item                  | Time     | Rate         | Usr CPU  | Sys CPU |
    | Random Write   16 MBs |    2.3 s |   6.757 MB/s |   0.0 %  |   3.0 % |
    Tiotest latency results:
    | Item         | Average latency | Maximum latency | % >2 sec | % >10 sec |
    | Random Write |        0.008 ms |        1.559 ms |  0.00000 |   0.00000 |
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Row
from suites.counted_tables import counted_tables
from suites.matches import cell, measured
from suites.titled_tables import Name

_ITEM = r"[ \t]{0,4}\|[ ](?P<item>(?:Random )?(?:Read|Write)|Total)"
_FIGURE = r"\d{1,9}(?:\.\d{1,6})?"
_TITLE = re.compile(r"[ \t]{0,4}Tiotest (?P<latency>latency )?results(?: for (?P<threads>\d{1,5}) concurrent)?")
_RATE_ROW = re.compile(
    rf"{_ITEM}[ ]{{1,12}}(?P<size>\d{{1,9}}) MBs[ ]\|[ ]{{1,8}}(?P<time>{_FIGURE}) s[ ]\|"
    rf"[ ]{{1,8}}(?P<rate>{_FIGURE}) MB/s[ ]\|"
)
_LATENCY_ROW = re.compile(
    rf"{_ITEM}[ ]{{1,12}}\|[ ]{{1,14}}(?P<average_latency>{_FIGURE}) ms[ ]\|"
    rf"[ ]{{1,14}}(?P<maximum_latency>{_FIGURE}) ms[ ]\|"
    rf"[ ]{{1,8}}(?P<percent_over_2s>{_FIGURE})[ ]\|[ ]{{1,8}}(?P<percent_over_10s>{_FIGURE})[ ]\|"
)
_TESTS = {
    "Read": "sequential_reads",
    "Random Read": "random_reads",
    "Write": "sequential_writes",
    "Random Write": "random_writes",
    "Total": "all_operations",
}
_HEADS = {
    "time": ("Time", "s"),
    "rate": ("Rate", "MB/s"),
    "average_latency": ("Average latency", "ms"),
    "maximum_latency": ("Maximum latency", "ms"),
    "percent_over_2s": ("% >2 sec", "%"),
    "percent_over_10s": ("% >10 sec", "%"),
}
_NAMED = Name("tiobench", re.compile(r"(?<![\w/.-])tio(?:bench|test)\b", re.IGNORECASE))
_OPERATION = re.compile(r"\b(?P<order>seq(?:uential)?|rand(?:om)?)\s{1,6}(?P<what>read|write)s?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Box:
    """A title: its line and quote depth, whether latencies follow, and the threads that it tells."""

    line: int
    depth: int
    is_latency: bool
    threads: int | None


def read_boxes(lines: Sequence[Line], metrics: Mapping[str, Metric]) -> Iterator[Row]:
    """The rows of all boxes; the box of latencies has the threads of the one of rates above it."""
    box: _Box | None = None
    for line in lines:
        if "iotest" in line.words:
            found = _TITLE.match(line.words)
            box = _opened(line, found, box) if found is not None else box
        elif box is not None and line.depth == box.depth and "|" in line.words:
            row = _row(line, box, metrics)
            if row is not None:
                yield row


def _opened(line: Line, found: re.Match[str], before: _Box | None) -> _Box:
    known = before.threads if before is not None else None
    threads = int(found["threads"]) if found["threads"] else known
    return _Box(line.number, line.depth, bool(found["latency"]), threads)


def _row(line: Line, box: _Box, metrics: Mapping[str, Metric]) -> Row | None:
    pattern = _LATENCY_ROW if box.is_latency else _RATE_ROW
    found = pattern.match(line.text[:300], line.start)
    if found is None:
        return None
    told = found.groupdict()
    values = tuple(measured(metrics[name], cell(found, name), *_HEADS[name]) for name in _HEADS if name in told)
    parameters: dict[str, Parameter] = {"threads": box.threads} if box.threads is not None else {}
    if "size" in told:
        parameters["file_size_mb"] = int(told["size"])
    item = found["item"]
    return Row(line.number, box.line, _TESTS[item], item, values, parameters=parameters)


def read_counted(lines: Sequence[Line], rate: Metric) -> Iterator[Row]:
    """The rows of tables of rates with a row for each number of threads, a kernel or variant over each column."""
    for table in counted_tables(lines, _NAMED):
        named = list(_OPERATION.finditer(f"{table.title} {table.told}"))
        tests = {_operation(found) for found in named}
        if len(tests) != 1:
            continue
        for counted, figures in table.rows:
            values = tuple(replace(value, metric_text=named[0].group()) for value in table.values(figures, rate))
            yield Row(
                *(counted.line, table.block, tests.copy().pop(), named[0].group(), values),
                parameters={"threads": counted.count},
                title=table.title,
            )


def _operation(found: re.Match[str]) -> str:
    order = "sequential" if found["order"].lower().startswith("seq") else "random"
    return f"{order}_{found['what'].lower()}s"
