"""Addresses of the web view: public-inbox's forms, ids with any characters, pages that stay, and what is not there."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from archive.store.archive import Archive
from web.app import create_app

POST = "/benchmarks/aim9-1@samples.example.org/"


@pytest.fixture
def client(web_archive: Path) -> FlaskClient:
    return create_app(web_archive).test_client()


def page(client: FlaskClient, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.text
    return response.text


def test_an_address_without_its_slash_is_sent_to_the_one_with_it(client: FlaskClient) -> None:
    for address in ("/benchmarks", POST.rstrip("/"), f"{POST}T", f"{POST}t", f"{POST}results"):
        response = client.get(address)
        assert (response.status_code, response.headers["Location"]) == (301, f"{address}/")


def test_the_query_goes_along_to_the_address_with_the_slash(client: FlaskClient) -> None:
    assert client.get("/benchmarks?q=a%2Bb").headers["Location"] == "/benchmarks/?q=a%2Bb"


def test_a_mail_is_sent_to_a_list_that_it_went_to(client: FlaskClient) -> None:
    response = client.get("/hostile/aim9-1@samples.example.org/T/")
    assert (response.status_code, response.headers["Location"]) == (302, f"{POST}T/")
    assert client.get("/all/aim9-1@samples.example.org/").status_code == 200


def test_an_id_with_slash_percent_and_question_mark_has_its_pages(client: FlaskClient) -> None:
    address = "/hostile/a%2Fb%2541%3Fc=d&e%23f@hostile.example.org/"
    assert "exec_test" in page(client, address)
    assert "exec_test" in page(client, f"{address}results/")
    assert address in page(client, "/hostile/").replace("&amp;", "&")
    assert client.get("/hostile/a/b%2541%3Fc=d&e%23f@hostile.example.org/").status_code == 404


def test_a_mail_that_is_not_there_is_not_found(client: FlaskClient) -> None:
    for rest in ("", "T/", "t/", "raw", "results/", "results.json", "results.csv", "t.mbox.gz", "t.atom"):
        assert client.get(f"/benchmarks/nothing@example.org/{rest}").status_code == 404


def test_a_measurement_has_a_page_that_stays(client: FlaskClient, web_archive: Path) -> None:
    with Archive.open(web_archive, read_only=True) as archive:
        found = next(m for m in archive.results.measurements(["aim9-1@samples.example.org"]) if m.raw == "3296.70")
    html = page(client, f"/r/{found.id}/")
    assert "3296.70" in html
    assert "Task Creations/second" in html
    assert f"{POST}#l{found.span.line}" in html
    assert f"{POST}results/#v{found.id}" in html
    assert "row order" in html
    assert client.get("/r/nothing/").status_code == 404


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("/test/", "fork_test"),
        ("/test/aim9/fork_test/", "3296.70"),
        ("/kernel/", "2.5.49"),
        ("/kernel/2.5/", "3296.70"),
        ("/hardware/", "PIII@800"),
        ("/hardware/PIII@800/", "3296.70"),
        ("/author/Marta/", "3296.70"),
    ],
)
def test_tests_kernels_machines_and_authors_have_pages(client: FlaskClient, address: str, text: str) -> None:
    assert text in page(client, address)


@pytest.mark.parametrize(
    "address", ["/test/aim9/no_such_test/", "/kernel/9.9.99/", "/hardware/VAX/", "/author/Nobody/"]
)
def test_a_topic_without_measurements_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_an_archive_that_is_not_there_is_told_in_one_sentence(tmp_path: Path) -> None:
    response = create_app(tmp_path / "none").test_client().get("/")
    assert response.status_code == 503
    assert "Traceback" not in response.text
