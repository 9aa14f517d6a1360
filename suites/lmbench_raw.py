"""The lines that LMbench's programs print themselves, before a summary is made of them; no suite.

Simple syscall: 0.6146 microseconds
Select on 100 tcp fd's: 10.5347 microseconds
Pagefaults on /tmp/file: 1.4973 microseconds
Pipe bandwidth: 1511.88 MB/sec
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label
from suites.matches import cell

_LINE = re.compile(
    r"(?<!\S)(?P<name>Simple (?P<simple>syscall|read|write|stat|fstat|open/close)"
    r"|Select on (?P<fds>\d{1,5}) (?P<tcp>tcp )?fd's|Signal handler (?P<signal>installation|overhead)"
    r"|Protection fault|Pagefaults on \S{1,80}|(?P<pipe>Pipe|AF_UNIX sock stream|Fifo|Semaphore) latency"
    r"|(?P<net>UDP|TCP|RPC/udp|RPC/tcp) latency using \S{1,60}|TCP/IP connection cost to \S{1,60}"
    r"|Process fork\+(?P<process>exit|execve|/bin/sh -c)|(?P<band>Pipe|AF_UNIX sock stream) bandwidth)"
    r":[ \t]{1,8}(?P<value>\d{1,9}(?:\.\d{1,6})?)[ \t]{1,3}(?P<unit>microseconds|MB/sec)[ \t.]*$"
)
_PARALLEL = re.compile(r"\blat_\w{2,12}[ \t](?:.{0,60}[ \t])?-P[ \t]?(?P<count>\d{1,4})\b")
_PROMPT = re.compile(r"[ \t]{0,20}\S{0,60}[#$][ \t]{1,3}")
_MAX_WORDS = 7
_MAX_LINE = 200
_SIMPLE = {
    "syscall": "null call",
    "read": "read",
    "write": "write",
    "stat": "stat",
    "fstat": "fstat",
    "open/close": "open/close",
}
_PROCESS = {"exit": "fork", "execve": "exec", "/bin/sh -c": "sh"}
_SIGNAL = {"installation": "signal install", "overhead": "signal handle"}
_LOCAL = {"Pipe": "pipe", "AF_UNIX sock stream": "AF_UNIX", "Fifo": "fifo", "Semaphore": "semaphore"}
_NET = {"UDP": "UDP", "TCP": "TCP", "RPC/udp": "RPC/UDP", "RPC/tcp": "RPC/TCP"}
RAW_TESTS = {
    "processes/read": "a byte read from /dev/zero",
    "processes/write": "a byte written to /dev/null",
    "processes/select": "Select on file descriptors, as many as the parameter says",
    "local_latency/fifo": "a byte there and back between two processes over named pipes",
    "local_latency/semaphore": "two processes that wake one another through semaphores",
}
# What every text with such a line holds.
RAW_MARKS = (
    *("simple syscall", "simple read", "simple write", "simple stat", "simple fstat", "simple open/close"),
    *("fd's", "signal handler installation", "signal handler overhead", "protection fault", "pagefaults on"),
    *("pipe latency", "sock stream latency", "fifo latency", "semaphore latency", "latency using"),
    *("connection cost to", "process fork", "pipe bandwidth", "sock stream bandwidth"),
)


@dataclass(frozen=True, slots=True)
class RawFigure:
    """A figure of such a line: the test's table and name, the words before it, its unit, settings, and whose it is."""

    line: Line
    kind: str
    test: str
    text: str
    cell: Cell
    unit_text: str
    settings: dict[str, Parameter]
    kernel: Label | None


def read_raw(lines: Sequence[Line]) -> Iterator[RawFigure]:
    """The figures of all such lines."""
    parallel: tuple[int, int] = (0, 0)
    for line in lines:
        if "lat_" in line.words and (command := _PARALLEL.search(line.words)) is not None:
            parallel = (line.number, int(command["count"]))
        if "microseconds" not in line.words and "MB/sec" not in line.words:
            continue
        match = _LINE.search(line.text.rstrip()[:_MAX_LINE], line.start)
        before = _before(line, match) if match is not None else None
        if match is not None and before is not None and (match["unit"] == "MB/sec") == (match["band"] is not None):
            kind, test, settings = _test(match)
            settings |= {"parallel": parallel[1]} if parallel[0] == line.number - 1 else {}
            yield RawFigure(
                line, kind, test, match["name"], cell(match, "value"), match["unit"], settings, _label(line, before)
            )


def _before(line: Line, match: re.Match[str]) -> str | None:
    """What stands before a name, but for a prompt: nothing, or words that tell runs apart; None in a sentence."""
    before = line.text[line.start : match.start("name")]
    if not before.strip() or _PROMPT.fullmatch(before):
        return ""
    is_apart = before.endswith(("  ", "\t", ": "))
    return before if is_apart and len(before.split()) <= _MAX_WORDS else None


def _label(line: Line, before: str) -> Label | None:
    text = before.strip().rstrip(":").rstrip()
    start = line.start + len(before) - len(before.lstrip())
    return Label(text, line.number, start, start + len(text), Basis.ROW_LABEL) if text else None


def _test(match: re.Match[str]) -> tuple[str, str, dict[str, Parameter]]:
    if match["simple"] or match["process"] or match["signal"]:
        named = {**_SIMPLE, **_PROCESS, **_SIGNAL}
        return "processes", named[match["simple"] or match["process"] or match["signal"]], {}
    if match["fds"]:
        fds: dict[str, Parameter] = {"fds": int(match["fds"])}
        if match["fds"] == "100":
            return ("processes", "select TCP", fds) if match["tcp"] else ("file_vm_latency", "100fd select", fds)
        return "processes", "select TCP" if match["tcp"] else "select", fds
    if match["band"]:
        return "local_bandwidth", _LOCAL[match["band"]], {}
    if match["pipe"] or match["net"]:
        return "local_latency", _LOCAL[match["pipe"]] if match["pipe"] else _NET[match["net"]], {}
    name = match["name"]
    if name.startswith("TCP/IP"):
        return "local_latency", "TCP connect", {}
    return "file_vm_latency", "page fault" if name.startswith("Page") else "prot fault", {}
