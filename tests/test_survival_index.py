"""The search index beside others: who writes it waits or goes on, and nothing of another past stays in it."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from archive.runs import Run
from archive.store.archive import Archive
from index.writing import IndexBusyError, turn
from ingest.pipeline import import_sources

ENGINES = ("whoosh", "tantivy")


@pytest.fixture
def mbox(posts: Callable[..., bytes], tmp_path: Path) -> Callable[[int, int], Path]:
    def make(first: int, last: int) -> Path:
        path = tmp_path / f"{first}.mbox"
        path.write_bytes(posts(first, last))
        return path

    return make


def is_whole(commands: Any, archive: Path) -> bool:
    checked = commands.run("--archive", archive, "check")
    return (checked.status, "not in it yet" in checked.out) == (0, False)


def test_one_writes_at_a_time_and_the_next_as_soon_as_it_has_ended(tmp_path: Path) -> None:
    is_taken, may_end = Event(), Event()

    def write() -> None:
        with turn(tmp_path, 0):
            is_taken.set()
            may_end.wait()

    writer = Thread(target=write)
    writer.start()
    is_taken.wait()
    with pytest.raises(IndexBusyError, match="another process is writing"), turn(tmp_path, 0.1):
        pass
    may_end.set()
    with turn(tmp_path, 60):
        writer.join()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_search_goes_on_with_the_index_as_it_is_while_another_writes_and_says_so(
    commands: Any, mbox: Callable[..., Path], tmp_path: Path, engine: str
) -> None:
    folder = tmp_path / "a"
    commands.run("--archive", folder, "import", mbox(0, 2), "--engine", engine)
    with Archive.open(folder) as archive:
        import_sources(archive, [mbox(4, 5)])
    with turn(folder / "index", 0):
        found = commands.run("--archive", folder, "search", "numbers")
        assert (found.status, "goes on with an index that is a little behind" in found.err) == (0, True)
        assert "aim9-4@" not in found.out
    found = commands.run("--archive", folder, "search", "numbers")
    assert ("aim9-4@" in found.out, "behind" in found.err) == (True, False)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_import_waits_for_another_who_writes_the_index_and_says_so(
    commands: Any, mbox: Callable[..., Path], tmp_path: Path, engine: str
) -> None:
    folder = tmp_path / "a"
    commands.run("--archive", folder, "import", mbox(0, 2), "--engine", engine)
    with turn(folder / "index", 0):
        running = commands.start("--archive", folder, "import", mbox(4, 5))
        while running.is_running() and "waiting until it is done" not in running.err.read_text():
            time.sleep(0.01)
        assert running.is_running(), running.err.read_text()
    done = running.wait()
    assert (done.status, done.err.count("waiting")) == (0, 1)
    assert is_whole(commands, folder)


@pytest.mark.parametrize("engine", ENGINES)
def test_searches_and_an_import_that_write_the_index_in_turns_both_end_well(
    commands: Any, mbox: Callable[..., Path], tmp_path: Path, engine: str
) -> None:
    folder = tmp_path / "a"
    commands.run("--archive", folder, "import", mbox(0, 3), "--engine", engine)
    importing = commands.start("--archive", folder, "import", mbox(4, 30))
    while importing.is_running():
        searching = [commands.start("--archive", folder, "search", "fork_test slower") for _ in range(3)]
        for each in searching:
            done = each.wait()
            assert (done.status, "Traceback" in done.err) == (0, False), done.err
    done = importing.wait()
    assert done.status == 0, done.err
    commands.run("--archive", folder, "search", "fork_test")
    assert is_whole(commands, folder)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("later", [(30, 31), (30, 36)])
def test_an_older_copy_that_went_on_otherwise_has_nothing_of_its_other_past_in_the_index(
    commands: Any, mbox: Callable[..., Path], tmp_path: Path, engine: str, later: tuple[int, int]
) -> None:
    folder, copy = tmp_path / "a", tmp_path / "copy.sqlite3"
    commands.run("--archive", folder, "import", mbox(0, 2), "--engine", engine)
    shutil.copy(folder / "archive.sqlite3", copy)
    commands.run("--archive", folder, "import", mbox(4, 6))
    shutil.copy(copy, folder / "archive.sqlite3")
    with Archive.open(folder) as archive:
        import_sources(archive, [mbox(*later)])
    checked = commands.run("--archive", folder, "check")
    assert "FAULT  index: it holds change" in checked.out
    found = commands.run("--archive", folder, "search", "numbers", "--limit", "100")
    assert ("aim9-30@" in found.out, "aim9-4@" in found.out) == (True, False)
    assert is_whole(commands, folder)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.skipif(os.getuid() != 0 or shutil.which("mount") is None, reason="mounts a file system")
def test_an_index_that_cannot_be_written_is_searched_as_it_is_and_it_is_said(
    commands: Any, mbox: Callable[..., Path], tmp_path: Path, engine: str
) -> None:
    folder = tmp_path / "a"
    (folder / "index").mkdir(parents=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder / "index")], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    try:
        commands.run("--archive", folder, "import", mbox(0, 2), "--engine", engine)
        with Archive.open(folder) as archive:
            import_sources(archive, [mbox(4, 5)])
        subprocess.run(["mount", "-o", "remount,ro", str(folder / "index")], check=True)
        found = commands.run("--archive", folder, "search", "numbers")
        assert (found.status, "aim9-1@" in found.out, "aim9-4@" in found.out) == (0, True, False), found.err
        assert "goes on with an index that is a little behind" in found.err
        assert "cannot be written: Read-only file system" in found.err
    finally:
        subprocess.run(["umount", "-l", str(folder / "index")], check=True)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_run_that_is_stored_is_found_by_the_next_search(
    commands: Any, mbox: Callable[..., Path], tmp_path: Path, engine: str
) -> None:
    folder = tmp_path / "a"
    commands.run("--archive", folder, "import", mbox(0, 2), "--engine", engine)
    assert commands.run("--archive", folder, "search", "has:run").status == 1
    with Archive.open(folder) as archive:
        started = datetime(2026, 1, 1, tzinfo=UTC)
        archive.runs.save(Run("r1", started, "6.1", "aim9-1@example.org", 1.0, 1, (), (), rows=""))
    found = commands.run("--archive", folder, "search", "has:run")
    assert ("aim9-1@example.org" in found.out, "aim9-0@" in found.out) == (True, False)
