"""What an importer has to know of stored mails to tell whether one that it read is new."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from archive.model import Author, Quality
from archive.store.columns import date_of
from archive.store.database import Database
from archive.store.packing import digest


@dataclass(frozen=True, slots=True)
class KnownMail:
    """The head of a stored mail; `fingerprint` is a `digest`."""

    key: str
    key_is_made: bool
    subject: str
    author: Author
    date: datetime | None
    quality: Quality
    fingerprint: bytes


_MAIL: Final = """
SELECT own.text AS key, message.key_is_made, message.subject, author.name, author.address, message.posted,
    message.quality, message.fingerprint
FROM message JOIN mail_id AS own ON own.id = message.mail_id JOIN author ON author.id = message.author
"""


class KnownMails:
    """Stored and purged mails by key, and by fingerprint."""

    def __init__(self, database: Database) -> None:
        """Read over that connection."""
        self._database = database

    def get(self, key: str) -> KnownMail | None:
        """The mail that answers to a key or an alias."""
        row = self._database.row(
            f"{_MAIL} WHERE message.id = (SELECT asked.message FROM mail_id AS asked WHERE asked.text = ?)", key
        )
        return None if row is None else _mail(row)

    def with_fingerprint(self, fingerprint: str) -> tuple[KnownMail, ...]:
        """The mails with this fingerprint (archive.identity), oldest entry first."""
        rows = self._database.rows(f"{_MAIL} WHERE message.fingerprint = ? ORDER BY message.id", digest(fingerprint))
        return tuple(map(_mail, rows))

    def keys_among(self, keys: Sequence[str]) -> frozenset[str]:
        """Those of some keys that a mail answers to, or that were purged."""
        marks = ", ".join("?" * len(keys))
        rows = self._database.rows(
            f"""SELECT text FROM mail_id WHERE text IN ({marks}) AND message IS NOT NULL
            UNION ALL SELECT key FROM tombstone WHERE key IN ({marks})""",
            *(*keys, *keys),
        )
        return frozenset(row[0] for row in rows)

    def fingerprints_among(self, fingerprints: Sequence[str]) -> frozenset[str]:
        """Those of some fingerprints that a stored mail has."""
        printed = {digest(each): each for each in fingerprints}
        marks = ", ".join("?" * len(printed))
        rows = self._database.rows(f"SELECT fingerprint FROM message WHERE fingerprint IN ({marks})", *printed)
        return frozenset(printed[row[0]] for row in rows)


def _mail(row: sqlite3.Row) -> KnownMail:
    return KnownMail(
        key=row["key"],
        key_is_made=bool(row["key_is_made"]),
        subject=row["subject"],
        author=Author(row["name"], row["address"]),
        date=date_of(row["posted"]),
        quality=Quality(row["quality"]),
        fingerprint=row["fingerprint"],
    )
