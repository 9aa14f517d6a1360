"""The names that queries know: suites, tests and metrics of the suite files, and words for a direction."""

import difflib
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from index.query_tokens import QueryError
from suites import all_suites, suite_named

# A query's word for a direction; as a plain word in a mail each of them is text besides.
_DIRECTIONS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("slower", "slow", "slowdown", "slowdowns", "worse", "drop", "dropped"), "slower")
    | dict.fromkeys(("regression", "regressions", "regressed", "regress", "degradation", "degraded"), "slower")
    | dict.fromkeys(("faster", "fast", "better", "speedup", "speedups", "gain", "gains"), "faster")
    | dict.fromkeys(("improvement", "improvements", "improved", "improve"), "faster")
    | dict.fromkeys(("same", "unchanged", "equal"), "same")
)
# Too common in prose to say anything of a direction without `dir:` before them.
_ONLY_WITH_PREFIX = frozenset({"slow", "fast", "better", "same", "unchanged", "equal"})


def direction(word: str) -> str | None:
    """slower, faster or same for the words that mean it, else None."""
    return _DIRECTIONS.get(word.lower())


def plain_direction(word: str) -> str | None:
    """The direction that a word means where no prefix stands before it."""
    return None if word.lower() in _ONLY_WITH_PREFIX else direction(word)


def known_directions() -> tuple[str, ...]:
    """The names of the directions."""
    return tuple(dict.fromkeys(_DIRECTIONS.values()))


def canonical_suite(text: str, of_archive: Iterable[str]) -> str:
    """The name of a suite that has a suite file, or of one of the archive's; QueryError names the nearest."""
    suite = suite_named(text)
    if suite is not None:
        return suite.name
    others = {name.lower(): name for name in of_archive}
    if text.lower() not in others:
        raise _unknown("suite", text, [*(known.name for known in all_suites()), *others.values()])
    return others[text.lower()]


def canonical_metric(text: str) -> str:
    """The canonical name of a metric of any suite; QueryError names the nearest."""
    known = {metric.name.lower(): metric.name for suite in all_suites() for metric in suite.metrics}
    if text.lower() not in known:
        raise _unknown("metric", text, known.values())
    return known[text.lower()]


def canonical_test(text: str) -> tuple[str, str]:
    """A test's canonical name and how it was read; one that no suite lists stays as it is."""
    found = tests_named(text)
    if found:
        name = next(iter(found))
        return name, said_test(name, found[name])
    of_groups = sorted({name for names in _known_tests().values() for name in names if _in_group(name, text)})
    if of_groups:
        return text, f"test {' or '.join(of_groups)}"
    near = difflib.get_close_matches(_squeezed(text), _known_tests(), n=1, cutoff=0.7)
    hint = f"; did you mean {next(iter(_known_tests()[near[0]]))}?" if near else ""
    return text, f"test {text}, which no suite lists{hint}"


def tests_named(text: str) -> Mapping[str, tuple[str, ...]]:
    """The tests that a word names, with the suites that have them: fork-test and forktest name fork_test."""
    return _known_tests().get(_squeezed(text), MappingProxyType({}))


def said_test(name: str, suites: Iterable[str]) -> str:
    """A test with its suites, in words."""
    return f"test {name} of {' or '.join(suites)}"


@cache
def _known_tests() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    known: dict[str, dict[str, tuple[str, ...]]] = {}
    for suite in all_suites():
        for test in suite.tests:
            names = known.setdefault(_squeezed(test), {})
            names[test] = (*names.get(test, ()), suite.name)
    return MappingProxyType(known)


def _in_group(name: str, text: str) -> bool:
    """Whether a test's name is that text behind its group: the store finds "processes/stat" as "stat" too."""
    return name.lower().endswith(f"/{text.lower()}")


def _squeezed(text: str) -> str:
    return "".join(character for character in text.lower() if character not in "_- ")


def _unknown(kind: str, text: str, known: Iterable[str]) -> QueryError:
    names = sorted(set(known))
    near = difflib.get_close_matches(text.lower(), names, n=1, cutoff=0.5)
    hint = f"did you mean {kind}:{near[0]}?" if near else f"there are {', '.join(names)}"
    return QueryError(f"there is no {kind} {text!r}; {hint}")
