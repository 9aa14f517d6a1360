"""netperf, throughput and request rates of a network. Its stacked heads and rows, of all versions:

    TCP STREAM TEST to sci5
    Recv   Send    Send
    Socket Socket  Message  Elapsed
    Size   Size    Size     Time     Throughput
    bytes  bytes   bytes    secs.    MBytes/sec
    524288 524288 524288    9.99      175.87

    262144   32768   9.99        63054      0     197.22     (UDP_STREAM: what the sender sent)
    262144           9.99        63054            197.22     (and what arrived)
    16384  131072 1        1       2.00     20052.58         (TCP_RR: transactions a second)

and the columns that a command chooses (suites/netperf_omni.py). Of UDP, messages times their size by the time are the
throughput.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.cells import number, words
from suites.matches import cell, measured
from suites.netperf_heads import COMMAND, PLAIN_COMMAND, TITLE, Head, head_at, test_of
from suites.netperf_metrics import (
    BITS,
    CPU_LOCAL,
    CPU_REMOTE,
    DEMAND_LOCAL,
    DEMAND_REMOTE,
    LATENCY,
    THROUGHPUT,
    TRANSACTIONS,
    unit_of,
)
from suites.netperf_omni import Omni
from suites.netperf_typed import by_side, counted, typed

_EXTRAS = {metric.name: metric for metric in (CPU_LOCAL, CPU_REMOTE, DEMAND_LOCAL, DEMAND_REMOTE)}
_SIZES = {
    "stream": ("recv_socket", "send_socket", "message"),
    "rr": ("send_socket", "recv_socket", "request", "response"),
}
_INTERVAL = re.compile(
    r"!!![ \t]{1,3}Confidence intervals: Throughput[ \t]{0,9}:[ \t]{0,9}(?P<width>\d{1,4}\.\d{1,3})[ \t]?%"
)
# Rows stand at most so far below their head (confidence warnings come before it).
_REACH = 4
_COMMAND_REACH = 6
_SIDES_REACH = 9
UNSURE = "netperf warns that the runs differ more than the confidence asked for"


class _Reader:
    """Follows a text: the title, the head and the command that the next rows are under."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.omni = Omni(lines)
        self._test = ""
        self._text = ""
        self._title_line = 0
        self._head: Head | None = None
        self._head_line = 0
        self._told: tuple[RowSpread, ...] = ()
        self._is_unsure = self._is_command = False
        self._sent: tuple[int, float] | None = None
        self._last: tuple[tuple[str, ...], int] = ((), 0)

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self.lines):
            if self._title(index):
                continue
            if self.omni.take(index):
                continue
            if self.omni.rows:
                yield from self.omni.block()
            row = self.omni.keyed(index) if "=" in line.text else None
            row = row or (self._row(line) if self._test or self._head is not None else None)
            if row is not None:
                yield row
        yield from self.omni.block()

    def _title(self, index: int) -> bool:
        """Whether line `index` is a title, a head, a warning or a command, all of which rows below lean on."""
        line = self.lines[index]
        text = line.text
        title = TITLE.match(text, line.start) if " TEST" in text else None
        command = COMMAND.search(text, line.start) if "netperf" in text else None
        head = head_at(self.lines, index) if "bytes" in text else None
        chosen = self.omni.command(index) if " -" in text or text.startswith("-") else False
        if title is not None:
            self._begin(line, test_of(title["test"]), title["text"])
        elif command is not None:
            self._begin(line, command["test"].lower(), command["test"])
            self._is_command = True
        elif "netperf" in text and PLAIN_COMMAND.match(text, line.start) is not None:
            self._begin(line, "tcp_stream", "netperf")
            self._is_command = True
        elif head is not None:
            self._head, self._head_line = head, line.number
        elif "!!!" in text:
            self._warning(line)
        return title is not None or command is not None or head is not None or chosen

    def _warning(self, line: Line) -> None:
        interval = _INTERVAL.search(line.text, line.start)
        if interval is not None:
            self._told = (RowSpread("ci", cell(interval, "width"), line.number),)
        elif "!!! WARNING" in line.text:
            self._is_unsure = True

    def _begin(self, line: Line, test: str, text: str) -> None:
        self._test, self._text, self._title_line = test, text, line.number
        self._head, self._told, self._sent, self._last = None, (), None, ((), 0)
        self._is_unsure = self._is_command = False

    def _row(self, line: Line) -> Row | None:
        cells = [number(word, column) for word, column, _ in words(line.text, line.start)]
        sizes = tuple(line.words.split()[:-1])
        # Under one head the runs of each side stand apart: they go on as long as they are set up alike.
        goes_on = sizes == self._last[0] and line.number - self._last[1] <= _SIDES_REACH
        head = self._head if goes_on or line.number - self._head_line <= _REACH else None
        if head is None and self._is_command and line.number - self._title_line <= _COMMAND_REACH:
            head = _guessed(self._test)
        figures = [found for found in cells if found is not None]
        if head is None or not figures or len(figures) != len(cells) or not _has_shape(head, figures):
            return None
        self._head_line = line.number if self._head is not None else self._head_line
        self._last = (sizes, line.number) if self._head is not None else self._last
        return self._measured(line, head, figures)

    def _measured(self, line: Line, head: Head, figures: list[Cell]) -> Row:
        own = figures[: len(figures) - len(head.extras)]
        metric = TRANSACTIONS if head.kind == "rr" else THROUGHPUT
        unit = unit_of(head.unit)
        is_receiver = head.kind == "udp" and len(own) == 4
        main = measured(metric, own[-1], "Trans. Rate" if head.kind == "rr" else "Throughput", head.unit, unit=unit)
        values = (replace(main, spread=self._told), *_busy(head, figures[len(own) :], is_receiver=is_receiver))
        return Row(
            line=line.number,
            block=self._title_line or self._head_line,
            test=self._test or f"tcp_{head.kind}",
            test_text=self._text or head.kind,
            values=values,
            parameters=_parameters(head, own),
            warnings=((UNSURE,) if self._is_unsure else ())
            + self._broken(own, unit, is_receiver=is_receiver, kind=head.kind),
        )

    def _broken(self, own: list[Cell], unit: str, *, is_receiver: bool, kind: str) -> tuple[str, ...]:
        """Whether messages times their size by the time are another throughput than the one printed (UDP)."""
        if kind != "udp" or unit not in BITS:
            return ()
        if not is_receiver:
            self._sent = (int(own[1].value), own[2].value)
        size = self._sent[0] if self._sent is not None else 0
        seconds, count, rate = own[-3 if is_receiver else -4], own[-2 if is_receiver else -3], own[-1]
        if not size or not seconds.value:
            return ()
        expected = count.value * size * 8 / seconds.value / BITS[unit]
        slack = expected * 0.01 / seconds.value + (rate.resolution or 0)
        if abs(expected - rate.value) <= slack:
            return ()
        return (f"{count.raw} messages of {size} bytes in {seconds.raw} s are not {rate.raw}: a figure is mistyped",)


