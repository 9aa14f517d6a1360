"""What a post says of how it measured, from the mail to searches, listings, exports and pages."""

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
Subject: Two trees
List-Id: <bench.example.org>

base: 6.1-rc3 as it is
patched: with https://example.org/r/1 applied

All figures are the average of 5 runs, <b>booted</b> with mem=512M.

Throughput (MB/s)   base     patched
4 threads          123.4       150.2
8 threads          140.4       190.2
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


def test_export_and_show_give_the_words_with_what_they_are_about(folder: Path) -> None:
    for words in (("show", "post@example.org", "--format", "jsonl"), ("export", "--kind", "circumstance")):
        lines = map(json.loads, run(folder, *words).stdout.splitlines())
        found = [each for each in lines if each["kind"] == "circumstance"]
        assert [(each["circumstance_kind"], each["target"]) for each in found] == [
            ("legend", {"kind": "label", "id": "base"}),
            ("legend", {"kind": "label", "id": "patched"}),
            ("link", {"kind": "label", "id": "patched"}),
            ("condition", {"kind": "table", "id": "0"}),
        ]
        for each in found:
            start, end = each["columns"]
            assert each["line_text"][start:end] in each["text"]


def test_people_see_a_table_of_them(folder: Path) -> None:
    shown = run(folder, "show", "post@example.org", "--format", "table").stdout
    assert "4 circumstances" in shown


def test_mails_with_words_on_how_the_test_was_run_are_found(folder: Path) -> None:
    found = run(folder, "search", "--format", "jsonl", "has:condition")
    assert found.exit_code == 0
    assert '"post@example.org"' in found.stdout


@pytest.mark.parametrize("page", ["", "results/"])
def test_the_pages_show_them_as_text_with_links_to_their_lines(folder: Path, page: str) -> None:
    html = create_app(folder).test_client().get(f"/bench/post@example.org/{page}").text
    assert "How it was measured" in html
    assert "&lt;b&gt;booted&lt;/b&gt; with mem=512M" in html
    assert 'href="https://example.org/r/1"' in html
    assert "<b>booted" not in html
