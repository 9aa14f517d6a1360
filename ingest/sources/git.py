"""Objects and history of a git repository that somebody else made: nothing in it is trusted but its objects.

git runs in an empty repository of our own and is lent the other's objects, so that it never sees the other's
configuration, hooks, replaced objects or grafts; HEAD and the refs are files that are read here.
"""

import os
import re
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import IO, Self

from archive.model import UserError

_OBJECT = re.compile(r"[0-9a-f]{40}")
_SYMBOLIC = re.compile(r"ref: (refs/[\w./+@-]{1,200})")
_FOLDERS = ("objects", "objects/pack", "objects/info", "refs")
_MAX_FILE = 64_000_000
_MAX_ALTERNATES = 1000
# So many names fit into a pipe (64 KiB) at once: git can answer while none of them is waiting for the other.
ASKED_AT_ONCE = 500
# The shortest configuration that makes a folder a repository.
_OWN = MappingProxyType({"HEAD": "ref: refs/heads/none\n", "config": "[core]\n\trepositoryformatversion = 0\n"})
# Nothing of the caller's environment but where programs are: it may name other repositories, traces and pagers.
_ENVIRONMENT = MappingProxyType(
    {
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
)
_OPTIONS = ("--no-replace-objects", "-c", "protocol.allow=never", "-c", "core.commitGraph=false")


class GitError(Exception):
    """A repository that is not read: it is damaged, or it is made to lead elsewhere; the message says why."""


class _EndedError(Exception):
    """git ended where it should have given an object."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An object as it was asked for: its name, and its id and size in bytes; None and 0 where there is no such one."""

    name: str
    oid: str | None
    size: int


class Repository:
    """A bare repository, open for reading; a context manager, since git needs a folder of its own meanwhile.

    `tree` is the folder that the user named: what the repository borrows from outside of it is refused.
    """

    def __init__(self, folder: Path, tree: Path | None = None) -> None:
        """Check what git would follow; GitError where that leads out of the tree or is no plain file."""
        self._folder = folder.resolve()
        _check_folders(self._folder)
        _check_alternates(self._folder / "objects", (tree or folder).resolve())
        self._own = tempfile.TemporaryDirectory(prefix="benchlore-git-")

    def __enter__(self) -> Self:
        """Make git's own folder."""
        own = Path(self._own.name)
        for name in ("objects", "refs"):
            (own / name).mkdir()
        for name, text in _OWN.items():
            (own / name).write_text(text)
        shallow = [line for line in _lines(self._folder / "shallow") if _OBJECT.fullmatch(line)]
        if shallow:
            (own / "shallow").write_text("".join(f"{line}\n" for line in shallow))
        return self

    def __exit__(self, *_: object) -> None:
        """Remove git's own folder."""
        self._own.cleanup()

    def head(self) -> str | None:
        """The commit that HEAD names; None in a repository without commits."""
        said = "".join(_lines(self._folder / "HEAD")[:1])
        symbolic = _SYMBOLIC.fullmatch(said)
        if symbolic is None:
            return said if _OBJECT.fullmatch(said) else None
        ref = symbolic.group(1)
        if ".." in ref.split("/"):
            error = "its HEAD leads out of the repository"
            raise GitError(error)
        loose = "".join(_lines(self._folder / ref)[:1])
        if _OBJECT.fullmatch(loose):
            return loose
        packed = (line.split(" ") for line in _lines(self._folder / "packed-refs"))
        return next((words[0] for words in packed if words[1:] == [ref] and _OBJECT.fullmatch(words[0])), None)

    def is_ancestor(self, old: str, new: str) -> bool:
        """Whether a commit is still part of the history of another: false where it is gone."""
        with _Running(self._command("merge-base", "--is-ancestor", old, new), self._environment()) as git:
            return git.process.wait() == 0

    def lines(self, *arguments: str) -> Iterator[str]:
        """What a git command prints, line by line; GitError where it fails."""
        with _Running(self._command(*arguments), self._environment()) as git:
            for line in git.output:
                yield line.decode("utf-8", "replace").rstrip("\n")
            git.check()

    def entries(self, names: Iterable[str]) -> Iterator[Entry]:
        """What objects are behind these names, in order; names are asked for in portions."""
        waiting = iter(names)
        with _Running(self._command("cat-file", "--batch-check"), self._environment(), is_asked=True) as git:
            while portion := list(islice(waiting, ASKED_AT_ONCE)):
                git.ask(portion)
                yield from (_entry(name, git) for name in portion)

    @contextmanager
    def contents(self) -> Iterator[Callable[[list[str]], Iterator[bytes | None]]]:
        """A function that gives the content of objects, in order and whole: ask for sizes first.

        It takes up to 500 ids at a time, and gives None for an object that is missing or damaged.
        """
        with ExitStack() as stack:

            def start() -> _Running:
                command = self._command("cat-file", "--batch")
                return stack.enter_context(_Running(command, self._environment(), is_asked=True))

            git = start()

            def contents_of(oids: list[str]) -> Iterator[bytes | None]:
                nonlocal git
                git.ask(oids)
                for done, oid in enumerate(oids, start=1):
                    try:
                        content = _content(oid, git)
                    except _EndedError:
                        # It ends at an object that is damaged inside.
                        content, git = None, start()
                        git.ask(oids[done:])
                    yield content

            yield contents_of

    def _command(self, *arguments: str) -> list[str]:
        return ["git", f"--git-dir={self._own.name}", *_OPTIONS, *arguments]

    def _environment(self) -> dict[str, str]:
        lent = str(self._folder / "objects")
        return {"PATH": os.environ.get("PATH", os.defpath), "GIT_OBJECT_DIRECTORY": lent, **_ENVIRONMENT}


def is_repository(folder: Path) -> bool:
    """Whether a folder looks like a bare git repository."""
    return (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()


class _Running:
    """A git process that does not outlive its use."""

    def __init__(self, command: list[str], environment: dict[str, str], *, is_asked: bool = False) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__
        try:
            self.process = subprocess.Popen(
                command,
                env=environment,
                cwd="/",
                stdin=subprocess.PIPE if is_asked else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except FileNotFoundError as error:
            self._errors.close()
            message = "git is needed to read a public-inbox repository: install git"
            raise UserError(message) from error

    @property
    def output(self) -> IO[bytes]:
        assert self.process.stdout is not None
        return self.process.stdout

    def ask(self, names: list[str]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{name}\n" for name in names).encode())
        self.process.stdin.flush()

    def check(self) -> None:
        """GitError with git's own words where it failed."""
        if self.process.wait() != 0:
            raise GitError(self.complaint())

    def complaint(self) -> str:
        self._errors.seek(0)
        said = self._errors.read(4000).decode("utf-8", "replace").strip().splitlines()
        return f"git cannot read it: {said[-1][:200] if said else 'it ended without a word'}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self._errors):
            # Names that git was not interested in any more cannot be written.
            with suppress(BrokenPipeError):
                if stream is not None:
                    stream.close()


def _entry(name: str, git: _Running) -> Entry:
    words = git.output.readline().decode("ascii", "replace").split()
    if words[-1:] in (["missing"], ["ambiguous"]):
        return Entry(name, None, 0)
    if len(words) != 3 or not words[2].isdigit():
        raise GitError(git.complaint())
    return Entry(name, words[0] if words[1] == "blob" else None, int(words[2]))


def _content(oid: str, git: _Running) -> bytes | None:
    words = git.output.readline().decode("ascii", "replace").split()
    if words == [oid, "missing"]:
        return None
    if not words:
        raise _EndedError
    if len(words) != 3 or words[0] != oid or not words[2].isdigit():
        raise GitError(git.complaint())
    size = int(words[2])
    content = git.output.read(size + 1)
    if len(content) <= size:
        raise _EndedError
    return content[:size]


def _check_folders(folder: Path) -> None:
    """No part of the repository may be a link: git would follow it to objects of somebody else."""
    for name in _FOLDERS:
        if (folder / name).is_symlink():
            error = f"its {name} is a link to another place, which is not followed"
            raise GitError(error)
    for name in ("objects", "objects/pack"):
        linked = [path for path in (folder / name).glob("*") if path.is_symlink()]
        if linked:
            error = f"its {name}/{linked[0].name} is a link to another place, which is not followed"
            raise GitError(error)


def _check_alternates(objects: Path, tree: Path) -> None:
    """Objects may be borrowed inside the tree only: git would follow the list of them anywhere."""
    waiting, seen = [objects], {objects}
    while waiting:
        here = waiting.pop()
        for line in _borrowed(here / "info" / "alternates"):
            path = (here / line).resolve()
            # git takes a quoted path for what it says inside the quotes.
            if line.startswith('"') or not path.is_relative_to(tree) or len(seen) > _MAX_ALTERNATES:
                error = f"it borrows objects from outside the mirror ({line[:200]}), which is refused"
                raise GitError(error)
            if path not in seen:
                seen.add(path)
                waiting.append(path)


def _borrowed(path: Path) -> list[str]:
    if not path.exists() and not path.is_symlink():
        return []
    mode = path.lstat()
    if not stat.S_ISREG(mode.st_mode) or mode.st_size > _MAX_FILE:
        error = "its list of borrowed objects is no plain file"
        raise GitError(error)
    lines = os.fsdecode(path.read_bytes()).split("\n")
    return [line for line in lines if line and not line.startswith("#")]


def _lines(path: Path) -> list[str]:
    """The lines of a small file; none where there is no plain file: opening a FIFO would wait for ever."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return []
        with path.open("rb") as file:
            return file.read(_MAX_FILE).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
