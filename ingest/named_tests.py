"""The tests of a thread as people name them: by the whole name, or by its last piece ("fork" for processes/fork)."""

import re
from collections.abc import Iterable

_WORDS = re.compile(r"[a-z0-9_-]{3,30}")
_PIECES = re.compile(r"[a-z0-9_]{3,30}")


class NamedTests:
    """Finds the tests that a text names."""

    def __init__(self, tests: Iterable[str]) -> None:
        """Look for these tests."""
        self._short = {test: test.rpartition("/")[2].lower() for test in tests}

    def in_text(self, text: str) -> set[str]:
        """The tests that the text names."""
        lowered = text.lower()
        near = [(test, short) for test, short in self._short.items() if short in lowered]
        if not near:
            return set()
        words = {*_WORDS.findall(lowered), *_PIECES.findall(lowered)}
        return {test for test, short in near if short in words or test.lower() in words or " " in short}

    def may_be_in(self, lowered: str) -> bool:
        """A cheap look whether any statement of a text in lower case, whatever its line ends, can name a test."""
        return any(all(word in lowered for word in short.split(" ")) for short in self._short.values())
