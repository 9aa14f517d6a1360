"""Results that are only given in relation to another, from the mail to searches, listings, exports and pages."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archive.store.archive import Archive
from benchlore.cli import commands
from ingest.pipeline import import_sources
from web.app import create_app

MAIL = """\
From: Ann Example <ann@example.org>
Message-ID: <post@example.org>
Subject: Two trees under many users
List-Id: <bench.example.org>

SDET 16  (see disclaimer)
                           Throughput    Std. Dev
        2.5.67-mjb2           100.0%         0.4%
        2.5.67-mjb2-nobug       104.1%         0.6%
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "post.eml"
    path.write_text(MAIL, encoding="utf-8")
    with Archive.open(tmp_path / "archive", create=True) as archive:
        import_sources(archive, [path], list_name="bench", progress=None)
    return tmp_path / "archive"


def run(folder: Path, *words: str) -> Result:
    result = CliRunner().invoke(commands, ["--archive", str(folder), *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def records(result: Result) -> list[dict[str, object]]:
    return [record for line in result.stdout.splitlines() if (record := json.loads(line))["kind"] == "relative"]


@pytest.mark.parametrize(
    "words", ["has:relative", "suite:sdet", "test:sdet", "kernel:2.5.67-mjb2", "suite:sdet metric:throughput"]
)
def test_a_search_finds_the_mail_by_what_the_relative_result_is_of(folder: Path, words: str) -> None:
    found = run(folder, "search", "--format", "jsonl", words)
    assert found.exit_code == 0
    assert '"post@example.org"' in found.stdout


def test_another_suite_or_kernel_does_not_find_it(folder: Path) -> None:
    assert run(folder, "search", "suite:aim9").exit_code == 1
    assert run(folder, "search", "has:condition").exit_code == 1
    assert run(folder, "search", "kernel:2.4.19 suite:sdet").exit_code == 1


def test_export_and_show_give_it_with_its_base(folder: Path) -> None:
    for words in (("show", "post@example.org", "--format", "jsonl"), ("export", "--format", "jsonl")):
        (relative,) = records(run(folder, *words))
        assert (relative["raw"], relative["unit"], relative["parameters"]) == ("104.1", "%", {"users": 16})
        kernel, base = relative["kernel"], relative["baseline"]
        assert isinstance(kernel, dict)
        assert isinstance(base, dict)
        assert (kernel["text"], base["text"]) == ("2.5.67-mjb2-nobug", "2.5.67-mjb2")


def test_people_see_a_table_of_relative_results(folder: Path) -> None:
    shown = run(folder, "show", "post@example.org", "--format", "table").stdout
    assert "1 relative" in shown
    assert "104.1" in shown


def test_the_results_page_shows_it_and_what_it_stands_to(folder: Path) -> None:
    html = create_app(folder).test_client().get("/bench/post@example.org/results/").text
    assert "Relative results" in html
    assert "2.5.67-mjb2-nobug" in html
    assert "104.1</a> %" in html