def _guessed(test: str) -> Head | None:
    """The head that -P 0 leaves out, by the test; netperf prints 10^6 bits a second unless told otherwise."""
    if test.startswith("udp_stream"):
        return Head("udp", "10^6bits/s", ())
    return Head("rr", "per sec", ()) if test.endswith(("rr", "_cc")) else Head("stream", "10^6bits/s", ())


def _has_shape(head: Head, figures: Sequence[Cell]) -> bool:
    """Whether a row has the head's columns: sizes are whole, the time has two decimals."""
    own = len(figures) - len(head.extras)
    time = {"stream": {5: 3}, "rr": {6: 4}, "udp": {6: 2, 4: 1}}[head.kind].get(own)
    if time is None or len(figures[time].raw.partition(".")[2]) != 2:
        return False
    return all("." not in size.raw for size in figures[:time])


def _busy(head: Head, cells: Sequence[Cell], *, is_receiver: bool) -> Iterator[Value]:
    for name, found in zip(head.extras, cells, strict=True):
        wanted = name.replace("local", "remote") if is_receiver else name
        metric: Metric = _EXTRAS[wanted]
        unit = "us/Tr" if head.kind == "rr" and wanted.startswith("demand") else metric.unit
        yield measured(metric, found, wanted.replace("_", " "), unit, unit=unit)


def _parameters(head: Head, own: Sequence[Cell]) -> dict[str, Parameter]:
    if head.kind != "udp":
        return {name: int(found.value) for name, found in zip(_SIZES[head.kind], own, strict=False)}
    if len(own) == 4:
        return {"socket": int(own[0].value), "side": "receiver"}
    return {"socket": int(own[0].value), "message": int(own[1].value), "side": "sender"}


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    seen = set()
    for row in chain(_Reader(lines).rows(), typed(lines), by_side(lines)):
        seen.add(row.line)
        yield row
    yield from (row for row in counted(lines) if row.line not in seen)


def _hint(text: str) -> bool:
    return "netperf" in text or ("elapsed" in text and "socket" in text)


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "tool", "netperf is packaged as non-free; over loopback it tells of the kernel's stack, not of a network"
    )


SUITE = Suite(
    name="netperf",
    title="netperf, throughput and request rates of a network",
    metrics=(THROUGHPUT, TRANSACTIONS, LATENCY, CPU_LOCAL, CPU_REMOTE, DEMAND_LOCAL, DEMAND_REMOTE),
    tests={
        "tcp_stream": "send as much as TCP takes, in one direction",
        "tcp_maerts": "receive as much as TCP gives",
        "tcp_sendfile": "send a file's pages by TCP without copying them",
        "udp_stream": "send datagrams; how many arrive is a figure of its own",
        "tcp_rr": "a request and its answer, one at a time, over one connection",
        "udp_rr": "a request and its answer, one at a time, as datagrams",
        "tcp_crr": "connect, ask, be answered, close",
        "tcp_cc": "connect and close",
        "netperf": "a test that the post does not name",
        "*": "the same over another protocol, and what a command's columns choose (omni)",
    },
    parameters={
        "recv_socket": "bytes of the receiving socket's buffer",
        "send_socket": "bytes of the sending socket's buffer",
        "socket": "bytes of the socket's buffer (UDP)",
        "message": "bytes sent at once",
        "request": "bytes of a request",
        "response": "bytes of an answer",
        "clients": "netperf processes at once",
        "threads": "the same, as typed",
        "section": "the poster's own division of the tables",
        "side": "sender or receiver (UDP)",
        "*": "a setting in a column of the poster's own, by its head",
    },
    marks=("netperf", "socket"),
    hint=_hint,
    read=_read,
    rerun=_rerun,
)
