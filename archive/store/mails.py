"""Messages by number: added, overwritten, put on lists, and read back."""

from collections.abc import Sequence

from archive.model import Ghost, Message, Source
from archive.store.database import Database
from archive.store.mail_ids import MailIds
from archive.store.mail_reading import read_lists, read_messages, read_overview, read_sources
from archive.store.mail_rows import MailRows
from archive.store.packing import PackedMessage
from archive.store.vocabulary import Vocabulary


class Mails:
    """Rows of messages by number; keys, aliases and the numbering of changes are MessageStore's."""

    def __init__(self, database: Database, ids: MailIds) -> None:
        """Read and write over that connection."""
        self._database = database
        self._ids = ids

    def add(self, messages: Sequence[PackedMessage]) -> None:
        """Insert messages whose keys nobody answers to, with a statement for each kind of rows."""
        rows = MailRows(self._database, self._ids, messages)
        first = int(self._database.value("SELECT coalesce(max(id), 0) + 1 FROM message"))
        numbered = tuple(enumerate(messages, start=first))
        columns = [
            {"id": number, **rows.columns(message), "sequence": self._database.next_sequence()}
            for number, message in numbered
        ]
        self._database.insert_many("message", columns)
        rows.add_names(numbered)
        rows.add_content(numbered)

    def overwrite(self, number: int, message: PackedMessage) -> None:
        """Put a better copy in the place of a stored one; lists are united, and its sources stay known."""
        rows = MailRows(self._database, self._ids, [message])
        columns = rows.columns(message)
        assignments = ", ".join(f"{column} = ?" for column in columns)
        self._database.run(f"UPDATE message SET {assignments} WHERE id = ?", *columns.values(), number)
        for table in ("part", "raw_mail", "reference", "ghost"):
            self._database.run(f"DELETE FROM {table} WHERE message = ?", number)
        self._database.run("UPDATE message_source SET chosen = 0 WHERE message = ?", number)
        # The better copy knows best which list it was sent to: its lists come first, as links are made of the first.
        others = self.lists(number)
        self._database.run("DELETE FROM list_member WHERE message = ?", number)
        rows.add_names([(number, message)])
        self.add_lists(number, others)
        rows.add_content([(number, message)])

    def add_source(self, number: int, source: Source) -> None:
        """Remember where a copy was read."""
        location = Vocabulary(self._database).named("location", "text", source.location)
        self._database.run(
            "INSERT OR IGNORE INTO message_source (message, format, location, place, chosen) VALUES (?, ?, ?, ?, 0)",
            *(number, source.format, location, source.place),
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
