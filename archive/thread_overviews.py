"""What an archive's page tells of the rest of its thread: a list of messages, most of which are not here."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from archive.identity import base_subject
from archive.model import EdgeKind, Ghost
from archive.thread_links import Edge, Link

_OVERVIEW_DOMAIN = "@overview.benchlore.invalid"


@dataclass(frozen=True, slots=True)
class Overview:
    """Edges that pages tell of, dates of the ghosts in them, and the pages on which a tree of ghosts stands apart."""

    edges: Mapping[str, Edge] = field(default_factory=dict)
    dates: Mapping[str, datetime] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)


def is_made(key: str) -> bool:
    """Whether a ghost's key was made from a line of an overview, which tells no id."""
    return key.endswith(_OVERVIEW_DOMAIN)


def overviews(links: Mapping[str, Link], named: Mapping[str, Edge]) -> Overview:
    """What the pages of all messages tell together; a parent that a message or a reply names is not overruled."""
    if not any(link.overview for link in links.values()):
        return Overview()
    by_minute = _by_minute(links)
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    dates: dict[str, datetime] = {}
    pages: dict[str, str] = {}
    for page in sorted(links):
        for key, parent, ghost in _items(links[page], by_minute):
            if ghost.date is not None:
                dates.setdefault(key, ghost.date)
            if parent is not None and parent != key:
                votes[key][parent] += 1
            elif parent is None and key not in links:
                pages.setdefault(key, page)
    edges = {
        key: Edge(min(counts, key=lambda parent: (-counts[parent], parent)), EdgeKind.OVERVIEW, inferred=True)
        for key, counts in votes.items()
        if key not in named
    }
    return Overview(edges, dates, pages)


def described(links: Mapping[str, Link]) -> dict[str, Ghost]:
    """What the pages of these messages tell of each ghost, by its key."""
    by_minute = _by_minute(links)
    found: dict[str, Ghost] = {}
    for page in sorted(links):
        for key, _, ghost in _items(links[page], by_minute):
            found.setdefault(key, ghost)
    return found


def _by_minute(links: Mapping[str, Link]) -> dict[tuple[datetime, str], str | None]:
    found: dict[tuple[datetime, str], str | None] = {}
    for key, link in links.items():
        if link.date is not None:
            place = (_minute(link.date), base_subject(link.subject))
            # Two of one minute and subject cannot be told apart by a line without an id.
            found[place] = None if place in found else key
    return found


def _items(page: Link, by_minute: Mapping[tuple[datetime, str], str | None]) -> Iterator[tuple[str, str | None, Ghost]]:
    above: list[tuple[int, str]] = []
    subject = page.subject
    for number, ghost in enumerate(page.overview):
        # A page leaves a subject out where it is that of the line before.
        subject = ghost.subject or subject
        key = ghost.key or _key(ghost, base_subject(subject), f"{page.key} {number}", by_minute)
        while above and above[-1][0] >= ghost.depth:
            above.pop()
        yield key, above[-1][1] if above else None, ghost
        above.append((ghost.depth, key))


def _key(ghost: Ghost, subject: str, place: str, by_minute: Mapping[tuple[datetime, str], str | None]) -> str:
    if ghost.date is not None:
        known = by_minute.get((_minute(ghost.date), subject))
        if known is not None:
            return known
        place = _minute(ghost.date).isoformat()
    content = "\0".join((place, subject, (ghost.author or "").lower()))
    return hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:32] + _OVERVIEW_DOMAIN


def _minute(date: datetime) -> datetime:
    return date.astimezone(UTC).replace(second=0, microsecond=0)
