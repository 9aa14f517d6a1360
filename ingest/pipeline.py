"""An import as named stages: read, identify, save, thread, derive; whatever is interrupted is finished by the next
import.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import islice
from pathlib import Path

from archive.identity import base_subject, fingerprint
from archive.model import Message, Problem, Quality, Thread
from archive.store.archive import Archive
from archive.threads import build
from ingest.derive import derive
from ingest.sources.detect import Unread, read, read_folder
from ingest.sources.history import News, Reached, Withdrawn
from ingest.sources.opening import Meter

_BATCH = 500
_A_MINUTE = timedelta(minutes=1)
# New mails, then those that repeat them; a chain of reposts that came newest first needs no more.
_MOST_ROUNDS = 4
Progress = Callable[[str, int, float | None], None]
"""Told the stage, how many it has done so far, and which share of its work that is, None where it cannot be told."""


class Outcome(StrEnum):
    """What became of a mail that was read."""

    NEW = "new"
    UPDATED = "updated"
    KNOWN = "already there"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What an import found and did; found = new + updated + known + rejected.

    Problems are counted apart, and so are stored mails that their source had taken back. `reached` is how often a
    source said how far it was read: one that has nothing new says it once.
    """

    found: int = 0
    new: int = 0
    updated: int = 0
    known: int = 0
    rejected: int = 0
    problems: int = 0
    withdrawn: int = 0
    reached: int = field(default=0, compare=False)

    def plus(self, outcome: Outcome) -> "ImportSummary":
        """The summary after one more mail."""
        name = "known" if outcome is Outcome.KNOWN else outcome.value
        return replace(self, found=self.found + 1, **{name: getattr(self, name) + 1})

    def __add__(self, other: "ImportSummary") -> "ImportSummary":
        """The summary of both."""
        return ImportSummary(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def import_sources(
    archive: Archive,
    paths: Sequence[Path | None],
    *,
    list_name: str | None = None,
    progress: Progress | None = None,
    unread: Unread = lambda _path: 0,
    meter: Meter | None = None,
) -> ImportSummary:
    """Import files, folders or standard input (None) and bring every thread that they touch up to date; UserError where
    a path cannot be read. `unread` is for folders whose files are partly known (see `detect.read`), `meter` knows how
    much there is to read.
    """
    tell = progress or (lambda _stage, _done, _share: None)
    meter = meter or Meter()
    summary = ImportSummary()
    for path in paths:
        items = _items(archive, path, list_name, unread, meter)
        while batch := list(islice(items, _BATCH)):
            with archive.transaction():
                for item in batch:
                    summary = _take(archive, item, summary)
            tell("read", summary.found, meter.share)
    if summary.withdrawn:
        archive.messages.tidy()
    settle(archive, tell)
    assert summary.found == summary.new + summary.updated + summary.known + summary.rejected
    return summary


def settle(archive: Archive, tell: Progress) -> None:
    """Thread and derive all that is pending: what this import brought, what an interrupted one has left, and then the
    mails whose tables turn out to repeat an earlier mail's.
    """
    for _ in range(_MOST_ROUNDS):
        pending = archive.messages.pending()
        if not pending:
            return
        related = archive.threads.related(pending)
        threads = build(archive.messages.links(related), lambda key: _text(archive.messages.get(key)))
        with archive.transaction():
            archive.threads.replace(related, threads)
        for done, thread in enumerate(threads, start=1):
            _derive(archive, thread)
            tell("threads", done, done / len(threads))


def _derive(archive: Archive, thread: Thread) -> None:
    messages = [message for key in thread.keys if (message := archive.messages.get(key)) is not None]
    with archive.transaction():
        archive.reposts.forget(thread.keys)
        archive.results.replace(thread.keys, derive(messages, archive.reposts.seen))
        archive.messages.settled(thread.keys)


def _items(archive: Archive, path: Path | None, list_name: str | None, unread: Unread, meter: Meter) -> Iterator[News]:
    if path is not None and path.is_dir():
        return read_folder(path, list_name=list_name, unread=unread, known=_Known(archive), meter=meter)
    return read(path, None, list_name=list_name, meter=meter)


@dataclass(frozen=True, slots=True)
class _Known:
    """What an archive knows of a source that grows."""

    archive: Archive

    def state(self, location: str) -> str | None:
        source = self.archive.sources.get(location)
        return None if source is None else source.state

    def read_at(self, location: str) -> Iterable[tuple[str, str]]:
        return self.archive.messages.read_at(location)


def _take(archive: Archive, item: News, summary: ImportSummary) -> ImportSummary:
    if isinstance(item, Problem):
        archive.problems.save(item)
        return replace(summary, problems=summary.problems + 1)
    if isinstance(item, Withdrawn):
        removed = archive.messages.withdraw(item.key, item.place, item.locations)
        return replace(summary, withdrawn=summary.withdrawn + removed)
    if isinstance(item, Reached):
        _note(archive, item)
        return replace(summary, reached=summary.reached + 1)
    outcome = _identify(archive, item)
    if outcome is Outcome.REJECTED:
        archive.problems.save(Problem(item.source, "this message was purged from the archive and stays out", item.key))
        summary = replace(summary, problems=summary.problems + 1)
    return summary.plus(outcome)


def _note(archive: Archive, reached: Reached) -> None:
    """Keep how far a source was read, in the transaction that keeps what was read."""
    if archive.sources.get(reached.location) is None:
        archive.sources.remember(reached.location, reached.kind)
    archive.sources.read_until(reached.location, reached.state, datetime.now(UTC))


def _identify(archive: Archive, message: Message) -> Outcome:
    """Save the mail if it is new or a better copy; a copy of a stored one is noted, never counted twice (design:
    Message).
    """
    if archive.messages.is_purged(message.key):
        return Outcome.REJECTED
    stored = archive.messages.get(message.key)
    if stored is not None and _is_other_mail(stored, message):
        message = replace(message, key=f"{message.key}~{fingerprint(message)[:8]}", key_is_made=True)
        stored = archive.messages.get(message.key)
    if stored is None:
        stored = _copy_without_id(archive, message)
    if stored is None:
        archive.messages.save(message)
        return Outcome.NEW
    if _is_better(message, stored):
        archive.messages.replace(stored.key, message)
        return Outcome.UPDATED
    archive.messages.add_copy(stored.key, message.source, message.lists)
    return Outcome.KNOWN


def _copy_without_id(archive: Archive, message: Message) -> Message | None:
    """A stored mail with the same author and words, where one of the two has no id of its own."""
    for key in archive.messages.with_fingerprint(fingerprint(message)):
        stored = archive.messages.get(key)
        if stored is not None and (message.key_is_made or stored.key_is_made) and _subjects_agree(stored, message):
            return stored
    return None


def _subjects_agree(one: Message, other: Message) -> bool:
    return base_subject(one.subject) == base_subject(other.subject)


def _is_better(message: Message, stored: Message) -> bool:
    if stored.key_is_made and not message.key_is_made:
        return True
    return message.quality > stored.quality and not (message.key_is_made and not stored.key_is_made)


def _is_other_mail(stored: Message, message: Message) -> bool:
    """Whether two mails under one id are different ones: other words, and not by the same person at the same moment on
    the same subject.
    """
    if fingerprint(stored) == fingerprint(message):
        return False
    same_head = stored.author.name.lower() == message.author.name.lower() and _subjects_agree(stored, message)
    return not (same_head and (_moments_agree(stored, message) or stored.quality != message.quality))


def _moments_agree(one: Message, other: Message) -> bool:
    """Whether two copies tell the same moment; some pages that hide addresses show no seconds either."""
    if one.date is None or other.date is None or one.date == other.date:
        return one.date == other.date
    is_rough = Quality.MASKED_PAGE in (one.quality, other.quality)
    return is_rough and abs(one.date - other.date) < _A_MINUTE


def _text(message: Message | None) -> str:
    return "\n".join(part.text for part in message.parts if part.text) if message is not None else ""
