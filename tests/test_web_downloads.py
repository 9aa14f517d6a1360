"""Raw mail and mbox are exact, no browser interprets them, and a setting closes them."""

import gzip
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from archive.store.archive import Archive
from ingest.pipeline import import_sources
from web.app import create_app
from web.downloads import mboxrd

POST = "/benchmarks/aim9-1@samples.example.org/"
HOSTILE = "/hostile/script@hostile.example.org/"


@pytest.fixture
def client(web_archive: Path) -> FlaskClient:
    return create_app(web_archive).test_client()


def test_raw_is_the_mail_byte_for_byte_as_text_in_a_sandbox(client: FlaskClient, web_archive: Path) -> None:
    with Archive.open(web_archive, read_only=True) as archive:
        stored = archive.messages.raw("script@hostile.example.org")
    response = client.get(f"{HOSTILE}raw")
    assert response.data == stored
    assert b"<script>document.title" in response.data
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "sandbox" in response.headers["Content-Security-Policy"]


def test_the_mbox_of_a_thread_comes_back_as_the_same_mails(client: FlaskClient, tmp_path: Path) -> None:
    response = client.get(f"{HOSTILE}t.mbox.gz")
    assert response.headers["Content-Type"] == "application/gzip"
    assert "attachment" in response.headers["Content-Disposition"]
    assert response.headers["X-Mails-Without-Raw"] == "0"
    file = tmp_path / "t.mbox.gz"
    file.write_bytes(response.data)
    with Archive.open(tmp_path / "again", create=True) as again:
        assert import_sources(again, [file]).new == 2
        for key in ("script@hostile.example.org", "a/b%41?c=d&e#f@hostile.example.org"):
            raw = again.messages.raw(key)
            assert raw is not None
            served = client.get(
                f"/hostile/{key.replace('%', '%25').replace('/', '%2F').replace('?', '%3F').replace('#', '%23')}/raw"
            ).data
            assert raw.rstrip() == served.rstrip()


def test_a_line_that_looks_like_a_separator_is_escaped_one_level(client: FlaskClient) -> None:
    mails = [b"Subject: a\n\nFrom here\n>From there\n>>From far\nfrom low\n", b"Subject: b\n\nno newline at the end"]
    separator = b"From mboxrd@z Thu Jan  1 00:00:00 1970\n"
    assert mboxrd(mails) == (
        separator
        + b"Subject: a\n\n>From here\n>>From there\n>>>From far\nfrom low\n\n"
        + separator
        + b"Subject: b\n\nno newline at the end\n\n"
    )
    assert b"\n>From the start" in gzip.decompress(client.get(f"{HOSTILE}t.mbox.gz").data)


def test_the_same_thread_gives_the_same_bytes(client: FlaskClient) -> None:
    assert client.get(f"{POST}t.mbox.gz").data == client.get(f"{POST}t.mbox.gz").data


def test_raw_and_mbox_can_be_closed_and_are_then_not_linked(web_archive: Path) -> None:
    client = create_app(web_archive, show_raw=False).test_client()
    assert client.get(f"{POST}raw").status_code == 403
    assert client.get(f"{POST}t.mbox.gz").status_code == 403
    for page in (POST, f"{POST}T/", f"{POST}results/"):
        html = client.get(page).text
        assert f"{POST}raw" not in html
        assert "t.mbox.gz" not in html


def test_a_mail_of_which_only_the_text_is_here_has_no_raw(tmp_path: Path) -> None:
    text = tmp_path / "thread.txt"
    text.write_text("Re: numbers\n\nRe: numbers\n\n[Ann Example]\n\nThe mail as a page showed it.\n")
    with Archive.open(tmp_path / "archive", create=True) as archive:
        import_sources(archive, [text])
        (summary,) = archive.messages.recent()
    client = create_app(tmp_path / "archive").test_client()
    address = f"/{summary.lists[0]}/{summary.key}/"
    response = client.get(f"{address}raw")
    assert response.status_code == 404
    assert "only the text" in response.text
    assert f"{address}raw" not in client.get(address).text
