"""`benchlore fetch` and `benchlore update` as a person calls them."""

import io
import os
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from archive.store.archive import Archive
from benchlore.__main__ import main

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
CONTACT = "ann@example.org"


def mail(number: int, text: str = "fork_test 10000 56.2         5620.00 Task Creations/second") -> str:
    return (
        f"From ann@example.org Mon Nov 25 10:0{number}:00 2002\nFrom: Ann <ann@example.org>\nSubject: run {number}\n"
        f"Date: Mon, 25 Nov 2002 10:0{number}:00 +0000\nMessage-ID: <{number}@example.org>\n\n{text}\n\n"
    )


@dataclass(frozen=True)
class Run:
    returncode: int
    stdout: str
    stderr: str


@dataclass
class Call:
    """The command line, called in this process: a new one for every call takes a second or two."""

    archive: Path
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def __call__(self, *words: str | Path, stdin: bytes = b"", **environment: str) -> Run:
        with self.monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["benchlore", "--archive", str(self.archive), *map(str, words)])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            patch.delenv("BENCHLORE_CONTACT", raising=False)
            patch.chdir(self.archive.parent)
            for name, value in environment.items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as end:
                main()
        printed = self.capsys.readouterr()
        return Run(int(end.value.code or 0), printed.out, printed.err)

    def ids(self) -> set[str]:
        with Archive.open(self.archive, read_only=True) as archive:
            return {message.key for message in archive.messages.recent(limit=1000)}


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    return Call(tmp_path / "archive", capsys, monkeypatch)


@dataclass
class Served:
    folder: Path
    url: str
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    folder = tmp_path / "www"
    folder.mkdir()
    served = Served(folder, "")

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            super().do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        server.daemon_threads = True
        served.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield served
        server.shutdown()
        thread.join()


def test_an_archive_is_fetched_imported_and_kept_up_to_date(call: Call, served: Served, tmp_path: Path) -> None:
    (served.folder / "bench").mkdir()
    page = '<html><title>Bench</title><a href="2002-November.txt">Nov</a><a href="2099-May.txt">May</a>'
    (served.folder / "bench" / "index.html").write_text(page)
    (served.folder / "bench" / "2002-November.txt").write_text(mail(1))
    growing = served.folder / "bench" / "2099-May.txt"
    growing.write_text(mail(2))
    os.utime(growing, (1_000_000_000, 1_000_000_000))  # Last-Modified counts whole seconds
    out = tmp_path / "fetched"
    run = call("fetch", f"{served.url}/bench/", "--out", out, "--pause", "0", "--contact", CONTACT)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == f"{served.url}/bench/: 3 fetched\nimport it with: benchlore import {out}\n"
    assert call("import", out).returncode == 0
    assert call.ids() == {"1@example.org", "2@example.org"}
    served.asked.clear()
    growing.write_text(mail(2) + mail(3))
    run = call("update")
    assert run.returncode == 0, run.stderr
    assert f"{served.url}/bench/: 1 fetched, 1 as before\n" in run.stdout
    assert "2 messages read: 1 new, 0 replaced by a better copy, 1 already there" in run.stdout
    assert served.asked == ["/robots.txt", "/bench/", "/bench/2099-May.txt"]
    assert call.ids() == {"1@example.org", "2@example.org", "3@example.org"}
    served.asked.clear()
    assert "0 messages read" in call("update", "--offline").stdout
    assert served.asked == []


def test_the_locations_of_fetched_mails_are_their_addresses(call: Call, served: Served, tmp_path: Path) -> None:
    for file in (SAMPLES / "hypermail").rglob("*"):
        if file.is_file():
            to = served.folder / file.relative_to(SAMPLES / "hypermail")
            to.parent.mkdir(exist_ok=True)
            to.write_bytes(file.read_bytes())
    call("fetch", f"{served.url}/", "--out", tmp_path / "out", "--pause", "0", BENCHLORE_CONTACT=CONTACT)
    run = call("import", tmp_path / "out")
    assert "4 messages read: 4 new" in run.stdout
    assert "0 problems" in run.stdout
    with Archive.open(call.archive, read_only=True) as archive:
        locations = {archive.messages.get(key).source.location for key in call.ids()}
    assert locations == {f"{served.url}/000{number}.html" for number in range(4)}


