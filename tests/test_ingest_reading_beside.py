"""A large source is read by a process of its own: the archive is the same, and nobody is left behind by any end."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from archive.child_process import ChildFailedError
from archive.model import Message, Thread, UserError
from archive.store.archive import Archive
from ingest.import_summary import ImportSummary
from ingest.pipeline import import_sources
from ingest.sources.opening import Meter

MAILS = 1200
Whole = tuple[ImportSummary, list[tuple[Message | None, bytes | None, Thread | None, str]]]
# An import by whatever start method, of what is large or not; it tells its reader's process and what it found.
PROGRAM = """
import multiprocessing, sys
from pathlib import Path
from archive.store.archive import Archive
from ingest.pipeline import import_sources
from ingest.sources.opening import Meter

def tell(stage, done, share):
    print(stage, *(child.pid for child in multiprocessing.active_children()), flush=True)

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    with Archive.open(Path(sys.argv[2]), create=True) as archive:
        print(import_sources(archive, [Path(sys.argv[3])], progress=tell, meter=Meter()), flush=True)
"""


def mail(number: int) -> str:
    again = number % 100 == 99
    identity = f"<{number - 1 if again else number}@example.org>"
    return (
        f"From MAILER Mon Nov 25 10:00:00 2002\nFrom: Ann Tester <ann@example.org>\nMessage-ID: {identity}\n"
        f"Date: Mon, 25 Nov 2002 10:{number % 60:02}:00 +0000\nSubject: results of run {number // 7}\n"
        + (f"References: <{number - 1}@example.org>\n" if number % 7 else "")
        + f"\nkernel 2.5.{number % 40} fork_test {1000 + number} processes per second\n\n"
    )


@pytest.fixture
def mbox(tmp_path: Path) -> Path:
    path = tmp_path / "bench.mbox"
    path.write_text("".join(map(mail, range(MAILS))))
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive", create=True) as opened:
        yield opened


@pytest.fixture
def here(tmp_path: Path, mbox: Path) -> Whole:
    """What an import in one process gives."""
    with Archive.open(tmp_path / "here", create=True) as opened:
        return import_sources(opened, [mbox]), exported(opened)


def exported(archive: Archive) -> list[tuple[Message | None, bytes | None, Thread | None, str]]:
    keys = sorted(summary.key for summary in archive.messages.recent(limit=2 * MAILS))
    messages, threads = archive.messages, archive.threads
    return [
        (messages.get(key), messages.raw(key), threads.of_message(key), str(archive.results.measurements([key])))
        for key in keys
    ]


def program(tmp_path: Path, method: str, path: Path) -> list[str]:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    return [sys.executable, str(file), method, str(tmp_path / "archive"), str(path)]


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_an_import_with_a_reader_beside_it_gives_the_same_archive(
    tmp_path: Path, mbox: Path, here: Whole, method: str
) -> None:
    done = subprocess.run(program(tmp_path, method, mbox), capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", 0)
    told = done.stdout.splitlines()
    assert len(told[0].split()) == 2, "it was read by another process"
    assert told[-1] == str(here[0])
    assert (here[0].found, here[0].known) == (MAILS, 0)
    with Archive.open(tmp_path / "archive") as archive:
        assert exported(archive) == here[1]


def test_a_source_of_few_bytes_and_standard_input_are_read_here(archive: Archive, mbox: Path) -> None:
    readers = list[int]()

    def tell(_stage: str, _done: int, _share: float | None) -> None:
        readers.append(len(multiprocessing.active_children()))

    import_sources(archive, [mbox], progress=tell, meter=Meter(mbox.stat().st_size))
    assert set(readers) == {0}


def test_what_no_format_reads_is_told_as_it_is_by_one_process(archive: Archive, tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(bytes(range(256)) * 100)
    with pytest.raises(UserError, match="no format that can be read"):
        import_sources(archive, [path], meter=Meter())
    assert multiprocessing.active_children() == []


def _broken(path: Path) -> int:
    message = f"no look at {path.name}"
    raise ValueError(message)


def test_a_fault_of_the_reader_is_told_with_its_trace_and_costs_nothing_that_was_read(
    archive: Archive, mbox: Path, here: Whole
) -> None:
    with pytest.raises(ChildFailedError, match=r"no look at bench\.mbox"):
        import_sources(archive, [mbox.parent], unread=_broken, meter=Meter())
    assert import_sources(archive, [mbox], meter=Meter()) == here[0]


def test_an_import_whose_reader_is_killed_says_so_and_the_next_one_finishes_it(
    archive: Archive, mbox: Path, here: Whole
) -> None:
    def kill(_stage: str, _done: int, _share: float | None) -> None:
        for reader in multiprocessing.active_children():
            reader.kill()
            reader.join()

    big = mbox.with_name("big.mbox")
    big.write_text(mbox.read_text() * 5)
    with pytest.raises(UserError, match="process that reads was ended"):
        import_sources(archive, [big], progress=kill, meter=Meter())
    assert 0 < archive.messages.count() < MAILS
    import_sources(archive, [mbox], meter=Meter())
    assert archive.messages.count() == len(here[1])


def test_a_reader_ends_with_an_import_that_is_stopped(archive: Archive, mbox: Path) -> None:
    def stop(_stage: str, _done: int, _share: float | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_sources(archive, [mbox], progress=stop, meter=Meter())
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_reader_does_not_outlive_an_import_that_is_killed(tmp_path: Path, method: str) -> None:
    pipe = tmp_path / "endless"
    os.mkfifo(pipe)
    with (
        subprocess.Popen(program(tmp_path, method, pipe), stdout=subprocess.PIPE, text=True) as running,
        pipe.open("w") as mails,
    ):
        mails.write("".join(map(mail, range(MAILS))) + "x" * 5_000_000)
        mails.flush()
        assert running.stdout is not None
        reader = int(running.stdout.readline().split()[1])
        assert is_there(reader)
        running.send_signal(signal.SIGKILL)
        running.wait()
        for _ in range(200):
            if not is_there(reader):
                break
            time.sleep(0.05)
        assert not is_there(reader)
