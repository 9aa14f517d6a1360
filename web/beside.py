"""A thread beside its numbers: the posts with their sections and remarks, and what each mail's lines hold."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archive.circumstances import Circumstance
from archive.model import Message
from archive.results import Derived, Measurement, RelativeResult, Table, TableRef
from archive.store.archive import Archive
from web.grouping import sections
from web.lines import Mark, Note, Number, Places
from web.remarks import Placed, Remark, place, said
from web.sections import Section, column_label
from web.urls import value_anchor


@dataclass(frozen=True, slots=True)
class Post:
    """A message that posts numbers: its sections, what repeats or illustrates them, the remarks on it as a whole."""

    message: Message
    sections: tuple[Section, ...]
    relatives: tuple[RelativeResult, ...]
    profiles: tuple[Table, ...]
    copies: tuple[Table, ...]
    remarks: tuple[Remark, ...]
    circumstances: tuple[Circumstance, ...] = ()

    @property
    def contents(self) -> tuple[tuple[str, tuple[Section, ...]], ...]:
        """The primary sections under what they share: the machine where the post has several, else what is measured."""
        primary = [section for section in self.sections if not section.is_secondary]
        several = len({section.place for section in primary}) > 1
        groups: dict[str, list[Section]] = {}
        for section in primary:
            groups.setdefault(section.place if several else section.subject, []).append(section)
        return tuple((name, tuple(group)) for name, group in groups.items())


@dataclass(frozen=True, slots=True)
class Beside:
    """A thread's messages in reading order and everything that was read out of them."""

    messages: tuple[Message, ...]
    derived: Derived
    posts: tuple[Post, ...]
    placed: Placed
    repeated: tuple[tuple[Measurement, Measurement], ...]
    """Numbers of copies, each with the number that it repeats."""

    def repeats(self, table: Table) -> tuple[Table, ...]:
        """The tables of the thread that only repeat this one: quotations and reposts."""
        return tuple(found for found in self.derived.tables if table.ref in (found.copy_of, found.repost_of))

    def places(self, key: str, results_page: str = "") -> Places:
        """What a mail's lines hold; `results_page` is the page that the numbers lead to, empty on that page itself."""
        numbers = tuple(self._numbers(key, results_page))
        return Places(numbers, tuple(_marks(self.derived, key)), tuple(self._notes(key, results_page)))

    def _numbers(self, key: str, results_page: str) -> Iterable[Number]:
        for measurement in self.derived.measurements:
            if measurement.table.message_key == key:
                href = f"{results_page}#{value_anchor(measurement.id)}"
                yield Number(measurement.span, href, f"n{measurement.id}", measurement_label(measurement))
        for copy, original in self.repeated:
            if copy.table.message_key == key:
                label = f"{measurement_label(original)}, repeated here"
                yield Number(copy.span, f"{results_page}#{value_anchor(original.id)}", None, label)

    def _notes(self, key: str, results_page: str) -> Iterable[Note]:
        tests = {row.first.id: row.test for post in self.posts for section in post.sections for row in section.rows}
        for remark in said(self.derived):
            if remark.message_key == key:
                for row in self.placed.row_of(remark.id):
                    href = f"{results_page}#row-{row}"
                    yield Note(remark.span.part, remark.span.line, tests.get(row, "row"), href)


def read_thread(archive: Archive, keys: Sequence[str]) -> Beside:
    """Read the messages of a thread with everything that was read out of them."""
    found = [message for key in keys if (message := archive.messages.get(key)) is not None]
    results = archive.results
    derived = Derived(
        tables=results.tables(keys),
        measurements=results.measurements(keys),
        relatives=results.relatives(keys),
        changes=results.changes(keys),
        claims=results.claims(keys),
        comments=results.comments(keys),
        corrections=results.corrections(keys),
        circumstances=results.circumstances(keys),
    )
    counted = {measurement.id for measurement in derived.measurements}
    copied = tuple(m for m in results.measurements(keys, copies=True) if m.id not in counted)
    return arrange(tuple(found), derived, copied)


def arrange(messages: tuple[Message, ...], derived: Derived, copied: tuple[Measurement, ...] = ()) -> Beside:
    """The posts of a thread in reading order, each with its sections and remarks."""
    by_post = {message.key: _sections(message.key, derived) for message in messages}
    placed = place(derived, [section for found in by_post.values() for section in found])
    posts = (_post(message, derived, by_post[message.key], placed) for message in messages)
    return Beside(
        messages,
        derived,
        tuple(post for post in posts if _says_something(post)),
        placed,
        tuple(_repeated(derived, copied)),
    )


def measurement_label(measurement: Measurement) -> str:
    """A measurement in words, for a link: "fork_test, 2.4.19, ops_per_second"."""
    suite = f"{measurement.suite} " if measurement.suite else ""
    repeat = f", run {measurement.repeat}" if measurement.repeat else ""
    return f"{suite}{measurement.test}, {column_label(measurement)}, {measurement.metric}{repeat}"


def _sections(key: str, derived: Derived) -> tuple[Section, ...]:
    return sections(
        [table for table in derived.tables if table.ref.message_key == key],
        [measurement for measurement in derived.measurements if measurement.table.message_key == key],
        [change for change in derived.changes if change.message_key == key],
    )


def _post(message: Message, derived: Derived, own: tuple[Section, ...], placed: Placed) -> Post:
    tables = [table for table in derived.tables if table.ref.message_key == message.key]
    return Post(
        message=message,
        sections=own,
        relatives=tuple(result for result in derived.relatives if result.table.message_key == message.key),
        profiles=tuple(table for table in tables if table.kind == "profile" and table.is_counted),
        copies=tuple(table for table in tables if not table.is_counted),
        remarks=placed.on_post(message.key),
        circumstances=tuple(found for found in derived.circumstances if found.message_key == message.key),
    )


def _says_something(post: Post) -> bool:
    return bool(post.sections or post.relatives or post.profiles or post.remarks)


def _marks(derived: Derived, key: str) -> Iterable[Mark]:
    kinds = {"result": "table", "profile": "profile"}
    for table in derived.tables:
        if table.ref.message_key == key and table.kind in kinds:
            yield Mark(table.part, table.first_line, table.last_line, kinds[table.kind])
    for claim in derived.claims:
        if claim.message_key == key:
            yield Mark(claim.span.part, claim.span.line, claim.span.line, "claim")
    for comment in derived.comments:
        if comment.message_key == key:
            yield Mark(comment.span.part, comment.span.line, comment.last_line, "comment")


def _repeated(derived: Derived, copied: Iterable[Measurement]) -> Iterator[tuple[Measurement, Measurement]]:
    originals = {_same(measurement, measurement.table): measurement for measurement in derived.measurements}
    copy_of = {table.ref: table.copy_of or table.repost_of for table in derived.tables}
    for copy in copied:
        original = originals.get(_same(copy, copy_of.get(copy.table)))
        if original is not None:
            yield copy, original


def _same(measurement: Measurement, table: TableRef | None) -> tuple[object, ...]:
    settings = tuple(sorted(measurement.parameters.items()))
    return table, measurement.test, measurement.metric, measurement.raw, measurement.repeat, settings
