"""The fields of the Whoosh index: terms that come ready made, and their places in a form that is quick to write.

Whoosh's own fields make an object of each word and a pickle of its places: two thirds of the time of a bulk import.
"""

import struct
from collections.abc import Iterator
from typing import Any, Final

from whoosh import fields, formats

from index.engine import Held
from index.engine_fields import DATE_COLUMN, KEY_FIELD, UNDATED, name_fields, text_fields

PLACE_BYTES: Final = 4


def schema() -> Any:
    """The fields of our documents."""
    texts = {name: Text() for name in text_fields()}
    names = {name: _Names() for name in name_fields()}
    key = {KEY_FIELD: fields.ID(stored=True, unique=True)}
    date = {DATE_COLUMN: fields.NUMERIC(int, bits=64, sortable=True, default=UNDATED)}
    return fields.Schema(**texts, **names, **key, **date)


def columns(document: Held) -> dict[str, Any]:
    """What Whoosh's writer is given of a document; it takes an absent date for UNDATED, and no range finds it."""
    date = {} if document.date == UNDATED else {DATE_COLUMN: document.date}
    return {KEY_FIELD: document.key, **dict(document.texts), **dict(document.names), **date}


class Places(formats.Positions):  # type: ignore[misc]
    """Where a term stands in a text: its places as little-endian numbers of four bytes."""

    def decode_positions(self, stored: bytes) -> list[int]:
        """The places that were stored."""
        return list(struct.unpack(f"<{len(stored) // PLACE_BYTES}I", stored))

    def decode_frequency(self, stored: bytes) -> int:
        """How often the term stands there."""
        return len(stored) // PLACE_BYTES


class Text(fields.FieldType):  # type: ignore[misc]
    """Terms joined by blanks, with their places, for words and phrases."""

    def __init__(self) -> None:
        """A field of them."""
        super().__init__(Places(), None, scorable=True)


class _Names(fields.FieldType):  # type: ignore[misc]
    """Entity terms as they are."""

    def __init__(self) -> None:
        super().__init__(formats.Existence(), None)

    def index(self, value: tuple[str, ...], **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        for name in dict.fromkeys(value):
            yield name.encode(), 1, 1.0, b""
