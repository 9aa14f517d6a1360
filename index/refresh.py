"""Bringing an index up to date: the changes of the archive since the last one that the index holds, in order."""

from collections.abc import Callable

from archive.store.archive import Archive
from index.documents import document
from index.engine import Engine

_AT_ONCE = 500
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
    done = uncommitted = 0
    sequence = engine.sequence
    while changed := archive.messages.changed_since(sequence, _AT_ONCE):
        for change in changed:
            _replay(archive, engine, change.key, is_deleted=change.deleted)
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


def _replay(archive: Archive, engine: Engine, key: str, *, is_deleted: bool) -> None:
    # A message that was saved under another key since stands later in the list again.
    if is_deleted or archive.messages.resolve(key) != key:
        engine.delete(key)
    else:
        engine.add(document(archive, key))
