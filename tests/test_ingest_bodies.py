"""Bodies: each part of a mail once, in order, with the text that its sender saw and a word for all that is lost."""

import base64
import quopri
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.bodies import Body, clean_lines, file_part, read_body
from ingest.header_block import split
from ingest.transfer import is_quoted_printable_in_disguise, undo

TABLE = "kernel         Jobs/Min  Real\n2.6.0-test5       590.2  322.0\n2.6.0-test9       316.2  601.2\n"
CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"


def body(text: str | bytes) -> Body:
    raw = text.encode() if isinstance(text, str) else text
    headers, offset = split(raw)
    return read_body(headers, raw[offset:])


def multipart(kind: str, *parts: str, boundary: str = "b1", close: bool = True) -> str:
    inner = "".join(f"--{boundary}\n{part}\n" for part in parts)
    end = f"--{boundary}--\n" if close else ""
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\npreamble\n{inner}{end}'


def test_a_plain_mail_is_one_part_with_its_text() -> None:
    found = body(f"Subject: x\n\n{TABLE}")
    assert [(part.number, part.content_type, part.text, part.size) for part in found.parts] == [
        (0, "text/plain", TABLE, len(TABLE))
    ]
    assert found.losses == ()


def test_line_ends_become_newlines_and_a_bare_return_only_where_it_ends_lines() -> None:
    assert body(f"Subject: x\r\n\r\n{TABLE}".replace("\n", "\r\n").replace("\r\r", "\r")).parts[0].text == TABLE
    assert clean_lines("10%\r20%\r30%\rdone\n") == "10%\n20%\n30%\ndone\n"
    assert clean_lines("10%\rdone\nrow\nrow\n") == "10%\rdone\nrow\nrow\n"


def test_base64_is_decoded_and_a_footer_in_clear_behind_it_is_kept() -> None:
    code = base64.encodebytes(TABLE.encode()).decode()
    head = "Content-Transfer-Encoding: base64\n\n"
    assert body(head + code).parts[0].text == TABLE
    assert (
        body(f"{head}{code}-\nTo unsubscribe from this list:\n").parts[0].text
        == f"{TABLE}-\nTo unsubscribe from this list:\n"
    )


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_base64_that_was_cut_gives_what_is_there(cut: int) -> None:
    code = base64.b64encode(TABLE.encode())[:-cut]
    assert TABLE.encode().startswith(undo(code, "base64")[:-3])


def test_quoted_printable_rows_come_back_whole() -> None:
    code = quopri.encodestring(("x" * 90 + " = é\n").encode("latin-1")).decode()
    head = "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n"
    assert body(head + code).parts[0].text == "x" * 90 + " = é\n"


def test_quoted_printable_without_its_header_is_decoded_and_said_so() -> None:
    found = body("Subject: x\n\n2.6.0-test9=20=20=20=20316.2=20=\n601.2\nrate =3D x=20\n")
    assert found.parts[0].text == "2.6.0-test9    316.2 601.2\nrate = x \n"
    assert "quoted-printable" in found.losses[0]


@pytest.mark.parametrize("text", ["a=3D\nb==\n", "x = 1=\ny=20\n", "=====\n", "no marks", "a=\n"])
def test_a_text_with_other_equal_signs_is_not_taken_for_quoted_printable(text: str) -> None:
    assert not is_quoted_printable_in_disguise(text.encode())


def test_parts_come_in_document_order_with_their_names() -> None:
    found = body(
        multipart(
            "mixed",
            f"Content-Type: text/plain\n\n{TABLE}",
            "Content-Type: text/x-sh\nContent-Disposition: attachment; filename*=utf-8''b%C3%A9nch.sh\n\n#!/bin/sh\n",
            'Content-Type: application/x-gzip; name="../../aim.out.gz"\nContent-Transfer-Encoding: base64\n\nH4sI\n',
        )
    )
    assert [(part.number, part.content_type, part.name) for part in found.parts] == [
        (0, "text/plain", None),
        (1, "text/x-sh", "bénch.sh"),
        (2, "application/x-gzip", "aim.out.gz"),
    ]
    assert [part.text for part in found.parts] == [TABLE, "#!/bin/sh\n", None]


def test_a_html_part_beside_the_same_plain_text_is_listed_but_not_read_twice() -> None:
    plain, html = f"Content-Type: text/plain\n\n{TABLE}", f"Content-Type: text/html\n\n<pre>{TABLE}</pre>"
    assert [part.text for part in body(multipart("alternative", plain, html)).parts] == [TABLE, None]
    empty = "Content-Type: text/plain\n\n \n"
    assert body(multipart("alternative", empty, html)).parts[1].text == TABLE


def test_a_mail_that_is_html_only_is_rendered_with_its_columns() -> None:
    assert body(f"Content-Type: text/html\n\n<html><pre>{TABLE}</pre></html>").parts[0].text == TABLE


def test_nested_multiparts_are_flattened_in_order() -> None:
    inner = multipart("mixed", "\none", "\ntwo", boundary="inner")
    outer = multipart("mixed", inner, "\nthree", boundary="inner-outer")
    assert [part.text for part in body(outer).parts] == ["one", "two", "three"]


