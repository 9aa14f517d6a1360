"""What a message says of its place in a thread, and ids that a mail program mangled on the way."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from archive.model import EdgeKind, Ghost

TextOf = Callable[[str], str]
"""The decoded text of a message by its key."""

# Some programs put a mark in front of the id that they answer, such as "r1_"; an id is longer than any of them.
_LONGEST_MARK = 24
MARK_ENDS = frozenset("_.-=+$!*:")
"""What such a mark ends in."""
_SHORTEST_LOCAL_PART = 6


@dataclass(frozen=True, slots=True)
class Link:
    """What threads are made from: a message's key, date, subject, the ids it refers to, and its page's overview."""

    key: str
    date: datetime | None
    subject: str
    references: tuple[str, ...]
    in_reply_to: tuple[str, ...]
    overview: tuple[Ghost, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """Under whom a message hangs and why; `inferred` where others say so and not the message itself."""

    parent: str
    kind: EdgeKind
    inferred: bool = False


Edges = Mapping[str, Edge]


class Ids:
    """The ids that messages have or refer to, with mangled ones undone."""

    def __init__(self, links: Mapping[str, Link]) -> None:
        """Collect the ids of messages by key."""
        self._known = links
        self._all = {id_ for link in links.values() for id_ in (*link.references, *link.in_reply_to)} | links.keys()
        self._mangled = {id_: rest for id_ in self._all - links.keys() if (rest := self._ending(id_)) is not None}

    def is_known(self, id_: str) -> bool:
        """Whether the message of that id is there."""
        return id_ in self._known

    def meant(self, id_: str) -> str:
        """The id that this one was before a program put a mark in front of it; itself where none did."""
        while (shorter := self._mangled.get(id_)) is not None:
            id_ = shorter
        return id_

    def _ending(self, id_: str) -> str | None:
        for place, character in enumerate(id_[:_LONGEST_MARK]):
            rest = id_[place + 1 :]
            if character in MARK_ENDS and rest.find("@") >= _SHORTEST_LOCAL_PART and rest in self._all:
                return rest
        return None


def parent_named(link: Link, ids: Ids) -> Edge | None:
    """The parent that a message names: the last of References, else of In-Reply-To, there best one that is here."""
    references = _others(link, link.references, ids)
    if references:
        return _edge(references[-1], EdgeKind.REFERENCES, ids)
    answered = _others(link, link.in_reply_to, ids)
    present = [id_ for id_ in answered if ids.is_known(ids.meant(id_))]
    for candidates in (present, answered):
        if candidates:
            return _edge(candidates[-1], EdgeKind.IN_REPLY_TO, ids)
    return None


def chain(link: Link, ids: Ids) -> Iterable[tuple[str, str]]:
    """Each id of References with the one before it, which is its parent as far as this message knows."""
    references = [ids.meant(id_) for id_ in _others(link, link.references, ids)]
    return [(after, before) for before, after in pairwise(references) if before != after]


def _others(link: Link, named: Iterable[str], ids: Ids) -> list[str]:
    return [id_ for id_ in named if id_ and ids.meant(id_) != link.key]


def _edge(id_: str, kind: EdgeKind, ids: Ids) -> Edge:
    meant = ids.meant(id_)
    return Edge(meant, kind if meant == id_ else EdgeKind.MANGLED)
