"""The heads of bonnie's and bonnie++'s tables: three lines of sections, tests and columns, whole, shortened or wrapped.

Version  1.02       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.text import Line
from suites.cells import words

_SECTION = re.compile(
    r"(?P<output>Sequential Output)|(?P<input>Sequential Input)|(?P<create>Sequential Create)"
    r"|(?P<random_create>Random Create)|(?P<random>Random|Rnd Seek)",
    re.IGNORECASE,
)
_TEST = re.compile(
    r"-\s{0,2}(?:(?P<per_chr>Per Cha?r)|(?P<block>Block)|(?P<rewrite>Rewrite)|(?P<seeks>Seeks)|(?P<create>Create)"
    r"|(?P<read>Read|Stat)|(?P<delete>Delete)|(?P<rnd_seeks>04k \(\d\d\)))\s{0,2}-",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(?:^|\s)(?:version\s{1,12})?(?P<version>[12]\.\d\d?[a-z]?)(?=\s)", re.IGNORECASE)
# "bonnie++-1.02a on 1024 MB file", over a head that somebody set anew.
_TITLE = re.compile(
    r"\bbonnie(?P<plus>\+\+)?(?:[- v]{1,2}(?P<version>[12]\.\d\d?[a-z]?))?(?![\w.+])"
    r"(?:.{0,20}?\b(?P<size>\d{1,7}[ ]?[MG]B?)\b)?",
    re.IGNORECASE,
)
_TITLE_WORDS = 10
_TITLE_DISTANCE = 2
_RATE = re.compile(r"(?:[KM]B?)?/s(?:ec)?", re.IGNORECASE)
_CPU = re.compile(r"\(?%?CPU?%?\)?", re.IGNORECASE)
_LABEL = re.compile(
    r"machine|name(?::size)?|etc|kernel|size|mb|files(?::max(?::min)?)?|host|chunk|label", re.IGNORECASE
)
_IN = {
    "output": ("per_chr", "block", "rewrite"),
    "input": ("per_chr", "block"),
    "random": ("seeks",),
    "create": ("create", "read", "delete"),
    "random_create": ("create", "read", "delete"),
}
_NAMES = {
    "output": "sequential_output",
    "input": "sequential_input",
    "random": "random",
    "create": "sequential_create",
    "random_create": "random_create",
}
_MAX_ABOVE = 6
_MAX_HEAD = 300
_DEFAULTS = (("output", "input", "random"), ("create", "random_create"))


@dataclass(frozen=True, slots=True)
class Test:
    """A test that a head announces: its canonical name, its words as posted, and the unit over its rates."""

    name: str
    text: str
    unit_text: str


@dataclass(frozen=True, slots=True)
class Head:
    """A head on lines `line` to `last_line`: its tests in order, the labels before them, figures a test takes."""

    line: int
    last_line: int
    depth: int
    tests: tuple[Test, ...]
    labels: tuple[str, ...]
    figures: int
    version: str | None
    cpu_text: str
    is_plus: bool = False
    size: str | None = None

    @property
    def of_files(self) -> bool:
        """Whether its tests make and delete files."""
        return "_create_" in self.tests[0].name


def read_head(lines: Sequence[Line], index: int) -> Head | None:
    """The head whose line of columns is line `index` (0-based), if the lines above name a test for each column."""
    columns, last = _columns(lines[index]), index
    below = lines[index + 1] if index + 1 < len(lines) and lines[index + 1].depth == lines[index].depth else None
    if columns is None and below is not None and _CPU.fullmatch(below.words.strip()):
        # A mailer's line was one word too short.
        columns, last, below = _columns(lines[index], below.words), index + 1, None
    if columns is None:
        return None
    labels, units, figures, cpu_text = columns
    more = _columns(below) if below is not None else None
    if more is not None and not more[0] and labels:
        units, last = (*units, *more[1]), index + 1
    above = list(_above(lines, index))
    tests = tuple(_tests(above, units))
    if not tests or len(tests) != len(units):
        return None
    version = next((found["version"] for line in above if (found := _VERSION.search(f"{line.words} "))), None)
    first = above[0].number
    titled = _titled(lines, first - 1)
    return Head(
        first,
        lines[last].number,
        lines[index].depth,
        tests,
        labels,
        figures,
        version or (titled["version"] if titled is not None else None),
        cpu_text,
        is_plus=titled is not None and titled["plus"] is not None,
        size=titled["size"] if titled is not None else None,
    )


def _titled(lines: Sequence[Line], index: int) -> re.Match[str] | None:
    """The title right above the head that begins on line `index`: a few words that name the program."""
    for line in reversed(lines[max(0, index - _TITLE_DISTANCE) : index]):
        if line.depth == lines[index].depth and "bonnie" in line.words.lower():
            return _TITLE.search(line.words) if len(line.words.split()) <= _TITLE_WORDS else None
    return None


def _columns(line: Line, more: str = "") -> tuple[tuple[str, ...], tuple[str, ...], int, str] | None:
    """Labels, units of the rates, figures a rate (2, or 3 with an efficiency) and the word for CPU; None if other words
    stand there. `more` is what a mailer broke off.
    """
    found = [word for word, _, _ in words(line.text, line.start)] if len(line.text) <= _MAX_HEAD else []
    found += more.split()
    units = tuple(word for word in found if _RATE.fullmatch(word))
    cpus = [word for word in found if _CPU.fullmatch(word)]
    effs = sum(word.lower() == "eff" for word in found)
    labels = tuple(word.lower() for word in found if _LABEL.fullmatch(word) and not _CPU.fullmatch(word))
    if not units or len(units) != len(cpus) or effs not in (0, len(units)):
        return None
    if len(found) != len(units) + len(cpus) + effs + len(labels):
        return None
    return labels, units, 3 if effs else 2, cpus[0]


def _above(lines: Sequence[Line], index: int) -> Iterator[Line]:
    """The lines of the head above its columns, in order."""
    first = index
    while first > max(0, index - _MAX_ABOVE) and _is_head(lines[first - 1], lines[index].depth):
        first -= 1
    yield from lines[first:index]


def _is_head(line: Line, depth: int) -> bool:
    return line.depth == depth and (_TEST.search(line.words) is not None or _is_section(line))


def _is_section(line: Line) -> bool:
    return "--" in line.words and _SECTION.search(line.words) is not None


def _tests(above: Sequence[Line], units: Sequence[str]) -> Iterator[Test]:
    """The tests in order, each in the first section that holds such a test and has none of it yet."""
    named = [
        (str(m.lastgroup).removeprefix("rnd_"), m.group().strip("- "))
        for line in above
        for m in _TEST.finditer(line.words)
    ]
    sections = [
        (str(m.lastgroup), m.group()) for line in above if _is_section(line) for m in _SECTION.finditer(line.words)
    ]
    if not sections:
        default = _DEFAULTS[any(name == "create" for name, _ in named)]
        sections = [(name, _NAMES[name].replace("_", " ").title()) for name in default]
    place, seen = 0, set[str]()
    for (name, text), unit in zip(named, units, strict=False):
        while place < len(sections) and (name not in _IN[sections[place][0]] or name in seen):
            place, seen = place + 1, set()
        if place == len(sections):
            return
        seen.add(name)
        section, title = sections[place]
        yield Test(f"{_NAMES[section]}_{name}", f"{title} {text}", unit)
