"""Taking messages out again, and words that nothing refers to any more."""

from typing import Final

from archive.store.database import Database

# Every column that refers to a shared word; what none of them holds may go.
_USES: Final = {
    "author": (
        *(("message", "author"), ("measurement", "author"), ("measurement", "posted_by"), ("change", "author")),
        *(("claim", "author"), ("comment", "author"), ("comment", "posted_by"), ("correction", "author")),
    ),
    "topic": (("message", "topic"), ("ghost", "topic")),
    "wording": (("measurement", "wording"),),
    "yardstick": (("measurement", "yardstick"), ("relative_result", "yardstick"), ("change", "yardstick")),
    "kernel": (
        *(("measurement", "kernel"), ("relative_result", "kernel"), ("relative_result", "baseline")),
        *(("change", "old_kernel"), ("change", "new_kernel"), ("claim", "faster"), ("claim", "slower")),
    ),
    "hardware": (("measurement", "hardware"), ("change", "hardware")),
}


def remove(database: Database, number: int) -> None:
    """Take a message and all that hangs on it out; in its thread a ghost stays, so that replies keep their place.

    The others of its thread become pending: a table that one of them quotes may be a copy no longer.
    """
    database.run(
        """UPDATE message SET pending = 1 WHERE mail_id IN (SELECT other.mail_id FROM mail_id
            JOIN thread_node AS own ON own.mail_id = mail_id.id JOIN thread_node AS other ON other.thread = own.thread
            WHERE mail_id.message = ?)""",
        number,
    )
    database.run(
        "UPDATE thread_node SET is_ghost = 1 WHERE mail_id IN (SELECT id FROM mail_id WHERE message = ?)", number
    )
    database.run(
        """DELETE FROM thread WHERE id IN (SELECT thread FROM thread_node
            WHERE mail_id IN (SELECT id FROM mail_id WHERE message = ?))
        AND NOT EXISTS (SELECT 1 FROM thread_node WHERE thread = thread.id AND is_ghost = 0)""",
        number,
    )
    # What repeats a table of this mail counts from now on.
    database.run(
        """UPDATE message SET pending = 1 WHERE id IN (SELECT result_table.message FROM result_table
            JOIN mail_id ON mail_id.id = result_table.repost_of WHERE mail_id.message = ?)""",
        number,
    )
    database.run("UPDATE mail_id SET message = NULL WHERE message = ?", number)
    database.run("DELETE FROM message WHERE id = ?", number)


def tidy(database: Database) -> None:
    """Drop shared words that no row uses: they may hold what somebody wants forgotten."""
    for table, uses in _USES.items():
        used = " UNION ALL ".join(f"SELECT {column} FROM {user} WHERE {column} IS NOT NULL" for user, column in uses)
        database.run(f"DELETE FROM {table} WHERE id NOT IN ({used})")