def test_files_and_folders_are_read_again_where_they_have_changed(call: Call, tmp_path: Path) -> None:
    folder, single = tmp_path / "mails", tmp_path / "one.mbox"
    (folder / "inner").mkdir(parents=True)
    (folder / "a.mbox").write_text(mail(1))
    (folder / "inner" / "b.mbox").write_text(mail(2))
    single.write_text(mail(3))
    assert call("import", "mails", "one.mbox").returncode == 0
    assert "0 messages read" in call("update").stdout
    (folder / "inner" / "b.mbox").write_text(mail(2) + mail(4))
    (folder / "c.mbox").write_text(mail(5))
    single.write_text(mail(3) + mail(6))
    run = call("update")
    # b.mbox's two, c.mbox's one, one.mbox's two; a.mbox is as it was.
    assert "5 messages read: 3 new, 0 replaced by a better copy, 2 already there" in run.stdout, run.stdout + run.stderr
    assert call.ids() == {f"{number}@example.org" for number in range(1, 7)}
    assert "0 messages read" in call("update").stdout


def test_a_git_mirror_is_read_on_from_where_it_was(
    call: Call, tmp_path: Path, git_repository: Callable[[Path], Any]
) -> None:
    epoch = git_repository(tmp_path / "mails" / "bench" / "git" / "0.git")
    epoch.post(mail(1).partition("\n")[2].encode(), mail(2).partition("\n")[2].encode())
    (tmp_path / "mails" / "more.mbox").write_text(mail(3))
    assert "3 messages read: 3 new" in call("import", "mails").stdout
    assert "0 messages read" in call("update").stdout
    epoch.post(mail(4).partition("\n")[2].encode())
    assert "1 message read: 1 new" in call("update").stdout
    assert call.ids() == {f"{number}@example.org" for number in range(1, 5)}
    # Also when one of its epochs was imported by itself as well.
    assert call("import", "mails/bench/git/0.git").returncode == 0
    epoch.post(mail(5).partition("\n")[2].encode())
    assert "1 new" in call("update").stdout
    assert "0 messages read" in call("update").stdout
    assert call.ids() == {f"{number}@example.org" for number in range(1, 6)}


def test_a_list_that_was_given_is_given_to_what_comes_later(call: Call, tmp_path: Path) -> None:
    (tmp_path / "mails").mkdir()
    (tmp_path / "mails" / "a.mbox").write_text(mail(1))
    call("import", "--list", "bench-list", "mails")
    (tmp_path / "mails" / "b.mbox").write_text(mail(2))
    call("update")
    with Archive.open(call.archive, read_only=True) as archive:
        assert {summary.lists for summary in archive.messages.recent()} == {("bench-list",)}


