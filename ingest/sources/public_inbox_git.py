"""public-inbox's git archives: the epochs of a mirror, or a single repository, read on from a stored cursor."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from archive.model import Message, Problem, Source
from ingest.headers import list_name
from ingest.sources.assemble import Found
from ingest.sources.git import GitError, Repository, is_repository
from ingest.sources.git_shelf import FORMAT, Holes, Shelf
from ingest.sources.history import Known, News, NothingKnown, Reached
from ingest.sources.public_inbox_v1 import is_v1, read_v1
from ingest.sources.public_inbox_v2 import Epoch, read_epoch, removals

_EPOCH = re.compile(r"(\d{1,6})(?:\.git)?")
_ENDINGS = re.compile(r"(?:\.git|\.\d{1,3})\Z")
_COMMIT = re.compile(r"[0-9a-f]{40}")
# Beside the cursors of its repositories, none of which has this name, a state holds what was missing from them.
_MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Inbox:
    """A public-inbox in a folder: its repositories by name, the oldest epoch first; a bare one has the name ""."""

    folder: Path
    repositories: tuple[tuple[str, Path], ...]

    @property
    def list_name(self) -> str:
        """The list of mails that do not say theirs."""
        folder = self.folder.resolve()
        if folder.parent.name == "git" and _EPOCH.fullmatch(folder.name):
            folder = folder.parent.parent
        return list_name(_ENDINGS.sub("", folder.name)) or "mail"

    @property
    def locations(self) -> tuple[str, ...]:
        """Where its repositories are."""
        return tuple(str(path) for _, path in self.repositories)


def inbox_at(folder: Path) -> Inbox | None:
    """The inbox that a folder is: a mirror with its epochs under git/, or a repository.

    The repository all.git beside epochs only borrows their objects for an index, and is none.
    """
    epochs = _epochs(folder / "git")
    if epochs:
        return Inbox(folder, epochs)
    return Inbox(folder, (("", folder),)) if is_repository(folder) and folder.name != "all.git" else None


def read_inbox(inbox: Inbox, given: str | None, *, tree: Path | None = None) -> Iterator[Found]:
    """All mails of an inbox that it did not take back."""
    for news in read_news(inbox, given, tree=tree):
        if isinstance(news, Message | Problem):
            yield news


def read_news(
    inbox: Inbox, given: str | None, *, tree: Path | None = None, known: Known | None = None
) -> Iterator[News]:
    """The mails that an inbox has got since it was read last, those that it took back, and how far each portion goes.

    `tree` is the folder that the user named: no objects are borrowed from outside of it. Where history was rewritten (a
    purge), what vanished is withdrawn and the rest stays as it is. A repository that cannot be read is a Problem.
    """
    told = known or NothingKnown()
    progress = _Progress.told(inbox, told.state(str(inbox.folder)))
    with ExitStack() as stack:
        opened: list[_Opened] = []
        for name, path in inbox.repositories:
            try:
                repository = stack.enter_context(Repository(path, tree or inbox.folder))
                head = repository.head()
                if head is None:
                    yield _unread(str(path), "it holds no commit")
                else:
                    shelf = Shelf(repository, str(path), given or inbox.list_name, inbox.locations, told)
                    opened.append(_Opened(name, shelf, head, is_v1(repository, head)))
            except GitError as error:
                yield _unread(str(path), error)
        later = _Later(opened)
        for number, one in enumerate(opened):
            try:
                yield from _read(one, progress, later.than(number))
            except GitError as error:
                yield _unread(one.shelf.location, error)
    yield progress.reached()


@dataclass(frozen=True, slots=True)
class _Opened:
    """A repository of an inbox: its name there, where its mails are, and up to which commit they are read."""

    name: str
    shelf: Shelf
    head: str
    is_v1: bool


@dataclass(frozen=True, slots=True)
class _Progress:
    """How far each repository of an inbox was read, by its name, and which of its mails are missing."""

    inbox: Inbox
    cursors: dict[str, str]
    holes: dict[str, Holes]

    @classmethod
    def told(cls, inbox: Inbox, state: str | None) -> Self:
        """What a state says; whatever else stands in it is no commit that git should be asked for."""
        read = json.loads(state) if state else {}
        missing = read.pop(_MISSING, {})
        cursors = {name: commit for name, commit in read.items() if _COMMIT.fullmatch(commit)}
        holes = {name: Holes(tuple(filter(_COMMIT.fullmatch, places))) for name, places in missing.items()}
        return cls(inbox, cursors, holes)

    def of(self, name: str) -> tuple[str | None, Holes]:
        """The commit up to which a repository was read, None where it was not, and what was missing from it."""
        return self.cursors.get(name), self.holes.get(name, Holes())

    def note(self, name: str, commit: str, holes: Holes) -> Reached:
        """Note how far one was read, and what was missing up to there."""
        self.cursors[name], self.holes[name] = commit, Holes(tuple(holes.now))
        return self.reached()

    def reached(self) -> Reached:
        """How far all of them were read."""
        missing = {name: holes.before for name, holes in self.holes.items() if holes.before}
        state = {**self.cursors, _MISSING: missing} if missing else self.cursors
        return Reached(str(self.inbox.folder), FORMAT, json.dumps(state, sort_keys=True))


class _Later:
    """What epochs take back of those before them, looked up once and only if somebody asks."""

    def __init__(self, opened: list[_Opened]) -> None:
        self._opened = opened
        self._found: dict[str, frozenset[str]] = {}

    def than(self, number: int) -> Callable[[], frozenset[str]]:
        return lambda: frozenset().union(*map(self._taken_back, self._opened[number + 1 :]))

    def _taken_back(self, one: _Opened) -> frozenset[str]:
        if one.name not in self._found:
            try:
                self._found[one.name] = frozenset(removals(one.shelf.repository, one.head).values())
            except GitError:
                # It will be said when it is read itself.
                self._found[one.name] = frozenset()
        return self._found[one.name]


def _read(one: _Opened, progress: _Progress, later: Callable[[], frozenset[str]]) -> Iterator[News]:
    old, before = progress.of(one.name)
    if old == one.head and not before.before:
        return
    is_rewritten = old is not None and not one.shelf.repository.is_ancestor(old, one.head)
    is_whole = old is None or is_rewritten
    holes = Holes() if is_whole else before

    def reached(commit: str) -> Reached:
        return progress.note(one.name, commit, holes)

    if one.is_v1:
        yield from read_v1(one.shelf, one.head, old, holes, is_rewritten=is_rewritten)
        yield reached(one.head)
    elif is_whole:
        epoch = Epoch(one.shelf, one.head, None, holes, is_rewritten=is_rewritten, later=later())
        yield from read_epoch(epoch, reached)
    else:
        yield from read_epoch(
            Epoch(one.shelf, one.head, old, holes, later=later() if before.before else frozenset()), reached
        )


def _epochs(folder: Path) -> tuple[tuple[str, Path], ...]:
    if not folder.is_dir() or folder.is_symlink():
        return ()
    named = ((entry.name, Path(entry.path)) for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False))
    found = [(int(match.group(1)), name, path) for name, path in named if (match := _EPOCH.fullmatch(name))]
    return tuple((name, path) for _, name, path in sorted(found) if is_repository(path))


def _unread(location: str, error: GitError | str) -> Problem:
    return Problem(Source(FORMAT, location), f"the repository is not read: {error}")
