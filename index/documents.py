"""Messages of the archive as the documents that an engine holds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from archive import kernels
from archive.mention_lines import tell
from archive.store.archive import Archive
from archive.store.searchable import Searchable
from index.cutting import Cutter
from index.engine import Document, Held
from index.engine_fields import held
from index.mentions import Mentions
from index.patches import without_patches

# A mail may be of any size; what is beyond this is found by no word.
MAX_LINES = 20_000
MAX_CHARACTERS = 2_000_000


class DocumentMaker:
    """Makes documents of mails, and remembers words and lines that it knows. Belongs to one thread."""

    def __init__(self) -> None:
        """Begin without any known word."""
        self._cutter = Cutter(tell)
        self._mentions = Mentions()

    def document(self, mail: Searchable) -> Document:
        """The document of a mail; UserError where a text of it is damaged."""
        return self._made(mail)[0]

    def held(self, mail: Searchable) -> Held:
        """What an engine keeps of a mail's document; its texts are cut on the way. UserError as above."""
        document, cut = self._made(mail)
        return held(document, self._cutter, cut)

    def _made(self, mail: Searchable) -> tuple[Document, Mapping[str, str]]:
        """The document, and the terms of its texts, whose words tell where to look for kernels and machines."""
        text = _text(mail)
        unquoted, quoted = "\n".join(text.own), "\n".join(text.quoted)
        own_terms, told = self._cutter.cut_and_tell(unquoted)
        quoted_terms, told_by_others = self._cutter.cut_and_tell(quoted)
        mentioned = self._mentions.of(f"{unquoted}\n{quoted}", told | told_by_others)
        document = Document(
            key=mail.key,
            subject=mail.subject,
            author=f"{mail.author.name} {mail.author.address or ''}".strip(),
            to=mail.to,
            cc=mail.cc,
            unquoted=unquoted,
            quoted=quoted,
            names="\n".join(text.names),
            date=mail.date,
            lists=mail.lists,
            suites=_lower(mail.suites),
            tests=_lower(_tests(mail)),
            kernels=_lower((*_kernels(mail), *mentioned.kernels)),
            hardware=_lower((*mail.machine_terms, *mentioned.machines)),
            has=tuple(_has(mail)),
        )
        return document, {"unquoted": own_terms, "quoted": quoted_terms}


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
    for text in mail.texts():
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
