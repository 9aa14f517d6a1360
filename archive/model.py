"""The nouns of mail: messages, their parts, people, places, threads; frozen, and as posted beside as read
(docs/nouns.md).
"""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum


class UserError(Exception):
    """A failure that a person can mend; the message is one line that says what to do."""


class Quality(IntEnum):
    """How much of the mail a copy has kept; the best copy wins."""

    COLLAPSED_TEXT = 1
    MASKED_PAGE = 2
    PAGE = 3
    MBOX_EXPORT = 4
    RAW_MAIL = 5


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a mail: part (0-based), line (1-based on the part's text), columns [start, end) in code points, a tab
    is one.
    """

    part: int
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote: the name as shown, and a key that is equal for one person's spellings (lower-case address, else
    lower-case name).
    """

    name: str
    address: str | None = None

    @property
    def key(self) -> str:
        """The lower-case address, or the lower-case name where no address is known."""
        return (self.address or self.name).lower()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a copy of a mail was read: the format's name, the file or URL, and the place inside it (an offset, a page,
    an object).
    """

    format: str
    location: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a mail: its 0-based number, media type, file name, and decoded text (None where it is not text)."""

    number: int
    content_type: str
    name: str | None
    text: str | None
    size: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """A mail. `key` is its Message-ID without brackets, or one made from its content where it has none or the id is
    another mail's (`key_is_made`).

    `date` is aware UTC or None; `date_basis` names the header that it came from. `references` and `in_reply_to` hold
    ids without
    brackets, as posted. `overview` is what an archive page tells of the rest of the thread. `raw` is the mail as bytes
    where the source has it.
    """

    key: str
    key_is_made: bool
    message_id: str | None
    subject: str
    author: Author
    date: datetime | None
    date_text: str | None
    date_basis: str | None
    lists: tuple[str, ...]
    references: tuple[str, ...]
    in_reply_to: tuple[str, ...]
    parts: tuple[Part, ...]
    source: Source
    quality: Quality
    raw: bytes | None = None
    to: str = ""
    cc: str = ""
    overview: tuple["Ghost", ...] = ()


@dataclass(frozen=True, slots=True)
class Ghost:
    """A message that is only known to exist: an id that others refer to, or a line of a page's thread overview."""

    key: str | None
    subject: str | None = None
    author: str | None = None
    date: datetime | None = None
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not be read, and why; every loss has one."""

    source: Source
    reason: str
    message_key: str | None = None


class EdgeKind(StrEnum):
    """Why a message hangs under another."""

    ROOT = "root"
    REFERENCES = "references"
    IN_REPLY_TO = "in-reply-to"
    MANGLED = "mangled in-reply-to"
    QUOTE = "quotes a member"
    SUBJECT = "same subject"
    OVERVIEW = "thread overview"


@dataclass(frozen=True, slots=True)
class ThreadNode:
    """A place in a thread: a message's key or a ghost's, its parent's key, the kind of the edge, and its depth below
    the root.
    """

    key: str
    parent: str | None
    edge: EdgeKind
    depth: int
    is_ghost: bool


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread in reading order: the strict tree with ghosts, then loose members; `id` is the smallest key of the
    strict root.
    """

    id: str
    nodes: tuple[ThreadNode, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the messages that are there, ghosts left out."""
        return tuple(node.key for node in self.nodes if not node.is_ghost)
