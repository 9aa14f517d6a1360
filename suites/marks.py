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

# One sign is found ten times as fast as a phrase.
_RARE_SIGNS = "%#|"

Words = frozenset[bytes]
"""The words of a text in lower case, each once."""


def words_of(text: str) -> Words:
    """All words of a text: a set of bytes costs a third of what a set of text would."""
    return frozenset(_each_word(text))


def words_among(text: str, sought: Words) -> Words:
    """Those of the sought words that stand in a text: to look each word up costs less than to keep them all."""
    return sought.intersection(_each_word(text))


@cache
def mark_words() -> Words:
    """The words of all marks: all that `suspects` has to know of a text's words."""
    return frozenset().union(*(mark.words for marks in _marks()[0].values() for mark in marks))


def suspects(text: str, words: Words) -> tuple[Suite, ...]:
    """The suites that a text with these words may hold rows of, by name."""
    by_word, signs = _marks()
    missing = [sign for sign in _RARE_SIGNS if sign not in text]
    near = [
        mark
        for word in words
        if word in by_word
        for mark in by_word[word]
        if mark.words <= words and mark.sign not in missing
    ]
    near += [mark for mark in signs if mark.sign not in missing and mark.phrase in text]
    if not near:
        return ()
    lowered = with_blanks(text.lower())
    named = {mark.suite for mark in near if mark.is_word or mark.phrase in lowered}
    return tuple(suite for suite in all_suites() if suite.name in named and suite.hint(lowered)) if named else ()


def _each_word(text: str) -> list[bytes]:
    return text.encode("ascii", "replace").translate(_WORDS).split()


@dataclass(frozen=True, slots=True)
class _Mark:
    phrase: str
    words: Words
    suite: str
    is_word: bool
    """Whether the phrase is one word and nothing else, so that a text with the word has the phrase."""
    sign: str
    """A sign of the phrase that few texts hold, if it has one."""


@cache
def _marks() -> tuple[dict[bytes, tuple[_Mark, ...]], tuple[_Mark, ...]]:
    """The marks of all suites by their longest word, and those that hold no word."""
    by_word: dict[bytes, list[_Mark]] = defaultdict(list)
    signs: list[_Mark] = []
    for suite in all_suites():
        for phrase in suite.marks:
            words = words_of(phrase)
            sign = next((sign for sign in _RARE_SIGNS if sign in phrase), "")
            mark = _Mark(phrase, words, suite.name, words == {phrase.encode()}, sign)
            kept = by_word[max(mark.words, key=len)] if mark.words else signs
            kept.append(mark)
    return {word: tuple(marks) for word, marks in by_word.items()}, tuple(signs)
