"""What stands above tiobench's tables: file size, block size, threads, units, in its own legend or in a few words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.results import Parameter
from archive.text import Line

_SIZE_UNITS = {"mb": 1, "megabytes": 1, "m": 1, "gb": 1024, "gigabytes": 1024, "g": 1024}
_FILE = re.compile(
    r"\bfile size\s*(?:=|is)\s*(?P<told>\d{1,7})\s*(?P<unit>megabytes|gigabytes|[mg]b)"
    r"|\b(?P<files>\d{1,7})\s?(?P<size>[mg]b?) (?:sized |worth of )?files?\b",
    re.IGNORECASE,
)
_BLOCK = re.compile(
    r"\bbl(?:oc)?k size\s*=\s*(?P<bytes>\d{1,8})\s*bytes|\b(?P<count>\d{1,5})\s?(?P<kilo>k?)b?\s?block ?size\b",
    re.IGNORECASE,
)
_THREADS = re.compile(r"(?:^|\s)(?P<threads>\d{1,4}) threads\b", re.IGNORECASE)
_RATE = re.compile(r"\brate\s*=\s*(?P<unit>megabytes per second|M[Bb](?:ytes)?/s(?:ec)?)", re.IGNORECASE)
_LATENCY = re.compile(r"\blatency\s*(?:=|in)\s*(?P<unit>milliseconds|seconds|ms|s)\b", re.IGNORECASE)
# Longer lines speak of threads in passing ("the same for 2, 4, 8 and 256 threads").
_MAX_WORDS = 6
_MAX_LINE = 300


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that a line says: which, what, and how deep the line is quoted."""

    line: int
    depth: int
    name: str
    value: Parameter


def read_notes(lines: Sequence[Line]) -> tuple[Note, ...]:
    """What the lines of a text say of file size (MB), block size (bytes), threads, and units of rate and latency."""
    return tuple(
        Note(line.number, line.depth, name, value)
        for line in lines
        if len(line.text) <= _MAX_LINE
        for name, value in _said(line.words)
        if value
    )


def _said(text: str) -> Iterator[tuple[str, Parameter]]:
    lowered = text.lower()
    if "file" in lowered and (size := _FILE.search(text)) is not None:
        amount, unit = size["told"] or size["files"], size["unit"] or size["size"]
        yield "file_size_mb", int(amount) * _SIZE_UNITS[unit.lower()]
    if "size" in lowered and (block := _BLOCK.search(text)) is not None:
        yield "block_bytes", int(block["bytes"] or block["count"]) * (1024 if block["kilo"] else 1)
    if " threads" in lowered and len(text.split()) <= _MAX_WORDS and (threads := _THREADS.search(text)) is not None:
        yield "threads", int(threads["threads"])
    if "rate" in lowered and (rate := _RATE.search(text)) is not None:
        yield "rate_unit", rate["unit"]
    if "latency" in lowered and (latency := _LATENCY.search(text)) is not None:
        yield "latency_unit", latency["unit"]
