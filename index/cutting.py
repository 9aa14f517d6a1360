"""Cutting the texts of many mails into terms at the speed of a bulk import: each word is cut once and remembered."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from index.terms import EDGES, MAX_TERM, PART, RUN

# Mails repeat their words: nineteen of twenty are known after some thousand mails. Beyond this we forget and begin
# anew.
_MAX_KNOWN: Final = 300_000
_MAX_LINES: Final = 10_000
_RUNS: Final = re.compile(RUN)
# What stands in no word is as good as a blank, and fewer pieces are then to be known; a dash makes an option.
_BETWEEN: Final = str.maketrans(dict.fromkeys("()[]{}<>,;:!?\"'`*=/|#$%&^~\\", " "))
# Marks around a word that are no part of it.
_MARKS: Final = "()[]{}<>,;:.!?\"'`*=/|"
_LONGEST_PART: Final = 64

Look = Callable[[Sequence[str]], Iterable[tuple[str, str]]]
"""Chooses from pieces of text those that tell somebody something, with what they tell."""


class Cutter:
    """Cuts texts as `index.terms` does, into terms joined by blanks. Belongs to one thread.

    First come the parts of all words in order, which phrases count; then whole words of several parts, and the options
    in a pair (`-tT`), between which and before which stands what no query looks for, so that no phrase finds them.
    """

    def __init__(self, look: Look | None = None) -> None:
        """Begin without any known piece; `look` sees each new one once, and is asked again when all were forgotten."""
        self._look = look
        self._known = _Known()
        self._lines: dict[str, str] = {}

    def cut(self, text: str) -> str:
        """The terms of a text."""
        known, found = self._known_now(), pieces(text)
        ordered = " ".join(filter(None, map(known.__getitem__, found)))
        return _with_beside(ordered, known, [*filter(known.beside.__contains__, found)])

    def cut_line(self, text: str) -> str:
        """The terms of a line that comes again and again, such as a subject or an author."""
        found = self._lines.get(text)
        if found is None:
            if len(self._lines) > _MAX_LINES:
                self._lines.clear()
            found = self._lines[text] = self.cut(text)
        return found

    def cut_and_tell(self, text: str) -> tuple[str, dict[str, str]]:
        """The terms of a text, and its telling pieces with what they tell."""
        known, found = self._known_now(), pieces(text)
        ordered = " ".join(filter(None, map(known.__getitem__, found)))
        if known.fresh and self._look is not None:
            for piece, tells in self._look(known.fresh):
                known.telling[piece] = tells
                known.beside.setdefault(piece, "")
            known.fresh.clear()
        rare = [*filter(known.beside.__contains__, found)]
        told = {piece: known.telling[piece] for piece in rare if piece in known.telling}
        return _with_beside(ordered, known, rare), told

    def _known_now(self) -> "_Known":
        if len(self._known) > _MAX_KNOWN:
            self._known = _Known()
        return self._known


def pieces(text: str) -> list[str]:
    """A text split where no word goes on."""
    # Splitting at blanks is the quickest way to pieces that come again. What is not ASCII takes longer to translate
    # than it saves.
    return (text.translate(_BETWEEN) if text.isascii() else text).split()


class _Known(dict[str, str]):
    """The parts of each piece between blanks that was met.

    `beside` has the few pieces that need more: what stands beside their parts, and all that are `telling`. `fresh` are
    those that were met since somebody looked.
    """

    def __init__(self) -> None:
        super().__init__()
        self.beside: dict[str, str] = {}
        self.telling: dict[str, str] = {}
        self.fresh: list[str] = []

    def __missing__(self, piece: str) -> str:
        self.fresh.append(piece)
        word = piece.strip(_MARKS)
        if word.isalnum() and len(word) <= _LONGEST_PART:
            term = word.lower()
            # One string for both, where they are alike.
            self[piece] = term = piece if term == piece else term
            return term
        ordered: list[str] = []
        beside: list[str] = []
        for run in _RUNS.findall(piece):
            parts, wholes = _cut(run)
            ordered += parts
            beside += wholes
        if beside:
            self.beside[piece] = " ".join(beside)
        self[piece] = terms = " ".join(ordered)
        return terms


def _with_beside(ordered: str, known: _Known, rare: Sequence[str]) -> str:
    beside = " ".join(filter(None, map(known.beside.__getitem__, rare)))
    return f"{ordered} {beside}" if beside else ordered


def _cut(run: str) -> tuple[list[str], list[str]]:
    """The parts of a run in order, and what stands beside them; `terms.tokens` would make an object of each."""
    if run.startswith("-"):
        options = [f"-{letter}" for letter in run[1:]]
        # The run itself is no term of a query: it keeps the two options apart, and from what stands before them.
        return (options, []) if len(options) == 1 else ([run[1:].lower()], [run, options[0], run, options[1], run])
    word = run.rstrip(EDGES)
    parts = [part.lower() for part in PART.findall(word)]
    whole = word.lower()
    return parts, [whole] if parts and parts[0] != whole and len(word) <= MAX_TERM else []
