"""A message page of hypermail 1.x to 2b29 (and of 2.1 and later, which hide addresses): formats.md 1.2."""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from bs4 import BeautifulSoup
from bs4.element import Comment, NavigableString, Tag

from archive.dates import ChosenDate, choose_date
from archive.model import Author, Part, Problem, Quality, Source
from ingest.bodies import clean_lines, text_part
from ingest.headers import list_name
from ingest.html_text import lines_of_markup, parse
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.page_files import attached, markup
from ingest.words import decode_words

_START, _END = '<!-- body="start" -->', '<!-- body="end" -->'
_COMMENT = re.compile(r'\s{0,3}([a-z]{2,20})="(.*)"\s{0,3}', re.DOTALL)
_NUMERIC = re.compile(r"&#x?[0-9a-f]{1,6};", re.IGNORECASE)
_SHOWN_DATE = re.compile(r"\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} - \d{2}:\d{2}:\d{2} [A-Z]{2,5}\b")
_MAX_ATTACHMENTS = 100
_ATTACHMENT = re.compile(r"\s{0,3}([\w.+-]{1,80}/[\w.+-]{1,80}) attachment:")
# 2b29 numbers the files that it stores: "01-bench.sh".
_STORED = re.compile(r"\A\d\d-")
_INDEX_LINK = re.compile(r"href=\"?(?:author|date|subject|thread|index)\.html[#\"]")
_NOT_IN_LABELS = frozenset({"archive", "archives", "list", "mailing", "the"})
# 2.1 and later print these inside the body's marks.
_IN_BODY = ("address", "ul")


@dataclass(frozen=True, slots=True)
class _Page:
    """A page's head comments and META fields, its title, and its body's markup."""

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
    """The mail of a page, with the attachments that lie beside it; then a Problem for each that does not."""
    source = Source("hypermail", origin.location)
    page = _take_apart(markup(stream))
    parts, problems = _parts(page.body, origin)
    email = page.comments.get("email", "")
    is_masked = bool(email) and "@" not in email
    label = _label(page) if origin.given_list is None else None
    envelope = Envelope(
        message_id=_id(page.comments.get("id", "")),
        subject=_subject(page),
        author=_author(page, email),
        date=_date(page),
        lists=(label or origin.one_mail_list,),
        in_reply_to=tuple(one for one in [_id(page.comments.get("inreplyto", ""))] if one),
    )
    message = assemble(envelope, parts, source, Quality.MASKED_PAGE if is_masked else Quality.PAGE)
    yield message
    for reason in problems:
        yield Problem(source, reason, message.key)


def _take_apart(page: str) -> _Page:
    head, _, rest = page.partition(_START)
    body, end, _ = rest.rpartition(_END)
    soup = parse(head)
    found = (_COMMENT.fullmatch(comment) for comment in soup.find_all(string=lambda text: isinstance(text, Comment)))
    return _Page(
        comments={match.group(1): _plain(match.group(2)) for match in found if match is not None},
        meta={str(tag.get("name", "")).lower(): str(tag.get("content", "")) for tag in soup.find_all("meta")},
        title=soup.title.get_text() if soup.title is not None else "",
        shown_date=match.group() if (match := _SHOWN_DATE.search(soup.get_text())) else "",
        body=body if end else rest,
    )


def _plain(escaped: str) -> str:
    """A comment's value: HTML-escaped once, and by some versions twice."""
    once = html.unescape(escaped)
    return (html.unescape(once) if _NUMERIC.search(once) else once).strip()


def _subject(page: _Page) -> str:
    # The TITLE is cut at forty characters, so it comes last.
    shown = decode_words(page.meta.get("subject") or page.comments.get("subject") or page.title.rpartition(": ")[2])
    return "" if shown == "(no subject)" else shown


def _author(page: _Page, email: str) -> Author:
    """Who wrote; `_at_` is undone, `[hidden]` is no address."""
    name = decode_words(page.comments.get("name", ""))
    shown = email.replace("_at_", "@") if email.count("_at_") == 1 else email
    address = shown if "@" in shown and not re.search(r"[\s\[\]]", shown) else None
    return Author(name or address or "", address)


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


def _label(page: _Page) -> str | None:
    """The list that a title names before the subject: "Linux-Kernel Archive: Re: ..." is of linux-kernel."""
    label, mark, _ = page.title.partition(": ")
    words = [word for word in label.lower().split() if word not in _NOT_IN_LABELS]
    return list_name("-".join(words)) if mark and words and not _subject(page).startswith(f"{label}: ") else None


def _parts(body: str, origin: Origin) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """The body's text, then the attachments, whose list stands at the body's end."""
    soup = parse(body.replace(_START, ""))
    links = list(_attachment_links(soup))
    for tag in soup.find_all(_IN_BODY, class_="headers") + soup.find_all(id="received"):
        tag.extract()
    text = lines_of_markup([soup]).strip("\n")
    parts, problems = [text_part(0, clean_lines(f"{text}\n" if text else ""))], []
    for number, (content_type, href, name) in enumerate(links, start=1):
        part, problem = attached(number, content_type, name, href, origin)
        parts.append(part)
        problems.extend([problem] if problem else [])
    return tuple(parts), tuple(problems)


def _attachment_links(soup: BeautifulSoup) -> Iterator[tuple[str, str, str]]:
    """Type, address and file name of each attachment listed; the lists and their rulers are taken out of the tree."""
    for listed in soup.find_all("ul", limit=_MAX_ATTACHMENTS):
        item = listed.find("li")
        link = item.find("a") if isinstance(item, Tag) else None
        kind = _ATTACHMENT.match(str(item.contents[0])) if isinstance(item, Tag) and item.contents else None
        name = _stored_name(listed)
        if isinstance(link, Tag) and kind is not None and name is not None:
            yield kind.group(1), str(link.get("href", "")), name
            ruler = listed.find_previous_sibling("hr")
            if ruler is not None:
                ruler.extract()
            listed.extract()


def _stored_name(listed: Tag) -> str | None:
    """The name in the comment that stands behind an attachment's list."""
    behind = listed.next_sibling
    if isinstance(behind, NavigableString) and not behind.strip():
        behind = behind.next_sibling
    match = _COMMENT.fullmatch(behind) if isinstance(behind, Comment) else None
    return (
        _STORED.sub("", html.unescape(match.group(2))) if match is not None and match.group(1) == "attachment" else None
    )
