"""Headings of dbench results: a command line or a title that tells how many clients the figures below it had."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive.text import Line, paragraphs

_PROGRAM = re.compile(r"(?:\S{0,60}/)?(?P<test>[td]bench)", re.IGNORECASE)
_PROMPT = re.compile(r"(?:\S{0,80})[$#>%]|time|sudo")
# "dbench results (./dbench 32)"
_COMMAND = re.compile(r"\((?P<text>(?:\./)?(?P<test>[td]bench)[ ](?P<clients>\d{1,4}))\)", re.IGNORECASE)
_STARTED = re.compile(r"\s{0,20}(?P<clients>\d{1,4}) clients started")
_RUNS = re.compile(r"\((?P<runs>\d{1,3}) runs\)")
_TOLD = re.compile(r"\b(?P<clients>\d{1,4})[ -](?:threads|clients|processes|procs)\b")
_NAMED = re.compile(r"\b[td]bench[ ](?P<clients>\d{1,3})(?![\w.]\d|\w|[ ](?:times|runs))", re.IGNORECASE)
# Options of dbench and tbench that take a word of their own.
_WITH_ARGUMENT = frozenset({"-t", "-D", "-c", "-R", "-T", "-B", "-x"})
FILESYSTEMS = frozenset(("ext2", "ext3", "ext4", "reiserfs", "reiser4", "xfs", "jfs", "btrfs", "f2fs", "tmpfs", "nfs"))
_STATISTICS = {
    "average": "mean",
    "avg": "mean",
    "mean": "mean",
    "high": "max",
    "max": "max",
    "low": "min",
    "min": "min",
}
_COUNTED = frozenset(("clients", "client", "procs", "processes", "threads"))
_FILLERS = _COUNTED | {"on", "localhost", "127.0.0.1", "mb/sec", "mb/s", "mb/second", "(mb/sec)", "(mb/s)"}
_MAX_WORDS = 12
_MAX_PROMPT = 3


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says of the lines below it; `statistics` are its column heads and what they are (mean, max)."""

    line: int
    depth: int
    text: str
    test: str
    clients: int
    filesystem: str | None = None
    statistics: tuple[tuple[str, str], ...] = ()
    runs: int | None = None


def read_heading(line: Line) -> Heading | None:
    """The heading that a line is: `dbench 48`, `# ./dbench -t 60 16`, `dbench ext3 64 processes  Average  High`."""
    if "bench" not in line.words.lower():
        return None
    runs = _RUNS.search(line.words)
    found = _RUNS.sub("", line.words).split(maxsplit=_MAX_WORDS)
    command = _COMMAND.search(line.words)
    if command is not None and len(found) <= _MAX_WORDS:
        return Heading(line.number, line.depth, command["text"], command["test"].lower(), int(command["clients"]))
    place = next((i for i, word in enumerate(found[: _MAX_PROMPT + 1]) if _PROGRAM.fullmatch(word)), None)
    if place is None or len(found) > _MAX_WORDS or not all(_PROMPT.fullmatch(word) for word in found[:place]):
        return None
    arguments = _arguments([word.rstrip(":,") for word in found[place + 1 :]])
    counts = [int(word) for word in arguments if word.isascii() and word.isdigit() and len(word) < 5]
    others = [word for word in arguments if not word.isdigit()]
    known = FILESYSTEMS | _FILLERS | _STATISTICS.keys()
    if len(counts) != 1 or not all(word.lower() in known for word in others):
        return None
    return Heading(
        line=line.number,
        depth=line.depth,
        text=" ".join(found[place:]),
        test=_PROGRAM.sub(r"\g<test>", found[place]).lower(),
        clients=counts[0],
        filesystem=next((word.lower() for word in others if word.lower() in FILESYSTEMS), None),
        statistics=tuple((word, _STATISTICS[word.lower()]) for word in others if word.lower() in _STATISTICS),
        runs=int(runs["runs"]) if runs is not None else None,
    )


def _arguments(found: list[str]) -> list[str]:
    """The words of a command line that are neither options nor what belongs to them."""
    kept = []
    skipping = False
    for word in found:
        if skipping or word.startswith("-"):
            skipping = not skipping and word in _WITH_ARGUMENT
        elif word:
            kept.append(word)
    return kept


def read_started(line: Line) -> int | None:
    """How many clients a progress line of dbench 1.x says were started."""
    match = _STARTED.match(line.text, line.start)
    return int(match["clients"]) if match is not None else None


def told_clients(lines: Sequence[Line]) -> int | None:
    """The number of clients that prose about dbench gives, where it gives one only ("dbench with 48 threads", else "I
    ran dbench 32").
    """
    told, named = set(), set()
    for paragraph in paragraphs(tuple(lines)):
        text = " ".join(line.words.strip() for line in paragraph)
        if "dbench" in text.lower():
            told |= {int(match["clients"]) for match in _TOLD.finditer(text)}
            prose = (line for line in paragraph if read_heading(line) is None)
            named |= {int(match["clients"]) for line in prose for match in _NAMED.finditer(line.words)}
    counts = told or named
    return counts.pop() if len(counts) == 1 else None
