"""Texts of mails split into own and quoted words; patches are left out, the names of files that they change stay."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.text import MARKS_AT_THE_START, REACH_OF_A_MARK, depth_and_words, physical_lines

_FILE = re.compile(r"(?:---|\+\+\+|Index:|diff --git|rename (?:from|to)) ")
_NAME = re.compile(r"(?:[ab]/)?(?P<name>[^\s]{1,200})")
_HUNK = re.compile(r"@@ -\d{1,7}(?:,(?P<old>\d{1,7}))? \+\d{1,7}(?:,(?P<new>\d{1,7}))? @@")
_HEADER = re.compile(
    r"(?:index [0-9a-f]{4,40}\.\.|(?:new|deleted) file mode |(?:old|new) mode |similarity index |={40,}$)"
)
# Every patch has one of these; most mails have none.
_SIGNS = ("@@ -", "+++ ", "diff --git ", "Index: ")
_BEGINNINGS = ("@", "-", "d", "I")
# The first letter of a hunk's lines; mailers take the blank of an empty one.
_MARKS_OF_A_HUNK = ("+", "-", " ", "\t", "")
_NOWHERE = "dev/null"


@dataclass(frozen=True, slots=True)
class WithoutPatches:
    """The lines of a text that belong to no patch, own and quoted apart, and the files that its patches change."""

    own: Sequence[str]
    quoted: Sequence[str]
    files: Sequence[str]


def without_patches(text: str) -> WithoutPatches:
    """The lines of a text without its patches; what only looks like one (a signature's dashes) stays."""
    lines = physical_lines(text)
    reader = _Reader(lines)
    if any(sign in text for sign in _SIGNS):
        reader.read()
    else:
        reader.read_prose()
    return WithoutPatches(reader.own, reader.quoted, tuple(reader.files))


class _Reader:
    """Walks through a text and knows how many lines of a hunk are still to come, on either side."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.own: list[str] = []
        self.quoted: list[str] = []
        self.files: dict[str, None] = {}
        self._lines = lines
        self._old = self._new = self._depth = 0
        self._in_header = False

    def read_prose(self) -> None:
        """Take every line of a text without patches."""
        own = self.own.append
        for raw in self._lines:
            if ">" in raw[:REACH_OF_A_MARK] or raw[:1] in MARKS_AT_THE_START:
                self._keep(*depth_and_words(raw))
            else:
                own(raw.rstrip())

    def read(self) -> None:
        """Take the lines that belong to no patch; the files that its heads name are noted."""
        number, end = 0, len(self._lines)
        while number < end:
            if self._depth == 0 and self._is_in_hunk():
                number = self._behind_hunk(number)
                if number == end:
                    break
            raw = self._lines[number]
            depth, words = 0, ""
            if ">" in raw[:REACH_OF_A_MARK] or raw[:1] in MARKS_AT_THE_START:
                depth, words = depth_and_words(raw)
            else:
                words = raw.rstrip()
            number += 1
            if depth == self._depth and self._is_in_hunk():
                is_kept = not self._counts(words[:1])
            elif not self._in_header and not words.startswith(_BEGINNINGS):
                is_kept = True
            else:
                is_kept = not self._begins(depth, words, number)
            if is_kept:
                self._keep(depth, words)

    def _keep(self, depth: int, words: str) -> None:
        (self.quoted if depth else self.own).append(words)

    def _is_in_hunk(self) -> bool:
        return self._old > 0 or self._new > 0

    def _behind_hunk(self, first: int) -> int:
        """The first line from that number on that has to be looked at: most of a hunk's begin with its marks."""
        old, new, lines = self._old, self._new, self._lines
        number, end = first, len(lines)
        while number < end:
            raw = lines[number]
            mark = raw[:1]
            if (old <= 0 and new <= 0) or mark not in _MARKS_OF_A_HUNK or ">" in raw[:REACH_OF_A_MARK]:
                break
            if mark != "+":
                old -= 1
            if mark != "-":
                new -= 1
            number += 1
        self._old, self._new = old, new
        return number

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

    def _begins(self, depth: int, words: str, following: int) -> bool:
        """Whether a line is one of a patch's head, or begins a hunk; `following` is the number of the next one."""
        hunk = _HUNK.match(words)
        if hunk is not None:
            self._old, self._new = int(hunk["old"] or 1), int(hunk["new"] or 1)
            self._depth = depth
            return True
        if words.startswith("--- "):
            next_words = depth_and_words(self._lines[following])[1] if following < len(self._lines) else ""
            self._in_header = next_words.startswith("+++ ")
            is_head = self._in_header
        elif words.startswith(("diff --git ", "Index: ")):
            is_head = self._in_header = True
        else:
            is_head = self._in_header = self._in_header and (_FILE.match(words) or _HEADER.match(words)) is not None
        if is_head and not self._is_in_hunk():
            self.files |= dict.fromkeys(_named(words))
        return is_head


def _named(words: str) -> Iterator[str]:
    """The files that a line of a patch's head names."""
    head = _FILE.match(words)
    if head is None:
        return
    for place in words[head.end() :].split()[: 2 if words.startswith("diff") else 1]:
        name = _NAME.match(place.removeprefix("/"))
        if name is not None and name["name"] != _NOWHERE:
            yield name["name"]