def test_a_multipart_without_its_closing_boundary_is_read_to_the_end() -> None:
    assert body(multipart("mixed", f"\n{TABLE}", close=False)).parts[0].text.startswith(TABLE)


def test_a_multipart_whose_boundary_never_comes_is_read_as_text() -> None:
    found = body(f'Content-Type: multipart/mixed; boundary="zzz"\n\n{TABLE}')
    assert [(part.content_type, part.text) for part in found.parts] == [("text/plain", TABLE)]
    assert body(f"Content-Type: multipart/mixed\n\n{TABLE}").parts[0].text == TABLE


def test_an_enclosed_mail_is_listed_under_its_subject_and_handed_on_as_it_was() -> None:
    inner = f"Content-Type: message/rfc822\n\nFrom: a@example.org\nSubject: forwarded numbers\n\n{TABLE}"
    found = body(multipart("mixed", "\nFYI", inner))
    assert [(part.content_type, part.name, part.text) for part in found.parts] == [
        ("text/plain", None, "FYI"),
        ("message/rfc822", "forwarded numbers", None),
    ]
    assert [(one.part, one.raw) for one in found.enclosed] == [
        (1, f"From: a@example.org\nSubject: forwarded numbers\n\n{TABLE}".encode())
    ]
    assert found.losses == ()


def test_a_digest_is_made_of_enclosed_mails() -> None:
    found = body(multipart("digest", "\nSubject: inner 1\n\nx", "\nSubject: inner 2\n\ny"))
    assert [part.name for part in found.parts] == ["inner 1", "inner 2"]


def test_results_saved_as_octet_stream_are_read_where_their_name_and_content_say_text() -> None:
    head = 'Content-Type: application/octet-stream; name="{}"\n\n{}'
    assert body(head.format("results.txt", TABLE)).parts[0].text == TABLE
    assert body(head.format("results.bin", "\0\1\2" + TABLE)).parts[0].text is None
    assert body(head.format("results.txt", "\x01\x02\x03\x04" * 9)).parts[0].text is None


def test_a_flowed_text_keeps_its_rows_and_loses_the_blank_that_stuffing_put_in() -> None:
    text = "Content-Type: text/plain; format=flowed\n\nrow one \n From here \n> quoted\n"
    assert body(text).parts[0].text == "row one \nFrom here \n> quoted\n"


def test_dashes_of_a_clear_signed_table_are_restored() -> None:
    signed = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\nhost Mhz\n- ---- ---\n"
        "-----BEGIN PGP SIGNATURE-----\n\n- x\n-----END PGP SIGNATURE-----\n"
    )
    text = body(f"Subject: x\n\n- before\n{signed}").parts[0].text
    assert text is not None
    assert "host Mhz\n---- ---\n-----BEGIN" in text
    assert text.startswith("- before\n")
    assert "\n- x\n" in text


def test_bytes_that_are_no_text_are_said_to_be_lost() -> None:
    found = body(b"Content-Type: text/plain; charset=utf-8\n\nnaive \xff\xfe\n" + TABLE.encode())
    assert found.parts[0].text == f"naive \ufffd\ufffd\n{TABLE}"
    assert "U+FFFD" in found.losses[0]


def test_a_file_beside_a_page_is_a_part_like_an_attachment() -> None:
    assert file_part(1, "TEXT/PLAIN", "bench.sh", b"#!/bin/sh\r\n").text == "#!/bin/sh\n"
    assert file_part(1, "application/x-gzip", "a.gz", b"\x1f\x8b").text is None


def test_parts_without_end_and_nesting_without_end_are_bounded_and_said_to_be_cut() -> None:
    started = time.monotonic()
    many = body(multipart("mixed", *["\nx"] * 3000))
    deep = "\nx"
    for level in range(300):
        deep = multipart("mixed", deep, boundary=f"n{level}")
    nested = body(deep)
    assert len(many.parts) <= 200
    assert many.losses
    assert nested.losses
    assert time.monotonic() - started < 5


@given(st.binary(max_size=300))
def test_no_bytes_raise_and_parts_are_numbered(data: bytes) -> None:
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n" + data + b"\n--b\n\n" + data
    assert [part.number for part in body(raw).parts] == list(range(len(body(raw).parts)))


@given(st.binary(max_size=200), st.sampled_from(["base64", "quoted-printable", "x-uuencode", "8-bit", ""]))
def test_no_encoding_raises(data: bytes, encoding: str) -> None:
    assert isinstance(undo(data, encoding), bytes)


@pytest.mark.parametrize("folder", ["torture/eml", "encoding"])
def test_the_corpus_of_odd_mails_is_read_and_its_tables_are_there(folder: str) -> None:
    files = sorted((CORPUS / folder).glob("*.eml"))
    if not files:
        pytest.skip("the corpus of odd mails is not on this machine")
    for file in files:
        found = body(file.read_bytes())
        assert found.parts, file.name
    if folder == "torture/eml":
        texts = ["\n".join(part.text or "" for part in body(file.read_bytes()).parts) for file in files]
        # The other nine: enclosed mails, spam, binary junk, an empty body, other tables.
        assert sum("2.6.0-test9" in text for text in texts) == 68
