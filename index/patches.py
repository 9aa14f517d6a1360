"""Patches in mails: their lines are left out of the index, the names of the files that they change stay."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archive.text import words_by_depth

_FILE = re.compile(r"(?:---|\+\+\+|Index:|diff --git|rename (?:from|to)) ")
_NAME = re.compile(r"(?:[ab]/)?(?P<name>[^\s]{1,200})")
_HUNK = re.compile(r"@@ -\d{1,7}(?:,(?P<old>\d{1,7}))? \+\d{1,7}(?:,(?P<new>\d{1,7}))? @@")
_HEADER = re.compile(
    r"(?:index [0-9a-f]{4,40}\.\.|(?:new|deleted) file mode |(?:old|new) mode |similarity index |={40,}$)"
)
# Every patch has one of these; most mails have none.
_SIGNS = ("@@ -", "+++ ", "diff --git ", "Index: ")
_BEGINNINGS = ("@", "-", "d", "I")
_NOWHERE = "dev/null"

Line = tuple[int, str]
"""The quote depth of a line and its own words, as `archive.text.words_by_depth` gives them."""


@dataclass(frozen=True, slots=True)
class WithoutPatches:
    """The lines of a text that belong to no patch, and the files that its patches change, each once."""

    lines: tuple[Line, ...]
    files: tuple[str, ...]


def without_patches(text: str) -> WithoutPatches:
    """The lines of a text without its patches; what only looks like one (a signature's dashes) stays."""
    lines = words_by_depth(text)
    if not any(sign in text for sign in _SIGNS):
        return WithoutPatches(tuple(lines), ())
    kept: list[Line] = []
    files: dict[str, None] = {}
    reader = _Reader()
    for line, following in zip(lines, [*lines[1:], (0, "")], strict=True):
        if reader.takes(line, following[1]):
            files |= dict.fromkeys(reader.named(line))
        else:
            kept.append(line)
    return WithoutPatches(tuple(kept), tuple(files))


class _Reader:
    """Walks through a text and knows how many lines of a hunk are still to come, on either side."""

    def __init__(self) -> None:
        self._old = self._new = self._depth = 0
        self._in_header = False

    def takes(self, line: Line, following: str) -> bool:
        """Whether a line belongs to a patch."""
        depth, words = line
        if (self._old > 0 or self._new > 0) and depth == self._depth:
            return self._in_hunk(words)
        if not self._in_header and not words.startswith(_BEGINNINGS):
            return False
        return self._begins(line, following)

    def named(self, line: Line) -> Iterator[str]:
        """The files that a line of a patch's head names."""
        words = line[1]
        if self._old > 0 or self._new > 0 or not _FILE.match(words):
            return
        head = _FILE.match(words)
        for place in words[head.end() if head else 0 :].split()[: 2 if words.startswith("diff") else 1]:
            name = _NAME.match(place.removeprefix("/"))
            if name is not None and name["name"] != _NOWHERE:
                yield name["name"]

    def _in_hunk(self, words: str) -> bool:
        mark = words[:1]
        if mark not in ("", " ", "\t", "+", "-", "\\"):
            self._old = self._new = 0
            return False
        self._old -= mark not in ("+", "\\")
        self._new -= mark not in ("-", "\\")
        return True

    def _begins(self, line: Line, following: str) -> bool:
        depth, words = line
        hunk = _HUNK.match(words)
        if hunk is not None:
            self._old, self._new, self._depth = int(hunk["old"] or 1), int(hunk["new"] or 1), depth
            return True
        if words.startswith("--- "):
            self._in_header = following.startswith("+++ ")
            return self._in_header
        if words.startswith(("diff --git ", "Index: ")):
            self._in_header = True
            return True
        self._in_header = self._in_header and (_FILE.match(words) or _HEADER.match(words)) is not None
        return self._in_header
