"""The lines of a sysbench report, of versions 0.4 and 1.x, and what each figure of them is; no suite of its own."""

import re
from dataclasses import dataclass

from suites.base import Metric
from suites.matches import FIGURE

EVENT_RATE = Metric("event_rate", "events/s", "higher", "events of the test in a second")
TRANSACTION_RATE = Metric("transaction_rate", "transactions/s", "higher", "database transactions in a second")
QUERY_RATE = Metric(
    "query_rate", "queries/s", "higher", "queries in a second (0.4: reads and writes)", role="secondary"
)
OPERATION_RATE = Metric("operation_rate", "ops/s", "higher", "memory or file operations in a second")
THROUGHPUT = Metric("throughput", "MiB/s", "higher", "2^20 bytes moved in a second (0.4 calls them Mb)")
EVENTS = Metric("events", "events", "higher", "events done in the whole run", role="secondary")
TIME = Metric("total_time", "s", "lower", "seconds that a run with a fixed number of events took")
LATENCY = Metric("latency", "ms", "lower", "of an event; the statistic is told by the line", role="secondary")

METRICS = (EVENT_RATE, TRANSACTION_RATE, OPERATION_RATE, THROUGHPUT, TIME, QUERY_RATE, EVENTS, LATENCY)

_N = rf"(?P<value>{FIGURE})"


@dataclass(frozen=True, slots=True)
class Figure:
    """How a figure is printed: the pattern of its line, its metric, what a run does in it, and its statistic."""

    pattern: re.Pattern[str]
    metric: Metric
    text: str
    statistic: str = "sample"
    kind: str | None = None


def _line(label: str, rest: str) -> re.Pattern[str]:
    return re.compile(rf"[ \t]{{0,30}}{label}[ \t]{{0,60}}{rest}")


_PER = rf"{FIGURE}[ \t]{{1,3}}\({_N}[ \t]per[ \t]sec(?:ond|\.)?\.?\)"
_UNIT = r"[ \t]?(?P<unit>(?:[KMG]i?[bB]/s(?:ec)?))"

FIGURES = (
    Figure(_line("events per second(?: \\(eps\\))?:", _N), EVENT_RATE, "events per second"),
    Figure(_line("events/s \\(eps\\):", _N), EVENT_RATE, "events/s (eps)"),
    Figure(_line("transactions:", _PER), TRANSACTION_RATE, "transactions"),
    Figure(_line("queries:", _PER), QUERY_RATE, "queries"),
    Figure(_line("read/write requests:", _PER), QUERY_RATE, "read/write requests"),
    Figure(_line("Total operations:", _PER), OPERATION_RATE, "Total operations"),
    Figure(
        _line("Operations performed:", rf"{FIGURE}[ \t]{{1,3}}\([ \t]?{_N}[ \t]ops/sec\)"),
        OPERATION_RATE,
        "Operations performed",
    ),
    Figure(
        re.compile(rf"[ \t]{{0,20}}(?:{FIGURE})[ \t]M(?:i?B|b)[ \t]transferred[ \t]\({_N}{_UNIT}\)"),
        THROUGHPUT,
        "transferred",
    ),
    Figure(
        re.compile(
            rf"[ \t]{{0,20}}Read[ \t](?:{FIGURE})[KMG]?b[ \t]{{1,3}}Written[ \t](?:{FIGURE})[KMG]?b[ \t]{{1,3}}"
            rf"Total transferred[ \t](?:{FIGURE})[KMG]?b[ \t]{{1,3}}\({_N}(?P<unit>[KMG]b/sec)\)"
        ),
        THROUGHPUT,
        "Total transferred",
    ),
    Figure(re.compile(rf"[ \t]{{0,20}}{_N}[ \t]{{1,3}}Requests/sec executed"), OPERATION_RATE, "Requests/sec executed"),
    Figure(_line("reads/s:", _N), OPERATION_RATE, "reads/s", kind="read"),
    Figure(_line("writes/s:", _N), OPERATION_RATE, "writes/s", kind="write"),
    Figure(_line("fsyncs/s:", _N), OPERATION_RATE, "fsyncs/s", kind="fsync"),
    Figure(_line("read, MiB/s:", _N), THROUGHPUT, "read, MiB/s", kind="read"),
    Figure(_line("written, MiB/s:", _N), THROUGHPUT, "written, MiB/s", kind="write"),
    Figure(_line("read:", rf"IOPS={_N}"), OPERATION_RATE, "read IOPS", kind="read"),
    Figure(_line("write:", rf"IOPS={_N}"), OPERATION_RATE, "write IOPS", kind="write"),
    Figure(_line("fsync:", rf"IOPS={_N}"), OPERATION_RATE, "fsync IOPS", kind="fsync"),
    Figure(_line("total number of events:", _N), EVENTS, "total number of events"),
    Figure(_line("total time:", rf"{_N}s"), TIME, "total time"),
    Figure(_line("min:", rf"{_N}(?:ms)?[ \t]*$"), LATENCY, "min", "min"),
    Figure(_line("avg:", rf"{_N}(?:ms)?[ \t]*$"), LATENCY, "avg", "mean"),
    Figure(_line("max:", rf"{_N}(?:ms)?[ \t]*$"), LATENCY, "max", "max"),
    Figure(
        _line(r"(?:approx\.[ \t]{1,3})?(?P<rank>\d{2})(?:th)?[ \t]{1,3}percentile:", rf"{_N}(?:ms)?[ \t]*$"),
        LATENCY,
        "percentile",
        "p",
    ),
)
# Both rates of sysbench 1.1 stand on one line: "read:  IOPS=3937.11 61.52 MiB/s (64.51 MB/s)".
BESIDE_IOPS = re.compile(rf"IOPS=(?:{FIGURE})[ \t]{{1,6}}{_N}[ \t](?P<unit>MiB/s)")
