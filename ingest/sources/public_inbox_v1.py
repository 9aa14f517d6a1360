"""A public-inbox of the first kind (v1): one tree, in which a mail's file is named by the SHA-1 of its Message-ID."""

import re
from collections.abc import Iterator
from itertools import islice

from ingest.sources.git import ASKED_AT_ONCE, GitError, Repository
from ingest.sources.git_shelf import Holes, Shelf
from ingest.sources.history import News
from ingest.sources.mail import MAX_MAIL

_FOLDER = re.compile(r"[0-9a-f]{2}")
# A mail's path; where several had one id, a folder of that name holds them.
_PATH = re.compile(r"[0-9a-f]{2}/[0-9a-f]{38}(?:/[0-9a-f]{40})?")
_NONE = "0" * 40


def is_v1(repository: Repository, head: str) -> bool:
    """Whether a commit holds mails as files (v1), or one as the file m or d (v2); GitError where it holds neither."""
    names = set(repository.lines("ls-tree", "--name-only", head))
    if names <= {"m", "d"}:
        return False
    if any(_FOLDER.fullmatch(name) for name in names):
        return True
    error = "it holds no public-inbox"
    raise GitError(error)


def read_v1(shelf: Shelf, head: str, old: str | None, holes: Holes, *, is_rewritten: bool) -> Iterator[News]:
    """The mails that are new since the commit `old` (None: all), and those whose files are gone since."""
    if old is None or is_rewritten:
        live = list(_all(shelf.repository, head))
        yield from shelf.vanished(frozenset(live))
        known = shelf.read_before()
        yield from _mails(shelf, [oid for oid in live if oid not in known], holes)
    else:
        changes = list(_changed(shelf.repository, old, head))
        yield from _withdrawn(shelf, [before for before, _ in changes if before != _NONE])
        gone = {before for before, _ in changes}
        new = [after for _, after in changes if after != _NONE]
        yield from _mails(shelf, [*(oid for oid in holes.before if oid not in gone), *new], holes)


def _mails(shelf: Shelf, wanted: list[str], holes: Holes) -> Iterator[News]:
    entries = shelf.repository.entries(wanted)
    with shelf.repository.contents() as contents_of:
        while portion := list(islice(entries, ASKED_AT_ONCE)):
            good = [entry.name for entry in portion if entry.oid is not None and entry.size <= MAX_MAIL]
            for oid, raw in zip(good, contents_of(good), strict=True):
                yield from (holes.found(shelf, oid),) if raw is None else shelf.mails(oid, raw)
            yield from (holes.found(shelf, entry.name) for entry in portion if entry.oid is None)
            yield from (shelf.too_long(entry.name, entry.size) for entry in portion if entry.size > MAX_MAIL)


def _withdrawn(shelf: Shelf, oids: list[str]) -> Iterator[News]:
    with shelf.repository.contents() as contents_of:
        for start in range(0, len(oids), ASKED_AT_ONCE):
            portion = oids[start : start + ASKED_AT_ONCE]
            for oid, raw in zip(portion, contents_of(portion), strict=True):
                yield from shelf.withdrawn(oid, raw)


def _all(repository: Repository, head: str) -> Iterator[str]:
    for line in repository.lines("ls-tree", "-r", head):
        about, _, path = line.partition("\t")
        if _PATH.fullmatch(path):
            yield about.split(" ")[2]


def _changed(repository: Repository, old: str, head: str) -> Iterator[tuple[str, str]]:
    """The objects at each path before and after; zeros where there is none."""
    for line in repository.lines("diff-tree", "-r", "--raw", "--no-abbrev", "--no-renames", old, head):
        about, _, path = line.partition("\t")
        if _PATH.fullmatch(path):
            before, after = about.split(" ")[2:4]
            yield before, after
