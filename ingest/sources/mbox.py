"""An mbox split on bytes, streaming: mboxo, mboxrd and the dialects of exports, with the damage that archives have."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
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
_LENGTH = re.compile(rb"^Content-Length:[ \t]{0,4}(\d{1,9})[ \t]{0,4}\r?$", re.IGNORECASE | re.MULTILINE)
_FORWARDED = re.compile(rb"^[ >]{0,3}-{2,40}[ ]?.{0,20}(?:forwarded|original|included).{0,80}$", re.IGNORECASE)
# After a mail, none or one line end parts it from the next.
_LINE_END = (0, 1, 2)
_MBOXRD = b"From mboxrd@z "
_CHUNK = 4 << 20
# A From_ line and the beginning of the line behind it are shorter than this.
_MARGIN = 2000
_MAX_HEAD = 100_000
_MAX_LINE = 1000
# So many pieces of one mail are joined or pointed out one by one; who pastes more mails into a text is not believed.
_MOST_HELD = 100


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stands between two From_ lines, with the first of them; `is_cut` where it was too long for a mail.

    `is_measured` where Content-Length says how long the mail is: its lines were not escaped.
    """

    offset: int
    data: bytes
    is_cut: bool = False
    is_measured: bool = False

    @property
    def end(self) -> int:
        """Where the next one starts."""
        return self.offset + len(self.data)


def is_mbox(head: bytes) -> bool:
    """Whether bytes start with a From_ line and a header; blank lines may stand before."""
    from_line, _, rest = head.lstrip().partition(b"\n")
    return _is_from_line(from_line) and _starts_a_mail(rest)


def read_mbox(stream: BinaryIO, origin: Origin) -> Iterator[Found]:
    """The mails of an mbox in order; a piece without two of the telling fields is text of the one before.

    A complete mail that was pasted into another's text becomes a mail of its own, whose place says that it is embedded.
    """
    mail: list[_Piece] = []
    outer: _Piece | None = None
    for piece in _measured(_pieces(stream)):
        if mail and not _is_a_mail(piece):
            too_long = piece.end - mail[0].offset > MAX_MAIL
            mail[-1:] = [replace(mail[-1], is_cut=True)] if too_long else [mail[-1], piece]
            continue
        yield from _read(mail, origin, outer)
        outer = mail[-1] if mail and _is_pasted(mail[-1], piece) else None
        mail = [piece]
    yield from _read(mail, origin, outer)


def _measured(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """Join pieces again that Content-Length holds together: only if a From_ line, or the end, is where it says.

    It often is wrong; and what it holds together was not escaped (mboxcl2).
    """
    waiting: deque[_Piece] = deque()
    while (first := waiting.popleft() if waiting else next(pieces, None)) is not None:
        end, inside = _claimed_end(first), list[_Piece]()
        while end > first.end and len(inside) < _MOST_HELD:
            piece = waiting.popleft() if waiting else next(pieces, None)
            if piece is None or piece.offset >= end:
                waiting.extendleft([piece] if piece is not None else [])
                break
            inside.append(piece)
        if inside and inside[-1].end - end in _LINE_END:
            data = b"".join(piece.data for piece in (first, *inside))
            yield _Piece(first.offset, data, is_measured=True)
        else:
            yield first
            waiting.extendleft(reversed(inside))


def _claimed_end(piece: _Piece) -> int:
    """Where a piece's mail ends by its Content-Length; 0 where it does not say."""
    start, end = _head(piece)
    if b"content-length" not in piece.data[start:end].lower():
        return 0
    length = _LENGTH.search(piece.data, start, end)
    return piece.offset + end + int(length.group(1)) if length is not None else 0


def _head(piece: _Piece) -> tuple[int, int]:
    """Where the header of a piece starts, and where the body does."""
    start = piece.data.find(b"\n") + 1
    blank = b"\r\n\r\n" if piece.data.endswith(b"\r\n", 0, start) else b"\n\n"
    end = piece.data.find(blank, 0, _MAX_HEAD)
    return (start, end + len(blank)) if end >= 0 else (start, min(len(piece.data), _MAX_HEAD))


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
    head = piece.data[slice(*_head(piece))]
    # As nearly all are written, which is found in a hundredth of the time.
    return (b"\nFrom: " in head and b"\nDate: " in head) or len(_telling(piece)) > 1


def _telling(piece: _Piece) -> set[bytes]:
    return {match.lower() for match in _TELLING.findall(piece.data, *_head(piece))}


def _is_pasted(before: _Piece, piece: _Piece) -> bool:
    """Whether a mail was pasted into the one before: that one leads over to it, and an archive's id is not there."""
    line = before.data[-_MAX_LINE:].rstrip().rpartition(b"\n")[2]
    leads_over = line.endswith(b":") or _FORWARDED.search(line) is not None
    return leads_over and b"message-id" not in _telling(piece) and b"message-id" in _telling(before)


def _read(mail: list[_Piece], origin: Origin, outer: _Piece | None) -> Iterator[Found]:
    """The mail of a piece and of those after it that are no mails of their own."""
    if not mail:
        return
    place = f"offset {mail[0].offset}"
    source = Source("mbox", origin.location, place if outer is None else f"{place}, embedded in the mail before it")
    from_line, _, content = b"".join(piece.data for piece in mail).partition(b"\n")
    raw = _without_separator(content) if mail[0].is_measured else _unescaped(content)
    is_exact = from_line.startswith(_MBOXRD)
    date = None if is_exact else _DATE.search(from_line)
    quality = Quality.RAW_MAIL if is_exact or _was_received(raw) else Quality.MBOX_EXPORT
    from_date = date.group().decode("latin-1") if date else ""
    yield from read_mail(raw, source, quality, origin.many_mails_list, from_date, origin=origin)
    if any(piece.is_cut for piece in mail):
        yield Problem(source, f"the mail is cut at {MAX_MAIL} bytes")
    if outer is not None:
        yield Problem(source, "a complete mail that was pasted into the one before it is a mail of its own here")
    for piece in mail[1:_MOST_HELD]:
        inside = Source("mbox", origin.location, f"offset {piece.offset}")
        yield Problem(inside, "a From line without a mail's headers was read as text of the mail before it")


def _unescaped(raw: bytes) -> bytes:
    """The mail as it was sent: without the blank line before the next From_, and one mark less before "From "."""
    raw = _without_separator(raw)
    return _ESCAPED_FROM.sub(rb"\1", raw) if b">From " in raw else raw


def _without_separator(raw: bytes) -> bytes:
    for separator in (b"\r\n\r\n", b"\n\n"):
        if raw.endswith(separator):
            return raw[: -len(separator) // 2]
    return raw


def _was_received(raw: bytes) -> bool:
    return raw.startswith(b"Received:") or b"\nReceived:" in raw[:20_000].partition(b"\n\n")[0]
