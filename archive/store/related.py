"""Which messages' threads may be touched by which: the closure over shared ids, threads and subjects, each met once."""

from collections.abc import Iterable
from typing import Final

from archive.store.columns import to_json
from archive.store.database import Database

# A loose member joins a thread of its subject within 30 days (design: Thread), so that neighbours stand in the same month of
# this length or in the next one. Undated mails (month NULL, written as -1) may belong to any month.
_MONTH: Final = 30 * 24 * 3600 * 1_000_000

# Ids, threads and (subject, month) are nodes beside the messages: a walk over messages alone would pass each pair of a thread.
_RELATED: Final = f"""
WITH RECURSIVE near (kind, id, month) AS (
    SELECT 'message', value, 0 FROM json_each(?)
    UNION SELECT 'id', mail_id.id, 0 FROM near CROSS JOIN mail_id ON mail_id.message = near.id WHERE kind = 'message'
    UNION SELECT 'id', reference.mail_id, 0 FROM near CROSS JOIN reference ON reference.message = near.id WHERE kind = 'message'
    UNION SELECT 'id', ghost.mail_id, 0 FROM near CROSS JOIN ghost ON ghost.message = near.id
        WHERE kind = 'message' AND ghost.mail_id IS NOT NULL
    UNION SELECT 'message', mail_id.message, 0 FROM near CROSS JOIN mail_id ON mail_id.id = near.id
        WHERE kind = 'id' AND mail_id.message IS NOT NULL
    UNION SELECT 'message', reference.message, 0 FROM near CROSS JOIN reference ON reference.mail_id = near.id WHERE kind = 'id'
    UNION SELECT 'message', ghost.message, 0 FROM near CROSS JOIN ghost ON ghost.mail_id = near.id WHERE kind = 'id'
    UNION SELECT 'id', mangled_id.meant, 0 FROM near CROSS JOIN mangled_id ON mangled_id.ghost = near.id WHERE kind = 'id'
    UNION SELECT 'id', mangled_id.ghost, 0 FROM near CROSS JOIN mangled_id ON mangled_id.meant = near.id WHERE kind = 'id'
    UNION SELECT 'thread', thread_node.thread, 0 FROM near CROSS JOIN thread_node ON thread_node.mail_id = near.id WHERE kind = 'id'
    UNION SELECT 'id', thread_node.mail_id, 0 FROM near CROSS JOIN thread_node ON thread_node.thread = near.id WHERE kind = 'thread'
    UNION SELECT 'topic', message.topic, coalesce(message.posted / {_MONTH}, -1) FROM near CROSS JOIN message ON message.id = near.id
        WHERE kind = 'message' AND message.topic IS NOT NULL
    UNION SELECT 'topic', ghost.topic, -1 FROM near CROSS JOIN ghost ON ghost.message = near.id
        WHERE kind = 'message' AND ghost.topic IS NOT NULL
    UNION SELECT 'message', message.id, 0 FROM near CROSS JOIN message ON message.topic = near.id
        WHERE kind = 'topic' AND (near.month = -1 OR message.posted IS NULL
            OR message.posted BETWEEN (near.month - 1) * {_MONTH} AND (near.month + 2) * {_MONTH})
    UNION SELECT 'message', ghost.message, 0 FROM near CROSS JOIN ghost ON ghost.topic = near.id WHERE kind = 'topic'
)
SELECT mail_id.text FROM near JOIN message ON message.id = near.id JOIN mail_id ON mail_id.id = message.mail_id
WHERE near.kind = 'message' ORDER BY mail_id.text
"""


def related_messages(database: Database, messages: Iterable[int]) -> tuple[str, ...]:
    """The keys of everything that is related to messages by number, themselves included."""
    return tuple(row[0] for row in database.rows(_RELATED, to_json(list(messages))))
