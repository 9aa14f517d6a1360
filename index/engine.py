"""What a search engine has to do: its documents, its query tree and its protocol, free of any one engine's ideas."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Document:
    """A message as the engine holds it: text fields, and entity terms in lower case."""

    key: str
    subject: str = ""
    author: str = ""
    to: str = ""
    cc: str = ""
    unquoted: str = ""
    quoted: str = ""
    names: str = ""
    """File names of attachments and of patches."""
    date: datetime | None = None
    lists: tuple[str, ...] = ()
    suites: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    kernels: tuple[str, ...] = ()
    """Versions with all their prefixes, and labels."""
    hardware: tuple[str, ...] = ()
    has: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """What an engine keeps of a document: texts as terms joined by blanks, entity terms, a date in seconds since 1970.

    Fields without anything in them are left out.
    """

    key: str
    texts: tuple[tuple[str, str], ...]
    names: tuple[tuple[str, tuple[str, ...]], ...]
    date: int


@dataclass(frozen=True, slots=True)
class Term:
    """A word in a field of FIELDS; in a text field it is cut into words as the documents are."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that follow each other in one text field."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Prefix:
    """Every word of a text field that begins so."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Range:
    """Values between two bounds, both inclusive, None is open: the date of a mail is in seconds since 1970."""

    field: str
    low: float | str | None
    high: float | str | None


@dataclass(frozen=True, slots=True)
class And:
    """All of these."""

    nodes: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of these; without any it fits nothing."""

    nodes: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Everything but this."""

    node: "Node"


@dataclass(frozen=True, slots=True)
class Prefer:
    """What fits `required`; what fits `preferred` as well comes first."""

    required: "Node"
    preferred: "Node"


Leaf = Term | Phrase | Prefix | Range
Node = Leaf | And | Or | Not | Prefer

# The fields of a query, and which fields of a Document each of them looks into.
TEXT_FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "": ("subject", "author", "unquoted", "quoted", "names"),
        "s": ("subject",),
        "f": ("author",),
        "t": ("to",),
        "c": ("cc",),
        "a": ("author", "to", "cc"),
        "tc": ("to", "cc"),
        "b": ("unquoted", "quoted"),
        "nq": ("unquoted",),
        "q": ("quoted",),
        "n": ("names",),
        "bs": ("subject", "unquoted", "quoted"),
        "m": ("identity",),
    }
)
ENTITY_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "mid": "key",
        "l": "lists",
        "suite": "suites",
        "test": "tests",
        "kernel": "kernels",
        "hw": "hardware",
        "has": "has",
    }
)
DATE_FIELD = "d"


@dataclass(frozen=True, slots=True)
class Hit:
    """A message that fits, by its key, and how well; scores compare within one answer only."""

    key: str
    score: float


@dataclass(frozen=True, slots=True)
class Hits:
    """One page of hits, how many there are in all, and a sentence for each bound that the search met.

    Where a bound was met, `total` counts what was seen until then.
    """

    hits: tuple[Hit, ...]
    total: int
    bounded: tuple[str, ...] = ()


class Engine(Protocol):
    """A full-text engine: adding and deleting are idempotent, and show after `commit`."""

    @property
    def sequence(self) -> int:
        """The number of the last change that was committed; 0 for an empty index."""

    @property
    def mark(self) -> int:
        """The archive's own mark of that change, 0 where none was kept: equal numbers of two pasts differ in it."""

    def add(self, document: Document | Held) -> None:
        """Put a document in, in place of the one with its key; whoever has its terms already gives these."""

    def delete(self, key: str) -> None:
        """Take a document out; nothing happens where there is none."""

    def commit(self, sequence: int, mark: int = 0) -> None:
        """Make everything since the last commit visible and lasting, and keep number and mark of the last change in
        it.
        """

    def clear(self) -> None:
        """Throw everything away, the sequence too."""

    def search(self, node: Node, *, limit: int, offset: int = 0, by_date: bool = False) -> Hits:
        """The messages that fit: best first, or newest first with undated ones at the end."""

    def count(self) -> int:
        """How many documents there are."""

    def close(self) -> None:
        """Give back files and locks; what was not committed is lost."""
