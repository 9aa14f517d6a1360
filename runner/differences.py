"""What differs between a post's run and ours; it is read before any number."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from archive.hardware import Hardware
from archive.results import Measurement
from archive.runs import Run
from runner.machine import NO_CONTAINER, UNKNOWN
from runner.plan import Plan

NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class Difference:
    """A thing that differs or may differ: its name, what the post says of it (or nothing), what it is here."""

    name: str
    posted: str
    here: str


def differences(plan: Plan, run: Run) -> tuple[Difference, ...]:
    """What differs between the post and the run: machine, memory, filesystem, program, compiler, kernel, runs."""
    if plan.message is None:
        return ()
    measured = {(value.suite, value.test) for value in run.values}
    posted = tuple(m for m in plan.posted if (m.suite, m.test) in measured and m.role == "primary")
    return (*_of_machine(plan, run, posted), *_of_tool(run, posted), *_of_tests(plan))


def _of_machine(plan: Plan, run: Run, posted: tuple[Measurement, ...]) -> Iterator[Difference]:
    here = dict(run.machine)
    boxes = list(dict.fromkeys(m.machine.hardware for m in posted if m.machine is not None))
    clock = f" at {here['mhz'].partition('.')[0]} MHz" if here.get("mhz", UNKNOWN) != UNKNOWN else ""
    cpu = f"{here.get('cpu', UNKNOWN)}{clock}, {here.get('cpus', UNKNOWN)} CPUs"
    if here.get("virtualisation", UNKNOWN) not in ("none", UNKNOWN):
        cpu += f", {here['virtualisation']}"
    if here.get("container", NO_CONTAINER) != NO_CONTAINER:
        cpu += f", in a container ({here['container']})"
    yield Difference("CPU", _joined(box.text for box in boxes), cpu)
    yield Difference("memory", _joined(_memory(box) for box in boxes), here.get("memory", UNKNOWN))
    if any(step.adapter.uses_files for step in plan.steps):
        posted_kinds = _joined(box.filesystem or "" for box in boxes)
        yield Difference("filesystem", posted_kinds, here.get("scratch filesystem", UNKNOWN))


def _of_tool(run: Run, posted: tuple[Measurement, ...]) -> Iterator[Difference]:
    here = dict(run.machine)
    suites = _joined(f"{m.suite} {m.suite_version or ''}".strip() for m in posted)
    yield Difference("program", suites, "our own C programs that do the same operations and count them alike")
    yield Difference("compiler", NOT_STATED, here.get("compiler", UNKNOWN))
    yield Difference("C library", NOT_STATED, here.get("libc", UNKNOWN))
    yield Difference("kernel", _joined(m.kernel.text for m in posted if m.kernel is not None), run.kernel)
    tests = {(m.suite, m.test, m.kernel.text if m.kernel else None, m.machine and m.machine.hardware) for m in posted}
    runs = f"{len(posted) / len(tests):.3g} a test and kernel" if tests else NOT_STATED
    yield Difference("runs", runs, f"{run.repeat} of {run.seconds:g} s, in rounds over all tests")


def _of_tests(plan: Plan) -> Iterator[Difference]:
    """The adapters' own differences, each once, with the tests that it holds for."""
    texts = dict.fromkeys(text for step in plan.steps for text in step.adapter.differences)
    for text in texts:
        tests = [step.adapter.test for step in plan.steps if text in step.adapter.differences]
        yield Difference(", ".join(tests), "", text)


def _memory(box: Hardware) -> str:
    limit = f" (limited to {box.mem_limit_mb} MB)" if box.mem_limit_mb is not None else ""
    size = f"{box.memory_mb} MB" if box.memory_mb is not None else ""
    return f"{size}{limit}".strip()


def _joined(texts: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(text for text in texts if text)) or NOT_STATED
