"""An mbox split on bytes, streaming: mboxo, mboxrd and the dialects of exports, with the damage that archives have."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from archive.model import Problem, Quality, Source
from ingest.sources.assemble import Found, Origin
from ingest.sources.mail import MAX_MAIL, read_mail

_TIME = re.compile(rb"\d{1,2}:\d{2}")
_YEAR = re.compile(rb"(?<!\d)(?:19|20)\d\d(?!\d)")
_FIELD = re.compile(rb"[!-9;-~]{1,200}[ \t]{0,4}:|>?From ")
_TELLING = re.compile(rb"^(From|Date|Subject|Message-ID)[ \t]{0,4}:", re.IGNORECASE | re.MULTILINE)
_DATE = re.compile(rb"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b.*")
_ESCAPED_FROM = re.compile(rb"^>(>{0,99}From )", re.MULTILINE)
_MBOXRD = b"From mboxrd@z "
_CHUNK = 4 << 20
# A From_ line and the beginning of the line behind it are shorter than this.
_MARGIN = 2000


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stands between two From_ lines, with the first of them; `is_cut` where it was too long for a mail."""

    offset: int
    data: bytes
    is_cut: bool = False


def is_mbox(head: bytes) -> bool:
    """Whether bytes start with a From_ line and a header; blank lines may stand before."""
    from_line, _, rest = head.lstrip().partition(b"\n")
    return _is_from_line(from_line) and _starts_a_mail(rest)


def read_mbox(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mails of an mbox in order; a piece without two of the telling fields is text of the one before."""
    mail: list[_Piece] = []
    for piece in _pieces(stream):
        if mail and not _is_a_mail(piece):
            mail.append(piece)
            continue
        yield from _read(mail, origin)
        mail = [piece]
    yield from _read(mail, origin)


def _pieces(stream: BinaryIO) -> Iterator[_Piece]:
    """Cut before every dated From_ line that a header follows: of 89,280 true ones this misses none (formats.md 5)."""
    buffer, base, scanned = b"", 0, 0
    begin: int | None = None
    while chunk := stream.read(_CHUNK):
        buffer += chunk
        limit = len(buffer) - (_MARGIN if len(chunk) == _CHUNK else 0)
        for at in _starts(buffer, scanned, limit):
            if begin is not None:
                yield _Piece(base + begin, buffer[begin:at])
            begin = at
        if begin is not None and len(buffer) - begin > MAX_MAIL:
            yield _Piece(base + begin, buffer[begin : begin + MAX_MAIL], is_cut=True)
            begin = None
        scanned = max(limit, scanned)
        used = scanned if begin is None else begin
        buffer, base, scanned = buffer[used:], base + used, scanned - used
        begin = None if begin is None else 0
    if begin is not None:
        yield _Piece(base, buffer)


def _starts(buffer: bytes, scanned: int, limit: int) -> Iterator[int]:
    """Where From_ lines stand in the buffer from `scanned` to before `limit`."""
    at = 0 if scanned == 0 and buffer.startswith(b"From ") else buffer.find(b"\nFrom ", max(scanned - 1, 0)) + 1
    while (at or buffer.startswith(b"From ")) and scanned <= at < limit:
        end = buffer.find(b"\n", at) + 1 or len(buffer)
        if _is_from_line(buffer[at:end]) and _starts_a_mail(buffer[end : end + _MARGIN]):
            yield at
        at = buffer.find(b"\nFrom ", at) + 1 or limit


def _is_from_line(line: bytes) -> bool:
    return line.startswith(b"From ") and _TIME.search(line) is not None and _YEAR.search(line) is not None


def _starts_a_mail(rest: bytes) -> bool:
    return not rest or _FIELD.match(rest) is not None


def _is_a_mail(piece: _Piece) -> bool:
    fields = piece.data.partition(b"\n")[2].replace(b"\r\n", b"\n", 1000).partition(b"\n\n")[0]
    return len({match.lower() for match in _TELLING.findall(fields)}) > 1


def _read(mail: list[_Piece], origin: Origin) -> Iterator[Found]:
    """The mail of a piece and of those after it that are no mails of their own."""
    if not mail:
        return
    source = Source("mbox", origin.location, f"offset {mail[0].offset}")
    from_line, _, content = b"".join(piece.data for piece in mail).partition(b"\n")
    raw = _unescaped(content)
    is_exact = from_line.startswith(_MBOXRD)
    date = None if is_exact else _DATE.search(from_line)
    quality = Quality.RAW_MAIL if is_exact or _was_received(raw) else Quality.MBOX_EXPORT
    from_date = date.group().decode("latin-1") if date else ""
    yield from read_mail(raw, source, quality, origin.many_mails_list, from_date, origin=origin)
    if any(piece.is_cut for piece in mail):
        yield Problem(source, f"the mail is cut at {MAX_MAIL} bytes")
    for piece in mail[1:]:
        place = Source("mbox", origin.location, f"offset {piece.offset}")
        yield Problem(place, "a From line without a mail's headers was read as text of the mail before it")


def _unescaped(raw: bytes) -> bytes:
    """The mail as it was sent: without the blank line before the next From_, and one mark less before "From "."""
    for separator in (b"\r\n\r\n", b"\n\n"):
        if raw.endswith(separator):
            raw = raw[: -len(separator) // 2]
            break
    return _ESCAPED_FROM.sub(rb"\1", raw) if b">From " in raw else raw


def _was_received(raw: bytes) -> bool:
    return raw.startswith(b"Received:") or b"\nReceived:" in raw[:20_000].partition(b"\n\n")[0]
