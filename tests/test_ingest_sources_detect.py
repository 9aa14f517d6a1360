"""The one door: every format is known by its content, folders are walked safely, and nobody's mail raises."""

import bz2
import gzip
import io
import lzma
import os
import re
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from archive.model import Message, Problem, UserError
from ingest.sources import mail as mail_source
from ingest.sources import opening
from ingest.sources.detect import read

SHARED = Path(__file__).resolve().parents[2] / "shared"
FROM = "From mboxrd@z Thu Jan  1 00:00:00 1970\n"
ROW = "fork_test 10000 56.2         5620.00 Task Creations/second\n"


def mail(number: int) -> str:
    head = "From: Ann <ann@example.org>\nDate: Mon, 25 Nov 2002 10:00:00 +0000\n"
    return f"{head}Message-ID: <{number}@x>\n\n{ROW}"


MBOX = "".join(f"{FROM}{mail(n)}\n" for n in range(9))
PAGE = (
    '<HTML><TITLE>x</TITLE><!-- id="p@x" --><!-- subject="s" --><!-- body="start" --><P>\nx\n<BR>\n<!-- body="end" -->'
)
INBOX = "<html><pre\nid=b>From: A &lt;a@x&gt;\nMessage-ID: &lt;i@x&gt; (<a\nhref=raw>raw</a>)\n\nx\n</pre></html>"
INDEX = '<html><body>hypermail <a href="author.html">[ author ]</a></body></html>'
THREAD = "Numbers\n\nNumbers\n\n[Ann]\n\nslow\n\nRe: Numbers\n\n[Bob]\n\nfast\n"
SAVED_PAGE = "Numbers\n\nFrom: Ann (ann@example.org)\nDate: Sat Sep 07 2002 - 13:09:37 EST\n\nslow\n"
SAVED_INBOX = "From: ann@example.org\nSubject: Numbers\nMessage-ID: <s@x> (raw)\nslow\n"
FORMATS = {
    "mbox": (MBOX, 9),
    "mail": (mail(1), 1),
    "hypermail": (PAGE, 1),
    "public-inbox page": (INBOX, 1),
    "thread text": (THREAD, 2),
    "hypermail text": (SAVED_PAGE, 1),
    "public-inbox text": (SAVED_INBOX, 1),
}


def of(data: str | bytes, **options: bool) -> tuple[list[Message], list[Problem]]:
    raw = data.encode() if isinstance(data, str) else data
    found = list(read(None, io.BytesIO(raw), **options))  # type: ignore[arg-type]
    return [x for x in found if isinstance(x, Message)], [x for x in found if isinstance(x, Problem)]


