import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = Path(__file__).resolve().parents[1] / "samples" / "aim9-thread.mbox"
ROW = b"fork_test 10000 56.2         5620.00 Task Creations/second\n"


def benchlore(
    *words: str | Path, stdin: bytes = b"", archive: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    where = ["--archive", str(archive)] if archive is not None else []
    return subprocess.run(
        [sys.executable, "-m", "benchlore", *where, *map(str, words)], input=stdin, capture_output=True, check=False
    )


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli") / "archive"
    run = benchlore("import", SAMPLE, archive=folder)
    assert run.returncode == 0, run.stderr
    return folder


def test_extract_prints_json_objects_and_nothing_else_on_standard_output() -> None:
    run = benchlore("extract", "--format", "jsonl", SAMPLE)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == 0
    assert {"measurement", "change", "claim", "comment", "table"} <= {row["kind"] for row in rows}
    assert all(row["schema"] == 1 for row in rows)


def test_extract_reads_a_mail_from_standard_input_and_places_each_number() -> None:
    run = benchlore("extract", "-", stdin=b"From: Ann <ann@example.org>\nSubject: 2.5.49\n\n" + ROW)
    [first, *_] = [row for row in map(json.loads, run.stdout.splitlines()) if row["kind"] == "measurement"]
    start, end = first["columns"]
    assert (first["line"], first["line_text"][start:end], first["kernel"]["text"]) == (1, "5620.00", "2.5.49")


def test_extract_of_a_mail_without_results_is_a_success_with_nothing() -> None:
    run = benchlore("extract", "-", stdin=b"From: Ann <ann@example.org>\nSubject: hello\n\nNo numbers.\n")
    assert (run.returncode, run.stdout) == (0, b"")


def test_extract_reads_a_text_that_is_no_mail_at_all() -> None:
    run = benchlore("extract", "--kind", "measurement", "-", stdin=b"On 2.4.19:\n\n" + ROW)
    assert [json.loads(line)["raw"] for line in run.stdout.splitlines()] == ["5620.00", "56.2"]


def test_extract_as_csv_quotes_cells_that_a_spreadsheet_would_run() -> None:
    hostile = b"From: Ann <ann@example.org>\nSubject: =cmd()\n\n" + ROW
    run = benchlore("extract", "--kind", "measurement", "--format", "csv", "-", stdin=hostile)
    [row, *_] = csv.DictReader(io.StringIO(run.stdout.decode()))
    assert row["subject"] == "'=cmd()"


def test_a_mistake_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    for words, status, wanted in (
        (("extract", tmp_path / "none"), 1, "none"),
        (("show", "x@example.org"), 1, "import something first"),
        (("imprt", "x"), 2, "did you mean import"),
    ):
        run = benchlore(*words, archive=tmp_path / "nowhere")
        assert run.returncode == status
        assert wanted in run.stderr.decode()
        assert "Traceback" not in run.stderr.decode()


def test_import_ends_with_what_was_read_and_what_the_archive_holds(tmp_path: Path) -> None:
    first = benchlore("import", SAMPLE, archive=tmp_path / "a").stdout.decode()
    again = benchlore("import", SAMPLE, archive=tmp_path / "a").stdout.decode()
    assert " new" in first
    assert " measurements" in first
    assert " 0 new" in again
    assert first.splitlines()[1] == again.splitlines()[1]


def test_show_prints_a_message_with_its_results(filled: Path) -> None:
    listed = [
        json.loads(line) for line in benchlore("export", "--kind", "measurement", archive=filled).stdout.splitlines()
    ]
    key = listed[0]["message_id"]
    shown = benchlore("show", "--format", "table", f"<{key}>", archive=filled).stdout.decode()
    assert f"Message-ID: {key}" in shown
    assert "fork_test" in shown
    assert benchlore("show", "--raw", key, archive=filled).stdout.count(b"\n") > 10


def test_control_characters_of_a_mail_never_reach_the_terminal(tmp_path: Path) -> None:
    mail = (
        b"From: Ann <ann@example.org>\nMessage-ID: <a@example.org>\nSubject: \x1b[31mred\n\n\x1b]0;title\x07 text\n"
        + ROW
    )
    path = tmp_path / "mail.eml"
    path.write_bytes(mail)
    benchlore("import", path, archive=tmp_path / "a")
    for words in (("show", "--format", "table", "a@example.org"), ("search", "--format", "table", "fork_test")):
        run = benchlore(*words, archive=tmp_path / "a")
        assert b"\x1b" not in run.stdout + run.stderr


def test_stats_and_problems_speak_of_the_archive(filled: Path) -> None:
    assert "the archive holds" in benchlore("stats", archive=filled).stdout.decode()
    assert benchlore("problems", "--format", "jsonl", archive=filled).stdout == b""


def test_every_command_explains_itself() -> None:
    listed = benchlore("--help").stdout.decode()
    names = [
        line.split()[0]
        for line in listed.partition("Commands:")[2].splitlines()
        if line.startswith("  ") and line[2] != " "
    ]
    assert {"import", "extract", "search", "show", "export", "run", "serve", "stats", "problems", "demo"} <= set(names)
    for name in names:
        assert benchlore(name, "--help").returncode == 0
