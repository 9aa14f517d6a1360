"""Fixtures that many tests need: a mail made by hand, a repository of mails, the developers' shared material."""

import os
import signal
import subprocess
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.model import Author, Message, Part, Quality, Source
from archive.store.archive import Archive
from index.refresh import refresh
from index.whoosh_engine import open_engine
from ingest.pipeline import import_sources

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture
def mail() -> Callable[..., Message]:
    """A factory of mails: mail("text", key=…, author=…, subject=…, day=…, references=…)."""

    def make(
        text: str,
        *,
        key: str = "post@example.org",
        author: str = "Ann Example",
        subject: str = "results",
        day: int | None = 1,
        references: tuple[str, ...] = (),
        lists: tuple[str, ...] = ("bench",),
    ) -> Message:
        address = f"{author.split(maxsplit=1)[0].lower()}@example.org"
        date = datetime(2002, 11, day, 12, tzinfo=UTC) if day is not None else None
        return Message(
            key=key,
            key_is_made=False,
            message_id=key,
            subject=subject,
            author=Author(author, address),
            date=date,
            date_text=date.isoformat() if date else None,
            date_basis="Date" if date else None,
            lists=lists,
            references=references,
            in_reply_to=references[-1:],
            parts=(Part(0, "text/plain", None, text, len(text)),),
            source=Source("test", "by hand"),
            quality=Quality.RAW_MAIL,
        )

    return make


class GitRepository:
    """A bare repository and the plumbing to add mails to it, as public-inbox would."""

    environment = {  # noqa: RUF012
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ann",
        "GIT_AUTHOR_EMAIL": "ann@example.org",
        "GIT_COMMITTER_NAME": "bench",
        "GIT_COMMITTER_EMAIL": "bench@example.org",
    }

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.head = ""
        folder.parent.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "--bare", "-b", "master")

    def git(self, *arguments: str, stdin: bytes = b"", **environment: str) -> str:
        command = ["git", f"--git-dir={self.folder}", *arguments]
        done = subprocess.run(command, input=stdin, check=True, capture_output=True, env=self.environment | environment)
        return done.stdout.decode().strip()

    def blob(self, content: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", stdin=content)

    def commit(self, files: Mapping[str, bytes], *, onto: str | None = None, at: int = 1_038_218_400) -> str:
        """Commit these files alone, on top of a commit (None: of the last one; "": of none)."""
        tree = self._tree({tuple(path.split("/")): self.blob(content) for path, content in files.items()})
        parent = self.head if onto is None else onto
        when = f"{at} +2000"
        command = ("commit-tree", tree, *(("-p", parent) if parent else ()))
        self.head = self.git(*command, stdin=b"a mail", GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when)
        self.git("update-ref", "refs/heads/master", self.head)
        return self.head

    def post(self, *mails: bytes) -> None:
        """Add a commit for each mail (v2)."""
        for mail in mails:
            self.commit({"m": mail})

    def _tree(self, blobs: Mapping[tuple[str, ...], str]) -> str:
        folders = sorted({path[0] for path in blobs if len(path) > 1})
        inner = {name: self._tree({p[1:]: oid for p, oid in blobs.items() if p[0] == name}) for name in folders}
        lines = [f"040000 tree {oid}\t{name}" for name, oid in inner.items()]
        lines += [f"100644 blob {oid}\t{path[0]}" for path, oid in blobs.items() if len(path) == 1]
        return self.git("mktree", stdin="".join(f"{line}\n" for line in lines).encode())


@pytest.fixture
def git_repository() -> type[GitRepository]:
    """A maker of bare git repositories: git_repository(folder)."""
    return GitRepository


@pytest.fixture(autouse=True, scope="session")
def _interrupts_reach_programs() -> None:
    """What a shell starts in the background ignores SIGINT, and so would the programs that tests interrupt."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def shared() -> Path:
    """The shared material of the developers; a user's clone has none, and the test is skipped."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared, the developers' material, which is not part of the project")
    return SHARED


@pytest.fixture(scope="session")
def web_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with the AIM9 sample thread and a thread of hostile mails, indexed: what the web tests read."""
    folder = tmp_path_factory.mktemp("web") / "archive"
    here = Path(__file__).resolve().parent
    with Archive.open(folder, create=True) as archive:
        import_sources(archive, [here.parent / "samples" / "aim9-thread.mbox", here / "hostile" / "web.mbox"])
        with open_engine(folder / "index", create=True) as engine:
            refresh(archive, engine)
    return folder
