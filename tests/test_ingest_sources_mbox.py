"""An mbox: every mail once, as it was sent, whatever its dialect and damage; nothing inside a body starts a mail."""

import io
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.dates import parse_date
from archive.model import Message, Problem, Quality
from ingest.headers import author
from ingest.sources import mbox
from ingest.sources.assemble import Origin

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
ORIGIN = Origin("bench.mbox", None, "bench", "folder")
FROM = "From ann@example.org Mon Nov 25 10:00:00 2002\n"
ROW = "fork_test 10000 56.2 5620.00 Task Creations/second\n"


def mail(number: int, body: str = ROW) -> str:
    return f"From: Ann <ann@example.org>\nSubject: mail {number}\nMessage-ID: <{number}@example.org>\n\n{body}"


def read(text: str | bytes) -> tuple[list[Message], list[Problem]]:
    raw = text.encode() if isinstance(text, str) else text
    assert mbox.is_mbox(raw)
    found = list(mbox.read_mbox(io.BytesIO(raw), ORIGIN))
    return [x for x in found if isinstance(x, Message)], [x for x in found if isinstance(x, Problem)]


def corpus(name: str) -> tuple[list[Message], list[Problem]]:
    path = CORPUS / name
    if not path.is_file():
        pytest.skip(f"{name} is not on this machine")
    return read(path.read_bytes())


def test_mails_are_kept_as_they_were_sent() -> None:
    messages, problems = read("".join(f"{FROM}{mail(n)}\n" for n in (1, 2)))
    assert [message.key for message in messages] == ["1@example.org", "2@example.org"]
    assert [message.raw for message in messages] == [mail(1).encode(), mail(2).encode()]
    assert [message.source.place for message in messages] == ["offset 0", f"offset {len(FROM + mail(1)) + 1}"]
    assert problems == []


def test_prose_that_starts_with_from_does_not_start_a_mail() -> None:
    body = f"\nFrom these numbers you can see that 2.5 lost half:\n{ROW}\nFrom 10:00 on 25 Nov 2002 it was slow\n\nx\n"
    messages, _ = read(f"{FROM}{mail(1, body)}\n{FROM}{mail(2)}")
    assert [message.parts[0].text for message in messages] == [body, ROW]


def test_a_pasted_from_line_with_a_lone_header_is_text_of_its_mail_and_is_pointed_out() -> None:
    body = f"I saved it:\n\n{FROM}Subject: quoted\n\n{ROW}"
    messages, problems = read(f"{FROM}{mail(1, body)}\n{FROM}{mail(2)}")
    assert [message.parts[0].text for message in messages] == [body, ROW]
    assert len(problems) == 1
    assert "From line" in problems[0].reason


def test_no_blank_line_is_needed_between_mails() -> None:
    messages, _ = read(f"{FROM}{mail(1)}{FROM}{mail(2)}")
    assert [message.key for message in messages] == ["1@example.org", "2@example.org"]


@pytest.mark.parametrize(
    "line",
    [
        "From ann at example.org  Mon Nov 25 10:00:00 2002",
        "From - Mon Nov 25 10:00:00 2002",
        "From ???@??? Mon Nov 25 10:00:00 2002",
        "From ann@example.org Mon, 25 Nov 2002 10:00:00 -0400 (EDT)",
        "From mboxrd@z Thu Jan  1 00:00:00 1970",
        "From ann@example.org Mon Nov 25 10:00 2002\r",
    ],
)
def test_from_lines_of_all_dialects_start_a_mail(line: str) -> None:
    messages, _ = read(f"{line}\n{mail(1)}\n{line}\n{mail(2)}")
    assert len(messages) == 2


@pytest.mark.parametrize(
    ("stored", "sent"), [(">From here", "From here"), (">>From here", ">From here"), ("> From x", "> From x")]
)
def test_one_mark_is_taken_from_escaped_from_lines(stored: str, sent: str) -> None:
    messages, _ = read(FROM + mail(1, f"a\n{stored}\n"))
    assert messages[0].parts[0].text == f"a\n{sent}\n"


def measured(number: int, body: str, length: int | None = None) -> str:
    sent = mail(number, body)
    size = len(body.encode()) if length is None else length
    return f"{FROM}{sent.replace('Message-ID', f'Content-Length: {size}{chr(10)}Message-ID', 1)}"


PASTED = f"I saved it:\n\n{FROM}{mail(9)}\n>From now on it is unescaped\n"


@pytest.mark.parametrize("parting", ["\n", ""])
def test_a_length_that_leads_to_the_next_mail_keeps_a_pasted_one_in_its_text_as_it_was_sent(parting: str) -> None:
    messages, problems = read(measured(1, PASTED) + parting + measured(2, ROW) + parting + measured(3, PASTED))
    assert [message.key for message in messages] == ["1@example.org", "2@example.org", "3@example.org"]
    assert [message.parts[0].text for message in messages] == [PASTED, ROW, PASTED]
    assert problems == []


