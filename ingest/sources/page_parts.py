"""What the readers of pages have in common: the parts of a mail, and the mails that are shown inside of it."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from archive.dates import choose_date
from archive.model import Message, Part, Problem, Source
from ingest import headers
from ingest.sources.assemble import Envelope, Found, assemble

_MAX_ENCLOSED = 500


@dataclass(frozen=True, slots=True)
class Shown:
    """A mail that a page shows inside another: the number of the part that it is, its fields by lower-case name, and
    its body's markup.
    """

    part: int
    fields: Mapping[str, str]
    markup: str


@dataclass(frozen=True, slots=True)
class PageParts:
    """The parts of a mail that a page shows, in words what of them is lost, and the mails shown inside."""

    parts: tuple[Part, ...]
    losses: tuple[str, ...]
    enclosed: tuple[Shown, ...] = ()


def with_enclosed(message: Message, read: PageParts, read_body: Callable[[str], PageParts]) -> Iterator[Found]:
    """A mail that a page shows, then the mails inside of it, each followed by what of it is lost."""
    waiting = deque([(message, read)])
    count = 1
    while waiting:
        outer, parts = waiting.popleft()
        yield outer
        yield from (Problem(outer.source, loss, outer.key) for loss in parts.losses)
        for shown in parts.enclosed:
            if count >= _MAX_ENCLOSED:
                yield Problem(outer.source, f"enclosed mails beyond {_MAX_ENCLOSED} are left out", outer.key)
                return
            inner = read_body(shown.markup)
            waiting.append((_inner(outer, shown, inner.parts), inner))
            count += 1


def _inner(outer: Message, shown: Shown, parts: tuple[Part, ...]) -> Message:
    """A mail shown inside another, as good a copy as that is; pages leave its id out."""
    fields = shown.fields
    envelope = Envelope(
        message_id=headers.message_id_of(fields.get("message-id", "")),
        subject=fields.get("subject", ""),
        author=headers.author(fields.get("from", "")),
        date=choose_date([("Date", fields.get("date", ""))]),
        lists=outer.lists,
        references=headers.ids((fields.get("references", ""),)),
        in_reply_to=headers.ids((fields.get("in-reply-to", ""),)),
    )
    place = f"{outer.source.place}, part {shown.part}" if outer.source.place else f"part {shown.part}"
    source = Source(outer.source.format, outer.source.location, place)
    return assemble(envelope, parts, source, outer.quality)
