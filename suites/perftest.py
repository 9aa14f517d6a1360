"""perftest, bandwidth and latency of RDMA (ib_send_bw, ib_write_lat and their kin). Their tables:

                        RDMA_Read BW Test
     Connection type : RC           Using SRQ      : OFF
     #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
     65536      1000             110.33             110.33             0.001765

     #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]
     2       1000          1.57           9.65         1.84               2.04           0.69

The message rate times the size of a message is the bandwidth. MB are 2^20 bytes; -D and --report_gbits print Gb/sec.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.cells import number, words
from suites.matches import Joined, measured

PEAK = Metric(
    "bw_peak", "MB/s", "higher", "the best bandwidth of a part of the run (MB are 2^20 bytes)", role="secondary"
)
AVERAGE = Metric("bw_average", "MB/s", "higher", "bandwidth of the whole run (MB are 2^20 bytes)")
RATE = Metric("message_rate", "Mpps", "higher", "millions of messages a second", role="secondary")
LATENCY = Metric("latency", "us", "lower", "of a message to the other side; the statistic is told by the column")
CPU = Metric("cpu", "%", "lower", "how busy the processors were", role="secondary")

_HEAD = re.compile(r"[ \t]{0,9}#bytes(?:[ \t]{1,12}#\w{2,12}){0,2}")
_COLUMN = re.compile(r"(?P<name>[^\[\]\t]{1,24}?)\[(?P<unit>[\w/%]{1,12})\]")
_TITLE = re.compile(
    r"[ \t]{0,40}(?P<text>(?P<what>RDMA_Read|RDMA_Write|Send|Atomic \w{1,20}|Raw Ethernet|[Rr]aw [Ee]thernet \w{1,20})"
    r"(?P<both>[ \t]Bidirectional)?(?:[ \t]Post[ \t]List)?[ \t](?P<kind>BW|Latency)(?:[ \t][\w-]{1,20})?[ \t]Test)\b"
)
_TOOL = re.compile(r"\b(?P<tool>(?:ib|raw_ethernet)_(?:\w{1,12}_)?(?:bw|lat))\b")
_SETTING = re.compile(
    r"(?:^|[ \t]{2,}|\t)[ \t]{0,3}(?P<name>[A-Za-z][\w*/. -]{1,18}?)[ \t]{0,9}:[ \t](?P<value>[\w\[\]()./-]{1,20})"
)
_SETTINGS = {
    "number of qps": "qps",
    "connection type": "connection",
    "tx depth": "tx_depth",
    "mtu": "mtu",
    "link type": "link",
    "cq moderation": "cq_moderation",
}
_WHAT = {
    "rdma_read": "ib_read",
    "rdma_write": "ib_write",
    "send": "ib_send",
    "atomic": "ib_atomic",
    "raw": "raw_ethernet",
}
_STATISTICS = {"t_min": "min", "t_max": "max", "t_typical": "median", "t_avg": "mean", "99%": "p99", "99.9%": "p99.9"}
_UNITS = {"mb/sec": "MB/s", "mib/sec": "MiB/s", "gb/sec": "Gbit/s", "usec": "us", "mpps": "Mpps", "%": "%"}
_BITS = {"MB/s": 8 * 2.0**20, "MiB/s": 8 * 2.0**20, "Gbit/s": 1e9}
_REACH = 60
_MAX_BLANK = 2
_MAX_STRANGERS = 2


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a head: its name as printed and its unit."""

    text: str
    unit_text: str

    @property
    def unit(self) -> str:
        return _UNITS.get(self.unit_text.lower(), self.unit_text)

    @property
    def metric(self) -> Metric | None:
        """The metric of a column of results; None for the spread of the latencies."""
        name = self.text.lower()
        if name.startswith("bw"):
            return PEAK if "peak" in name else AVERAGE
        if name.startswith("msgrate"):
            return RATE
        if name.startswith("cpu"):
            return CPU
        return None if name.startswith("t_stdev") else LATENCY

    @property
    def statistic(self) -> str:
        return _STATISTICS.get(self.text.split()[0].lower(), "sample")


@dataclass(frozen=True, slots=True)
class _Table:
    """What the rows below a head have in common."""

    first: int
    test: str
    text: str
    columns: tuple[_Column, ...]
    settings: int
    parameters: dict[str, Parameter]


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    table: _Table | None = None
    strangers = 0
    for index, line in enumerate(lines):
        if "#bytes" in line.text and _HEAD.match(line.text, line.start):
            table, strangers = _table(lines, index), 0
            continue
        if table is None or line.is_blank:
            continue
        row = _row(line, table)
        if row is not None:
            yield row
            strangers = 0
        else:
            # A warning or the rest of a wrapped head may stand among the rows.
            strangers += 1
            table = table if strangers <= _MAX_STRANGERS else None


def _table(lines: Sequence[Line], index: int) -> _Table | None:
    line = lines[index]
    columns, settings = _columns(lines, index)
    if not columns:
        return None
    titled = _above(lines, index, _TITLE)
    named = _above(lines, index, _TOOL)
    first, title = titled if titled is not None else (line.number, None)
    parameters = _parameters(lines, first, line.number)
    if title is not None:
        what = _WHAT[title["what"].lower().split(" ")[0]]
        test, text = f"{what}_{'lat' if title['kind'] == 'Latency' else 'bw'}", title["text"]
        parameters |= {"direction": "both"} if title["both"] else {}
    elif named is not None:
        test = text = named[1]["tool"]
    else:
        test = text = "latency" if any(column.metric is LATENCY for column in columns) else "bandwidth"
    return _Table(first, test, text, columns, settings, parameters)


