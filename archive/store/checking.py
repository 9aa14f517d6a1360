"""Looking an archive over: whether its file is whole, and whether what its rows say of each other holds."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from archive.model import UserError
from archive.store.check_rules import MESSAGE_RULES, RESULT_RULES, THREAD_RULES, Rule
from archive.store.columns import unpack, unpack_text
from archive.store.database import Database

_RESTORE: Final = "restore a copy of archive.sqlite3, or import the mails again into a new folder"
# Damage is seldom alone: so much of what SQLite says of it is enough.
_MOST_REPORTS: Final = 3
_AT_ONCE: Final = 500
Progress = Callable[[int], None]
"""Told how many were looked at so far."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: its subject, what it has seen, and each fault with what to do about it."""

    subject: str
    seen: str
    faults: tuple[str, ...] = ()


class Checking:
    """The checks of an archive, each a Finding; none of them writes, and none raises because of damage."""

    def __init__(self, database: Database) -> None:
        """Read over that connection."""
        self._database = database

    def file(self) -> Finding:
        """Whether the file's pages, its indexes and its rows' references are whole."""
        return self._found("file", self._file)

    def messages(self) -> Finding:
        """Whether every message has its key, one chosen source, its lists, and a place in the count of changes."""
        return self._found("messages", self._messages)

    def threads(self) -> Finding:
        """Whether every message stands in exactly one thread; those that still wait for theirs are named."""
        return self._found("threads", self._threads)

    def texts(self, progress: Progress = lambda _done: None) -> Finding:
        """Whether every raw mail and every decoded text can be unpacked."""
        return self._found("texts", lambda: self._texts(progress))

    def text_count(self) -> int:
        """How many there are of those to unpack."""
        return sum(self._count(table) for _, table, _, _ in _PACKED)

    def results(self) -> Finding:
        """Whether measurements, changes and copies refer to tables and rows that are there, and are counted alike."""
        return self._found("results", self._results)

    def changed_after(self, sequence: int) -> int:
        """How many messages were saved, changed or deleted after change number `sequence`."""
        changed = """SELECT (SELECT count(*) FROM message WHERE sequence > ?1)
            + (SELECT count(*) FROM removed WHERE sequence > ?1)"""
        return int(self._database.value(changed, sequence))

    def _found(self, subject: str, look: Callable[[], Finding]) -> Finding:
        try:
            return look()
        except UserError as error:
            return Finding(subject, "", (str(error),))
        except (sqlite3.DatabaseError, ValueError) as error:
            # What a damaged page gives may be no text, or a schema of other tables.
            return Finding(subject, "", (f"{error}: {_RESTORE}",))

    def _file(self) -> Finding:
        said = [str(row[0]) for row in self._database.rows(f"PRAGMA integrity_check({_MOST_REPORTS})")]
        faults = [f"{_one_line(each)}: {_RESTORE}" for each in said if each != "ok"]
        dangling = self._database.rows("PRAGMA foreign_key_check")
        if dangling:
            table, _, parent, _ = dangling[0]
            which = f"such as {table} to {parent}"
            faults.append(f"{len(dangling):,} rows refer to rows that are gone, {which}: {_RESTORE}")
        size = self._database.value("PRAGMA page_count") * self._database.value("PRAGMA page_size")
        return Finding("file", f"{size / 1e6:,.1f} MB", tuple(faults))

    def _messages(self) -> Finding:
        seen = f"{self._count('message'):,}, of {self._count('mail_list'):,} lists"
        return Finding("messages", seen, self._broken(MESSAGE_RULES))

    def _threads(self) -> Finding:
        waiting = int(self._database.value("SELECT count(*) FROM message WHERE pending = 1"))
        seen = f"{self._count('thread'):,}"
        if waiting:
            seen += f"; {waiting:,} messages wait for theirs and for their results: the next import settles them"
        return Finding("threads", seen, self._broken(THREAD_RULES))

    def _texts(self, progress: Progress) -> Finding:
        done, faults = 0, list[str]()
        for noun, table, key, unpacked in _PACKED:
            bad = list[int]()
            for row in self._rows_of(table, key):
                done += 1
                if not _is_whole(row[1], unpacked):
                    bad.append(row[0])
                if done % _AT_ONCE == 0:
                    progress(done)
            if bad:
                which = f"such as that of {self._key(table, bad[0])}"
                faults.append(f"{len(bad):,} {noun} cannot be unpacked, {which}: {_RESTORE}")
        return Finding("texts", f"{done:,} raw mails and decoded parts", tuple(faults))

    def _results(self) -> Finding:
        counted = ", ".join(f"{self._count(table):,} {noun}" for noun, table in _COUNTED)
        return Finding("results", f"{counted}, copies included", self._broken(RESULT_RULES))

    def _broken(self, rules: tuple[Rule, ...]) -> tuple[str, ...]:
        found = ((rule, self._database.row(f"SELECT count(*), min(name) FROM ({rule.broken_by})")) for rule in rules)
        return tuple(f"{row[0]:,} {rule.fault}, such as {row[1]}: {_RESTORE}" for rule, row in found if row and row[0])

    def _rows_of(self, table: str, key: str) -> Iterator[tuple[int, object]]:
        last = -(2**62)
        page = f"SELECT {key}, packed FROM {table} WHERE {key} > ? ORDER BY {key} LIMIT {_AT_ONCE}"
        while rows := self._database.rows(page, last):
            yield from ((row[0], row[1]) for row in rows)
            last = rows[-1][0]

    def _key(self, table: str, number: int) -> str:
        message = "?1" if table == "raw_mail" else "(SELECT message FROM part WHERE id = ?1)"
        named = f"""SELECT mail_id.text FROM message JOIN mail_id ON mail_id.id = message.mail_id
            WHERE message.id = {message}"""
        return str(self._database.value(named, number))

    def _count(self, table: str) -> int:
        return int(self._database.value(f"SELECT count(*) FROM {table}"))


_PACKED: Final[tuple[tuple[str, str, str, Callable[[bytes], object]], ...]] = (
    ("raw mails", "raw_mail", "message", unpack),
    ("decoded texts", "part_text", "part", unpack_text),
)
_COUNTED: Final = (("tables", "result_table"), ("measurements", "measurement"), ("changes", "change"))


def _is_whole(packed: object, unpacked: Callable[[bytes], object]) -> bool:
    if not isinstance(packed, bytes):
        return False
    try:
        unpacked(packed)
    except UserError:
        return False
    return True


def _one_line(text: str) -> str:
    return " ".join(text.split())
