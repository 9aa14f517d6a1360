"""What a re-run would do: the target read, each of its tests judged, our adapters' commands with their cost."""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from archive.model import Message, UserError
from archive.results import Change, Measurement
from archive.store.archive import Archive
from runner.adapters import ADAPTERS, REPEAT, SECONDS, Adapter, adapter_of
from runner.scripts import PostedScript, posted_scripts
from suites import all_suites, suite_named
from suites.base import Suite

DEFAULT_SECONDS = 5
DEFAULT_REPEAT = 5

_MEASUREMENT_ID = re.compile(r"r[0-9a-f]{6,64}")
# What a suite's verdict is called before people.
_VERDICTS = {
    "runnable": "runnable",
    "tool": "runnable with a named tool",
    "no adapter": "no adapter yet",
    "hardware": "needs hardware or root",
    "destroys data": "would destroy data",
    "lost": "lost",
}
# Compiling, starting and the sync before each run, in seconds a command.
_OVERHEAD = 0.2


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a test can be re-run here, and why; `adapter` is ours where it can."""

    suite: str | None
    test: str
    verdict: str
    reason: str
    adapter: Adapter | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One test of a plan, run once in each round for so many seconds."""

    adapter: Adapter
    seconds: float


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run takes: seconds of time, KB of disk, processes at once."""

    seconds: float
    disk_kb: int
    processes: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A re-run before it happens: each step `repeat` times, round by round, so that all tests meet what changes alike.

    `message` is the post that is answered; `posted` are its measurements of the tests asked for and `changes` what it
    says of them.
    """

    target: str
    seconds: int
    repeat: int
    steps: tuple[Step, ...]
    verdicts: tuple[Verdict, ...]
    message: Message | None = None
    posted: tuple[Measurement, ...] = ()
    changes: tuple[Change, ...] = ()
    scripts: tuple[PostedScript, ...] = ()

    @property
    def cost(self) -> Cost:
        """The estimate for all rounds."""
        seconds = sum((step.seconds + _OVERHEAD) * self.repeat for step in self.steps)
        disk = max((step.adapter.disk_kb for step in self.steps), default=0)
        return Cost(seconds, disk, max((step.adapter.processes for step in self.steps), default=0))


def plan(archive: Archive | None, target: str, *, seconds: int = DEFAULT_SECONDS, repeat: int = DEFAULT_REPEAT) -> Plan:
    """The plan for a message id, a measurement id or `suite:test` (`suite` alone: all that we have for it).

    UserError where the target is none of these, or a number is out of its range.
    """
    SECONDS.checked(seconds)
    REPEAT.checked(repeat)
    suite, test = _suite_and_test(target)
    if suite is not None:
        return _plan(target, seconds, repeat, _verdicts_of_suite(suite, test))
    if archive is None:
        message = f"{target!r} is no suite:test (suites: {_names()}), and there is no archive to look it up in yet"
        raise UserError(message)
    return _plan_of_post(archive, target, seconds, repeat)


def names_a_suite(target: str) -> bool:
    """Whether a target is a suite or a test of one, for which no archive is needed."""
    return _suite_and_test(target)[0] is not None


def _suite_and_test(target: str) -> tuple[Suite | None, str | None]:
    name, colon, test = target.partition(":")
    return (suite_named(name) if "@" not in target else None), (test if colon else None)


def _plan_of_post(archive: Archive, target: str, seconds: int, repeat: int) -> Plan:
    wanted = archive.results.measurement(target) if _MEASUREMENT_ID.fullmatch(target) else None
    key = wanted.table.message_key if wanted is not None else target.strip().removeprefix("id:").strip("<>")
    message = archive.messages.get(key)
    if message is None:
        text = f"{target!r} is no message, measurement or suite:test here: try `benchlore search`; suites: {_names()}"
        raise UserError(text)
    measurements = _posted(archive, message.key, wanted)
    tests = {(measurement.suite, measurement.test) for measurement in measurements}
    return _plan(
        target,
        seconds,
        repeat,
        _verdicts_of_post(measurements),
        message=message,
        posted=measurements,
        changes=tuple(other for other in archive.results.changes((message.key,)) if (other.suite, other.test) in tests),
        scripts=posted_scripts(message),
    )


def _posted(archive: Archive, key: str, wanted: Measurement | None) -> tuple[Measurement, ...]:
    """What a message measured itself; what it quotes of others only where it has nothing else, or that is asked for."""
    found = archive.results.measurements((key,))
    if not found or (wanted is not None and wanted not in found):
        found = archive.results.measurements((key,), copies=True)
    return tuple(one for one in found if wanted is None or (one.suite, one.test) == (wanted.suite, wanted.test))


def _plan(
    target: str,
    seconds: int,
    repeat: int,
    verdicts: tuple[Verdict, ...],
    *,
    message: Message | None = None,
    posted: tuple[Measurement, ...] = (),
    changes: tuple[Change, ...] = (),
    scripts: tuple[PostedScript, ...] = (),
) -> Plan:
    adapters = dict.fromkeys(verdict.adapter for verdict in verdicts if verdict.adapter is not None)
    steps = tuple(Step(adapter, seconds) for adapter in adapters)
    return Plan(target, seconds, repeat, steps, verdicts, message, posted, changes, scripts)


def _verdicts_of_suite(suite: Suite, test: str | None) -> tuple[Verdict, ...]:
    if test is None:
        found = tuple(_verdict(suite, adapter.test) for adapter in ADAPTERS if adapter.suite == suite.name)
        if not found:
            suites = ", ".join(sorted({adapter.suite for adapter in ADAPTERS}))
            message = f"no test of {suite.name} can be run yet; there are programs for {suites}"
            raise UserError(message)
        return found
    name = next((known for known in suite.tests if known.lower() == test.lower()), None)
    if name is None:
        near = (
            difflib.get_close_matches(test, suite.tests, 3)
            or [a.test for a in ADAPTERS if a.suite == suite.name]
            or list(suite.tests)[:5]
        )
        message = f"{suite.name} has no test {test!r}; did you mean {', '.join(near)}?"
        raise UserError(message)
    return (_verdict(suite, name),)


def _verdicts_of_post(measurements: Iterable[Measurement]) -> tuple[Verdict, ...]:
    tests = dict.fromkeys((measurement.suite, measurement.test) for measurement in measurements)
    return tuple(_verdict(suite_named(suite) if suite else None, test) for suite, test in tests)


def _verdict(suite: Suite | None, test: str) -> Verdict:
    if suite is None:
        return Verdict(None, test, _VERDICTS["no adapter"], "no suite of ours knows this benchmark")
    rerun = suite.rerun(test)
    adapter = adapter_of(suite.name, rerun.adapter) if rerun.verdict == "runnable" and rerun.adapter else None
    if rerun.verdict == "runnable" and adapter is None:
        return Verdict(suite.name, test, _VERDICTS["no adapter"], "no program of ours does this test yet")
    return Verdict(suite.name, test, _VERDICTS.get(rerun.verdict, rerun.verdict), rerun.reason, adapter)


def _names() -> str:
    return ", ".join(suite.name for suite in all_suites())
