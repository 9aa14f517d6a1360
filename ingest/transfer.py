"""Content-Transfer-Encoding undone, with the damage that gateways and list servers do to it (formats.md 5.1)."""

import binascii
import re

from ingest.uuencode import decode

_BASE64_LINE = re.compile(rb"[A-Za-z0-9+/]{1,4000}={0,2}[ \t]*\r?\Z")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
# Quoted-printable without a header that says so: its own marks, and no "=" that it would have had to write as "=3D".
_QP_MARK = re.compile(rb"=20\r?$|=3D|=\r?$", re.MULTILINE)
_NOT_QP = re.compile(rb"=(?![0-9A-F]{2}|\r?$)", re.MULTILINE)
_MIN_QP_MARKS = 2
_UUENCODE = frozenset({"uuencode", "x-uuencode", "uue", "x-uue"})
# base64 can be looked through in full, but beyond this no text is read from it anyway.
_MAX_LINES = 1_000_000


def undo(body: bytes, encoding: str) -> bytes:
    """The bytes that the sender encoded; what follows base64 in clear (a list's footer) is kept behind it."""
    if encoding == "base64":
        return _base64(body)
    if encoding == "quoted-printable":
        return binascii.a2b_qp(body)
    if encoding in _UUENCODE:
        decoded = decode(body, len(body))
        return body if decoded is None else decoded
    return body


def is_quoted_printable_in_disguise(body: bytes) -> bool:
    """Whether a body that claims no encoding is quoted-printable all the same: two of its marks, nothing against."""
    if b"=" not in body:
        return False
    marks = _QP_MARK.findall(body, 0, 100_000)
    return len(set(marks)) >= _MIN_QP_MARKS and _NOT_QP.search(body) is None


def _base64(body: bytes) -> bytes:
    lines = body.split(b"\n", _MAX_LINES)
    end = next((n for n, line in enumerate(lines) if line.strip() and _BASE64_LINE.match(line) is None), len(lines))
    letters = _NOT_BASE64.sub(b"", b"".join(lines[:end]))
    if len(letters) % 4 == 1:
        letters = letters[:-1]
    decoded = binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    rest = b"\n".join(lines[end:])
    return decoded + rest if not rest.strip() or decoded.endswith(b"\n") else decoded + b"\n" + rest
