"""A message page of public-inbox in HTML: one mail, or several under one Message-ID, and the thread overview."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from archive.model import Quality, Source
from ingest.headers import list_name
from ingest.html_text import archived_lines, shown
from ingest.sources.assemble import Found, Origin
from ingest.sources.page_files import markup
from ingest.sources.public_inbox_markup import Block, blocks, rows
from ingest.sources.public_inbox_text import message_of, shown_mail

_MESSAGE = re.compile(r"""<pre\s{1,5}id=["']?b["']?\s{0,5}>""", re.IGNORECASE)
_IS_MESSAGE = re.compile(r"""\bid=["']?b\b""")
_INBOX = re.compile(r"public inbox for ([^\s<>]{1,200}@[^\s<>]{1,200})")
_OVERVIEW = "Thread overview:"
_MAX_HEAD = 4000


def is_page(page: str) -> bool:
    """Whether a page shows a message of a public-inbox."""
    return _MESSAGE.search(page) is not None


def is_other_page(page: str) -> bool:
    """Whether a page is public-inbox's but shows no message: a list of threads, a search."""
    return "_/text/mirror/" in page or "mirroring instructions</a>" in page


def read_page(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mails of a page: more than one where several have its Message-ID."""
    page = markup(stream)
    found = list(blocks(page))
    overview = next((block for block in found if _OVERVIEW in block.markup), None)
    lines = list(rows(overview.markup)) if overview is not None else []
    source = Source("public-inbox page", origin.location)
    for block in found:
        if _IS_MESSAGE.search(block.attributes) is not None or _shows_a_mail(block):
            mail = shown_mail(archived_lines(block.markup).split("\n"))
            quality = Quality.MASKED_PAGE if mail.is_masked else Quality.PAGE
            yield message_of(mail, lines, source, quality, inbox_list(page, origin))


def inbox_list(page: str, origin: Origin) -> str:
    """The list of a page: the given one, else that of the inbox's address on the page's top, else the folder's."""
    inbox = _INBOX.search(shown(page[:_MAX_HEAD])) if origin.given_list is None else None
    return (list_name(inbox.group(1)) if inbox is not None else "") or origin.one_mail_list


def _shows_a_mail(block: Block) -> bool:
    fields = block.markup[:20_000].partition("\n\n")[0]
    return fields.startswith("From: ") and "\nMessage-ID: " in fields
