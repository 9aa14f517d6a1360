"""openssl speed, how fast one processor (or an engine) ciphers, hashes and signs. Its tables:

    type             16 bytes     64 bytes    256 bytes   1024 bytes   8192 bytes  16384 bytes
    aes-256-cbc     120.02k      406.78k     1588.82k     5873.32k    26020.52k    34258.94k

                      sign    verify    sign/s verify/s
    rsa 2048 bits 0.000594s 0.000017s   1684.9  57423.3

    Doing aes-256-cbc for 3s on 16 size blocks: 22506 aes-256-cbc's in 3.00s

and tables that people make of it (suites/openssl_tables.py). A k is 1000 bytes a second. What is counted while it runs
is a result only where the table is not shown. A rate is the reciprocal of its time, within the digits that are printed.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, Suite, Value
from suites.matches import Tables, cell, measured
from suites.openssl_tables import tables

THROUGHPUT = Metric("throughput", "kB/s", "higher", "1000s of bytes processed in a second")
RATE = Metric("rate", "ops/s", "higher", "signatures, verifications or key exchanges in a second")
TIME = Metric("time", "s", "lower", "seconds of a signature, verification or key exchange", role="secondary")
COUNT = Metric("operations", "ops", "higher", "blocks done while it ran, where no table follows", role="secondary")

_HEAD = re.compile(r"[ \t]{0,20}type(?:[ \t]{1,20}\d{1,7}[ \t]bytes){1,12}(?:[ \t]{1,20}\d{1,7})?[ \t]{0,9}$")
_MORE_SIZES = re.compile(r"[ \t]{0,20}(?:\d{1,7}[ \t])?bytes(?:[ \t]{1,20}\d{1,7}[ \t]bytes){0,5}[ \t]{0,9}$")
# A mailer may break a line behind a size.
_SIZE = re.compile(r"(?P<size>\d{1,7})(?:[ \t]bytes|[ \t]{0,9}$)")
_RATED = re.compile(r"[ \t]{0,20}(?P<name>[A-Za-z][^\n]{0,60}?)[ \t]{1,20}(?=\d{1,12}\.\d{1,3}k(?:\s|$))")
_MORE_RATES = re.compile(r"[ \t]{0,20}\d{1,12}\.\d{1,3}k(?:[ \t]{1,20}\d{1,12}\.\d{1,3}k){0,5}[ \t]{0,9}$")
_RATE = re.compile(r"(?<!\S)(?P<rate>\d{1,12}\.\d{1,3})k(?!\S)")
_DOING = re.compile(
    r"[ \t]{0,20}Doing[ \t](?P<test>\S[^:]{0,60}?)[ \t](?:ops[ \t])?for[ \t](?P<seconds>\d{1,4})s[ \t]on[ \t]"
    r"(?P<size>\d{1,7})[ \t]size blocks:[ \t](?P<count>\d{1,12})[ \t][^\n]{1,60}?[ \t]in[ \t]\d{1,5}\.\d\ds"
)
_PUBLIC_HEAD = re.compile(
    r"[ \t]{8,60}(?:(?P<pair>sign[ \t]{1,9}verify[ \t]{1,9}sign/s[ \t]{1,3}verify/s)|op[ \t]{1,9}op/s)$"
)
_PUBLIC = re.compile(
    r"[ \t]{0,9}(?P<name>[\w(](?:[^\n]{0,60}?\S)?)[ \t]{1,9}(?P<time>\d{1,4}\.\d{3,7})s"
    r"(?:[ \t]{1,9}(?P<time2>\d{1,4}\.\d{3,7})s)?[ \t]{1,20}(?P<rate>\d{1,12}\.\d)"
    r"(?:[ \t]{1,20}(?P<rate2>\d{1,12}\.\d))?[ \t]{0,9}$"
)
_COMMAND = re.compile(r"\bopenssl[ \t]speed\b(?P<options>[^\n]{0,160})")
_OPTIONS = {name: re.compile(rf"-{name}[ \t](?P<value>[\w.-]{{1,30}})") for name in ("engine", "multi", "seconds")}
_GAP = 2


class _Reader:
    """Follows a text: the head that the next rows are under."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self._tables = Tables(_GAP)
        self._sizes: tuple[int, ...] = ()
        self._is_public = False
        self._pending: tuple[str, int] = ("", 0)
        self._asked: dict[str, Parameter] = {}
        self._told: dict[str, Parameter] = {}

    def rows(self) -> Iterator[Row]:
        has_table = any("bytes" in line.text and _HEAD.match(line.text, line.start) for line in self.lines)
        for index, line in enumerate(self.lines):
            if "openssl" in line.text:
                self._command(line)
            if line.is_blank or self._head(line):
                continue
            rows = tuple(self._sized(index)) if self._sizes else tuple(self._public(index)) if self._is_public else ()
            if not rows:
                self._sizes, self._is_public = (), False
                rows = tuple(self._doing(index)) if not has_table else ()
            yield from rows

    def _head(self, line: Line) -> bool:
        """Whether a line is a head, or the rest of one that a mailer broke."""
        if self._sizes and _MORE_SIZES.match(line.text, line.start):
            self._sizes += _sizes(line)
            return True
        if "bytes" in line.text and _HEAD.match(line.text, line.start):
            self._sizes, self._is_public = _sizes(line), False
        elif _PUBLIC_HEAD.match(line.text.rstrip(), line.start):
            self._sizes, self._is_public = (), True
        else:
            return False
        self._tables.title(line)
        # What a command asks for holds for its own table only.
        self._told, self._asked = self._asked, {}
        return True

    def _sized(self, index: int) -> Iterator[Row]:
        """The rates of a line, one row a block size; those that a mailer broke off have the sizes that are left."""
        line = self.lines[index]
        named = _RATED.match(line.text, line.start)
        if named is not None:
            self._pending = (named["name"], 0)
        elif not _MORE_RATES.match(line.text, line.start) or self._pending[1] >= len(self._sizes):
            return
        name, first = self._pending
        rates = list(_RATE.finditer(line.text, named.end() if named is not None else line.start))
        self._pending = (name, first + len(rates))
        if first + len(rates) > len(self._sizes) or not name:
            return
        for size, rate in zip(self._sizes[first:], rates, strict=False):
            value = measured(THROUGHPUT, cell(rate, "rate"), "1000s of bytes per second", "k")
            yield self._row(index, name, value, block_bytes=size)

    def _public(self, index: int) -> Iterator[Row]:
        line = self.lines[index]
        match = _PUBLIC.match(line.text, line.start)
        if match is None:
            return
        ways = ("sign", "verify") if match["time2"] is not None else ("",)
        for way, time, rate in zip(ways, ("time", "time2"), ("rate", "rate2"), strict=False):
            if match[rate] is None:
                return
            figures = (cell(match, time), cell(match, rate))
            values = (
                measured(TIME, figures[0], way or "op", "s"),
                measured(RATE, figures[1], f"{way or 'op'}/s", "/s"),
            )
            yield self._row(index, f"{match['name']} {way}".strip(), *values, warnings=_broken(*figures))

    def _doing(self, index: int) -> Iterator[Row]:
        line = self.lines[index]
        match = _DOING.match(line.text, line.start) if "Doing " in line.text else None
        if match is not None:
            value = measured(COUNT, cell(match, "count"), "operations")
            size, seconds = int(match["size"]), int(match["seconds"])
            yield self._row(index, match["test"], value, block_bytes=size, seconds=seconds)

    def _row(
        self, index: int, name: str, *values: Value, warnings: tuple[str, ...] = (), **parameters: Parameter
    ) -> Row:
        line = self.lines[index]
        return Row(
            line=line.number,
            block=self._tables.block(line),
            test=" ".join(name.lower().split()),
            test_text=name,
            values=values,
            parameters={**self._told, **self._asked, **parameters},
            warnings=warnings,
        )

    def _command(self, line: Line) -> None:
        command = _COMMAND.search(line.text, line.start)
        found = {name: option.search(command["options"]) for name, option in _OPTIONS.items()} if command else {}
        self._asked = {name: match["value"] for name, match in found.items() if match is not None}
        self._told = {}


