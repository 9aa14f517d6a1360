"""Everything that a thread's mails hold, read as a whole, so that the order in which they came never matters."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from archive.compare import changes
from archive.model import Author, Message
from archive.results import Change, Claim, Comment, Correction, Derived, Measurement, RelativeResult, Table, TableRef
from archive.text import collapse
from ingest.attribute import attribute
from ingest.circumstances import circumstances_of
from ingest.claim_scopes import ClaimContext
from ingest.claims import read_claims
from ingest.comments import CommentContext, read_comments, read_corrections
from ingest.copies import Repeats, TableText, find_repeats
from ingest.known_tables import KnownTables
from ingest.measure import Identifier, Reading, measure, relate, told_versions
from ingest.named_tests import NamedTests
from ingest.own_lines import OwnLines
from ingest.passages import Passages
from ingest.post import Post, Scan, lay_out, scan
from ingest.profiles import Profile
from ingest.remark_looks import ClaimLines
from ingest.repeats import number_repeats
from ingest.retractions import read_retractions
from ingest.sections import tell_sections
from ingest.tables import Block
from ingest.told_averages import tell_averages


@dataclass(frozen=True, slots=True)
class _Read:
    """One mail read by itself: its tables as text for the search of copies, and its measurements."""

    post: Post
    said: Passages
    identify: Identifier
    tables: tuple[Table, ...]
    texts: tuple[TableText, ...]
    measurements: tuple[Measurement, ...]
    relatives: tuple[RelativeResult, ...]


Seen = Callable[[TableRef, str, Sequence[str]], TableRef | None]
"""Told a person's own table (author's key, collapsed rows): the earlier table in another thread that it
repeats, or None.
"""


@dataclass(frozen=True, slots=True)
class Begun:
    """The mails of a thread, each read by itself; what is still to be asked is which of their tables repeat others."""

    read: tuple[_Read, ...]
    people: Mapping[str, Author]

    @property
    def questions(self) -> tuple[tuple[TableRef, str, tuple[str, ...]], ...]:
        """What `finish` will ask of its `Seen`, in that order."""
        texts = (text for item in self.read for text in item.texts)
        return tuple((text.ref, text.author, text.rows) for text in texts if not text.quoted)


def derive(
    messages: Sequence[Message], seen: Seen = lambda _ref, _author, _rows: None, known: KnownTables | None = None
) -> Derived:
    """Tables, measurements, changes, claims, comments and corrections of the mails of one thread; what is
    `known` of their tables is not looked for again.
    """
    return finish(begin(messages, known), seen)


def begin(messages: Sequence[Message], known: KnownTables | None = None) -> Begun:
    """The first part of `derive`: all that needs no other thread; no mails where none of them holds a table or compares
    kernels.
    """
    ordered = sorted(messages, key=lambda m: (m.date is None, m.date.timestamp() if m.date else 0.0, m.key))
    people = {m.author.name.lower(): m.author for m in ordered}
    known = known or KnownTables()
    scans = [known.scan(message) or scan(message) for message in ordered]
    if not any(scanned.tells_of_results for scanned in scans):
        return Begun((), people)
    return Begun(tuple(_read(scanned, people) for scanned in scans), people)


def finish(begun: Begun, seen: Seen) -> Derived:
    """The second part of `derive`."""
    read = begun.read
    if not read:
        return Derived()
    repeats = find_repeats([text for item in read for text in item.texts], seen)
    tables = tuple(_settled(table, repeats) for item in read for table in item.tables)
    counted = {table.ref for table in tables if table.is_counted}
    posts = [_counted_measurements(item, counted) for item in read]
    own = tuple(m for post in posts for m in post)
    changed = tuple(change for post in posts for change in changes(post))
    claims, comments, corrections = _statements(read, own, changed, begun.people)
    found = Derived(
        tables=tables,
        measurements=own + tuple(m for item in read for m in item.measurements if m.table not in counted),
        relatives=tuple(r for item in read for r in item.relatives if r.table in counted),
        changes=changed,
        claims=claims,
        comments=comments,
        corrections=corrections,
    )
    posted = ((item.post, item.identify) for item in read)
    return replace(found, circumstances=tuple(circumstances_of(posted, found)))


def _counted_measurements(item: _Read, counted: set[TableRef]) -> tuple[Measurement, ...]:
    """The measurements of a mail's counted tables, told apart from one another as far as the mail does."""
    own = [m for m in item.measurements if m.table in counted]
    return tell_averages(item.post, item.tables, number_repeats(tell_sections(item.post, item.tables, own)))


