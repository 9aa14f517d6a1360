"""The store of results: what was read out of mails, replaced as a whole, read by message, by id and by filter."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from archive.circumstances import Circumstance
from archive.filters import ResultFilter
from archive.results import Change, Claim, Comment, Correction, Derived, Measurement, RelativeResult, Table
from archive.store import finding
from archive.store.changes import ChangeRows
from archive.store.circumstances import CircumstanceRows
from archive.store.columns import to_json
from archive.store.database import Database
from archive.store.finding import KernelSummary, MachineSummary, TestSummary
from archive.store.mail_ids import MailIds
from archive.store.measurements import MeasurementRows
from archive.store.remarks import ClaimRows, CommentRows, CorrectionRows
from archive.store.tables import RelativeRows, TableRows
from archive.store.vocabulary import Vocabulary

_DERIVED: Final = (
    *("circumstance", "comment", "correction", "claim", "change", "relative_result", "measurement", "result_table"),
)

_Noun = TypeVar("_Noun")


class ResultStore:
    """Tables, measurements, changes and what is said of them; what copies repeat is kept but never counted or found."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database
        self._ids = MailIds(database)
        self._tables = TableRows(database, self._ids)
        self._measurements = MeasurementRows(database)
        self._relatives = RelativeRows(database)
        self._changes = ChangeRows(database)
        self._claims = ClaimRows(database)
        self._comments = CommentRows(database)
        self._corrections = CorrectionRows(database)
        self._circumstances = CircumstanceRows(database)

    def replace(self, keys: Iterable[str], derived: Derived) -> None:
        """All that was read out of these messages is now this; vanished ids of measurements lead to their successors.

        ValueError where something stands in a message that is not among `keys` or not stored.
        """
        with self._database.transaction():
            posts = self._ids.messages(keys)
            _refuse_strangers(posts, derived)
            numbers = tuple(posts.values())
            before = self._measurements.identities(numbers)
            for table in _DERIVED:
                self._database.run_many(f"DELETE FROM {table} WHERE message = ?", ((number,) for number in numbers))
            self._add(posts, derived)
            self._measurements.retire(before, {(posts[row.table.message_key], row.id) for row in derived.measurements})
            self._database.touch(numbers)

    def tables(self, keys: Iterable[str]) -> tuple[Table, ...]:
        """The tables of these messages, copies included, message after message in posted order."""
        return self._of_messages("result_table", keys, lambda row, key, _: self._tables.of_row(row, key))

    def measurements(self, keys: Iterable[str], *, copies: bool = False) -> tuple[Measurement, ...]:
        """The measurements of these messages in posted order, without those that copies repeat unless asked."""
        condition = "1" if copies else "found.counted = 1"
        return self._of_messages("measurement", keys, self._measurements.of_row, condition)

    def relatives(self, keys: Iterable[str]) -> tuple[RelativeResult, ...]:
        """The relative results of these messages in posted order."""
        return self._of_messages("relative_result", keys, self._relatives.of_row)

    def changes(self, keys: Iterable[str]) -> tuple[Change, ...]:
        """The changes of these messages in posted order."""
        return self._of_messages("change", keys, self._changes.of_row)

    def claims(self, keys: Iterable[str]) -> tuple[Claim, ...]:
        """The claims of these messages in posted order."""
        return self._of_messages("claim", keys, self._claims.of_row)

    def comments(self, keys: Iterable[str]) -> tuple[Comment, ...]:
        """The comments that stand in these messages in posted order."""
        return self._of_messages("comment", keys, self._comments.of_row)

    def corrections(self, keys: Iterable[str]) -> tuple[Correction, ...]:
        """The corrections that stand in these messages in posted order."""
        return self._of_messages("correction", keys, self._corrections.of_row)

    def circumstances(self, keys: Iterable[str]) -> tuple[Circumstance, ...]:
        """What these messages say of how they measured, in posted order."""
        return self._of_messages("circumstance", keys, lambda row, key, _: self._circumstances.of_row(row, key))

    def measurement(self, name: str) -> Measurement | None:
        """The measurement of that id, or the successor of one that had it."""
        with self._database.snapshot():
            return self._named("measurement", self._measurements.current(name), self._measurements.of_row)

    def change(self, name: str) -> Change | None:
        """The change of that id."""
        return self._named("change", name, self._changes.of_row)

    def claim(self, name: str) -> Claim | None:
        """The claim of that id."""
        return self._named("claim", name, self._claims.of_row)

    def comments_on(self, targets: Iterable[str]) -> tuple[Comment, ...]:
        """The comments on measurements, claims, tables or messages with these ids, in posted order."""
        rows = """SELECT * FROM comment WHERE id IN (SELECT comment_target.comment FROM json_each(?) AS asked
            CROSS JOIN comment_target ON comment_target.target = asked.value) ORDER BY message, id"""
        with self._database.snapshot():
            return self._nouns(self._database.rows(rows, to_json(list(targets))), self._comments.of_row)

    def find_measurements(self, wanted: ResultFilter, *, limit: int = 50, offset: int = 0) -> tuple[Measurement, ...]:
        """The counted measurements that fit, the latest post first; UserError for a value that no such field has."""
        with self._database.snapshot():
            rows = finding.find_measurements(self._database, wanted, limit=limit, offset=offset)
            return self._nouns(rows, self._measurements.of_row)

    def count_measurements(self, wanted: ResultFilter) -> int:
        """How many counted measurements fit."""
        return finding.count_measurements(self._database, wanted)

    def find_changes(
        self, wanted: ResultFilter, *, order: str = "size", limit: int = 50, offset: int = 0
    ) -> tuple[Change, ...]:
        """The changes that fit, by size, kernel (new side, then old) or date (latest first); unknown ones last."""
        with self._database.snapshot():
            rows = finding.find_changes(self._database, wanted, order=order, limit=limit, offset=offset)
            return self._nouns(rows, self._changes.of_row)

    def count_changes(self, wanted: ResultFilter) -> int:
        """How many changes fit."""
        return finding.count_changes(self._database, wanted)

    def find_messages(self, wanted: ResultFilter) -> tuple[str, ...]:
        """The keys of messages that fit, the latest first.

        Conditions of rows must all be met by one measurement, change, claim or comment of it; negated ones by none.
        """
        return finding.find_messages(self._database, wanted)

    def largest_changes(self, limit: int = 10) -> tuple[Change, ...]:
        """The largest changes of primary metrics that carry no warning and are not within the noise."""
        with self._database.snapshot():
            return self._nouns(finding.largest_changes(self._database, limit), self._changes.of_row)

    def tests(self) -> tuple[TestSummary, ...]:
        """Every test with counted measurements, by suite and name."""
        return finding.tests(self._database)

    def suites(self) -> frozenset[str]:
        """The suites that results name; some have no suite file, since only a harness's report names them."""
        return finding.suites(self._database)

    def kernels(self) -> tuple[KernelSummary, ...]:
        """Every kernel label with counted measurements, in version order, free labels last."""
        return finding.kernels(self._database)

    def machines(self) -> tuple[MachineSummary, ...]:
        """Every machine with counted measurements, the most measured first."""
        return finding.machines(self._database)

    def _add(self, posts: Mapping[str, int], derived: Derived) -> None:
        copies = {table.ref for table in derived.tables if not table.is_counted}
        self._tables.add(posts, derived.tables)
        self._measurements.add(posts, derived.measurements, copies)
        self._relatives.add(posts, derived.relatives)
        self._changes.add(posts, derived.changes)
        self._claims.add(posts, derived.claims)
        self._comments.add(posts, derived.comments)
        self._corrections.add(posts, derived.corrections)
        self._circumstances.add(posts, derived.circumstances)

    def _of_messages(
        self,
        table: str,
        keys: Iterable[str],
        noun: Callable[[sqlite3.Row, str, Vocabulary], _Noun],
        condition: str = "1",
    ) -> tuple[_Noun, ...]:
        with self._database.snapshot():
            numbers = dict.fromkeys(self._ids.messages(keys).values())
            rows = self._database.rows(
                f"""SELECT found.* FROM json_each(?) AS asked CROSS JOIN {table} AS found ON found.message = asked.value
                WHERE {condition} ORDER BY asked.key, found.id""",
                to_json(list(numbers)),
            )
            return self._nouns(rows, noun)

    def _named(self, table: str, name: str, noun: Callable[[sqlite3.Row, str, Vocabulary], _Noun]) -> _Noun | None:
        with self._database.snapshot():
            rows = self._database.rows(f"SELECT * FROM {table} WHERE name = ? ORDER BY id LIMIT 1", name)
            found = self._nouns(rows, noun)
            return found[0] if found else None

    def _nouns(
        self, rows: list[sqlite3.Row], noun: Callable[[sqlite3.Row, str, Vocabulary], _Noun]
    ) -> tuple[_Noun, ...]:
        vocabulary = Vocabulary(self._database)
        keys = self._ids.texts({row["message"] for row in rows})
        return tuple(noun(row, keys[row["message"]], vocabulary) for row in rows)


def _refuse_strangers(posts: Mapping[str, int], derived: Derived) -> None:
    tables = (*(table.ref for table in derived.tables), *(row.table for row in derived.measurements))
    refs = (*tables, *(row.table for row in derived.relatives))
    remarks = (*(row.message_key for row in derived.claims), *(row.message_key for row in derived.comments))
    others = (*(row.message_key for row in derived.changes), *(row.message_key for row in derived.corrections))
    told = (row.message_key for row in derived.circumstances)
    strangers = {*(ref.message_key for ref in refs), *remarks, *others, *told} - set(posts)
    if strangers:
        error = f"results of {min(strangers)}, which is not among the stored messages to replace"
        raise ValueError(error)
