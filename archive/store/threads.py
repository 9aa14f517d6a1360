"""The store of threads: where each message stands, and the ids that threads once had."""

from collections.abc import Iterable, Sequence

from archive.model import EdgeKind, Thread, ThreadNode
from archive.store.columns import to_json
from archive.store.database import Database
from archive.store.mail_ids import MailIds
from archive.store.related import related_messages

_OLD_THREADS = """
SELECT DISTINCT thread.id, thread.mail_id FROM json_each(?) AS asked CROSS JOIN mail_id ON mail_id.message = asked.value
JOIN thread_node ON thread_node.mail_id = mail_id.id JOIN thread ON thread.id = thread_node.thread
"""
_THREAD_OF_MESSAGE = """
SELECT thread_node.thread FROM mail_id JOIN thread_node ON thread_node.mail_id = mail_id.id AND thread_node.is_ghost = 0
WHERE mail_id.message = ? LIMIT 1
"""
_NAMES = """
SELECT own.message, named.text FROM json_each(?) AS asked CROSS JOIN mail_id AS own ON own.message = asked.value
JOIN thread_node ON thread_node.mail_id = own.id AND thread_node.is_ghost = 0
JOIN thread ON thread.id = thread_node.thread JOIN mail_id AS named ON named.id = thread.mail_id
"""


class ThreadStore:
    """Threads by id, by an id that they once had, and by message."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database
        self._ids = MailIds(database)

    def related(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Keys of all messages whose thread may be touched when `keys` are new or changed, themselves included, sorted.

        Related are messages that share an id (own, referred to, or meant by a mangled one), that are in one thread, or
        that have one base subject within two months; closed transitively.
        """
        with self._database.snapshot():
            return related_messages(self._database, self._ids.messages(keys).values())

    def replace(self, keys: Iterable[str], threads: Iterable[Thread]) -> None:
        """The threads of these messages are now these; the id of a vanished thread leads to where its root went.

        ValueError where a stored thread would lose members that are in none of the new ones (`related` gives them).
        """
        with self._database.transaction():
            new = tuple(threads)
            numbers = tuple(self._ids.messages(keys).values())
            before = self._names(numbers)
            self._remove_old(numbers, new)
            self._add(new)
            after = self._names(numbers)
            self._database.touch(number for number in numbers if after.get(number) != before.get(number))

    def get(self, thread_id: str) -> Thread | None:
        """The thread of that id, or the one that took in the thread which had it, or where that message stands."""
        with self._database.snapshot():
            number = self._find(thread_id)
            return None if number is None else self._thread(number)

    def of_message(self, key: str) -> Thread | None:
        """The thread that a message stands in."""
        with self._database.snapshot():
            number = self._of_message(self._ids.message(key))
            return None if number is None else self._thread(number)

    def id_of(self, key: str) -> str | None:
        """The id of the thread that a message stands in."""
        number = self._ids.message(key)
        return None if number is None else self._names([number]).get(number)

    def _find(self, thread_id: str) -> int | None:
        named = "SELECT thread.id FROM mail_id JOIN thread ON thread.mail_id = mail_id.id WHERE mail_id.text = ?"
        found: int | None = self._database.value(named, thread_id)
        if found is not None:
            return found
        member = """SELECT member.message FROM mail_id AS asked JOIN thread_alias ON thread_alias.mail_id = asked.id
            JOIN mail_id AS member ON member.id = thread_alias.member WHERE asked.text = ?"""
        went = self._of_message(self._database.value(member, thread_id))
        return self._of_message(self._ids.message(thread_id)) if went is None else went

    def _of_message(self, message: int | None) -> int | None:
        thread: int | None = None if message is None else self._database.value(_THREAD_OF_MESSAGE, message)
        return thread

    def _names(self, messages: Sequence[int]) -> dict[int, str]:
        """The ids of the threads that messages stand in, by number."""
        return {row[0]: row[1] for row in self._database.rows(_NAMES, to_json(list(messages)))}

    def _thread(self, number: int) -> Thread:
        name = self._database.value(
            "SELECT text FROM thread JOIN mail_id ON mail_id.id = thread.mail_id WHERE thread.id = ?", number
        )
        rows = self._database.rows(
            """SELECT own.text, above.text, edge, depth, is_ghost FROM thread_node
            JOIN mail_id AS own ON own.id = thread_node.mail_id
            LEFT JOIN mail_id AS above ON above.id = thread_node.parent
            WHERE thread_node.thread = ? ORDER BY thread_node.ordinal""",
            number,
        )
        nodes = (
            ThreadNode(key, parent, EdgeKind(edge), depth, bool(is_ghost))
            for key, parent, edge, depth, is_ghost in rows
        )
        return Thread(str(name), tuple(nodes))

    def _remove_old(self, numbers: Sequence[int], new: Sequence[Thread]) -> None:
        old = self._database.rows(_OLD_THREADS, to_json(list(numbers)))
        staying = set(self._ids.messages(key for thread in new for key in thread.keys).values())
        for thread, name in old:
            members = self._database.rows(
                """SELECT mail_id.id, mail_id.message FROM thread_node JOIN mail_id ON mail_id.id = thread_node.mail_id
                WHERE thread_node.thread = ? AND mail_id.message IS NOT NULL ORDER BY thread_node.ordinal""",
                thread,
            )
            lost = [self._ids.text(mail_id) for mail_id, message in members if message not in staying]
            if lost:
                error = f"{lost[0]} would lose its thread: replace the threads of everything that is related"
                raise ValueError(error)
            self._database.run("DELETE FROM thread WHERE id = ?", thread)
            alias = "INSERT OR REPLACE INTO thread_alias (mail_id, member) VALUES (?, ?)"
            self._database.run(alias, name, members[0][0] if members else name)

    def _add(self, threads: Sequence[Thread]) -> None:
        named = (name for thread in threads for node in thread.nodes for name in (node.key, node.parent))
        ids = self._ids.enter(name for name in (*(thread.id for thread in threads), *named) if name is not None)
        first = int(self._database.value("SELECT coalesce(max(id), 0) + 1 FROM thread"))
        numbered = tuple(enumerate(threads, start=first))
        self._database.run_many(
            "INSERT INTO thread (id, mail_id) VALUES (?, ?)", ((number, ids[thread.id]) for number, thread in numbered)
        )
        self._database.run_many("DELETE FROM thread_alias WHERE mail_id = ?", ((ids[thread.id],) for thread in threads))
        self._database.run_many(
            """INSERT INTO thread_node (thread, ordinal, mail_id, parent, edge, depth, is_ghost)
            VALUES (?, ?, ?, ?, ?, ?, ?)""",
            (
                (number, ordinal, ids[node.key], parent, node.edge.value, node.depth, node.is_ghost)
                for number, thread in numbered
                for ordinal, node in enumerate(thread.nodes)
                for parent in (None if node.parent is None else ids[node.parent],)
            ),
        )
