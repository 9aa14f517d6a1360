"""hdparm -T and -t: how fast a disk's cached and uncached blocks are read.

Read are the tool's own lines of every version, whose last figure is the result, and rows that people type from them:

     Timing buffer-cache reads:   128 MB in  0.44 seconds =290.91 MB/sec
     Timing buffered disk reads: 256 MB in  2.26 seconds = 113.31 MB/sec
    hdparm -T	37.43	37.43	37.32	37.32	37.43

The amount divided by the seconds is the rate. Before 5.5 the amount was fixed (128 and 64 MB) and the clock ticked
every 10 ms, so that such a rate is known to one tick only.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.text import Line
from suites.base import Cell, Metric, Rerun, Row, Suite, Value
from suites.cells import number, resolution
from suites.hand_rows import HandRows
from suites.hdparm_tables import TypedRate, typed_rates

THROUGHPUT = Metric("throughput", "MB/s", "higher", "megabytes (2^20 bytes) read in a second")

_TOOL = re.compile(
    r"\s{0,40}(?P<text>Timing\s{1,9}(?P<what>(?:buffer-|O_DIRECT )?cached?|(?:buffered|O_DIRECT) disk)\s{1,9}reads)"
    r"(?:\s?\(offset\s{1,3}(?P<offset>\d{1,6}\s?[GM]B)\))?\s{0,3}:\s{0,20}(?P<amount>\d{1,9})\s?(?P<size>[kMG])B"
    r"\s{1,9}in\s{1,9}(?P<seconds>\d{1,6}\.\d{1,4})\s{1,3}seconds"
    r"\s{0,3}=\s{0,9}(?P<rate>\d{1,9}(?:\.\d{1,4})?)\s{0,3}(?P<unit>[kMG]B/s(?:ec)?)?"
)
_HAND = re.compile(r"\s{0,40}(?P<text>(?:/\S{1,30}/)?hdparm\s{1,3}-(?P<option>[tT]))\s?[:=]?\s{1,40}(?=[\d.])")
# What a text with rows has, in lower case.
_ROWS = re.compile(
    r"timing\s{1,9}(?:buffer|cache|o_direct)|hdparm\s{1,3}-t\s?[:=]?\s{1,40}[\d.]"
    r"|hdparm -tt?(?:[ ]/dev/\S{1,30})?[ \t|:]{1,40}\S{0,7}cache"
)
_DEVICE = re.compile(r"(?P<device>/dev/[\w/.-]{1,40}):?[ \t]*$")
_OPTIONS = {"T": "cached_reads", "t": "buffered_disk_reads"}
_SIZES = {"k": 2**-10, "M": 1.0, "G": 2**10}
# What hdparm read before 5.5, in MB, and the tick of its clock in seconds.
_FIXED_AMOUNT = {"cached_reads": 128, "buffered_disk_reads": 64}
_TICK = 0.01
# Fewer values may fall on the ticks by chance.
_MIN_FINGERPRINT = 5
_MAX_GAP = 3
_DEVICE_DISTANCE = 4


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    hand_rows = HandRows(lines)
    rows: list[Row] = []
    for index in range(len(lines)):
        row = _tool_row(lines, index) or _hand_row(lines, index, hand_rows)
        if row is not None:
            last = rows[-1] if rows else None
            rows.append(_in_block(_of_disk(row, last, lines), last, lines))
    yield from _ticked(rows)
    yield from map(_typed_row, typed_rates(lines))


def _typed_row(rate: TypedRate) -> Row:
    parameters = {"device": rate.device} if rate.device else {}
    value = _value(rate.cell, f"{rate.unit_text[0].upper()}B/s", rate.unit_text)
    return Row(
        *(rate.line, rate.head, rate.test, rate.text, (value,)),
        kernel=rate.side,
        parameters=parameters,
    )


def _tool_row(lines: Sequence[Line], index: int) -> Row | None:
    line = lines[index]
    match = _TOOL.match(line.text, line.start)
    if match is None:
        return None
    unit_text = match["unit"] or _wrapped_unit(lines, index, match)
    cell = number(match["rate"], match.start("rate"))
    if cell is None or unit_text is None:
        return None
    old = _is_fixed_amount(match, cell)
    cell = replace(cell, resolution=_tick(match, cell)) if old else cell
    parameters = {"device": _device(lines, index), "offset": match["offset"]}
    return Row(
        line=line.number,
        block=line.number,
        test=_test(match["what"]),
        test_text=match["text"],
        values=(_value(cell, f"{unit_text[0]}B/s", unit_text),),
        parameters={name: value for name, value in parameters.items() if value},
        suite_version="<5.5" if old else None,
        warnings=_broken(match, cell, unit_text),
    )


def _test(what: str) -> str:
    """The canonical name of what a line says it timed; "buffer-cache reads" became "cached reads" in version 6."""
    if what.startswith("O_DIRECT"):
        return "direct_disk_reads" if what.endswith("disk") else "direct_cached_reads"
    return "buffered_disk_reads" if what.endswith("disk") else "cached_reads"


def _wrapped_unit(lines: Sequence[Line], index: int, match: re.Match[str]) -> str | None:
    """The unit that a mailer broke off onto the next line."""
    if lines[index].text[match.end() :].strip() or index + 1 == len(lines):
        return None
    following = lines[index + 1].words.split(maxsplit=1)
    return following[0] if following and re.fullmatch(r"[kMG]B/s(?:ec)?", following[0]) else None


def _value(cell: Cell, unit: str, unit_text: str) -> Value:
    return Value(THROUGHPUT.name, cell, unit_text, unit, unit_text, THROUGHPUT.better)


def _is_fixed_amount(match: re.Match[str], cell: Cell) -> bool:
    """Whether the line is of a version before 5.5: its fixed amount, and the rate exactly amount / seconds."""
    if match["size"] != "M" or float(match["amount"]) != _FIXED_AMOUNT.get(_test(match["what"])):
        return False
    seconds = float(match["seconds"])
    return seconds > 0 and abs(float(match["amount"]) / seconds - cell.value) <= 0.5 * resolution(cell.raw) + 1e-9


def _tick(match: re.Match[str], cell: Cell) -> float:
    return max(resolution(cell.raw), cell.value * _TICK / (float(match["seconds"]) + _TICK))


def _broken(match: re.Match[str], cell: Cell, unit_text: str) -> tuple[str, ...]:
    seconds, slack = float(match["seconds"]), resolution(match["seconds"]) / 2
    amount = float(match["amount"]) * _SIZES[match["size"]] / _SIZES[unit_text[0]]
    # The tool divides by the unrounded time, and prints whole megabytes.
    low = (amount - 0.5) / (seconds + slack) - resolution(cell.raw)
    high = (amount + 0.5) / max(seconds - slack, 1e-9) + resolution(cell.raw)
    if low <= cell.value <= high:
        return ()
    posted = f"{match['amount']} {match['size']}B in {match['seconds']} seconds"
    return (f"{posted} is not {cell.raw} {unit_text}: one of the figures is mistyped",)


def _device(lines: Sequence[Line], index: int) -> str | None:
    for above in range(index - 1, max(-1, index - 1 - _DEVICE_DISTANCE), -1):
        named = _DEVICE.search(lines[above].text)
        if named is not None:
            return named["device"]
    return None


def _hand_row(lines: Sequence[Line], index: int, hand_rows: HandRows) -> Row | None:
    line = lines[index]
    match = _HAND.match(line.text, line.start)
    hand = hand_rows.read(index, match.end()) if match is not None else None
    if match is None or hand is None:
        return None
    test = _OPTIONS[match["option"]]
    return Row(line.number, line.number, test, match["text"], hand.values(THROUGHPUT, match["text"]))


def _of_disk(row: Row, last: Row | None, lines: Sequence[Line]) -> Row:
    """A line without a device near above it is of the last one's where only blanks stand between: a further run."""
    if last is None or "device" in row.parameters or "device" not in last.parameters:
        return row
    between = lines[last.line : row.line - 1]
    is_next = row.line - last.line <= _MAX_GAP and lines[row.line - 1].depth == lines[last.line - 1].depth
    if not is_next or not all(line.is_blank for line in between):
        return row
    return replace(row, parameters={"device": last.parameters["device"], **row.parameters})


