"""`benchlore serve` as a person runs it: it says where it is, answers there, and ends on Ctrl-C."""

import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from archive.store.archive import Archive
from ingest.pipeline import import_sources

SAYS_WHERE = re.compile(r"http://127\.0\.0\.1:\d+/")


@contextmanager
def served(archive: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "benchlore", "--archive", str(archive), "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = SAYS_WHERE.search(process.stderr.readline())
        try:
            assert found is not None
            yield found[0], process
        finally:
            process.kill()


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_it_serves_the_archive_and_ends_on_an_interrupt(web_archive: Path) -> None:
    with served(web_archive) as (address, process):
        assert status(address) == 200
        assert status(f"{address}benchmarks/aim9-1@samples.example.org/raw") == 200
        assert status(f"{address}hostile/a%2Fb%2541%3Fc=d&e%23f@hostile.example.org/") == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert (process.returncode, out, err) == (0, "", "")


def test_raw_mail_can_be_closed(web_archive: Path) -> None:
    with served(web_archive, "--close-raw") as (address, _):
        assert status(f"{address}benchmarks/aim9-1@samples.example.org/raw") == 403


def test_it_brings_the_index_up_to_date_first(tmp_path: Path) -> None:
    mbox = Path(__file__).resolve().parent / "hostile" / "web.mbox"
    with Archive.open(tmp_path / "archive", create=True) as archive:
        import_sources(archive, [mbox])
    with served(tmp_path / "archive") as (address, _):
        assert status(f"{address}?q=nothing+said") == 200


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchlore", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_port_that_is_taken_is_told_in_one_line(web_archive: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run("--archive", str(web_archive), "serve", "--port", str(taken.getsockname()[1]))
    assert result.returncode != 0
    assert result.stderr.count("\n") == 1
    assert "--port" in result.stderr


def test_without_an_archive_it_says_how_to_make_one(tmp_path: Path) -> None:
    result = run("--archive", str(tmp_path / "none"), "serve")
    assert result.returncode != 0
    assert "benchlore import" in result.stderr
    assert "Traceback" not in result.stderr
