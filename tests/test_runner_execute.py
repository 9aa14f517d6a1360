"""Programs run in a bounded process group without a shell; rounds are interleaved; nothing of a run stays behind."""

import os
import shutil
import stat
import time
from pathlib import Path

import pytest

from archive.model import UserError
from runner.adapters import REPEAT, SECONDS, Adapter, adapter_of
from runner.execute import Limits, Progress, call, execute
from runner.plan import Plan, Step
from runner.programs import compiled, find_compiler
from runner.scratch import clear_forsaken, filesystem, scratch_folder

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler on this machine")
ENVIRONMENT = {"PATH": "/usr/bin:/bin"}
ROW = "fork_test 1000 50         5000.00 Task Creations/second"


def script(folder: Path, text: str, name: str = "program") -> Path:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    program.chmod(0o700)
    return program


def plan_of(*adapters: Adapter, seconds: float = 0.1, repeat: int = 1) -> Plan:
    return Plan("test", 1, repeat, tuple(Step(adapter, seconds) for adapter in adapters), ())


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pid: int) -> bool:
    until = time.monotonic() + 5
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_alive(pid)


FORKING = "sleep 300 & echo $! > {folder}/child; {then}"


def test_a_timeout_kills_the_whole_process_group(tmp_path: Path) -> None:
    program = script(tmp_path, FORKING.format(folder=tmp_path, then="trap '' TERM; sleep 300"))
    begun = time.monotonic()

    finished = call((str(program),), folder=tmp_path, seconds=0.5, environment=ENVIRONMENT)

    assert finished.is_timed_out
    assert finished.status == -9
    assert time.monotonic() - begun < 5
    assert gone(int((tmp_path / "child").read_text()))


def test_what_a_program_leaves_running_is_killed_when_it_ends(tmp_path: Path) -> None:
    program = script(
        tmp_path, FORKING.format(folder=tmp_path, then="exec >&- 2>&-; exit 3").replace("300 &", "300 >&- 2>&- &")
    )

    finished = call((str(program),), folder=tmp_path, seconds=20, environment=ENVIRONMENT)

    assert (finished.status, finished.is_timed_out) == (3, False)
    assert gone(int((tmp_path / "child").read_text()))


def test_an_argument_is_never_read_by_a_shell(tmp_path: Path) -> None:
    program = script(tmp_path, 'printf "%s\\n" "$@"')
    hostile = f"$(touch {tmp_path}/ran); `touch {tmp_path}/ran` | touch {tmp_path}/ran"

    finished = call((str(program), hostile), folder=tmp_path, seconds=10, environment=ENVIRONMENT)

    assert finished.output == f"{hostile}\n"
    assert not (tmp_path / "ran").exists()


def test_a_program_sees_no_environment_but_the_one_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_READER", "1")

    finished = call((str(script(tmp_path, "env")),), folder=tmp_path, seconds=10, environment=ENVIRONMENT)

    assert {line.partition("=")[0] for line in finished.output.splitlines()} <= {"PATH", "PWD", "SHLVL", "_", "OLDPWD"}


def test_a_program_runs_under_its_limits(tmp_path: Path) -> None:
    limits = Limits(file_bytes=1 << 20, memory_bytes=1 << 30, cpu_seconds=7, processes=5000)

    finished = call(
        (str(script(tmp_path, "sleep 0.3; cat /proc/self/limits")),),
        folder=tmp_path,
        seconds=10,
        environment=ENVIRONMENT,
        limits=limits,
    )

    found = {line[:26].strip(): line[26:].split()[:2] for line in finished.output.splitlines()}
    assert found["Max file size"] == ["1048576", "1048576"]
    assert found["Max address space"] == ["1073741824", "1073741824"]
    assert found["Max cpu time"] == ["7", "7"]
    assert found["Max processes"] == ["5000", "5000"]
    assert found["Max core file size"] == ["0", "0"]


def test_a_program_that_fills_a_file_is_stopped_by_its_limit(tmp_path: Path) -> None:
    limits = Limits(file_bytes=1 << 20, memory_bytes=1 << 30, cpu_seconds=7, processes=5000)
    program = script(tmp_path, "sleep 0.3; exec head -c 9000000 /dev/zero > big")

    finished = call((str(program),), folder=tmp_path, seconds=10, environment=ENVIRONMENT, limits=limits)

    assert finished.status != 0
    assert (tmp_path / "big").stat().st_size <= 1 << 20


@needs_compiler
def test_rounds_are_interleaved_over_the_tests_and_give_a_sample_each(tmp_path: Path) -> None:
    tests = [adapter for name in ("pipe_cpy", "signal_test") if (adapter := adapter_of("aim9", name)) is not None]
    seen: list[Progress] = []

    programs = compiled(tests, find_compiler(), tmp_path / "cache" / "programs")
    run = execute(plan_of(*tests, repeat=2), programs, compiler="cc 1", scratch=tmp_path, progress=seen.append)

    assert [(step.round, step.test) for step in seen] == [
        (1, "pipe_cpy"),
        (1, "signal_test"),
        (2, "pipe_cpy"),
        (2, "signal_test"),
    ]
    assert [(value.test, value.metric, len(value.samples)) for value in run.values] == [
        ("pipe_cpy", "operations", 2),
        ("signal_test", "operations", 2),
    ]
    assert run.values[0].unit == "Pipe Messages/second"
    assert [row.split()[0] for row in run.rows.splitlines()] == ["pipe_cpy", "signal_test"] * 2
    assert (run.kernel, run.repeat) == (os.uname().release, 2)
    assert dict(run.machine)["compiler"] == "cc 1"
    assert [file.name for file in tmp_path.iterdir()] == ["cache"]


