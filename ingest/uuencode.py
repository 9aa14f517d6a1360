"""Files that mailers before MIME put into the text of a mail: uuencode's lines between `begin` and `end`."""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

_BEGIN = re.compile(r"^begin [0-7]{3,4} ([^\n]{1,200})\n", re.MULTILINE)
_MOST_FILES = 50
# A line holds up to 45 bytes; 63 is the most that its first character can say.
_LONGEST_LINE = 100


@dataclass(frozen=True, slots=True)
class Encoded:
    """A file in a text: its name, its bytes, and whether the text holds all of it."""

    name: str
    data: bytes
    is_whole: bool


def files_in(text: str, limit: int) -> Iterator[Encoded]:
    """The uuencoded files of a text (line ends are newlines), each up to `limit` bytes."""
    position = 0
    for _ in range(_MOST_FILES):
        begin = _BEGIN.search(text, position)
        if begin is None:
            return
        data, position, is_whole = _decoded(text, begin.end(), limit)
        # Prose may begin so too ("begin 644 times ..."): a file has at least one line of it.
        if data or is_whole:
            yield Encoded(begin.group(1).strip(), data, is_whole)


def decode(body: bytes, limit: int) -> bytes | None:
    """The first file of a body whose Content-Transfer-Encoding is uuencode; None where there is none."""
    text = body.decode("latin-1").replace("\r\n", "\n")
    return next((found.data for found in files_in(text, limit)), None)


def _decoded(text: str, position: int, limit: int) -> tuple[bytes, int, bool]:
    """What stands from a position on, where it ends, and whether it ends as it should."""
    data = bytearray()
    while position < len(text) and len(data) <= limit:
        end = text.find("\n", position, position + _LONGEST_LINE)
        end = len(text) if end < 0 else end
        line = text[position : min(end, position + _LONGEST_LINE)].rstrip("\r")
        if line == "end":
            return bytes(data), end + 1, True
        row = _row(line)
        if row is None:
            break
        data += row
        position = end + 1
    return bytes(data[:limit]), position, False


def _row(line: str) -> bytes | None:
    """A line's bytes; blanks at its end may be lost, and some encoders add one character more."""
    if not line.strip(" `"):
        return b""
    length = (ord(line[0]) - 32) & 63
    expected = 1 + (length + 2) // 3 * 4
    try:
        return binascii.a2b_uu(line[:expected].encode("ascii", "replace"))
    except binascii.Error:
        return None
