"""PostMark, which makes, reads, appends to and deletes many small files, as a mail server does.

    Time:
        198 seconds total
        186 seconds of transactions (268 per second)
    Files:
        50564 created (255 per second)
                Creation alone: 25564 files (2556 per second)
                Mixed with transactions: 24999 files (134 per second)
    Data:
        138.30 megabytes read (715.26 kilobytes per second)

It counts in whole seconds, so that rates of short runs are coarse. What is set at its prompt (`pm> set number 500`)
holds until its banner comes again.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.matches import FIGURE, Tables, cell, measured

RATE = Metric("operations_per_second", "ops/s", "higher", "transactions or files a second")
THROUGHPUT = Metric("throughput", "KB/s", "higher", "bytes a second, in the unit printed")
TIME = Metric("time", "s", "lower", "seconds, counted in whole ones")

_TOTAL = re.compile(rf"\s{{0,40}}(?P<time>{FIGURE}) seconds total\s*$")
_TRANSACTIONS = re.compile(
    rf"\s{{0,40}}(?P<time>{FIGURE}) seconds of transactions(?: \((?P<rate>{FIGURE}) per second\))?\s*$"
)
_FILES = re.compile(
    rf"\s{{0,40}}\d{{1,12}} (?P<what>created|read|appended|deleted) \((?P<rate>{FIGURE}) per second\)\s*$"
)
_PART = re.compile(
    rf"\s{{0,40}}(?P<what>Creation alone|Deletion alone|Mixed with transactions): \d{{1,12}} files? "
    rf"\((?P<rate>{FIGURE}) per second\)\s*$"
)
_DATA = re.compile(
    rf"\s{{0,40}}\d{{1,12}}(?:\.\d{{1,3}})? (?:giga|mega|kilo)?bytes (?P<what>read|written) "
    rf"\((?P<rate>{FIGURE}) (?P<unit>(?:giga|mega|kilo)?bytes) per second\)\s*$"
)
_UNITS = {"gigabytes": "GB/s", "megabytes": "MB/s", "kilobytes": "KB/s", "bytes": "B/s"}
_VERSION = re.compile(r"\bpostmark[- ]v?(?P<version>\d\.\d{1,3})\b", re.IGNORECASE)
# "pm>" at a line's beginning looks like the mark of a quotation, and is none of its words then.
_SET = re.compile(r"(?:[ \t]{0,20}pm ?>)?[ \t]{0,20}set (?P<name>[a-z]{4,16})(?P<values>(?: \d{1,12}){1,2})[ \t]*$")
_SETTINGS = {
    "number": ("number",),
    "numbers": ("number",),
    "transactions": ("transactions",),
    "subdirectories": ("subdirectories",),
    "size": ("size_low", "size_high"),
    "read": ("read_block",),
    "write": ("write_block",),
    "seed": ("seed",),
}
_PARTS = {"Creation alone": "creation_alone", "Deletion alone": "deletion_alone"}
_MAX_GAP = 6
# A second is all that it can tell; below so many the error is above a twentieth.
_SHORT_RUN = 20


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_MAX_GAP)
    version: str | None = None
    settings: dict[str, Parameter] = {}
    above, short = "", False
    for line in lines:
        if "second" not in line.text:
            named = _VERSION.search(line.text, line.start) if "ostmark" in line.text.lower() else None
            version = named["version"] if named is not None else version
            # A banner begins anew.
            settings = {} if named is not None else settings | _set(line)
            continue
        row = _row(line, above)
        if row is None:
            continue
        if row.test == "total":
            tables.title(line)
            short = row.values[0].cell.value < _SHORT_RUN
        above = row.test if row.test in ("created", "deleted") else above
        warnings = ("a run of few seconds, of which PostMark counts whole ones",) if short else ()
        block = tables.block(line)
        yield replace(row, block=block, suite_version=version, warnings=warnings, parameters=settings)


def _set(line: Line) -> dict[str, Parameter]:
    """What a line at the program's prompt sets."""
    found = _SET.match(line.words) if "set " in line.text else None
    if found is None:
        return {}
    names = _SETTINGS.get(found["name"], ())
    return {name: int(value) for name, value in zip(names, found["values"].split(), strict=False)}


def _row(line: Line, above: str) -> Row | None:
    """The row of a line; `above` tells whether files mixed with transactions were made or deleted."""
    total = _TOTAL.match(line.text, line.start)
    if total is not None:
        return Row(
            line.number,
            line.number,
            "total",
            "total",
            (measured(TIME, cell(total, "time"), "seconds total", "seconds"),),
        )
    transactions = _TRANSACTIONS.match(line.text, line.start)
    if transactions is not None:
        values = [measured(TIME, cell(transactions, "time"), "seconds of transactions", "seconds")]
        if transactions["rate"] is not None:
            values.append(measured(RATE, cell(transactions, "rate"), "per second", "per second"))
        return Row(line.number, line.number, "transactions", "transactions", tuple(values))
    data = _DATA.match(line.text, line.start)
    if data is not None:
        unit = f"{data['unit']} per second"
        value = measured(THROUGHPUT, cell(data, "rate"), data["what"], unit, unit=_UNITS[data["unit"]])
        return Row(line.number, line.number, f"data_{data['what']}", data["what"], (value,))
    return _files(line, above)


def _files(line: Line, above: str) -> Row | None:
    files = _FILES.match(line.text, line.start)
    match = files or _PART.match(line.text, line.start)
    if match is None:
        return None
    test = files["what"] if files is not None else _PARTS.get(match["what"], f"{above or 'created'}_in_transactions")
    return Row(
        line.number,
        line.number,
        test,
        match["what"],
        (measured(RATE, cell(match, "rate"), "per second", "per second"),),
    )


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "needs postmark, which is packaged; no adapter of ours runs it yet")


SUITE = Suite(
    name="postmark",
    title="PostMark, many small files of a mail server",
    metrics=(RATE, THROUGHPUT, TIME),
    tests={
        "total": "the whole run",
        "transactions": "transactions: a file read or appended to, and one made or deleted",
        "created": "files made",
        "creation_alone": "files made before the transactions",
        "created_in_transactions": "files made by transactions",
        "read": "files read",
        "appended": "files appended to",
        "deleted": "files deleted",
        "deletion_alone": "files deleted after the transactions",
        "deleted_in_transactions": "files deleted by transactions",
        "data_read": "bytes read",
        "data_written": "bytes written",
    },
    parameters={
        "number": "files made at the beginning",
        "transactions": "how many transactions",
        "subdirectories": "directories that the files are spread over",
        "size_low": "bytes of the smallest file",
        "size_high": "bytes of the largest file",
        "read_block": "bytes of a read",
        "write_block": "bytes of a write",
        "seed": "seed of the random numbers",
    },
    marks=("seconds total", " per second)"),
    hint=lambda text: "transactions" in text and ("seconds total" in text or " per second)" in text),
    read=_read,
    rerun=_rerun,
)
