"""Bringing an index up to date: the changes of the archive since the last one that the index holds, in order."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from archive.store.archive import Archive
from archive.store.messages import ChangedMessage
from archive.store.searchable import Searchable
from index.documents_beside import with_documents
from index.engine import Engine, Held
from index.writing import turn

# Few enough that their texts take little memory, and enough that a query for each kind of rows costs nothing.
_AT_ONCE = 100
# A commit writes a part of the index of its own; fewer and larger ones are quicker to make and to search.
_BETWEEN_COMMITS = 20_000
# How long a command waits for another one that writes the index.
WAIT_SECONDS: Final = 1.0
Progress = Callable[[int], None]


def refresh(
    archive: Archive, engine: Engine, progress: Progress | None = None, *, wait_seconds: float = WAIT_SECONDS
) -> int:
    """Put in what changed since the engine's last commit; gives the number of messages.

    An index that holds changes which the archive does not (it was put back to an older copy, or lost its last moments
    with the power) is built anew. IndexBusyError where another process writes the index for longer than that many
    seconds, UserError where nothing can be written.
    """
    if not _is_behind(archive, engine):
        return 0
    with turn(_folder(archive), wait_seconds):
        if is_of_another_past(archive, engine):
            engine.clear()
        return _catch_up(archive, engine, progress)


def rebuild(
    archive: Archive, engine: Engine, progress: Progress | None = None, *, wait_seconds: float = WAIT_SECONDS
) -> int:
    """Build the index anew from the archive; gives the number of messages. Errors as `refresh`."""
    with turn(_folder(archive), wait_seconds):
        engine.clear()
        return _catch_up(archive, engine, progress)


def is_of_another_past(archive: Archive, engine: Engine) -> bool:
    """Whether an index holds changes that its archive does not have, or no longer has."""
    sequence, mark = engine.sequence, engine.mark
    # An index that an older Benchlore made has no mark.
    return sequence > archive.messages.sequence() or (mark != 0 and mark != archive.messages.mark(sequence))


def _is_behind(archive: Archive, engine: Engine) -> bool:
    return bool(archive.messages.changed_since(engine.sequence, 1)) or is_of_another_past(archive, engine)


def _folder(archive: Archive) -> Path:
    return archive.folder / "index"


def _catch_up(archive: Archive, engine: Engine, progress: Progress | None) -> int:
    done = uncommitted = 0
    sequence = engine.sequence
    missing = archive.checking.changed_after(sequence)
    with closing(with_documents(_portions(archive, sequence), missing)) as portions:
        for changed, documents in portions:
            _replay(engine, changed, documents)
            sequence = changed[-1].sequence
            done, uncommitted = done + len(changed), uncommitted + len(changed)
            if uncommitted >= _BETWEEN_COMMITS:
                engine.commit(sequence, archive.messages.mark(sequence))
                uncommitted = 0
            if progress is not None:
                progress(done)
    if uncommitted:
        engine.commit(sequence, archive.messages.mark(sequence))
    return done


def _portions(archive: Archive, sequence: int) -> Iterator[tuple[Sequence[ChangedMessage], Sequence[Searchable]]]:
    while changed := archive.messages.changed_since(sequence, _AT_ONCE):
        yield changed, archive.messages.searchable([change.key for change in changed if not change.deleted])
        sequence = changed[-1].sequence


def _replay(engine: Engine, changed: Sequence[ChangedMessage], documents: Sequence[Held]) -> None:
    # A message that was deleted and came again stands in the list twice, the second time as it is now; one that was
    # saved under another key since stands later in the list under that, and its old key among the deleted ones.
    for change in changed:
        if change.deleted:
            engine.delete(change.key)
    for document in documents:
        engine.add(document)
