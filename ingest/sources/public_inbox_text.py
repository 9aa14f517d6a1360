"""A message page of public-inbox as text: the fields that it shows, the body, and the thread overview."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from archive.dates import choose_date
from archive.model import Quality, Source
from ingest import headers
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.attachment_marks import marked_parts
from ingest.sources.overview import Row, ghosts
from ingest.sources.page_files import page_text

_SHOWN = frozenset({"from", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references"})
_FIELD = re.compile(r"([A-Za-z-]{2,20}):(?:[ \t](.*))?")
_RAW_LINK = re.compile(r"^Message-ID:.{1,300}\(raw\)\s*$", re.IGNORECASE | re.MULTILINE)
_OVERVIEW_LINK = re.compile(r"\s*\[thread overview\]\s*$")
_FURNITURE = re.compile(r".{0,100}\breply\s{1,9}other threads:\[")
_REPLY_HELP = "Reply instructions:"
# Some mirrors print dots of addresses as bullets.
_BULLET = "\u2022"


@dataclass(frozen=True, slots=True)
class ShownMail:
    """A mail as a page shows it: its fields by lower-case name, and the lines of its body."""

    fields: dict[str, str]
    body: list[str]

    @property
    def is_masked(self) -> bool:
        """Whether the page hides addresses."""
        return _BULLET in self.fields.get("from", "")


def is_page_text(head: str) -> bool:
    """Whether a text starts with a page's fields, among which the Message-ID has its (raw) link."""
    top = head[:20_000]
    first = _FIELD.match(top.lstrip())
    return first is not None and first.group(1).lower() in _SHOWN and _RAW_LINK.search(top) is not None


def read_text(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mail of a page that was saved as text; its thread overview becomes ghosts with dates in UTC."""
    lines = page_text(stream).replace("\u00a0", " ").split("\n")
    end = next((number for number, line in enumerate(lines) if _FURNITURE.match(line)), len(lines))
    help_starts = next((n for n, line in enumerate(lines) if n > end and line.startswith(_REPLY_HELP)), len(lines))
    rows = [Row(line) for line in lines[end:help_starts]]
    source = Source("public-inbox text", origin.location)
    yield message_of(shown_mail(lines[:end]), rows, source, Quality.COLLAPSED_TEXT, origin.many_mails_list)


def shown_mail(lines: list[str]) -> ShownMail:
    """Part the fields from the body: at the blank line, or where it is lost at the first line that is no new field."""
    fields: dict[str, str] = {}
    name, body_starts = "", len(lines)
    for number, line in enumerate(lines):
        match = _FIELD.fullmatch(line)
        shown = match.group(1).lower() if match is not None else ""
        if match is not None and shown in _SHOWN and (shown not in fields or shown == name == "message-id"):
            name = shown
            fields.setdefault(name, match.group(2) or "")
        elif name and line.strip() and (line[0] in " \t" or fields[name].endswith(",")):
            fields[name] = f"{fields[name]} {line.strip()}"
        elif fields or line.strip():
            body_starts = number
            break
    return ShownMail(fields, lines[body_starts:])


def message_of(mail: ShownMail, rows: Sequence[Row], source: Source, quality: Quality, default_list: str) -> Found:
    """The Message of a mail that a page shows, with the other rows of its thread overview as ghosts."""
    fields = {name: value.replace(_BULLET, ".") if name != "subject" else value for name, value in mail.fields.items()}
    date = _OVERVIEW_LINK.sub("", fields.get("date", ""))
    subject = fields.get("subject", "").strip()
    envelope = Envelope(
        message_id=next(iter(headers.ids((fields.get("message-id", ""),))), None),
        subject=subject,
        author=headers.author(fields.get("from", "")),
        date=choose_date([("Date", date)]),
        lists=(default_list,),
        references=headers.ids((fields.get("references", ""),)),
        in_reply_to=headers.ids((fields.get("in-reply-to", ""),)),
        to=fields.get("to", ""),
        cc=fields.get("cc", ""),
    )
    return assemble(envelope, marked_parts(mail.body), source, quality, overview=ghosts(rows, subject))