def test_a_test_that_fails_is_kept_with_its_reason_beside_the_others(tmp_path: Path) -> None:
    good, bad = (Adapter("aim9", "fork_test", source) for source in ("good", "bad"))
    programs = {
        "good": script(tmp_path, f"echo '{ROW}'", "good"),
        "bad": script(tmp_path, "touch left; echo 'fork_test: no more processes' >&2; exit 1", "bad"),
    }

    run = execute(plan_of(good, bad), programs, scratch=tmp_path)

    assert [value.samples for value in run.values] == [(5000.0,)]
    assert dict(run.machine)["failed aim9:fork_test"] == "round 1: fork_test: no more processes"
    assert {file.name for file in tmp_path.iterdir()} == {"good", "bad"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("echo 'fork_test 1000 50.1234         4999.00 Task Creations/second'", "no sound result row"),
        ("echo 'pipe_cpy 1000 50         5000.00 Pipe Messages/second'", "no sound result row"),
        (f"echo '{ROW}'; echo '{ROW}'", "no sound result row"),
        ("exit 0", "no sound result row"),
        ("exit 4", "ended with status 4 and said nothing"),
        ("sleep 60", "killed: it had not ended 0.2 seconds after its time"),
    ],
)
def test_nothing_but_one_sound_row_counts_as_a_result(text: str, reason: str, tmp_path: Path) -> None:
    adapter = Adapter("aim9", "fork_test", "program", grace_seconds=0.2)

    with pytest.raises(UserError, match=reason):
        execute(plan_of(adapter), {"program": script(tmp_path, text)}, scratch=tmp_path)

    assert [file.name for file in tmp_path.iterdir()] == ["program"]


def test_a_program_that_is_not_there_is_a_failure_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="could not be started"):
        execute(plan_of(Adapter("aim9", "fork_test", "x")), {"x": tmp_path / "nowhere"}, scratch=tmp_path)


def test_a_run_that_is_interrupted_ends_its_program_and_clears_its_folder(tmp_path: Path) -> None:
    adapter = Adapter("aim9", "fork_test", "program")
    program = script(tmp_path, f"echo $$ > {tmp_path}/pid; echo '{ROW}'")

    def interrupt(step: Progress) -> None:
        if step.number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        execute(plan_of(adapter, repeat=3), {"program": program}, scratch=tmp_path, progress=interrupt)

    assert {file.name for file in tmp_path.iterdir()} == {"program", "pid"}
    assert gone(int((tmp_path / "pid").read_text()))


def test_the_numbers_of_a_run_are_whole_and_in_range() -> None:
    assert (SECONDS.checked(1), SECONDS.checked(600), REPEAT.checked(50)) == (1, 600, 50)
    for parameter, value in ((SECONDS, 0), (SECONDS, 601), (REPEAT, 0), (REPEAT, 51), (REPEAT, -1), (SECONDS, True)):
        with pytest.raises(UserError, match=f"{parameter.name} must be a whole number from"):
            parameter.checked(value)
    with pytest.raises(UserError):
        SECONDS.checked("5; reboot")  # type: ignore[arg-type]


def test_a_template_is_filled_with_its_three_words_and_nothing_else(tmp_path: Path) -> None:
    adapter = Adapter("aim9", "x", "x", template=("{program}", "-q", "{seconds}", "{scratch}", "{test}"))

    assert adapter.argv(tmp_path / "{seconds}", 5, tmp_path) == (
        str(tmp_path / "{seconds}"),
        "-q",
        "5",
        str(tmp_path),
        "{test}",
    )


def test_a_scratch_folder_is_closed_to_others_and_gone_at_the_end(tmp_path: Path) -> None:
    with scratch_folder(tmp_path) as folder:
        (folder / "deep").mkdir()
        (folder / "deep" / "file").touch()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert folder.parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_a_scratch_place_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--scratch"), scratch_folder(tmp_path / "nowhere"):
        pass


def test_the_next_run_clears_what_a_killed_one_left_but_no_folder_in_use(tmp_path: Path) -> None:
    forsaken = tmp_path / "benchlore-run-old"
    stranger = tmp_path / "benchlore-run-without-a-lock"
    for folder in (forsaken, stranger):
        folder.mkdir()
        (folder / "file").touch()
    (forsaken / "lock").touch()

    with scratch_folder(tmp_path) as used:
        for folder in (forsaken, stranger, used):
            os.utime(folder, (0, 0))
        clear_forsaken(tmp_path)

        assert {path.name for path in tmp_path.iterdir()} == {stranger.name, used.name}
        assert (used / "lock").exists()


def test_a_link_named_like_a_scratch_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "lock").touch()
    (tmp_path / "place").mkdir()
    (tmp_path / "place" / "benchlore-run-link").symlink_to(tmp_path / "precious")
    os.utime(tmp_path / "precious", (0, 0))

    clear_forsaken(tmp_path / "place")

    assert (tmp_path / "precious" / "lock").exists()


def test_the_filesystem_is_that_of_the_deepest_mount_the_last_of_several(tmp_path: Path) -> None:
    place = tmp_path / "a b" / "c"
    place.mkdir(parents=True)
    where = str(tmp_path / "a b").replace(" ", "\\040")
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"/dev/a / ext4 rw 0 0\n/dev/b {where} xfs ro 0 0\ntmpfs {where} tmpfs rw,size=1k 0 0\n"
        f"/dev/c {where}x btrfs rw 0 0\nbroken\n",
        encoding="utf-8",
    )

    found = filesystem(place, mounts)

    assert (found.kind, found.options) == ("tmpfs", "rw,size=1k")
    assert filesystem(place, tmp_path / "none").kind == "unknown"
