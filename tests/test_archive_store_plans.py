"""The queries that every page and every import asks many times go by an index, whatever the archive's size."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from archive.filters import Condition, ResultFilter
from archive.identity import fingerprint
from archive.model import EdgeKind, Message, Source, Thread, ThreadNode
from archive.results import Derived, Table, TableRef
from archive.store.archive import Archive
from archive.store.schema import FILE_NAME

Mail = Callable[..., Message]
KEY = "post@example.org"
# Tables that grow with the mails; the words that they share stay few.
GROWING = (
    *("mail_id", "message", "message_source", "list_member", "part", "part_text", "raw_mail", "reference", "ghost"),
    *("thread", "thread_node", "thread_alias", "result_table", "measurement", "retired_measurement", "relative_result"),
    *(
        "change",
        "change_run",
        "claim",
        "comment",
        "comment_target",
        "correction",
        "circumstance",
        "problem",
        "run",
        "run_value",
    ),
    *("m", "c", "p", "t", "r", "g", "i", "n", "d", "found", "removed", "tombstone", "mangled_id", "author", "topic"),
)
FORK = Condition("test", ("fork_test",))
SERIES = Condition("kernel", ("2.5",))
SLOWER = Condition("dir", ("slower",))


def wanted(*conditions: Condition) -> ResultFilter:
    return ResultFilter(conditions)


@pytest.fixture
def archive(tmp_path: Path, mail: Mail) -> Iterator[Archive]:
    with Archive.open(tmp_path, create=True) as opened:
        opened.messages.save(mail("x", key=KEY))
        yield opened


def scans(archive: Archive, call: Callable[[Archive], object]) -> list[str]:
    """The whole-table scans in the plans of every statement that a call runs."""
    statements: list[str] = []
    connection: sqlite3.Connection = archive._database._connection
    connection.set_trace_callback(statements.append)
    call(archive)
    connection.set_trace_callback(None)
    asked = [one for one in statements if one.lstrip().startswith(("SELECT", "WITH", "UPDATE", "DELETE", "INSERT"))]
    assert asked
    plans = [row[3] for one in asked for row in connection.execute(f"EXPLAIN QUERY PLAN {one}")]
    return [plan for plan in plans if plan.startswith("SCAN") and plan.split()[1] in GROWING]


READS: dict[str, Callable[[Archive], object]] = {
    "get": lambda archive: archive.messages.get(KEY),
    "raw": lambda archive: archive.messages.raw(KEY),
    "resolve": lambda archive: archive.messages.resolve(KEY),
    "with_fingerprint": lambda archive: archive.messages.with_fingerprint("x"),
    "summaries": lambda archive: archive.messages.summaries([KEY]),
    "recent of a list": lambda archive: archive.messages.recent(list_name="bench"),
    "pending": lambda archive: archive.messages.pending(),
    "links": lambda archive: list(archive.messages.links([KEY])),
    "is_purged": lambda archive: archive.messages.is_purged(KEY),
    "thread": lambda archive: archive.threads.get(KEY),
    "thread of a message": lambda archive: archive.threads.of_message(KEY),
    "related": lambda archive: archive.threads.related([KEY]),
    "tables": lambda archive: archive.results.tables([KEY]),
    "measurements": lambda archive: archive.results.measurements([KEY]),
    "changes": lambda archive: archive.results.changes([KEY]),
    "claims": lambda archive: archive.results.claims([KEY]),
    "comments": lambda archive: archive.results.comments([KEY]),
    "measurement": lambda archive: archive.results.measurement("x"),
    "comments_on": lambda archive: archive.results.comments_on(["x", KEY]),
    "measurements by test and kernel": lambda archive: archive.results.find_measurements(wanted(FORK, SERIES)),
    "measurements by machine": lambda archive: archive.results.count_measurements(
        wanted(Condition("hw", ("PIII@800",)))
    ),
    "measurements by test and direction": lambda archive: archive.results.find_measurements(wanted(FORK, SLOWER)),
    "changes by test, kernel and direction": lambda archive: archive.results.find_changes(wanted(FORK, SERIES, SLOWER)),
    "number of changes in a direction": lambda archive: archive.results.count_changes(wanted(SLOWER)),
    "changes of a message": lambda archive: archive.results.find_changes(wanted(Condition("message", (KEY,)))),
    "messages by test": lambda archive: archive.results.find_messages(wanted(FORK, SLOWER)),
    "messages of a thread": lambda archive: archive.results.find_messages(wanted(Condition("thread", (KEY,)))),
    "runs of a message": lambda archive: archive.runs.of_message(KEY),
    "runs of a test": lambda archive: archive.runs.of_test("aim9", "fork_test"),
}


@pytest.mark.parametrize("name", READS)
def test_reading_goes_by_an_index(archive: Archive, name: str) -> None:
    assert scans(archive, READS[name]) == []


def test_writing_goes_by_an_index(archive: Archive, mail: Mail) -> None:
    def write(archive: Archive) -> None:
        new = mail("y", key="reply@example.org", references=(KEY, "fake.lost.ghost@example.org"))
        archive.messages.with_fingerprint(fingerprint(new))
        archive.messages.save(new)
        archive.messages.replace("reply@example.org", new)
        archive.messages.add_copy(KEY, Source("mbox", "x"), ("other",))
        nodes = tuple(ThreadNode(key, None, EdgeKind.ROOT, 0, is_ghost=False) for key in (KEY, "reply@example.org"))
        archive.threads.replace([KEY, "reply@example.org"], [Thread(KEY, nodes)])
        archive.results.replace([KEY], Derived((Table(TableRef(KEY, 0), 0, 1, 2, "result", None),)))
        archive.messages.settled([KEY])

    assert scans(archive, write) == []


def test_a_scan_would_be_noticed(archive: Archive) -> None:
    found = scans(archive, lambda opened: opened.results.count_measurements(wanted(Condition("value", low=1.0))))
    assert found == ["SCAN m"]


def test_a_writer_leaves_the_planner_what_it_needs_and_a_reader_nothing(archive: Archive, mail: Mail) -> None:
    def known() -> int:
        connection = sqlite3.connect(archive.folder / FILE_NAME)
        tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'"
        (found,) = connection.execute(tables).fetchone()
        connection.close()
        return int(found)

    with Archive.open(archive.folder) as reader:
        reader.messages.count()
    assert known() == 0
    with Archive.open(archive.folder) as writer:
        writer.messages.save(mail("y", key="other@example.org"))
    assert known() == 1