@pytest.mark.parametrize("length", [0, 5, len(PASTED) - 3, len(PASTED) + 3, 999_999_999])
def test_a_wrong_length_is_not_believed(length: int) -> None:
    messages, _ = read(measured(1, PASTED, length) + "\n" + measured(2, ROW))
    assert [message.key for message in messages] == ["1@example.org", "9@example.org", "2@example.org"]


def test_a_length_in_a_body_says_nothing() -> None:
    messages, _ = read(f"{FROM}{mail(1, 'Content-Length: 700' + chr(10) + PASTED)}\n{FROM}{mail(2)}")
    assert len(messages) == 3


def test_lengths_that_all_lead_too_far_cost_no_more_than_a_look_at_a_hundred_mails() -> None:
    text = "".join(measured(number, ROW, 99_999_999) for number in range(2000))
    start = time.process_time()
    assert len(read(text)[0]) == 2000
    assert time.process_time() - start < 5


def test_a_complete_mail_pasted_into_a_text_is_a_mail_that_says_where_it_is() -> None:
    head = "From: Cy <cy@example.org>\nDate: Mon, 25 Nov 2002 09:00:00 +0000\nSubject: quoted\n\n"
    messages, problems = read(f"{FROM}{mail(1, f'I saved it:{chr(10) * 2}{FROM}{head}{ROW}')}\n{FROM}{mail(2)}")
    assert [message.subject for message in messages] == ["mail 1", "quoted", "mail 2"]
    assert messages[0].parts[0].text == "I saved it:\n"
    assert messages[1].parts[0].text == ROW
    assert [message.source.place.partition(", ")[2] for message in messages] == [
        "",
        "embedded in the mail before it",
        "",
    ]
    assert [problem.message_key for problem in problems] == [None]
    assert "pasted" in problems[0].reason


def test_what_is_glued_to_a_mail_is_cut_where_no_mail_is_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mbox, "MAX_MAIL", 10_000)
    messages, problems = read(f"{FROM}{mail(1)}" + f"{FROM}X: {'y' * 100}\n\n" * 1000 + f"{FROM}{mail(2)}")
    assert [message.key for message in messages] == ["1@example.org", "2@example.org"]
    assert len(messages[0].raw or b"") <= 10_000
    assert ["cut at 10000 bytes" in problem.reason for problem in problems].count(True) == 1


def test_a_mail_without_an_id_behind_another_is_not_taken_for_a_pasted_one() -> None:
    without_id = "From: Cy <cy@example.org>\nDate: Mon, 25 Nov 2002 09:00:00 +0000\nSubject: other\n\n"
    messages, problems = read(f"{FROM}{mail(1)}\n{FROM}{without_id}{ROW}")
    assert [", " in message.source.place for message in messages] == [False, False]
    assert problems == []


def test_line_ends_may_be_mixed_from_mail_to_mail_and_from_line_to_line() -> None:
    dos = f"{FROM}{mail(2)}\n".replace("\n", "\r\n")
    mixed = f"{FROM}{mail(3)}".replace("Subject: mail 3\n", "Subject: mail 3\r\n").replace("\n\n", "\r\n\n")
    messages, problems = read(f"{FROM}{mail(1)}\n{dos}{mixed}")
    assert [message.parts[0].text for message in messages] == [ROW, ROW, ROW]
    assert [message.subject for message in messages] == ["mail 1", "mail 2", "mail 3"]
    assert problems == []


def test_windows_line_ends_are_read_and_the_raw_mail_keeps_them() -> None:
    text = "".join(f"{FROM}{mail(n)}\n" for n in (1, 2)).replace("\n", "\r\n")
    messages, _ = read(text)
    assert [message.parts[0].text for message in messages] == [ROW, ROW]
    assert messages[0].raw == mail(1).replace("\n", "\r\n").encode()


def test_blank_lines_may_stand_before_the_first_mail() -> None:
    assert len(read(f"  \n\n{FROM}{mail(1)}")[0]) == 1


def test_a_first_piece_without_the_usual_headers_is_still_a_mail() -> None:
    messages, _ = read(f"{FROM}X-Other: 1\n\n{ROW}\n{FROM}{mail(2)}")
    assert [message.parts[0].text for message in messages] == [ROW, ROW]
    assert messages[0].key_is_made


