"""An Atom feed of public-inbox (t.atom, new.atom): whole mails with sender, second, id and parent."""

import re
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import urlsplit

from archive.dates import choose_date
from archive.model import Author, Quality, Source
from ingest.headers import list_name
from ingest.html_text import archived_lines, shown
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.attachment_marks import marked_parts
from ingest.sources.page_files import page_text
from ingest.sources.public_inbox_markup import blocks, id_of

_FEED = re.compile(r"<feed\s[^<>]{0,400}http://www\.w3\.org/2005/Atom", re.IGNORECASE)
_NAME = re.compile(r"<name>([^<>]{0,400})</name>")
_EMAIL = re.compile(r"<email>([^<>]{0,400})</email>")
_TITLE = re.compile(r"<title>([^<>]{0,4000})</title>")
_UPDATED = re.compile(r"<updated>([^<>]{0,60})</updated>")
_ADDRESS = re.compile(r'<link\s{1,3}href="([^"<>]{1,2000})"')
_PARENT = re.compile(r'<thr:in-reply-to\s[^<>]{0,300}?href="([^"<>]{1,2000})"')
_MAX_FIELDS = 20_000


def is_feed(page: str) -> bool:
    """Whether a text is an Atom feed that holds mails under their ids."""
    entry = page.partition("<entry>")[2][:_MAX_FIELDS]
    address = _ADDRESS.search(entry)
    return _FEED.search(page) is not None and address is not None and id_of(address.group(1)) is not None


def read_feed(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mails of a feed, in its order."""
    # No XML parser: what a feed may hold is known, and what else an XML file may do is not wanted.
    for entry in page_text(stream).split("<entry>")[1:]:
        fields, _, rest = entry.partition("<content")
        content = next(blocks(rest), None)
        address, parent = _ADDRESS.search(fields), _PARENT.search(fields)
        url = address.group(1) if address is not None else ""
        message_id, answered = id_of(url), id_of(parent.group(1)) if parent is not None else None
        if message_id is None:
            continue
        envelope = Envelope(
            message_id=message_id,
            subject=_said(_TITLE, fields),
            author=Author(_said(_NAME, fields) or _said(_EMAIL, fields), _said(_EMAIL, fields) or None),
            date=choose_date([("updated", _said(_UPDATED, fields))]),
            lists=(_list_of(url) or origin.one_mail_list if origin.given_list is None else origin.given_list,),
            in_reply_to=(answered,) if answered is not None else (),
        )
        lines = archived_lines(content.markup).split("\n") if content is not None else []
        source = Source("public-inbox feed", origin.location, message_id)
        yield assemble(envelope, marked_parts(lines), source, Quality.PAGE)


def _said(field: re.Pattern[str], entry: str) -> str:
    match = field.search(entry)
    return shown(match.group(1)) if match is not None else ""


def _list_of(url: str) -> str:
    """The list in a mail's address: the folder that its own is in."""
    folders = urlsplit(url).path.strip("/").split("/")
    return list_name(folders[-2]) if len(folders) > 1 else ""
