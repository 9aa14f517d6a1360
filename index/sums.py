"""Checksums of an index's files as they were committed, so that damage is told from what was written."""

import json
import zlib
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

# The file in the folder that holds them.
SUMS = "sums"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class _Sum:
    """A file by its size in bytes, its time of change in ns, and its CRC-32."""

    size: int
    changed: int
    crc: int


def sums_of(folder: Path, apart: frozenset[str]) -> str:
    """The sums of all files in an engine's folder but those named, a line each; a file that was summed before, and has
    not changed, is not read again.

    Locks are no content, nor are hidden files: engines note in them what they may throw away.
    """
    known = _known(folder)
    names = sorted(path.name for path in folder.iterdir() if _is_content(path.name) and path.name not in apart)
    found = ((name, _sum(folder / name, known.get(name))) for name in names)
    return "".join(f"{json.dumps([name, *astuple(each)])}\n" for name, each in found if each is not None)


def damaged(folder: Path) -> Iterator[str]:
    """The names of files that are not as they were committed; of a folder without sums nothing is known, so none."""
    for name, before in _known(folder).items():
        path = folder / name
        try:
            is_whole = path.stat().st_size == before.size and _crc(path) == before.crc
        except OSError:
            is_whole = False
        if not is_whole:
            yield name


def _known(folder: Path) -> dict[str, _Sum]:
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8", errors="replace").splitlines()
        return {name: _Sum(*rest) for name, *rest in map(json.loads, lines)}
    except (FileNotFoundError, ValueError, TypeError):
        return {}


def _is_content(name: str) -> bool:
    return name != SUMS and not name.startswith(".") and not name.lower().endswith("lock")


def _sum(path: Path, before: _Sum | None) -> _Sum | None:
    """None where another writer has just replaced the file: it will sum what it leaves."""
    try:
        status = path.stat()
        is_same = before is not None and (before.size, before.changed) == (status.st_size, status.st_mtime_ns)
        return before if is_same else _Sum(status.st_size, status.st_mtime_ns, _crc(path))
    except FileNotFoundError:
        return None


def _crc(path: Path) -> int:
    crc = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            crc = zlib.crc32(chunk, crc)
    return crc
