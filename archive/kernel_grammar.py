"""How a Linux kernel version is written and ordered, from 1.0 to today: one left-to-right reading, one sortable key.

The order is test < pre < prerelease < rc < release, each followed by what is derived from it: a label glued to it,
a distributor's build, maintainers' patches, then snapshots of the days or commits after it.
"""

import re
from dataclasses import dataclass, field

# ASCII: a version has no digits of other scripts.
_FLAGS = re.ASCII | re.IGNORECASE
_MAX_TEXT = 200
_MAX_PARTS = 16

_NUMBERS = re.compile(r"(?:linux[ -]|kernel[ -])?v?(\d{1,3}(?:\.\d{1,3}){1,3})(?!\.?\d)", _FLAGS)
# Before a release; "-0.rc6" is how Fedora's packages write it.
_STAGE = re.compile(r"-?(?:(?P<last>prerelease)|(?:0\.)?(?P<name>test|pre|rc)-?(?P<number>\d{1,9})(?!\d))", _FLAGS)
# A pre-patch of a test kernel came out before the test kernel that it names.
_PRE_OF_TEST = re.compile(r"-?pre-?(?P<number>\d{1,9})(?!\d)", _FLAGS)
_STAGE_RANK = {"test": "1", "pre": "2", "prerelease": "3", "rc": "4"}
_RELEASED = "9"

# Words of prose that hang on a version but name no tree ("a 2.4.19-based kernel", "2.4.19-to-2.5.49").
_PROSE = r"(?!(?:and|based|era|is|kernels?|like|of|only|or|series|style|than|the|then|to|tree|vs|was|with)\b)"
_FILE_ENDING = r"(?!(?:bz2|com|config|deb|diff|gz|html?|img|log|org|patch|rpm|src|tar|txt|x|xz|y|zip)\b)"
_DESCRIBE = re.compile(r"-(?P<number>\d{1,14})-(?P<name>g[0-9a-f]{4,40})", _FLAGS)
_SNAPSHOT = re.compile(r"-?(?P<name>bk|git)(?P<number>\d{1,9})(?!\d)", _FLAGS)
_FLAVOUR = re.compile(rf"-{_PROSE}(?P<name>[a-z]{{1,24}})(?P<number>\d{{1,9}})?", _FLAGS)
# Maintainers whose patches are also written without the dash: 2.5.54mm1, 2.4.20-rc1aa1.
_GLUED = re.compile(r"(?P<name>ac|aa|mm|mjb|ck|dj|wli|rmap|osdl)(?P<number>\d{1,9})(?!\d)", _FLAGS)
# Not a build where a second kernel follows: "2.4.19-2.5.49" is a range.
_BUILD = re.compile(r"-(?!0*2\.0*[0-6]\.\d)(?P<name>)(?P<number>\d{1,14})(?!\d)", _FLAGS)
_POINT = re.compile(r"(?P<name>\.)(?P<number>\d{1,9})(?!\d)", _FLAGS)
_LABEL = re.compile(
    rf"(?P<name>\+|{_PROSE}[a-z_][a-z0-9_]{{0,23}}|\.{_FILE_ENDING}[a-z][a-z0-9_]{{0,23}})(?P<number>)", _FLAGS
)
# Tried in this order; the rank sorts them: label < build < flavour < snapshot.
_PARTS = (
    (_DESCRIBE, "5", "-{number}-{name}"),
    (_SNAPSHOT, "5", "-{name}{number}"),
    (_FLAVOUR, "4", "-{name}{number}"),
    (_GLUED, "4", "-{name}{number}"),
    (_BUILD, "3", "-{number}"),
    (_POINT, "2", ".{number}"),
    (_LABEL, "2", "{name}"),
)
# Builds and snapshots follow each other by number, whatever they are called.
_COUNTED_FIRST = "35"
# Sorts after every character of a key: the end of all that begins alike.
_HIGHEST = "~"


@dataclass(frozen=True, slots=True, order=True)
class KernelVersion:
    """A kernel version, equal and ordered by `sort_key`: "2.4.17rc2" and "2.4.17-rc2" are one, written in two ways.

    `text` is what was written, `series` "2.5" or (from 3.0 on) "6.1", `numbers` its plain numbers, `canonical` its
    normal spelling.
    """

    text: str = field(compare=False)
    series: str = field(compare=False)
    numbers: tuple[int, ...] = field(compare=False)
    sort_key: str
    canonical: str = field(compare=False)

    def __str__(self) -> str:
        """What was written."""
        return self.text


