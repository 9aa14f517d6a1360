"""Opening the database file, and bringing its schema up to date by the numbered files in migrations/."""

import importlib.resources
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from archive.model import UserError
from archive.store.database import Database, advised

FILE_NAME: Final = "archive.sqlite3"
APPLICATION_ID: Final = int.from_bytes(b"BLor")
WAIT_SECONDS: Final = 30.0
_TRIES: Final = 50
_BETWEEN_TRIES: Final = 0.05


def open_database(folder: Path, *, create: bool, read_only: bool, wait_seconds: float) -> Database:
    """The archive's database in `folder`; UserError where there is none, or it is not ours, or of a newer Benchlore."""
    path = folder / FILE_NAME
    if not path.is_file():
        _make_room(folder, create=create and not read_only)
    try:
        if read_only:
            _undo_what_was_killed(path, wait_seconds)
        connection = _connect(path, read_only=read_only, wait_seconds=wait_seconds)
    except sqlite3.DatabaseError as error:
        raise advised(error) from error
    database = Database(connection)
    try:
        _configure(database, read_only=read_only)
        _bring_up_to_date(database, folder, create=create, read_only=read_only)
    except BaseException:
        database.close()
        raise
    return database


def _make_room(folder: Path, *, create: bool) -> None:
    if not create:
        message = f"there is no archive in {folder}: run `benchlore import PATH`, or give its folder with --archive"
        raise UserError(message)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"the folder {folder} cannot be made: {error.strerror}"
        raise UserError(message) from error


def _undo_what_was_killed(path: Path, wait_seconds: float) -> None:
    """Roll back what a process had begun that was killed while it made the file: who only reads cannot do that."""
    if path.with_name(f"{path.name}-journal").exists() and os.access(path.parent, os.W_OK):
        with closing(sqlite3.connect(path, timeout=wait_seconds)) as connection:
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()


def _connect(path: Path, *, read_only: bool, wait_seconds: float) -> sqlite3.Connection:
    address = path.absolute().as_uri() + ("?mode=ro" if read_only else "")
    # SQLite cannot read in WAL mode where it may not write beside the file, unless it is told that nobody writes.
    if read_only and not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists():
        address += "&immutable=1"
    return sqlite3.connect(address, uri=True, timeout=wait_seconds, isolation_level=None)


def _configure(database: Database, *, read_only: bool) -> None:
    for pragma in ("foreign_keys = ON", "trusted_schema = OFF", "temp_store = MEMORY", "cache_size = -32000"):
        database.run(f"PRAGMA {pragma}")
    if not read_only:
        database.run("PRAGMA synchronous = NORMAL")


def _bring_up_to_date(database: Database, folder: Path, *, create: bool, read_only: bool) -> None:
    have, want = _version(database), len(_migration_files())
    if have == want and _is_ours(database):
        return
    if have > want and _is_ours(database):
        message = f"the archive in {folder} was made by a newer Benchlore: update Benchlore to open it"
        raise UserError(message)
    if not _is_ours(database) and (_has_tables(database) or not create):
        message = f"{FILE_NAME} in {folder} is no archive of Benchlore's: give another folder with --archive"
        raise UserError(message)
    if read_only:
        message = f"the archive in {folder} was made by an older Benchlore: import something to bring it up to date"
        raise UserError(message)
    _migrate(database)


def _migrate(database: Database) -> None:
    if _version(database) == 0:
        _write_ahead(database)
    with database.upgrade():
        # Asked again under the lock: another process may have done it meanwhile.
        done = _version(database)
        for number, file in enumerate(_migration_files()[done:], start=done + 1):
            for statement in _statements(file.read_text(encoding="utf-8")):
                database.run(statement)
            database.run(f"PRAGMA user_version = {number}")
        database.run(f"PRAGMA application_id = {APPLICATION_ID}")


def _write_ahead(database: Database) -> None:
    """Keep a log of what is written; not possible inside a transaction, and it stays with the file.

    SQLite does not wait here for another process that does the same.
    """
    for _ in range(_TRIES):
        try:
            database.run("PRAGMA journal_mode = WAL")
        except UserError:
            time.sleep(_BETWEEN_TRIES)
        else:
            return
    database.run("PRAGMA journal_mode = WAL")


def _migration_files() -> list[Traversable]:
    folder = importlib.resources.files("archive.store") / "migrations"
    return sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)


def _statements(script: str) -> Iterator[str]:
    # Not executescript: it commits first, and a schema half made would stay.
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""


def _version(database: Database) -> int:
    return int(database.value("PRAGMA user_version"))


def _is_ours(database: Database) -> bool:
    return bool(database.value("PRAGMA application_id") == APPLICATION_ID)


def _has_tables(database: Database) -> bool:
    return database.value("SELECT 1 FROM sqlite_schema LIMIT 1") is not None
