"""Results as a person wants to see them: with who said it, when, on which line, and what others say of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from archive.model import Author, Message
from archive.results import Change, Claim, Comment, Measurement, Side
from archive.store.archive import Archive
from archive.store.summaries import MessageSummary
from archive.text import lines
from index.highlight import Needles, Snippet, snippets

# The list under which messages are shown that came over none.
_ALL_LISTS = "all"


@dataclass(frozen=True, slots=True)
class RowLine:
    """The line that a measurement stands on: its id, part, 1-based line number, and the line as posted."""

    measurement: str
    part: int
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ChangeHit:
    """A change with its mail, the lines of both sides, the claims set beside it, and the comments on any of these.

    `date` is None where none is known. `path` leads to the newer side's value on the page of the mail's results.
    """

    change: Change
    message: MessageSummary
    author: Author
    date: datetime | None
    old: tuple[RowLine, ...]
    new: tuple[RowLine, ...]
    claims: tuple[Claim, ...]
    comments: tuple[Comment, ...]
    path: str


@dataclass(frozen=True, slots=True)
class MeasurementHit:
    """A measurement with its mail, its line, and the comments on it."""

    measurement: Measurement
    message: MessageSummary
    row: RowLine
    comments: tuple[Comment, ...]
    path: str


@dataclass(frozen=True, slots=True)
class MessageHit:
    """A mail with the lines that the query fits."""

    message: MessageSummary
    snippets: tuple[Snippet, ...]
    path: str


class HitMaker:
    """Makes hits for one answer; each mail is read once."""

    def __init__(self, archive: Archive, list_name: str | None) -> None:
        """Hits over an archive, shown under that list where a mail went to it."""
        self._archive = archive
        self._list_name = list_name
        self._messages: dict[str, Message | None] = {}
        self._lines: dict[tuple[str, int], tuple[str, ...]] = {}
        self._rows: dict[str, dict[str, Measurement]] = {}

    def changes(self, changes: Sequence[Change]) -> tuple[ChangeHit, ...]:
        """Hits of changes, in the same order."""
        summaries = self._summaries(change.message_key for change in changes)
        claims = self._archive.results.claims(list(summaries))
        return tuple(self._change(change, summaries[change.message_key], claims) for change in changes)

    def measurements(self, measurements: Sequence[Measurement]) -> tuple[MeasurementHit, ...]:
        """Hits of measurements, in the same order."""
        summaries = self._summaries(row.table.message_key for row in measurements)
        return tuple(
            MeasurementHit(
                measurement=row,
                message=(summary := summaries[row.table.message_key]),
                row=self._row(row.table.message_key, row),
                comments=self._archive.results.comments_on([row.id]),
                path=self._path(summary, f"results/#v{row.id}"),
            )
            for row in measurements
        )

    def messages(self, keys: Sequence[str], wanted: Needles) -> tuple[MessageHit, ...]:
        """Hits of mails, in the same order."""
        found = self._archive.messages.summaries(keys)
        return tuple(MessageHit(each, self._snippets(each.key, wanted), self._path(each)) for each in found)

    def _change(self, change: Change, summary: MessageSummary, claims: Iterable[Claim]) -> ChangeHit:
        own = tuple(claim for claim in claims if _speaks_of(claim, change))
        runs = (*change.old.measurements, *change.new.measurements)
        rows = self._measurements(change.message_key)
        author = next((rows[run].author for run in runs if run in rows), summary.author)
        anchor = f"#v{change.new.measurements[0]}" if change.new.measurements else ""
        return ChangeHit(
            change=change,
            message=summary,
            author=author,
            date=summary.date,
            old=self._side(change.message_key, change.old),
            new=self._side(change.message_key, change.new),
            claims=own,
            comments=self._archive.results.comments_on([*runs, *(claim.id for claim in own)]),
            path=self._path(summary, f"results/{anchor}"),
        )

    def _side(self, key: str, side: Side) -> tuple[RowLine, ...]:
        """The lines of a side; five runs on one line are one line."""
        rows = self._measurements(key)
        found = [self._row(key, rows[run]) for run in side.measurements if run in rows]
        return tuple({(row.part, row.line): row for row in reversed(found)}.values())[::-1]

    def _row(self, key: str, row: Measurement) -> RowLine:
        return RowLine(row.id, row.span.part, row.span.line, self._line(key, row.span.part, row.span.line))

    def _measurements(self, key: str) -> dict[str, Measurement]:
        if key not in self._rows:
            self._rows[key] = {row.id: row for row in self._archive.results.measurements([key], copies=True)}
        return self._rows[key]

    def _line(self, key: str, part: int, number: int) -> str:
        if (key, part) not in self._lines:
            message = self._message(key)
            texts = (each.text for each in message.parts if each.number == part) if message is not None else ()
            self._lines[key, part] = tuple(line.text for line in lines(next(iter(texts), None) or ""))
        found = self._lines[key, part]
        return found[number - 1] if number <= len(found) else ""

    def _snippets(self, key: str, wanted: Needles) -> tuple[Snippet, ...]:
        message = self._message(key)
        return snippets(message, wanted) if message is not None else ()

    def _message(self, key: str) -> Message | None:
        if key not in self._messages:
            self._messages[key] = self._archive.messages.get(key)
        return self._messages[key]

    def _summaries(self, keys: Iterable[str]) -> dict[str, MessageSummary]:
        return {each.key: each for each in self._archive.messages.summaries(list(dict.fromkeys(keys)))}

    def _path(self, message: MessageSummary, rest: str = "") -> str:
        lists = message.lists or (_ALL_LISTS,)
        shown = self._list_name if self._list_name in lists else lists[0]
        return f"/{_segment(shown or _ALL_LISTS)}/{_segment(message.key)}/{rest}"


def _speaks_of(claim: Claim, change: Change) -> bool:
    """Whether a claim was set beside a change; one without changes speaks of its tests on the kernels it names."""
    if claim.changes or claim.message_key != change.message_key:
        return change.id in claim.changes
    labels = {change.old.label, change.new.label}
    return change.role == "primary" and change.test in claim.tests and bool(labels & {claim.faster, claim.slower})


def _segment(text: str) -> str:
    return quote(text, safe="!$&'()*+,:;=@")
