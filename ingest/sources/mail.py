"""A mail as it was sent: header block, blank line, body; from a file of its own or from an mbox."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from archive.model import Message, Problem, Quality, Source
from ingest import headers
from ingest.bodies import Enclosed, read_body
from ingest.header_block import split
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.digest_text import undigested
from ingest.sources.scrubbed import unscrubbed

# The longest of 1.2 million list mails holds 3.7 MB.
MAX_MAIL = 64_000_000
_MAX_RECIPIENTS = 2000
_MAX_ENCLOSED = 500
_MAX_DEPTH = 10
_USUAL = frozenset(
    {
        "from",
        "date",
        "subject",
        "message-id",
        "to",
        "cc",
        "received",
        "return-path",
        "sender",
        "reply-to",
        "in-reply-to",
    }
    | {"references", "mime-version", "content-type", "x-mailing-list", "list-id", "delivered-to"}
)
_TELLING = frozenset({"from", "date", "subject", "message-id"})


def is_mail(head: bytes) -> bool:
    """Whether bytes start with a header block: at least two of a mail's usual fields, one of them telling."""
    first_line = head.partition(b"\n")[0]
    if b":" not in first_line and not first_line.startswith((b"From ", b">From ")):
        return False
    names = set(split(head)[0].fields)
    return len(names & _USUAL) > 1 and bool(names & _TELLING)


def read_mail_file(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The one mail of a file, up to 64 MB of it."""
    raw = stream.read(MAX_MAIL)
    yield from read_mail(raw, Source("mail", origin.location), Quality.RAW_MAIL, origin.one_mail_list)


def read_mail(
    raw: bytes,
    source: Source,
    quality: Quality,
    default_list: str,
    from_date: str = "",
    *,
    origin: Origin | None = None,
) -> Iterator[Found]:
    """The Message of a raw mail, then a Problem for each thing of it that could not be read; `from_date` is From_'s.

    The mails that it encloses (digests, forwards) follow as messages of their own, whose place is theirs in it.
    `origin` is where files lie that an archive took out of the mail.
    """
    waiting = deque([_Raw(raw, source, quality, default_list, from_date, 0)])
    read = 0
    while waiting:
        mail = waiting.popleft()
        read += 1
        message, losses, enclosed = _read(mail, origin)
        yield message
        if enclosed and (mail.depth >= _MAX_DEPTH or read + len(waiting) + len(enclosed) > _MAX_ENCLOSED):
            losses = [*losses, f"enclosed mails beyond {_MAX_ENCLOSED} or nested deeper than {_MAX_DEPTH} are left out"]
            enclosed = enclosed[: _MAX_ENCLOSED - read - len(waiting)] if mail.depth < _MAX_DEPTH else ()
        yield from (Problem(mail.source, loss, message.key) for loss in losses)
        waiting.extend(_inner(mail, message, one) for one in enclosed)


@dataclass(frozen=True, slots=True)
class _Raw:
    """A mail to read, how deep it is enclosed in another, and what is known of it besides."""

    raw: bytes
    source: Source
    quality: Quality
    default_list: str
    from_date: str
    depth: int


def _inner(outer: _Raw, message: Message, enclosed: Enclosed) -> _Raw:
    part = f"part {enclosed.part}"
    place = f"{outer.source.place}, {part}" if outer.source.place else part
    # Who encloses a mail often leaves headers out; the mail itself, wherever it is found, is the better copy.
    quality = min(outer.quality, Quality.MBOX_EXPORT)
    source = Source(outer.source.format, outer.source.location, place)
    return _Raw(enclosed.raw, source, quality, message.lists[0], "", outer.depth + 1)


def _read(mail: _Raw, origin: Origin | None) -> tuple[Message, list[str], tuple[Enclosed, ...]]:
    fields, offset = split(mail.raw)
    body = undigested(unscrubbed(read_body(fields, mail.raw[offset:]), origin))
    date = headers.date(fields, mail.from_date)
    envelope = Envelope(
        message_id=headers.message_id(fields),
        subject=fields.words("subject"),
        author=headers.author(fields.first("from")),
        date=date,
        lists=headers.list_names(fields) or (mail.default_list,),
        references=headers.ids(fields.all("references")),
        in_reply_to=headers.ids(fields.all("in-reply-to")),
        to=fields.words("to")[:_MAX_RECIPIENTS],
        cc=fields.words("cc")[:_MAX_RECIPIENTS],
    )
    losses = [*fields.losses, *body.losses]
    if sum(value.count("<") for value in fields.all("references")) > headers.MAX_IDS:
        losses.append(f"of References the middle beyond {headers.MAX_IDS} ids is left out")
    if date.date is None and date.text is not None:
        losses.append(f"no date can be read from {date.text[:100]!r}")
    return assemble(envelope, body.parts, mail.source, mail.quality, raw=mail.raw), losses, body.enclosed
