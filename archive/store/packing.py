"""A message made ready for the store: what costs time and needs no database, which another process can do."""

import hashlib
from dataclasses import dataclass, replace

from archive.identity import fingerprint
from archive.model import Message
from archive.store.columns import pack, pack_text


@dataclass(frozen=True, slots=True)
class PackedMessage:
    """A message as it is stored: its head (the message without texts and raw bytes), and these packed beside it.

    `texts` holds one for each part; `fingerprint` is archive.identity's. `tables` is what its
    reader found in it, if it looked, and is not stored.
    """

    head: Message
    fingerprint: str
    texts: tuple[bytes | None, ...]
    raw: bytes | None
    tables: bytes | None = None


def pack_message(message: Message, *, tables: bytes | None = None) -> PackedMessage:
    """The message packed."""
    texts = tuple(None if part.text is None else pack_text(part.text) for part in message.parts)
    parts = tuple(replace(part, text=None) for part in message.parts)
    raw = None if message.raw is None else pack(message.raw)
    return PackedMessage(replace(message, parts=parts, raw=None), fingerprint(message), texts, raw, tables)


def digest(text: str) -> bytes:
    """A fingerprint as it is stored: long enough for millions of mails, and a quarter of its printed length."""
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()[:16]
