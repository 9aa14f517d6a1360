"""A mail's MIME structure cut into leaves, without recursion and within bounds: nesting is the sender's choice."""

import re
from dataclasses import dataclass

from ingest.header_block import Headers, split
from ingest.media import Media, media

_MAX_LEAVES = 200
_MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part that holds content: what it says of itself, its bytes as sent, whether a plain text says the same."""

    media: Media
    body: bytes
    has_plain_sibling: bool


@dataclass(frozen=True, slots=True)
class Leaves:
    """The leaves of a mail in document order, and what of it was left out, in words."""

    leaves: tuple[Leaf, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Branch:
    headers: Headers
    body: bytes
    default: str
    depth: int
    has_plain_sibling: bool


def leaves(headers: Headers, body: bytes) -> Leaves:
    """Walk the parts; a multipart whose boundary never occurs is one text, a message/rfc822 is one leaf."""
    found: list[Leaf] = []
    left_out: list[str] = []
    waiting = [_Branch(headers, body, "text/plain", 0, has_plain_sibling=False)]
    while waiting:
        branch = waiting.pop()
        about = media(branch.headers, branch.default)
        pieces = _pieces(about, branch.body)
        room = _MAX_LEAVES - len(found) - len(waiting)
        if len(pieces) > room or branch.depth > _MAX_DEPTH:
            left_out.append(f"parts beyond {_MAX_LEAVES} or nested deeper than {_MAX_DEPTH} are left out")
            pieces = pieces[:room]
        if branch.depth > _MAX_DEPTH:
            continue
        if pieces:
            waiting.extend(reversed(_branches(about, pieces, branch)))
        else:
            found.append(Leaf(_as_text(about), branch.body, branch.has_plain_sibling))
    return Leaves(tuple(found), tuple(dict.fromkeys(left_out)))


def _pieces(about: Media, body: bytes) -> list[bytes]:
    """The bytes between boundary lines; none where this is no multipart or has no boundary line."""
    if not about.content_type.startswith("multipart/") or about.boundary is None:
        return []
    line = re.compile(rb"^--" + re.escape(about.boundary) + rb"(--)?[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
    pieces: list[bytes] = []
    start: int | None = None
    for match in line.finditer(body):
        if start is not None:
            # The line end before a boundary belongs to the boundary (RFC 2046, 5.1.1).
            pieces.append(body[start : match.start()].removesuffix(b"\n").removesuffix(b"\r"))
        start = match.end()
        if match.group(1) or len(pieces) > _MAX_LEAVES:
            return pieces
    return pieces if start is None else [*pieces, body[start:]]


def _branches(about: Media, pieces: list[bytes], parent: _Branch) -> list[_Branch]:
    default = "message/rfc822" if about.content_type == "multipart/digest" else "text/plain"
    read = [(headers, piece[offset:]) for piece in pieces for headers, offset in (split(piece),)]
    is_alternative = about.content_type == "multipart/alternative"
    covered = is_alternative and any(_is_plain_text(headers, body, default) for headers, body in read)
    return [
        _Branch(
            headers,
            body,
            default,
            parent.depth + 1,
            parent.has_plain_sibling or (covered and not _is_plain_text(headers, body, default)),
        )
        for headers, body in read
    ]


def _is_plain_text(headers: Headers, body: bytes, default: str) -> bool:
    return media(headers, default).content_type == "text/plain" and bool(body.strip())


def _as_text(about: Media) -> Media:
    if not about.content_type.startswith("multipart/"):
        return about
    return Media("text/plain", about.charset, None, about.name, about.encoding, about.is_flowed)