def _in_block(row: Row, last: Row | None, lines: Sequence[Line]) -> Row:
    """The row in the last one's table, where it stands near it, as deep in quotes, and of the same disk."""
    if last is None or row.line - last.line > _MAX_GAP or lines[row.line - 1].depth != lines[last.line - 1].depth:
        return row
    return replace(row, block=last.block) if row.parameters.get("device") == last.parameters.get("device") else row


def _ticked(rows: list[Row]) -> Iterator[Row]:
    """Typed rows with the resolution of their clock, where the values of all of them fall on its ticks."""
    values = [(value.cell, _FIXED_AMOUNT[row.test]) for row in rows if _is_typed(row) for value in row.values]
    old = len(values) >= _MIN_FINGERPRINT and all(_on_tick(cell, amount) for cell, amount in values)
    for row in rows:
        yield _with_ticks(row) if old and _is_typed(row) else row


def _is_typed(row: Row) -> bool:
    return row.test_text.endswith(("-T", "-t"))


def _on_tick(cell: Cell, amount: int) -> bool:
    if cell.value <= 0 or cell.value > amount / _TICK:
        return False
    ticks = round(amount / cell.value / _TICK)
    return abs(amount / (ticks * _TICK) - cell.value) <= 0.5 * resolution(cell.raw) + 1e-9


def _with_ticks(row: Row) -> Row:
    amount = _FIXED_AMOUNT[row.test]
    return replace(row, values=tuple(_with_tick(value, amount) for value in row.values), suite_version="<5.5")


def _with_tick(value: Value, amount: int) -> Value:
    rate = value.cell.value
    step = rate - amount / (amount / rate + _TICK)
    return replace(value, cell=replace(value.cell, resolution=max(resolution(value.cell.raw), step)))


def _rerun(test: str) -> Rerun:
    if test.endswith("cached_reads"):
        return Rerun("hardware", "reads a block device, which needs root; it tells of memory copies, not of the disk")
    return Rerun("hardware", "needs root and a disk of the same kind; a virtual disk would measure its host's cache")


SUITE = Suite(
    name="hdparm",
    title="hdparm -T / -t, read timings of a disk",
    metrics=(THROUGHPUT,),
    tests={
        "cached_reads": "read the same blocks from the page cache over and over (-T): memory, not the disk",
        "buffered_disk_reads": "read the start of the disk through the page cache, emptied before (-t)",
        "direct_cached_reads": "read the same blocks over and over past the page cache (-T --direct)",
        "direct_disk_reads": "read the start of the disk past the page cache (-t --direct)",
    },
    parameters={
        "device": "the disk's device file, where the post names it above the line",
        "offset": "where on the disk the reading began",
    },
    marks=("hdparm", "timing "),
    hint=lambda text: _ROWS.search(text) is not None,
    read=_read,
    rerun=_rerun,
    options=("-T", "-t"),
    option_tests={
        "-T": ("cached_reads", "direct_cached_reads"),
        "-t": ("buffered_disk_reads", "direct_disk_reads"),
    },
)
