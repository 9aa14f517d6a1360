"""The 77 mails of the torture mbox (formats.md, section 0): what its index says of each is what comes out."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.model import EdgeKind, Message, Problem
from archive.store.archive import Archive
from ingest.pipeline import import_sources
from ingest.sources.detect import read

TORTURE = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "torture"
ROWS = (
    "kernel              Tasks  Jobs/Min   Real    CPU",
    "2.6.0-test9-as         32     604.1  314.6  133.7",
    "2.6.0-test5            32     590.2  322.0  131.9",
    "2.6.0-test9            32     316.2  601.2  128.5",
)
# Mails without the usual table: they are about something else.
OTHER_TEXT = {16, 28, 29, 51, 52, 63, 68, 69, 70, 74, 77}
SUBJECTS = {
    18: "T18 тест dbench",
    19: "T19 测试",
    20: "T20 結果",
    21: "T21 результат",
    22: "T22 café au laité\ufffd =?iso-8859-1?Q?unterminated",
    32: "T01 plain table",
    44: "Re: T01 plain table",
    45: "Re: T01 plain table",
    46: "Re: T01 plain table",
    50: "RE: Re[2]: AW: Antwort: T01 plain table",
    51: "T51 Completely different topic",
    52: "T52 New name (was: T01 plain table)",
    68: "T68 ADV: cheap спам",
    70: "",
}
AUTHORS = {
    18: ("Иван Петров", "ivan@example.ru"),
    22: ("Jörn Engel", "joern@example.org"),
    75: ('Linus "not quoted" Torvalds', "t@example.org"),
    76: ("", None),
}
IDS = {30: "dup30@example.org", 31: "dup30@example.org", 32: "t01@torture.example.org", 33: None}
IDS[71] = "200211251000.AA71@host"
REFERENCES = {
    44: ("t01@torture.example.org",),
    45: ("t01@torture.example.org",),
    46: (),
    47: ("t48@torture.example.org",),
    48: ("t47@torture.example.org",),
    49: ("t49@torture.example.org", "t01@torture.example.org", "t02@torture.example.org"),
    51: ("t01@torture.example.org",),
}
# The day's hour where it is not the mail's number in seconds: 39's zone cannot be, 40 is MEZ, 42 in October.
DATES = {
    37: datetime(2002, 11, 25, 10, 0, 0, tzinfo=UTC),
    38: datetime(2002, 11, 25, 10, 0, 0, tzinfo=UTC),
    39: datetime(2002, 11, 25, 10, 0, 0, tzinfo=UTC),
    40: datetime(2002, 11, 25, 9, 0, 0, tzinfo=UTC),
    41: datetime(2002, 11, 25, 8, 0, 0, tzinfo=UTC),
    42: datetime(2002, 10, 25, 9, 0, 0, tzinfo=UTC),
    43: datetime(2002, 11, 25, 10, 0, 0, tzinfo=UTC),
}
# Their Date header cannot be true, or is not there; the From_ line can.
FROM_LINE = {34, 35, 36}
FIRST_LINES = {
    2: "Results:",
    3: "I saved the mail:",
    17: "Результаты: медленнее на 30%",
    18: "Результаты теста",
    19: "测试结果",
    20: "ベンチマーク結果",
    23: "café Ã©",
    24: "naïve",
    25: "naïve",
    30: "first body",
    31: "second, different body",
    64: "> > kernel              Tasks  Jobs/Min   Real    CPU",
    67: "2=2",
    77: "kernel              Tasks  Jobs/Min",
}

pytestmark = pytest.mark.skipif(not TORTURE.is_dir(), reason="the torture mbox is not on this machine")
NUMBERS = range(1, 78)


@pytest.fixture(scope="module")
def found() -> list[Message | Problem]:
    return list(read(TORTURE / "torture.mbox", None))


@pytest.fixture(scope="module")
def mails(found: list[Message | Problem]) -> Mapping[int, Message]:
    messages = [item for item in found if isinstance(item, Message) and ", part" not in item.source.place]
    return dict(enumerate(messages, start=1))


def text(message: Message) -> str:
    return "\n".join(part.text for part in message.parts if part.text is not None)


def lines(message: Message) -> list[str]:
    return [line.replace("\u00a0", " ").rstrip() for line in text(message).split("\n")]


def test_the_index_describes_what_is_tested_here(mails: Mapping[int, Message]) -> None:
    index = json.loads((TORTURE / "index.json").read_text())
    assert sorted(map(int, index)) == list(NUMBERS) == list(mails)


@pytest.mark.parametrize("number", NUMBERS)
def test_each_mail_has_its_id_subject_and_author(mails: Mapping[int, Message], number: int) -> None:
    message = mails[number]
    described = json.loads((TORTURE / "index.json").read_text())[str(number)]
    assert message.message_id == IDS.get(number, f"t{number:02}@torture.example.org")
    assert message.key_is_made is (number == 33)
    assert message.subject == SUBJECTS.get(number, f"T{number:02} {described}")
    assert (message.author.name, message.author.address) == AUTHORS.get(number, ("Tester", "t@example.org"))


@pytest.mark.parametrize("number", NUMBERS)
def test_each_mail_has_its_date_and_says_where_from(mails: Mapping[int, Message], number: int) -> None:
    message = mails[number]
    assert message.date == DATES.get(number, datetime(2002, 11, 25, 10, 0, number % 60, tzinfo=UTC))
    assert message.date_basis == ("From_ line" if number in FROM_LINE else "Date")


@pytest.mark.parametrize("number", NUMBERS)
def test_each_mail_has_its_references(mails: Mapping[int, Message], number: int) -> None:
    message = mails[number]
    assert (message.references or message.in_reply_to) == REFERENCES.get(number, ())


@pytest.mark.parametrize("number", sorted(set(NUMBERS) - OTHER_TEXT - {7, 8, 9, 31, 64, 77}))
def test_each_table_is_there_line_by_line_in_its_columns(mails: Mapping[int, Message], number: int) -> None:
    found = lines(mails[number])
    assert [line for line in found if line in ROWS] == list(ROWS) * (2 if number == 62 else 1)


@pytest.mark.parametrize("number", FIRST_LINES)
def test_text_is_what_was_written(mails: Mapping[int, Message], number: int) -> None:
    assert lines(mails[number])[0] == FIRST_LINES[number]


def test_odd_texts_are_read_as_they_were_meant(mails: Mapping[int, Message]) -> None:
    assert "2.6.0-test9-as         32     999.9  314.6  133.7" in lines(mails[31])
    assert ROWS[0] + "   Eff = Rate divided by CPU%   and one more very wide column here" in lines(mails[8])
    assert lines(mails[8])[-3:] == ["trailing space", "2 = 3 é", ""]
    assert lines(mails[9])[:4] == list(ROWS)
    assert lines(mails[4])[:2] == ["From the start, and >>From quoted:", ">From here"]
    assert lines(mails[7])[0] == "\ufffd\ufffd\ufffdbefore\ufffdafter"
    assert lines(mails[7])[2:5] == list(ROWS[1:])
    assert text(mails[16]).splitlines()[1] == "dbench 10\t5.78\t\t5.58"
    assert "--------- ----" in lines(mails[28])
    assert lines(mails[63])[:2] == ["2.6.0-test9-as1 256 3.48 6.76% 5.699 1468.80", "0.00000"]
    assert [line.removeprefix("> > ") for line in lines(mails[64])[:4]] == list(ROWS)
    assert len(lines(mails[54])[0]) > 64_000
    assert lines(mails[77]) == ["kernel              Tasks  Jobs/Min", "2.6.0-test9-as         32     60"]
    assert lines(mails[12])[-2:] == ["2.4.19\t56.2", ""]
    assert text(mails[70]) == ""


def test_parts_are_what_they_are(mails: Mapping[int, Message]) -> None:
    def kinds(number: int) -> list[tuple[str, str | None, bool]]:
        return [(part.content_type, part.name, part.text is not None) for part in mails[number].parts]

    assert kinds(14) == [("text/plain", None, True), ("text/html", None, False)]
    assert kinds(26) == [("text/plain", None, True), ("application/octet-stream", "aim9.txt", True)]
    assert kinds(27) == [("text/plain", None, True), ("application/pgp-signature", None, False)]
    assert kinds(62)[1:] == [
        ("application/octet-stream", "results.txt", True),
        ("application/x-gzip", "aim.out.gz", True),
    ]
    assert kinds(74) == [("application/octet-stream", None, False)]


def test_mails_inside_are_messages_of_their_own(found: list[Message | Problem]) -> None:
    inner = {item.key: item for item in found if isinstance(item, Message) and ", part" in item.source.place}
    assert {key: (item.subject, item.in_reply_to) for key, item in inner.items()} == {
        "d29-1@example.org": ("inner 1", ()),
        "d29-2@example.org": ("Re: inner 1", ("d29-1@example.org",)),
        "fwd69@example.org": ("forwarded numbers", ()),
    }
    assert [line for line in lines(inner["d29-1@example.org"]) if line in ROWS] == list(ROWS)
    assert "fork_test 10000 56.2 5620.00 Task Creations/second" in lines(inner["d29-2@example.org"])


def test_what_is_lost_or_guessed_has_a_reason(found: list[Message | Problem]) -> None:
    problems = {(item.message_key or "").partition("@")[0]: item.reason for item in found if isinstance(item, Problem)}
    assert sorted(problems) == ["", "t07", "t09", "t74"]
    assert "From line" in problems[""]
    assert "U+FFFD" in problems["t07"]
    assert "quoted-printable" in problems["t09"]
    assert "holds no text" in problems["t74"]


def test_a_file_of_its_own_gives_what_the_mbox_gives(mails: Mapping[int, Message]) -> None:
    for number in NUMBERS:
        (message, *_) = read(TORTURE / "eml" / f"t{number:02}.eml", None)
        assert isinstance(message, Message)
        same = mails[number]
        assert (message.message_id, message.subject, message.author) == (same.message_id, same.subject, same.author)
        # The mbox was written without escaping: a file keeps the marks that an mbox loses.
        if number != 4:
            assert lines(message) == lines(same), number


def test_they_make_the_threads_that_their_headers_say(tmp_path: Path) -> None:
    with Archive.open(tmp_path / "archive", create=True) as archive:
        summary = import_sources(archive, [TORTURE / "torture.mbox"])
        # 76 mails, of which one is cross-posted, and three enclosed ones.
        assert (summary.found, summary.new, summary.known) == (80, 79, 1)
        crossposted = archive.messages.get("t01@torture.example.org")
        assert crossposted is not None
        assert crossposted.lists == ("torture", "linux-mm")
        threads = {archive.threads.of_message(item.key) for item in archive.messages.recent(limit=100)}
        edges = {
            node.key.partition("@")[0]: ((node.parent or "").partition("@")[0], node.edge)
            for thread in threads
            if thread is not None and len(thread.nodes) > 1
            for node in thread.nodes
        }
    assert edges == {
        "t01": ("", EdgeKind.ROOT),
        "t02": ("t01", EdgeKind.REFERENCES),
        "t49": ("t02", EdgeKind.REFERENCES),
        "t44": ("t01", EdgeKind.IN_REPLY_TO),
        "t45": ("t01", EdgeKind.IN_REPLY_TO),
        "t51": ("t01", EdgeKind.REFERENCES),
        "t46": ("t01", EdgeKind.SUBJECT),
        "t50": ("t01", EdgeKind.SUBJECT),
        "t47": ("", EdgeKind.ROOT),
        "t48": ("t47", EdgeKind.REFERENCES),
        "d29-1": ("", EdgeKind.ROOT),
        "d29-2": ("d29-1", EdgeKind.IN_REPLY_TO),
    }


def keys(name: str) -> tuple[list[str], list[str]]:
    items = list(read(TORTURE / name, None))
    losses = [item.reason for item in items if isinstance(item, Problem) and item.source.format == "file"]
    return [item.key for item in items if isinstance(item, Message)], losses


def test_a_compressed_mbox_is_read_as_far_as_it_is_whole(mails: Mapping[int, Message]) -> None:
    whole, _ = keys("torture.mbox")
    assert keys("torture.mbox.gz") == (whole, [])
    cut, losses = keys("torture-truncated.mbox.gz")
    assert cut == whole[: len(cut)]
    assert 50 < len(cut) < len(whole)
    assert ["ends too early" in loss for loss in losses] == [True]
