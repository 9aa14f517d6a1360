"""The pages of the web view, asked for as a browser does: what stands on them, where links lead, what is not there."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from archive.model import Ghost, Message
from archive.store.archive import Archive
from archive.threads import build
from ingest.pipeline import import_sources
from web.app import create_app
from web.results import MAILS_SHOWN as ON_RESULTS_PAGE
from web.threads import MAILS_SHOWN
from web.urls import line_anchor, message_anchor

POST = "/benchmarks/aim9-1@samples.example.org/"
REPLY = "/benchmarks/aim9-2@samples.example.org/"


@pytest.fixture
def client(web_archive: Path) -> FlaskClient:
    return create_app(web_archive).test_client()


def page(client: FlaskClient, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.text
    return response.text


def flat(html: str) -> str:
    """The markup in single blanks, so that a test may ask for words that follow each other."""
    return " ".join(html.split())


def ids(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', html)


def local_targets(html: str) -> set[str]:
    return set(re.findall(r'href="#([^"]+)"', html))


def test_the_start_page_shows_the_search_box_the_counts_the_largest_changes_and_the_latest_mails(
    client: FlaskClient,
) -> None:
    html = page(client, "/")
    assert 'type="search"' in html
    assert "10 mails in 3 threads on 2 lists" in flat(html)
    assert html.index("Largest changes") < html.index("link_test") < html.index("Latest mails")
    assert "AIM9 on a laptop, 2.4.19 and 2.5.49" in html


def test_a_list_shows_its_mails_the_newest_first_and_pages_through_them(client: FlaskClient) -> None:
    html = page(client, "/benchmarks/")
    assert html.index("aim9-8@samples") < html.index("aim9-1@samples")
    assert "1–7 of 7" in html
    assert "7 mails" in page(client, "/benchmarks/?o=5")
    assert page(client, "/benchmarks/?o=5").count('samples.example.org/">') == 2


def test_all_lists_together_are_a_list(client: FlaskClient) -> None:
    assert "10 mails" in page(client, "/all/")


def test_a_list_that_is_not_there_is_not_found(client: FlaskClient) -> None:
    assert "No list named" in page(client, "/linux-nothing/", 404)
    assert "No list named" in page(client, "/linux-nothing/new.atom", 404)


@pytest.mark.parametrize("offset", ["-1", "many", "99999999999", "1.5"])
def test_an_offset_that_is_no_whole_number_is_a_bad_request(client: FlaskClient, offset: str) -> None:
    assert "whole number" in page(client, f"/benchmarks/?o={offset}", 400)


def test_a_mail_has_numbered_lines_with_anchors_and_its_numbers_lead_to_the_tables(client: FlaskClient) -> None:
    html = page(client, POST)
    assert {"l1", "l2", "l40"} <= set(ids(html))
    (line,) = re.findall(r'id="l\d+">.*?fork_test.*?5620\.00.*', html)
    target = re.search(rf'href="{POST}results/#(v\w+)"[^>]*>5620\.00<', line)
    assert target is not None
    assert target[1] in ids(page(client, f"{POST}results/"))


def test_a_number_that_a_reply_quotes_leads_to_the_original(client: FlaskClient) -> None:
    original = re.search(r'#(v\w+)"[^>]*>5620\.00<', page(client, POST))
    quoted = re.search(r'#(v\w+)"[^>]*>5620\.00<', page(client, REPLY))
    assert original is not None
    assert quoted is not None
    assert quoted[1] == original[1]


def test_a_mail_shows_its_thread_with_the_kind_of_each_edge_and_the_loose_members_apart(client: FlaskClient) -> None:
    html = page(client, POST)
    thread = html[html.index('id="thread"') :]
    assert "starts the thread" in thread
    assert "reply by References" in thread or "reply by In-Reply-To" in thread


def test_the_results_page_has_each_number_beside_its_line_and_links_both_ways(client: FlaskClient) -> None:
    html = page(client, f"{POST}results/")
    cell = re.search(r'<a class="num" id="(v\w+)" href="#(n\w+)"[^>]*>3296\.70</a>', html)
    assert cell is not None
    line = re.search(rf'<a class="num" id="{cell[2]}" href="#(v\w+)"[^>]*>3296\.70</a>', html)
    assert line is not None
    assert line[1] == cell[1]


def test_every_link_within_the_results_page_has_its_target_and_no_id_stands_twice(client: FlaskClient) -> None:
    html = page(client, f"{POST}results/")
    found = ids(html)
    assert len(found) == len(set(found))
    assert local_targets(html) - set(found) == set()


def test_a_change_is_told_with_sign_and_word_and_what_may_be_said_of_it(client: FlaskClient) -> None:
    html = flat(page(client, f"{POST}results/"))
    row = html[html.index("fork_test <small>") :]
    row = row[: row.index("</tr>")]
    assert "−41.3 % slower" in row
    assert "Task Creations/second" in row
    assert "single run, no test" in html
    assert "higher is better" in html


def test_claims_and_comments_stand_at_their_row_with_who_says_it_and_what_the_numbers_say(client: FlaskClient) -> None:
    html = flat(page(client, f"{POST}results/"))
    said = html[html.index("dir_rtns_1 <small>") :]
    said = said[: said.index("shell_rtns_1 <small>")]
    assert "the numbers disagree" in said
    assert "2.4.49 is faster then 2.4.19" in said
    assert "Anders" in said


def test_the_numbers_page_of_a_mail_without_numbers_shows_those_of_its_thread(client: FlaskClient) -> None:
    assert "5620.00" in page(client, f"{REPLY}results/")


def test_how_a_table_was_read_is_told_with_basis_and_copies(client: FlaskClient) -> None:
    html = flat(page(client, f"{POST}results/"))
    read = html[html.index("How this was read") :]
    assert "row order" in read
    assert "repeated in" in read
    assert "Anders Kowalski’s mail" in read


def test_a_thread_without_results_says_so(client: FlaskClient) -> None:
    assert "No results were read" in page(client, "/hostile/undated@hostile.example.org/results/")


@pytest.mark.parametrize("form", ["T", "t"])
def test_a_thread_page_shows_all_mails_under_public_inbox_anchors(client: FlaskClient, form: str) -> None:
    html = page(client, f"{REPLY}{form}/")
    for number in (1, 2, 3, 4, 5, 6, 8):
        assert message_anchor(f"aim9-{number}@samples.example.org") in ids(html)
    assert len(ids(html)) == len(set(ids(html)))


def test_a_mail_that_is_only_referred_to_is_shown_as_missing(client: FlaskClient) -> None:
    html = page(client, "/hostile/undated@hostile.example.org/t/")
    assert "Not in this archive: " in html
    assert "missing@" in html


def test_mails_that_only_a_page_tells_of_are_shown_with_author_and_date(
    tmp_path: Path, mail: Callable[..., Message]
) -> None:
    told = (
        Ghost(None, depth=0, date=datetime(2002, 11, 1, 12, tzinfo=UTC)),
        Ghost(None, None, "Ben Elsewhere", None, 1),
    )
    with Archive.open(tmp_path / "archive", create=True) as archive:
        archive.messages.save(replace(mail("text"), overview=told))
        links = tuple(archive.messages.links())
        archive.threads.replace([link.key for link in links], build(links, lambda _key: "text"))
    html = page(create_app(tmp_path / "archive").test_client(), "/bench/post@example.org/t/")
    assert "Ben Elsewhere" in html
    assert "named on the page of another mail" in html


def test_a_mail_without_a_date_says_so_and_shows_what_was_posted(client: FlaskClient) -> None:
    html = page(client, "/hostile/undated@hostile.example.org/")
    assert "date unknown" in html
    assert "not a date at all" in html


def test_very_long_threads_are_shown_in_part_and_say_so(tmp_path: Path) -> None:
    mbox = tmp_path / "long.mbox"
    mails = (
        f"From a@example.org Fri Nov  1 10:00:00 2002\nMessage-ID: <long-{number}@example.org>\n"
        f"Date: Fri, 1 Nov 2002 10:{number // 60:02}:{number % 60:02} +0000\nFrom: Ann <a@example.org>\n"
        f"References: <long-0@example.org>\nSubject: Re: long\n"
        f"List-Id: <long.example.org>\n\n{'word ' * 5000}{number}\n\n"
        for number in range(MAILS_SHOWN + 3)
    )
    mbox.write_text("".join(mails))
    with Archive.open(tmp_path / "archive", create=True) as archive:
        import_sources(archive, [mbox])
    client = create_app(tmp_path / "archive").test_client()
    html = flat(page(client, "/long/long-1@example.org/T/"))
    assert html.count("<article") == MAILS_SHOWN
    assert "3 more mails of this thread are only named above" in html
    html = flat(page(client, "/long/long-150@example.org/results/"))
    assert html.count("Not shown here") == MAILS_SHOWN + 3 - ON_RESULTS_PAGE
    assert f'id="{line_anchor(0, 1, "long-150@example.org")}"' in html
    feed = client.get("/long/long-1@example.org/t.atom").text
    assert "cut here; the mail has more" in feed
    assert feed.count("<entry>") < MAILS_SHOWN
