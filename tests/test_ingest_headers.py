"""Headers: every field is found behind damage, ids and people come out as posted, and nothing is invented."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.model import Author
from ingest import headers
from ingest.header_block import Headers, split
from ingest.words import decode_words

SHARED = Path(__file__).resolve().parents[2] / "shared"


def fields(text: str) -> Headers:
    return split(text.encode())[0]


def test_fields_are_unfolded_and_the_body_starts_behind_the_blank_line() -> None:
    raw = b"Subject: one\r\n two\r\nTo: a@example.org\r\n\r\nbody\r\n"
    found, offset = split(raw)
    assert found.first("subject") == "one two"
    assert found.first("to") == "a@example.org"
    assert raw[offset:] == b"body\r\n"


def test_a_damaged_line_hides_no_header_behind_it() -> None:
    found, offset = split(b"From: a@example.org\n>From b Mon Nov 25 10:00:00 2002\nbroken\nX-Ok: 1\n \nDate: x\n\nbody")
    assert set(found.fields) == {"from", "x-ok", "date"}
    assert offset == len(b"From: a@example.org\n>From b Mon Nov 25 10:00:00 2002\nbroken\nX-Ok: 1\n \nDate: x\n\n")


def test_without_a_blank_line_the_body_starts_at_the_first_line_that_is_no_field() -> None:
    raw = b"Subject: results\nfork_test 10000 56.2\nno field either\n"
    found, offset = split(raw)
    assert found.words("subject") == "results"
    assert raw[offset:].startswith(b"fork_test")


@pytest.mark.parametrize(
    ("posted", "expected"),
    [
        ("<one@example.org>", ("one@example.org",)),
        ("<one@example.org> <two@example.org>\n <one@example.org>", ("one@example.org", "two@example.org")),
        ("<20010105@example.org>; from tori@example.org on Wed, Jan 03", ("20010105@example.org",)),
        ('<one@example.org> (A. Tester\'s message of "Mon")', ("one@example.org",)),
        ("<one@example.org> (sent by <b@example.org>)", ("one@example.org",)),
        ('Your message of "Mon, 25 Nov 2002." <one@example.org>', ("one@example.org",)),
        ('Message from A Tester <a@example.org> of "Mon" <one@example.org>', ("one@example.org",)),
        ("A Tester's message of 25 Nov 2002 10:00:01", ()),
        ("mail from a@example.org of Monday", ()),
        (
            "<a@example.org> b@example.org <c@exam\n ple.org> <no-at-sign> <>",
            ("a@example.org", "b@example.org", "c@example.org"),
        ),
        ("<r1_20021125@example.org>", ("r1_20021125@example.org",)),
        ("<<one@example.org>>", ("one@example.org",)),
    ],
)
def test_ids_are_taken_out_of_what_mailers_wrote_around_them(posted: str, expected: tuple[str, ...]) -> None:
    assert headers.ids(fields(f"In-Reply-To: {posted}\n\n").all("in-reply-to")) == expected


def test_ids_of_several_fields_come_in_order_and_once() -> None:
    found = fields("In-Reply-To: <a@x> <b@x>\nTo: c@x\nIn-Reply-To: <b@x> <d@x>\n\n")
    assert headers.ids(found.all("in-reply-to")) == ("a@x", "b@x", "d@x")


@pytest.mark.parametrize(
    ("posted", "expected"),
    [
        ("<one@example.org>", "one@example.org"),
        ("<one@example.org> (added by postmaster@example.org)", "one@example.org"),
        ("<no-at-sign>", "no-at-sign"),
        ("one@example.org", "one@example.org"),
        ("200211251000 .AA71@host", "200211251000.AA71@host"),
        ("no id here", None),
        ("(from ann@example.org)", None),
        ("", None),
    ],
)
def test_a_message_id_is_what_stands_in_brackets_or_a_bare_id(posted: str, expected: str | None) -> None:
    assert headers.message_id(fields(f"Message-ID: {posted}\n\n")) == expected


def test_a_subject_in_8_bits_is_in_the_bodys_charset_or_utf_8() -> None:
    head = b"Content-Type: text/plain; charset=big5\nSubject: "
    assert split(head + "測試".encode("big5") + b"\n\n")[0].words("subject") == "測試"
    assert split(head + "測試".encode() + b"\n\n")[0].words("subject") == "測試"


def test_of_a_hundred_thousand_references_the_first_and_the_last_are_kept_and_the_loss_is_told() -> None:
    raw = "References:" + "".join(f"\n <{number}@example.org>" for number in range(100_000)) + "\nTo: a@x\n\nbody"
    start = time.process_time()
    found, offset = split(raw.encode())
    ids = headers.ids(found.all("references"))
    assert time.process_time() - start < 2
    assert (ids[0], len(ids)) == ("0@example.org", 1000)
    assert raw[offset:] == "body"
    assert len(found.losses) == 2


def test_of_a_long_references_field_the_parent_is_kept() -> None:
    raw = "References:" + "".join(f"\n <{number}@example.org>" for number in range(20_000)) + "\n\nbody"
    found, offset = split(raw.encode())
    ids = headers.ids(found.all("references"))
    assert (ids[0], ids[-1], len(ids)) == ("0@example.org", "19999@example.org", 1000)
    assert ["References" in loss for loss in found.losses] == [True]
    assert raw[offset:] == "body"


def test_of_two_message_ids_the_first_counts() -> None:
    assert headers.message_id(fields("Message-ID: <a@x>\nMessage-ID: <b@x>\n\n")) == "a@x"


@pytest.mark.parametrize(
    ("posted", "name", "address"),
    [
        ("Ann Tester <ann@example.org>", "Ann Tester", "ann@example.org"),
        ('"Tester, Ann" <ann@example.org>', "Tester, Ann", "ann@example.org"),
        ('"Ann \\"T\\" <x>" <ann@example.org>', 'Ann "T" <x>', "ann@example.org"),
        ("ann@example.org (Ann Tester)", "Ann Tester", "ann@example.org"),
        ("Ann Tester (ann@example.org)", "Ann Tester", "ann@example.org"),
        ("ann@example.org", "ann@example.org", "ann@example.org"),
        ("<ann@example.org>", "ann@example.org", "ann@example.org"),
        ("=?iso-8859-1?Q?J=F6rn_T=2E?= <j@example.org>", "Jörn T.", "j@example.org"),
        ("Ann <ann@example.org>, Bob <bob@example.org>", "Ann", "ann@example.org"),
        ("ann at example.org (Ann Tester)", "Ann Tester", "ann@example.org"),
        ("ann at example.org (ann at example.org)", "ann@example.org", "ann@example.org"),
        ("root at box (Ann)", "Ann", "root@box"),
        ("ann at example.org", "ann@example.org", "ann@example.org"),
        ("Ann Tester <ann(a)example.org>", "Ann Tester", "ann@example.org"),
        ("Ann at Work", "Ann at Work", None),
        ("Ann at 10.30", "Ann at 10.30", None),
        ("Ann (at home) <ann@example.org>", "Ann (at home)", "ann@example.org"),
        ("bogus at does.not.exist.com ()", "", None),
        ("Ann Tester", "Ann Tester", None),
        ("", "", None),
    ],
)
def test_a_person_has_the_name_and_address_that_the_field_shows(posted: str, name: str, address: str | None) -> None:
    assert headers.author(posted) == Author(name, address)


def test_the_date_falls_back_to_the_first_received_and_then_to_the_from_line() -> None:
    received = "Received: from a by b; Mon, 25 Nov 2002 05:38:49 -0500\nReceived: x; Mon, 25 Nov 2002 09:00:00 +0000\n"
    dated = fields(f"{received}Date: 31 Feb 2002 10:00:00\n\n")
    assert headers.date(dated).basis == "Received"
    assert str(headers.date(dated).date) == "2002-11-25 10:38:49+00:00"
    assert headers.date(dated).text == "31 Feb 2002 10:00:00"
    assert headers.date(fields("Subject: x\n\n"), "Mon Nov 25 10:00:00 2002").basis == "From_ line"
    assert headers.date(fields("Subject: x\n\n")).date is None


def test_the_lists_of_a_mail_are_those_of_list_id_else_of_x_mailing_list() -> None:
    by_id = (
        "List-Id: Kernel <linux-kernel.vger.kernel.org>\nList-Id: <linux-mm.kvack.org>\nX-Mailing-List: other@x.org\n\n"
    )
    assert headers.list_names(fields(by_id)) == ("linux-kernel", "linux-mm")
    assert headers.list_names(fields("X-Mailing-List: linux-kernel@vger.kernel.org\n\n")) == ("linux-kernel",)
    assert headers.list_names(fields("X-Mailing-List: <bench@example.org> archive/latest/12\n\n")) == ("bench",)
    assert headers.list_names(fields("Subject: x\n\n")) == ()


def test_a_list_cannot_take_the_name_of_a_page() -> None:
    assert headers.list_name("kernel@lists.example.org") == "kernel.lists.example.org"
    assert headers.list_name("test") == "test-list"


@pytest.mark.parametrize(
    ("posted", "words"),
    [
        ("T =?utf-8?B?0YDQtdA=?= =?utf-8?B?t9GD0LvRjNGC0LDRgg==?=", "T результат"),
        ("=?gb2312?B?suLK1A==?= x", "测试 x"),
        ("=?iso-8859-1?Q?caf=E9 au lait?= =?utf-8?q?_x?=", "café au lait x"),
        ("=?x-unknown?B?w6k=?=", "é"),
        ("=?utf-8*en?Q?a?=", "a"),
        ("=?utf-8?B?YWJjZ?=", "abc"),
        ("=?iso-8859-1?Q?unterminated", "=?iso-8859-1?Q?unterminated"),
        ("plain  words", "plain  words"),
    ],
)
def test_encoded_words_are_decoded_and_damaged_ones_left_as_posted(posted: str, words: str) -> None:
    assert decode_words(posted) == words


def test_a_field_in_raw_8_bit_is_read() -> None:
    found, _ = split("From: Jörn <j@example.org>\n".encode() + "Subject: caf\xe9\n\n".encode("latin-1"))
    assert headers.author(found.first("from")).name == "Jörn"
    assert found.words("subject") == "café"


@given(st.binary(max_size=300))
def test_no_bytes_raise_and_the_body_is_a_tail_of_the_mail(raw: bytes) -> None:
    found, offset = split(raw)
    assert 0 <= offset <= len(raw)
    for name in found.fields:
        headers.ids(found.all(name))
        headers.author(found.words(name))


def test_the_seed_threads_have_the_ids_that_their_index_says() -> None:
    folder = SHARED / "corpus" / "seed-threads-raw"
    if not folder.is_dir():
        pytest.skip("the raw seed threads are not on this machine")
    for line in (folder / "INDEX.tsv").read_text().splitlines()[1:]:
        file, message_id, first_reply, _, sender, subject = line.split("\t")
        found, _ = split((folder / file).read_bytes())
        assert f"<{headers.message_id(found)}>" == message_id
        assert found.words("subject") == subject
        assert headers.author(found.first("from")) == headers.author(sender)
        assert headers.ids(found.all("in-reply-to"))[: len(first_reply.split())] == headers.ids((first_reply,))
