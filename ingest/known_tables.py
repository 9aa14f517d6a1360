"""What is known of the tables of mails before their threads are derived.

Whoever reads a mail looks for its tables while its text is at hand, and hands on what it found, so that no mail is
looked through twice.
"""

import pickle
from collections.abc import Iterable

from archive.model import Message
from archive.text import lines
from ingest.pickling import pickled
from ingest.post import Scan, ScannedPart

# Bytes of what is kept packed; the tables of mails beyond are looked for again, so that memory stays bounded.
_MOST_KEPT = 32_000_000
_NOTHING = b""


def packed_tables(scan: Scan) -> bytes:
    """What was found in a mail, as bytes without its text: none at all for a mail that tells of no results."""
    if not scan.tells_of_results:
        return _NOTHING
    return pickled([(part.number, len(part.lines), part.blocks, part.profiles) for part in scan.parts])


class KnownTables:
    """What was found in some mails, by their keys."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._found: dict[str, bytes] = {}
        self._size = 0

    def note(self, key: str, found: bytes | None) -> None:
        """Keep what `packed_tables` says of a mail, if it says anything and there is room."""
        self.forget(key)
        if found is not None and self._size + len(found) <= _MOST_KEPT:
            self._found[key] = found
            self._size += len(found)

    def forget(self, key: str) -> None:
        """Nothing is known of that mail any more."""
        self._size -= len(self._found.pop(key, _NOTHING))

    def is_plain(self, key: str) -> bool:
        """Whether that mail is known to tell of no results: it needs no thread to be derived."""
        return self._found.get(key) == _NOTHING

    def among(self, keys: Iterable[str]) -> "KnownTables":
        """What is known of these mails."""
        known = KnownTables()
        for key in keys:
            known.note(key, self._found.get(key))
        return known

    def scan(self, message: Message) -> Scan | None:
        """What looking through a mail would find; None where it is not known."""
        found = self._found.get(message.key)
        if found is None:
            return None
        return _unpacked(message, found) if found else Scan.plain(message)


def _unpacked(message: Message, found: bytes) -> Scan:
    texts = {part.number: part.text or "" for part in message.parts}
    parts = (
        ScannedPart(number, texts[number], lines(texts[number])[:count] if count else (), blocks, profiles)
        for number, count, blocks, profiles in pickle.loads(found)  # noqa: S301 - made by this program, in this run
    )
    return Scan(message, tuple(parts))