def test_the_from_line_dates_a_mail_without_a_date_but_mboxrds_does_not() -> None:
    assert read(f"{FROM}{mail(1)}")[0][0].date == parse_date("25 Nov 2002 10:00:00 +0000")
    assert read(f"{FROM}{mail(1)}")[0][0].date_basis == "From_ line"
    exact = read(f"From mboxrd@z Thu Jan  1 00:00:00 1970\n{mail(1)}")[0][0]
    assert (exact.date, exact.date_text) == (None, None)


def test_quality_is_raw_where_the_mail_was_received_or_kept_by_public_inbox() -> None:
    assert read(f"{FROM}{mail(1)}")[0][0].quality is Quality.MBOX_EXPORT
    assert read(f"{FROM}Received: by x\n{mail(1)}")[0][0].quality is Quality.RAW_MAIL
    assert read(f"{FROM}{mail(1, 'Received: not a header')}")[0][0].quality is Quality.MBOX_EXPORT
    assert read(f"From mboxrd@z Thu Jan  1 00:00:00 1970\n{mail(1)}")[0][0].quality is Quality.RAW_MAIL


def test_a_date_that_cannot_be_read_is_a_problem_of_its_mail() -> None:
    messages, problems = read(f"From mboxrd@z Thu Jan  1 00:00:00 1970\nDate: soon\n{mail(1)}")
    assert messages[0].date_text == "soon"
    assert [(problem.message_key, "soon" in problem.reason) for problem in problems] == [("1@example.org", True)]


def test_splitting_does_not_depend_on_how_the_stream_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"{FROM}{mail(n, ROW * n)}\n" for n in range(1, 30)).encode()
    whole = [message.raw for message in read(text)[0]]
    assert len(whole) == 29
    for size in (2100, 2500, 4000):
        monkeypatch.setattr(mbox, "_CHUNK", size)
        assert [message.raw for message in read(text)[0]] == whole


@given(st.lists(st.text(st.sampled_from("From >x\n:1"), max_size=40), min_size=1, max_size=6))
def test_bodies_escaped_as_mboxrd_come_back_exactly(bodies: list[str]) -> None:
    def escaped(body: str) -> str:
        return re.sub(r"(?m)^(>*From )", r">\1", body)

    sent = [mail(number, f"{body}\nend\n") for number, body in enumerate(bodies)]
    stored = "".join(f"From mboxrd@z Thu Jan  1 00:00:00 1970\n{escaped(one)}\n" for one in sent)
    assert [message.raw for message in read(stored)[0]] == [one.encode() for one in sent]


def index_rows() -> Iterator[list[str]]:
    for line in (CORPUS / "seed-threads-raw" / "INDEX.tsv").read_text().splitlines()[1:]:
        yield line.split("\t")


def test_the_seed_threads_are_the_14_mails_of_their_index() -> None:
    messages, problems = corpus("seed-threads-raw/seed-threads.mbox")
    by_id = {f"<{message.message_id}>": message for message in messages}
    assert len(messages) == len(by_id) == 14
    assert problems == []
    for _, message_id, _, date, sender, subject in index_rows():
        found = by_id[message_id]
        assert (found.date, found.date_text) == (parse_date(date), date)
        assert (found.author, found.subject) == (author(sender), subject)
        assert found.lists == ("linux-kernel",)
        assert found.quality is Quality.RAW_MAIL
    roger = by_id["<01010922362101.01377@dox>"]
    assert roger.in_reply_to == (
        "20010105004644.K13759@linuxcare.com",
        "Pine.LNX.4.21.0101041940490.5827-100000@svea.tellus",
        "20010109220810.K662@linuxcare.com",
    )
    davidsen = by_id["<Pine.LNX.3.96.1021128121311.12997C-100000@gatekeeper.tmr.com>"]
    assert davidsen.in_reply_to == ("r1_20021125114124.13129.qmail@linuxmail.org",)


def test_the_torture_mbox_is_77_mails() -> None:
    messages, problems = corpus("torture/torture.mbox")
    enclosed = [message.key for message in messages if ", part " in message.source.place]
    assert (len(messages) - len(enclosed), len(enclosed)) == (77, 3)
    assert sum("From line" in problem.reason for problem in problems) == 1
    assert len({message.key for message in messages}) == 75 + 3


@pytest.mark.parametrize(
    "oracle",
    ["binary_body", "hessbug", "invalid-boundaries", "mailbox with space", "mailseparators", "newlines_at_beginning"],
)
def test_public_mailboxes_have_the_number_of_mails_that_their_suite_says(oracle: str) -> None:
    suite = CORPUS / "mail-suites" / "mbox-messageparser" / "t"
    counts = suite / "results" / f"number_{oracle}.stdout"
    if not counts.is_file():
        pytest.skip("the public mailbox suite is not on this machine")
    messages, _ = corpus(str((suite / "mailboxes" / f"{oracle}.txt").relative_to(CORPUS)))
    assert len(messages) == int(counts.read_text().split()[-1])
