"""Full disks, folders that cannot be written, sources that change, others at work, Ctrl-C: a line that says what to do,
or a correct result; never a traceback.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

ENGINES = ("whoosh", "tantivy")


@pytest.fixture
def mbox(posts: Callable[..., bytes], tmp_path: Path) -> Path:
    path = tmp_path / "bench.mbox"
    path.write_bytes(posts(0, 6))
    return path


def lines(commands: Any, archive: Path) -> list[str]:
    """The export of a sound archive, sorted."""
    checked = commands.run("--archive", archive, "check")
    assert (checked.status, checked.err) == (0, ""), checked.out
    return sorted(commands.run("--archive", archive, "export").out.splitlines())


def whole(commands: Any, folder: Path, mbox: Path, engine: str) -> list[str]:
    done = commands.run("--archive", folder / "whole", "import", mbox, "--engine", engine)
    assert done.status == 0, done.err
    return lines(commands, folder / "whole")


def is_one_line_of_advice(done: Any, *wanted: str) -> bool:
    assert "Traceback" not in done.err, done.err
    assert done.status == 1
    told = done.err.splitlines()[-1]
    return told.startswith("benchlore: ") and any(each in told for each in wanted)


@pytest.mark.parametrize("engine", ENGINES)
def test_no_room_for_a_file_is_told_and_an_import_with_room_makes_up_for_it(
    commands: Any, mbox: Path, tmp_path: Path, engine: str
) -> None:
    wanted = whole(commands, tmp_path, mbox, engine)
    for number, largest in enumerate((2_000, 20_000, 100_000, 300_000)):
        archive = tmp_path / str(number)
        done = commands.run("--archive", archive, "import", mbox, "--engine", engine, largest=largest)
        assert is_one_line_of_advice(done, "disk is full", "disk failed", "cannot be written"), (largest, done.err)
        commands.run("--archive", archive, "import", mbox, "--engine", engine)
        assert lines(commands, archive) == wanted


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of its own; the test is skipped where it cannot be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True)
    if mounted.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.skipif(shutil.which("mount") is None, reason="needs the program mount")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_full_disk_is_told_and_an_import_with_room_makes_up_for_it(
    commands: Any, mbox: Path, tmp_path: Path, engine: str
) -> None:
    wanted = whole(commands, tmp_path, mbox, engine)
    with small_disk(tmp_path / "disk", "3m") as disk:
        archive = disk / "a"
        ballast = disk / "ballast"
        for room in (100_000, 400_000, 900_000, 1_300_000):
            free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
            ballast.write_bytes(bytes(max(0, free - room)))
            done = commands.run("--archive", archive, "import", mbox, "--engine", engine)
            assert done.status == 0 or is_one_line_of_advice(done, "disk is full", "No space left"), done.err
            ballast.unlink()
        subprocess.run(["mount", "-o", "remount,size=30m", str(disk)], check=True)
        commands.run("--archive", archive, "import", mbox, "--engine", engine)
        assert lines(commands, archive) == wanted


@contextmanager
def cannot_be_written(folder: Path) -> Iterator[None]:
    """Root may write wherever it is not forbidden by the mount, others wherever they have the right."""
    paths = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    if os.getuid() == 0:
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    else:
        for path in paths:
            path.chmod(0o555)
    try:
        yield
    finally:
        for path in paths if os.getuid() else ():
            path.chmod(0o755)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_folder_that_cannot_be_written_can_be_read_and_an_import_says_so(
    commands: Any, mbox: Path, tmp_path: Path, engine: str
) -> None:
    with small_disk(tmp_path / "disk", "40m") if os.getuid() == 0 else nullcontext(tmp_path) as folder:
        wanted = whole(commands, folder, mbox, engine)
        archive = folder / "whole"
        with cannot_be_written(folder):
            for words in (("import", mbox), ("import", mbox, "--list", "x"), ("reindex",)):
                done = commands.run("--archive", archive, *words)
                assert is_one_line_of_advice(done, "cannot be written", "cannot be made", "check the rights"), done.err
            made = commands.run("--archive", folder / "new", "import", mbox)
            assert is_one_line_of_advice(made, "cannot be made")
            for words in (("export",), ("show", "aim9-1@example.org"), ("stats",)):
                assert commands.run("--archive", archive, *words).status == 0, words
            searched = commands.run("--archive", archive, "search", "fork_test")
            assert (searched.status, "behind" in searched.err) == (0, False), searched.err
            checked = commands.run("--archive", archive, "check")
            assert checked.out.count("ok") == 6
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=os.getuid() == 0, capture_output=True)
        assert lines(commands, archive) == wanted


@pytest.mark.parametrize("engine", ENGINES)
def test_two_imports_at_once_lose_nothing(
    commands: Any, posts: Callable[..., bytes], tmp_path: Path, engine: str
) -> None:
    both, mboxes = tmp_path / "both.mbox", (tmp_path / "0.mbox", tmp_path / "1.mbox")
    both.write_bytes(posts(0, 6))
    for number, path in enumerate(mboxes):
        path.write_bytes(posts(3 * number, 3 * number + 3))
    wanted = whole(commands, tmp_path, both, engine)
    archive = tmp_path / "a"
    running = [commands.start("--archive", archive, "import", path, "--engine", engine) for path in mboxes]
    for done in [each.wait() for each in running]:
        assert done.status == 0 or is_one_line_of_advice(done, "another process", "another import"), done.err
    commands.run("--archive", archive, "search", "fork_test")
    found = lines(commands, archive)
    assert [line.replace("1.mbox", "0.mbox") for line in found] == [
        line.replace("both.mbox", "0.mbox") for line in wanted
    ] or len(found) == len(wanted)


@pytest.mark.parametrize("engine", ENGINES)
def test_readers_beside_an_import_get_an_answer(
    commands: Any, posts: Callable[..., bytes], mbox: Path, tmp_path: Path, engine: str
) -> None:
    archive, more = tmp_path / "a", tmp_path / "more.mbox"
    more.write_bytes(posts(6, 24))
    commands.run("--archive", archive, "import", mbox, "--engine", engine)
    running = commands.start("--archive", archive, "import", more)
    answers = 0
    while running.is_running():
        for words in (("search", "fork_test"), ("export",), ("show", "aim9-1@example.org"), ("check",)):
            done = commands.run("--archive", archive, *words)
            assert (done.status, "Traceback" in done.err) == (0, False), (words, done.err, done.out)
            answers += bool(done.out)
    done = running.wait()
    assert done.status == 0, done.err
    assert answers
    commands.run("--archive", archive, "search", "fork_test")
    assert "80 messages with" in commands.run("--archive", archive, "check").out


@pytest.mark.parametrize("engine", ENGINES)
def test_an_index_ahead_of_an_older_copy_of_the_archive_is_told_and_made_anew(
    commands: Any, posts: Callable[..., bytes], mbox: Path, tmp_path: Path, engine: str
) -> None:
    archive, more = tmp_path / "a", tmp_path / "more.mbox"
    more.write_bytes(posts(6, 9))
    commands.run("--archive", archive, "import", mbox, "--engine", engine)
    older = (archive / "archive.sqlite3").read_bytes()
    commands.run("--archive", archive, "import", more)
    (archive / "archive.sqlite3").write_bytes(older)
    checked = commands.run("--archive", archive, "check")
    assert checked.status == 1
    assert "FAULT  index: it holds change" in checked.out
    assert "run `benchlore reindex`" in checked.out
    assert commands.run("--archive", archive, "search", "part 7").status in (0, 1)
    assert lines(commands, archive) == whole(commands, tmp_path, mbox, engine)


@pytest.mark.parametrize("change", ["shrinks", "grows"])
def test_a_source_that_changes_while_it_is_read_gives_what_is_there_and_the_rest_later(
    commands: Any, posts: Callable[..., bytes], tmp_path: Path, change: str
) -> None:
    path, archive = tmp_path / "bench.mbox", tmp_path / "a"
    path.write_bytes(posts(0, 400))
    size = path.stat().st_size
    started = commands.start("--archive", archive, "import", path)
    while not (archive / "archive.sqlite3").exists():
        time.sleep(0.001)
    started.signal(signal.SIGSTOP)
    if change == "shrinks":
        os.truncate(path, size // 3 + 100)
    else:
        with path.open("ab") as file:
            file.write(posts(400, 402))
    started.signal(signal.SIGCONT)
    done = started.wait()
    assert (done.status, "Traceback" in done.err) == (0, False), done.err
    assert commands.run("--archive", archive, "check").status == 0
    update = commands.run("--archive", archive, "update", "--offline")
    assert (update.status, "Traceback" in update.err) == (0, False), update.err
    if change == "grows":
        assert commands.run("--archive", archive, "show", "aim9-401@example.org").status == 0


def test_an_interrupt_says_what_was_kept_and_the_same_command_goes_on(
    commands: Any, posts: Callable[..., bytes], tmp_path: Path
) -> None:
    path, archive = tmp_path / "bench.mbox", tmp_path / "a"
    path.write_bytes(posts(0, 20))
    started = commands.start("--archive", archive, "import", path)
    while started.is_running() and started.cpu_seconds() < 0.2:
        time.sleep(0.002)
    started.signal(signal.SIGINT)
    assert is_one_line_of_advice(started.wait(), "stopped; what was read is kept, and the same command goes on")
    assert commands.run("--archive", archive, "import", path).status == 0
    assert lines(commands, archive) == whole(commands, tmp_path, path, "whoosh")
