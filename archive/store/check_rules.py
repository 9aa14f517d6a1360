"""What has to hold of an archive's rows, each rule as a query for what breaks it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by the words for what breaks it ("messages stand in no list"), and the query that names those."""

    fault: str
    broken_by: str
    """Gives one row for each that breaks the rule, with its key in the column `name`."""


# The key of a message by the number that stands in `{0}`.
_KEY: Final = "(SELECT mail_id.text FROM message AS m JOIN mail_id ON mail_id.id = m.mail_id WHERE m.id = {0}) AS name"
_OWN: Final = f"SELECT {_KEY.format('message.id')} FROM message"
# Copies of a table are found when its thread is settled; until then they may lead nowhere.
_SETTLED: Final = "(SELECT pending FROM message WHERE id = t.message) = 0"


def _leads_nowhere(link: str) -> str:
    return f"""SELECT {_KEY.format("t.message")} FROM result_table AS t
        WHERE t.{link} IS NOT NULL AND {_SETTLED} AND NOT EXISTS (
            SELECT 1 FROM result_table AS o JOIN mail_id AS i ON i.message = o.message
            WHERE i.id = t.{link} AND o.number = t.{link}_number)"""


def _without_table(rows: str) -> str:
    return f"""SELECT {_KEY.format("r.message")} FROM {rows} AS r
        WHERE NOT EXISTS (SELECT 1 FROM result_table AS t WHERE t.message = r.message AND t.number = r.table_number)"""


MESSAGE_RULES: Final = (
    Rule(
        "messages are not found by their own key",
        f"""{_OWN} WHERE (SELECT message FROM mail_id WHERE id = message.mail_id) IS NOT message.id""",
    ),
    Rule(
        "messages have no source that their text was taken from, or several",
        f"{_OWN} WHERE (SELECT sum(chosen) FROM message_source AS s WHERE s.message = message.id) IS NOT 1",
    ),
    Rule(
        "messages stand in no list",
        f"{_OWN} WHERE NOT EXISTS (SELECT 1 FROM list_member AS l WHERE l.message = message.id)",
    ),
    Rule(
        "messages have another date in their lists",
        f"{_OWN} WHERE EXISTS (SELECT 1 FROM list_member AS l WHERE l.message = message.id"
        " AND l.posted IS NOT message.posted)",
    ),
    Rule(
        "messages are numbered beyond the last change",
        f"{_OWN} WHERE sequence > (SELECT coalesce(max(sequence), 0) FROM change_counter)",
    ),
)
THREAD_RULES: Final = (
    Rule(
        "messages stand in no thread, or in several",
        f"""{_OWN} WHERE pending = 0 AND (SELECT count(*) FROM mail_id AS i JOIN thread_node AS n ON n.mail_id = i.id
            AND n.is_ghost = 0 WHERE i.message = message.id) <> 1""",
    ),
    Rule(
        "places in threads are held for messages that are gone",
        """SELECT i.text AS name FROM thread_node AS n JOIN mail_id AS i ON i.id = n.mail_id
            WHERE n.is_ghost = 0 AND i.message IS NULL""",
    ),
    Rule(
        "threads have no message",
        """SELECT i.text AS name FROM thread JOIN mail_id AS i ON i.id = thread.mail_id
            WHERE NOT EXISTS (SELECT 1 FROM thread_node AS n WHERE n.thread = thread.id AND n.is_ghost = 0)""",
    ),
)
RESULT_RULES: Final = (
    Rule("measurements belong to no table", _without_table("measurement")),
    Rule("relative results belong to no table", _without_table("relative_result")),
    Rule(
        "measurements are counted where their table is not, or the other way round",
        f"""SELECT {_KEY.format("r.message")} FROM measurement AS r JOIN result_table AS t ON t.message = r.message
            AND t.number = r.table_number WHERE t.counted <> r.counted""",
    ),
    Rule(
        "measurements have lost the poster's words",
        f"""SELECT {_KEY.format("r.message")} FROM measurement AS r
            WHERE NOT EXISTS (SELECT 1 FROM wording WHERE id = r.wording)""",
    ),
    Rule(
        "tables are counted though they are copies, or the other way round",
        f"""SELECT {_KEY.format("t.message")} FROM result_table AS t
            WHERE t.counted <> (t.copy_of IS NULL AND t.repost_of IS NULL)""",
    ),
    Rule("tables are copies of a table that is gone", _leads_nowhere("copy_of")),
    Rule("tables repeat a table that is gone", _leads_nowhere("repost_of")),
    Rule(
        "changes rest on measurements that are gone",
        f"""SELECT {_KEY.format("c.message")} FROM change AS c
            WHERE (SELECT count(DISTINCT side) FROM change_run AS r WHERE r.change = c.id) <> 2""",
    ),
    Rule(
        "changes rest on measurements of other mails",
        f"""SELECT {_KEY.format("c.message")} FROM change AS c JOIN change_run AS r ON r.change = c.id
            JOIN measurement AS m ON m.id = r.measurement WHERE m.message <> c.message""",
    ),
)