def inside(path: Path, list_name: str | None = None) -> tuple[list[Message], list[Problem]]:
    found = list(read(path, None, list_name=list_name))
    return [x for x in found if isinstance(x, Message)], [x for x in found if isinstance(x, Problem)]


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_known_by_its_content(name: str) -> None:
    data, count = FORMATS[name]
    for ends in ("\n", "\r\n"):
        messages, problems = of(data.replace("\n", ends))
        assert [message.source.format for message in messages] == [name] * count
        assert problems == []


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_files_are_read(compress: object) -> None:
    assert callable(compress)
    whole = compress(MBOX.encode())
    assert len(of(whole)[0]) == 9
    assert len(of(whole + compress(MBOX.encode()))[0]) == 18
    assert of(whole)[1] == []


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_of_a_truncated_file_what_can_be_read_is_kept_and_the_loss_is_said(compress: object) -> None:
    assert callable(compress)
    noise = "".join(f"{FROM}{mail(n)}{os.urandom(3000).hex()}\n\n" for n in range(60))
    whole = compress(noise.encode())
    messages, problems = of(whole[: len(whole) * 3 // 4])
    # bzip2 gives whole blocks only, so of this little it gives all or nothing.
    assert len(messages) >= (0 if compress is bz2.compress else 30)
    assert "too early" in problems[-1].reason


def test_of_a_damaged_file_what_came_before_is_kept_and_the_damage_is_said() -> None:
    whole = bytearray(gzip.compress("".join(f"{FROM}{mail(n)}{os.urandom(3000).hex()}\n" for n in range(60)).encode()))
    whole[-6] ^= 0xFF
    messages, problems = of(bytes(whole))
    assert len(messages) == 60
    assert "damaged" in problems[-1].reason


def test_a_bomb_is_not_inflated_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_UNSUSPICIOUS", 1 << 20)
    bomb = gzip.compress(FROM.encode() + mail(1).encode() + b"\n" * (50 << 20))
    messages, problems = of(bomb)
    assert "inflates" in problems[-1].reason
    assert all(len(message.raw or b"") < 40 << 20 for message in messages)


def test_a_file_that_is_too_long_for_one_mail_is_cut_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_source, "MAX_MAIL", len(mail(1)))
    messages, problems = of(mail(1) + "more")
    assert [message.raw for message in messages] == [mail(1).encode()]
    assert "too long" in problems[0].reason


def test_what_no_reader_knows_is_the_users_error_that_names_what_is_known() -> None:
    for data in ("just a text\nof two lines\n", b"\x00\x01\x02", "<html><p>x</p></html>", "{}"):
        with pytest.raises(UserError, match=r"an mbox .* a mail"):
            of(data)


def test_any_text_can_be_read_as_one_mail_where_that_is_wanted() -> None:
    messages, _ = of(f"2.4.19:\n{ROW}", any_text=True)
    assert [(message.author.name, message.parts[0].text) for message in messages] == [("", f"2.4.19:\n{ROW}")]
    assert len(of(MBOX, any_text=True)[0]) == 9
    with pytest.raises(UserError):
        of(b"\x00\x01\x02", any_text=True)


def test_an_empty_file_and_pages_without_a_mail_are_said_to_hold_none() -> None:
    for data, word in (
        ("", "empty"),
        (INDEX, "index page"),
        (INBOX.replace("id=b", "") + "_/text/mirror/", "public-inbox"),
    ):
        messages, problems = of(data)
        assert messages == []
        assert word in problems[0].reason


def test_standard_input_is_read_where_neither_path_nor_stream_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MBOX.encode())))
    assert sum(isinstance(item, Message) for item in read(None, None)) == 9


def test_a_path_that_is_not_there_is_the_users_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be opened"):
        list(read(tmp_path / "gone.mbox", None))


def test_the_list_is_that_of_the_mail_else_the_given_one_else_the_files_name(tmp_path: Path) -> None:
    path = tmp_path / "Bench-2002-11.mbox.gz"
    path.write_bytes(gzip.compress(MBOX.encode()))
    assert inside(path)[0][0].lists == ("bench-2002-11",)
    assert inside(path, "Mine")[0][0].lists == ("mine",)
    path.write_bytes(gzip.compress(MBOX.replace("\n\n", "\nList-Id: <own.example.org>\n\n").encode()))
    assert inside(path, "mine")[0][0].lists == ("own",)
    (tmp_path / "test.mbox").write_text(MBOX)
    assert inside(tmp_path / "test.mbox")[0][0].lists == ("test-list",)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "archive"
    for folder in ("cur", "new", "tmp", "pages/att-0000", ".git", "deep/er"):
        (root / folder).mkdir(parents=True)
    for path, data in {
        "cur/1:2,S": mail(1),
        "new/2": mail(2),
        "tmp/3": mail(3),
        "pages/0000.html": PAGE,
        "pages/index.html": INDEX,
        "pages/att-0000/01-x.eml": mail(4),
        ".git/x.eml": mail(5),
        "deep/er/box.mbox": MBOX,
        "README.md": "words",
        "__init__.py": "",
    }.items():
        (root / path).write_text(data)
    return root


