"""A text of no known format, read as the body of one mail: what is pasted into `extract`."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from archive.dates import ChosenDate
from archive.model import Author, Quality, Source
from ingest.bodies import text_part
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.page_files import page_text

_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def is_text(head: bytes) -> bool:
    """Whether bytes are text at all: no control characters but blanks and escapes."""
    return bool(head.strip()) and _CONTROL.search(head) is None


def read_text(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """One message without author, subject and date."""
    text = page_text(stream)
    envelope = Envelope(None, "", Author(""), ChosenDate(None, None, None), (origin.many_mails_list,))
    yield assemble(envelope, (text_part(0, text),), Source("text", origin.location), Quality.COLLAPSED_TEXT)
