"""Whether a part can hold a remark on results at all: looks at its text that spare most mails from being read in
passages. What is said here is wider than what is read then, and never narrower.
"""

import re
from collections.abc import Iterable, Iterator

from ingest.named_tests import NamedTests
from ingest.post import PostPart
from ingest.prose import Sentence

# In small letters, each word of verdict holds one of these.
_VERDICT_STEMS = ("slow", "fast", "regress", "improv", "overhead", "speed", "performance", "latency", "throughput")
_MOVE = r"(?:drop|gain|increased|decreased|doubled|lower|higher|better|worse)"
_OF_WHICH = r"(?:the|these|those|your|my|our|any|some|more|perf|performance|no|test|same|good|nice|great|impressive)"
# In small letters, one of these is in all that tells of what was measured, with what stands around it then, or else
# figures are; lines may end between the words.
_MEASURED = tuple(
    (stem, re.compile(pattern))
    for stem, pattern in (
        *((stem, rf"\b{stem}") for stem in ("iops", "variance", "nois", "slower", "faster", "improved", "improvement")),
        ("regress", "regress(?:ion|e[ds])"),
        ("speed", "speed-?up"),
        ("slow", "slow-?down"),
        *((stem, rf"\b{_OF_WHICH}\s{{1,40}}{stem}") for stem in ("numbers", "result")),
        *(
            (stem, rf"{stem}\b[^.!?]{{0,80}}\b{_MOVE}")
            for stem in ("throughput", "bandwidth", "performance", "latency")
        ),
    )
)
# Columns before and behind such a word that hold all of it.
_BEFORE, _BEHIND = 60, 120
_FIGURES = re.compile(r"[0-9]\s{0,40}(?:%|percent|[km]?iops|[kmg]i?b/s)|[0-9]x(?!\w)")
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
    words = (
        place
        for stem, pattern in _MEASURED
        for place in _places(text, (stem,), end)
        if pattern.search(text, max(place - _BEFORE, 0), place + _BEHIND) is not None
    )
    return any(_is_own(text, place) for places in (words, figures) for place in places)


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


def quoted_paragraphs(part: PostPart) -> Iterator[list[Sentence]]:
    """The quoted statements that stand with words of verdict, paragraph by paragraph."""
    run: list[Sentence] = []
    for sentence in part.sentences_about(quoted_lines_of_verdict(part)):
        is_quoted = sentence.depth > 0
        if run and (not is_quoted or sentence.depth != run[-1].depth or sentence.first_line > run[-1].last_line + 1):
            yield run
            run = []
        if is_quoted:
            run.append(sentence)
    if run:
        yield run


def _places(text: str, words: Iterable[str], end: int) -> Iterator[int]:
    for word in words:
        place = text.find(word, 0, end)
        while place >= 0:
            yield place
            place = text.find(word, place + 1, end)


def _is_own(text: str, place: int) -> bool:
    return not text.startswith(">", text.rfind("\n", 0, place) + 1)
