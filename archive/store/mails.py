"""A message as rows: how its columns, lists, sources, references, ghosts, parts and raw bytes are written and read."""

import hashlib

from archive.identity import base_subject, fingerprint
from archive.model import Ghost, Message, Part, Source
from archive.store.columns import pack, pack_text, ticks
from archive.store.database import Database, Value
from archive.store.mail_ids import MailIds
from archive.store.mail_reading import (
    IN_REPLY_TO,
    REFERENCES,
    read_lists,
    read_messages,
    read_overview,
    read_sources,
)
from archive.store.vocabulary import Vocabulary


class Mails:
    """Rows of messages by number; keys, aliases and the numbering of changes are MessageStore's."""

    def __init__(self, database: Database, ids: MailIds) -> None:
        """Read and write over that connection."""
        self._database = database
        self._ids = ids

    def add(self, message: Message) -> int:
        """Insert a message whose key nobody answers to; gives its number."""
        key = self._ids.number(message.key)
        columns = self._columns(message) | {"mail_id": key, "sequence": self._database.next_sequence()}
        number = self._database.insert("message", columns)
        self._ids.answer(message.key, number)
        self.add_source(number, message.source, chosen=True)
        self.add_lists(number, message.lists)
        self._add_content(number, message)
        return number

    def overwrite(self, number: int, message: Message) -> None:
        """Put a better copy in the place of a stored one; lists are united, and its sources stay known."""
        key = self._ids.answer(message.key, number)
        columns = self._columns(message) | {"mail_id": key}
        assignments = ", ".join(f"{column} = ?" for column in columns)
        self._database.run(f"UPDATE message SET {assignments} WHERE id = ?", *columns.values(), number)
        for table in ("part", "raw_mail", "reference", "ghost"):
            self._database.run(f"DELETE FROM {table} WHERE message = ?", number)
        self._database.run("UPDATE message_source SET chosen = 0 WHERE message = ?", number)
        self._database.run("UPDATE list_member SET posted = ? WHERE message = ?", columns["posted"], number)
        self.add_source(number, message.source, chosen=True)
        # The better copy knows best which list it was sent to: its lists come first, as links are made of the first.
        lists = tuple(dict.fromkeys((*message.lists, *self.lists(number))))
        self._database.run("DELETE FROM list_member WHERE message = ?", number)
        self.add_lists(number, lists)
        self._add_content(number, message)

    def add_source(self, number: int, source: Source, *, chosen: bool = False) -> None:
        """Remember where a copy was read."""
        location = Vocabulary(self._database).named("location", "text", source.location)
        self._database.run(
            """INSERT INTO message_source (message, format, location, place, chosen) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET chosen = max(chosen, excluded.chosen)""",
            *(number, source.format, location, source.place, chosen),
        )

    def add_lists(self, number: int, lists: tuple[str, ...]) -> bool:
        """Add the message to lists; whether any of them is new to it."""
        vocabulary = Vocabulary(self._database)
        known = {row[0] for row in self._database.rows("SELECT list FROM list_member WHERE message = ?", number)}
        wanted = dict.fromkeys(vocabulary.named("mail_list", "name", name) for name in lists)
        fresh = [number_of_list for number_of_list in wanted if number_of_list not in known]
        posted = self._database.value("SELECT posted FROM message WHERE id = ?", number)
        self._database.run_many(
            "INSERT INTO list_member (message, ordinal, list, posted) VALUES (?, ?, ?, ?)",
            ((number, ordinal, name, posted) for ordinal, name in enumerate(fresh, start=len(known))),
        )
        return bool(fresh)

    def get(self, number: int) -> Message | None:
        """The message of that number, without its raw bytes."""
        found = read_messages(self._database, (number,))
        return found[0] if found else None

    def lists(self, number: int) -> tuple[str, ...]:
        """The lists that a message was posted to."""
        return read_lists(self._database, number)

    def sources(self, number: int) -> tuple[Source, ...]:
        """Where the copies of a message were read, the chosen one first."""
        return read_sources(self._database, number)

    def overview(self, number: int) -> tuple[Ghost, ...]:
        """What the page that a message was read from tells of the rest of its thread."""
        return read_overview(self._database, number)

    def _columns(self, message: Message) -> dict[str, Value]:
        vocabulary = Vocabulary(self._database)
        return {
            "key_is_made": message.key_is_made,
            "header_id": None if message.message_id is None else self._ids.number(message.message_id),
            "subject": message.subject,
            "topic": _topic(vocabulary, message.subject),
            "author": vocabulary.writer(message.author),
            "posted": ticks(message.date),
            "date_text": message.date_text,
            "date_basis": message.date_basis,
            "to_line": message.to,
            "cc_line": message.cc,
            "quality": int(message.quality),
            "fingerprint": digest(fingerprint(message)),
            "pending": True,
        }

    def _add_content(self, number: int, message: Message) -> None:
        if message.raw is not None:
            self._database.run("INSERT INTO raw_mail (message, packed) VALUES (?, ?)", number, pack(message.raw))
        for part in message.parts:
            self._add_part(number, part)
        headers = ((REFERENCES, message.references), (IN_REPLY_TO, message.in_reply_to))
        rows = [
            (number, header, ordinal, mail_id)
            for header, ids in headers
            for ordinal, mail_id in enumerate(self._ids.numbers(ids))
        ]
        self._database.run_many("INSERT INTO reference (message, header, ordinal, mail_id) VALUES (?, ?, ?, ?)", rows)
        self._add_ghosts(number, message)

    def _add_part(self, number: int, part: Part) -> None:
        columns: dict[str, Value] = {
            "number": part.number,
            "content_type": part.content_type,
            "name": part.name,
            "size": part.size,
        }
        part_number = self._database.insert("part", {"message": number, **columns})
        if part.text is not None:
            self._database.run("INSERT INTO part_text (part, packed) VALUES (?, ?)", part_number, pack_text(part.text))

    def _add_ghosts(self, number: int, message: Message) -> None:
        vocabulary = Vocabulary(self._database)
        subject = message.subject
        for ordinal, ghost in enumerate(message.overview):
            # A page leaves a subject out where it is that of the line before.
            subject = ghost.subject or subject
            columns = self._ghost_columns(ghost) | {"topic": _topic(vocabulary, subject)}
            self._database.insert("ghost", {"message": number, "ordinal": ordinal, **columns})

    def _ghost_columns(self, ghost: Ghost) -> dict[str, Value]:
        return {
            "mail_id": None if ghost.key is None else self._ids.number(ghost.key),
            "subject": ghost.subject,
            "author": ghost.author,
            "posted": ticks(ghost.date),
            "depth": ghost.depth,
        }


def _topic(vocabulary: Vocabulary, subject: str) -> int | None:
    topic = base_subject(subject)
    return vocabulary.named("topic", "base_subject", topic) if topic else None


def digest(text: str) -> bytes:
    """A fingerprint as it is stored: long enough for millions of mails, and a quarter of its printed length."""
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()[:16]
