"""The folder of an index: the mark of the archive that made it, and the number of the last change that it holds."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from archive.model import UserError
from archive.store.archive import Archive
from index.sums import SUMS, sums_of

_MARK = "made-by"
_SEQUENCE = "sequence"
_LOCK = ".beginning"


@dataclass(frozen=True, slots=True)
class IndexFolder:
    """A folder that is known to be this archive's own; engines keep their files in it."""

    path: Path

    @classmethod
    def open(cls, path: Path, identity: str, *, create: bool) -> "IndexFolder":
        """The folder at that path, called after the engine and the form of its index ("whoosh-2").

        UserError where it is missing (and not to be made) or another archive's. One of an older form goes.
        """
        mark = path / _MARK
        if not mark.is_file():
            if not create:
                message = f"there is no search index at {path}: run `benchlore reindex`"
                raise UserError(message)
            _make(path, identity)
            _remove_older(path, identity)
        elif _words(mark) != identity:
            message = f"the search index {path} is not this archive's: remove it, then run `benchlore reindex`"
            raise UserError(message)
        return cls(path)

    def is_empty(self) -> bool:
        """Whether no engine has put anything there yet."""
        return all(found.name in (_MARK, _SEQUENCE) for found in self.path.iterdir())

    def sequence(self) -> int:
        """The number of the last change that the index holds; 0 where none was kept."""
        return self._kept()[0]

    def mark(self) -> int:
        """The archive's own mark of that change; 0 where none was kept."""
        return self._kept()[1]

    def keep_sequence(self, sequence: int, mark: int = 0) -> None:
        """Keep that number and mark, and before them what tells damage; a crash before this only means that some
        changes are put in again.
        """
        if sequence:
            write(self.path / SUMS, sums_of(self.path, frozenset({_MARK, _SEQUENCE})))
        write(self.path / _SEQUENCE, f"{sequence} {mark}")

    def empty(self) -> None:
        """Remove what the engine keeps there; the number is 0 again."""
        self.keep_sequence(0)
        for found in self.path.iterdir():
            if found.name in (_MARK, _SEQUENCE):
                continue
            if found.is_dir() and not found.is_symlink():
                shutil.rmtree(found)
            else:
                found.unlink()

    def remove(self) -> None:
        """Remove the folder with all that is in it, the mark last: what a crash leaves of it is still known as ours."""
        self.empty()
        (self.path / _SEQUENCE).unlink()
        (self.path / _MARK).unlink()
        self.path.rmdir()

    def _kept(self) -> tuple[int, int]:
        try:
            # An older Benchlore kept the number alone.
            sequence, mark = (*(self.path / _SEQUENCE).read_text(encoding="ascii").split(), "0")[:2]
            return int(sequence), int(mark)
        except (FileNotFoundError, ValueError):
            return 0, 0


def identity_beside(folder: Path) -> str:
    """The name of the archive in whose folder an index folder lies; UserError where there is none."""
    with Archive.open(folder.parent, read_only=True) as archive:
        return archive.identity


def folders_of(folder: Path, engine: str) -> list[Path]:
    """What that engine keeps in an archive's index folder, by our mark: whatever else is called so is left alone."""
    return sorted(mark.parent for mark in folder.glob(f"{engine}-*/{_MARK}"))


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else begins an index in an archive's index folder meanwhile: two who did would take each other's files."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        # Where nothing can be written nobody can begin one, and what is wrong is told by whoever tries.
        yield
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def write(path: Path, text: str) -> None:
    """Write a small file whole or not at all."""
    draft = _draft(path)
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def _draft(path: Path) -> Path:
    # Hidden, so that what a crash leaves of it is taken for no index and no file of one.
    return path.with_name(f".{path.name}.{os.getpid()}")


def _words(path: Path) -> str:
    # What damage has made of a file is no text at all.
    return path.read_text(encoding="utf-8", errors="replace")


def _make(path: Path, identity: str) -> None:
    if path.is_dir() and any(path.iterdir()):
        message = f"{path} holds files that are no search index: remove them, then run `benchlore reindex`"
        raise UserError(message)
    # Made beside and renamed, so that a crash never leaves a folder that has files and no mark.
    draft = _draft(path)
    try:
        draft.mkdir(mode=0o700, parents=True, exist_ok=True)
        (draft / _MARK).write_text(identity, encoding="utf-8")
        draft.rename(path)
    except OSError as error:
        message = f"the search index cannot be made in {path}: {error.strerror}"
        raise UserError(message) from error


def _remove_older(path: Path, identity: str) -> None:
    engine = path.name.partition("-")[0]
    for older in folders_of(path.parent, engine):
        if older != path and _words(older / _MARK) == identity:
            IndexFolder(older).remove()
