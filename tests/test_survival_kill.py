"""An import that is killed at any moment: the archive opens, holds together, and the next import makes it whole."""

import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from archive.store.archive import Archive
from index.engines import open_engine
from index.results import answer

ENGINES = ("whoosh", "tantivy")
QUERIES = ("fork_test slower", "tables cost", "subject OR figures OR bob")
# Moments of each engine, spread over the CPU time that an import takes.
KILLS = 26


@dataclass(frozen=True)
class Whole:
    """What one import in one go of some mboxes gives, the CPU seconds and the steps (cli_server.py) that it takes."""

    engine: str
    mboxes: tuple[Path, ...]
    contents: tuple[str, ...]
    seconds: float
    steps: int


def contents(commands: Any, archive: Path) -> tuple[str, ...]:
    """All that the archive and its index tell, without the order of equals; nothing of it may be faulty."""
    checked = commands.run("--archive", archive, "check")
    assert (checked.status, checked.err) == (0, ""), checked.out
    exported = commands.run("--archive", archive, "export")
    assert (exported.status, exported.err) == (0, "")
    return (checked.out.splitlines()[-1], "\n".join(sorted(exported.out.splitlines())), *found_by_queries(archive))


def found_by_queries(folder: Path) -> Iterator[str]:
    with (
        Archive.open(folder, read_only=True) as archive,
        closing(open_engine(folder / "index", create=False)) as engine,
    ):
        for query in QUERIES:
            found = answer(archive, engine, query, limit=50)
            keys = [hit.message.key for hit in (*found.changes, *found.measurements, *found.messages)]
            yield f"{query}: {sorted(keys)}"


def imported_whole(commands: Any, folder: Path, engine: str, *mboxes: bytes) -> Whole:
    paths = tuple(folder / f"{number}.mbox" for number in range(len(mboxes)))
    for path, mails in zip(paths, mboxes, strict=True):
        path.write_bytes(mails)
    archive, steps = folder / "whole", folder / "steps"
    words = ("--archive", archive, "import", *paths, "--engine", engine)
    started, seconds = commands.start(*words, within=str(archive), steps=str(steps)), 0.0
    while not steps.exists():
        seconds = max(seconds, started.cpu_seconds())
        time.sleep(0.002)
    done = started.wait()
    assert (done.status, done.err) == (0, "")
    found = contents(commands, archive)
    assert not any(each.endswith(": []") for each in found)
    return Whole(engine, paths, found, seconds or done.seconds, int(steps.read_text()))


def after_a_kill(commands: Any, archive: Path) -> str:
    """How far a killed import came, by what is in the archive; it has to be sound, and to answer readers."""
    if not (archive / "archive.sqlite3").exists():
        return "nothing"
    checked = commands.run("--archive", archive, "check")
    if "is no archive" in checked.err:
        # Killed while the file was made: the next import makes it anew.
        return "nothing"
    assert (checked.status, checked.err) == (0, ""), checked.out + checked.err
    with closing(sqlite3.connect(f"file:{archive / 'archive.sqlite3'}?mode=ro", uri=True)) as connection:
        counts = (
            "SELECT (SELECT count(*) FROM message), (SELECT count(*) FROM thread), count(*) FROM message WHERE pending"
        )
        messages, threads, pending = connection.execute(counts).fetchone()
    if pending:
        return "threaded" if threads else "read"
    behind = "not in it yet" in checked.out or "no messages" in checked.out
    return ("derived" if behind else "indexed") if messages else "begun"


def import_again(commands: Any, whole: Whole, archive: Path) -> None:
    done = commands.run("--archive", archive, "import", *whole.mboxes, "--engine", whole.engine)
    assert (done.status, done.err) == (0, "")
    assert contents(commands, archive) == whole.contents


@pytest.mark.parametrize("engine", ENGINES)
def test_an_import_that_is_killed_at_any_moment_is_made_whole_by_the_next(
    commands: Any, posts: Callable[..., bytes], tmp_path: Path, engine: str
) -> None:
    whole = imported_whole(commands, tmp_path, engine, posts(0, 2), posts(2, 4))
    chance = random.Random(f"kill {engine}")
    killed = 0
    for number in range(KILLS):
        archive = tmp_path / str(number)
        moment = whole.seconds * (number + chance.random()) / KILLS
        started = commands.start("--archive", archive, "import", *whole.mboxes, "--engine", engine)
        until = time.monotonic() + 60 * whole.seconds
        while started.is_running() and started.cpu_seconds() < moment and time.monotonic() < until:
            time.sleep(0.002)
        started.signal(signal.SIGKILL)
        killed += started.wait().status == -signal.SIGKILL
        after_a_kill(commands, archive)
        import_again(commands, whole, archive)
        shutil.rmtree(archive)
    assert killed > KILLS / 2


@pytest.mark.parametrize("engine", ENGINES)
def test_an_import_that_dies_at_any_of_its_steps_is_made_whole_by_the_next(
    commands: Any, posts: Callable[..., bytes], tmp_path: Path, engine: str
) -> None:
    whole = imported_whole(commands, tmp_path, engine, posts(0, 1), posts(1, 2))
    seen = set()
    for step in range(1, whole.steps + 1):
        archive = tmp_path / str(step)
        words = ("--archive", archive, "import", *whole.mboxes, "--engine", engine)
        assert commands.run(*words, within=str(archive), die_at=step).status == -signal.SIGKILL
        seen.add(after_a_kill(commands, archive))
        import_again(commands, whole, archive)
        shutil.rmtree(archive)
    assert {"begun", "read", "threaded", "derived"} <= seen
