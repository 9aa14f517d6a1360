"""Mails are hostile: nothing in them is markup, runs, or leaks an address; requests are held to methods and Host."""

import csv
import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from web.app import create_app
from web.masking import mask
from web.security import is_own_host

SCRIPT = "/hostile/script@hostile.example.org/"
ID_WITH_SLASH = "/hostile/a%2Fb%2541%3Fc=d&e%23f@hostile.example.org/"
ADDRESS = re.compile(r"[\w.]+@(?:[\w-]+\.)*example\.(?:org|com)")
PAGES = (
    *("/", "/all/", "/hostile/", "/benchmarks/", "/test/", "/kernel/", "/hardware/", "/test/aim9/fork_test/"),
    *("/?q=fork_test", "/hostile/?q=script", "/?q=nosuch:x", "/?q=zzzz", SCRIPT, f"{SCRIPT}T/", f"{SCRIPT}t/"),
    *(
        f"{SCRIPT}results/",
        ID_WITH_SLASH,
        f"{ID_WITH_SLASH}results/",
        "/benchmarks/aim9-1@samples.example.org/results/",
    ),
    *("/nothing/", "/hostile/nothing/", "/r/nothing/"),
)
FILES = (
    *(f"{SCRIPT}raw", f"{SCRIPT}t.mbox.gz", f"{SCRIPT}t.atom", "/hostile/new.atom", f"{SCRIPT}results.json"),
    *(f"{SCRIPT}results.csv", "/static/style.css", "/static/icon.svg", "/static/nothing.css", "/hostile", SCRIPT[:-1]),
)


@pytest.fixture
def app(web_archive: Path) -> Flask:
    return create_app(web_archive)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("address", [*PAGES, *FILES])
def test_every_answer_has_the_headers_that_let_no_script_run(client: FlaskClient, address: str) -> None:
    with client.get(address) as response:
        headers = response.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("address", PAGES)
def test_no_page_has_script_style_attributes_or_anything_from_another_host(client: FlaskClient, address: str) -> None:
    html = client.get(address).text
    assert "<script" not in html
    assert re.search(r"<[^>]*\s(?:style|on\w+)\s*=", html) is None
    assert re.search(r'(?:src|action)="(?!/)', html) is None
    assert re.findall(r'<link[^>]*href="(?!/)', html) == []


@pytest.mark.parametrize("address", [SCRIPT, f"{SCRIPT}T/", f"{SCRIPT}results/", "/hostile/", "/hostile/?q=script"])
def test_markup_in_a_mail_is_text(client: FlaskClient, address: str) -> None:
    html = client.get(address).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "&lt;b&gt;Mallory&lt;/b&gt;" in html
    assert "<b>Mallory" not in html
    assert "<img src=x" not in html
    assert "<h1>out of the mail" not in html


def test_template_syntax_in_a_mail_is_text(client: FlaskClient) -> None:
    html = client.get(SCRIPT).text
    assert "{{ config }} {% raw %} ${7*7}" in html


def test_control_and_bidi_characters_are_shown_and_not_sent(client: FlaskClient) -> None:
    html = client.get(SCRIPT).text
    assert "\\x1b[31mred" in html
    assert "\\u202egnirts" in html
    assert re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", html) is None


def test_a_web_address_is_linked_without_what_is_not_of_it_and_one_with_a_mail_address_is_not(
    client: FlaskClient,
) -> None:
    html = client.get(SCRIPT).text
    assert 'rel="nofollow noopener noreferrer" href="http://example.org/a?b=c&amp;d="' in html
    assert "http://user@…" in html


@pytest.mark.parametrize("address", [page for page in PAGES if "results" not in page])
def test_no_page_shows_a_mail_address_in_full(client: FlaskClient, address: str) -> None:
    html = re.sub(
        r'href="[^"]*"|<code>[^<]*</code>', "", client.get(address).text
    )  # Message-IDs, which have to be exact
    assert ADDRESS.findall(html) == []
    assert "mallory@…" in client.get(SCRIPT).text
    assert "PIII@800" in client.get(SCRIPT).text


