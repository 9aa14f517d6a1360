"""Digests in one text: their mails are messages of their own, whose tables are counted there and only there."""

import pytest

from archive.model import Message, Quality, Source
from ingest.bodies import Body, text_part
from ingest.sources.digest_text import undigested
from ingest.sources.mail import read_mail

ROW = "fork_test 10000 56.2         5620.00 Task Creations/second"
CONTENTS = (
    "bench-digest      Monday, November 25 2002      Volume 01 : Number 12\n\nIn this issue:\n\n\tAIM9\n\tRe: AIM9\n"
)
END = "End of bench-digest V1 #12\n**************************\n"
FIRST = f"From: Ann <ann@example.org>\nDate: Mon, 25 Nov 2002 10:00:00 +0100\nSubject: AIM9\n\nI ran it.\n\n{ROW}\n"
SECOND = (
    "Date: Mon, 25 Nov 2002 11:00:00 +0100\nFrom: Bob <bob@example.org>\nSubject: Re: AIM9\n\nNothing to be done.\n"
)


def digest(*mails: str, numbered: bool = False) -> str:
    marked = [f"Message: {n}\n{mail}" if numbered else mail for n, mail in enumerate(mails, start=1)]
    return f"{CONTENTS}\n{'-' * 70}\n\n" + "".join(f"{mail}\n{'-' * 30}\n\n" for mail in marked) + END


def read(body: str) -> list[Message]:
    head = "From: owner@example.org\nSubject: bench-digest V1 #12\nMessage-ID: <digest@example.org>\n\n"
    found = read_mail((head + body).encode(), Source("mbox", "bench.mbox", "offset 0"), Quality.RAW_MAIL, "bench")
    return [item for item in found if isinstance(item, Message)]


@pytest.mark.parametrize("numbered", [False, True])
def test_the_mails_of_a_digest_are_messages_of_their_own(numbered: bool) -> None:
    outer, first, second = read(digest(FIRST, SECOND, numbered=numbered))
    assert (first.subject, first.author.name, first.parts[0].text) == ("AIM9", "Ann", f"I ran it.\n\n{ROW}\n")
    assert (second.subject, second.author.name) == ("Re: AIM9", "Bob")
    assert second.parts[0].text == "Nothing to be done.\n"
    assert [message.source.place for message in (first, second)] == ["offset 0, part 1", "offset 0, part 2"]
    assert outer.parts[0].text == f"{CONTENTS}\n{'-' * 70}\n\n{END}"
    assert ROW.encode() in (outer.raw or b"")


def test_a_ruler_in_a_mail_of_a_digest_does_not_end_it() -> None:
    ruled = f"{FIRST}\n{'-' * 30}\n\nand below the ruler\n"
    _, first, second = read(digest(ruled, SECOND))
    assert (first.parts[0].text or "").endswith(f"{'-' * 30}\n\nand below the ruler\n")
    assert second.subject == "Re: AIM9"


@pytest.mark.parametrize(
    "text",
    [
        f"Table:\n\n{'-' * 70}\n\n{ROW}\n\n{'-' * 30}\n\n{ROW}\n",
        f"Table:\n\n{'-' * 70}\n\nSubject: only this\n\n{ROW}\n",
        FIRST,
    ],
)
def test_a_text_with_rulers_is_no_digest(text: str) -> None:
    body = Body((text_part(0, text),), ())
    assert undigested(body) is body