def test_a_folder_is_walked_to_its_ends_in_a_steady_order(tree: Path) -> None:
    messages, problems = inside(tree)
    assert sorted({Path(message.source.location).name for message in messages}) == [
        "0000.html",
        "1:2,S",
        "2",
        "box.mbox",
    ]
    assert problems == []
    assert [message.key for message in inside(tree)[0]] == [message.key for message in messages]
    lists = {Path(message.source.location).name: message.lists for message in messages}
    assert lists == {"0000.html": ("pages",), "1:2,S": ("archive",), "2": ("archive",), "box.mbox": ("box",)}


def test_links_pipes_and_repositories_in_a_folder_are_not_followed_but_named(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.mbox").write_text(MBOX.replace("@x>", "@outside>"))
    (tree / "link.mbox").symlink_to(tmp_path / "outside.mbox")
    (tree / "loop").symlink_to(tree)
    os.mkfifo(tree / "pipe")
    for part in ("objects", "refs"):
        (tree / "repository.git" / part).mkdir(parents=True)
    (tree / "repository.git" / "HEAD").write_text("ref: refs/heads/master\n")
    messages, problems = inside(tree)
    assert not any("outside" in message.key for message in messages)
    assert sorted(Path(problem.source.location).name for problem in problems) == [
        "link.mbox",
        "loop",
        "pipe",
        "repository.git",
    ]


def test_a_file_of_no_known_format_in_a_folder_is_a_problem_and_the_walk_goes_on(tree: Path) -> None:
    (tree / "a-note").write_text("nothing of interest\n")
    messages, problems = inside(tree)
    assert len(messages) == 12
    assert [Path(problem.source.location).name for problem in problems] == ["a-note"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_a_problem(tree: Path) -> None:
    (tree / "cur/1:2,S").chmod(0)
    assert ["cannot be read" in problem.reason for problem in inside(tree)[1]] == [True]


PIECES = [
    MBOX[:400],
    mail(1),
    PAGE,
    INBOX,
    THREAD,
    SAVED_PAGE,
    SAVED_INBOX,
    "\n",
    "\r\n",
    "Content-Type: multipart/mixed; boundary=b\n",
    "--b\n",
]


@settings(deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES).map(str.encode), st.binary(max_size=40)), min_size=1, max_size=6))
@example([b"\x1f\x8b\x08"])
@example([b"BZh9", b"x"])
@example([b"\xfd7zXZ\0"])
def test_whatever_comes_is_read_or_refused_and_never_raises(pieces: list[bytes]) -> None:
    try:
        messages, _ = of(b"".join(pieces), any_text=True)
    except UserError:
        return
    for message in messages:
        assert message.key
        assert message.lists
        assert [part.number for part in message.parts] == list(range(len(message.parts)))
        assert repr(message).encode("utf-8")


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(FORMATS)), st.data())
def test_a_byte_gone_wrong_in_any_format_never_raises(name: str, data: st.DataObject) -> None:
    raw = bytearray(FORMATS[name][0].encode())
    for _ in range(data.draw(st.integers(1, 8))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        of(bytes(raw), any_text=True)
    except UserError:
        return


@pytest.mark.parametrize(
    ("folder", "count"),
    [
        ("seeds", 17),
        ("corpus/encoding", 88),
        ("corpus/posts", 102),
        ("corpus/torture", 308),
        ("corpus/seed-threads-raw", 28),
    ],
)
def test_the_corpora_give_their_mails(folder: str, count: int) -> None:
    if not (SHARED / folder).is_dir():
        pytest.skip(f"{folder} is not on this machine")
    messages, problems = inside(SHARED / folder)
    assert len([message for message in messages if "part " not in message.source.place]) == count
    assert all(problem.reason for problem in problems)


@pytest.mark.parametrize("folder", ["corpus/mail-suites", "corpus/html"])
def test_public_suites_and_pages_of_other_archives_never_raise(folder: str) -> None:
    if not (SHARED / folder).is_dir():
        pytest.skip(f"{folder} is not on this machine")
    messages, problems = inside(SHARED / folder)
    assert len(messages) > 1400
    assert not any(re.search(r"\bTraceback\b", problem.reason) for problem in problems)
