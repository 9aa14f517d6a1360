"""A message page of public-inbox in HTML: one mail, or several under one Message-ID, and the thread overview."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from bs4 import BeautifulSoup
from bs4.element import NavigableString, Tag

from archive.model import Quality, Source
from ingest.headers import list_name
from ingest.html_text import parse
from ingest.sources.assemble import Found, Origin
from ingest.sources.overview import Row
from ingest.sources.page_files import markup
from ingest.sources.public_inbox_text import message_of, shown_mail

_MESSAGE = re.compile(r"""<pre\s{1,5}id=["']?b["']?\s{0,5}>""", re.IGNORECASE)
_INBOX = re.compile(r"public inbox for ([^\s<>]{1,200}@[^\s<>]{1,200})")
_OVERVIEW = "Thread overview:"


def is_page(page: str) -> bool:
    """Whether a page shows a message of a public-inbox."""
    return _MESSAGE.search(page) is not None


def is_other_page(page: str) -> bool:
    """Whether a page is public-inbox's but shows no single message: a thread, a list of threads, a search."""
    return "_/text/mirror/" in page or "mirroring instructions</a>" in page


def read_page(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mails of a page: more than one where several have its Message-ID."""
    soup = parse(markup(stream))
    blocks = [block for block in soup.find_all("pre") if block.get("id") == "b" or _shows_a_mail(block)]
    rows = list(_rows(soup))
    inbox = _INBOX.search(soup.get_text()[:2000])
    shown = list_name(inbox.group(1)) if inbox is not None and origin.given_list is None else ""
    source = Source("public-inbox page", origin.location)
    for block in blocks:
        mail = shown_mail(block.get_text().split("\n"))
        quality = Quality.MASKED_PAGE if mail.is_masked else Quality.PAGE
        yield message_of(mail, rows, source, quality, shown or origin.one_mail_list)


def _shows_a_mail(block: Tag) -> bool:
    fields = block.get_text()[:20_000].partition("\n\n")[0]
    return fields.startswith("From: ") and "\nMessage-ID: " in fields


def _rows(soup: BeautifulSoup) -> Iterator[Row]:
    """The lines of the overview, each with its first link."""
    block = next((block for block in soup.find_all("pre") if _OVERVIEW in block.get_text()), None)
    text, href, link = "", "", ""
    for node in block.descendants if block is not None else ():
        if isinstance(node, Tag) and node.name == "a" and not href:
            href, link = str(node.get("href", "")), node.get_text()
        elif isinstance(node, NavigableString):
            first, *others = str(node).split("\n")
            text += first
            for line in others:
                yield Row(text, href, link)
                text, href, link = line, "", ""
    yield Row(text, href, link)
