"""A folder tree walked for mail: regular files and git archives, no link followed, always in the same order."""

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from archive.model import Problem, Source
from ingest.fetch.ledger import FILE_NAME as LEDGER
from ingest.sources.public_inbox_git import inbox_at

# Files of programs and pages beside mail; what else holds no mail is said to.
_NO_MAIL = frozenset(
    {".css", ".gif", ".hdr", ".ico", ".jpeg", ".jpg", ".js", ".json", ".md", ".png", ".py", ".pyc", ".svg", ".tsv"}
)
# What mail programs keep beside mail: their state and indexes, and mails that were marked as deleted (MH).
_STATE = re.compile(
    r"\.(?:mh_sequences|mh_profile|xmhcache|overview|DS_Store)|[,#]\d{1,9}|dovecot[\w.-]{0,40}|courier[\w.-]{0,40}"
    r"|maildir(?:folder|size)|subscriptions|cyrus\.[a-z]{1,20}|.{1,200}\.(?:msf|cmeta|lock|ibex\.index(?:\.data)?|ev-summary)"
)
# public-inbox's indexes of other archives (extindex), Xapian's of this one, notmuch's and git's own folders.
_INDEX_FOLDERS = re.compile(r"\.git|\.notmuch|__pycache__|all\.git|ALL\.git|ei\d{1,3}|(?:xap|xapian)\d{1,3}")
# hypermail keeps attachments in folders of their own, MHonArc in one named after the page or under a made-up name,
# pipermail beside its months; they are read with their page.
_ATTACHMENTS = re.compile(r"att-\d{1,6}")
_NAMED_AFTER_A_PAGE = re.compile(r"(?:msg)?\d{4,6}")
_MADE_UP = re.compile(r"\.mhonarc\.db|([a-z0-9]{1,6})(?:\d{5}|[\w-]{10})\.\1")
_MHONARC_INDEXES = frozenset({"maillist.html", "threads.html", ".mhonarc.db"})
# pipermail's index of a month is a link to another one; none of them holds mail.
_INDEXES = frozenset({"index.html", "index.htm"})
_A_MONTH = re.compile(r"\d{4}-[A-Z][a-z]{2,8}(?:\.txt|\.txt\.gz)?")


def files_of(folder: Path) -> Iterator[Path | Problem]:
    """The files below a folder that may hold mail, and a Problem for each thing in it that cannot be looked into.

    A folder among them is an archive in git (`inbox_at`), which is not walked.
    """
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError as error:
            yield Problem(Source("folder", str(here)), f"the folder cannot be read ({error.strerror or error})")
            continue
        names = {entry.name for entry in entries}
        if LEDGER in names:
            # What it holds is told by its ledger.
            yield here / LEDGER
            continue
        if ({"HEAD", "objects", "refs"} <= names or "git" in names) and inbox_at(here) is not None:
            yield here
            continue
        inner = [here / entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
        waiting.extend(path for path in reversed(inner) if _is_walked(path, names))
        yield from (found for entry in entries if (found := _file(here / entry.name, names)) is not None)


def _is_walked(path: Path, beside: set[str]) -> bool:
    if _INDEX_FOLDERS.fullmatch(path.name) or _ATTACHMENTS.fullmatch(path.name):
        return False
    if path.name == "public-inbox" and "HEAD" in beside:
        # The index inside a git archive; pages may be saved in a folder of that name.
        return False
    if _NAMED_AFTER_A_PAGE.fullmatch(path.name) and f"{path.name}.html" in beside:
        return False
    if path.name == "attachments" and any(_A_MONTH.fullmatch(name) for name in beside):
        return False
    # A Maildir's tmp holds what is still being delivered.
    return not (path.name == "tmp" and {"cur", "new"} <= beside)


def _file(path: Path, beside: set[str]) -> Path | Problem | None:
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        return Problem(Source("file", str(path)), f"the file cannot be read ({error.strerror or error})")
    if stat.S_ISDIR(mode) or path.suffix.lower() in _NO_MAIL or _STATE.fullmatch(path.name):
        return None
    if _MADE_UP.fullmatch(path.name) and not _MHONARC_INDEXES.isdisjoint(beside):
        return None
    if stat.S_ISLNK(mode) and path.name in _INDEXES:
        return None
    if not stat.S_ISREG(mode):
        return Problem(Source("file", str(path)), "neither a file nor a folder (links are not followed)")
    return path
