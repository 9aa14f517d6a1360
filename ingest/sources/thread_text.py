"""A thread that was saved as text: a title, then for each mail its subject, its author in brackets, and its body."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from archive.dates import ChosenDate
from archive.identity import base_subject
from archive.model import Quality, Source
from ingest.headers import author
from ingest.sources.assemble import Envelope, Found, Origin, assemble
from ingest.sources.attachment_marks import marked_parts
from ingest.sources.page_files import page_text

_AUTHOR = re.compile(r"\[([^\[\]]{1,100})\]\s*")


def is_thread_text(head: str) -> bool:
    """Whether a text starts with a title and a mail: the subject again, a blank line and an author in brackets."""
    lines = head.split("\n")
    starts = _starts(lines)
    return bool(starts) and not any(line.strip() for line in lines[_first(lines) + 1 : starts[0]])


def read_text(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mails of a saved thread, in the order in which they stand; they have neither ids nor dates."""
    lines = page_text(stream).replace("\u00a0", " ").split("\n")
    starts = _starts(lines)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        name = _AUTHOR.fullmatch(lines[start + 2])
        envelope = Envelope(
            message_id=None,
            subject=lines[start].strip(),
            author=author(name.group(1) if name is not None else ""),
            date=ChosenDate(None, None, None),
            lists=(origin.many_mails_list,),
        )
        source = Source("thread text", origin.location, f"line {start + 1}")
        yield assemble(envelope, marked_parts(lines[start + 3 : end]), source, Quality.COLLAPSED_TEXT)


def _starts(lines: list[str]) -> list[int]:
    """Where mails start: bodies hold lines in brackets too, but not under the thread's subject and a blank line."""
    first = _first(lines)
    subject = base_subject(lines[first]) if first < len(lines) else ""
    return [
        number
        for number in range(first, len(lines) - 2)
        if _AUTHOR.fullmatch(lines[number + 2])
        and not lines[number + 1].strip()
        and lines[number].strip()
        and base_subject(lines[number]) == subject
    ]


def _first(lines: list[str]) -> int:
    return next((number for number, line in enumerate(lines) if line.strip()), len(lines))
