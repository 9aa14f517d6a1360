"""`benchlore run`: shows first, asks, runs, stores, compares; and leaves nothing behind when it is stopped."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archive.model import Message, UserError
from archive.results import Derived, Table, TableRef
from archive.store.archive import Archive
from benchlore.commands.run import command
from benchlore.settings import Settings

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler on this machine")
Mail = Callable[..., Message]
Call = Callable[..., Result]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "archive")


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all tests, so that each program is compiled once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def run(settings: Settings, scratch: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))

    def call(*words: str) -> Result:
        return CliRunner().invoke(command, [*words, "--scratch", str(scratch)], obj=settings)

    return call


def test_a_dry_run_shows_every_command_and_its_cost_and_does_nothing(
    run: Call, settings: Settings, scratch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")  # nothing could be started
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    result = run("aim9", "--dry-run", "--seconds", "3", "--repeat", "2")

    assert result.exit_code == 0, result.exception
    assert "  2 times CACHE/fork_test 3 SCRATCH\n" in result.stdout
    assert "cc -std=c11 -O1 -fno-builtin -o CACHE/creat-clo NATIVE/frame.c" in result.stdout
    assert result.stdout.count(" times CACHE/") == 13
    assert "Cost: about 1 min 23 s" in result.stdout
    assert list(scratch.iterdir()) == []
    assert not (tmp_path / "cache").exists()
    assert not settings.archive_folder.exists()


def test_off_a_terminal_nothing_runs_without_yes(run: Call, scratch: Path, settings: Settings) -> None:
    result = run("aim9:fork_test")

    assert isinstance(result.exception, UserError)
    assert "--yes" in str(result.exception)
    assert "CACHE/fork_test 5 SCRATCH" in result.stderr
    assert result.stdout == ""
    assert not settings.archive_folder.exists()


@pytest.mark.parametrize(
    ("option", "value"), [("--seconds", "0"), ("--seconds", "601"), ("--repeat", "51"), ("--seconds", "1;ls")]
)
def test_numbers_out_of_range_are_wrong_use(option: str, value: str, run: Call) -> None:
    assert run("aim9", option, value, "--dry-run").exit_code == 2


@needs_compiler
def test_a_run_is_stored_and_printed_as_one_json_object(run: Call, settings: Settings, scratch: Path) -> None:
    result = run("aim9:fork_test", "--yes", "--seconds", "1", "--repeat", "1", "--format", "jsonl")

    assert result.exit_code == 0, result.exception
    printed = json.loads(result.stdout)
    assert (printed["kind"], printed["seconds"], printed["repeat"]) == ("run", 1.0, 1)
    (value,) = printed["values"]
    assert value["samples"][0] > 100
    with settings.open_archive() as archive:
        stored = archive.runs.get(printed["id"])
        assert stored is not None
        assert stored.values[0].samples == tuple(value["samples"])
        assert stored.rows.startswith("fork_test ")
    assert list(scratch.iterdir()) == []


@needs_compiler
def test_a_report_ends_with_the_runs_id_and_says_how_to_go_on(run: Call, settings: Settings) -> None:
    result = run("aim9:pipe_cpy", "--yes", "--seconds", "1", "--repeat", "1", "--format", "table")

    with settings.open_archive() as archive:
        (stored,) = archive.runs.all()
    assert result.stdout.endswith(f"\nrun {stored.id}\n")
    assert "boot another kernel" in result.stdout
    assert f"stored in {settings.archive_folder} as run {stored.id}" in result.stderr


@needs_compiler
def test_a_run_that_cannot_be_stored_is_shown_all_the_same(run: Call, settings: Settings) -> None:
    settings.archive_folder.parent.joinpath("archive").write_text("a file is in the way")

    result = run("aim9:pipe_cpy", "--yes", "--seconds", "1", "--repeat", "1", "--mail")

    assert "not stored: " in result.stderr
    assert "\npipe_cpy 10" in result.stdout


def test_a_post_that_cannot_be_run_is_shown_with_its_script_and_its_control_characters_escaped(
    run: Call, settings: Settings, mail: Mail
) -> None:
    post = mail("\x1b[2Jhello\n#!/bin/sh\nmke2fs /dev/hdz1 # \x1b]0;title\x07\n", subject="results \x1b[31m[bold]red")
    with settings.create_archive() as archive:
        keep(archive, post)

    result = run(post.key, "--yes")

    assert result.exit_code == 1
    assert "never run" in result.stderr
    assert "mke2fs /dev/hdz1 # \\x1b]0;title\\x07" in result.stderr
    assert "results \\x1b[31m[bold]red" in result.stderr
    assert "would make a new filesystem" in result.stderr
    assert "\x1b" not in result.output
    assert result.stdout == ""


def keep(archive: Archive, message: Message) -> None:
    archive.messages.save(message)
    table = Table(TableRef(message.key, 0), 0, 1, 9, "result", None)
    archive.results.replace((message.key,), Derived(tables=(table,)))


@needs_compiler
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_run_that_is_asked_to_end_leaves_no_process_no_file_and_no_semaphore(
    number: signal.Signals, tmp_path: Path, scratch: Path, cache: Path
) -> None:
    words = ("run", "aim9:shared_memory", "--yes", "--seconds", "60", "--scratch", str(scratch))
    process = subprocess.Popen(
        [sys.executable, "-m", "benchlore", "--archive", str(tmp_path / "a"), *words],
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    key = wait_for_key(scratch, process)
    children = children_of(process.pid)
    time.sleep(0.1)

    process.send_signal(number)
    output, errors = process.communicate(timeout=20)

    assert process.returncode == 1
    assert output == b""
    assert b"Traceback" not in errors
    assert list(scratch.iterdir()) == []
    assert key not in keys_in_use()
    assert children
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]


def wait_for_key(scratch: Path, process: subprocess.Popen[bytes]) -> int:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        assert process.poll() is None
        for record in scratch.rglob("ipc-key"):
            if record.read_text().endswith("\n"):
                return int(record.read_text())
        time.sleep(0.01)
    raise AssertionError("the program did not start")


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def keys_in_use() -> set[int]:
    tables = (Path("/proc/sysvipc", kind).read_text().splitlines()[1:] for kind in ("shm", "sem"))
    return {int(row.split()[0]) for rows in tables for row in rows}
