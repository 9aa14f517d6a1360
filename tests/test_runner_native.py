"""The C programs, compiled and run for real: rows add up, operations happen, and nothing stays behind."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from runner.adapters import ADAPTERS
from runner.programs import NATIVE
from runner.scratch import KEY_FILE, clear

CC = shutil.which("cc")
pytestmark = pytest.mark.skipif(CC is None, reason="no C compiler on this machine")

# AIM9's factors and unit labels, typed here a second time so that a slip in a C file is seen.
EXPECTED = {
    "creat-clo": (1000, "File Creations and Closes"),
    "page_test": (1700, "System Allocations & Pages"),
    "brk_test": (17000, "System Memory Allocations"),
    "signal_test": (1000, "Signal Traps"),
    "exec_test": (5, "Program Loads"),
    "fork_test": (100, "Task Creations"),
    "link_test": (63, "Link/Unlink Pairs"),
    "dir_rtns_1": (10000, "Directory Operations"),
    "shared_memory": (100, "Shared Memory Operations"),
    "tcp_test": (90, "TCP/IP Messages"),
    "udp_test": (100, "UDP/IP DataGrams"),
    "fifo_test": (100, "FIFO Messages"),
    "pipe_cpy": (100, "Pipe Messages"),
}
ROW = re.compile(r"(?P<name>[\w-]+) (?P<ms>\d+) (?P<rate>[\d.]+) +(?P<ops>\d+\.\d\d) (?P<unit>.+)/second\n")
SECONDS = 0.12

Programs = Callable[[str], Path]


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    """A program by its name, compiled when it is first asked for, with every warning an error."""
    folder = tmp_path_factory.mktemp("programs")

    def program(name: str) -> Path:
        target = folder / name
        if not target.exists():
            sources = [str(NATIVE / file) for file in ("frame.c", "messages.c", f"{name}.c")]
            flags = ["-std=c11", "-O1", "-fno-builtin", "-Wall", "-Wextra", "-Werror"]
            subprocess.run([str(CC), *flags, "-o", str(target), *sources], check=True, timeout=60)
        return target

    return program


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "scratch"
    folder.mkdir()
    yield folder
    clear(folder)


def run(program: Path, seconds: str, scratch: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(program), seconds, str(scratch)], capture_output=True, text=True, timeout=60)


def test_there_is_a_program_for_each_adapter_and_no_other() -> None:
    assert {adapter.source for adapter in ADAPTERS} == set(EXPECTED)
    assert {file.stem for file in NATIVE.glob("*.c")} == {*EXPECTED, "frame", "messages"}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_program_prints_one_row_that_keeps_aim9s_invariants(name: str, programs: Programs, scratch: Path) -> None:
    answer = run(programs(name), str(SECONDS), scratch)

    assert (answer.returncode, answer.stderr) == (0, "")
    row = ROW.fullmatch(answer.stdout)
    assert row is not None, answer.stdout
    factor, unit = EXPECTED[name]
    milliseconds, rate, operations = int(row["ms"]), float(row["rate"]), float(row["ops"])
    iterations = rate * milliseconds / 1000
    assert (row["name"], row["unit"]) == (name, unit)
    assert milliseconds >= SECONDS * 1000
    assert abs(iterations - round(iterations)) <= max(1e-4, iterations * 5e-6)
    assert round(iterations) >= 1
    # Operations are printed to a hundredth, the rate to six digits.
    assert operations == pytest.approx(rate * factor, rel=1e-5, abs=0.0051)
    assert f"{operations:15.2f} " in answer.stdout


@pytest.mark.parametrize("name", EXPECTED)
def test_a_program_leaves_nothing_but_its_recorded_key(name: str, programs: Programs, scratch: Path) -> None:
    run(programs(name), "0.01", scratch)

    assert {file.name for file in scratch.iterdir()} <= {KEY_FILE}
    if name == "shared_memory":
        assert objects_of_key(int((scratch / KEY_FILE).read_text())) == []


@pytest.mark.parametrize(("name", "tasks"), [("fork_test", 100), ("exec_test", 5)])
def test_every_counted_task_is_a_real_process(name: str, tasks: int, programs: Programs, scratch: Path) -> None:
    before = forks_so_far()
    answer = run(programs(name), "0.3", scratch)
    made = forks_so_far() - before

    row = ROW.fullmatch(answer.stdout)
    assert row is not None
    iterations = round(float(row["rate"]) * int(row["ms"]) / 1000)
    assert made >= iterations * tasks


def test_seconds_that_are_no_time_are_refused_with_a_reason(programs: Programs, scratch: Path) -> None:
    for seconds in ("0", "-1", "nan", "inf", "1e9", "5s", ""):
        answer = run(programs("pipe_cpy"), seconds, scratch)
        assert (answer.returncode, answer.stdout) == (1, ""), seconds
        assert "seconds" in answer.stderr


def test_a_missing_scratch_folder_is_named(programs: Programs, tmp_path: Path) -> None:
    answer = run(programs("creat-clo"), "0.1", tmp_path / "nowhere")

    assert (answer.returncode, answer.stdout) == (1, "")
    assert "cannot enter the scratch folder: No such file or directory" in answer.stderr


@pytest.mark.parametrize(
    ("name", "obstacle"), [("fifo_test", "fifo-file"), ("link_test", "link-4"), ("exec_test", "true")]
)
def test_a_call_that_fails_ends_the_program_without_a_row(
    name: str, obstacle: str, programs: Programs, scratch: Path
) -> None:
    (scratch / obstacle).mkdir()

    answer = run(programs(name), "0.1", scratch)

    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.startswith(f"{name}: ")
    assert "File exists" in answer.stderr


def test_a_failed_link_test_takes_its_links_away(programs: Programs, scratch: Path) -> None:
    (scratch / "link-4").mkdir()

    run(programs("link_test"), "0.1", scratch)

    assert [file.name for file in scratch.iterdir()] == ["link-4"]


def test_what_a_killed_shared_memory_leaves_is_removed_by_its_key(programs: Programs, scratch: Path) -> None:
    killed_key = next(key for _ in range(50) if objects_of_key(key := kill_while_running(programs, scratch)))

    clear(scratch)

    assert objects_of_key(killed_key) == []
    assert not scratch.exists()


def kill_while_running(programs: Programs, scratch: Path) -> int:
    """The key of a shared_memory that was killed in the middle; what an earlier try left is cleared first."""
    clear(scratch)
    scratch.mkdir()
    with subprocess.Popen([str(programs("shared_memory")), "30", str(scratch)]) as process:
        until = time.monotonic() + 10
        while not (scratch / KEY_FILE).exists() or not (scratch / KEY_FILE).read_text().endswith("\n"):
            assert time.monotonic() < until
            time.sleep(0.001)
        time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    return int((scratch / KEY_FILE).read_text())


def objects_of_key(key: int) -> list[str]:
    rows = [row for kind in ("shm", "sem") for row in Path("/proc/sysvipc", kind).read_text().splitlines()[1:]]
    return [row for row in rows if int(row.split()[0]) == key]


def forks_so_far() -> int:
    text = Path("/proc/stat").read_text(encoding="ascii")
    return int(re.search(r"^processes (\d+)$", text, re.MULTILINE)[1])  # type: ignore[index]


def test_a_program_dies_with_the_runner_that_started_it(programs: Programs, scratch: Path) -> None:
    argv = [str(programs("pipe_cpy")), "60", str(scratch)]
    script = f"import subprocess, time; print(subprocess.Popen({argv!r}).pid, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as runner:
        assert runner.stdout is not None
        program = int(runner.stdout.readline())
        time.sleep(0.2)
        runner.kill()
    until = time.monotonic() + 5
    while is_alive(program):
        assert time.monotonic() < until, "the program outlived its runner"
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
    finally:
        assert pid != os.getpid()
