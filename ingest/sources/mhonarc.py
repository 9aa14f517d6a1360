"""A message page of MHonArc 2.2 to 2.6, also where it is dressed as another archive's (lkml.iu.edu from 2003 on).

What it tells of its mail stands in comments before the page (formats.md 2); the address that it hides from readers is
among them, turned by thirteen letters.
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from archive.dates import ChosenDate, choose_date
from archive.model import Author, Quality, Source
from ingest import headers
from ingest.html_text import shown
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.mhonarc_body import listed_fields, read_parts
from ingest.sources.page_files import markup
from ingest.sources.page_parts import with_enclosed
from ingest.sources.titles import list_of_title
from ingest.words import decode_words

_VERSION = re.compile(r"\s{0,100}<!-- MHonArc v\d")
_COMMENT = re.compile(r"^<!--(X-[A-Za-z0-9-]{1,40}): {0,3}(.{0,4000}) ?-->", re.MULTILINE)
_BODY, _BODY_END = "<!--X-Body-of-Message-->", "<!--X-Body-of-Message-End-->"
_FIELDS, _FIELDS_END = "<!--X-Subject-Header-End-->", "<!--X-Head-Body-Sep-Begin-->"
_TITLE = re.compile(r"<title>([^<>]{0,4000})</title>", re.IGNORECASE)
_META = re.compile(r'<meta name="(author|subject)" content="([^"<>]{0,4000})"', re.IGNORECASE)
_SHOWN_DATE = re.compile(r"<strong>Date: </strong>\s{0,3}([^<>]{0,60})")
# Characters of an address are turned by thirteen places, "@" and "[" among the capitals.
_TURNED = str.maketrans(
    "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[abcdefghijklmnopqrstuvwxyz",
    "NOPQRSTUVWXYZ[@ABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm",
)
_NO_ID = "@no-id-found"
_NOBODY = "Unknown"
# The moment at which the page was made, which stands in place of a date that a mail has not got.
_OWN_CLOCK = re.compile(r"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}")
_HIDDEN = re.compile(r"@x{4,}\b|@DOMAIN\.HIDDEN", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Page:
    """A page's comments in their order, the fields of the mail that it shows, its markup and the body's."""

    comments: tuple[tuple[str, str], ...]
    fields: Mapping[str, str]
    head: str
    body: str

    def said(self, *names: str) -> str:
        """The value of the first comment of one of these names, "" where there is none."""
        return next((value for name, value in self.comments if name in names), "")

    @property
    def named(self) -> tuple[str, ...]:
        """The ids of the mails that this one refers to, oldest first."""
        # Each stood in brackets, so a blank in it is where the field was folded.
        ids = [
            _id("".join(value.split())) for name, value in self.comments if name in ("X-Reference", "X-Reference-Id")
        ]
        return tuple(one for one in ids if one is not None)


def is_message_page(page: str) -> bool:
    """Whether MHonArc made a page, and it is a mail's."""
    return _VERSION.match(page) is not None and "<!--X-Message-Id: " in page and _BODY in page


def is_index_page(page: str) -> bool:
    """Whether MHonArc made a page, and it only lists mails."""
    return _VERSION.match(page) is not None and "<!--X-Message-Id: " not in page


def read_page(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mail of a page, with the attachments that lie beside it; then a Problem for each thing that is lost."""
    source = Source("MHonArc", origin.location)
    page = _take_apart(markup(stream))
    content_type = page.said("X-Content-Type", "X-ContentType").lower()
    read = read_parts(page.body, content_type, origin)
    subject, named = _subject(page), page.named
    # Both fields end in the comments; which one it was is told where the page shows the fields.
    is_reply_only = "in-reply-to" in page.fields and "references" not in page.fields
    envelope = Envelope(
        message_id=_id(page.said("X-Message-Id")),
        subject=subject,
        author=_author(page),
        date=_date(page),
        lists=(_list(page, subject, origin),),
        references=() if is_reply_only else named,
        in_reply_to=named if is_reply_only else (),
        to=page.fields.get("to", ""),
        cc=page.fields.get("cc", ""),
    )
    is_hidden = _HIDDEN.search(page.head) is not None or _HIDDEN.search(page.body) is not None
    message = assemble(envelope, read.parts, source, Quality.MASKED_PAGE if is_hidden else Quality.PAGE)
    yield from with_enclosed(message, read, lambda body: read_parts(body, "", origin))


def _take_apart(page: str) -> _Page:
    head, _, rest = page.partition(_BODY)
    body, end, _ = rest.rpartition(_BODY_END)
    comments = tuple((match.group(1), html.unescape(match.group(2)).strip()) for match in _COMMENT.finditer(head))
    shown_fields = head.rpartition(_FIELDS)[2].partition(_FIELDS_END)[0]
    return _Page(comments, listed_fields(shown_fields), head, body if end else rest)


def _subject(page: _Page) -> str:
    return decode_words(page.said("X-Subject") or page.fields.get("subject", "")).strip()


def _author(page: _Page) -> Author:
    """Who wrote: by the comment, which is whole, else as the page shows it."""
    turned = page.said("X-From-R13").translate(_TURNED)
    meta = {match.group(1).lower(): html.unescape(match.group(2)) for match in _META.finditer(page.head)}
    value = turned or page.said("X-From") or page.fields.get("from", "") or meta.get("author", "")
    return Author("") if value == _NOBODY else headers.author(value)


def _id(value: str) -> str | None:
    """An id without brackets; none where MHonArc made one up, or where words stand in its place."""
    bare = value.strip().removeprefix("<").removesuffix(">")
    return bare if "@" in bare and len(bare.split()) == 1 and _NO_ID not in bare.lower() else None


def _date(page: _Page) -> ChosenDate:
    """The sender's date where the page shows it; X-Date may be the moment of arrival, with the better zone of two."""
    kept, said = page.said("X-Date"), _SHOWN_DATE.search(page.head)
    if _OWN_CLOCK.fullmatch(kept) is not None:
        kept = ""
    return choose_date(
        [
            ("Date", page.fields.get("date", "")),
            ("X-Date", kept),
            ("shown date", said.group(1) if said is not None else ""),
        ]
    )


def _list(page: _Page, subject: str, origin: Origin) -> str:
    title = _TITLE.search(page.head)
    named = list_of_title(shown(title.group(1)), subject) if title is not None and origin.given_list is None else None
    return named or origin.one_mail_list
