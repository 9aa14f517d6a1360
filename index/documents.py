"""Messages of the archive as the documents that an engine holds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archive import kernels
from archive.store.archive import Archive
from archive.store.searchable import Searchable
from index.engine import Document
from index.mentions import Mentions
from index.patches import without_patches

# A mail may be of any size; what is beyond this is found by no word.
MAX_LINES = 20_000
MAX_CHARACTERS = 2_000_000


class DocumentMaker:
    """Makes documents of mails, and remembers lines that it knows. Belongs to one thread."""

    def __init__(self) -> None:
        """Begin without any known line."""
        self._mentions = Mentions()

    def document(self, mail: Searchable) -> Document:
        """The document of a mail."""
        text = _text(mail)
        mentioned = self._mentions.of((*text.own, *text.quoted))
        return Document(
            key=mail.key,
            subject=mail.subject,
            author=f"{mail.author.name} {mail.author.address or ''}".strip(),
            to=mail.to,
            cc=mail.cc,
            unquoted="\n".join(text.own),
            quoted="\n".join(text.quoted),
            names="\n".join(text.names),
            date=mail.date,
            lists=mail.lists,
            suites=_lower(mail.suites),
            tests=_lower(_tests(mail)),
            kernels=_lower((*_kernels(mail), *mentioned.kernels)),
            hardware=_lower((*mail.machine_terms, *mentioned.machines)),
            has=tuple(_has(mail)),
        )


def document(archive: Archive, key: str) -> Document:
    """The document of a stored message; KeyError where there is none."""
    for mail in archive.messages.searchable((key,)):
        return DocumentMaker().document(mail)
    raise KeyError(key)


@dataclass(frozen=True, slots=True)
class _Text:
    own: Sequence[str]
    quoted: Sequence[str]
    names: tuple[str, ...]


def _text(mail: Searchable) -> _Text:
    own: list[str] = []
    quoted: list[str] = []
    names = list(mail.part_names)
    for text in mail.texts:
        rest = without_patches(text[:MAX_CHARACTERS])
        own += rest.own
        quoted += rest.quoted
        names += rest.files
    own = own[:MAX_LINES]
    return _Text(own, quoted[: MAX_LINES - len(own)], tuple(dict.fromkeys(names)))


def _tests(mail: Searchable) -> Iterator[str]:
    """Names of tests; one with a group ("processes/stat") also without it, as the store finds it."""
    for test in mail.tests:
        yield test
        yield test.rpartition("/")[2]


def _kernels(mail: Searchable) -> Iterator[str]:
    for label, version in mail.kernels:
        yield label
        yield from _prefixes(version)
    for label in mail.claimed:
        yield from _prefixes(label)


def _prefixes(text: str | None) -> tuple[str, ...]:
    version = None if text is None else kernels.parse(text)
    return () if version is None else kernels.prefixes(version)


def _has(mail: Searchable) -> Iterator[str]:
    """What the filter `has:` can ask for (archive.filters.HAS)."""
    if "result" in mail.table_kinds:
        yield "table"
    if "profile" in mail.table_kinds:
        yield "profile"
    if mail.has_claim:
        yield "claim"
    if mail.has_comment:
        yield "comment"
    if mail.has_run:
        yield "run"
    if mail.has_relative:
        yield "relative"
    if mail.has_condition:
        yield "condition"


def _lower(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.lower() for name in names))