def _columns(lines: Sequence[Line], index: int) -> tuple[tuple[_Column, ...], int]:
    """The columns of results of a head, which may be wrapped, and how many columns of settings stand before them."""
    line = lines[index]
    following = lines[index + 1] if index + 1 < len(lines) else line
    is_wrapped = following.depth == line.depth and following is not line and _COLUMN.search(following.words)
    text = Joined(line, following).text[line.start :] if is_wrapped else line.words
    head = _HEAD.match(text)
    start = head.end() if head is not None else 0
    columns = (_Column(found["name"].strip(), found["unit"]) for found in _COLUMN.finditer(text, start))
    return tuple(columns), text[:start].count("#")


def _above(lines: Sequence[Line], index: int, pattern: re.Pattern[str]) -> tuple[int, re.Match[str]] | None:
    """The nearest line above that the pattern is in, past anything but another head: number and match."""
    for above in range(index - 1, max(-1, index - 1 - _REACH), -1):
        line = lines[above]
        if "#bytes" in line.text:
            return None
        found = pattern.search(line.text, line.start)
        if found is not None:
            return line.number, found
    return None


def _parameters(lines: Sequence[Line], first: int, head: int) -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    for line in lines[first - 1 : head - 1]:
        for match in _SETTING.finditer(line.words):
            name = _SETTINGS.get(" ".join(match["name"].lower().split()))
            if name is not None:
                value = match["value"].removesuffix("[B]")
                found[name] = int(value) if value.isdecimal() else value
    return found


def _row(line: Line, table: _Table) -> Row | None:
    cells = [number(word, column) for word, column, _ in words(line.text, line.start)]
    figures = [found for found in cells if found is not None]
    if len(figures) != len(cells) or len(figures) != table.settings + len(table.columns):
        return None
    own = figures[table.settings :]
    size = int(figures[0].value)
    return Row(
        line=line.number,
        block=table.first,
        test=table.test,
        test_text=table.text,
        values=tuple(_values(table, own)),
        parameters={
            **table.parameters,
            "bytes": size,
            **({"iterations": int(figures[1].value)} if table.settings > 1 else {}),
        },
        title=table.text,
        warnings=_broken(table, own, size),
    )


def _values(table: _Table, cells: Sequence[Cell]) -> Iterator[Value]:
    pairs = tuple(zip(table.columns, cells, strict=True))
    spread = tuple(RowSpread("stdev", found) for column, found in pairs if column.metric is None)
    for column, found in pairs:
        if column.metric is not None:
            value = measured(
                column.metric, found, column.text, column.unit_text, unit=column.unit, statistic=column.statistic
            )
            yield replace(value, spread=spread) if column.statistic == "mean" else value


def _broken(table: _Table, cells: Sequence[Cell], size: int) -> tuple[str, ...]:
    """Whether the message rate times the size is another bandwidth than the average printed."""
    found = {column.metric: (column, figure) for column, figure in zip(table.columns, cells, strict=True)}
    if AVERAGE not in found or RATE not in found:
        return ()
    (column, average), (_, rate) = found[AVERAGE], found[RATE]
    bits = _BITS.get(column.unit)
    if bits is None or size == 0:
        return ()
    expected = average.value * bits / 8 / size / 1e6
    slack = 0.02 * expected + (average.resolution or 0) * bits / 8 / size / 1e6 + (rate.resolution or 0)
    if abs(expected - rate.value) <= slack:
        return ()
    return (f"{rate.raw} Mpps of {size} bytes are not {average.raw} {column.unit_text}: a figure is mistyped",)


def _rerun(_test: str) -> Rerun:
    return Rerun("hardware", "needs two RDMA devices, or soft RoCE set up as root")


SUITE = Suite(
    name="perftest",
    title="perftest, bandwidth and latency of RDMA",
    metrics=(AVERAGE, PEAK, RATE, LATENCY, CPU),
    tests={
        "ib_send_bw": "bandwidth of sends",
        "ib_send_lat": "latency of sends",
        "ib_write_bw": "bandwidth of RDMA writes",
        "ib_write_lat": "latency of RDMA writes",
        "ib_read_bw": "bandwidth of RDMA reads",
        "ib_read_lat": "latency of RDMA reads",
        "ib_atomic_bw": "bandwidth of atomic operations",
        "ib_atomic_lat": "latency of atomic operations",
        "raw_ethernet_bw": "bandwidth of raw Ethernet frames",
        "raw_ethernet_lat": "latency of raw Ethernet frames",
        "bandwidth": "a bandwidth test that the post does not name",
        "latency": "a latency test that the post does not name",
    },
    parameters={
        "bytes": "bytes of a message",
        "iterations": "messages of a run",
        "qps": "queue pairs",
        "connection": "RC, UC, UD ...",
        "tx_depth": "messages under way at once",
        "mtu": "bytes of a packet",
        "link": "InfiniBand or Ethernet",
        "cq_moderation": "messages for one completion",
        "direction": "both, where both sides send",
    },
    marks=("#bytes",),
    read=_read,
    rerun=_rerun,
)
