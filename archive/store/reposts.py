"""Tables that a person posts again in another mail: found by their rows, in any thread and order of import."""

import hashlib
from collections.abc import Iterable, Sequence

from archive.results import TableRef
from archive.store.database import Database
from archive.store.mail_ids import MailIds

# Fewer equal rows than this can be chance (design, section 2: Table).
LEAST_ROWS = 3
# A table is known by its first rows; a longer one costs no more.
_MOST_ROWS = 200


class RepostStore:
    """The rows of every counted or reposted table, by author."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database
        self._ids = MailIds(database)

    def forget(self, keys: Iterable[str]) -> None:
        """Drop the rows of these messages, before they are read again."""
        numbers = self._ids.messages(keys).values()
        self._database.run_many("DELETE FROM row_print WHERE message = ?", ((number,) for number in numbers))

    def seen(self, ref: TableRef, author_key: str, rows: Sequence[str]) -> TableRef | None:
        """Note a person's own table by its collapsed rows; the table of an earlier mail of the same person that shares
        at least three of them, or None. Later mails that repeat this table become pending.
        """
        prints = [_print(author_key, row) for row in dict.fromkeys(rows[:_MOST_ROWS])]
        number = self._ids.message(ref.message_key)
        if number is None or len(prints) < LEAST_ROWS:
            return None
        self._database.run_many(
            "INSERT OR IGNORE INTO row_print (message, table_number, print) VALUES (?, ?, ?)",
            ((number, ref.number, each) for each in prints),
        )
        self._wake_later(number, prints)
        return self._earlier(number, prints)

    def _earlier(self, number: int, prints: list[int]) -> TableRef | None:
        row = self._database.row(
            f"""SELECT mail_id.text, row_print.table_number FROM row_print
            JOIN message ON message.id = row_print.message JOIN mail_id ON mail_id.id = message.mail_id
            JOIN message AS own ON own.id = ?
            WHERE row_print.print IN ({_marks(prints)}) AND {_before("message", "own")}
            GROUP BY row_print.message, row_print.table_number HAVING count(*) >= {LEAST_ROWS}
            ORDER BY count(*) DESC, message.posted, mail_id.text, row_print.table_number LIMIT 1""",
            *(number, *prints),
        )
        return TableRef(row[0], row[1]) if row is not None else None

    def _wake_later(self, number: int, prints: list[int]) -> None:
        """Later mails whose table counts now, but repeats this one, are to be read again."""
        self._database.run(
            f"""UPDATE message SET pending = 1 WHERE id IN (
                SELECT row_print.message FROM row_print JOIN message ON message.id = row_print.message
                JOIN message AS own ON own.id = ? JOIN result_table ON result_table.message = row_print.message
                    AND result_table.number = row_print.table_number AND result_table.counted = 1
                WHERE row_print.print IN ({_marks(prints)}) AND {_before("own", "message")}
                GROUP BY row_print.message, row_print.table_number HAVING count(*) >= {LEAST_ROWS})""",
            *(number, *prints),
        )


def _before(one: str, other: str) -> str:
    """SQL: whether one message was posted before another; an undated mail is before none."""
    texts = (f"(SELECT text FROM mail_id WHERE id = {each}.mail_id)" for each in (one, other))
    same_moment = f"{one}.posted = {other}.posted AND {' < '.join(texts)}"
    return f"({one}.posted < {other}.posted OR {same_moment})"


def _marks(prints: list[int]) -> str:
    return ", ".join("?" * len(prints))


def _print(author_key: str, row: str) -> int:
    digest = hashlib.sha256(f"{author_key}\0{row}".encode("utf-8", "replace")).digest()
    return int.from_bytes(digest[:8], "big", signed=True)
