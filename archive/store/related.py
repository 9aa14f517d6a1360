"""Which messages' threads may be touched by which: the closure over shared ids, threads and subjects, each met once."""

from collections.abc import Iterable
from typing import Final

from archive.store.columns import to_json
from archive.store.database import Database

# A loose member joins a thread of its subject within 30 days (design: Thread), so neighbours stand in the same month of
# this length or in the next one. Undated mails (month -1) may belong to any.
_MONTH: Final = 30 * 24 * 3600 * 1_000_000

# Ids, threads and (subject, month) are nodes beside the messages: a walk over messages alone would meet each pair.
_RELATED: Final = f"""
WITH RECURSIVE near (kind, id, month) AS (
    SELECT 'message', value, 0 FROM json_each(?)
    UNION SELECT 'id', i.id, 0 FROM near CROSS JOIN mail_id AS i ON i.message = near.id WHERE kind = 'message'
    UNION SELECT 'id', r.mail_id, 0 FROM near CROSS JOIN reference AS r ON r.message = near.id WHERE kind = 'message'
    UNION SELECT 'id', g.mail_id, 0 FROM near CROSS JOIN ghost AS g ON g.message = near.id
        WHERE kind = 'message' AND g.mail_id IS NOT NULL
    UNION SELECT 'message', i.message, 0 FROM near CROSS JOIN mail_id AS i ON i.id = near.id
        WHERE kind = 'id' AND i.message IS NOT NULL
    UNION SELECT 'message', r.message, 0 FROM near CROSS JOIN reference AS r ON r.mail_id = near.id WHERE kind = 'id'
    UNION SELECT 'message', g.message, 0 FROM near CROSS JOIN ghost AS g ON g.mail_id = near.id WHERE kind = 'id'
    UNION SELECT 'id', d.meant, 0 FROM near CROSS JOIN mangled_id AS d ON d.ghost = near.id WHERE kind = 'id'
    UNION SELECT 'id', d.ghost, 0 FROM near CROSS JOIN mangled_id AS d ON d.meant = near.id WHERE kind = 'id'
    UNION SELECT 'thread', n.thread, 0 FROM near CROSS JOIN thread_node AS n ON n.mail_id = near.id WHERE kind = 'id'
    UNION SELECT 'id', n.mail_id, 0 FROM near CROSS JOIN thread_node AS n ON n.thread = near.id WHERE kind = 'thread'
    UNION SELECT 'topic', m.topic, coalesce(m.posted / {_MONTH}, -1) FROM near CROSS JOIN message AS m ON m.id = near.id
        WHERE kind = 'message' AND m.topic IS NOT NULL
    UNION SELECT 'topic', g.topic, -1 FROM near CROSS JOIN ghost AS g ON g.message = near.id
        WHERE kind = 'message' AND g.topic IS NOT NULL
    UNION SELECT 'message', m.id, 0 FROM near CROSS JOIN message AS m ON m.topic = near.id
        WHERE kind = 'topic' AND (near.month = -1 OR m.posted IS NULL
            OR m.posted BETWEEN (near.month - 1) * {_MONTH} AND (near.month + 2) * {_MONTH})
    UNION SELECT 'message', g.message, 0 FROM near CROSS JOIN ghost AS g ON g.topic = near.id WHERE kind = 'topic'
)
SELECT mail_id.text FROM near JOIN message ON message.id = near.id JOIN mail_id ON mail_id.id = message.mail_id
WHERE near.kind = 'message' ORDER BY mail_id.text
"""


def related_messages(database: Database, messages: Iterable[int]) -> tuple[str, ...]:
    """The keys of everything that is related to messages by number, themselves included."""
    return tuple(row[0] for row in database.rows(_RELATED, to_json(list(messages))))
