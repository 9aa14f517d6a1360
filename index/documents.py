"""Messages of the archive as the documents that an engine holds."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from archive import hardware, kernels
from archive.model import Message
from archive.results import Claim, Comment, Measurement, Table
from archive.store.archive import Archive
from index.engine import Document
from index.mentions import Mentions
from index.patches import Line, without_patches

# A mail may be of any size; what is beyond this is found by no word.
MAX_LINES = 20_000
MAX_CHARACTERS = 2_000_000


class Documents:
    """Makes documents of messages, many at once: it asks the archive once for all, and remembers lines that it knows.

    Belongs to one thread, as the archive does.
    """

    def __init__(self, archive: Archive) -> None:
        """Make them of that archive's messages."""
        self._archive = archive
        self._mentions = Mentions()

    def of(self, keys: Sequence[str]) -> Iterator[Document]:
        """The documents of stored messages, in that order; unknown keys are left out."""
        with self._archive.snapshot():
            messages = self._archive.messages.several(keys)
            read = _read(self._archive, [message.key for message in messages])
        for message in messages:
            yield self._document(message, read[message.key])

    def _document(self, message: Message, read: "_Read") -> Document:
        text = _text(message)
        lines = tuple(words for _, words in text.lines)
        return Document(
            key=message.key,
            subject=message.subject,
            author=f"{message.author.name} {message.author.address or ''}".strip(),
            to=message.to,
            cc=message.cc,
            unquoted="\n".join(words for depth, words in text.lines if depth == 0),
            quoted="\n".join(words for depth, words in text.lines if depth > 0),
            names="\n".join(text.names),
            date=message.date,
            lists=message.lists,
            suites=_lower(_suites(read)),
            tests=_lower(_tests(read)),
            kernels=_lower((*_kernels(read), *self._mentions.kernels(lines))),
            hardware=_lower((*_machines(read), *self._mentions.machines(lines))),
            has=tuple(_has(read)),
        )


def document(archive: Archive, key: str) -> Document:
    """The document of a stored message; KeyError where there is none."""
    for found in Documents(archive).of((key,)):
        return found
    raise KeyError(key)


@dataclass(frozen=True, slots=True)
class _Text:
    lines: tuple[Line, ...]
    names: tuple[str, ...]


@dataclass(slots=True)
class _Read:
    """What was read out of a message, the rows that it only quotes included: they name tests and kernels too."""

    tables: list[Table] = field(default_factory=list)
    measurements: list[Measurement] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    has_run: bool = False


def _text(message: Message) -> _Text:
    kept: list[Line] = []
    names = [part.name for part in message.parts if part.name]
    for part in message.parts:
        if part.text is not None:
            rest = without_patches(part.text[:MAX_CHARACTERS])
            kept += rest.lines
            names += rest.files
    return _Text(tuple(islice(kept, MAX_LINES)), tuple(dict.fromkeys(names)))


def _read(archive: Archive, keys: Sequence[str]) -> dict[str, _Read]:
    results = archive.results
    found: defaultdict[str, _Read] = defaultdict(_Read)
    for table in results.tables(keys):
        found[table.ref.message_key].tables.append(table)
    for row in results.measurements(keys, copies=True):
        found[row.table.message_key].measurements.append(row)
    for claim in results.claims(keys):
        found[claim.message_key].claims.append(claim)
    for comment in results.comments(keys):
        found[comment.message_key].comments.append(comment)
    for key in archive.runs.answered():
        found[key].has_run = True
    return found


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


def _machines(read: _Read) -> Iterator[str]:
    for row in read.measurements:
        if row.machine is not None:
            yield from hardware.terms(row.machine.hardware)


def _has(read: _Read) -> Iterator[str]:
    counted = {table.kind for table in read.tables if table.is_counted}
    if "result" in counted:
        yield "table"
    if "profile" in counted:
        yield "profile"
    if read.claims:
        yield "claim"
    if read.comments:
        yield "comment"
    if read.has_run:
        yield "run"


def _lower(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.lower() for name in names))
