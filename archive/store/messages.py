"""The store of messages: saving, better copies, aliases, lists, what changed when, and purging."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archive.model import Message, Quality, Source, UserError
from archive.store.columns import unpack
from archive.store.database import Database
from archive.store.links import links
from archive.store.mail_ids import MailIds
from archive.store.mail_reading import read_messages
from archive.store.mails import Mails
from archive.store.packing import PackedMessage, digest, pack_message
from archive.store.purging import remove, tidy
from archive.store.searchable import Searchable, read_searchable
from archive.store.summaries import ListSummary, MessageSummary, list_summaries, recent_messages, summaries
from archive.store.withdrawing import forget_copy, messages_read_at, read_at
from archive.threads import Link


@dataclass(frozen=True, slots=True)
class ChangedMessage:
    """A message that was saved, changed or deleted as change number `sequence`."""

    sequence: int
    key: str
    deleted: bool


class MessageStore:
    """Messages by key or alias."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database
        self._ids = MailIds(database)
        self._mails = Mails(database, self._ids)

    def save(self, *messages: Message | PackedMessage) -> None:
        """Keep new messages.

        ValueError where a key is taken, UserError where it was purged: ask `resolve` and `is_purged` first.
        """
        packed = [_packed(message) for message in messages]
        with self._database.transaction():
            for each in packed:
                self._refuse_purged(each.head.key)
            taken = self._ids.messages(each.head.key for each in packed)
            if taken or len({each.head.key for each in packed}) < len(packed):
                error = f"{next(iter(taken), 'one of them')} is stored already"
                raise ValueError(error)
            self._mails.add(packed)

    def replace(self, old_key: str, message: Message | PackedMessage) -> None:
        """Put a better copy in a message's place: another key makes the old one an alias, and lists are united."""
        packed = _packed(message)
        key = packed.head.key
        with self._database.transaction():
            self._refuse_purged(key)
            number = self._number(old_key)
            self._absorb(self._ids.message(key), into=number)
            before = self._ids.texts([number])[number]
            self._mails.overwrite(number, packed)
            self._database.touch([number])
            self._database.run("DELETE FROM removed WHERE key = ?", key)
            if before != key:
                self._log_removal(before)

    def add_copy(self, key: str, source: Source, lists: tuple[str, ...] = ()) -> None:
        """Another copy of a stored message was seen: its source is remembered and its lists are united."""
        with self._database.transaction():
            number = self._number(key)
            self._mails.add_source(number, source)
            if self._mails.add_lists(number, lists):
                self._database.touch([number])

    def pending(self) -> tuple[str, ...]:
        """The keys of messages whose thread and results are still to be made, sorted: new and replaced ones.

        What an import that was interrupted has left is among them, and what stood in a thread with a purged message.
        """
        rows = self._database.rows(
            """SELECT mail_id.text FROM message JOIN mail_id ON mail_id.id = message.mail_id
            WHERE message.pending = 1 ORDER BY mail_id.text"""
        )
        return tuple(row[0] for row in rows)

    def unsettle(self) -> None:
        """Thread and results of every message are to be made anew."""
        with self._database.transaction():
            self._database.run("UPDATE message SET pending = 1")

    def settled(self, keys: Iterable[str]) -> None:
        """Thread and results of these messages are made."""
        with self._database.transaction():
            numbers = self._ids.messages(keys).values()
            settle = "UPDATE message SET pending = 0 WHERE id = ? AND pending = 1"
            self._database.run_many(settle, ((number,) for number in numbers))

    def purge(self, key: str) -> bool:
        """Remove a message with everything that was read out of it, for good; False where there is none.

        Its ids are refused from now on.
        """
        # What is deleted is overwritten with zeros from here on.
        self._database.run("PRAGMA secure_delete = ON")
        with self._database.transaction():
            number = self._ids.message(key)
            if number is None:
                return False
            names = [row[0] for row in self._database.rows("SELECT text FROM mail_id WHERE message = ?", number)]
            canonical = self._ids.texts([number])[number]
            remove(self._database, number)
            self._database.run_many("INSERT OR IGNORE INTO tombstone (key) VALUES (?)", ((name,) for name in names))
            self._database.run_many("DELETE FROM problem WHERE message_key = ?", ((name,) for name in names))
            tidy(self._database)
            self._log_removal(canonical)
        self._database.erase_leftovers()
        return True

    def withdraw(self, key: str, place: str, locations: Sequence[str]) -> int:
        """Forget the copies of a message, or of one kept beside it under its id, that were read at these places.

        A message without another copy is removed; gives how many were. It may come again.
        """
        removed = 0
        with self._database.transaction():
            for number in messages_read_at(self._database, key, place, locations):
                if forget_copy(self._database, number, place, locations):
                    names = [
                        row[0] for row in self._database.rows("SELECT text FROM mail_id WHERE message = ?", number)
                    ]
                    own = self._ids.texts([number])[number]
                    remove(self._database, number)
                    self._database.run_many("DELETE FROM problem WHERE message_key = ?", ((name,) for name in names))
                    self._log_removal(own)
                    removed += 1
        return removed

    def tidy(self) -> None:
        """Drop the names and other words of messages that are there no more; it looks at all there is."""
        with self._database.transaction():
            tidy(self._database)

    def read_at(self, location: str) -> tuple[tuple[str, str], ...]:
        """Key and place of every copy that was read at a location."""
        return tuple(read_at(self._database, location))

    def is_purged(self, key: str) -> bool:
        """Whether a message of that id was purged."""
        return self._database.value("SELECT 1 FROM tombstone WHERE key = ?", key) is not None

    def get(self, key: str) -> Message | None:
        """The message that answers to a key or an alias, with its parts and without its raw bytes."""
        with self._database.snapshot():
            number = self._ids.message(key)
            return None if number is None else self._mails.get(number)

    def several(self, keys: Iterable[str]) -> tuple[Message, ...]:
        """The messages that answer to these keys in that order, as `get` gives them, in a few queries for all of them.

        Unknown keys are left out.
        """
        with self._database.snapshot():
            return tuple(read_messages(self._database, tuple(self._ids.messages(keys).values())))

    def searchable(self, keys: Iterable[str]) -> tuple[Searchable, ...]:
        """What can be found of the messages that answer to these keys, in that order; unknown keys are left out."""
        with self._database.snapshot():
            return tuple(read_searchable(self._database, tuple(self._ids.messages(keys).values())))

    def raw(self, key: str) -> bytes | None:
        """The mail as it was received, where its source has it."""
        packed: bytes | None = self._database.value(
            """SELECT raw_mail.packed FROM mail_id JOIN raw_mail ON raw_mail.message = mail_id.message
            WHERE mail_id.text = ?""",
            key,
        )
        return None if packed is None else unpack(packed)

    def resolve(self, key: str) -> str | None:
        """The key that a key or an alias leads to; None where no message answers to it."""
        found: str | None = self._database.value(
            """SELECT own.text FROM mail_id AS asked JOIN message ON message.id = asked.message
            JOIN mail_id AS own ON own.id = message.mail_id WHERE asked.text = ?""",
            key,
        )
        return found

    def quality(self, key: str) -> Quality | None:
        """How much the stored copy has kept of the mail."""
        found = self._database.value(
            "SELECT message.quality FROM mail_id JOIN message ON message.id = mail_id.message WHERE mail_id.text = ?",
            key,
        )
        return None if found is None else Quality(found)

    def sources(self, key: str) -> tuple[Source, ...]:
        """Where the copies of a message were read, the chosen one first."""
        number = self._ids.message(key)
        return () if number is None else self._mails.sources(number)

    def with_fingerprint(self, fingerprint: str) -> tuple[str, ...]:
        """The keys of messages with this fingerprint (archive.identity), oldest entry first."""
        rows = self._database.rows(
            """SELECT mail_id.text FROM message JOIN mail_id ON mail_id.id = message.mail_id
            WHERE message.fingerprint = ? ORDER BY message.id""",
            digest(fingerprint),
        )
        return tuple(row[0] for row in rows)

    def summaries(self, keys: Iterable[str]) -> tuple[MessageSummary, ...]:
        """What a list of mails shows of each, in the order asked; unknown keys are left out."""
        with self._database.snapshot():
            return summaries(self._database, self._ids.messages(keys).values())

    def recent(self, *, list_name: str | None = None, offset: int = 0, limit: int = 50) -> tuple[MessageSummary, ...]:
        """The latest mails, undated ones last."""
        with self._database.snapshot():
            return summaries(self._database, recent_messages(self._database, list_name, offset=offset, limit=limit))

    def count(self, list_name: str | None = None) -> int:
        """How many mails there are, in all or in a list."""
        if list_name is None:
            return int(self._database.value("SELECT count(*) FROM message"))
        of_list = "SELECT count(*) FROM list_member WHERE list = (SELECT id FROM mail_list WHERE name = ?)"
        return int(self._database.value(of_list, list_name))

    def lists(self) -> tuple[ListSummary, ...]:
        """The lists that have mails, by name."""
        return list_summaries(self._database)

    def changed_since(self, sequence: int, limit: int) -> tuple[ChangedMessage, ...]:
        """What was saved, changed or deleted after change number `sequence`, each message at its last change."""
        rows = self._database.rows(
            """SELECT * FROM (SELECT message.sequence, mail_id.text, 0 FROM message
                JOIN mail_id ON mail_id.id = message.mail_id
                WHERE message.sequence > ?1 ORDER BY message.sequence LIMIT ?2)
            UNION ALL SELECT * FROM (SELECT sequence, key, 1 FROM removed
                WHERE sequence > ?1 ORDER BY sequence LIMIT ?2)
            ORDER BY 1 LIMIT ?2""",
            *(sequence, limit),
        )
        return tuple(ChangedMessage(number, key, bool(deleted)) for number, key, deleted in rows)

    def sequence(self) -> int:
        """The number of the last change."""
        return int(self._database.value("SELECT sequence FROM change_counter"))

    def mark(self, sequence: int) -> int:
        """The random mark of the transaction that made change number `sequence`; 0 where there was no such change."""
        first = "SELECT mark FROM change_mark WHERE sequence >= ? ORDER BY sequence LIMIT 1"
        return int(self._database.value(first, sequence) or 0)

    def links(self, keys: Iterable[str] | None = None) -> Iterator[Link]:
        """What threads are made from, of these messages or of all; references to an alias lead to the message's key."""
        numbers = None if keys is None else tuple(self._ids.messages(keys).values())
        return links(self._database, self._mails, numbers)

    def _number(self, key: str) -> int:
        number = self._ids.message(key)
        if number is None:
            error = f"{key} is not stored"
            raise ValueError(error)
        return number

    def _absorb(self, other: int | None, *, into: int) -> None:
        # The better copy's key belongs to a message of its own: both are one mail and go on under one number.
        if other is None or other == into:
            return
        lists, sources = self._mails.lists(other), self._mails.sources(other)
        names = [row[0] for row in self._database.rows("SELECT text FROM mail_id WHERE message = ?", other)]
        key = self._ids.texts([other])[other]
        remove(self._database, other)
        self._log_removal(key)
        self._ids.answer((number, into) for number in self._ids.enter(names).values())
        for source in sources:
            self._mails.add_source(into, source)
        self._mails.add_lists(into, lists)

    def _refuse_purged(self, key: str) -> None:
        if self.is_purged(key):
            error = f"{key} was purged from this archive and is not taken in again"
            raise UserError(error)

    def _log_removal(self, key: str) -> None:
        self._database.run("INSERT INTO removed (sequence, key) VALUES (?, ?)", self._database.next_sequence(), key)


def _packed(message: Message | PackedMessage) -> PackedMessage:
    return message if isinstance(message, PackedMessage) else pack_message(message)