def _sizes(line: Line) -> tuple[int, ...]:
    return tuple(int(size["size"]) for size in _SIZE.finditer(line.text, line.start))


def _broken(time: Cell, rate: Cell) -> tuple[str, ...]:
    """Whether a rate is not the reciprocal of its time, as far as the digits of the time tell."""
    step = time.resolution or 0
    if time.value <= step or 1 / (time.value + step) <= rate.value <= 1 / (time.value - step):
        return ()
    return (f"{time.raw} s are not {rate.raw} a second: a figure is mistyped",)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()
    yield from tables(lines, THROUGHPUT)


def _hint(text: str) -> bool:
    return "openssl" in text or ("256 bytes" in text and "64 bytes" in text)


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "openssl speed comes with openssl; versions differ in their code for one processor")


SUITE = Suite(
    name="openssl-speed",
    title="openssl speed, ciphers, hashes and signatures",
    metrics=(THROUGHPUT, RATE, TIME, COUNT),
    tests={"*": "an algorithm by the name that openssl prints: aes-256-cbc, rsa 2048 bits sign"},
    parameters={
        "block_bytes": "bytes of a block",
        "seconds": "how long it ran",
        "engine": "the engine that did the work (-engine)",
        "multi": "processes at once (-multi)",
    },
    marks=("openssl", "256 bytes"),
    hint=_hint,
    read=_read,
    rerun=_rerun,
    aliases=("openssl",),
)
