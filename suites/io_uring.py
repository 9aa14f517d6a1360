"""t/io_uring, the small tester that comes with fio: how many requests a second one ring, or several, can do.

It prints a line a second, and in later versions the highest of them at the end:

    IOPS=59.08M, BW=28.84GiB/s, IOS/call=31/31
    IOPS=3238688, IOS/call=32/32, inflight=32 (32)
    Maximum IOPS=2.84M

Over the samples may stand a comment that names the kernel before its settings: "# 1-5, sqpoll=0", where patches 1 to 5
were applied.

Each line is a sample of the same run. Bandwidth is requests times their size; requests a call and in flight tell how
well it batches and are no results.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, Suite, Value
from suites.matches import Tables, measured
from suites.suffixes import SCALED, scaled

IOPS = Metric("iops", "IOPS", "higher", "requests a second, in one second of the run")
BANDWIDTH = Metric("bw", "GiB/s", "higher", "bytes a second: requests times their size", role="secondary")

_PLAIN = r"\d{1,12}(?:\.\d{1,6})?"
_SAMPLE = re.compile(
    rf"\s{{0,40}}(?:[-*]\s{{1,3}})?IOPS=(?P<iops>{SCALED}), (?:BW=(?P<bw>{_PLAIN})(?P<unit>[KMGT]iB/s), )?IOS/call=-?\d"
)
_MAXIMUM = re.compile(rf"\s{{0,40}}(?:Exiting on timeout )?Maximum IOPS=(?P<iops>{SCALED})\s*$")
_COMMAND = re.compile(r"(?:^|[\s/])io_uring(?:-[\w.]{1,20})?[ \t]{1,4}(?=-[A-Za-z])")
_OPTION = re.compile(r"(?:^|(?<=\s))-(?P<letter>[A-Za-z])[ \t]?(?P<value>\d{1,9})(?!\S)")
_FILE = re.compile(r"(?:^|(?<=\s))(?P<file>/(?:dev|mnt)/[\w./-]{1,60})")
_LETTERS = {
    "B": "fixedbufs",
    "D": "dma_map",
    "F": "register_files",
    "N": "nop",
    "O": "direct",
    "R": "random",
    "S": "sync",
    "X": "register_ring",
    "a": "aio",
    "b": "bs",
    "c": "batch_complete",
    "d": "depth",
    "n": "threads",
    "p": "polled",
    "s": "batch_submit",
    "u": "passthrough",
}
_TOLD = re.compile(r"\b(?P<name>polled|fixedbufs|register_files|buffered|QD|sqpoll)=(?P<value>\d{1,6})\b")
_NAMES = {"QD": "depth"}
_COMMENT = re.compile(r"[ \t]{0,4}#[ ]?(?P<label>[^#=\s][^#=]{0,60}?),[ \t]{1,3}(?=[A-Za-z_]{2,15}=\d)")
# "IRQ, 128/32/32, cache off": depth and the two batches, as Begunkov and others write them over their samples.
_TRIPLE = re.compile(r"(?<![\d/.])(?P<depth>\d{1,5})/(?P<batch_submit>\d{1,5})/(?P<batch_complete>\d{1,5})(?![\d/.])")
# Samples of one run follow one another; a heading and a blank line part two runs.
_MAX_GAP = 2
_MAX_HEADING_WORDS = 6


class _Run:
    """What is told of the run whose samples follow."""

    def __init__(self) -> None:
        self._command: dict[str, Parameter] = {}
        self._heading: dict[str, Parameter] = {}
        self._triple: dict[str, Parameter] = {}
        self._files: list[str] = []
        self._continues = self._used = False
        self.kernel: Label | None = None

    def see(self, line: Line) -> None:
        """Take in a line that holds no sample."""
        words = line.words
        command = _COMMAND.search(words) if "io_uring" in words else None
        if command is not None:
            self._command, self._heading, self._files = {}, self._heading if not self._used else {}, []
            self.kernel = None if self._used else self.kernel
            self._used, self._triple = False, {}
            self._take(words[command.end() :])
        elif self._continues and words.lstrip().startswith(("-", "/")):
            self._take(words)
        else:
            self._continues = False
            self._see_heading(line)

    def settings(self) -> dict[str, Parameter]:
        """The settings of the samples that follow."""
        self._used = True
        files: dict[str, Parameter] = {}
        if self._files:
            files = {"file": self._files[0]} if len(self._files) == 1 else {"files": len(self._files)}
        return self._command | files | self._heading | self._triple

    def _take(self, text: str) -> None:
        self._command |= {
            _LETTERS[option["letter"]]: int(option["value"])
            for option in _OPTION.finditer(text)
            if option["letter"] in _LETTERS
        }
        self._files += [found["file"] for found in _FILE.finditer(text)]
        self._continues = True

    def _see_heading(self, line: Line) -> None:
        words = line.words
        comment = _COMMENT.match(line.text, line.start)
        told = list(_TOLD.finditer(words))
        if told and self._used:
            self._heading, self._used, self.kernel = {}, False, None
        if told and comment is not None:
            start, end = comment.span("label")
            self.kernel = Label(comment["label"], line.number, start, end, Basis.HEADING)
        self._heading |= {_NAMES.get(one["name"], one["name"]): int(one["value"]) for one in told}
        # Three numbers are taken only right above the samples: elsewhere they may be a date.
        triple = _TRIPLE.search(words) if len(words.split()) <= _MAX_HEADING_WORDS else None
        if words.strip():
            self._triple = {} if triple is None else {name: int(value) for name, value in triple.groupdict().items()}


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables, run = Tables(_MAX_GAP), _Run()
    for line in lines:
        values = _values(line) if "IOPS=" in line.text else ()
        if not values:
            run.see(line)
            continue
        settings = run.settings()
        test = "nop" if settings.pop("nop", 0) else "read"
        yield Row(line.number, tables.block(line), test, "t/io_uring", values, run.kernel, parameters=settings)


def _values(line: Line) -> tuple[Value, ...]:
    sample = _SAMPLE.match(line.text, line.start)
    match = sample or _MAXIMUM.match(line.text, line.start)
    iops = scaled(match["iops"], match.start("iops")) if match is not None else None
    if iops is None:
        return ()
    if sample is None:
        return (measured(IOPS, iops, "Maximum IOPS", statistic="max"),)
    bandwidth = scaled(sample["bw"], sample.start("bw")) if sample["bw"] else None
    found = (measured(IOPS, iops, "IOPS"),)
    unit = sample["unit"]
    return found if bandwidth is None else (*found, measured(BANDWIDTH, bandwidth, "BW", unit, unit=unit))


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "t/io_uring comes with fio's sources; no program of ours does what it does yet")


SUITE = Suite(
    name="io_uring",
    title="t/io_uring, peak requests a second of io_uring",
    metrics=(IOPS, BANDWIDTH),
    tests={
        "read": "reads blocks at random places, as many as the ring holds in flight",
        "nop": "requests that do nothing (-N1): the ring alone",
    },
    parameters={
        "depth": "requests in flight (-d)",
        "batch_submit": "requests submitted at once (-s)",
        "batch_complete": "completions reaped at once (-c)",
        "bs": "bytes of a request (-b)",
        "polled": "1: completions are polled for (-p)",
        "fixedbufs": "1: buffers are registered (-B)",
        "register_files": "1: files are registered (-F)",
        "register_ring": "1: the ring is registered (-X)",
        "buffered": "1: through the page cache",
        "direct": "1: past the page cache (-O)",
        "random": "0: one block after another (-R)",
        "threads": "rings, each with a thread (-n)",
        "passthrough": "1: commands of the device itself (-u)",
        "aio": "1: libaio in place of io_uring (-a)",
        "sync": "1: plain reads in place of io_uring (-S)",
        "dma_map": "1: buffers are mapped once (-D)",
        "sqpoll": "1: a kernel thread polls the submission ring",
        "file": "the file or device worked on",
        "files": "how many files or devices are worked on, where there are several",
    },
    marks=("ios/call=",),
    read=_read,
    rerun=_rerun,
    aliases=("t/io_uring",),
)
