"""Plain words that name a suite, a test, a direction, a kernel or a machine: read as such, and as text besides."""

from collections.abc import Iterable
from dataclasses import dataclass

from archive import hardware, kernels
from index.engine import Leaf, Term
from index.query_fields import said_kernel
from index.query_names import plain_direction, said_test, tests_named
from suites import all_suites, suite_named

# Linux will not get there soon, and figures like 56.2 do.
_HIGHEST_MAJOR = 9
# Processors whose names say something else in most mails.
_WORDS_OF_PROSE = frozenset({"alpha", "core", "power"})
# Tests whose names say something else in most mails; so does a name of three letters or fewer (`set`, `is`, `cpu`).
_NAMES_IN_PROSE = (
    "appended audio bandwidth call chat close command compile compute copy creat created custom deleted disk double "
    "files float fsync gaming index latency long loopback memory mixed mutex network pipe read register rewrite scale "
    "server shared short sieve spawn speed stat sync syscall threads total transactions trim unlink video workload "
    "write"
)
# A test of compilebench, but a word of nearly every mail of these lists: a test where `test:` stands before it.
_ONLY_WITH_PREFIX = frozenset({"patch"})
_TESTS_IN_PROSE = frozenset(_NAMES_IN_PROSE.split())
_LONGEST_IN_PROSE = 3


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word names: one of these entities; a `hint` only (a direction) is never required of a mail's text.

    A word `is_prose` where it is looked for as text, as any word, and results of the tests that it names come first.
    """

    word: str
    entities: tuple[Leaf, ...]
    sentence: str
    is_hint: bool = False
    is_prose: bool = False


def meaning(word: str, suites: Iterable[str]) -> Meaning | None:
    """What a plain word names besides being text, or None; `suites` are those that the whole query names."""
    readers = (_direction, _suite, _kernel)
    found = next((read for reader in readers if (read := reader(word)) is not None), None)
    return found or _test(word, frozenset(suites)) or _option(word, frozenset(suites)) or _machine(word)


def options_of(suites: Iterable[str]) -> frozenset[str]:
    """The options that the named suites have ("-T"): words, although a dash stands before them."""
    named = frozenset(suites)
    return frozenset(option for suite in all_suites() if suite.name in named for option in suite.options)


def _direction(word: str) -> Meaning | None:
    way = plain_direction(word)
    return None if way is None else Meaning(word, (Term("dir", way),), f"direction {way}", is_hint=True)


def _suite(word: str) -> Meaning | None:
    suite = suite_named(word)
    return None if suite is None else Meaning(word, (Term("suite", suite.name),), f"suite {suite.name}")


def _test(word: str, suites: frozenset[str]) -> Meaning | None:
    found = tests_named(word) if word.lower() not in _ONLY_WITH_PREFIX else {}
    own = {name: known for name, of in found.items() if (known := tuple(suite for suite in of if suite in suites))}
    chosen = own or found
    if not chosen or not any(character.isalpha() for character in word):
        return None
    said = " or ".join(said_test(name, of) for name, of in chosen.items())
    is_prose = not own and _is_prose(word)
    if is_prose:
        said = f"the word in the text, and results of {said} first"
    return Meaning(word, tuple(Term("test", name) for name in chosen), said, is_prose=is_prose)


def _is_prose(word: str) -> bool:
    return word.lower() in _TESTS_IN_PROSE or (word.isalpha() and len(word) <= _LONGEST_IN_PROSE)


def _option(word: str, suites: frozenset[str]) -> Meaning | None:
    tests = [
        (suite.name, test)
        for suite in all_suites()
        if suite.name in suites
        for letter in word[1:]
        if word.startswith("-")
        for test in suite.option_tests.get(f"-{letter}", ())
    ]
    if not tests:
        return None
    said = " or ".join(said_test(test, (suite,)) for suite, test in tests)
    return Meaning(word, tuple(Term("test", test) for _, test in tests), f"the option, {said}")


def _kernel(word: str) -> Meaning | None:
    version = kernels.parse(word)
    if version is None:
        series = next(
            (mention for mention in kernels.series_in(word) if mention.end - mention.start == len(word)), None
        )
        known = series is not None
    else:
        # Two numbers may be any figure: only what was a version counts. Three that never were are a slip in a version.
        known = version.numbers[0] <= _HIGHEST_MAJOR and (
            len(version.numbers) > 2 or not kernels.never_existed(version)
        )
    if not known:
        return None
    return Meaning(word, (Term("kernel", kernels.normal_prefix(word)),), said_kernel(word))


def _machine(word: str) -> Meaning | None:
    box = hardware.parse(word)
    is_named = box is not None and (box.cpu is not None or box.mhz is not None)
    if not is_named or word.isdigit() or word.lower() in _WORDS_OF_PROSE:
        return None
    return Meaning(word, (Term("hw", word),), f"machine {word}")
