"""An import as named stages: read, identify, save, thread, derive; whatever is interrupted is finished by the next
import.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from archive.model import Message, Thread
from archive.results import Derived
from archive.store.archive import Archive
from archive.threads import build
from ingest.admission import admit
from ingest.deriving import beside, derive_and_keep
from ingest.deriving_beside import DerivingBeside
from ingest.import_summary import ImportSummary
from ingest.known_tables import KnownTables
from ingest.reading import Batch, Sources, batches
from ingest.reading_beside import batches_beside
from ingest.sources.detect import Unread, all_of_it
from ingest.sources.opening import Meter

__all__ = ["ImportSummary", "Progress", "import_sources", "settle"]

# Bytes; what is read sooner than a process starts is read here.
_WORTH_A_PROCESS = 4_000_000
# New mails, then those that repeat them; a chain of reposts that came newest first needs no more.
_MOST_ROUNDS = 4
# Pending mails whose related ones are threaded together: what is held at once is bounded by these, not by the archive.
_SETTLED_AT_ONCE = 5000
Progress = Callable[[str, int, float | None], None]
"""Told the stage, how many it has done so far, and which share of its work that is, None where it cannot be told."""


def import_sources(
    archive: Archive,
    paths: Sequence[Path | None],
    *,
    list_name: str | None = None,
    progress: Progress | None = None,
    unread: Unread = all_of_it,
    meter: Meter | None = None,
) -> ImportSummary:
    """Import files, folders or standard input (None) and bring every thread that they touch up to date; UserError where
    a path cannot be read. `unread` is for folders whose files are partly known (see `detect.read`), `meter` knows how
    much there is to read.
    """
    tell = progress or (lambda _stage, _done, _share: None)
    summary, known = ImportSummary(), KnownTables()
    with _reading(archive, Sources(paths, list_name, unread, meter or Meter(0))) as read:
        for batch in read:
            summary += admit(archive, batch.items, known)
            tell("read", summary.found, batch.share)
    if summary.withdrawn:
        archive.messages.tidy()
    settle(archive, tell, known)
    assert summary.found == summary.new + summary.updated + summary.known + summary.rejected
    return summary


def settle(archive: Archive, tell: Progress, known: KnownTables | None = None) -> None:
    """Thread and derive all that is pending: what this import brought, what an interrupted one has left, and then the
    mails whose tables turn out to repeat an earlier mail's. What is `known` of their tables is not looked for again.
    """
    known = known or KnownTables()
    for _ in range(_MOST_ROUNDS):
        waiting = dict.fromkeys(archive.messages.pending())
        if not waiting:
            return
        with beside(sum(not known.is_plain(key) for key in waiting)) as helper:
            _settle(archive, waiting, tell, known, helper)


def _settle(
    archive: Archive, waiting: dict[str, None], tell: Progress, known: KnownTables, helper: DerivingBeside | None
) -> None:
    total, threads = len(waiting), 0
    while waiting:
        related = archive.threads.related(islice(waiting, _SETTLED_AT_ONCE))
        found = [thread.keys for thread in _threaded(archive, related, known)]
        rest = [keys for keys in found if not _is_plain(keys, known)]
        threads += len(found) - len(rest)
        for keys in derive_and_keep(archive, rest, known, helper):
            threads += 1
            _cross_off(waiting, keys)
            tell("threads", threads, 1 - len(waiting) / total)
        _cross_off(waiting, related)
        tell("threads", threads, 1 - len(waiting) / total)


def _threaded(archive: Archive, related: Sequence[str], known: KnownTables) -> tuple[Thread, ...]:
    """Keep the threads of mails, and settle those of plain mails alone, all at once."""
    threads = build(archive.messages.links(related), lambda key: _text(archive.messages.get(key)))
    without_tables = [key for thread in threads if _is_plain(thread.keys, known) for key in thread.keys]
    with archive.transaction():
        archive.threads.replace(related, threads)
        archive.results.replace(without_tables, Derived())
        archive.messages.settled(without_tables)
    return threads


def _is_plain(keys: Sequence[str], known: KnownTables) -> bool:
    return all(map(known.is_plain, keys))


def _cross_off(waiting: dict[str, None], keys: Iterable[str]) -> None:
    for key in keys:
        waiting.pop(key, None)


def _reading(archive: Archive, sources: Sources) -> AbstractContextManager[Iterable[Batch]]:
    """The batches of sources; of large ones, and of those of unknown size, read by a process beside this one."""
    total = sources.meter.total
    if None not in sources.paths and (total is None or total >= _WORTH_A_PROCESS):
        return batches_beside(sources, _Known(archive))
    return nullcontext(batches(sources, _Known(archive)))


@dataclass(frozen=True, slots=True)
class _Known:
    """What an archive knows of a source that grows."""

    archive: Archive

    def state(self, location: str) -> str | None:
        source = self.archive.sources.get(location)
        return None if source is None else source.state

    def read_at(self, location: str) -> Iterable[tuple[str, str]]:
        return self.archive.messages.read_at(location)


def _text(message: Message | None) -> str:
    return "\n".join(part.text for part in message.parts if part.text) if message is not None else ""
