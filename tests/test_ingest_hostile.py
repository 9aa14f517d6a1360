"""Mail that is made to keep a reader busy or to fill its memory: bounded work, a message all the same, and a reason."""

import gzip
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from archive.model import Message, Problem
from ingest.sources import mail, mbox
from ingest.sources.detect import read

HEAD = "From: Ann <ann@example.org>\nDate: 25 Nov 2002 10:00:00 +0000\nSubject: results\nMessage-ID: <1@example.org>\n"
SECONDS = 2


def hostile(name: str) -> str:
    """The rest of a mail's header, a blank line, and its body."""
    made: dict[str, Callable[[], str]] = {
        "a line of 100 MB": lambda: "\n" + "x" * 100_000_000,
        "a row of 20 MB": lambda: "\n" + "fork_test 10000 56.2 5620.00 " * 700_000,
        "millions of lines": lambda: "\n" + "a\n" * 5_000_000,
        "a million tags": lambda: "Content-Type: text/html\n\n" + "<b>x" * 1_000_000,
        "a million nested tags": lambda: "Content-Type: text/html\n\n" + "<div>" * 1_000_000,
        "a million parts": lambda: "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nx\n" * 1_000_000,
        "ten thousand nested parts": lambda: "".join(
            f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(10_000)
        ),
        "ten thousand nested mails": lambda: "Content-Type: message/rfc822\n\n" * 10_000 + "x",
        "five thousand references": lambda: (
            "References:" + "".join(f"\n <{n}@example.org>" for n in range(5_000)) + "\n\nx"
        ),
        "a hundred thousand references": lambda: (
            "References:" + "".join(f"\n <{n}@example.org>" for n in range(100_000)) + "\n\nx"
        ),
        "a million brackets": lambda: "In-Reply-To: " + "<" * 1_000_000 + "\n\nx",
        "a hundred thousand fields": lambda: "".join(f"X-{n}: {'y' * 9}\n" for n in range(100_000)) + "\nx",
        "uuencode that never ends": lambda: "\n" + "begin 644 a\nM\n" * 200_000,
    }
    return made[name]()


@pytest.mark.parametrize(
    "name",
    [
        "a line of 100 MB",
        "a row of 20 MB",
        "millions of lines",
        "a million tags",
        "a million nested tags",
        "a million parts",
        "ten thousand nested parts",
        "ten thousand nested mails",
        "five thousand references",
        "a hundred thousand references",
        "a million brackets",
        "a hundred thousand fields",
        "uuencode that never ends",
    ],
)
def test_a_mail_that_is_made_to_last_is_read_in_part_and_said_to_be(tmp_path: Path, name: str) -> None:
    path = tmp_path / "1.eml"
    path.write_text(HEAD + hostile(name))
    start = time.process_time()
    items = list(read(path, None))
    assert time.process_time() - start < SECONDS
    messages = [item for item in items if isinstance(item, Message)]
    assert messages[0].key == "1@example.org"
    assert len(messages) <= 20
    assert sum(len(part.text or "") for message in messages for part in message.parts) < 20_000_000
    assert len(messages[0].references) + len(messages[0].in_reply_to) <= 2000
    assert any("left out" in item.reason or "cut" in item.reason for item in items if isinstance(item, Problem))


def test_a_file_longer_than_any_mail_is_cut_and_what_follows_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mbox, "MAX_MAIL", 1_000_000)
    monkeypatch.setattr(mail, "MAX_MAIL", 1_000_000)
    from_line = "From ann@example.org Mon Nov 25 10:00:00 2002\n"
    path = tmp_path / "bench.mbox"
    path.write_text(f"{from_line}{HEAD}\n{'x' * 30_000_000}\n\n{from_line}{HEAD.replace('1@', '2@')}\nrow\n")
    tracemalloc.start()
    items = list(read(path, None))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [item.key for item in items if isinstance(item, Message)] == ["1@example.org", "2@example.org"]
    assert ["cut at 1000000 bytes" in item.reason for item in items if isinstance(item, Problem)] == [True]
    assert peak < 40_000_000


def test_a_compressed_file_that_inflates_without_end_is_read_in_part(tmp_path: Path) -> None:
    path = tmp_path / "bench.mbox.gz"
    path.write_bytes(gzip.compress(f"{HEAD}\n".encode() + bytes(150_000_000), 9))
    start = time.process_time()
    items = list(read(path, None))
    assert time.process_time() - start < SECONDS
    assert [item.key for item in items if isinstance(item, Message)] == ["1@example.org"]
    assert [item.reason for item in items if isinstance(item, Problem)] != []
