"""Ids of mails as numbers: which message answers to an id, and which id a mangled one means."""

from collections.abc import Iterable, Sequence
from typing import Final

from archive.store.columns import to_json
from archive.store.database import Database

# Marks that programs put in front of an id, and ids that may have one (wider than archive.thread_links, which decides).
_LONGEST_MARK: Final = 24
_SHORTEST_LOCAL_PART: Final = 6
_LONGEST_ID: Final = 250
_LAST_CHARACTER: Final = "\U0010ffff"


class MailIds:
    """Every id that was ever heard of: keys of messages, their aliases, and ghosts."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def message(self, key: str) -> int | None:
        """The number of the message that answers to a key or an alias."""
        number: int | None = self._database.value("SELECT message FROM mail_id WHERE text = ?", key)
        return number

    def messages(self, keys: Iterable[str]) -> dict[str, int]:
        """The numbers of the messages that answer to these keys, in the order asked; unknown ones are left out."""
        asked = to_json(list(dict.fromkeys(keys)))
        rows = self._database.rows(
            """SELECT asked.value, mail_id.message FROM json_each(?) AS asked
            CROSS JOIN mail_id ON mail_id.text = asked.value WHERE mail_id.message IS NOT NULL ORDER BY asked.key""",
            asked,
        )
        return {row[0]: row[1] for row in rows}

    def texts(self, messages: Iterable[int]) -> dict[int, str]:
        """The keys of messages, by number."""
        rows = self._database.rows(
            """SELECT message.id, mail_id.text FROM json_each(?) AS asked CROSS JOIN message ON message.id = asked.value
            JOIN mail_id ON mail_id.id = message.mail_id""",
            to_json(list(messages)),
        )
        return {row[0]: row[1] for row in rows}

    def text(self, number: int) -> str:
        """The id of that number."""
        return str(self._database.value("SELECT text FROM mail_id WHERE id = ?", number))

    def number(self, text: str) -> int:
        """The number of an id; one that was never heard of becomes a ghost's."""
        known: int | None = self._database.value("SELECT id FROM mail_id WHERE text = ?", text)
        return self._add_ghost(text) if known is None else known

    def numbers(self, texts: Sequence[str]) -> tuple[int, ...]:
        """The numbers of ids, in order."""
        return tuple(self.number(text) for text in texts)

    def answer(self, text: str, message: int) -> int:
        """From now on this message answers to this id; gives the id's number."""
        number = self.number(text)
        self._database.run("UPDATE mail_id SET message = ?, backwards = NULL WHERE id = ?", message, number)
        return number

    def _add_ghost(self, text: str) -> int:
        backwards = text[::-1]
        number = self._database.run("INSERT INTO mail_id (text, backwards) VALUES (?, ?)", text, backwards)
        self._database.run(
            """INSERT INTO mangled_id (ghost, meant) SELECT ?, mail_id.id FROM json_each(?) AS ending
            CROSS JOIN mail_id ON mail_id.text = ending.value""",
            *(number, to_json(_endings(text))),
        )
        if _may_be_meant(text):
            self._database.run(
                """INSERT OR IGNORE INTO mangled_id (ghost, meant)
                SELECT id, ? FROM mail_id WHERE backwards > ? AND backwards < ? AND length(text) <= ?""",
                *(number, backwards, backwards + _LAST_CHARACTER, len(text) + _LONGEST_MARK),
            )
        return number


def _endings(text: str) -> list[str]:
    last = min(_LONGEST_MARK, text.find("@") - _SHORTEST_LOCAL_PART)
    return [text[start:] for start in range(1, last + 1)] if len(text) <= _LONGEST_ID else []


def _may_be_meant(text: str) -> bool:
    return text.find("@") >= _SHORTEST_LOCAL_PART and len(text) <= _LONGEST_ID
