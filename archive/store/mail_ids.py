"""Ids of mails as numbers: which message answers to an id, and which id a mangled one means."""

from collections.abc import Iterable, Sequence
from typing import Final

from archive.store.columns import to_json
from archive.store.database import Database, storable
from archive.thread_links import MARK_ENDS

# Marks that programs put in front of an id, and ids that may have one (wider than archive.thread_links, which decides).
_LONGEST_MARK: Final = 24
_SHORTEST_LOCAL_PART: Final = 6
_LONGEST_ID: Final = 250
_KNOWN: Final = "SELECT text, id FROM mail_id WHERE text IN ({})"
_AT_ONCE: Final = 500
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
        return self.enter([text])[text]

    def enter(self, texts: Iterable[str]) -> dict[str, int]:
        """The numbers of ids; those that were never heard of become ghosts'."""
        stored = {text: storable(text) for text in texts}
        wanted = list(dict.fromkeys(stored.values()))
        known: dict[str, int] = {}
        for start in range(0, len(wanted), _AT_ONCE):
            asked = wanted[start : start + _AT_ONCE]
            # No JSON here: SQLite ends its texts at a NUL.
            marks = ", ".join("?" * len(asked))
            known |= {row[0]: row[1] for row in self._database.rows(_KNOWN.format(marks), *asked)}
        new = [text for text in wanted if text not in known]
        if new:
            known |= self._add_ghosts(new)
        return {text: known[spelled] for text, spelled in stored.items()}

    def answer(self, answers: Iterable[tuple[int, int]]) -> None:
        """From now on messages answer to ids, both by number: (id, message)."""
        self._database.run_many(
            "UPDATE mail_id SET message = ?, backwards = NULL WHERE id = ?",
            ((message, number) for number, message in answers),
        )

    def _add_ghosts(self, texts: Sequence[str]) -> dict[str, int]:
        first = int(self._database.value("SELECT coalesce(max(id), 0) + 1 FROM mail_id"))
        numbers = {text: number for number, text in enumerate(texts, start=first)}
        self._database.run_many(
            "INSERT INTO mail_id (id, text, backwards) VALUES (?, ?, ?)",
            ((number, text, text[::-1]) for text, number in numbers.items()),
        )
        self._database.run_many(
            "INSERT OR IGNORE INTO mangled_id (ghost, meant) SELECT ?, id FROM mail_id WHERE text = ?",
            ((number, ending) for text, number in numbers.items() for ending in _endings(text)),
        )
        self._database.run_many(
            """INSERT OR IGNORE INTO mangled_id (ghost, meant)
            SELECT id, ? FROM mail_id WHERE backwards > ? AND backwards < ? AND length(text) <= ?""",
            (
                (number, text[::-1], text[::-1] + _LAST_CHARACTER, len(text) + _LONGEST_MARK)
                for text, number in numbers.items()
                if _may_be_meant(text)
            ),
        )
        return numbers


def _endings(text: str) -> list[str]:
    last = min(_LONGEST_MARK, text.find("@") - _SHORTEST_LOCAL_PART)
    starts = [start for start in range(1, last + 1) if text[start - 1] in MARK_ENDS]
    return [text[start:] for start in starts] if len(text) <= _LONGEST_ID else []


def _may_be_meant(text: str) -> bool:
    return text.find("@") >= _SHORTEST_LOCAL_PART and len(text) <= _LONGEST_ID
