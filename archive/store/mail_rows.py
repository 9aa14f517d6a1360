"""Messages as rows: their columns, ids, sources, lists, references, ghosts, parts and raw bytes, many at once."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from archive.identity import base_subject
from archive.model import Message
from archive.store.columns import ticks
from archive.store.database import Database, Value
from archive.store.mail_ids import MailIds
from archive.store.mail_reading import IN_REPLY_TO, REFERENCES
from archive.store.packing import PackedMessage, digest
from archive.store.vocabulary import Vocabulary

_ADD_SOURCE: Final = """
INSERT INTO message_source (message, format, location, place, chosen) VALUES (?, ?, ?, ?, 1)
ON CONFLICT DO UPDATE SET chosen = 1
"""
_ADD_LIST: Final = "INSERT INTO list_member (message, ordinal, list, posted) VALUES (?, ?, ?, ?)"
_ADD_REFERENCE: Final = "INSERT INTO reference (message, header, ordinal, mail_id) VALUES (?, ?, ?, ?)"
_ADD_PART: Final = "INSERT INTO part (id, message, number, content_type, name, size) VALUES (?, ?, ?, ?, ?, ?)"
_ADD_GHOST: Final = """
INSERT INTO ghost (message, ordinal, mail_id, subject, topic, author, posted, depth) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""

Numbered = Sequence[tuple[int, PackedMessage]]


class MailRows:
    """The rows of some messages; the numbers of all ids that they name are found once."""

    def __init__(self, database: Database, ids: MailIds, messages: Sequence[PackedMessage]) -> None:
        """Write over that connection; ids that were never heard of become known."""
        self._database = database
        self._mail_ids = ids
        self._ids = ids.enter(name for message in messages for name in _named(message.head))
        self._vocabulary = Vocabulary(database)

    def columns(self, message: PackedMessage) -> dict[str, Value]:
        """The columns of a message's row, but for its number and its sequence."""
        head = message.head
        return {
            "mail_id": self._ids[head.key],
            "key_is_made": head.key_is_made,
            "header_id": None if head.message_id is None else self._ids[head.message_id],
            "subject": head.subject,
            "topic": self._topic(head.subject),
            "author": self._vocabulary.writer(head.author),
            "posted": ticks(head.date),
            "date_text": head.date_text,
            "date_basis": head.date_basis,
            "to_line": head.to,
            "cc_line": head.cc,
            "quality": int(head.quality),
            "fingerprint": digest(message.fingerprint),
            "pending": True,
        }

    def add_names(self, messages: Numbered) -> None:
        """What messages are known by: keys, where they were read, and lists, of which they are in none yet."""
        self._mail_ids.answer((self._ids[message.head.key], number) for number, message in messages)
        heads = [(number, message.head) for number, message in messages]
        self._database.run_many(
            _ADD_SOURCE,
            [
                (number, head.source.format, self._named("location", "text", head.source.location), head.source.place)
                for number, head in heads
            ],
        )
        self._database.run_many(
            _ADD_LIST,
            [
                (number, ordinal, name, ticks(head.date))
                for number, head in heads
                for ordinal, name in enumerate(dict.fromkeys(self._named("mail_list", "name", n) for n in head.lists))
            ],
        )

    def add_content(self, messages: Numbered) -> None:
        """What messages say and enclose."""
        database = self._database
        database.run_many(
            "INSERT INTO raw_mail (message, packed) VALUES (?, ?)",
            ((number, message.raw) for number, message in messages if message.raw is not None),
        )
        self._add_parts(messages)
        database.run_many(_ADD_REFERENCE, (row for number, each in messages for row in self._references(number, each)))
        database.run_many(_ADD_GHOST, [row for number, each in messages for row in self._ghosts(number, each.head)])

    def _add_parts(self, messages: Numbered) -> None:
        first = int(self._database.value("SELECT coalesce(max(id), 0) + 1 FROM part"))
        parts = [
            (number, part, text)
            for number, message in messages
            for part, text in zip(message.head.parts, message.texts, strict=True)
        ]
        self._database.run_many(
            _ADD_PART,
            (
                (id_, number, part.number, part.content_type, part.name, part.size)
                for id_, (number, part, _) in enumerate(parts, start=first)
            ),
        )
        self._database.run_many(
            "INSERT INTO part_text (part, packed) VALUES (?, ?)",
            ((id_, text) for id_, (_, _, text) in enumerate(parts, start=first) if text is not None),
        )

    def _references(self, number: int, message: PackedMessage) -> Iterator[tuple[Value, ...]]:
        for header, ids in ((REFERENCES, message.head.references), (IN_REPLY_TO, message.head.in_reply_to)):
            for ordinal, id_ in enumerate(ids):
                yield number, header, ordinal, self._ids[id_]

    def _ghosts(self, number: int, head: Message) -> Iterator[tuple[Value, ...]]:
        subject = head.subject
        for ordinal, ghost in enumerate(head.overview):
            # A page leaves a subject out where it is that of the line before.
            subject = ghost.subject or subject
            mail_id = None if ghost.key is None else self._ids[ghost.key]
            told = (ghost.author, ticks(ghost.date), ghost.depth)
            yield number, ordinal, mail_id, ghost.subject, self._topic(subject), *told

    def _topic(self, subject: str) -> int | None:
        topic = base_subject(subject)
        return self._named("topic", "base_subject", topic) if topic else None

    def _named(self, table: str, column: str, text: str) -> int:
        return self._vocabulary.named(table, column, text)


def _named(head: Message) -> Iterable[str]:
    """The ids that a message has or names."""
    own = (head.key,) if head.message_id is None else (head.key, head.message_id)
    return (*own, *head.references, *head.in_reply_to, *(ghost.key for ghost in head.overview if ghost.key is not None))
