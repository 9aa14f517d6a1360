"""A message page of hypermail, 1.x to 3.0: what its comments tell, and the body between its marks (formats.md 1.2)."""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from archive.dates import ChosenDate, choose_date
from archive.model import Author, Quality, Source
from ingest.html_text import shown
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.hypermail_body import read_parts
from ingest.sources.page_files import markup
from ingest.sources.page_parts import with_enclosed
from ingest.sources.titles import list_of_title
from ingest.words import decode_words

_START, _END = '<!-- body="start" -->', '<!-- body="end" -->'
_COMMENT = re.compile(r'<!-- ([a-z]{2,20})="([^<>]{0,4000})" -->')
_META = re.compile(r'<meta name="([a-z]{1,40})" content="([^"<>]{0,4000})"', re.IGNORECASE)
_TITLE = re.compile(r"<title>([^<>]{0,4000})</title>", re.IGNORECASE)
_NUMERIC = re.compile(r"&#x?[0-9a-f]{1,6};", re.IGNORECASE)
_SHOWN_DATE = re.compile(r"\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} - \d{2}:\d{2}:\d{2} [A-Z]{2,5}\b")
_INDEX_LINK = re.compile(r"href=\"?(?:author|date|subject|thread|index)\.html[#\"]")
_MAX_HEAD = 200_000


@dataclass(frozen=True, slots=True)
class _Page:
    """A page's head comments and META fields, its title, the date that it shows, and its body's markup."""

    comments: Mapping[str, str]
    meta: Mapping[str, str]
    title: str
    shown_date: str
    body: str


def is_message_page(page: str) -> bool:
    """Whether a page has hypermail's body marks and the comments that tell of its mail."""
    return _START in page and ('<!-- subject="' in page or '<!-- id="' in page)


def is_index_page(page: str) -> bool:
    """Whether a page only lists the messages of an archive: by thread, date, subject, author or attachment."""
    lowered = page.lower()
    is_listing = "sorted by:" in lowered or "hypermail" in lowered
    return _START not in page and is_listing and _INDEX_LINK.search(lowered) is not None


def read_page(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mail of a page, with the attachments that lie beside it; then a Problem for each thing that is lost.

    Its parent is known where the page names an id ("In reply to"); a "Maybe in reply to" rests on the subject alone,
    which threads see for themselves, and no id is made of it.
    """
    source = Source("hypermail", origin.location)
    page = _take_apart(markup(stream))
    read = read_parts(page.body, origin)
    author = _author(page)
    subject = _subject(page)
    label = list_of_title(page.title, subject) if origin.given_list is None else None
    envelope = Envelope(
        message_id=_id(page.comments.get("id", "")),
        subject=subject,
        author=author,
        date=_date(page),
        lists=(label or origin.one_mail_list,),
        in_reply_to=tuple(one for one in [_id(page.comments.get("inreplyto", ""))] if one),
    )
    message = assemble(envelope, read.parts, source, Quality.MASKED_PAGE if _is_masked(page) else Quality.PAGE)
    yield from with_enclosed(message, read, lambda body: read_parts(body, origin))


def _take_apart(page: str) -> _Page:
    head, _, rest = page.partition(_START)
    body, end, _ = rest.rpartition(_END)
    head = head[:_MAX_HEAD]
    title, date = _TITLE.search(head), _SHOWN_DATE.search(head)
    return _Page(
        comments={match.group(1): _plain(match.group(2)) for match in _COMMENT.finditer(head)},
        meta={match.group(1).lower(): html.unescape(match.group(2)) for match in _META.finditer(head)},
        title=shown(title.group(1)) if title is not None else "",
        shown_date=date.group() if date is not None else "",
        body=body if end else rest,
    )


def _plain(escaped: str) -> str:
    """A comment's value: HTML-escaped once, and by some versions twice."""
    once = html.unescape(escaped)
    return (html.unescape(once) if _NUMERIC.search(once) else once).strip()


def _subject(page: _Page) -> str:
    # The TITLE is cut at forty characters, so it comes last.
    said = decode_words(page.meta.get("subject") or page.comments.get("subject") or page.title.rpartition(": ")[2])
    return "" if said == "(no subject)" else said


def _author(page: _Page) -> Author:
    """Who wrote; `_at_` is undone, `[hidden]` is no address."""
    email = page.comments.get("email", "")
    name = decode_words(page.comments.get("name", ""))
    open_ = email.replace("_at_", "@") if email.count("_at_") == 1 else email
    address = open_ if "@" in open_ and not re.search(r"[\s\[\]]", open_) else None
    # Who gave no name is shown by the address, hidden like it.
    return Author((address if name == email else name) or name or address or "", address)


def _is_masked(page: _Page) -> bool:
    """Whether the page hides addresses, and with them every "@" of the text: "PIII_at_800"."""
    email = page.comments.get("email", "")
    return bool(email) and "@" not in email


def _id(value: str) -> str | None:
    """An id has an "@" (or what stands for it) and no blank; a subject or a date in its place is none (trap 1).

    Nor is what hypermail made up for a mail without one.
    """
    if "@" not in value:
        before, mark, after = value.rpartition("_at_")
        value = f"{before}@{after}" if mark else ""
    is_made_up = value.endswith("@hypermail.dummy")
    return value if value and not is_made_up and len(value.split()) == 1 else None


def _date(page: _Page) -> ChosenDate:
    """isosent is UTC; what is shown was turned into the archive's zone, whose name is wrong in summer (trap 5)."""
    sent, received = page.comments.get("sent", ""), page.comments.get("received", "")
    chosen = choose_date(
        [
            ("isosent", page.comments.get("isosent", "")),
            ("sent", sent),
            ("shown date", page.shown_date),
            ("received", received),
        ]
    )
    return ChosenDate(chosen.date, sent or page.shown_date or received or None, chosen.basis)
