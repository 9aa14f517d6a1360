"""Settings of a call: where the archive is, and how to open it and its index."""

import os
from dataclasses import dataclass
from pathlib import Path

from archive.model import UserError
from archive.store.archive import Archive


@dataclass(frozen=True, slots=True)
class Settings:
    """The archive's folder: --archive, else BENCHLORE_ARCHIVE, else under XDG_DATA_HOME."""

    archive_folder: Path

    @property
    def index_folder(self) -> Path:
        """Where the search index of the archive lies."""
        return self.archive_folder / "index"

    def open_archive(self) -> Archive:
        """The archive, to be written too where its folder may be; UserError where there is none yet."""
        self._look_for_one()
        return Archive.open(self.archive_folder, read_only=not os.access(self.archive_folder, os.W_OK))

    def open_to_read(self) -> Archive:
        """The archive in a way that writes nothing; UserError where there is none yet."""
        self._look_for_one()
        return Archive.open(self.archive_folder, read_only=True)

    def create_archive(self) -> Archive:
        """The archive for writing, made where there is none."""
        return Archive.open(self.archive_folder, create=True)

    def _look_for_one(self) -> None:
        if not self.archive_folder.exists():
            message = (
                f"there is no archive at {self.archive_folder}: import something first, with `benchlore import PATH`"
            )
            raise UserError(message)


def archive_folder(given: Path | None) -> Path:
    """The folder that was given, or the one that the environment names."""
    if given is not None:
        return given
    named = os.environ.get("BENCHLORE_ARCHIVE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "benchlore"
