"""Copies that a source has taken back: they are forgotten, and with its last copy a message is."""

from collections.abc import Sequence

from archive.model import Quality
from archive.store.columns import to_json
from archive.store.database import Database


def messages_read_at(database: Database, key: str, place: str, locations: Sequence[str]) -> list[int]:
    """The messages that answer to a key, or were kept beside it under its id, and were read at that place."""
    rows = database.rows(
        """SELECT DISTINCT mail_id.message FROM mail_id
        JOIN message_source ON message_source.message = mail_id.message
        WHERE (mail_id.text = ?1 OR (mail_id.text > ?1 || '~' AND mail_id.text < ?1 || '~g'))
            AND message_source.place = ?2
            AND message_source.location IN (SELECT id FROM location WHERE text IN (SELECT value FROM json_each(?3)))""",
        *(key, place, to_json(list(locations))),
    )
    return [row[0] for row in rows]


def forget_copy(database: Database, number: int, place: str, locations: Sequence[str]) -> bool:
    """Forget where a copy of a message was; whether no other copy is left.

    The text of one that was taken back gives way to any copy that is read from now on.
    """
    database.run(
        """DELETE FROM message_source WHERE message = ? AND place = ?
        AND location IN (SELECT id FROM location WHERE text IN (SELECT value FROM json_each(?)))""",
        *(number, place, to_json(list(locations))),
    )
    chosen = database.value("SELECT max(chosen) FROM message_source WHERE message = ?", number)
    if chosen == 0:
        database.run(
            """UPDATE message_source SET chosen = 1 WHERE message = ?1 AND (location, place, format) =
            (SELECT location, place, format FROM message_source WHERE message = ?1 LIMIT 1)""",
            number,
        )
        database.run("UPDATE message SET quality = ? WHERE id = ?", int(Quality.COLLAPSED_TEXT), number)
    return chosen is None


def read_at(database: Database, location: str) -> list[tuple[str, str]]:
    """Key and place of every copy that was read at a location."""
    rows = database.rows(
        """SELECT mail_id.text, message_source.place FROM message_source
        JOIN message ON message.id = message_source.message JOIN mail_id ON mail_id.id = message.mail_id
        WHERE message_source.location = (SELECT id FROM location WHERE text = ?)""",
        location,
    )
    return [(row[0], row[1]) for row in rows]