def _read(scanned: Scan, people: Mapping[str, Author]) -> _Read:
    post = lay_out(scanned)
    found = [pair for part in post.parts for pair in attribute(post, part, part.blocks)]
    profiles = [profile for part in post.parts for profile in part.profiles]
    reading = Reading(post, Identifier(post), people, told_versions(post, (block for block, _ in found)))
    tables, texts, measurements = list[Table](), list[TableText](), list[Measurement]()
    relatives = list[RelativeResult]()
    for number, (block, rows) in enumerate(found):
        ref = TableRef(post.message.key, number)
        measured = tuple(measure(reading, post.part(block.part), block, rows, ref))
        tables.append(_result_table(ref, block))
        texts.append(_text(post, ref, measured[0].author if measured else post.message.author, block, block.row_lines))
        measurements += measured
        relatives += relate(reading, post.part(block.part), block, rows, ref)
    for number, profile in enumerate(profiles, start=len(found)):
        ref = TableRef(post.message.key, number)
        tables.append(_profile_table(ref, profile))
        texts.append(_text(post, ref, post.message.author, profile, range(profile.first_line, profile.last_line + 1)))
    return _Read(
        post, Passages(post), reading.identify, tuple(tables), tuple(texts), tuple(measurements), tuple(relatives)
    )


def _result_table(ref: TableRef, block: Block) -> Table:
    """The table of a block; what its suite refused to read as numbers stands in its warnings."""
    refused = tuple(dict.fromkeys(warning for row in block.rows if not row.values for warning in row.warnings))
    lines = (block.first_line, block.last_line)
    return Table(
        ref, block.part, *lines, "result", block.suite_name, block.rows[0].title, block.depth > 0, warnings=refused
    )


def _profile_table(ref: TableRef, profile: Profile) -> Table:
    lines = (profile.first_line, profile.last_line)
    return Table(ref, profile.part, *lines, "profile", None, None, profile.depth > 0, symbols=profile.symbols)


def _text(post: Post, ref: TableRef, author: Author, found: Block | Profile, rows: Iterable[int]) -> TableText:
    lines = post.part(found.part).lines
    return TableText(ref, author.key, found.depth > 0, tuple(collapse(lines[row - 1].text) for row in rows))


def _settled(table: Table, repeats: Repeats) -> Table:
    return replace(table, copy_of=repeats.copy_of.get(table.ref), repost_of=repeats.repost_of.get(table.ref))


def _statements(
    read: Sequence[_Read], own: tuple[Measurement, ...], changed: tuple[Change, ...], people: Mapping[str, Author]
) -> tuple[tuple[Claim, ...], tuple[Comment, ...], tuple[Correction, ...]]:
    rows = _rows(read, own)
    beside = ClaimContext(own, rows, changed)
    claims = {item.post.message.key: tuple(read_claims(item.post, item.said, beside, item.identify)) for item in read}
    context = _context(read, rows, claims, people)
    comments, corrections = list[Comment](), list[Correction]()
    present = {item.post.message.key for item in read}
    measured, posted = {m.table.message_key for m in own}, dict[str, str]()
    for item in read:
        context = replace(context, parent=_parent(item.post.message, present, read))
        comments += read_comments(item.post, item.said, context, item.identify)
        corrections += read_corrections(item.post, item.said, context, claims[item.post.message.key], item.identify)
        corrections += read_retractions(item.post, posted, item.identify)
        if item.post.message.key in measured:
            posted[item.post.message.author.key] = item.post.message.key
    return tuple(c for found in claims.values() for c in found), _once(comments), tuple(corrections)


def _once(comments: list[Comment]) -> tuple[Comment, ...]:
    """The comments, each remark that only quotations have kept once, by whoever quoted it first."""
    seen, kept = set[tuple[str, str]](), list[Comment]()
    for comment in comments:
        words = (comment.author.key, collapse(comment.text))
        if comment.posted_by is None or words not in seen:
            kept.append(comment)
        if comment.posted_by is not None:
            seen.add(words)
    return tuple(kept)


def _context(
    read: Sequence[_Read],
    rows: dict[str, tuple[Measurement, ...]],
    claims: dict[str, tuple[Claim, ...]],
    people: Mapping[str, Author],
) -> CommentContext:
    by_test = {m.test: m for found in rows.values() for m in found}
    measured = frozenset(m.table.message_key for found in rows.values() for m in found)
    claims_by_line = _claims_by_line(read, claims)
    return CommentContext(
        rows,
        by_test,
        claims_by_line,
        OwnLines(item.post for item in read),
        ClaimLines(claims_by_line),
        NamedTests(by_test),
        people,
        measured=measured,
    )


def _rows(read: Sequence[_Read], own: tuple[Measurement, ...]) -> dict[str, tuple[Measurement, ...]]:
    identify = {item.post.message.key: item.identify for item in read}
    rows: dict[str, list[Measurement]] = defaultdict(list)
    for m in own:
        rows[identify[m.table.message_key].words(m.span.part, m.span.line)].append(m)
    return {words: tuple(found) for words, found in rows.items()}


def _claims_by_line(read: Sequence[_Read], claims: dict[str, tuple[Claim, ...]]) -> dict[str, tuple[Claim, ...]]:
    named: dict[str, list[Claim]] = defaultdict(list)
    for item in read:
        for claim in claims[item.post.message.key]:
            named[collapse(item.post.line(claim.span.part, claim.span.line).text)].append(claim)
    return {words: tuple(found) for words, found in named.items()}


def _parent(message: Message, present: set[str], read: Sequence[_Read]) -> str | None:
    for key in (*reversed(message.references), *message.in_reply_to):
        if key in present:
            return key
    root = read[0].post.message.key
    return root if root != message.key else None
