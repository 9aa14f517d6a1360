"""Mails inside mails: each is a message of its own, found where it stands, however deep and however many."""

import base64
import time

import pytest

from archive.model import Message, Problem, Quality, Source
from ingest.sources.mail import read_mail

SOURCE = Source("mbox", "bench.mbox", "offset 7")
TABLE = "2.6.0-test5       590.2  322.0\n2.6.0-test9       316.2  601.2\n"


def mail(name: str, body: str = TABLE, head: str = "") -> str:
    return (
        f"From: {name} <{name}@example.org>\nDate: 25 Nov 2002 01:00:00 +0000\nSubject: {name}\n"
        f"Message-ID: <{name}@example.org>\n{head}\n{body}"
    )


def forward(name: str, inner: str, kind: str = "message/rfc822") -> str:
    head = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n'
    return mail(name, f"--b\n\nFYI\n--b\nContent-Type: {kind}\n\n{inner}\n--b--\n", head)


def read(text: str, source: Source = SOURCE) -> tuple[list[Message], list[Problem]]:
    found = list(read_mail(text.encode(), source, Quality.RAW_MAIL, "bench"))
    return [x for x in found if isinstance(x, Message)], [x for x in found if isinstance(x, Problem)]


def test_a_forwarded_mail_is_a_message_of_its_own() -> None:
    (outer, inner), problems = read(forward("ann", mail("bob")))
    assert [(part.content_type, part.name, part.text) for part in outer.parts] == [
        ("text/plain", None, "FYI"),
        ("message/rfc822", "bob", None),
    ]
    assert (inner.key, inner.author.name, inner.parts[0].text) == ("bob@example.org", "bob", TABLE)
    assert (inner.source.place, inner.source.location) == ("offset 7, part 1", "bench.mbox")
    assert inner.raw == mail("bob").encode()
    assert problems == []


def test_a_digests_mails_have_their_own_ids_and_edges() -> None:
    head = 'MIME-Version: 1.0\nContent-Type: multipart/digest; boundary="d"\nList-Id: <bench.example.org>\n'
    answer = mail("cy", head="In-Reply-To: <bob@example.org>\n")
    (outer, first, second), problems = read(mail("ann", f"--d\n\n{mail('bob')}\n--d\n\n{answer}\n--d--\n", head))
    assert [message.key for message in (outer, first, second)] == [
        "ann@example.org",
        "bob@example.org",
        "cy@example.org",
    ]
    assert second.in_reply_to == ("bob@example.org",)
    assert (first.lists, second.lists) == (("bench",), ("bench",))
    assert problems == []


def test_the_mail_itself_is_the_better_copy() -> None:
    assert [message.quality for message in read(forward("ann", mail("bob")))[0]] == [
        Quality.RAW_MAIL,
        Quality.MBOX_EXPORT,
    ]


def test_an_enclosed_mail_may_be_encoded_and_may_have_a_file_to_itself() -> None:
    coded = base64.encodebytes(mail("bob").encode()).decode()
    kind = "message/rfc822\nContent-Transfer-Encoding: base64"
    messages, _ = read(forward("ann", coded, kind), Source("mail", "a.eml"))
    assert [(message.key, message.source.place) for message in messages] == [
        ("ann@example.org", ""),
        ("bob@example.org", "part 1"),
    ]


def test_what_is_called_a_mail_and_has_no_header_is_a_text() -> None:
    (outer,), _ = read(forward("ann", f"\n{TABLE}"))
    assert [part.text for part in outer.parts] == ["FYI", f"\n{TABLE}"]


def test_mails_in_mails_in_mails_are_found_with_the_way_to_them() -> None:
    messages, _ = read(forward("ann", forward("bob", mail("cy")).replace('"b"', '"c"').replace("--b", "--c")))
    assert [(message.key, message.source.place) for message in messages] == [
        ("ann@example.org", "offset 7"),
        ("bob@example.org", "offset 7, part 1"),
        ("cy@example.org", "offset 7, part 1, part 1"),
    ]


@pytest.mark.parametrize("kind", ["message/rfc822", "multipart/mixed"])
def test_ten_thousand_nested_parts_are_cut_in_time_and_said_to_be(kind: str) -> None:
    one = "Content-Type: {}; boundary=b{}\n\n" + ("--b{}\n" if kind == "multipart/mixed" else "")
    raw = "".join(one.format(kind, number, number) for number in range(10_000))
    start = time.process_time()
    messages, problems = read(mail("ann", "", raw))
    assert time.process_time() - start < 2
    assert len(messages) < 20
    assert any("left out" in problem.reason for problem in problems)


def test_of_thousands_of_mails_in_one_the_first_are_read_and_the_rest_is_said_to_be_left_out() -> None:
    inner = "".join(f"--d\n\n{mail(f'a{number}')}\n" for number in range(3000))
    head = 'MIME-Version: 1.0\nContent-Type: multipart/digest; boundary="d"\n'
    messages, problems = read(mail("ann", f"{inner}--d--\n", head))
    assert 150 < len(messages) < 1000
    assert messages[1].key == "a0@example.org"
    assert ["left out" in problem.reason for problem in problems] == [True]
