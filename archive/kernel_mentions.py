"""Kernel versions and series that a line of prose mentions, told from the numbers that only look like them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archive.kernel_grammar import KernelVersion, Reading, read, version_of
from archive.kernel_words import is_amount, kernel_word, other_program, word_before

# ASCII: a version has no digits of other scripts.
_FLAGS = re.ASCII | re.IGNORECASE
# Without this a text names no version and no series; most lines do not get any further.
_MAY_NAME = re.compile(r"(?<![\w.])v?\d\.\d", _FLAGS)
# Sooner found: what begins with a digit is looked for without trying each letter.
_DOTTED = re.compile(r"\d\.\d", re.ASCII)
# No kernel has a first number of two digits yet; most decimals of a table have.
_CANDIDATE = re.compile(r"(?<![\w.@])v?(?=[1-9]\.\d)", _FLAGS)
# Alone it is a number, or a release from 3.0 on if a word before it says so; a quick no for the rows of tables.
_DECIMAL_ALONE = re.compile(r"(?P<major>\d)\.\d{1,20}(?![\w.-])", re.ASCII)
# A version ends before anything that is not part of a word; in "2.5.52with mm1" a blank was forgotten.
_END = re.compile(r"(?![\w%]|\.[xy*](?!\w))|(?=(?:and|is|vs|with)\b)")
# Kernels with a fourth number: 2.6 from 2.6.8.1 on, the last 2.4; elsewhere four numbers are an address.
_FIRST_WITH_FOURTH = {(2, 6): 8, (2, 4): 33}
_ONLY_KERNELS = re.compile(
    r"-rc\d|-\d+-(?:generic|amd64|aws|azure|g[0-9a-f]{4})|-next-20\d{6}|-\d{2}[\d.]{0,20}\.(?:el|fc)\d"
)
# "Kernel version is 5.3.18", "kernel version: 5.3.18".
_SAID = re.compile(
    r"\bkernel(?:[ ](?:version|release))?(?:[ ](?:used[ ])?(?:is|was)|[ ]?[:=])[ \t]{1,3}(?:linux[ -])?$", _FLAGS
)
_REACH_OF_SAID = 40
_FIRST_WITH_V = 3
_LAST_MINOR_OF_2 = 6

_SET = re.compile(
    r"(?<![\w.])(?P<numbers>v?\d\.\d{1,2}\.\d{1,3}-?)?(?P<name>test|pre|rc)"
    r"\[(?P<first>\d)(?:-(?P<last>\d)|(?P<more>\d{0,9}))\]",
    _FLAGS,
)
_TO_SERIES = re.compile(r"\d+\.\d+")
_TO_RELEASE = re.compile(r"[\d.]+")
_TO_STAGE = re.compile(r"[\d.]+(?:-(?:test|pre|rc)\d+|-prerelease)*")
# A short form, up to what of the version before it stands in front of it, and what joins them.
_SHORT_FORMS = (
    (re.compile(r"(?<![\w.-])-?(?=(?:test|pre|rc)\d{1,2}(?!\d))", _FLAGS), _TO_RELEASE, "-"),
    (re.compile(r"(?<![\w.-])-?(?=(?:mm|ac|aa|mjb|ck)\d{1,2}(?!\d))", _FLAGS), _TO_STAGE, "-"),
    (re.compile(r"(?<![\w.-])(?=\.\d{1,3}-?(?:mm|ac|aa|mjb|ck|pre|rc|bk)\d)", _FLAGS), _TO_SERIES, ""),
)

_SERIES = re.compile(
    r"(?<![\w.@$~+=])(?P<v>v?)(?P<series>\d\.(?:\d|[1-9]\d))(?P<any>\.(?:x{1,2}|y|\*)(?:\.[xy*])?)?"
    r"(?![\w%*]|\.\d|[-,:]\d)(?P<after>\s{1,2}(?:kernels?|series|tree)\b)?",
    _FLAGS,
)
# "2.1. Setup" is a heading, and a line with several decimals is a row of a table.
_HEADING = re.compile(r"\s{0,8}\d(?:\.\d){1,3}\.(?:\s|$)")
_DECIMAL = re.compile(r"(?<![\w.])[+-]?(?!2\.[0-6](?!\d))\d{1,9}\.\d{1,9}(?![\w.])")
_DECIMALS_OF_A_ROW = 2


@dataclass(frozen=True, slots=True)
class Mention:
    """A version that a text mentions, at columns [start, end)."""

    version: KernelVersion
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SeriesMention:
    """A series that a text mentions without one of its releases ("2.5", "2.5.*", "2.4 kernels"), at [start, end)."""

    series: str
    start: int
    end: int


def find(text: str, base: KernelVersion | None = None) -> Iterator[Mention]:
    """The versions that a line mentions, from left to right; other programs, sizes and addresses are left out.

    Short forms ("-pre4", "test5", "test[678]", ".49-mm1") are completed from the version before them on the line, else
    from `base`, the one named last before the line. A set such as "2.6.0-test[678]" is three mentions at one place.
    """
    if base is None and not _may_name(text):
        return
    whole = () if _HEADING.match(text) else tuple(_whole(text))
    has_base = bool(whole) or base is not None
    completed = [*_sets(text, whole, base), *(_short(text, whole, base) if has_base else ())]
    free = (one for one in whole if not any(one.start < other.end and other.start < one.end for other in completed))
    yield from sorted((*completed, *free), key=lambda mention: (mention.start, mention.version))


def series_in(text: str) -> Iterator[SeriesMention]:
    """The series that a line mentions, from left to right; quantities ("2.4 GHz") and other programs are left out."""
    if not _may_name(text) or _HEADING.match(text):
        return
    is_row = sum(1 for _ in _DECIMAL.finditer(text)) >= _DECIMALS_OF_A_ROW
    for match in _SERIES.finditer(text):
        if _names_series(text, match, is_row=is_row):
            yield SeriesMention(match["series"], match.start("series"), match.end("any" if match["any"] else "series"))


def _may_name(text: str) -> bool:
    return _DOTTED.search(text) is not None and _MAY_NAME.search(text) is not None


def _whole(text: str) -> Iterator[Mention]:
    end = 0
    for candidate in _CANDIDATE.finditer(text):
        if _is_decimal(text, candidate.start()):
            continue
        reading = read(text, candidate.start())
        if reading is None or candidate.start() < end or not _END.match(text, reading.end):
            continue
        if _names_kernel(text, candidate.start(), reading):
            end = reading.end
            yield Mention(version_of(reading, text[candidate.start() : end]), candidate.start(), end)


def _is_decimal(text: str, start: int) -> bool:
    decimal = _DECIMAL_ALONE.match(text, start)
    if decimal is None:
        return False
    return int(decimal["major"]) < _FIRST_WITH_V or not kernel_word(word_before(text, start)[0])


def _names_kernel(text: str, start: int, reading: Reading) -> bool:
    word, is_joined = word_before(text, start)
    is_said = _SAID.search(text, max(0, start - _REACH_OF_SAID), start) is not None
    if reading.is_series or other_program(word) or (is_joined and not kernel_word(word) and not is_said):
        return False
    major, minor, *rest = reading.numbers
    if len(rest) == 2 and rest[0] < _FIRST_WITH_FOURTH.get((major, minor), 1000):
        return False
    if major == 2:
        return minor <= _LAST_MINOR_OF_2
    # Other programs have versions like 1.3.20 and 6.1: a kernel is called one, or written as only kernels are.
    marked = (text[start] in "vV" and major >= _FIRST_WITH_V) or kernel_word(word)
    marked = marked or (is_said and bool(rest))
    return marked or _ONLY_KERNELS.search(reading.canonical) is not None


def _sets(text: str, whole: tuple[Mention, ...], base: KernelVersion | None) -> Iterator[Mention]:
    for match in _SET.finditer(text) if "[" in text else ():
        front = (match["numbers"] or _start_of(_TO_RELEASE, _before(match.start(), whole, base))).rstrip("-")
        first, last = int(match["first"]), int(match["last"] or match["first"])
        chosen = [*range(first, last + 1), *(int(digit) for digit in match["more"] or "")]
        for number in chosen if front else ():
            reading = read(f"{front}-{match['name']}{number}")
            if reading is not None:
                yield Mention(version_of(reading, reading.canonical), match.start(), match.end())


def _short(text: str, whole: tuple[Mention, ...], base: KernelVersion | None) -> Iterator[Mention]:
    for pattern, start_of_base, joint in _SHORT_FORMS:
        for match in pattern.finditer(text):
            version = _before(match.start(), whole, base)
            front = _start_of(start_of_base, version) + joint
            completed = front + text[match.end() : match.end() + 40]
            reading = read(completed) if version is not None else None
            if reading is not None and reading.end > len(front) and _fits(reading, front):
                yield Mention(
                    version_of(reading, completed[: reading.end]),
                    match.start(),
                    match.end() + reading.end - len(front),
                )


def _fits(reading: Reading, front: str) -> bool:
    # "test1" beside 2.4.19 is somebody's first test: only kernels that end in .0 had test kernels.
    return "-test" not in reading.canonical.removeprefix(front.rstrip("-")) or reading.numbers[2:3] == (0,)


def _before(place: int, whole: tuple[Mention, ...], base: KernelVersion | None) -> KernelVersion | None:
    return next((mention.version for mention in reversed(whole) if mention.end <= place), base)


def _start_of(pattern: re.Pattern[str], version: KernelVersion | None) -> str:
    match = pattern.match(version.canonical) if version is not None else None
    return match.group() if match is not None else ""


def _names_series(text: str, match: re.Match[str], *, is_row: bool) -> bool:
    word, is_joined = word_before(text, match.start())
    if other_program(word) or (is_joined and not kernel_word(word)):
        return False
    called = bool(match["any"] or match["after"])
    if not called and (is_row or text[match.start() - 1 : match.start()] == "-"):
        return False
    if not called and is_amount(word, text[match.end("series") :]):
        return False
    major, minor = (int(number) for number in match["series"].split("."))
    if major == 2:
        return minor <= _LAST_MINOR_OF_2
    return major > 0 and called
