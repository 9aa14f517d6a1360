"""Searching in the web view: how the query was read, changes first, and every way in which nothing is found."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from archive.store.archive import Archive
from ingest.pipeline import import_sources
from web.app import create_app


@pytest.fixture
def client(web_archive: Path) -> FlaskClient:
    return create_app(web_archive).test_client()


def ask(client: FlaskClient, address: str = "/", **arguments: str) -> tuple[int, str]:
    response = client.get(address, query_string=arguments)
    return response.status_code, " ".join(response.text.split())


def test_the_answer_says_how_the_query_was_read_and_begins_with_the_changes(client: FlaskClient) -> None:
    status, html = ask(client, q="fork_test regression 2.5")
    assert status == 200
    assert 'value="fork_test regression 2.5"' in html
    first = html.split('<li class="hit">')[1]
    order = [html.index(words) for words in ("Read as", 'id="changes"', 'id="mails"')]
    assert order == sorted(order)
    for words in (
        *("fork_test", "aim9", "−41.3 % slower", "2.4.19", "5620.00", "2.5.49", "3296.70", "Task Creations/second"),
        *("single run, no test", "PIII@800", "Marta", "2002-11-24", "comments"),
    ):
        assert words in first


def test_a_change_leads_to_its_place_on_the_results_page(client: FlaskClient) -> None:
    _, html = ask(client, q="fork_test regression 2.5")
    link = re.search(r'<h3> ?<a href="([^"#]+results/)#(v\w+)">fork_test', html)
    assert link is not None
    assert f'id="{link[2]}"' in client.get(link[1]).text


def test_a_mail_is_found_with_the_lines_that_fit(client: FlaskClient) -> None:
    _, html = ask(client, q="profile")
    assert "<mark>" in html
    assert re.search(r'href="/benchmarks/[^"]+#l\d+"', html)


def test_nothing_found_is_404_and_shows_what_can_be_asked(client: FlaskClient) -> None:
    status, html = ask(client, q="test:fork_test kernel:2.6")
    assert status == 404
    assert "Nothing fits" in html
    assert "What can be asked" in html


@pytest.mark.parametrize(
    ("query", "reason"), [("krenel:2.5", "kernel:"), ('"open phrase', "phrase"), ("delta:<many", "delta")]
)
def test_a_query_that_cannot_be_read_is_400_with_the_reason(client: FlaskClient, query: str, reason: str) -> None:
    status, html = ask(client, q=query)
    assert status == 400
    assert reason in re.sub("<[^>]+>", "", html[html.index('role="alert"') :][:400])


@pytest.mark.parametrize(
    "arguments", [{"q": ""}, {"q": " "}, {"q": "fork_test", "l": "500"}, {"q": "fork_test", "x": "m"}]
)
def test_an_empty_query_and_settings_that_there_are_not_are_400(client: FlaskClient, arguments: dict[str, str]) -> None:
    assert ask(client, **arguments)[0] == 400


def test_a_search_in_a_list_keeps_to_it_and_offers_all(client: FlaskClient) -> None:
    assert ask(client, "/hostile/", q="fork_test")[1].count("benchmarks/aim9-1@") == 0
    assert "search all lists" in ask(client, "/hostile/", q="fork_test")[1]
    assert "benchmarks/aim9-1@" in ask(client, "/benchmarks/", q="fork_test")[1]


def test_answers_are_paged(client: FlaskClient) -> None:
    _, html = ask(client, q="suite:aim9 kernel:2.5.49", l="10")
    link = re.search(r'<a rel="next" href="([^"]+)"', html)
    assert link is not None
    second = client.get(link[1].replace("&amp;", "&")).text
    assert "Previous page" in second
    assert "11–20 of" in second


def test_the_mails_found_are_a_feed_too(client: FlaskClient) -> None:
    response = client.get("/all/?q=fork_test&x=A")
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert "<entry>" in response.text


def test_a_query_is_text_wherever_it_is_shown(client: FlaskClient) -> None:
    for query in ("<script>alert(1)</script>", '"><b>x</b>"', "nosuch:<i>"):
        html = client.get("/", query_string={"q": query}).text
        assert "<script>" not in html
        assert "<b>x" not in html
        assert "<i>" not in html


def test_without_an_index_a_query_of_words_says_what_to_do(tmp_path: Path) -> None:
    mbox = Path(__file__).resolve().parent / "hostile" / "web.mbox"
    with Archive.open(tmp_path / "archive", create=True) as archive:
        import_sources(archive, [mbox])
    client = create_app(tmp_path / "archive").test_client()
    status, html = ask(client, q="nothing said")
    assert status == 503
    assert "benchlore reindex" in html
