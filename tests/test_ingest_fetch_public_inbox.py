"""Fetching from a real public-inbox-httpd on loopback; skipped where the Debian package public-inbox is missing."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.model import Message, UserError
from ingest.fetch.job import Outcome, fetch
from ingest.fetch.ledger import read_ledger
from ingest.fetch.manners import Clock, Manners
from ingest.sources.detect import read

NEEDED = ("public-inbox-init", "public-inbox-mda", "public-inbox-httpd", "git")
ROW = "fork_test 10000 56.2         5620.00 Task Creations/second"
MAILS = (
    ("root@example.org", "[Benchmark] AIM9", "", f"2.4.19 on a PIII@800:\n\n{ROW}\n"),
    ("a/b@example.org", "Re: [Benchmark] AIM9", "root@example.org", f"> {ROW}\n\nFrom here it looks slow.\n"),
    ("other@example.org", "dbench", "", "Throughput 62.1 MB/sec 4 procs\n"),
)


@dataclass(frozen=True)
class Inbox:
    """A running server, and its log of requests."""

    url: str
    log: Path

    def requests(self) -> list[str]:
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line.split('"')[1].split()[1] for line in lines if '"' in line]


def run(home: Path, *words: str, mail: str = "", **environment: str) -> None:
    env = {**os.environ, "HOME": str(home), "PI_CONFIG": str(home / ".public-inbox" / "config"), **environment}
    done = subprocess.run(words, input=mail, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def fill(home: Path, version: str, name: str, url: str) -> None:
    address = f"{name}@example.org"
    where = home / (name if version == "-V2" else f"{name}.git")
    run(home, "public-inbox-init", version, "-L", "basic", name, str(where), f"{url}/{name}", address)
    run(home, "git", "config", "-f", str(home / ".public-inbox/config"), "publicinboxmda.spamcheck", "none")
    for number, (message_id, subject, parent, text) in enumerate(MAILS):
        mail = (
            f"From: Ann Example <ann@example.org>\nTo: {address}\nSubject: {subject}\n"
            f"Date: Mon, 25 Nov 2002 0{number}:23:37 +0800\nMessage-ID: <{message_id}>\n"
            + (f"In-Reply-To: <{parent}>\n" if parent else "")
            + f"\n{text}"
        )
        run(home, "public-inbox-mda", "--no-precheck", mail=mail, ORIGINAL_RECIPIENT=address)


@pytest.fixture(scope="module")
def inbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inbox]:
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}: apt-get install public-inbox")
    home = tmp_path_factory.mktemp("inbox")
    (home / ".public-inbox").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    fill(home, "-V2", "bench", url)
    fill(home, "-V1", "old", url)
    config = home / ".public-inbox" / "config"
    run(home, "git", "config", "-f", str(config), "publicinbox.wwwlisting", "all")
    log = home / "access.log"
    (home / "site.psgi").write_text(
        "use PublicInbox::WWW; use Plack::Builder; my $www = PublicInbox::WWW->new; $www->preload;\n"
        f"open(my $log, '>>', '{log}') or die; $log->autoflush(1);\n"
        "builder { enable 'AccessLog', logger => sub { print $log @_ }; sub { $www->call(@_) } };\n"
    )
    command = ["public-inbox-httpd", "-W0", "-l", f"127.0.0.1:{port}", str(home / "site.psgi")]
    env = {**os.environ, "HOME": str(home), "PI_CONFIG": str(config)}
    with (home / "server.log").open("w") as output:
        server = subprocess.Popen(command, env=env, stdout=output, stderr=output)
    try:
        wait_for(port, server, home / "server.log")
        yield Inbox(url, log)
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def wait_for(port: int, server: subprocess.Popen[bytes], output: Path) -> None:
    for _ in range(200):
        if server.poll() is not None:
            pytest.fail(f"public-inbox-httpd ended: {output.read_text()}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("public-inbox-httpd does not answer")


def get(url: str, folder: Path) -> Outcome:
    clock = Clock(lambda: datetime.now(UTC), lambda _seconds: None, lambda: 0.0)
    return fetch(url, folder, Manners("ann@example.org"), clock=clock)


def mails(folder: Path) -> dict[str, str]:
    """The ids of the mails in a fetched folder and where each was read."""
    found = list(read(folder, None))
    assert [item for item in found if not isinstance(item, Message)] == []
    return {item.key: item.source.location for item in found if isinstance(item, Message)}


@pytest.mark.parametrize("page", ["t.mbox.gz", "T/", "t/", "t.atom"])
def test_a_thread_is_fetched_as_its_mbox_in_one_request(inbox: Inbox, tmp_path: Path, page: str) -> None:
    before = len(inbox.requests())
    assert get(f"{inbox.url}/bench/root@example.org/{page}", tmp_path / "out") == Outcome(fetched=1)
    mbox = f"{inbox.url}/bench/root@example.org/t.mbox.gz"
    assert mails(tmp_path / "out") == {"root@example.org": mbox, "a/b@example.org": mbox}
    assert inbox.requests()[before:] == ["/robots.txt", "/bench/root@example.org/t.mbox.gz"]


@pytest.mark.parametrize("page", ["a%2Fb@example.org/", "a%2Fb@example.org", "a%2Fb@example.org/raw"])
def test_a_mail_is_fetched_raw_and_never_again(inbox: Inbox, tmp_path: Path, page: str) -> None:
    url = f"{inbox.url}/bench/{page}"
    assert get(url, tmp_path / "out") == Outcome(fetched=1)
    assert list(mails(tmp_path / "out")) == ["a/b@example.org"]
    before = len(inbox.requests())
    assert get(url, tmp_path / "out") == Outcome()
    assert inbox.requests()[before:] == []


def test_mails_come_as_they_were_sent(inbox: Inbox, tmp_path: Path) -> None:
    get(f"{inbox.url}/bench/root@example.org/T/", tmp_path / "out")
    found = {item.key: item for item in read(tmp_path / "out", None) if isinstance(item, Message)}
    reply = found["a/b@example.org"]
    assert reply.parts[0].text == MAILS[1][3]
    assert (reply.in_reply_to, reply.lists) == (("root@example.org",), ("bench",))


def test_for_an_inbox_it_says_how_to_clone_its_epochs_and_fetches_nothing(inbox: Inbox, tmp_path: Path) -> None:
    before = len(inbox.requests())
    outcome = get(f"{inbox.url}/bench/", tmp_path / "out")
    assert outcome.commands == (
        f"git clone --mirror {inbox.url}/bench/0 bench/git/0.git",
        "benchlore import bench",
    )
    assert outcome.fetched == 0
    assert inbox.requests()[before:] == ["/robots.txt", "/bench/", "/bench/_/text/mirror/"]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["bench", "old"])
def test_the_commands_that_it_gives_clone_the_inbox(inbox: Inbox, tmp_path: Path, name: str) -> None:
    *clones, _ = get(f"{inbox.url}/{name}/", tmp_path / "out").commands
    assert len(clones) == 1
    for command in clones:
        done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    [head] = tmp_path.rglob("HEAD")
    log = subprocess.run(
        ["git", "--git-dir", head.parent, "rev-list", "--count", "--all"], capture_output=True, text=True
    )
    assert int(log.stdout) == len(MAILS)


def test_everything_in_one_file_is_fetched_when_that_is_asked_for(inbox: Inbox, tmp_path: Path) -> None:
    assert get(f"{inbox.url}/bench/all.mbox.gz", tmp_path / "out") == Outcome(fetched=1)
    assert set(mails(tmp_path / "out")) == {message_id for message_id, *_ in MAILS}


def test_what_is_not_there_is_said_not_to_be(inbox: Inbox, tmp_path: Path) -> None:
    for path, reason in (
        ("/bench/nobody@example.org/", "answers 300"),
        ("/bench/nobody@example.org/t.mbox.gz", "answers 404"),
        ("/none/", "answers 404"),
        ("/", "it lists inboxes: give the address of one of them"),
    ):
        with pytest.raises(UserError, match=reason):
            get(f"{inbox.url}{path}", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_ledger_names_the_mbox_that_came(inbox: Inbox, tmp_path: Path) -> None:
    get(f"{inbox.url}/bench/root@example.org/T/", tmp_path / "out")
    [entry] = read_ledger(tmp_path / "out").entries.values()
    assert (entry.url, entry.final) == (
        f"{inbox.url}/bench/root@example.org/T/",
        f"{inbox.url}/bench/root@example.org/t.mbox.gz",
    )
