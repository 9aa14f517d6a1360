"""tcrypt, the speed tests of the kernel's crypto module. Its lines, as the kernel log has them:

    testing speed of async xts(aes) (xts-aes-aesni) encryption
    tcrypt: test 0 (256 bit key, 16 byte blocks): 8030565 operations in 1 seconds (128489040 bytes)
    test 0 (128 bit key, 16 byte blocks): 1 operation in 534 cycles
    tcrypt: test  5 (  256 byte blocks,  256 bytes per update,   1 updates):   3819 cycles/operation,   14 cycles/byte

the comparison that the kernel's own script makes of two logs (suites/tcrypt_compare.py), and tables of rates by the
sizes of blocks (suites/tcrypt_tables.py).
Operations times the size of a block are the bytes, cycles of an operation by its bytes the cycles of a byte.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Parameter
from archive.text import Line
from suites.base import Cell, Rerun, Row, Suite, Value
from suites.matches import LOG_PREFIX, Joined, Tables, measured
from suites.tcrypt_compare import comparisons, is_head
from suites.tcrypt_metrics import BYTE_CYCLES, BYTE_RATE, CYCLES, OPERATIONS, THROUGHPUT
from suites.tcrypt_tables import rate_tables

_TITLE = re.compile(
    LOG_PREFIX + r"[ \t]{0,30}(?:tcrypt:[ \t]{0,3})?(?P<text>testing speed of[ \t]{1,3}"
    r"(?:(?P<api>async|sync|multibuffer)[ \t]{1,3})?(?P<algorithm>\S{1,120})(?:[ \t]{1,3}(?P<driver>\(\S{1,160}\)))?"
    r"(?:[ \t]{1,3}(?P<way>encryption|decryption))?)[ \t]{0,3}(?:using .{1,80})?$"
)
_SETTING = (
    r"(?:tcrypt:[ \t]{0,3})?(?:test[ \t]{0,3}\d{1,4}[ \t]{0,3}\([ \t]{0,9}(?:(?P<key>\d{1,5})[ \t]bit key,[ \t]{0,9})?"
    r"(?P<block>\d{1,9})[ \t]byte blocks"
    r"(?:,[ \t]{0,9}(?P<update>\d{1,9})[ \t]bytes per update,[ \t]{0,9}(?P<updates>\d{1,9})[ \t]updates)?"
    r"\):[ \t]{0,9}|(?<=tcrypt:)[ \t]{1,3})"
)
_ROW = re.compile(
    LOG_PREFIX
    + _SETTING
    + r"(?:(?P<count>\d{1,18})[ \t]{1,3}operations?[ \t]in[ \t]{1,9}(?P<seconds>\d{1,5})[ \t]seconds?|"
    r"1[ \t]{1,3}operation[ \t]in[ \t]{1,9}(?P<cycles>\d{1,18})[ \t]cycles|"
    r"(?P<each>\d{1,18})[ \t]cycles/operation,[ \t]{1,9}(?P<byte>\d{1,9})[ \t]cycl\w{0,2}(?:/byte)?|"
    r"(?P<rate>\d{1,18})[ \t]?op(?:er)?s/s(?:ec)?(?:,[ \t]{1,20}(?P<byte_rate>\d{1,18})[ \t]bytes/sec)?)"
    r"(?:[ \t]{0,3}\([ \t]{0,9}(?P<bytes>\d{1,18})[ \t]?bytes\))?"
)
# A setting whose figures a mailer may have broken off.
_BEGUN = re.compile(LOG_PREFIX + r"(?:tcrypt:[ \t]{0,3})?test[ \t]{0,3}\d{1,4}[ \t]{0,3}\(")
_WAY = re.compile(r"(?:encryption|decryption)$")
_MAX_GAP = 3
_UNTITLED = "speed"


@dataclass(frozen=True, slots=True)
class _Title:
    """What a title says is timed: the algorithm with its direction, and which driver by which interface."""

    test: str
    text: str
    parameters: dict[str, Parameter]


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    title: _Title | None = None
    tables = Tables(_MAX_GAP)
    for index, line in enumerate(lines):
        titled = _title(lines, index)
        if titled is not None:
            title = titled
            tables.title(line)
        elif is_head(line):
            yield from comparisons(lines, index)
        elif "test" in line.text or "tcrypt:" in line.text:
            row = _row(lines, index, title, tables)
            if row is not None:
                yield row
    yield from rate_tables(lines)


def _title(lines: Sequence[Line], index: int) -> _Title | None:
    line = lines[index]
    if "testing speed of" not in line.text:
        return None
    match = _TITLE.match(line.text, line.start)
    following = lines[index + 1] if index + 1 < len(lines) else None
    if following is not None and (match is None or match["way"] is None) and _WAY.search(following.words):
        match = _TITLE.match(Joined(line, following).text, line.start) or match
    if match is None:
        return None
    test = " ".join(word for word in (match["algorithm"], match["way"]) if word)
    driver = match["driver"]
    told = {"interface": match["api"], "driver": driver[1:-1] if driver else None}
    return _Title(test.lower(), match["text"].strip(), {name: value for name, value in told.items() if value})


def _row(lines: Sequence[Line], index: int, title: _Title | None, tables: Tables) -> Row | None:
    line = lines[index]
    following = lines[index + 1] if index + 1 < len(lines) else line
    joined = Joined(line, following)
    match = _ROW.match(line.text, line.start)
    if match is None and _BEGUN.match(line.text, line.start) and following.depth == line.depth:
        match = _ROW.match(joined.text, line.start)
    if match is None:
        return None
    figures = {
        name: joined.cell(match, name)
        for name in ("count", "rate", "byte_rate", "cycles", "each", "byte")
        if match[name]
    }
    here = max((at for at, _ in figures.values()), key=lambda at: at.number)
    cells = {name: found for name, (at, found) in figures.items() if at is here}
    block = tables.block(line)
    return Row(
        line=here.number,
        block=block,
        test=title.test if title is not None else _UNTITLED,
        test_text=title.text.removeprefix("testing speed of").strip() if title is not None else _UNTITLED,
        values=tuple(_values(match, cells)),
        parameters={**(title.parameters if title is not None else {}), **_parameters(match)},
        title=title.text if title is not None else None,
        warnings=_broken(match),
    )


def _values(match: re.Match[str], cells: dict[str, Cell]) -> Iterator[Value]:
    if "count" in cells:
        seconds = match["seconds"]
        yield measured(
            OPERATIONS, cells["count"], "operations", f"operations in {seconds} seconds", unit=_unit(seconds)
        )
    if "rate" in cells:
        yield measured(OPERATIONS, cells["rate"], "operations", "ops/s")
    if "byte_rate" in cells:
        yield measured(BYTE_RATE, cells["byte_rate"], "bytes/sec", "bytes/sec")
    if "cycles" in cells:
        yield measured(CYCLES, cells["cycles"], "cycles", "cycles")
    if "each" in cells:
        yield measured(CYCLES, cells["each"], "cycles/operation", "cycles/operation")
    if "byte" in cells:
        yield measured(BYTE_CYCLES, cells["byte"], "cycles/byte", "cycles/byte")


def _unit(seconds: str) -> str:
    """What counts in a run of one second are; those of longer runs are not divided: what is printed is kept."""
    return OPERATIONS.unit if seconds == "1" else f"ops/{seconds} s"


def _parameters(match: re.Match[str]) -> dict[str, Parameter]:
    told = {"key_bits": "key", "block_bytes": "block", "update_bytes": "update", "updates": "updates"}
    found: dict[str, Parameter] = {name: int(match[group]) for name, group in told.items() if match[group]}
    if "block_bytes" not in found and match["cycles"] and match["bytes"]:
        found["block_bytes"] = int(match["bytes"])
    return found


def _broken(match: re.Match[str]) -> tuple[str, ...]:
    """The relations of a line that do not hold: bytes are operations times block, cycles of a byte are whole ones."""
    if match["block"] is None:
        return ()
    block = int(match["block"])
    if match["bytes"] is not None:
        operations = int(match["count"] or match["rate"] or 1)
        if operations * block != int(match["bytes"]):
            return (f"{operations} operations on {block} bytes are not {match['bytes']} bytes: a figure is mistyped",)
    if match["each"] is not None and int(match["each"]) // max(block, 1) != int(match["byte"]):
        return (f"{match['each']} cycles for {block} bytes are not {match['byte']} a byte: a figure is mistyped",)
    return ()


def _rerun(_test: str) -> Rerun:
    return Rerun(
        "hardware", "loads a kernel module as root, and tells of one processor's instructions or one crypto engine"
    )


SUITE = Suite(
    name="tcrypt",
    title="tcrypt, speed of the kernel's crypto algorithms",
    metrics=(OPERATIONS, CYCLES, BYTE_CYCLES, BYTE_RATE, THROUGHPUT),
    tests={
        "*": "one algorithm, with its direction: xts(aes) encryption, sha256",
        _UNTITLED: "an algorithm that is not named",
    },
    parameters={
        "key_bits": "length of the key",
        "block_bytes": "bytes of an operation",
        "update_bytes": "bytes given to a hash at once",
        "updates": "how often a hash is given bytes",
        "interface": "sync, async or multibuffer",
        "driver": "the implementation that was timed",
    },
    marks=("byte blocks", "tcrypt"),
    hint=lambda text: "byte blocks" in text or "tcrypt:" in text or "|" in text,
    read=_read,
    rerun=_rerun,
)
