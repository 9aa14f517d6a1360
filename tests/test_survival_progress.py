"""How far an import is: seen on a real terminal and in a log, and what it could not read at its end."""

import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchlore.progress import Display, Stage, duration


def on_a_terminal(*words: str | Path) -> str:
    """What a command prints on a terminal of its own, with all that moves the cursor."""
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "benchlore", *map(str, words)]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(command, stdin=end, stdout=end, stderr=end, env=environment, start_new_session=True)
    os.close(end)
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(terminal)
    assert process.wait() == 0, shown
    return shown.decode()


@pytest.fixture
def mbox(posts: Callable[..., bytes], tmp_path: Path) -> Path:
    path = tmp_path / "bench.mbox"
    broken = "From x@example.org Fri Nov 01 12:18:00 2002\nFrom: X <x@example.org>\nSubject: \x1b[31m\n"
    broken += "Message-ID: <x@example.org>\n"
    # More parts than anybody sends: the rest is left out, and said to be.
    broken += "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nx\n" * 300 + "\n"
    path.write_bytes(posts(0, 3) + broken.encode())
    return path


def test_a_terminal_shows_each_stage_with_count_and_share_and_is_left_clean(mbox: Path, tmp_path: Path) -> None:
    archive = tmp_path / "a"
    for words, stages in (
        (("import", mbox), ("read", "threads", "index")),
        (("reindex",), ("index",)),
        (("update", "--offline"), ()),
    ):
        shown = on_a_terminal("--archive", archive, *words)
        plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
        assert all(f"{stage} ━" in plain for stage in stages), plain
        assert "Traceback" not in plain
        # The cursor is shown again.
        assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h")


def test_a_log_gets_plain_lines_and_no_control_characters() -> None:
    log = io.StringIO()
    with Display(log, between_lines=0) as display:
        display.tell("read", 500, 0.25)
        display.tell("read", 1000, 0.5)
        display.tell("threads", 3, None)
    assert log.getvalue().splitlines() == [
        "read: 500 mails, 25 %",
        "read: 1,000 mails, 50 %",
        "threads: 3 threads",
    ]
    quiet = io.StringIO()
    with Display(quiet) as display:
        display.tell("read", 500, 0.25)
    assert quiet.getvalue() == ""


def test_rate_and_time_left_are_told_as_far_as_they_are_known() -> None:
    assert Stage("read", 3000, 0.25, 10.0).figures() == "3,000 mails, 300/s, 25 %, about 30 s left"
    assert Stage("read", 3000, None, 10.0).figures() == "3,000 mails, 300/s"
    assert Stage("threads", 8, 1.0, 10.0).figures() == "8 threads, 1/s, 100 %"
    assert [duration(seconds) for seconds in (0.2, 59, 150, 7800)] == ["1 s", "59 s", "2 min", "2 h 10 min"]


def test_the_first_problems_are_listed_at_the_end_and_each_with_how_to_see_its_mail(
    commands: Any, mbox: Path, tmp_path: Path
) -> None:
    path = tmp_path / "many.mbox"
    mail = mbox.read_bytes().partition(b"From x@")[2]
    path.write_bytes(b"".join(b"From x@" + mail.replace(b"<x@", b"<x%d@" % number) for number in range(8)))
    done = commands.run("--archive", tmp_path / "a", "import", path)
    assert done.status == 0, done.err
    lines = done.err.splitlines()
    rows = [json.loads(line) for line in commands.run("--archive", tmp_path / "a", "problems").out.splitlines()]
    assert len(rows) >= 8
    assert len(lines) == 6
    assert lines[-1] == f"and {len(rows) - 5} more; `benchlore problems` shows all, with how to see each mail"
    assert rows[0]["reason"] in lines[0]
    shown = [row["show"] for row in rows if row["show"]]
    assert shown[0] == "benchlore show --raw x0@example.org"
    raw = commands.run("--archive", tmp_path / "a", *shown[0].split()[1:])
    assert "Message-ID: <x0@example.org>" in raw.out
    again = commands.run("--archive", tmp_path / "a", "import", path)
    assert again.err == ""
    whole = commands.run("--archive", tmp_path / "a", "import", "--again", path)
    assert whole.err.startswith(f"{len(rows)} problems of before are still there; `benchlore problems` shows all")
