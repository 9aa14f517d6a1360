"""Messages read back from their rows: many at once, in as many queries as there are kinds of rows."""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from archive.model import Author, Ghost, Message, Part, Quality, Source
from archive.store.columns import date_of, to_json, unpack_text
from archive.store.database import Database

REFERENCES: Final = 0
IN_REPLY_TO: Final = 1

_HEADS: Final = """
SELECT message.*, mail_id.text AS key, header.text AS header_text, author.name AS author_name,
    author.address AS author_address
FROM json_each(?) AS asked CROSS JOIN message ON message.id = asked.value JOIN mail_id ON mail_id.id = message.mail_id
JOIN author ON author.id = message.author LEFT JOIN mail_id AS header ON header.id = message.header_id
ORDER BY asked.key
"""
_LISTS: Final = """
SELECT list_member.message, mail_list.name FROM json_each(?) AS asked
CROSS JOIN list_member ON list_member.message = asked.value JOIN mail_list ON mail_list.id = list_member.list
ORDER BY list_member.message, list_member.ordinal
"""
_SOURCES: Final = """
SELECT message_source.message, message_source.format, location.text, message_source.place FROM json_each(?) AS asked
CROSS JOIN message_source ON message_source.message = asked.value JOIN location ON location.id = message_source.location
ORDER BY message_source.message, message_source.chosen DESC, location.text, message_source.place
"""
_REFERENCES: Final = """
SELECT reference.message, reference.header, mail_id.text FROM json_each(?) AS asked
CROSS JOIN reference ON reference.message = asked.value JOIN mail_id ON mail_id.id = reference.mail_id
ORDER BY reference.message, reference.header, reference.ordinal
"""
_PARTS: Final = """
SELECT part.message, part.number, part.content_type, part.name, part_text.packed, part.size FROM json_each(?) AS asked
CROSS JOIN part ON part.message = asked.value LEFT JOIN part_text ON part_text.part = part.id
ORDER BY part.message, part.id
"""
_GHOSTS: Final = """
SELECT ghost.message, mail_id.text, ghost.subject, ghost.author, ghost.posted, ghost.depth FROM json_each(?) AS asked
CROSS JOIN ghost ON ghost.message = asked.value LEFT JOIN mail_id ON mail_id.id = ghost.mail_id
ORDER BY ghost.message, ghost.ordinal
"""

_Rows = Mapping[int, list[sqlite3.Row]]


def read_messages(database: Database, numbers: Sequence[int]) -> list[Message]:
    """The messages of these numbers in that order, without their raw bytes; unknown ones are left out."""
    asked = to_json(list(numbers))
    heads = database.rows(_HEADS, asked)
    lists, sources, references, parts, ghosts = (
        _by_message(database.rows(query, asked)) for query in (_LISTS, _SOURCES, _REFERENCES, _PARTS, _GHOSTS)
    )
    return [
        _message(
            head,
            lists=tuple(row["name"] for row in lists[head["id"]]),
            source=_source(sources[head["id"]][0]),
            references=references[head["id"]],
            parts=tuple(_part(row) for row in parts[head["id"]]),
            overview=tuple(_ghost(row) for row in ghosts[head["id"]]),
        )
        for head in heads
    ]


def read_lists(database: Database, number: int) -> tuple[str, ...]:
    """The lists that a message was posted to."""
    return tuple(row["name"] for row in database.rows(_LISTS, to_json([number])))


def read_sources(database: Database, number: int) -> tuple[Source, ...]:
    """Where the copies of a message were read, the chosen one first."""
    return tuple(_source(row) for row in database.rows(_SOURCES, to_json([number])))


def read_overview(database: Database, number: int) -> tuple[Ghost, ...]:
    """What the page that a message was read from tells of the rest of its thread."""
    return tuple(_ghost(row) for row in database.rows(_GHOSTS, to_json([number])))


def _source(row: sqlite3.Row) -> Source:

    return Source(row["format"], row["text"], row["place"])


def _by_message(rows: list[sqlite3.Row]) -> _Rows:
    found: defaultdict[int, list[sqlite3.Row]] = defaultdict(list)
    for row in rows:
        found[row["message"]].append(row)
    return found


def _message(
    head: sqlite3.Row,
    *,
    lists: tuple[str, ...],
    source: Source,
    references: list[sqlite3.Row],
    parts: tuple[Part, ...],
    overview: tuple[Ghost, ...],
) -> Message:
    return Message(
        key=head["key"],
        key_is_made=bool(head["key_is_made"]),
        message_id=head["header_text"],
        subject=head["subject"],
        author=Author(head["author_name"], head["author_address"]),
        date=date_of(head["posted"]),
        date_text=head["date_text"],
        date_basis=head["date_basis"],
        lists=lists,
        references=tuple(row["text"] for row in references if row["header"] == REFERENCES),
        in_reply_to=tuple(row["text"] for row in references if row["header"] == IN_REPLY_TO),
        parts=parts,
        source=source,
        quality=Quality(head["quality"]),
        to=head["to_line"],
        cc=head["cc_line"],
        overview=overview,
    )


def _part(row: sqlite3.Row) -> Part:
    text = None if row["packed"] is None else unpack_text(row["packed"])
    return Part(row["number"], row["content_type"], row["name"], text, row["size"])


def _ghost(row: sqlite3.Row) -> Ghost:
    return Ghost(row["text"], row["subject"], row["author"], date_of(row["posted"]), row["depth"])
