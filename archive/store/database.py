"""One connection to the archive's database: statements, transactions, snapshots, and errors that people can act on."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Any, Final

from archive.model import UserError

# What may cross into SQL as a value.
Value = str | int | float | bytes | None

# Enough rows of each index to tell what narrows a search and what does not, in a fraction of a second.
_ANALYSED_ROWS: Final = 1000

_ADVICE: Final = {
    sqlite3.SQLITE_BUSY: "another import is running on this archive: try again when it has ended",
    sqlite3.SQLITE_LOCKED: "another import is running on this archive: try again when it has ended",
    sqlite3.SQLITE_FULL: "the disk is full: make room and run the command again; the archive is as it was before",
    sqlite3.SQLITE_READONLY: "the archive cannot be written: check the rights on its folder",
    sqlite3.SQLITE_CANTOPEN: "the archive cannot be opened: check the rights on its folder",
    sqlite3.SQLITE_IOERR: "the disk failed under the archive: check it, then run the command again",
    sqlite3.SQLITE_CORRUPT: "the archive is damaged (`benchlore check`): restore a copy or import into a new folder",
    sqlite3.SQLITE_NOTADB: "archive.sqlite3 there is no archive of Benchlore's: give another folder with --archive",
}


class Database:
    """Statements over one connection, which belongs to one thread; the numbers of changes are handed out here."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take over a connection in autocommit mode."""
        connection.row_factory = sqlite3.Row
        self._connection = connection
        self._opening_sequence = 0
        self._sequence = 0
        self._is_writing = False
        self._has_written = False

    def rows(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """All rows of a query."""
        return self._execute(sql, values).fetchall()

    def row(self, sql: str, *values: Value) -> sqlite3.Row | None:
        """The first row of a query, or None."""
        found: sqlite3.Row | None = self._execute(sql, values).fetchone()
        return found

    def value(self, sql: str, *values: Value) -> Any:
        """The first column of the first row, or None; Any, since the schema alone knows its type."""
        found = self.row(sql, *values)
        return None if found is None else found[0]

    def run(self, sql: str, *values: Value) -> int:
        """Run a statement and give the id of the row that it inserted."""
        return self._execute(sql, values).lastrowid or 0

    def run_many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        """Run a statement once for each row of values."""
        rest, taken = iter(rows), _Taken()
        try:
            try:
                self._connection.executemany(sql, taken.of(rest))
            except UnicodeEncodeError:
                # Those before this one are in.
                self._connection.executemany(sql, map(_bindable, chain((taken.last,), rest)))
        except sqlite3.DatabaseError as error:
            raise advised(error) from error

    def insert(self, table: str, columns: dict[str, Value]) -> int:
        """Insert one row and give its id."""
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        return self.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", *columns.values())

    def insert_many(self, table: str, rows: Sequence[dict[str, Value]]) -> None:
        """Insert rows that all have the same columns, in order."""
        if rows:
            names, marks = ", ".join(rows[0]), ", ".join("?" * len(rows[0]))
            self.run_many(f"INSERT INTO {table} ({names}) VALUES ({marks})", (tuple(row.values()) for row in rows))

    def next_sequence(self) -> int:
        """The number of the next change; only inside a transaction."""
        assert self._is_writing, "changes are numbered inside a transaction"
        self._sequence += 1
        return self._sequence

    def touch(self, messages: Iterable[int]) -> None:
        """Number these messages as changed. Once a transaction is enough: nobody else sees anything between."""
        fresh = "UPDATE message SET sequence = ? WHERE id = ? AND sequence <= ?"
        self.run_many(fresh, ((self.next_sequence(), message, self._opening_sequence) for message in messages))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; inside another one a part of that. UserError where another writer does not end in time."""
        if self._is_writing:
            yield
            return
        with self.upgrade():
            self._opening_sequence = self._sequence = int(self.value("SELECT sequence FROM change_counter"))
            self._is_writing = True
            try:
                yield
                self._count_changes()
                self._has_written = True
            finally:
                self._is_writing = False

    @contextmanager
    def upgrade(self) -> Iterator[None]:
        """The write lock alone, without numbering changes: for a schema that cannot number them yet."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            # SQLite has rolled back by itself after some errors (a full disk).
            if self._connection.in_transaction:
                self.run("ROLLBACK")
            raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Several queries that see one state of the archive, whatever a writer commits meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        self.run("BEGIN")
        try:
            yield
        finally:
            self.run("COMMIT")

    def erase_leftovers(self) -> None:
        """Empty the write-ahead log, which still holds what was deleted; not possible inside a transaction."""
        if not self._connection.in_transaction:
            self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the connection; a writer leaves behind what the planner should know of the sizes of things."""
        if self._has_written and not self._connection.in_transaction:
            # Another writer will do it if there is one; a disk that is full has said so already.
            with suppress(UserError):
                for statement in ("busy_timeout = 0", f"analysis_limit = {_ANALYSED_ROWS}"):
                    self.rows(f"PRAGMA {statement}")
                self.run("ANALYZE")
        self._connection.close()

    def _count_changes(self) -> None:
        if self._sequence > self._opening_sequence:
            self.run("UPDATE change_counter SET sequence = ?", self._sequence)
            self.run("INSERT INTO change_mark (sequence, mark) VALUES (?, random())", self._sequence)

    def _execute(self, sql: str, values: tuple[Value, ...]) -> sqlite3.Cursor:
        try:
            try:
                return self._connection.execute(sql, values)
            except UnicodeEncodeError:
                return self._connection.execute(sql, _bindable(values))
        except sqlite3.DatabaseError as error:
            raise advised(error) from error


class _Taken:
    """Remembers the last of the rows that were taken."""

    def __init__(self) -> None:
        self.last: tuple[Value, ...] = ()

    def of(self, rows: Iterable[tuple[Value, ...]]) -> Iterator[tuple[Value, ...]]:
        for self.last in rows:
            yield self.last


def advised(error: sqlite3.DatabaseError) -> Exception:
    """What to raise for a database error: a UserError where a person can mend it, else the error itself."""
    # Extended codes carry the plain one in their low byte.
    advice = _ADVICE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    return error if advice is None else UserError(advice)


def storable(text: str) -> str:
    """A text as it is stored: without lone surrogates (bytes of a mail that no charset explains), which have no UTF-8
    form.
    """
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _bindable(values: tuple[Value, ...]) -> tuple[Value, ...]:
    # Few rows need it; to ask each text of each row whether it does would take as long as to store them.
    return tuple(storable(value) if isinstance(value, str) else value for value in values)
