"""When two copies are one mail: keys made from content, base subjects, and the fingerprint that ignores what archives
change.
"""

import hashlib
import re

from archive.model import Message
from archive.text import is_quoted

_REPLY = re.compile(r"^\s*(?:(?:re|aw|sv|antw(?:ort)?|fwd?|wg)(?:\[\d{1,3}\])?\s*:|\[fwd:)\s*", re.IGNORECASE)
_LIST_TAG = re.compile(r"^\[[A-Za-z0-9][\w.+-]{1,30}\]\s+(?=\S)")
# What archives and list servers add to a body, or print between its parts.
_FURNITURE = re.compile(
    r"^(?:-+|_+|\[-- .{0,200} --\]|To unsubscribe from this list: .*|the body of a message to majordomo@.*"
    r"|To unsubscribe, send a message with .*|the body to majordomo@.*|see: http://www\.linux-mm\.org/ \."
    r"|Don't email: <a href=.*"
    r"|More majordomo info at .*|Please read the FAQ at .*|Reply-?To: .*)$",
    re.IGNORECASE,
)
# Most quoted lines, and the lines that have to be looked at: those that may be furniture, or quoted with another mark.
_PLAINLY_QUOTED = re.compile(r"\n>[^\n]*")
_DOUBTFUL = re.compile(
    r"\n(?=[^\n]{0,7}>|[|:%]|[^\S\n]{0,300}(?:[-_](?:[-_\s]|\Z)|\[-- |[Tt](?:[Oo]|[Hh][Ee])\s|[Ss][Ee][Ee]:"
    r"|[Dd][Oo][Nn]'|[Mm][Oo][Rr][Ee]\s|[Pp][Ll][Ee][Aa]|[Rr][Ee][Pp][Ll]))[^\n]*"
)
_ASCII_BLANKS = bytes((*range(0x09, 0x0E), *range(0x1C, 0x21)))
_MAX_REPLY_MARKS = 10


def base_subject(subject: str) -> str:
    """The subject without "Re:" and its kind, in single blanks and lower case: equal for the mails of one
    discussion.
    """
    rest = " ".join(subject.split())
    for _ in range(_MAX_REPLY_MARKS):
        stripped = _REPLY.sub("", rest, count=1)
        if stripped == rest:
            break
        rest = stripped
    return rest.lower()


def is_reply(subject: str) -> bool:
    """Whether the subject starts as a reply's."""
    return _REPLY.match(subject) is not None


def fingerprint(message: Message) -> str:
    """Equal for copies of one mail in different archives: author's name and blank-free own words, without list footers
    (design: Message).
    """
    return text_fingerprint(message.author.name, "\n".join(part.text for part in message.parts if part.text))


def text_fingerprint(author: str, text: str) -> str:
    """The fingerprint of an author's name and a decoded text."""
    name = "".join(author.lower().replace('"', "").split())
    own = _DOUBTFUL.sub(_own_line, _PLAINLY_QUOTED.sub("", f"\n{text}"))
    content = name.encode("utf-8", "replace") + _without_blanks(own)
    return hashlib.sha256(content).hexdigest()


def _own_line(match: re.Match[str]) -> str:
    line = match.group()[1:]
    return "" if is_quoted(line) or _FURNITURE.match(" ".join(line.split())[:300]) is not None else line


def _without_blanks(text: str) -> bytes:
    # The same in a tenth of the time.
    if text.isascii():
        return text.encode("ascii").translate(None, _ASCII_BLANKS)
    return "".join(text.split()).encode("utf-8", "replace")


def made_key(author: str, subject: str, date_text: str | None, text: str) -> str:
    """A key for a mail without an id, made from what it says; it is the same each time the same text is read."""
    content = "\0".join((author.lower(), base_subject(subject), date_text or "", text_fingerprint(author, text)))
    return f"{hashlib.sha256(content.encode('utf-8', 'replace')).hexdigest()[:32]}@made.benchlore.invalid"
