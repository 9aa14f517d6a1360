"""Which suites a text may hold rows of: the marks of all suites are looked for at once, as most mails hold none."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache

from archive.text import with_blanks
from suites import all_suites
from suites.base import Suite

# Words are letters and "_"; all other bytes part them. One table lowers them besides.
_WORD_BYTES = bytes(ord(chr(byte).lower()) if chr(byte).isalpha() or byte == ord("_") else 32 for byte in range(128))
_WORDS = _WORD_BYTES + b" " * 128

Words = frozenset[bytes]
"""The words of a text in lower case, each once."""


def words_of(text: str) -> Words:
    """All words of a text: a set of bytes costs a third of what a set of text would."""
    return frozenset(text.encode("ascii", "replace").translate(_WORDS).split())


def suspects(text: str, words: Words) -> tuple[Suite, ...]:
    """The suites that a text with these words may hold rows of, by name."""
    by_word, signs = _marks()
    near = [mark for word in by_word.keys() & words for mark in by_word[word] if mark.words <= words]
    near += [mark for mark in signs if mark.phrase in text]
    if not near:
        return ()
    lowered = with_blanks(text.lower())
    named = {mark.suite for mark in near if mark.phrase in lowered}
    return tuple(suite for suite in all_suites() if suite.name in named and suite.hint(lowered))


@dataclass(frozen=True, slots=True)
class _Mark:
    phrase: str
    words: Words
    suite: str


@cache
def _marks() -> tuple[dict[bytes, tuple[_Mark, ...]], tuple[_Mark, ...]]:
    """The marks of all suites by their longest word, and those that hold no word."""
    by_word: dict[bytes, list[_Mark]] = defaultdict(list)
    signs: list[_Mark] = []
    for suite in all_suites():
        for phrase in suite.marks:
            mark = _Mark(phrase, words_of(phrase), suite.name)
            kept = by_word[max(mark.words, key=len)] if mark.words else signs
            kept.append(mark)
    return {word: tuple(marks) for word, marks in by_word.items()}, tuple(signs)
