"""`benchlore purge` as a person calls it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAD = (
    "From ann@example.org Mon Nov 25 10:00:00 2002\nFrom: Ann <ann@example.org>\n"
    "Date: Mon, 25 Nov 2002 10:00:00 +0000\nSubject: numbers\n"
)
ROW = "fork_test 10000 56.2         5620.00 Task Creations/second"


def benchlore(archive: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchlore", "--archive", str(archive), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def box(tmp_path: Path) -> Path:
    path = tmp_path / "box"
    path.write_text(
        f"{HEAD}Message-ID: <first@example.org>\n\nwobbly prose\n{ROW}\n\n"
        f"{HEAD}Message-ID: <second@example.org>\nIn-Reply-To: <first@example.org>\n\n> {ROW}\nthanks\n\n"
    )
    return path


def kinds(archive: Path) -> list[tuple[str, str]]:
    lines = benchlore(archive, "export", "--format", "jsonl").stdout.splitlines()
    return [(record["kind"], record.get("message_id", "")) for record in map(json.loads, lines)]


def test_a_purged_mail_is_gone_from_the_archive_the_index_and_later_imports(box: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    benchlore(archive, "import", box)
    assert "first@example.org" in benchlore(archive, "search", "wobbly").stdout
    run = benchlore(archive, "purge", "<first@example.org>")
    assert (run.returncode, run.stdout) == (0, "first@example.org is purged\n")
    assert benchlore(archive, "search", "wobbly").returncode == 1
    assert "1 rejected" in benchlore(archive, "import", "--again", box).stdout
    assert ("message", "first@example.org") not in kinds(archive)


def test_what_only_a_quote_keeps_of_a_purged_mail_is_counted_from_then_on(box: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    benchlore(archive, "import", box)
    assert {key for kind, key in kinds(archive) if kind == "measurement"} == {"first@example.org"}
    benchlore(archive, "purge", "first@example.org")
    assert {key for kind, key in kinds(archive) if kind == "measurement"} == {"second@example.org"}


def test_an_unknown_id_is_said_to_be_none(box: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    benchlore(archive, "import", box)
    run = benchlore(archive, "purge", "nobody@example.org")
    assert run.returncode != 0
    assert "no mail answers to nobody@example.org" in run.stderr
