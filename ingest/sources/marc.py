"""A message page of marc.info: five fields with hidden addresses, then the body as it was posted (formats.md 3)."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from archive.dates import choose_date
from archive.model import Quality, Source
from ingest import headers
from ingest.bodies import clean_lines, text_part
from ingest.html_text import archived_lines, shown
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.page_files import markup

_FIELD = re.compile(r"^(List|Subject|From|Date|Message-ID): {0,12}(.{0,4000})$", re.MULTILINE)
_RAW = re.compile(r'\[<a href="\?l=[^"<>]{1,300}&q=raw">Download message RAW</a>\]</b>\n{0,2}')
_FOOT = re.compile(r'^<b>\[(?:<a href="[^"<>]{0,300}">|<font[^<>]{0,40}>)prev in list<', re.MULTILINE)
_OTHER_PAGES = ("<title>MARC: Mailing list ARChives", " - MARC</title>")
_MAX_HEAD = 20_000


def is_message_page(page: str) -> bool:
    """Whether a page shows a mail of marc.info."""
    return _RAW.search(page, 0, _MAX_HEAD) is not None and "Message-ID: <a href=" in page[:_MAX_HEAD]


def is_index_page(page: str) -> bool:
    """Whether a page is marc.info's and lists mails, threads or lists."""
    top = page[:_MAX_HEAD]
    return any(mark in top for mark in _OTHER_PAGES) and _RAW.search(top) is None


def read_page(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mail of a page; its date is in UTC, and it does not tell what it answers."""
    page = markup(stream)
    raw = _RAW.search(page, 0, _MAX_HEAD)
    if raw is None:
        return
    fields = {match.group(1): shown(match.group(2)) for match in _FIELD.finditer(page, 0, raw.start())}
    body = page[raw.end() :]
    foot = _FOOT.search(body)
    text = clean_lines(archived_lines(body[: foot.start()] if foot is not None else body)).strip("\n")
    named = headers.list_name(fields.get("List", "")) if origin.given_list is None else ""
    envelope = Envelope(
        message_id=headers.message_id_of(_open(fields.get("Message-ID", ""))),
        subject=fields.get("Subject", ""),
        author=headers.author(_open(fields.get("From", ""))),
        date=choose_date([("Date", fields.get("Date", ""))]),
        lists=(named or origin.one_mail_list,),
    )
    parts = (text_part(0, f"{text}\n" if text else ""),)
    yield assemble(envelope, parts, Source("marc.info", origin.location), Quality.PAGE)


def _open(hidden: str) -> str:
    """A field with its signs: " () " stands for "@", and " ! " for every dot, those of a name too."""
    return hidden.replace(" () ", "@").replace(" ! ", ".")
