"""Whether a part can hold a remark on results at all: looks at its text that spare most mails from being read in
passages. What is said here is wider than what is read then, and never narrower.
"""

import re
from collections.abc import Iterable, Iterator

from ingest.named_tests import NamedTests
from ingest.post import PostPart

# In small letters, each word of verdict holds one of these.
_VERDICT_STEMS = ("slow", "fast", "regress", "improv", "overhead", "speed", "performance", "latency", "throughput")
# In small letters, one of these is in all that tells of what was measured, or else figures are.
_MEASURED_STEMS = (
    *("iops", "variance", "nois", "numbers", "result", "slow", "fast", "regress", "speed", "improve"),
    *("throughput", "bandwidth", "performance", "latency"),
)
_FIGURES = re.compile(r"\d\s{0,40}(?:%|percent|[km]?iops|[kmg]i?b/s)|\dx(?!\w)")
# Behind the first of these that stands at the beginning of an own line are the lines of a patch.
_PATCHES = ("\ndiff --git ", "\n@@ -", "\n--- a/")


class ClaimLines:
    """The lines on which the claims of a thread stand, to be looked for in quotations."""

    def __init__(self, lines: Iterable[str]) -> None:
        """The lines with single blanks."""
        self._words = [sorted(line.split(), key=len, reverse=True) for line in lines]

    def may_be_quoted_in(self, part: PostPart) -> bool:
        """Whether the words of any of them stand in a part that may quote somebody."""
        return any(all(word in part.text for word in words) for words in self._words)


def may_tell_of_measured(part: PostPart) -> bool:
    """Whether a line that is not quoted has a word or a figure that tells of what was measured; patches left out."""
    text = part.lowered
    end = min((place for place in map(text.find, _PATCHES) if place >= 0), default=len(text))
    figures = (match.start() for match in _FIGURES.finditer(text, 0, end))
    return any(_is_own(text, place) for places in (_places(text, _MEASURED_STEMS, end), figures) for place in places)


def may_quote_remarks(part: PostPart, tests: NamedTests) -> bool:
    """Whether somebody may be quoted with a verdict on a test."""
    has_verdict = any(stem in part.lowered for stem in _VERDICT_STEMS)
    return has_verdict and tests.may_be_in(part.lowered) and bool(part.voices)


def quoted_lines_of_verdict(part: PostPart) -> frozenset[int]:
    """The quoted lines that have a word of verdict."""
    text, found = part.lowered, set[int]()
    number, reached = 1, 0
    for place in sorted(_places(text, _VERDICT_STEMS, len(text))):
        number += text.count("\n", reached, place)
        reached = place
        found.add(number)
    return frozenset(n for n in found if n <= len(part.lines) and part.lines[n - 1].depth)


def _places(text: str, words: Iterable[str], end: int) -> Iterator[int]:
    for word in words:
        place = text.find(word, 0, end)
        while place >= 0:
            yield place
            place = text.find(word, place + 1, end)


def _is_own(text: str, place: int) -> bool:
    return not text.startswith(">", text.rfind("\n", 0, place) + 1)
