"""What lists of mails show, and the lists themselves."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from archive.model import Author
from archive.store.columns import date_of, to_json
from archive.store.database import Database


@dataclass(frozen=True, slots=True)
class MessageSummary:
    """A mail in a list: who, when, what, where it belongs, and how many counted results it reports."""

    key: str
    subject: str
    author: Author
    date: datetime | None
    date_text: str | None
    lists: tuple[str, ...]
    thread_id: str | None
    measurements: int
    changes: int
    has_profile: bool


@dataclass(frozen=True, slots=True)
class ListSummary:
    """A mailing list: how many mails it has, and the dates of the first and the last (None where none is dated)."""

    name: str
    messages: int
    first: datetime | None
    last: datetime | None


_SUMMARIES = """
SELECT mail_id.text AS key, message.subject, author.name, author.address, message.posted, message.date_text,
    (SELECT json_group_array(name) FROM (SELECT mail_list.name FROM list_member
        JOIN mail_list ON mail_list.id = list_member.list
        WHERE list_member.message = message.id ORDER BY list_member.ordinal)) AS lists,
    (SELECT named.text FROM mail_id AS own JOIN thread_node ON thread_node.mail_id = own.id AND thread_node.is_ghost = 0
        JOIN thread ON thread.id = thread_node.thread JOIN mail_id AS named ON named.id = thread.mail_id
        WHERE own.message = message.id LIMIT 1) AS thread_id,
    (SELECT count(*) FROM measurement WHERE measurement.message = message.id AND counted = 1) AS measurements,
    (SELECT count(*) FROM change WHERE change.message = message.id AND counted = 1) AS changes,
    EXISTS (SELECT 1 FROM result_table AS t
        WHERE t.message = message.id AND t.kind = 'profile' AND t.counted = 1) AS has_profile
FROM json_each(?) AS asked CROSS JOIN message ON message.id = asked.value JOIN mail_id ON mail_id.id = message.mail_id
JOIN author ON author.id = message.author
ORDER BY asked.key
"""


def summaries(database: Database, messages: Iterable[int]) -> tuple[MessageSummary, ...]:
    """The summaries of messages by number, in order."""
    return tuple(
        MessageSummary(
            key=row["key"],
            subject=row["subject"],
            author=Author(row["name"], row["address"]),
            date=date_of(row["posted"]),
            date_text=row["date_text"],
            lists=tuple(json.loads(row["lists"])),
            thread_id=row["thread_id"],
            measurements=row["measurements"],
            changes=row["changes"],
            has_profile=bool(row["has_profile"]),
        )
        for row in database.rows(_SUMMARIES, to_json(list(messages)))
    )


def recent_messages(database: Database, list_name: str | None, *, offset: int, limit: int) -> list[int]:
    """The numbers of the latest mails, in all or of a list; NULL dates sort last."""
    if list_name is None:
        rows = database.rows("SELECT id FROM message ORDER BY posted DESC, id DESC LIMIT ? OFFSET ?", limit, offset)
    else:
        rows = database.rows(
            """SELECT message FROM list_member WHERE list = (SELECT id FROM mail_list WHERE name = ?)
            ORDER BY posted DESC, message DESC LIMIT ? OFFSET ?""",
            *(list_name, limit, offset),
        )
    return [row[0] for row in rows]


def list_summaries(database: Database) -> tuple[ListSummary, ...]:
    """The lists that have mails, by name."""
    rows = database.rows(
        """SELECT mail_list.name, count(*), min(list_member.posted), max(list_member.posted) FROM list_member
        JOIN mail_list ON mail_list.id = list_member.list GROUP BY list_member.list ORDER BY mail_list.name"""
    )
    return tuple(ListSummary(name, messages, date_of(first), date_of(last)) for name, messages, first, last in rows)
