"""A mail as it was sent: header block, blank line, body; from a file of its own or from an mbox."""

from collections.abc import Iterator
from typing import BinaryIO

from archive.model import Problem, Quality, Source
from ingest import headers
from ingest.bodies import read_body
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.scrubbed import unscrubbed

# The longest of 1.2 million list mails holds 3.7 MB.
MAX_MAIL = 64_000_000
_MAX_RECIPIENTS = 2000
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
    names = set(headers.split(head)[0].fields)
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

    `origin` is where files lie that an archive took out of the mail.
    """
    fields, offset = headers.split(raw)
    body = unscrubbed(read_body(fields, raw[offset:]), origin)
    date = headers.date(fields, from_date)
    envelope = Envelope(
        message_id=headers.message_id(fields),
        subject=fields.words("subject"),
        author=headers.author(fields.first("from")),
        date=date,
        lists=headers.list_names(fields) or (default_list,),
        references=headers.ids(fields.all("references")),
        in_reply_to=headers.ids(fields.all("in-reply-to")),
        to=fields.words("to")[:_MAX_RECIPIENTS],
        cc=fields.words("cc")[:_MAX_RECIPIENTS],
    )
    message = assemble(envelope, body.parts, source, quality, raw=raw)
    yield message
    for loss in body.losses:
        yield Problem(source, loss, message.key)
    if date.date is None and date.text is not None:
        yield Problem(source, f"no date can be read from {date.text[:100]!r}", message.key)
