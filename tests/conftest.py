"""Fixtures that many tests need: a mail made by hand, a repository of mails, the developers' shared material."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from archive.model import Author, Message, Part, Quality, Source
from archive.store.archive import Archive
from index.refresh import refresh
from index.whoosh_engine import open_engine
from ingest.pipeline import import_sources

SHARED = Path(__file__).resolve().parents[2] / "shared"

# A slow machine fails no test, and the same cases are tried each time; HYPOTHESIS_PROFILE=search tries others.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


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


class Commands:
    """The command line without the time that loading takes: each call is a process of its own (tests/cli_server.py)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._calls = 0
        server = Path(__file__).resolve().with_name("cli_server.py")
        self._server = subprocess.Popen(
            [sys.executable, str(server)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, *words: str | Path, **more: object) -> "Started":
        """Begin a call; `more` is as cli_server.py has it."""
        self._calls += 1
        out, err = (self._folder / f"{self._calls}.{name}" for name in ("out", "err"))
        for path in (out, err):
            # Another user may be the one who writes, or nobody, where the call dies at once.
            path.touch()
            path.chmod(0o666)
        answer = self.ask({"words": [*map(str, words)], "out": str(out), "err": str(err), **more})
        return Started(self, int(answer["process"]), out, err)

    def run(self, *words: str | Path, **more: object) -> "Ended":
        """A call from its begin to its end."""
        return self.start(*words, **more).wait()

    def ask(self, question: Mapping[str, object]) -> dict[str, Any]:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(question) + "\n")
        self._server.stdin.flush()
        answer: dict[str, Any] = json.loads(self._server.stdout.readline())
        return answer

    def close(self) -> None:
        self._server.communicate()


@dataclass(frozen=True)
class Ended:
    """How a call ended: its exit status (negative: the signal that killed it), what it printed, CPU seconds."""

    status: int
    out: str
    err: str
    seconds: float


@dataclass(frozen=True)
class Started:
    """A call that runs; it leads a process group of its own."""

    commands: Commands
    process: int
    out: Path
    err: Path

    def signal(self, number: int) -> None:
        """Send a signal to it and to all that it has started."""
        os.killpg(self.process, number)

    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        try:
            return Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False

    def cpu_seconds(self) -> float:
        """What its first thread has computed so far; 0 where it is gone."""
        try:
            return int(Path(f"/proc/{self.process}/schedstat").read_text().split()[0]) / 1e9
        except (FileNotFoundError, ProcessLookupError):
            return 0.0

    def wait(self) -> Ended:
        answer = self.commands.ask({"wait": self.process})
        texts = (path.read_text(errors="replace") for path in (self.out, self.err))
        return Ended(int(answer["status"]), *texts, float(answer["seconds"]))


@pytest.fixture(scope="session")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Commands]:
    """The command line in processes that start at once: commands.run("import", path)."""
    running = Commands(tmp_path_factory.mktemp("calls"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def posts() -> Callable[..., bytes]:
    """A maker of mboxes, posts(first, last): threads of a table, two replies that quote and judge it, and each third
    time the same table again in a thread of its own.
    """
    return lambda first, last: b"".join(_thread(number) for number in range(first, last))


_ROWS = ("fork_test", "exec_test", "brk_test", "page_test")


def _thread(number: int) -> bytes:
    table = "".join(
        f"{name:<10} {10_000 + number} {56.2 + place:.1f} {5620 + 100 * place + number}.50 Task Creations/second\n"
        for place, name in enumerate(_ROWS)
    )
    other = table.replace("10", "20").replace("56", "49")
    kernels = f"2.4.{number % 20 + 2}", f"2.5.{number % 70 + 2}"
    both = f"AIM9 on my PIII@800 with 256M.\n\nOn {kernels[0]}:\n\n{table}\nOn {kernels[1]}:\n\n{other}"
    quoted = "".join(f"> {line}\n" for line in both.splitlines())
    root, author, subject = f"aim9-{number}@example.org", f"Poster {number}", f"AIM9 numbers, part {number}"
    mails = [
        _mail(root, author, number, subject, both),
        _mail(f"a-{root}", "Ann", number, f"Re: {subject}", f"{quoted}\nfork_test is slower in {kernels[1]}.\n", root),
        _mail(f"b-{root}", "Bob", number, f"Re: {subject}", f"{quoted}\nThe page tables cost.\n", root),
    ]
    if number % 3 == 0:
        mails.append(_mail(f"again-{root}", author, number + 40, f"[resend {number}] the same figures", both))
    return "".join(mails).encode()


def _mail(key: str, author: str, day: int, subject: str, text: str, answers: str | None = None) -> str:
    posted = datetime(2002, 11, 1, 12, tzinfo=UTC) + timedelta(days=day, minutes=len(key))
    date = f"{posted:%a, %d %b %Y %H:%M:%S +0000}"
    reply = f"In-Reply-To: <{answers}>\n" if answers else ""
    return (
        f"From {author.split(maxsplit=1)[0].lower()}@example.org {posted:%a %b %d %H:%M:%S %Y}\n"
        f"From: {author} <{author.lower().replace(' ', '.')}@example.org>\nDate: {date}\nSubject: {subject}\n"
        f"Message-ID: <{key}>\n{reply}List-Id: <bench.example.org>\n\n{text}\n\n"
    )
