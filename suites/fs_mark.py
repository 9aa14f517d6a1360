"""fs_mark, which makes many small files in many threads and syncs them in one way or another.

    FSUse%        Count         Size    Files/sec     App Overhead
        10      1200000            0     112631.3         11928055
        16      2400000            0     189943.8         12140777

                    Total files/sec: 664165.5
    Average rate: 51724.6+/-2.4e+04 files/sec.

A row is one loop; Count is how many files there are after it. With -v, the least, average and longest microseconds of
each call follow.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Rerun, Row, RowSpread, Suite, Value
from suites.cells import number, resolution, words
from suites.matches import FIGURE, Tables, cell, measured

RATE = Metric("files_per_second", "files/s", "higher", "files made, written and synced a second by all threads")
OVERHEAD = Metric("app_overhead", "us", "lower", "microseconds that fs_mark spent on itself", role="secondary")
LATENCY = Metric("latency", "us", "lower", "microseconds of one kind of call (-v)", role="secondary")

_HEAD = re.compile(r"\s{0,40}FSUse%\s{1,20}Count\s{1,20}Size\s{1,20}Files/sec\s{1,20}App Overhead(?P<calls>.{0,400})$")
_CALL = re.compile(r"(?P<call>CREAT|WRITE|FSYNC|SYNC|CLOSE|UNLINK|AVGSYNC) \(Min/Avg/Max\)")
_SUMMARY = re.compile(
    r"\s{0,60}(?P<text>(?P<what>total|a?verage|avg\.?|mean|median|min|max|p\d{1,2}(?:\.\d)?)\s{1,3}files/s(?:ec)?)"
    rf"\s{{0,3}}[:=]\s{{0,20}}(?P<figure>{FIGURE})\s*$",
    re.IGNORECASE,
)
# Averages of all loops, as posters compute them.
_AVERAGE = re.compile(
    rf"[ \t]{{0,40}}(?P<text>[Aa]verage(?: rate)?)[ \t]{{0,3}}[:=][ \t]{{0,20}}(?P<figure>{FIGURE})"
    r"(?:[ \t]{0,2}(?:\+/-|±)[ \t]{0,2}(?P<spread>\d{1,9}(?:\.\d{1,6})?(?P<power>e\+\d\d)?))?[ \t]files/s(?:ec)?\.?$"
)
_STATISTICS = {"total": "sum", "verage": "mean", "average": "mean", "avg": "mean", "mean": "mean", "median": "median"}
_COMMAND = re.compile(r"(?:^|[\s/#$\"'])fs[_-]?mark\s{1,4}(?=-)|\bOPTS=\"(?=-)")
_OPTION = re.compile(r"(?:^|(?<=\s))-(?P<letter>[SLnstDNw])\s{0,3}(?P<value>\d{1,12})\b")
_OPTIONS = {
    "S": "sync_method",
    "L": "loops",
    "n": "files_per_thread",
    "t": "threads",
    "D": "subdirectories",
    "N": "files_per_subdirectory",
    "w": "write_bytes",
}
_VERSION = re.compile(r"Version (?P<version>\d\.\d{1,2}), (?P<threads>\d{1,5}) thread")
_LABEL = re.compile(r"\S{1,60}:")
_COLUMNS = 5
_MAX_STRANGERS = 2
_MAX_GAP = 12


@dataclass(frozen=True, slots=True)
class _Head:
    line: int
    depth: int
    calls: tuple[str, ...]


class _Reader:
    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._tables = Tables(_MAX_GAP)
        self._settings: dict[str, Parameter] = {}
        self._version: str | None = None
        self._head: _Head | None = None
        self._strangers = 0

    def rows(self) -> Iterator[Row]:
        for line in self._lines:
            match = _HEAD.match(line.text, line.start) if "FSUse%" in line.text else None
            if match is not None:
                calls = tuple(call["call"].lower() for call in _CALL.finditer(match["calls"]))
                self._head, self._strangers = _Head(line.number, line.depth, calls), 0
                self._tables.title(line)
                continue
            self._see(line)
            summary = _SUMMARY.match(line.text, line.start) if "iles/s" in line.text else None
            average = _AVERAGE.match(line.text.rstrip(), line.start) if "iles/s" in line.text else None
            if summary is not None:
                yield self._row(line, self._tables.block(line), (_summary(summary),), {})
            elif average is not None:
                yield self._row(line, self._tables.block(line), (_average(average),), {})
            elif not line.is_blank and self._head is not None:
                yield from self._table_rows(line, self._head)

    def _see(self, line: Line) -> None:
        version = _VERSION.search(line.text, line.start) if "thread" in line.text else None
        if version is not None:
            self._version = version["version"]
            self._settings["threads"] = int(version["threads"])
        command = _COMMAND.search(line.words) if " -" in line.words or '"-' in line.words else None
        if command is not None:
            self._settings = {
                _OPTIONS[option["letter"]]: int(option["value"])
                for option in _OPTION.finditer(line.words[command.end() :])
                if option["letter"] in _OPTIONS
            }

    def _table_rows(self, line: Line, head: _Head) -> Iterator[Row]:
        found = list(words(line.text, line.start)) if line.depth == head.depth else []
        label = (
            Label(found[0][0][:-1], line.number, found[0][1], found[0][2] - 1, Basis.ROW_LABEL)
            if _is_label(found)
            else None
        )
        cells = [number(word, column) for word, column, _ in found[1 if label is not None else 0 :]]
        known = [one for one in cells if one is not None]
        if len(known) != len(cells) or len(known) not in (_COLUMNS, _COLUMNS + 3 * len(head.calls)):
            self._strangers += 1
            self._head = head if self._strangers <= _MAX_STRANGERS else None
            return
        self._strangers = 0
        settings: dict[str, Parameter] = {"files": int(known[1].value), "size": int(known[2].value)}
        values = (measured(RATE, known[3], "Files/sec", "Files/sec"), measured(OVERHEAD, known[4], "App Overhead"))
        yield self._row(line, head.line, values, settings, label)
        for place, call in enumerate(head.calls if len(known) > _COLUMNS else ()):
            own = _latencies(known[_COLUMNS + 3 * place :], call)
            yield self._row(line, head.line, own, settings, label, test=call)

    def _row(
        self,
        line: Line,
        block: int,
        values: tuple[Value, ...],
        settings: dict[str, Parameter],
        label: Label | None = None,
        *,
        test: str = "files",
    ) -> Row:
        return Row(
            line=line.number,
            block=block,
            test=test,
            test_text="fs_mark" if test == "files" else test.upper(),
            values=values,
            kernel=label,
            parameters=self._settings | settings,
            suite_version=self._version,
        )


def _is_label(found: list[tuple[str, int, int]]) -> bool:
    return len(found) > _COLUMNS and _LABEL.fullmatch(found[0][0]) is not None


def _latencies(cells: Sequence[Cell], call: str) -> tuple[Value, ...]:
    named = zip(("min", "mean", "max"), cells, strict=False)
    return tuple(measured(LATENCY, one, f"{call.upper()} {name}", statistic=name) for name, one in named)


def _summary(match: re.Match[str]) -> Value:
    what = match["what"].lower().rstrip(".")
    return measured(RATE, cell(match, "figure"), match["text"], "files/sec", statistic=_STATISTICS.get(what, what))


def _average(match: re.Match[str]) -> Value:
    """A mean with its deviation, which may be printed with a power of ten."""
    spread: tuple[RowSpread, ...] = ()
    if match["spread"] is not None:
        start, end = match.span("spread")
        digits = match["spread"].partition("e")[0]
        step = 10 ** int((match["power"] or "e+00")[2:]) * resolution(digits)
        spread = (RowSpread("unknown", Cell(match["spread"], start, end, float(match["spread"]), step)),)
    return measured(RATE, cell(match, "figure"), match["text"], "files/sec", statistic="mean", spread=spread)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "fs_mark is not packaged everywhere, and no program of ours does what it does yet")


SUITE = Suite(
    name="fs_mark",
    title="fs_mark, many small files",
    metrics=(RATE, OVERHEAD, LATENCY),
    tests={
        "files": "makes, writes, syncs and closes files in all threads",
        "creat": "calls of creat",
        "write": "calls of write",
        "fsync": "calls of fsync",
        "sync": "calls of sync",
        "close": "calls of close",
        "unlink": "calls of unlink",
        "avgsync": "syncs, averaged over the files of a loop",
    },
    parameters={
        "files": "how many files there are after the loop",
        "size": "bytes of a file",
        "threads": "threads, each in a directory of its own (-t)",
        "sync_method": "how files are synced (-S)",
        "loops": "how often it is done (-L)",
        "files_per_thread": "files a thread makes in a loop (-n)",
        "subdirectories": "directories that the files are spread over (-D)",
        "files_per_subdirectory": "files of a directory before the next one is taken (-N)",
        "write_bytes": "bytes of one write (-w)",
    },
    marks=("files/s",),
    read=_read,
    rerun=_rerun,
    aliases=("fsmark", "fs-mark"),
)
