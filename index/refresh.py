"""Bringing an index up to date: the changes of the archive since the last one that the index holds, in order."""

from collections.abc import Callable, Sequence

from archive.store.archive import Archive
from archive.store.messages import ChangedMessage
from index.documents import Documents
from index.engine import Engine

# Few enough that their texts take little memory, and enough that a query for each kind of rows costs nothing.
_AT_ONCE = 100
# A commit writes a part of the index of its own; fewer and larger ones are quicker to make and to search.
_BETWEEN_COMMITS = 20_000
Progress = Callable[[int], None]


def refresh(archive: Archive, engine: Engine, progress: Progress | None = None) -> int:
    """Put in what changed since the engine's last commit; gives the number of messages.

    An index that is ahead of the archive (which was put back to an older copy) is built anew. UserError where another
    process writes the index.
    """
    if engine.sequence > archive.messages.sequence():
        engine.clear()
    documents = Documents(archive)
    done = uncommitted = 0
    sequence = engine.sequence
    while changed := archive.messages.changed_since(sequence, _AT_ONCE):
        _replay(documents, engine, changed)
        sequence = changed[-1].sequence
        done, uncommitted = done + len(changed), uncommitted + len(changed)
        if uncommitted >= _BETWEEN_COMMITS:
            engine.commit(sequence)
            uncommitted = 0
        if progress is not None:
            progress(done)
    if uncommitted:
        engine.commit(sequence)
    return done


def rebuild(archive: Archive, engine: Engine, progress: Progress | None = None) -> int:
    """Build the index anew from the archive; gives the number of messages."""
    engine.clear()
    return refresh(archive, engine, progress)


def _replay(documents: Documents, engine: Engine, changed: Sequence[ChangedMessage]) -> None:
    # A message that was deleted and came again stands in the list twice, the second time as it is now; one that was
    # saved under another key since stands later in the list under that, and its old key among the deleted ones.
    for change in changed:
        if change.deleted:
            engine.delete(change.key)
    for document in documents.of([change.key for change in changed if not change.deleted]):
        engine.add(document)
