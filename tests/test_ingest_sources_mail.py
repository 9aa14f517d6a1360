"""A mail in a file of its own."""

import io
from pathlib import Path

import pytest

from archive.model import Author, Message, Problem, Quality, Source
from ingest.sources import mail
from ingest.sources.assemble import Origin

SHARED = Path(__file__).resolve().parents[2] / "shared"
RAW = (
    "From: =?utf-8?Q?J=C3=B6rn?= <j@example.org>\nTo: =?utf-8?Q?B=C3=A4nch?= <bench@example.org>\nCc: c@example.org\n"
    "Date: Mon, 25 Nov 2002 02:45:54 -0800\nSubject: =?utf-8?Q?gr=C3=B6=C3=9Fer?=\nMessage-ID: <1@example.org>\n"
    "References: <a@x> <b@x>\nIn-Reply-To: <b@x>\nX-Mailing-List: linux-kernel@vger.kernel.org\n\nrow 1 2 3\n"
)


def read(raw: str) -> tuple[Message, list[Problem]]:
    message, *rest = mail.read_mail_file(io.BytesIO(raw.encode()), Origin("1.eml", None, "1", "inbox"))
    assert isinstance(message, Message)
    return message, [problem for problem in rest if isinstance(problem, Problem)]


def test_every_field_and_the_exact_bytes_are_kept() -> None:
    message, problems = read(RAW)
    assert message.author == Author("Jörn", "j@example.org")
    assert (message.subject, message.to, message.cc) == ("größer", "Bänch <bench@example.org>", "c@example.org")
    assert (message.references, message.in_reply_to) == (("a@x", "b@x"), ("b@x",))
    assert (message.lists, message.quality) == (("linux-kernel",), Quality.RAW_MAIL)
    assert message.raw == RAW.encode()
    assert message.source == Source("mail", "1.eml")
    assert problems == []


def test_a_mail_that_names_no_list_is_of_its_folders() -> None:
    assert read(RAW.replace("X-Mailing-List", "X-Other"))[0].lists == ("inbox",)


def test_a_mail_without_an_id_has_a_key_made_from_what_it_says() -> None:
    nameless = RAW.replace("Message-ID", "X-Id")
    assert read(nameless)[0].key_is_made
    assert read(nameless)[0].key == read(nameless.replace("X-Other", "X-Else"))[0].key
    assert read(nameless)[0].key != read(nameless.replace("row 1", "row 2"))[0].key


@pytest.mark.parametrize(
    "head", [RAW, RAW.replace("\n", "\r\n"), f">From x Mon\n{RAW}", "Return-Path: <x>\nReceived: y\nDate: z\n\n"]
)
def test_a_mail_is_known_by_its_header_block(head: str) -> None:
    assert mail.is_mail(head.encode())


@pytest.mark.parametrize(
    "head",
    [
        "",
        "\n",
        "From: Ann wrote\n> it\n",
        "Subject: only\n\nx\n",
        "prose: with\na colon: or two\n\n",
        "{}",
        "To: x\nCc: y\n\n",
    ],
)
def test_other_texts_are_no_mails(head: str) -> None:
    assert not mail.is_mail(head.encode())


def test_the_raw_posts_are_all_read() -> None:
    posts = sorted((SHARED / "corpus" / "posts").glob("*.txt"))
    if not posts:
        pytest.skip("the posts are not on this machine")
    for post in posts:
        raw = post.read_bytes()
        assert mail.is_mail(raw[:100_000]), post.name
        message = next(mail.read_mail_file(io.BytesIO(raw), Origin(post.name, None, "", "posts")))
        assert isinstance(message, Message)
        assert message.message_id
        assert message.date
        assert any(part.text for part in message.parts)