@dataclass(frozen=True, slots=True)
class Step:
    """A prefix of a version: the key that everything under it begins with, and its normal spelling."""

    key: str
    spelling: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: the plain numbers, a step for each prefix, sort key and normal spelling, and where it ends.

    `prefix` is the step that the text spells where it is used as a prefix: "6.6" is then the whole series.
    """

    numbers: tuple[int, ...]
    steps: tuple[Step, ...]
    prefix: Step
    key: str
    canonical: str
    end: int

    @property
    def is_series(self) -> bool:
        """Whether this is only a series: before 3.0 two numbers name a line of kernels, not one."""
        return len(self.numbers) == 2 and self.numbers[0] < 3


def read(text: str, start: int = 0) -> Reading | None:
    """Read a version from `start` on, as far as it goes; None where none begins. Never raises; bounded work."""
    head = _NUMBERS.match(text, start, start + _MAX_TEXT)
    if head is None:
        return None
    numbers = tuple(int(number) for number in head.group(1).split("."))
    steps = _number_steps(numbers)
    if len(numbers) == 2 and numbers[0] < 3:
        return Reading(numbers, tuple(steps), steps[-1], steps[-1].key, steps[-1].spelling, head.end())
    base = Step("".join(_number_key(number) for number in (*numbers, 0, 0)[:4]), _release(numbers))
    last, end = _read_stage(text, head.end(), base, steps)
    last, end = _read_parts(text, end, last, steps)
    prefix = steps[-1] if end > head.end() else steps[min(len(numbers), len(steps)) - 1]
    return Reading(numbers, tuple(steps), prefix, last.key, last.spelling, end)


def version_of(reading: Reading, text: str) -> KernelVersion:
    """The version of a reading, with the text as written."""
    series = ".".join(str(number) for number in reading.numbers[:2])
    return KernelVersion(text, series, reading.numbers, reading.key, reading.canonical)


def span_of(prefix: Step) -> tuple[str, str]:
    """The lowest and the highest key under a prefix."""
    return prefix.key, prefix.key + _HIGHEST


def _number_steps(numbers: tuple[int, ...]) -> list[Step]:
    steps = []
    # From 3.0 on 6.6 is also 6.6.0, as uname prints it; a fourth number of 0 says nothing.
    shown = (*numbers, 0)[:3] if numbers[0] >= 3 else numbers[:3]
    if len(numbers) == 4 and numbers[3] > 0:
        shown = numbers
    for count in range(1, len(shown) + 1):
        key = "".join(_number_key(number) for number in shown[:count])
        steps.append(Step(key, _dotted(shown[:count])))
    return steps


def _release(numbers: tuple[int, ...]) -> str:
    if numbers[0] >= 3 and not any(numbers[2:]):
        return _dotted(numbers[:2])
    return _dotted(numbers if any(numbers[3:]) else numbers[:3])


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(str(number) for number in numbers)


def _read_stage(text: str, start: int, base: Step, steps: list[Step]) -> tuple[Step, int]:
    match = _STAGE.match(text, start, start + _MAX_TEXT)
    if match is None:
        return Step(base.key + _RELEASED, base.spelling), start
    name = (match["last"] or match["name"]).lower()
    number = int(match["number"] or 0)
    key = base.key + _STAGE_RANK[name] + _number_key(number)
    stage = Step(key, f"{base.spelling}-{name}{number if match['number'] else ''}")
    steps.append(stage)
    return _read_pre_of_test(text, match.end(), stage, steps) if name == "test" else (stage, match.end())


def _read_pre_of_test(text: str, start: int, stage: Step, steps: list[Step]) -> tuple[Step, int]:
    match = _PRE_OF_TEST.match(text, start, start + _MAX_TEXT)
    if match is None:
        return Step(stage.key + _RELEASED, stage.spelling), start
    number = int(match["number"])
    steps.append(Step(stage.key + _STAGE_RANK["pre"] + _number_key(number), f"{stage.spelling}-pre{number}"))
    return steps[-1], match.end()


def _read_parts(text: str, start: int, last: Step, steps: list[Step]) -> tuple[Step, int]:
    position = start
    for _ in range(_MAX_PARTS):
        found = _next_part(text, position, start + _MAX_TEXT)
        if found is None:
            break
        part, position = found
        last = Step(last.key + part.key, last.spelling + part.spelling)
        steps.append(last)
    return last, position


def _next_part(text: str, position: int, limit: int) -> tuple[Step, int] | None:
    for pattern, rank, spelling in _PARTS:
        match = pattern.match(text, position, limit)
        if match is not None:
            number = str(int(match["number"])) if match["number"] else ""
            count = _number_key(int(number)) if number else "@"
            name = match["name"].lower()
            key = rank + (f"{count}{name} " if rank in _COUNTED_FIRST else f"{name} {count}")
            return Step(key, spelling.format(name=match["name"], number=number)), match.end()
    return None


def _number_key(number: int) -> str:
    # A letter for the length sorts 9 before 10 as text.
    digits = str(number)
    return chr(ord("a") + len(digits)) + digits
