"""`benchlore reextract` as a person calls it."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[1] / "samples"


def benchlore(archive: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchlore", "--archive", str(archive), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_what_an_older_version_did_not_read_is_read_from_the_stored_mails(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    benchlore(archive, "import", SAMPLES)
    whole = benchlore(archive, "export", "--format", "jsonl").stdout
    with closing(sqlite3.connect(archive / "archive.sqlite3")) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM result_table")
    assert benchlore(archive, "export", "--format", "jsonl").stdout != whole
    run = benchlore(archive, "reextract")
    assert (run.returncode, run.stdout.startswith("the archive holds")) == (0, True)
    assert benchlore(archive, "export", "--format", "jsonl").stdout == whole
    assert benchlore(archive, "check").returncode == 0


def test_what_is_left_to_be_read_is_read_by_an_update(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    benchlore(archive, "import", SAMPLES)
    whole = benchlore(archive, "export", "--format", "jsonl").stdout
    with closing(sqlite3.connect(archive / "archive.sqlite3")) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM result_table")
        database.execute("UPDATE message SET pending = 1")
    assert benchlore(archive, "update").returncode == 0
    assert benchlore(archive, "export", "--format", "jsonl").stdout == whole
