"""The store of sources: where mails were imported from, and how far each place was read."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from archive.store.columns import date_of, ticks, to_json
from archive.store.database import Database


@dataclass(frozen=True, slots=True)
class KnownSource:
    """A file, folder or repository that was imported.

    `kind` names who reads it, `list_name` is the list that its importer gave, `state` what the reader of that kind saw
    last (a cursor in its own words), `seen` when an import of it came to its end.
    """

    location: str
    kind: str
    list_name: str | None = None
    state: str | None = None
    seen: datetime | None = None


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file of a source as it was when it was read: its path, its size in bytes, and its inode's change time in ns."""

    path: str
    size: int
    changed: int


class SourceStore:
    """Sources in the order in which they were first imported."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def remember(self, location: str, kind: str, list_name: str | None = None) -> KnownSource:
        """Note a source before it is imported; what is known of it already stays, but for the kind and the list."""
        with self._database.transaction():
            self._database.run(
                """INSERT INTO known_source (location, kind, list_name) VALUES (?, ?, ?)
                ON CONFLICT (location) DO UPDATE SET kind = excluded.kind, list_name = excluded.list_name""",
                *(location, kind, list_name),
            )
        source = self.get(location)
        assert source is not None
        return source

    def get(self, location: str) -> KnownSource | None:
        """The source at that place."""
        row = self._database.row("SELECT * FROM known_source WHERE location = ?", location)
        return None if row is None else _source(row)

    def all(self) -> tuple[KnownSource, ...]:
        """Every source."""
        return tuple(map(_source, self._database.rows("SELECT * FROM known_source ORDER BY id")))

    def read_until(self, location: str, state: str | None, at: datetime) -> None:
        """Note that a source was read up to a state; what was known of its files stays."""
        with self._database.transaction():
            number = self._number(location)
            self._database.run("UPDATE known_source SET state = ?, seen = ? WHERE id = ?", state, ticks(at), number)

    def read_files(self, location: str, files: Iterable[KnownFile], at: datetime) -> None:
        """Note that all files of a source were read as they are in `files`; others are forgotten, the state stays."""
        with self._database.transaction():
            number = self._number(location)
            self._database.run("UPDATE known_source SET seen = ? WHERE id = ?", ticks(at), number)
            self._database.run("DELETE FROM known_file WHERE source = ?", number)
            self._database.run_many(
                "INSERT OR REPLACE INTO known_file (source, path, size, changed) VALUES (?, ?, ?, ?)",
                ((number, file.path, file.size, file.changed) for file in files),
            )

    def files(self, location: str) -> tuple[KnownFile, ...]:
        """The files of a source as they were when they were read last, by path."""
        rows = self._database.rows(
            """SELECT path, size, changed FROM known_file
            WHERE source = (SELECT id FROM known_source WHERE location = ?) ORDER BY path""",
            location,
        )
        return tuple(KnownFile(*row) for row in rows)

    def count_copies(self, locations: Iterable[str]) -> int:
        """How many mails were read at these locations, copies of one mail each counted."""
        return int(
            self._database.value(
                """SELECT count(*) FROM message_source WHERE location IN
                (SELECT id FROM location WHERE text IN (SELECT value FROM json_each(?)))""",
                to_json(list(locations)),
            )
        )

    def forget(self, location: str) -> None:
        """Look at a source no more; its mails stay."""
        with self._database.transaction():
            self._database.run("DELETE FROM known_source WHERE location = ?", location)

    def _number(self, location: str) -> int:
        number = self._database.value("SELECT id FROM known_source WHERE location = ?", location)
        assert number is not None, "a source is remembered before it is said to be read"
        return int(number)


def _source(row: sqlite3.Row) -> KnownSource:
    return KnownSource(row["location"], row["kind"], row["list_name"], row["state"], date_of(row["seen"]))