def test_feeds_and_json_show_no_mail_address_in_full(client: FlaskClient) -> None:
    feed = re.sub(r"<id>.*?</id>|<link[^>]*>", "", client.get("/hostile/new.atom").text)
    assert ADDRESS.findall(feed) == []
    answer = client.get(f"{SCRIPT}results.json").text
    assert "=HYPERLINK@…" in answer
    assert ADDRESS.findall(re.sub(r'"(?:message_id|thread_id|id)": "[^"]*"', "", answer)) == []
    assert "script@hostile.example.org" in answer


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("akpm@example.org", "akpm@…"),
        ("<akpm@mail.example.org>, b@example.com.", "<akpm@…>, b@…."),
        ("mailto:a.b+c@example.co.uk?x", "mailto:a.b+c@…?x"),
        (f"{'x' * 200}@example.org", f"{'x' * 200}@…"),
        ("PIII@800 at 2.5.49@frodo", "PIII@800 at 2.5.49@frodo"),
        ("@example.org alone", "@example.org alone"),
        ("büro@exämple.org", "büro@…"),
    ],
)
def test_masking_leaves_the_domain_out_and_machines_as_they_are(text: str, masked: str) -> None:
    assert mask(text) == masked


def test_a_feed_is_xml_although_the_mail_is_not(client: FlaskClient) -> None:
    feed = ET.fromstring(client.get(f"{SCRIPT}t.atom").data)
    atom = "{http://www.w3.org/2005/Atom}"
    titles = [entry.findtext(f"{atom}title") for entry in feed.findall(f"{atom}entry")]
    assert '<script>alert(1)</script> "numbers" & more' in titles


def test_a_feed_leaves_mails_without_a_date_out_and_says_how_many(client: FlaskClient) -> None:
    feed = client.get("/hostile/new.atom").text
    assert "no date here" not in feed
    assert "1 mail without a date left out" in feed


def test_a_cell_that_a_spreadsheet_would_run_is_text(client: FlaskClient) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get(f"{ID_WITH_SLASH}results.csv").text)))
    authors = {row["author"] for row in rows}
    assert "'=HYPERLINK@…" in authors
    assert {row["message_id"] for row in rows} >= {"a/b%41?c=d&e#f@hostile.example.org"}
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_only_reading_methods_are_answered(client: FlaskClient, method: str) -> None:
    response = client.open("/", method=method)
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD"


def test_head_is_answered_without_a_body(client: FlaskClient) -> None:
    response = client.head(SCRIPT)
    assert (response.status_code, response.data) == (200, b"")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost:1", "LOCALHOST", "[::1]:80", "localhost."])
def test_our_own_names_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example.org", "127.0.0.1.evil.example.org", "localhost.evil.example.org:80", "evil@localhost", ""),
        *(
            "localhost/evil",
            "localhost:port",
            "localhost, evil.example.org",
            "[::1",
            "127.1",
            "localhost?",
            "local host",
        ),
    ],
)
def test_other_names_are_not(client: FlaskClient, host: str) -> None:
    response = client.get("/", headers={"Host": host})
    assert response.status_code == 400
    assert "Benchmark" not in response.text


def test_a_further_name_can_be_allowed(web_archive: Path) -> None:
    client = create_app(web_archive, allow_hosts=("bench.example.org",)).test_client()
    assert client.get("/", headers={"Host": "bench.example.org:443"}).status_code == 200
    assert is_own_host("[::1]", ("::1",))


def test_an_address_cannot_lead_to_another_host(client: FlaskClient) -> None:
    for address in ("//evil.example.org", "//evil.example.org/x", "/%2Fevil.example.org", "/\\evil.example.org"):
        response = client.get(address)
        assert not response.headers.get("Location", "/x").startswith(("//", "/\\", "http"))


def test_the_archive_is_not_written(web_archive: Path) -> None:
    client = create_app(web_archive).test_client()
    before = {path: path.read_bytes() for path in web_archive.rglob("*") if path.is_file() and "-shm" not in path.name}
    for address in (*PAGES, *FILES):
        client.get(address).close()
    after = {path: path.read_bytes() for path in web_archive.rglob("*") if path.is_file() and "-shm" not in path.name}
    assert after == before