def test_what_comes_with_an_update_can_be_searched(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.mbox").write_text(mail(1))
    call("import", "a.mbox")
    (tmp_path / "a.mbox").write_text(mail(1) + mail(2, "zebrafish are fast"))
    call("update")
    assert "run 2" in call("search", "zebrafish").stdout


def test_a_source_that_is_gone_is_said_to_be_and_can_be_forgotten(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.mbox").write_text(mail(1))
    (tmp_path / "b.mbox").write_text(mail(2))
    call("import", "a.mbox", "b.mbox")
    (tmp_path / "a.mbox").unlink()
    (tmp_path / "b.mbox").write_text(mail(2) + mail(3))
    run = call("update")
    assert run.returncode == 1
    assert "a.mbox is not there any more: put it back, or run `benchlore update --forget" in run.stderr
    # One that is gone does not keep the others from their turn.
    assert "3@example.org" in call.ids()
    assert call("update", "--forget", "a.mbox").returncode == 0
    assert call("update").returncode == 0
    assert "1@example.org" in call.ids()
    run = call("update", "--forget", "a.mbox")
    assert (run.returncode, "is no source of the archive; it knows" in run.stderr) == (1, True)


def test_an_archive_that_knows_no_source_says_so(call: Call) -> None:
    with Archive.open(call.archive, create=True):
        pass
    run = call("update")
    assert (run.returncode, "the archive knows no source yet" in run.stderr) == (1, True)


def test_standard_input_is_no_source(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.mbox").write_text(mail(1))
    call("import", "a.mbox")
    assert "1 message read: 1 new" in call("import", "-", stdin=mail(2).encode()).stdout
    assert call("update").returncode == 0
    with Archive.open(call.archive, read_only=True) as archive:
        assert [source.location for source in archive.sources.all()] == [str(tmp_path / "a.mbox")]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("http://127.0.0.1:9/",), "say who fetches"),
        (("http://127.0.0.1:9/", "--contact", "nobody"), "is no contact"),
        (("http://lists.example.org/", "--contact", CONTACT, "--pause", "0.5"), "for a server of your own"),
        (("http://1.1.1.1/", "--contact", CONTACT, "--pause", "0.5"), "for a server of your own"),
        (("lists.example.org", "--contact", CONTACT), "starts with http:// or https://"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_to_do(
    call: Call, tmp_path: Path, words: tuple[str, ...], wanted: str
) -> None:
    run = call("fetch", *words, "--out", tmp_path / "out")
    assert run.returncode == 1
    assert wanted in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_folder_of_a_public_inbox_is_cloned_instead(call: Call, served: Served, tmp_path: Path) -> None:
    mirror = served.folder / "bench" / "_" / "text" / "mirror"
    mirror.mkdir(parents=True)
    (served.folder / "bench" / "index.html").write_text('<html><a\nid=mirror\nhref="_/text/mirror/">mirror</a>')
    (mirror / "index.html").write_text('git clone --mirror <a\nhref="https://lists.example.org/bench/0">\x1b[31m</a>')
    run = call("fetch", f"{served.url}/bench/", "--out", tmp_path / "out", "--pause", "0", "--contact", CONTACT)
    assert run.returncode == 1
    assert run.stdout.splitlines()[1:] == [
        f"    git clone --mirror {served.url}/bench/0 bench/git/0.git",
        "    benchlore import bench",
    ]


def test_a_refusal_is_passed_on_without_what_a_terminal_would_obey(call: Call, served: Served, tmp_path: Path) -> None:
    (served.folder / "index.html").write_text("<title>Just a moment... \x1b]0;owned\x07</title>")
    run = call("fetch", f"{served.url}/", "--out", tmp_path / "out", "--pause", "0", "--contact", CONTACT)
    assert run.returncode == 1
    assert "wants a browser" in run.stdout
    assert "\x1b" not in run.stdout + run.stderr


def test_the_contact_of_the_first_fetch_is_told_again(call: Call, served: Served, tmp_path: Path) -> None:
    (served.folder / "index.html").write_text('<html><a href="a.mbox">a</a>')
    (served.folder / "a.mbox").write_text(mail(1))
    call("fetch", f"{served.url}/", "--out", tmp_path / "out", "--pause", "0", "--contact", CONTACT)
    call("import", tmp_path / "out")
    served.asked.clear()
    run = call("update")
    assert (run.returncode, run.stderr) == (0, "")
    assert served.asked == ["/robots.txt", "/", "/a.mbox"]


def test_files_that_have_not_changed_are_counted_and_not_read_again(call: Call, tmp_path: Path) -> None:
    box = tmp_path / "box"
    box.write_text(mail(1) + mail(2))
    assert "2 new" in call("import", box).stdout
    with Archive.open(call.archive) as archive:
        archive.messages.purge("2@example.org")
    assert "1 message read: 0 new, 0 replaced by a better copy, 1 already there" in call("import", box).stdout
    read = call("import", "--again", box).stdout
    assert "2 messages read: 0 new, 0 replaced by a better copy, 1 already there, 1 rejected" in read
    box.write_text(mail(1) + mail(2) + mail(3))
    assert (
        "3 messages read: 1 new, 0 replaced by a better copy, 1 already there, 1 rejected" in call("import", box).stdout
    )


def test_a_file_of_another_list_is_read_again(call: Call, tmp_path: Path) -> None:
    box = tmp_path / "box"
    box.write_text(mail(1))
    call("import", box, "--list", "one")
    call("import", box, "--list", "two")
    with Archive.open(call.archive, read_only=True) as archive:
        assert {summary.name for summary in archive.messages.lists()} == {"one", "two"}


def test_a_file_that_gave_nothing_says_why_once_more(call: Call, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    first, second = call("import", tmp_path / "empty"), call("import", tmp_path / "empty")
    assert first.returncode == second.returncode == 1
    assert "1 problem" in first.stdout
    assert "1 problem" in second.stdout
