"""RFC 2047: words of a header that stand for other characters, decoded as leniently as mailers wrote them."""

import binascii
import re

from ingest.charsets import decode

# Blanks inside a word are not allowed, but mailers left them; two words with only blanks between are one text.
_WORD = re.compile(r"=\?([^?\s]{1,80})\?([bBqQ])\?([^?]{0,4000})\?=")
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]+")


def decode_words(text: str) -> str:
    """Text with its RFC 2047 words decoded; neighbours' bytes are joined first: some mailers split characters."""
    if "=?" not in text:
        return text
    pieces: list[str] = []
    pending, charset, position = b"", "", 0
    for match in _WORD.finditer(text):
        between = text[position : match.start()]
        name = match.group(1).split("*", 1)[0].lower()
        if between.strip() or name != charset:
            pieces.append(decode(pending, charset))
            # Blanks between two words belong to the header's folding, blanks after plain text to the text.
            pieces.append(between if between.strip() or not charset else "")
            pending, charset = b"", name
        pending += _bytes_of(match.group(2), match.group(3))
        position = match.end()
    if not position:
        return text
    pieces.append(decode(pending, charset))
    return "".join(pieces) + text[position:]


def _bytes_of(encoding: str, text: str) -> bytes:
    if encoding in "qQ":
        return binascii.a2b_qp(text.encode("utf-8", "replace"), header=True)
    letters = _NOT_BASE64.sub("", text)
    if len(letters) % 4 == 1:
        # A lone last letter holds six bits of a byte that was lost.
        letters = letters[:-1]
    return binascii.a2b_base64(letters + "=" * (-len(letters) % 4))
