"""The lines of perf bench's reports, and what each figure of them is; no suite of its own."""

import re
from dataclasses import dataclass

from suites.base import Metric
from suites.matches import FIGURE

TOTAL = Metric("total_time", "s", "lower", "seconds that all loops took together")
TIME = Metric("time_per_op", "us/op", "lower", "microseconds of one loop", role="secondary")
OPS = Metric("ops", "ops/s", "higher", "loops in a second", role="secondary")
AVERAGED = Metric("operations", "ops/s", "higher", "operations of a thread in a second, on average (futex, epoll)")
THREAD = Metric("thread_operations", "ops/s", "higher", "operations of one thread in a second", role="secondary")
BANDWIDTH = Metric("bandwidth", "GB/s", "higher", "bytes copied or set in a second")
CYCLES = Metric("cycles", "cycles/byte", "lower", "processor cycles for a byte")
LATENCY = Metric("latency", "ms", "lower", "milliseconds until all waiters were woken, requeued, or ran")
TOOK = Metric("took", "us", "lower", "time of one run of something inside perf (internals)")

METRICS = (TOTAL, TIME, OPS, AVERAGED, THREAD, BANDWIDTH, CYCLES, LATENCY, TOOK)

_N = rf"(?P<value>{FIGURE})"
_AROUND = r"[ \t]{0,3}\([ \t]?\+-[ \t]{0,6}(?P<around>\d{1,9}(?:\.\d{1,6})?)[ \t]?(?P<around_unit>%|usec|msec|ms)?\)"


@dataclass(frozen=True, slots=True)
class Figure:
    """How a figure is printed: its pattern, metric and words, its statistic, and which functions print it."""

    pattern: re.Pattern[str]
    metric: Metric
    text: str
    statistic: str = "sample"
    only: tuple[str, ...] = ()


def _search(text: str) -> re.Pattern[str]:
    return re.compile(text)


_WAKES = r"(?:Wokeup|Requeued)[ \t]\d{1,6}[ \t]of[ \t]\d{1,6}[ \t]threads"
_PER_THREAD = r"Avg per-thread latency[ \t]\(waking[ \t]\d{1,6}/\d{1,6}[ \t]threads\)"

FIGURES = (
    Figure(_search(rf"(?<!\S)Total time:[ \t]{{1,9}}{_N}[ \t]\[?(?P<unit>sec|usecs?)\]?"), TOTAL, "Total time"),
    Figure(_search(rf"(?<![\w.,-]){_N}[ \t]usecs/op(?!/)"), TIME, "usecs/op"),
    Figure(_search(rf"(?<![\w.,]){_N}[ \t]ops/sec(?![ \t]\])"), OPS, "ops/sec"),
    Figure(
        _search(rf"(?<!\S)Averaged[ \t]{_N}[ \t](?:operations/sec|(?:ADD|MOD|DEL)[ \t]operations){_AROUND}"),
        AVERAGED,
        "Averaged",
        "mean",
    ),
    Figure(
        _search(
            rf"\[thread[ \t]{{1,4}}(?P<thread>\d{{1,5}})\][^\n]{{1,90}}?\[[ \t]{{0,9}}{_N}[ \t](?P<unit>ops/sec)[ \t]\]"
        ),
        THREAD,
        "thread",
    ),
    Figure(_search(rf"(?<![\w.,]){_N}[ \t](?P<unit>[KMGT]?B/[Ss]ec)(?!\w)"), BANDWIDTH, "bandwidth", only=("mem/",)),
    Figure(_search(rf"(?<![\w.,]){_N}[ \t]cycles?/[Bb]yte"), CYCLES, "cycles/byte", only=("mem/",)),
    Figure(
        _search(rf"\[Run (?P<run>\d{{1,4}})\]:[ \t](?:{_WAKES}|{_PER_THREAD})[ \t]in[ \t]{_N}[ \t]ms"), LATENCY, "Run"
    ),
    Figure(
        _search(rf"(?<!\]: )(?:{_WAKES}|{_PER_THREAD})[ \t]in[ \t]{_N}[ \t]ms{_AROUND}"), LATENCY, "threads in", "mean"
    ),
    Figure(
        _search(rf"Average[ \t](?P<what>[\w -]{{2,40}}?)[ \t]took:?[ \t]{_N}[ \t](?P<unit>usec|msec|ms)(?:{_AROUND})?"),
        TOOK,
        "took",
        "mean",
    ),
    Figure(_search(rf"Average time per event[ \t]{_N}[ \t](?P<unit>usec)"), TIME, "Average time per event", "mean"),
)
