"""The answer to a query: changes first, then measurements, then messages (index/driving.py says which side drives).

Changes come in this order: the tests that the query names, primary metrics, those without warnings, those with a
direction, the largest first; against the baseline before against the predecessor.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archive.filters import Condition, ResultFilter
from archive.results import Change, Measurement
from archive.store.archive import Archive
from index.driving import Found, Sides, kept_to_list, message_node, row_filter
from index.engine import Engine, Or
from index.highlight import needles
from index.hits import ChangeHit, HitMaker, MeasurementHit, MessageHit
from index.query import read_query
from index.query_sides import Alternative, alternatives

__all__ = ["Answer", "ChangeHit", "MeasurementHit", "MessageHit", "Totals", "answer"]

# So many of the largest changes (or latest measurements) are put in order; there is no page behind them.
MAX_RANKED = 1000


@dataclass(frozen=True, slots=True)
class Totals:
    """How many there are of each, not only on this page."""

    changes: int
    measurements: int
    messages: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query found: how it was read, a page of each kind, how many there are, and notes on bounds met."""

    query: str
    read_as: tuple[str, ...]
    changes: tuple[ChangeHit, ...]
    measurements: tuple[MeasurementHit, ...]
    messages: tuple[MessageHit, ...]
    totals: Totals
    notes: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all fits."""
        return self.totals == Totals(0, 0, 0)


def answer(
    archive: Archive,
    engine: Engine | None,
    text: str,
    *,
    limit: int = 25,
    offset: int = 0,
    list_name: str | None = None,
) -> Answer:
    """Answer a query; `limit` and `offset` hold for each kind of result. UserError: it cannot be read, or no index.

    `engine` may be None where there is no index; queries that have conditions by prefix only are answered without it.
    """
    query = read_query(text, archive.results.suites())
    asked = alternatives(query)
    sides = Sides(archive, engine, list_name)
    with archive.snapshot():
        rows = _Rows(sides, asked, _tests_named(asked))
        mails = _Mails(sides, asked)
        page = slice(offset, offset + limit)
        maker = HitMaker(archive, list_name)
        keys = mails.page(limit, offset)
        return Answer(
            query=text,
            read_as=query.read_as,
            changes=maker.changes(rows.changes[page]),
            measurements=maker.measurements(rows.measurements[page]),
            messages=maker.messages(keys, needles(Or(tuple(mails.nodes)))),
            totals=Totals(rows.change_count, rows.measurement_count, mails.count),
            notes=tuple(dict.fromkeys((*rows.notes, *mails.notes))),
        )


class _Rows:
    """Changes and measurements of all alternatives, each once and in order."""

    def __init__(self, sides: Sides, asked: Iterable[Alternative], tests: frozenset[str]) -> None:
        self.notes: list[str] = []
        self._results = sides.archive.results
        self._changes: dict[tuple[str, str], Change] = {}
        self._measurements: dict[tuple[str, str], Measurement] = {}
        self.change_count = self.measurement_count = 0
        for alternative in asked:
            self._find(row_filter(sides, alternative), alternative)
        self.changes = sorted(self._changes.values(), key=lambda change: _rank(change, tests))
        self.measurements = sorted(self._others(), key=lambda row: row.test.lower() not in tests)

    def _find(self, found: Found, alternative: Alternative) -> None:
        self.notes += found.notes
        if found.filter is None:
            return
        changes = self._results.find_changes(found.filter, order="size", limit=MAX_RANKED, offset=0)
        count = self._results.count_changes(found.filter) if len(changes) == MAX_RANKED else len(changes)
        known = {(change.message_key, change.id): change for change in changes}
        self.change_count += count - len(known.keys() & self._changes.keys())
        if count > len(changes) and alternative.first_tests:
            first = _of_tests(found.filter, alternative)
            fitting = self._results.find_changes(first, order="size", limit=MAX_RANKED, offset=0)
            known |= {(change.message_key, change.id): change for change in fitting}
        self._changes |= known
        if count > len(changes):
            self.notes.append(f"only the largest {MAX_RANKED:,} of {count:,} changes were put in order")
        if not alternative.asks_for_changes_only:
            self._find_measurements(found, alternative)

    def _find_measurements(self, found: Found, alternative: Alternative) -> None:
        assert found.filter is not None
        rows = self._results.find_measurements(found.filter, limit=MAX_RANKED, offset=0)
        count = self._results.count_measurements(found.filter) if len(rows) == MAX_RANKED else len(rows)
        known = {(row.table.message_key, row.id): row for row in rows}
        self.measurement_count += count - len(known.keys() & self._measurements.keys())
        if count > len(rows) and alternative.first_tests:
            fitting = self._results.find_measurements(_of_tests(found.filter, alternative), limit=MAX_RANKED, offset=0)
            known |= {(row.table.message_key, row.id): row for row in fitting}
        self._measurements |= known
        if count > len(rows):
            self.notes.append(f"only the latest {MAX_RANKED:,} of {count:,} measurements can be paged through")

    def _others(self) -> list[Measurement]:
        """The measurements that no change here compares: those that it does are shown with it."""
        compared = {
            (change.message_key, run)
            for change in self.changes
            for side in (change.old, change.new)
            for run in side.measurements
        }
        others = [row for place, row in self._measurements.items() if place not in compared]
        self.measurement_count -= len(self._measurements) - len(others)
        return others


class _Mails:
    """Messages that fit: by the engine where the query has words, else by their rows, the latest first."""

    def __init__(self, sides: Sides, asked: tuple[Alternative, ...]) -> None:
        self.notes: list[str] = []
        self.count = 0
        self._sides = sides
        self._by_rows: tuple[str, ...] | None = None
        self.nodes = []
        if any(alternative.needs_engine for alternative in asked):
            for alternative in asked:
                node, notes = message_node(sides, alternative)
                self.nodes.append(node)
                self.notes += notes
        else:
            self._by_rows = tuple(dict.fromkeys(self._keys(asked)))

    def page(self, limit: int, offset: int) -> tuple[str, ...]:
        """The keys of a page, and from then on how many there are and what bounds were met."""
        if self._by_rows is not None:
            self.count = len(self._by_rows)
            return self._by_rows[offset : offset + limit]
        hits = self._sides.words.search(Or(tuple(self.nodes)), limit=limit, offset=offset)
        self.count = hits.total
        self.notes += hits.bounded
        return tuple(hit.key for hit in hits.hits)

    def _keys(self, asked: Iterable[Alternative]) -> Iterator[str]:
        for alternative in asked:
            wanted = kept_to_list(alternative.filter, self._sides.list_name)
            yield from self._sides.archive.results.find_messages(wanted)


def _of_tests(wanted: ResultFilter, alternative: Alternative) -> ResultFilter:
    """The same rows, of the tests that come first: they might not be among the largest."""
    return ResultFilter((*wanted.conditions, Condition("test", alternative.first_tests)))


def _tests_named(asked: Sequence[Alternative]) -> frozenset[str]:
    conditions = [condition for alternative in asked for condition in alternative.filter.conditions]
    required = [value for each in conditions if each.field == "test" and not each.negated for value in each.values]
    return frozenset(test.lower() for test in (*required, *(test for each in asked for test in each.first_tests)))


def _rank(change: Change, tests: frozenset[str]) -> tuple[object, ...]:
    return (
        change.test.lower() not in tests,
        change.role != "primary",
        bool(change.warnings),
        change.verdict not in ("slower", "faster"),
        -abs(change.delta or 0.0),
        change.pairing == "predecessor",
    )
