"""A message of the archive as the document that the engine holds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from archive import hardware, kernels
from archive.model import Message
from archive.results import Claim, Comment, Measurement, Table
from archive.store.archive import Archive
from archive.text import Line, lines, quoted, unquoted
from index.engine import Document
from index.patches import without_patches

# A mail may be of any size; what is beyond this is found by no word.
MAX_LINES = 20_000
MAX_CHARACTERS = 2_000_000


def document(archive: Archive, key: str) -> Document:
    """The document of a stored message; KeyError where there is none."""
    message = archive.messages.get(key)
    if message is None:
        raise KeyError(key)
    text = _text(message)
    read = _read(archive, message.key)
    return Document(
        key=message.key,
        subject=message.subject,
        author=f"{message.author.name} {message.author.address or ''}".strip(),
        to=message.to,
        cc=message.cc,
        unquoted=unquoted(text.lines),
        quoted=quoted(text.lines),
        names="\n".join(text.names),
        date=message.date,
        lists=message.lists,
        suites=_lower(_suites(read)),
        tests=_lower(_tests(read)),
        kernels=_lower((*_kernels(read), *_mentioned_kernels(text.lines))),
        hardware=_lower((*_machines(read), *_mentioned_machines(text.lines))),
        has=tuple(_has(archive, message.key, read)),
    )


@dataclass(frozen=True, slots=True)
class _Text:
    lines: tuple[Line, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read out of the message, the rows that it only quotes included: they name tests and kernels too."""

    tables: tuple[Table, ...]
    measurements: tuple[Measurement, ...]
    claims: tuple[Claim, ...]
    comments: tuple[Comment, ...]


def _text(message: Message) -> _Text:
    kept: list[Line] = []
    names = [part.name for part in message.parts if part.name]
    for part in message.parts:
        if part.text is not None:
            rest = without_patches(lines(part.text[:MAX_CHARACTERS]))
            kept += rest.lines
            names += rest.files
    return _Text(tuple(islice(kept, MAX_LINES)), tuple(dict.fromkeys(names)))


def _read(archive: Archive, key: str) -> _Read:
    results = archive.results
    measurements = results.measurements([key], copies=True)
    return _Read(results.tables([key]), measurements, results.claims([key]), results.comments([key]))


def _suites(read: _Read) -> Iterator[str]:
    suites = [table.suite for table in read.tables]
    suites += [row.suite for row in read.measurements]
    suites += [claim.suite for claim in read.claims]
    yield from (suite for suite in suites if suite is not None)


def _tests(read: _Read) -> Iterator[str]:
    """Names of tests; one with a group ("processes/stat") also without it, as the store finds it."""
    named = [row.test for row in read.measurements]
    named += [test for claim in read.claims for test in claim.tests]
    named += [test for comment in read.comments for test in comment.tests]
    for test in named:
        yield test
        yield test.rpartition("/")[2]


def _kernels(read: _Read) -> Iterator[str]:
    for row in read.measurements:
        if row.kernel is not None:
            yield row.kernel.text
            yield from kernels.prefixes(row.kernel.version) if row.kernel.version is not None else ()
    for claim in read.claims:
        for label in (claim.faster, claim.slower):
            version = kernels.parse(label) if label is not None else None
            yield from kernels.prefixes(version) if version is not None else ()


def _mentioned_kernels(text_lines: Iterable[Line]) -> Iterator[str]:
    for line in text_lines:
        for mention in kernels.find(line.words):
            yield from kernels.prefixes(mention.version)
        for series in kernels.series_in(line.words):
            yield series.series


def _machines(read: _Read) -> Iterator[str]:
    for row in read.measurements:
        if row.machine is not None:
            yield from hardware.terms(row.machine.hardware)


def _mentioned_machines(text_lines: Iterable[Line]) -> Iterator[str]:
    for line in text_lines:
        for mention in hardware.find(line.words):
            yield from hardware.terms(mention.hardware)


def _has(archive: Archive, key: str, read: _Read) -> Iterator[str]:
    counted = {table.kind for table in read.tables if table.is_counted}
    if "result" in counted:
        yield "table"
    if "profile" in counted:
        yield "profile"
    if read.claims:
        yield "claim"
    if read.comments:
        yield "comment"
    if archive.runs.of_message(key):
        yield "run"


def _lower(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.lower() for name in names))
