"""uuencode: the files that a text holds, as far as it holds them."""

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.bodies import Body, read_body
from ingest.header_block import split
from ingest.uuencode import decode, files_in

TABLE = b"kernel         Jobs/Min  Real\n2.6.0-test5       590.2  322.0\n2.6.0-test9       316.2  601.2\n"


def encoded(data: bytes, name: str = "aim9.txt", end: str = "`\nend\n", *, backtick: bool = True) -> str:
    rows = [data[start : start + 45] for start in range(0, len(data), 45)]
    lines = "".join(binascii.b2a_uu(row, backtick=backtick).decode() for row in rows)
    return f"begin 644 {name}\n{lines}{end}"


def body(text: str, head: str = "") -> Body:
    headers, offset = split(f"{head}\n{text}".encode())
    return read_body(headers, f"{head}\n{text}".encode()[offset:])


@given(st.binary(max_size=400), st.booleans())
def test_what_was_encoded_comes_out(data: bytes, backtick: bool) -> None:
    text = f"see below\n\n{encoded(data, backtick=backtick)}\nafter\n"
    assert [(one.name, one.data, one.is_whole) for one in files_in(text, 1000)] == [("aim9.txt", data, True)]


@given(st.binary(min_size=1, max_size=400))
def test_blanks_that_were_lost_at_the_end_of_lines_are_made_up_for(data: bytes) -> None:
    text = "".join(f"{line.rstrip()}\n" for line in encoded(data, backtick=False).splitlines())
    assert [one.data for one in files_in(text, 1000)] == [data]


def test_a_character_more_at_the_end_of_lines_does_not_matter() -> None:
    text = "".join(f"{line}x\n" if line[0] == "M" else f"{line}\n" for line in encoded(TABLE).splitlines())
    assert [one.data for one in files_in(text, 1000)] == [TABLE]


def test_a_text_may_hold_several_files() -> None:
    text = encoded(TABLE) + "\nand\n" + encoded(b"#!/bin/sh\n", "bench.sh")
    assert [(one.name, one.data) for one in files_in(text, 1000)] == [("aim9.txt", TABLE), ("bench.sh", b"#!/bin/sh\n")]


def test_a_file_that_is_cut_gives_what_is_there() -> None:
    (found,) = files_in(encoded(TABLE, end="and then the mailer stopped\n"), 1000)
    assert (found.data, found.is_whole) == (TABLE, False)


@pytest.mark.parametrize(
    "text", ["begin 644 times with\nthis sentence here\n", "we begin 644 a\n", "begin 999 x\n#0 P\n"]
)
def test_prose_is_no_file(text: str) -> None:
    assert list(files_in(text, 1000)) == []


def test_no_more_than_the_limit_is_decoded() -> None:
    (found,) = files_in(encoded(TABLE * 100), 1000)
    assert (len(found.data), found.is_whole) == (1000, False)


def test_an_encoded_table_is_a_part_of_its_own_behind_the_text_that_stays_as_posted() -> None:
    text = f"profile attached\n\n{encoded(TABLE)}\nafter\n"
    found = body(text)
    assert [(part.number, part.content_type, part.name, part.text) for part in found.parts] == [
        (0, "text/plain", None, text),
        (1, "application/octet-stream", "aim9.txt", TABLE.decode()),
    ]
    assert found.losses == ()


def test_a_cut_file_is_said_to_be_cut() -> None:
    assert body(encoded(TABLE, end="--\nsignature\n")).losses == (
        "part 1: the uuencoded file aim9.txt is cut; what is there was kept",
    )


def test_a_whole_body_may_be_uuencoded() -> None:
    head = "Content-Type: text/plain; name=x.txt\nContent-Transfer-Encoding: x-uuencode\n"
    assert body(encoded(TABLE), head).parts[0].text == TABLE.decode()
    assert decode(b"no file here\n", 1000) is None
