"""Sources that the archive knows: remembered when they are imported, and read again where they have changed since."""

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from archive.model import Problem, UserError
from archive.store.archive import Archive
from archive.store.sources import KnownFile, KnownSource
from ingest.fetch.ledger import FILE_NAME
from ingest.pipeline import ImportSummary, Progress, import_sources
from ingest.sources.folder import files_of
from ingest.sources.opening import Meter

_OWN_KINDS = ("file", "folder")


def import_and_remember(
    archive: Archive,
    paths: Sequence[Path | None],
    *,
    list_name: str | None = None,
    progress: Progress | None = None,
    again: bool = False,
) -> ImportSummary:
    """Import files, folders or standard input (None), and remember where they are; UserError where one cannot be read.

    They are read by their absolute paths, so that the places of mails and problems mean something later. Files that
    have not changed since they were imported are counted and not read, unless `again`.
    """
    absolute = [None if path is None else _absolute(path) for path in paths]
    # Looked at before they are read: what changes meanwhile is seen to differ next time.
    looks = {path: tuple(_files(path)) for path in absolute if path is not None}
    same = frozenset[str]() if again else _unchanged(archive, looks, list_name)
    there = archive.sources.count_copies(same)
    if not there:
        same = frozenset()  # Files that gave nothing say once more why.
    meter = Meter(_bytes_of([file for files in looks.values() for file in files if file.path not in same], absolute))
    summary = import_sources(
        archive,
        [path for path in absolute if str(path) not in same],
        list_name=list_name,
        progress=progress,
        unread=partial(_unless_same, same),
        meter=meter,
    )
    summary += ImportSummary(found=there, known=there)
    with archive.transaction():
        for path, files in looks.items():
            archive.sources.remember(str(path), "folder" if path.is_dir() else "file", list_name)
            archive.sources.read_files(str(path), files, datetime.now(UTC))
    return summary


def sources_to_update(archive: Archive) -> tuple[KnownSource, ...]:
    """The sources to look at again, inner ones before those around them, so that they keep the list they were given.

    A source that only its reader notes (an epoch of a mirror) is left to the one that it lies in.
    """
    known = archive.sources.all()
    roots = [source for source in known if source.kind in _OWN_KINDS]
    others = (
        source
        for source in known
        if source.kind not in _OWN_KINDS
        and not any(Path(source.location).is_relative_to(root.location) for root in roots)
    )
    return tuple(sorted([*roots, *others], key=lambda source: -len(Path(source.location).parts)))


def fetched_folders(source: KnownSource) -> tuple[Path, ...]:
    """The folders of a source that were fetched, and can be fetched again."""
    return tuple(Path(file.path).parent for file in _files(Path(source.location)) if Path(file.path).name == FILE_NAME)


def bring_up_to_date(archive: Archive, source: KnownSource, progress: Progress | None = None) -> ImportSummary:
    """Import what of a source is new or has changed; UserError where it is not there any more."""
    path = Path(source.location)
    if not path.exists():
        message = f"{path} is not there any more: put it back, or run `benchlore update --forget {path}`"
        raise UserError(message)
    before = {file.path: file for file in archive.sources.files(source.location)}
    now = {file.path: file for file in _files(path)}

    unread = partial(_since, before, now)
    if path.is_file() and unread(path) is None:
        return ImportSummary()
    meter = Meter(_bytes_of([file for file in now.values() if unread(Path(file.path)) is not None], [path]))
    summary = import_sources(archive, [path], list_name=source.list_name, progress=progress, unread=unread, meter=meter)
    if before != now:
        archive.sources.read_files(source.location, now.values(), datetime.now(UTC))
    return summary


def _unchanged(archive: Archive, looks: Mapping[Path, tuple[KnownFile, ...]], list_name: str | None) -> frozenset[str]:
    """The files that are as they were when they were imported, as mails of the same list."""
    known = {path: archive.sources.get(str(path)) for path in looks}
    return frozenset(
        file.path
        for path, source in known.items()
        if source is not None and source.list_name == list_name
        for file in set(looks[path]) & set(archive.sources.files(source.location))
        if Path(file.path).name != FILE_NAME
    )


def _unless_same(same: frozenset[str], file: Path) -> int | None:
    return None if str(file) in same else 0


def _since(before: Mapping[str, KnownFile], now: Mapping[str, KnownFile], file: Path) -> int | None:
    """From which byte on a file is to be read; a ledger is only ever added to."""
    old, new = before.get(str(file)), now.get(str(file))
    if old is None or new is None:
        return 0
    has_grown = file.name == FILE_NAME and new.size > old.size
    return None if old == new else old.size if has_grown else 0


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _bytes_of(files: Sequence[KnownFile], paths: Sequence[Path | None]) -> int | None:
    """How much there is to read in files; None where something else is to be read as well, of unknown size."""
    has_more = any(path is None or (path.is_dir() and _has_unmeasured(path)) for path in paths)
    return None if has_more else sum(file.size for file in files)


def _has_unmeasured(folder: Path) -> bool:
    """Whether a folder holds archives in git, or what was fetched: their files are not among those that are walked."""
    return any(isinstance(path, Path) and (path.is_dir() or path.name == FILE_NAME) for path in files_of(folder))


def _files(path: Path) -> Iterator[KnownFile]:
    """The files of a source as they are now; what cannot be looked at is told when it is read.

    Archives in git are not among them: their reader notes how far it came by itself.
    """
    found = files_of(path) if path.is_dir() else (path,)
    for file in found:
        if not isinstance(file, Problem):
            try:
                status = file.stat()
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode):
                yield KnownFile(str(file), status.st_size, status.st_ctime_ns)
