"""`benchlore search`, as it is typed."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archive.store.archive import Archive
from benchlore.cli import commands
from ingest.pipeline import import_sources

MAIL = """\
From: Ann Example <ann@example.org>
Message-ID: <post@example.org>
Subject: AIM9 \x1b[31mresults
List-Id: <bench.example.org>

On my laptop (PIII@800) 2.4.19 and 2.5.49 gave:

fork_test 10000 56.2         5620.00 Task Creations/second
fork_test 10010 32.967         3296.70 Task Creations/second
^^^^^ Here 2.4.19 is faster then 2.5.49

\x1b]0;title\x07 [bold]markup[/bold] \u202etxt
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "post.eml"
    path.write_text(MAIL, encoding="utf-8")
    with Archive.open(tmp_path / "archive", create=True) as archive:
        import_sources(archive, [path], list_name="bench", progress=None)
    return tmp_path / "archive"


def search(folder: Path, *words: str) -> Result:
    result = CliRunner().invoke(commands, ["--archive", str(folder), "search", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_people_see_how_the_query_was_read_and_then_the_change(folder: Path) -> None:
    shown = search(folder, "--format", "table", "fork_test regression 2.5")
    lines = shown.stdout.splitlines()
    assert shown.exit_code == 0
    assert lines[:4] == [
        "Read as",
        "   fork_test: test fork_test of aim9 or reaim",
        "   regression: direction slower",
        "   2.5: kernel series 2.5",
    ]
    change = next(line for line in lines if line.startswith("1. "))
    for part in ("fork_test", "2.4.19 -> 2.5.49", "5620.00 -> 3296.70", "Task Creations/second", "-41.3 % slower"):
        assert part in change
    assert any("single run, no test" in line and "date unknown" in line and "PIII@800" in line for line in lines)
    assert any(line.strip().startswith("line 4: fork_test 10010 32.967") for line in lines)


def test_json_lines_hold_rows_only_and_the_reading_goes_to_standard_error(folder: Path) -> None:
    shown = search(folder, "--format", "jsonl", "fork_test", "regression")
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [row["kind"] for row in rows] == ["change", "change", "message"]
    assert (rows[0]["test"], rows[0]["old"]["raws"], rows[0]["schema"]) == ("fork_test", ["5620.00"], 1)
    assert rows[-1]["message_id"] == "post@example.org"
    assert "regression: direction slower" in shown.stderr


def test_measurements_come_out_as_rows_too(folder: Path) -> None:
    row = json.loads(search(folder, "--format", "jsonl", "fork_test", "-2.5.49", "--limit", "1").stdout.splitlines()[0])
    assert (row["kind"], row["raw"], row["line"]) == ("measurement", "5620.00", 3)


def test_csv_has_one_head_for_all_kinds(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(search(folder, "--format", "csv", "fork_test").stdout)))
    assert {row["kind"] for row in rows} == {"change", "message"}
    assert "=" not in {(row["subject"] or " ")[0] for row in rows}


def test_nothing_found_is_exit_status_1(folder: Path) -> None:
    shown = search(folder, "--format", "jsonl", "absentword")
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert "nothing fits" in shown.stderr


def test_a_query_that_cannot_be_read_is_exit_status_2_and_one_line(folder: Path) -> None:
    shown = search(folder, "kernal:2.5")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert len(shown.stderr.splitlines()) == 1
    assert "did you mean kernel:?" in shown.stderr


def test_an_option_of_a_suite_is_part_of_the_query_and_not_of_the_command(folder: Path) -> None:
    shown = search(folder, "--format", "table", "hdparm", "-T")
    assert "-T: the option, test cached_reads of hdparm" in shown.stdout


def test_limit_and_offset_page_through_each_kind(folder: Path) -> None:
    first, second = (
        search(folder, "--format", "jsonl", "--limit", "1", "--offset", offset, "test:fork_test") for offset in "01"
    )
    kinds = [[json.loads(line)["kind"] for line in shown.stdout.splitlines()] for shown in (first, second)]
    assert kinds == [["change", "message"], ["change"]]
    assert first.stdout.splitlines()[0] != second.stdout.splitlines()[0]
    assert "--offset 1 for more" in search(folder, "--format", "table", "--limit", "1", "fork_test").stdout


def test_a_list_can_be_named(folder: Path) -> None:
    assert search(folder, "--list", "bench", "fork_test").exit_code == 0
    assert search(folder, "--list", "other", "fork_test").exit_code == 1


def test_nothing_of_a_mail_acts_on_the_terminal(folder: Path) -> None:
    shown = search(folder, "--format", "table", "markup")
    assert shown.exit_code == 0
    assert not {"\x1b", "\x07", "\u202e"} & set(shown.stdout + shown.stderr)


def test_markup_in_a_mail_is_shown_as_it_stands(folder: Path) -> None:
    shown = search(folder, "--format", "table", "markup").stdout
    assert "[bold]markup[/bold]" in shown
    assert r"\x1b]0;title\x07" in shown


def test_what_was_imported_since_is_found_without_being_asked_for(folder: Path, tmp_path: Path) -> None:
    search(folder, "fork_test")
    more = tmp_path / "more.eml"
    more.write_text(
        "From: Bo <bo@example.org>\nMessage-ID: <b@example.org>\nSubject: hi\n\nnovelty\n", encoding="utf-8"
    )
    with Archive.open(folder) as archive:
        import_sources(archive, [more], list_name="bench", progress=None)
    assert search(folder, "novelty").exit_code == 0
