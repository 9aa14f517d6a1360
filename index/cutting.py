"""Cutting the texts of many mails into terms at the speed of a bulk import: each word is cut once and remembered."""

import re

from index.terms import EDGES, MAX_TERM, PART, RUN

# Mails repeat their words: nine of ten are known after some thousand mails. Beyond this we forget and begin anew.
_MAX_KNOWN = 200_000
_RUNS = re.compile(RUN)
# Marks around a word that are no part of it; a dash would make it an option.
_MARKS = "()[]{}<>,;:.!?\"'`*=/|"
_LONGEST_PART = 64


class Cutter:
    """Cuts texts as `index.terms` does, into terms joined by blanks. Belongs to one thread.

    First come the parts of all words in order, which phrases count; then whole words of several parts, and the options
    in a pair (`-tT`), between which and before which stands what no query looks for, so that no phrase finds them.
    """

    def __init__(self) -> None:
        """Begin without any known word."""
        self._known = _Known()

    def cut(self, text: str) -> str:
        """The terms of a text."""
        # No word has a blank in it, and splitting there is the quickest way to pieces that come again.
        pieces = text.split()
        if len(self._known) > _MAX_KNOWN:
            self._known = _Known()
        ordered = " ".join(filter(None, map(self._known.__getitem__, pieces)))
        beside = " ".join(filter(None, map(self._known.beside.get, pieces)))
        return f"{ordered} {beside}" if beside else ordered


class _Known(dict[str, str]):
    """The parts of each piece between blanks that was met, and what stands beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.beside: dict[str, str] = {}

    def __missing__(self, piece: str) -> str:
        word = piece.strip(_MARKS)
        if word.isalnum() and len(word) <= _LONGEST_PART:
            self[piece] = term = word.lower()
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
