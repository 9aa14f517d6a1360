"""The folder of an index: the mark of the archive that made it, and the number of the last change that it holds."""

import os
from dataclasses import dataclass
from pathlib import Path

from archive.model import UserError
from archive.store.archive import Archive

_MARK = "made-by"
_SEQUENCE = "sequence"


@dataclass(frozen=True, slots=True)
class IndexFolder:
    """A folder that is known to be this archive's own; engines keep their files in it."""

    path: Path

    @classmethod
    def open(cls, path: Path, identity: str, *, create: bool) -> "IndexFolder":
        """The folder at that path; UserError where it is missing (and not to be made) or another archive's."""
        mark = path / _MARK
        if not mark.is_file():
            if not create:
                message = f"there is no search index at {path}: run `benchlore reindex`"
                raise UserError(message)
            _make(path, identity)
        elif mark.read_text(encoding="utf-8") != identity:
            message = f"the search index {path} is not this archive's: remove it, then run `benchlore reindex`"
            raise UserError(message)
        return cls(path)

    def sequence(self) -> int:
        """The number of the last change that the index holds; 0 where none was kept."""
        try:
            return int((self.path / _SEQUENCE).read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return 0

    def keep_sequence(self, sequence: int) -> None:
        """Keep that number; a crash before this only means that some changes are put in again."""
        _write(self.path / _SEQUENCE, str(sequence))


def identity_beside(folder: Path) -> str:
    """The name of the archive in whose folder an index folder lies; UserError where there is none."""
    with Archive.open(folder.parent, read_only=True) as archive:
        return archive.identity


def _make(path: Path, identity: str) -> None:
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        message = f"the search index cannot be made in {path}: {error.strerror}"
        raise UserError(message) from error
    if any(path.iterdir()):
        message = f"{path} holds files that are no search index: remove them, then run `benchlore reindex`"
        raise UserError(message)
    _write(path / _MARK, identity)


def _write(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
