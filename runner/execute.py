"""Running our own programs: no shell, a bounded process group each, rounds over all tests, and one Run out of it.

This is the only module that starts processes for measuring; what it starts is the argv of an adapter, nothing else.
"""

import os
import resource
import secrets
import signal
import subprocess
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from pathlib import Path

from archive.model import UserError
from archive.runs import Run, RunValue
from archive.text import lines
from runner import machine
from runner.adapters import Adapter
from runner.plan import Plan, Step
from runner.scratch import clear, scratch_folder
from suites import suite_named
from suites.base import Row, Value

_MEGABYTE = 1024 * 1024
_GRACE_CPU = 15
_SPARE_PROCESSES = 256
_REAP_SECONDS = 5.0
_OUTPUT = 20_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use: bytes a file, bytes of memory, seconds of CPU, processes and threads of its user."""

    file_bytes: int
    memory_bytes: int
    cpu_seconds: int
    processes: int


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended: exit status (negative: the signal that killed it), what it printed, if its time was up."""

    status: int
    output: str
    errors: str
    is_timed_out: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: which command of how many comes next, in which round, and for which test."""

    number: int
    total: int
    round: int
    test: str


@dataclass(frozen=True, slots=True)
class _Sample:
    adapter: Adapter
    line: str
    value: Value


def execute(
    plan: Plan,
    programs: Mapping[str, Path],
    *,
    compiler: str = "unknown",
    scratch: Path | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Run a plan's steps, each `repeat` times, round by round, in a scratch folder that is gone afterwards.

    `programs` are the compiled programs by source name (runner/programs.py). A test that fails is named in the run's
    machine as "failed suite:test" with the reason; UserError where none gave a result.
    """
    started, samples, failures = datetime.now(UTC), list[_Sample](), dict[Adapter, str]()
    with scratch_folder(scratch) as folder:
        seen = machine.snapshot(folder, compiler) + _names(plan, programs)
        before = machine.load()
        for number, (round_number, step) in enumerate(_rounds(plan), start=1):
            if progress is not None:
                progress(Progress(number, plan.repeat * len(plan.steps), round_number, step.adapter.test))
            result = _measure(step, programs[step.adapter.source], folder / str(number))
            if isinstance(result, _Sample):
                samples.append(result)
            else:
                failures.setdefault(step.adapter, f"round {round_number}: {result}")
    if not samples:
        message = f"no test gave a result; {next(iter(failures.values()), 'the plan has no test that can be run')}"
        raise UserError(message)
    loads = (("load before", before), ("load after", machine.load()))
    failed = tuple((f"failed {adapter.suite}:{adapter.test}", reason) for adapter, reason in failures.items())
    return _run(plan, started, seen + loads + failed, samples)


def call(
    argv: Sequence[str], *, folder: Path, seconds: float, environment: Mapping[str, str], limits: Limits | None = None
) -> Finished:
    """Start a program in a session of its own, wait for it `seconds` at most, then kill what is left of its group."""
    process = subprocess.Popen(
        argv,
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    output, errors, is_timed_out = b"", b"", False
    try:
        if limits is not None:
            _limit(process.pid, limits)
        output, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        is_timed_out = True
    finally:
        _end_group(process)
    status = -signal.SIGKILL if process.returncode is None else process.returncode
    return Finished(status, _text(output), _text(errors), is_timed_out)


def _names(plan: Plan, programs: Mapping[str, Path]) -> tuple[tuple[str, str], ...]:
    """The exact program of each test: its name tells source, compiler and flags; unlike ones are not compared."""
    adapters = (step.adapter for step in plan.steps)
    return tuple((f"program {adapter.suite}:{adapter.test}", programs[adapter.source].name) for adapter in adapters)


def _rounds(plan: Plan) -> tuple[tuple[int, Step], ...]:
    return tuple((number, step) for number in range(1, plan.repeat + 1) for step in plan.steps)


def _measure(step: Step, program: Path, folder: Path) -> _Sample | str:
    """One run of a program in its own folder: the row that it printed, or why there is none."""
    adapter = step.adapter
    folder.mkdir(mode=0o700)
    try:
        finished = call(
            adapter.argv(program, step.seconds, folder),
            folder=folder,
            seconds=step.seconds + adapter.grace_seconds,
            environment={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TMPDIR": str(folder), "HOME": str(folder)},
            limits=_limits(step),
        )
    except OSError as error:
        return f"the program could not be started: {error}"
    finally:
        clear(folder)
    if finished.is_timed_out:
        return f"killed: it had not ended {adapter.grace_seconds:g} seconds after its time"
    if finished.status != 0:
        return " ".join(finished.errors.split()) or f"it ended with status {finished.status} and said nothing"
    return _read(adapter, finished.output)


def _read(adapter: Adapter, output: str) -> _Sample | str:
    """The printed row, read and proven by the suite's own reader, as a posted row is."""
    suite = suite_named(adapter.suite)
    assert suite is not None
    rows: list[Row] = [row for row in suite.read(lines(output)) if row.test == adapter.test]
    values = [value for row in rows for value in row.values if value.role == "primary"]
    if len(values) != 1 or rows[0].warnings:
        return f"it printed no sound result row but {output[:200]!r}"
    return _Sample(adapter, output.strip(), values[0])


def _run(plan: Plan, started: datetime, seen: tuple[tuple[str, str], ...], samples: Sequence[_Sample]) -> Run:
    by_adapter: dict[Adapter, list[_Sample]] = defaultdict(list)
    for sample in samples:
        by_adapter[sample.adapter].append(sample)
    return Run(
        id=f"{started:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}",
        started=started,
        kernel=os.uname().release,
        message_key=plan.message.key if plan.message else None,
        seconds=float(plan.seconds),
        repeat=plan.repeat,
        machine=seen,
        values=tuple(_value(adapter, group) for adapter, group in by_adapter.items()),
        rows="\n".join(sample.line for sample in samples) + "\n",
    )


def _value(adapter: Adapter, samples: Sequence[_Sample]) -> RunValue:
    value = samples[0].value
    unit = value.unit or value.unit_text or ""
    return RunValue(
        adapter.suite, adapter.test, value.metric, unit, value.better, tuple(s.value.cell.value for s in samples)
    )


def _limits(step: Step) -> Limits:
    adapter = step.adapter
    size = max(_MEGABYTE, adapter.disk_kb * 1024)
    # The system counts all processes of the user, so those that are there have to be added.
    processes = machine.processes_of_user() + adapter.processes + _SPARE_PROCESSES
    return Limits(size, 512 * _MEGABYTE, ceil(step.seconds) * adapter.processes + _GRACE_CPU, processes)


def _limit(pid: int, limits: Limits) -> None:
    """Set a program's limits from outside, so that no Python code runs between fork and exec.

    It may have run for some microseconds by then; it is our own program, and its first second is no danger.
    """
    wanted = (
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_NPROC, limits.processes),
        (resource.RLIMIT_CORE, 0),
    )
    with suppress(ProcessLookupError):  # it has ended already
        for name, value in wanted:
            _, hard = resource.prlimit(pid, name)
            bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.prlimit(pid, name, (bound, bound))


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the process group, and reap its leader."""
    with suppress(ProcessLookupError, PermissionError):  # nobody is left in the group
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_REAP_SECONDS)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _text(output: bytes) -> str:
    return output[:_OUTPUT].decode("utf-8", errors="replace")
