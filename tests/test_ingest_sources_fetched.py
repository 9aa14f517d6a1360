"""What `benchlore fetch` brought is read by its ledger: the address is the location, attachments go with their page."""

import json
from pathlib import Path

import pytest

from archive.model import Message, Problem
from ingest.sources.detect import read

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
BASE = "http://lists.example.org/pipermail/bench/"
MBOX = "From ann at example.org  Mon Nov 25 10:00:00 2002\nFrom: ann at example.org (Ann)\nSubject: {}\n\nfork_test\n\n"


class Fetched:
    """A folder as a fetch leaves it, written by hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self._tell({"benchlore": "fetched archive", "version": 1, "url": BASE})

    def got(self, name: str, content: bytes, kind: str, *, base: str = BASE, file: str | None = None) -> None:
        url = f"{base}{name}"
        file = file or f"files/ab/{hash(url) & 0xFFFFFFFF:064x}"
        if file.startswith("files/"):
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / file).write_bytes(content)
        told = {"url": url, "as": kind, "at": "2026-11-30T12:00:00+00:00"}
        self._tell({"do": "got", **told, "final": url, "file": file, "size": 1, "sha256": "", "headers": []})

    def none(self, name: str, kind: str, state: str, why: str) -> None:
        url = f"{BASE}{name}"
        self._tell({"do": "ask", "url": url, "as": kind})
        self._tell({"do": "none", "url": url, "at": "2026-11-30T12:00:00+00:00", "is": state, "why": why})

    @property
    def ledger(self) -> Path:
        return self.folder / "benchlore-fetch.jsonl"

    def _tell(self, told: dict[str, object]) -> None:
        with self.ledger.open("a") as file:
            file.write(json.dumps(told) + "\n")


@pytest.fixture
def fetched(tmp_path: Path) -> Fetched:
    return Fetched(tmp_path / "out")


def found(folder: Path, **options: object) -> tuple[list[Message], list[Problem]]:
    items = list(read(folder, None, **options))
    return [item for item in items if isinstance(item, Message)], [item for item in items if isinstance(item, Problem)]


def test_the_address_is_the_location_and_names_the_list(fetched: Fetched, tmp_path: Path) -> None:
    fetched.got("", b"<html><a href=2002-November.txt>x</a>", "listing")
    fetched.got("2002-November.txt", MBOX.format("one").encode(), "bulk")
    for folder in (tmp_path, fetched.folder, fetched.ledger):
        [message], problems = found(folder)
        assert (message.subject, message.source.location) == ("one", f"{BASE}2002-November.txt")
        assert message.lists == ("bench",)
        assert problems == []


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("http://lists.example.org/pipermail/twisted-python/2007-June.txt.gz", "twisted-python"),
        ("http://lists.example.org/hypermail/linux/netdev/0211.3/", "netdev"),
        ("https://lists.example.org/bench/a%40example.org/t.mbox.gz", "bench"),
        ("https://lists.example.org/bench/all.mbox.gz", "bench"),
        ("https://lists.example.org/archives/tiobench.mbox.xz", "tiobench"),
        ("https://lists.example.org/", "lists.example.org"),
    ],
)
def test_lists_are_named_by_what_in_the_address_is_no_word_of_archives(
    fetched: Fetched, address: str, name: str
) -> None:
    fetched.got("", MBOX.format("one").encode(), "bulk", base=address)
    [message], _ = found(fetched.folder)
    assert message.lists == (name,)
    [message], _ = found(fetched.folder, list_name="Given")
    assert message.lists == ("given",)


def test_a_page_finds_the_attachment_that_came_with_it(fetched: Fetched) -> None:
    for name, kind in (("0000.html", "message"), ("att-0000/01-bench.sh", "attachment")):
        fetched.got(name, (SAMPLES / "hypermail" / name).read_bytes(), kind)
    [message], problems = found(fetched.folder)
    assert message.parts[1].text == (SAMPLES / "hypermail/att-0000/01-bench.sh").read_text()
    assert problems == []


def test_what_was_not_fetched_leaves_a_problem_with_its_reason(fetched: Fetched) -> None:
    fetched.got("0001.html", (SAMPLES / "hypermail/0001.html").read_bytes(), "message")
    fetched.none("0002.html", "message", "gone", "not there (404)")
    fetched.none("2002-May.txt.gz", "bulk", "skipped", "longer than 10 bytes")
    fetched.none("0003.html", "message", "covered", "its mails are in a file of many")
    _, problems = found(fetched.folder)
    assert [(problem.source.location, problem.reason) for problem in problems] == [
        (f"{BASE}0002.html", "not fetched: not there (404)"),
        (f"{BASE}2002-May.txt.gz", "not fetched: longer than 10 bytes"),
    ]


def test_only_what_is_new_is_read_when_the_rest_is_known(fetched: Fetched) -> None:
    fetched.got("2002-May.txt", MBOX.format("old").encode(), "bulk")
    size = fetched.ledger.stat().st_size
    fetched.got("2002-June.txt", MBOX.format("new").encode(), "bulk")
    messages, _ = found(fetched.folder, unread=lambda _path: size)
    assert [message.subject for message in messages] == ["new"]
    assert found(fetched.folder, unread=lambda _path: None) == ([], [])


def test_a_half_written_last_line_is_nothing(fetched: Fetched) -> None:
    fetched.got("2002-May.txt", MBOX.format("one").encode(), "bulk")
    with fetched.ledger.open("a") as file:
        file.write('{"do": "got", "url": "http')
    assert len(found(fetched.folder)[0]) == 1


@pytest.mark.parametrize(
    "line",
    ["nonsense", "[]", '{"do": "dance"}', '{"do": "same", "url": "http://x/", "at": "2026-11-30"}', '{"do": "got"}'],
)
def test_a_damaged_ledger_is_said_to_be(fetched: Fetched, line: str) -> None:
    with fetched.ledger.open("a") as file:
        file.write(f"{line}\n")
    messages, [problem] = found(fetched.folder)
    assert messages == []
    assert "is damaged: fetch into a new folder" in problem.reason


def test_a_ledger_leads_to_no_other_files(fetched: Fetched, tmp_path: Path) -> None:
    (tmp_path / "secret.mbox").write_text(MBOX.format("secret"))
    fetched.got("2002-May.txt", b"", "bulk", file="../secret.mbox")
    messages, [problem] = found(fetched.folder)
    assert messages == []
    assert "is damaged" in problem.reason


def test_links_of_the_file_system_are_not_followed(fetched: Fetched, tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "x.eml").write_text(MBOX.format("secret"))
    fetched.got("2002-May.txt", b"", "bulk")
    [file] = [path for path in (fetched.folder / "files").rglob("*") if path.is_file()]
    file.unlink()
    file.symlink_to(tmp_path / "secret" / "x.eml")
    messages, [problem] = found(fetched.folder)
    assert messages == []
    assert "not there any more" in problem.reason
