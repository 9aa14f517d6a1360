"""Texts of mails split into own and quoted words; patches are left out, the names of files that they change stay."""

import re
from collections.abc import Iterator, Sequence
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
    """The lines of a text that belong to no patch, own and quoted apart, and the files that its patches change."""

    own: tuple[str, ...]
    quoted: tuple[str, ...]
    files: tuple[str, ...]


def without_patches(text: str) -> WithoutPatches:
    """The lines of a text without its patches; what only looks like one (a signature's dashes) stays."""
    lines = words_by_depth(text)
    files: dict[str, None] = {}
    if any(sign in text for sign in _SIGNS):
        reader = _Reader()
        lines, files = reader.prose(lines), reader.files
    own = tuple([words for depth, words in lines if depth == 0])
    return WithoutPatches(own, tuple([words for depth, words in lines if depth > 0]), tuple(files))


class _Reader:
    """Walks through a text and knows how many lines of a hunk are still to come, on either side."""

    def __init__(self) -> None:
        self.files: dict[str, None] = {}
        self._old = self._new = self._depth = 0
        self._in_header = False

    def prose(self, lines: Sequence[Line]) -> list[Line]:
        """The lines that belong to no patch; the files that its heads name are noted."""
        kept = []
        for number, line in enumerate(lines):
            depth, words = line
            if (self._old > 0 or self._new > 0) and depth == self._depth:
                if not self._counts(words[:1]):
                    kept.append(line)
            elif not self._in_header and not words.startswith(_BEGINNINGS):
                kept.append(line)
            elif self._begins(line, lines[number + 1][1] if number + 1 < len(lines) else ""):
                if self._old <= 0 and self._new <= 0:
                    self.files |= dict.fromkeys(_named(words))
            else:
                kept.append(line)
        return kept

    def _counts(self, mark: str) -> bool:
        """Whether a line that begins so is one of the hunk's."""
        if mark == "+":
            self._new -= 1
        elif mark == "-":
            self._old -= 1
        elif mark in ("", " ", "\t"):
            self._old -= 1
            self._new -= 1
        elif mark != "\\":
            self._old = self._new = 0
            return False
        return True

    def _begins(self, line: Line, following: str) -> bool:
        """Whether a line is one of a patch's head, or begins a hunk."""
        depth, words = line
        hunk = _HUNK.match(words)
        if hunk is not None:
            self._old, self._new = int(hunk["old"] or 1), int(hunk["new"] or 1)
            self._depth = depth
            return True
        if words.startswith("--- "):
            self._in_header = following.startswith("+++ ")
            return self._in_header
        if words.startswith(("diff --git ", "Index: ")):
            self._in_header = True
            return True
        self._in_header = self._in_header and (_FILE.match(words) or _HEADER.match(words)) is not None
        return self._in_header


def _named(words: str) -> Iterator[str]:
    """The files that a line of a patch's head names."""
    head = _FILE.match(words)
    if head is None:
        return
    for place in words[head.end() :].split()[: 2 if words.startswith("diff") else 1]:
        name = _NAME.match(place.removeprefix("/"))
        if name is not None and name["name"] != _NOWHERE:
            yield name["name"]
