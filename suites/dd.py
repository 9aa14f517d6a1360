"""dd's closing line, as people use it to time one long read or write. It has had these forms:

    134217728 bytes (134 MB, 128 MiB) copied, 1.20121 s, 112 MB/s
    1048576000 bytes (1.0 GB) copied, 8.93 seconds, 118 MB/s
    8589934592 bytes (8,6 GB, 8,0 GiB) copied, 176,511 s, 48,7 MB/s
    15931539456 Bytes (16 GB) kopiert, 828,463 s, 19,2 MB/s
    536870912 bytes transferred in 12.345678 secs (43487231 bytes/sec)
    WRITE: 4294967296 bytes (4.3 GB, 4.0 GiB) copied, 45.5 s, 94.4 MB/s

A word that a person put before it tells what was done.
The bytes divided by the seconds are the rate (in units of 1000). Most copies in mails only make a file or show a bug:
what took no time, or copied next to nothing, or filled a file with random bytes and did not wait for the disk, was no
measurement. Lines of progress are none either.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, Suite, Value
from suites.commas import comma_cell
from suites.matches import Tables, measured

THROUGHPUT = Metric("throughput", "MB/s", "higher", "bytes a second, in units of 1000")
TIME = Metric("time", "s", "lower", "how long the copy took", role="secondary")

# As its translations say it; the sentence is the same.
_WORDS = "copied|kopiert|copiados"
_LABEL = r"\s{0,40}(?:(?P<label>[A-Za-z][\w -]{0,24}):[ \t]{1,9})?"
_COPIED = re.compile(
    rf"{_LABEL}(?P<bytes>\d{{4,18}}) [bB]ytes \([^()]{{2,40}}\) (?:{_WORDS}), "
    r"(?P<seconds>\d{1,9}(?:[.,]\d{1,9})?) s(?:econds?)?,"
    r"(?:\s{0,3}(?P<rate>\d{1,9}(?:[.,]\d{1,3})?) ?(?P<unit>[kKMGT]?B/s(?:ec)?))?"
)
_TRANSFERRED = re.compile(
    rf"{_LABEL}(?P<bytes>\d{{4,18}}) bytes transferred in (?P<seconds>\d{{1,9}}(?:\.\d{{1,9}})?) sec(?:ond)?s"
    r"(?:\s{0,3}\((?P<rate>\d{1,18}(?:\.\d{1,3})?) (?P<unit>bytes/sec)\))?"
)
# What a text with rows has, in lower case.
_ROWS = re.compile(rf"\d{{4}} bytes (?:\([^()]{{2,40}}\) (?:{_WORDS}), \d|transferred in \d)")
_RATE = re.compile(r"\s{0,40}\(?(?P<rate>\d{1,18}(?:[.,]\d{1,3})?) ?(?P<unit>[kKMGT]?B/s(?:ec)?|bytes/sec)\)?\s*$")
_COMMAND = re.compile(
    r"(?<![\w-])dd\s{1,4}(?P<operands>(?:if|of|bs|ibs|obs|count|conv|iflag|oflag|status|skip|seek)=.{1,300})"
)
_OPERAND = re.compile(r"\b(?P<name>if|of|bs|count|conv|iflag|oflag)=(?P<value>[^\s;|&\"'`$]{1,80})")
# "for i in {1..5}; do dd …": the same closing line comes again and again.
_LOOP = re.compile(r"\b(?:for|while|repeat|seq)\b.{1,80}\bdo\b|\brepeat[ ]\d")
_FACTORS = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_DONE = re.compile(r"\b(?:read|write)(?![A-Za-z])", re.IGNORECASE)
_WAITS = re.compile(r"sync|direct")
_MIN_BYTES = 2**20
_MIN_SECONDS = 0.1
_BLOCKS = re.compile(r"(?P<number>\d{1,12})(?P<unit>[kKmMgG]?)")
_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}
_REACH = 6
_FAR = 40
_MAX_GAP = 8


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_MAX_GAP)
    for index, line in enumerate(lines):
        if " bytes" not in line.text and " Bytes" not in line.text:
            continue
        match = _COPIED.match(line.text, line.start) or _TRANSFERRED.match(line.text, line.start)
        if match is not None:
            yield from _as_labelled(_rows(lines, index, match, tables), match["label"] or "")


def _rows(lines: Sequence[Line], index: int, match: re.Match[str], tables: Tables) -> Iterator[Row]:
    operands = _operands(lines, index, int(match["bytes"]))
    seconds = comma_cell(match["seconds"], match.start("seconds"), decimal=True)
    if seconds.value < _MIN_SECONDS or not _is_timing(lines, index, match, operands):
        return
    rate, line = (match, index) if match["rate"] else (_wrapped(lines, index), index + 1)
    found = _rate(rate) if rate is not None else None
    broken = _broken(int(match["bytes"]), seconds, found) if found is not None else ()
    time = measured(TIME, seconds, "copied", "s")
    block = tables.block(lines[index])
    own = (time,) if found is None or line != index else (time, found)
    yield _row(lines[index], block, own, operands, broken)
    if found is not None and line != index:
        yield _row(lines[line], block, (found,), operands, broken)


def _row(
    line: Line, block: int, values: tuple[Value, ...], operands: dict[str, Parameter], warnings: tuple[str, ...]
) -> Row:
    return Row(line.number, block, _test(operands), "dd", values, parameters=operands, warnings=warnings)


def _test(operands: dict[str, Parameter]) -> str:
    if operands.get("of") == "/dev/null":
        return "read"
    return "write" if operands.get("if") in ("/dev/zero", "/dev/urandom", "/dev/random") else "copy"


def _as_labelled(rows: Iterator[Row], label: str) -> Iterator[Row]:
    """The rows, of what the word before them says was done."""
    named = {match.lower() for match in _DONE.findall(label)}
    return (replace(row, test=min(named)) for row in rows) if len(named) == 1 else rows


def _operands(lines: Sequence[Line], index: int, amount: int) -> dict[str, Parameter]:
    """The operands of the command above, unless that has a closing line of its own or stands far away; then they are
    those of this run if they make just as many bytes, or tell no count but blocks of which it copied a whole number
    ("with bfq I get", "with none I get" under one command), or if it runs in a loop.
    """
    is_near, is_same = True, True
    for above in range(index - 1, max(-1, index - 1 - _FAR), -1):
        line = lines[above]
        command = _COMMAND.search(line.text, line.start) if line.depth == lines[index].depth else None
        is_near = is_near and index - above <= _REACH
        if command is not None:
            found = _OPERAND.finditer(command["operands"])
            told = {one["name"]: int(one["value"]) if one["value"].isdecimal() else one["value"] for one in found}
            is_again = is_same and _LOOP.search(line.text[: command.start()]) is not None
            return told if is_near or is_again or _may_copy(told, amount) else {}
        copied = _COPIED.match(line.text, line.start)
        if copied is not None:
            is_near, is_same = False, is_same and int(copied["bytes"]) == amount
    return {}


def _may_copy(operands: dict[str, Parameter], amount: int) -> bool:
    """Whether a command copies so many bytes: by its count, or in whole blocks to the end of what it reads."""
    blocks = _block_size(operands)
    if blocks and "count" not in operands:
        return amount % blocks == 0
    return _size(operands) == amount


def _size(operands: dict[str, Parameter]) -> int | None:
    """The bytes that a command copies by its own words."""
    blocks, count = _block_size(operands), operands.get("count")
    return count * blocks if blocks is not None and isinstance(count, int) else None


def _block_size(operands: dict[str, Parameter]) -> int | None:
    blocks = _BLOCKS.fullmatch(str(operands.get("bs", "")))
    return int(blocks["number"]) * _UNITS[blocks["unit"].lower()] if blocks is not None else None


def _is_timing(lines: Sequence[Line], index: int, match: re.Match[str], operands: dict[str, Parameter]) -> bool:
    if int(match["bytes"]) < _MIN_BYTES:
        return False
    waits = any(_WAITS.search(str(operands.get(name, ""))) for name in ("conv", "oflag"))
    if "random" in str(operands.get("if", "")) and operands.get("of") != "/dev/null" and not waits:
        return False
    # Progress comes in whole seconds, and before the counts of records.
    return not match["seconds"].isdigit() or (index > 0 and "records out" in lines[index - 1].text)


def _wrapped(lines: Sequence[Line], index: int) -> re.Match[str] | None:
    """The rate that a mailer broke off onto the next line."""
    if index + 1 == len(lines) or lines[index + 1].depth != lines[index].depth:
        return None
    return _RATE.match(lines[index + 1].text, lines[index + 1].start)


def _rate(match: re.Match[str]) -> Value:
    cell = comma_cell(match["rate"], match.start("rate"), decimal=True)
    return measured(THROUGHPUT, cell, "rate", match["unit"], unit=_unit(match["unit"]))


def _unit(text: str) -> str:
    return "B/s" if text == "bytes/sec" else text.removesuffix("ec").replace("K", "k")


def _broken(amount: int, took: Cell, rate: Value) -> tuple[str, ...]:
    """What to say where the rate is not the bytes divided by the seconds, within what their digits leave open."""
    factor = _FACTORS[(rate.unit or "B/s")[:-3]]
    slack, seconds = (took.resolution or 0) / 2, took.value
    step = (rate.cell.resolution or 0) * factor
    low, high = amount / (seconds + slack) - step, amount / max(seconds - slack, 1e-9) + step
    printed = rate.cell.value * factor
    # Old versions and busybox print units of 1024 under the same names.
    if low <= printed <= high or any(low <= printed * 1.024**power <= high * 1.001 for power in (1, 2, 3)):
        return ()
    return (f"{amount} bytes in {took.raw} s are not {rate.cell.raw} {rate.unit_text}: a figure is mistyped",)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "a copy is easily run again; no adapter of ours does it yet")


SUITE = Suite(
    name="dd",
    title="dd, one long copy",
    metrics=(THROUGHPUT, TIME),
    tests={
        "read": "reads a file or device and throws it away (of=/dev/null)",
        "write": "writes zeros or random bytes to a file or device (if=/dev/zero)",
        "copy": "copies one file or device to another, or the post does not say",
    },
    parameters={
        "if": "what is read",
        "of": "what is written",
        "bs": "bytes of a block, as written",
        "count": "how many blocks",
        "conv": "what is done to or after the data (fsync, fdatasync, notrunc)",
        "iflag": "how it is read (direct)",
        "oflag": "how it is written (direct, dsync)",
    },
    marks=("copied, ", "kopiert, ", "copiados, ", "bytes transferred in"),
    hint=lambda text: _ROWS.search(text) is not None,
    read=_read,
    rerun=_rerun,
)
