"""What threads are made from: who refers to whom, for some messages or for all, in batches."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from archive.store.columns import date_of, to_json
from archive.store.database import Database
from archive.store.mails import Mails
from archive.threads import Link

_BATCH: Final = 500

_MESSAGES: Final = """
SELECT message.id, mail_id.text, message.posted, message.subject,
    EXISTS (SELECT 1 FROM ghost WHERE ghost.message = message.id) AS has_overview
FROM json_each(?) AS asked CROSS JOIN message ON message.id = asked.value JOIN mail_id ON mail_id.id = message.mail_id
ORDER BY asked.key
"""
# An alias is given as the key that answers to it, so that threads know nothing of aliases.
_REFERENCES: Final = """
SELECT reference.message, reference.header, coalesce(own.text, named.text)
FROM json_each(?) AS asked CROSS JOIN reference ON reference.message = asked.value
JOIN mail_id AS named ON named.id = reference.mail_id LEFT JOIN message ON message.id = named.message
LEFT JOIN mail_id AS own ON own.id = message.mail_id
ORDER BY asked.key, reference.header, reference.ordinal
"""


def links(database: Database, mails: Mails, messages: Sequence[int] | None) -> Iterator[Link]:
    """The links of messages by number in that order, of all in the order of entry where None."""
    wanted = _all(database) if messages is None else iter([messages])
    for numbers in wanted:
        for start in range(0, len(numbers), _BATCH):
            yield from _links(database, mails, numbers[start : start + _BATCH])


def _all(database: Database) -> Iterator[Sequence[int]]:
    last = 0
    while numbers := [
        row[0] for row in database.rows("SELECT id FROM message WHERE id > ? ORDER BY id LIMIT ?", last, _BATCH)
    ]:
        yield numbers
        last = numbers[-1]


def _links(database: Database, mails: Mails, numbers: Sequence[int]) -> list[Link]:
    with database.snapshot():
        asked = to_json(list(numbers))
        references = database.rows(_REFERENCES, asked)
        ids = {
            key: tuple(row[2] for row in rows) for key, rows in groupby(references, key=lambda row: (row[0], row[1]))
        }
        return [
            Link(
                key=key,
                date=date_of(posted),
                subject=subject,
                references=ids.get((number, 0), ()),
                in_reply_to=ids.get((number, 1), ()),
                overview=mails.overview(number) if has_overview else (),
            )
            for number, key, posted, subject, has_overview in database.rows(_MESSAGES, asked)
        ]
