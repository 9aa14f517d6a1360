"""The scratch folder of a run: made for it alone, and cleared when the run ends, also of one that was killed."""

import ctypes
import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from archive.model import UserError

# Our C programs write their System V key here before they make anything with it (native/shared_memory.c).
KEY_FILE = "ipc-key"

# File tests on these say little of a disk's filesystem: they live in memory, or lie over another.
SPECIAL_FILESYSTEMS = frozenset(("tmpfs", "ramfs", "overlay", "aufs", "fuse-overlayfs"))

# More than our programs can write; a disk that is so full would be measured as full.
_LEAST_FREE = 64 * 1024 * 1024
_PREFIX = "benchlore-run-"
_LOCK = "lock"
# A younger folder may be one whose run is just about to lock it.
_SETTLED_SECONDS = 60
_IPC_RMID = 0
_REMOVERS = {"shm": "shmctl", "sem": "semctl"}


@dataclass(frozen=True, slots=True)
class Filesystem:
    """The filesystem that holds a folder: kind and mount options as in /proc/mounts, "unknown" if it is silent."""

    kind: str
    options: str


@contextmanager
def scratch_folder(root: Path | None = None) -> Iterator[Path]:
    """A new folder of our own under `root` (default: TMPDIR), gone with all that is in it at the end.

    What a killed run of ours left under the same root is cleared first. UserError where no folder can be made there.
    """
    place = (root or Path(tempfile.gettempdir())).absolute()
    clear_forsaken(place)
    try:
        if shutil.disk_usage(place).free < _LEAST_FREE:
            message = f"the disk of {place} is full: name another scratch folder with --scratch"
            raise UserError(message)
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
    except OSError as error:
        message = f"cannot make a scratch folder in {place}: {error.strerror}; name another with --scratch"
        raise UserError(message) from error
    with _locked(folder):
        try:
            yield folder
        finally:
            clear(folder)


def clear(folder: Path) -> None:
    """Remove a folder of a run, and before that the System V objects whose keys its programs recorded."""
    for record in sorted(folder.rglob(KEY_FILE)):
        _remove_ipc(record)
    shutil.rmtree(folder, ignore_errors=True)


def clear_forsaken(root: Path) -> None:
    """Clear what runs of ours left under `root` when they were killed: the scratch folders that nobody holds locked."""
    for folder in root.glob(f"{_PREFIX}*"):
        try:
            if _may_be_forsaken(folder):
                with _locked(folder):
                    clear(folder)
        except OSError:  # in use, or gone meanwhile
            continue


def filesystem(folder: Path, mounts: Path = Path("/proc/mounts")) -> Filesystem:
    """The filesystem that a folder is on: the deepest mount point above it, the last of several there."""
    place = folder.resolve()
    best, found = -1, Filesystem("unknown", "unknown")
    try:
        table = mounts.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return found
    for line in table.splitlines():
        fields = line.split(" ")
        if len(fields) >= 4 and place.is_relative_to(point := Path(_unescaped(fields[1]))) and len(point.parts) >= best:
            best, found = len(point.parts), Filesystem(fields[2], fields[3])
    return found


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a folder as in use; BlockingIOError where another process does. Held no longer than we live."""
    with (folder / _LOCK).open("a", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def _may_be_forsaken(folder: Path) -> bool:
    status = folder.lstat()
    is_ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
    return is_ours and time.time() - status.st_mtime > _SETTLED_SECONDS and (folder / _LOCK).is_file()


def _remove_ipc(record: Path) -> None:
    """Remove the segment and the semaphore of a recorded key.

    Only what is ours and younger than the record goes: a key that was taken before is a stranger's, and the program
    that wanted it has failed.
    """
    try:
        key, since = int(record.read_text(encoding="ascii")), int(record.stat().st_mtime)
    except (OSError, ValueError):
        return
    for kind, remover in _REMOVERS.items():
        for number in _ipc_objects(Path("/proc/sysvipc") / kind, key, since):
            _libc_remove(remover, number)


def _ipc_objects(table: Path, key: int, since: int) -> Iterator[int]:
    """The ids of our objects with that key; the table's columns are named in its first line."""
    try:
        head, *rows = table.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return
    names = head.split()
    for row in rows:
        fields = dict(zip(names, row.split(), strict=False))
        if int(fields["key"]) == key and int(fields["cuid"]) == os.geteuid() and int(fields["ctime"]) >= since:
            yield int(fields["semid"] if "semid" in fields else fields["shmid"])


def _libc_remove(remover: str, number: int) -> None:
    """Python has no call for System V objects, and the ipcrm program would be one more thing to need."""
    function = getattr(ctypes.CDLL(None), remover)
    if remover == "semctl":
        function(number, 0, _IPC_RMID)
    else:
        function(number, _IPC_RMID, None)


def _unescaped(field: str) -> str:
    r"""A field of /proc/mounts, where a blank is \040."""
    for code, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        field = field.replace(code, character)
    return field
