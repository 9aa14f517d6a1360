"""`benchlore import` and `benchlore update` with a public-inbox mirror."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchlore.cli import commands

Maker = Callable[[Path], Any]


def mail(number: int) -> bytes:
    head = (
        f"From: Ann <ann@example.org>\nDate: {number:02} Nov 2002 10:00:00 +0100\nMessage-ID: <{number}@example.org>\n"
    )
    row = "fork_test 10000 56.2         5620.00 Task Creations/second"
    return f"{head}Subject: AIM9 {number}\n\n2.4.{number}\n\n{row}\n".encode()


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Result]:
    def run_command(*arguments: str) -> Result:
        return CliRunner().invoke(commands, ["--archive", str(tmp_path / "archive"), *arguments])

    return run_command


def test_a_mirror_is_imported_updated_and_searched(
    run: Callable[..., Result], git_repository: Maker, tmp_path: Path
) -> None:
    inbox = tmp_path / "bench"
    epoch = git_repository(inbox / "git/0.git")
    epoch.post(mail(1), mail(2))
    first = run("import", str(inbox))
    assert (first.exit_code, first.output.splitlines()[0]) == (
        0,
        "2 messages read: 2 new, 0 replaced by a better copy, 0 already there, 0 rejected; 0 problems",
    )
    epoch.post(mail(3))
    epoch.commit({"d": mail(1)})
    update = run("update", "--offline")
    assert update.exit_code == 0
    assert update.output.splitlines()[:2] == [
        "1 message read: 1 new, 0 replaced by a better copy, 0 already there, 0 rejected; 0 problems",
        "1 message withdrawn: the source has taken them back",
    ]
    assert run("search", "m:1@example.org").exit_code == 1
    assert run("search", "m:3@example.org").exit_code == 0
    assert run("import", str(inbox)).exit_code == 0


def test_a_repository_that_holds_no_mail_is_a_failure(
    run: Callable[..., Result], git_repository: Maker, tmp_path: Path
) -> None:
    git_repository(tmp_path / "program.git").commit({"README": b"a program"})
    assert run("import", str(tmp_path / "program.git")).exit_code == 1
    assert "no public-inbox" in run("problems").output


def test_extract_reads_a_mirror_without_an_archive(
    run: Callable[..., Result], git_repository: Maker, tmp_path: Path
) -> None:
    git_repository(tmp_path / "bench.git").post(mail(1))
    found = run("extract", str(tmp_path / "bench.git"), "--kind", "measurement")
    assert {json.loads(line)["message_id"] for line in found.output.splitlines()} == {"1@example.org"}
