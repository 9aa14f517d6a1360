"""wrk, the load generator for web servers: requests that a server answers a second, and how long each takes.

    Running 20s test @ http://192.0.2.6
      4 threads and 10000 connections
      Thread Stats   Avg      Stdev     Max   +/- Stdev
        Latency   635.91us    0.89ms  12.92ms   93.69%
        Req/Sec    56.20k     8.07k   62.00k    86.54%
      693253 requests in 20.10s, 452.88MB read
    Requests/sec:  34488.13
    Transfer/sec:     22.53MB

Requests by the seconds make the rate, which proves a report.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.matches import Tables, cell, measured
from suites.suffixes import scaled

RATE = Metric("requests_per_second", "requests/s", "higher", "requests that the server answered in a second")
TRANSFER = Metric("transfer", "MB/s", "higher", "bytes read in a second", role="secondary")
LATENCY = Metric("latency", "ms", "lower", "from a request to its answer", role="secondary")
THREAD_RATE = Metric("thread_rate", "requests/s", "higher", "requests of one thread in a second", role="secondary")

_NUMBER = r"\d{1,12}(?:\.\d{1,4})?"
_RUN = re.compile(r"[ \t]{0,12}Running[ \t](?P<duration>\d{1,6}[smh])[ \t]test[ \t]@[ \t](?P<url>\S{1,200})")
_LOAD = re.compile(
    r"[ \t]{0,12}(?P<threads>\d{1,5})[ \t]threads?[ \t]and[ \t](?P<connections>\d{1,7})[ \t]connections$"
)
_COUNT = re.compile(rf"[ \t]{{0,12}}(?P<count>\d{{1,15}})[ \t]requests in[ \t](?P<seconds>{_NUMBER})(?P<unit>[smh]),")
_RATE = re.compile(rf"[ \t]{{0,12}}Requests/sec:[ \t]{{1,12}}(?P<rate>{_NUMBER})$")
_TRANSFER = re.compile(rf"[ \t]{{0,12}}Transfer/sec:[ \t]{{1,12}}(?P<rate>{_NUMBER})(?P<unit>[KMGT]?B)$")
_LATENCY = re.compile(
    r"[ \t]{0,12}Latency[ \t]{1,12}"
    + r"[ \t]{1,12}".join(rf"(?P<{name}>{_NUMBER})(?P<{name}_unit>us|ms|s|m)" for name in ("mean", "stdev", "max"))
    + r"[ \t]{1,12}\d"
)
_THREADS = re.compile(
    r"[ \t]{0,12}Req/Sec[ \t]{1,12}"
    + r"[ \t]{1,12}".join(rf"(?P<{name}>{_NUMBER}[kMG]?)" for name in ("mean", "stdev", "max"))
    + r"[ \t]{1,12}\d"
)
_PERCENTILE = re.compile(
    rf"[ \t]{{1,12}}(?P<per>\d{{2}}(?:\.\d{{1,3}})?)%[ \t]{{1,12}}(?P<value>{_NUMBER})(?P<unit>us|ms|s)$"
)
_SECONDS = {"s": 1, "m": 60, "h": 3600}
_TEST = "http"
_MAX_GAP = 6
_SLACK = 0.02


class _Reader:
    """Reads one text; each report begins with what was run."""

    def __init__(self) -> None:
        self._tables = Tables(_MAX_GAP)
        self._settings: dict[str, Parameter] = {}
        self._rate: float | None = None
        self._is_open = False

    def row(self, line: Line) -> Row | None:
        """The row of a line that wrk printed."""
        if self._told(line):
            return None
        values, warnings = self._values(line)
        if not values:
            return None
        return Row(
            line.number, self._tables.block(line), _TEST, _TEST, values, parameters=self._settings, warnings=warnings
        )

    def _told(self, line: Line) -> bool:
        run = _RUN.match(line.text, line.start)
        if run is not None:
            self._tables.title(line)
            self._settings, self._rate, self._is_open = {"duration": run["duration"], "url": run["url"]}, None, True
            return True
        load = _LOAD.match(line.text.rstrip(), line.start) if self._is_open else None
        if load is not None:
            self._settings |= {name: int(load[name]) for name in ("threads", "connections")}
        count = _COUNT.match(line.text, line.start) if self._is_open else None
        if count is not None and float(count["seconds"]):
            self._rate = int(count["count"]) / (float(count["seconds"]) * _SECONDS[count["unit"]])
        return load is not None or count is not None

    def _values(self, line: Line) -> tuple[tuple[Value, ...], tuple[str, ...]]:
        text = line.text.rstrip()
        rate = _RATE.match(text, line.start) if "Requests/sec" in text else None
        if rate is not None:
            value = measured(RATE, cell(rate, "rate"), "Requests/sec", "Requests/sec")
            return (value,), self._broken(float(rate["rate"]))
        transfer = _TRANSFER.match(text, line.start) if "Transfer/sec" in text else None
        if transfer is not None:
            self._is_open = False
            unit = f"{transfer['unit']}/s"
            return (measured(TRANSFER, cell(transfer, "rate"), "Transfer/sec", transfer["unit"], unit=unit),), ()
        return (tuple(_statistics(line)) if self._is_open else ()), ()

    def _broken(self, rate: float) -> tuple[str, ...]:
        if self._rate is None or abs(self._rate - rate) <= max(1.0, rate * _SLACK):
            return ()
        return (f"{rate:g} requests a second are not the requests by the seconds: a figure is mistyped",)


def _statistics(line: Line) -> Iterator[Value]:
    """The mean and the largest latency, or rate of a thread."""
    latency = _LATENCY.match(line.text, line.start)
    if latency is not None:
        for name in ("mean", "max"):
            unit = latency[f"{name}_unit"]
            is_spread = name == "mean" and latency["stdev_unit"] == unit
            spread = (RowSpread("stdev", cell(latency, "stdev")),) if is_spread else ()
            value = measured(LATENCY, cell(latency, name), "Latency", unit, unit=unit, statistic=name, spread=spread)
            yield replace(value, unit="min" if unit == "m" else unit)
    threads = _THREADS.match(line.text, line.start)
    if threads is not None:
        for name in ("mean", "max"):
            spread = (RowSpread("stdev", _scaled(threads, "stdev")),) if name == "mean" else ()
            yield measured(THREAD_RATE, _scaled(threads, name), "Req/Sec", statistic=name, spread=spread)
    percentile = _PERCENTILE.match(line.text.rstrip(), line.start)
    if percentile is not None:
        statistic = f"p{float(percentile['per']):g}"
        unit = percentile["unit"]
        yield measured(LATENCY, cell(percentile, "value"), "Latency", unit, unit=unit, statistic=statistic)


def _scaled(found: re.Match[str], group: str) -> Cell:
    figure = scaled(found[group], found.start(group))
    assert figure is not None  # the pattern takes nothing else
    return figure


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    reader = _Reader()
    for line in lines:
        row = reader.row(line) if line.words else None
        if row is not None:
            yield row


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "wrk can be built anywhere, but tells of the server that it is pointed at")


SUITE = Suite(
    name="wrk",
    title="wrk, load on web servers",
    metrics=(RATE, TRANSFER, LATENCY, THREAD_RATE),
    tests={_TEST: "requests for one page"},
    parameters={
        "duration": "how long it ran, as written",
        "url": "the page",
        "threads": "threads of the client",
        "connections": "connections kept open",
    },
    marks=("requests/sec:",),
    read=_read,
    rerun=_rerun,
)
