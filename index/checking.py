"""Whether an archive's search index is there, whole, and says the same as the archive."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from archive.model import UserError
from archive.store.archive import Archive
from archive.store.checking import Finding
from index.engine import Engine, Term
from index.engines import engine_of, open_engine
from index.folder import IndexFolder
from index.refresh import is_of_another_past
from index.sums import damaged

_REBUILD: Final = "run `benchlore reindex`"
# So many mails, spread over all, are looked for by their keys.
_LOOKED_FOR: Final = 200
# An import beside changes the archive between two looks at it, the index a little later: so often it is looked again.
_LOOKS: Final = 20
_BETWEEN_LOOKS_SECONDS: Final = 0.1


def check_index(archive: Archive, folder: Path) -> Finding:
    """What an archive's index folder holds against what it should; changes that are not in it yet are named, no fault.

    Nothing is written, and nothing raised because of damage. What does not fit while another process goes on changing
    archive or index is no fault.
    """
    for _ in range(_LOOKS):
        before = _state(archive, folder)
        finding = _look(archive, folder)
        if not finding.faults or _state(archive, folder) == before:
            return finding
        time.sleep(_BETWEEN_LOOKS_SECONDS)
    return Finding("index", "another process goes on changing it: look again when that is done")


def _state(archive: Archive, folder: Path) -> tuple[object, ...]:
    kept = {path.name: (IndexFolder(path).sequence(), IndexFolder(path).mark()) for path in _kept(folder, "*")}
    return archive.messages.sequence(), kept


def _kept(folder: Path, engine: str) -> list[Path]:
    """The folders of an engine ("*": of any); a file that somebody put beside them is none."""
    return sorted(path for path in folder.glob(f"{engine}-*") if path.is_dir())


def _look(archive: Archive, folder: Path) -> Finding:
    messages = archive.messages.count()
    try:
        name = engine_of(folder)
        if not messages and not any(IndexFolder(path).sequence() for path in _kept(folder, name)):
            return Finding("index", "nothing to hold yet, as there are no messages")
        files = tuple(_damaged_files(archive, folder, name))
        if files:
            return Finding("index", f"kept with {name}", files)
        with closing(open_engine(folder, create=False)) as engine:
            behind = archive.checking.changed_after(engine.sequence)
            seen = f"{engine.count():,} messages with {name}"
            if behind:
                seen += f"; {behind:,} changes are not in it yet: the next search or import puts them in"
            return Finding("index", seen, tuple(_faults(archive, engine, messages, behind)))
    except UserError as error:
        return Finding("index", "", (str(error),))


def _damaged_files(archive: Archive, folder: Path, name: str) -> Iterator[str]:
    for path in _kept(folder, name):
        # Where changes are still to come, an interrupted commit may have written other files since.
        if IndexFolder(path).sequence() == archive.messages.sequence():
            names = list(damaged(path))
            if names:
                which = f"such as {path.name}/{names[0]}"
                yield f"{len(names):,} of its files are not as they were written, {which}: {_REBUILD}"


def _faults(archive: Archive, engine: Engine, messages: int, behind: int) -> Iterator[str]:
    last = archive.messages.sequence()
    if engine.sequence > last:
        yield f"it holds change {engine.sequence:,}, and the archive's last one is {last:,}: {_REBUILD}"
    elif is_of_another_past(archive, engine):
        yield f"it holds changes that this archive no longer has, as after an older copy was restored: {_REBUILD}"
    elif not behind and engine.count() != messages:
        yield f"it holds {engine.count():,} messages, and the archive {messages:,}: {_REBUILD}"
    elif not behind:
        missing = [key for key in _some_keys(archive, messages) if not engine.search(Term("mid", key), limit=1).total]
        if missing:
            yield f"{len(missing):,} messages are not found in it, such as {missing[0]}: {_REBUILD}"


def _some_keys(archive: Archive, messages: int) -> Iterator[str]:
    step = max(1, messages // _LOOKED_FOR)
    for offset in range(0, messages, step):
        for summary in archive.messages.recent(offset=offset, limit=1):
            yield summary.key
