"""The thread overview of a public-inbox page: a line for each message of the thread, which become ghosts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from archive.dates import parse_date
from archive.identity import base_subject
from archive.model import Ghost

_ROW = re.compile(r"(\d{4}-\d\d-\d\d)\s{1,3}(\d{1,2}:\d\d)(\s{0,200})(?:(`)\s)?(.{0,400})")
_NOT_FOUND = re.compile(r"(\s{0,200})(?:(`)\s)?\s?\[not found\]\s<?([^\s<>]{1,300}@[^\s<>]{1,300})>?")
_MESSAGE_LINK = re.compile(r"\.\./([^/?#]{1,400})/")
_THIS = "[this message]"
# The width of "2002-11-25 10:45", which a line without a date is indented by.
_DATE_WIDTH = 16
# What a person may be called; anything else behind the date has a subject before the name.
_NAME = re.compile(r"[^\d:/()\[\]]{1,60}")
_MAX_NAME_WORDS = 4


@dataclass(frozen=True, slots=True)
class Row:
    """A line of an overview as shown, and its link: where it leads to and its text; both empty in a saved text."""

    text: str
    href: str = ""
    link: str = ""


def ghosts(rows: Sequence[Row], subject: str) -> tuple[Ghost, ...]:
    """What the rows tell of the other messages; a row without a subject has that of the row before it."""
    return tuple(_ghosts(rows, _without_reply(subject)))


def depth_of(row: Row) -> int | None:
    """How deep below its root a row shows a mail, also one that is not there; None where it shows none."""
    missing, match = _NOT_FOUND.match(row.text), _ROW.match(row.text)
    if missing is not None:
        return _depth(max(0, len(missing.group(1)) - _DATE_WIDTH), missing.group(2))
    return _depth(len(match.group(3)), match.group(4)) if match is not None else None


def _ghosts(rows: Sequence[Row], page_subject: str) -> Iterator[Ghost]:
    subject = page_subject
    for row in rows:
        missing = _NOT_FOUND.match(row.text)
        match = _ROW.match(row.text)
        if missing is not None:
            yield Ghost(key=missing.group(3), depth=depth_of(row) or 0)
        elif match is not None:
            rest = match.group(5).replace(_THIS, "").strip()
            shown, author = _subject_and_author(rest, row.link.replace(_THIS, "").strip(), subject)
            subject = shown or subject
            if _THIS not in row.text:
                key = _MESSAGE_LINK.fullmatch(row.href)
                yield Ghost(
                    key=unquote(key.group(1)) if key is not None else None,
                    subject=subject,
                    author=author or None,
                    date=parse_date(f"{match.group(1)} {match.group(2)}"),
                    depth=depth_of(row) or 0,
                )


def _depth(blanks: int, mark: str | None) -> int:
    """Two blanks a level; in a saved text, which has lost all but one, every reply comes out on the first level."""
    return 0 if mark is None else 1 + max(0, blanks - 1) // 2


def _subject_and_author(rest: str, link: str, subject: str) -> tuple[str, str]:
    """The subject where the row shows one, and the author: behind the link, or behind a subject that is known."""
    if link:
        behind = rest.removeprefix(link).strip()
        return (link, behind) if behind else ("", link)
    if rest.lower().startswith(subject.lower()):
        return subject, rest[len(subject) :].strip()
    if _NAME.fullmatch(rest) is not None and len(rest.split()) <= _MAX_NAME_WORDS:
        return "", rest
    return rest, ""


def _without_reply(subject: str) -> str:
    """The subject as the overview shows it: without the Re: that base_subject takes off."""
    words = " ".join(subject.split())
    return words[len(words) - len(base_subject(words)) :]
