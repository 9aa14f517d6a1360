"""A folder tree walked for mail: regular files only, no symbolic link followed, always in the same order."""

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from archive.model import Problem, Source

# Files of programs and pages beside mail; what else holds no mail is said to.
_NO_MAIL = frozenset(
    {".css", ".gif", ".hdr", ".ico", ".jpeg", ".jpg", ".js", ".json", ".md", ".png", ".py", ".pyc", ".svg", ".tsv"}
)
# hypermail keeps attachments in folders of their own, and reads them with their page.
_ATTACHMENTS = re.compile(r"att-\d{1,6}")


def files_of(folder: Path) -> Iterator[Path | Problem]:
    """The files below a folder that may hold mail, and a Problem for each thing in it that cannot be looked into."""
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError as error:
            yield Problem(Source("folder", str(here)), f"the folder cannot be read ({error.strerror or error})")
            continue
        names = {entry.name for entry in entries}
        if {"HEAD", "objects", "refs"} <= names:
            yield Problem(Source("folder", str(here)), "a git repository: git archives are not read yet")
            continue
        inner = [here / entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
        waiting.extend(path for path in reversed(inner) if _is_walked(path, names))
        yield from (found for entry in entries if (found := _file(here / entry.name)) is not None)


def _is_walked(path: Path, beside: set[str]) -> bool:
    if path.name in (".git", "__pycache__") or _ATTACHMENTS.fullmatch(path.name):
        return False
    # A Maildir's tmp holds what is still being delivered.
    return not (path.name == "tmp" and {"cur", "new"} <= beside)


def _file(path: Path) -> Path | Problem | None:
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        return Problem(Source("file", str(path)), f"the file cannot be read ({error.strerror or error})")
    if stat.S_ISDIR(mode) or path.suffix.lower() in _NO_MAIL:
        return None
    if not stat.S_ISREG(mode):
        return Problem(Source("file", str(path)), "neither a file nor a folder (links are not followed)")
    return path
