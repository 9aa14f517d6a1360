"""Cutting the texts of many mails into terms at the speed of a bulk import: each word is cut once and remembered."""

import re

from index.terms import RUN, tokens

# Mails repeat their words: nine of ten are known after some thousand mails. Beyond this we forget and begin anew.
_MAX_KNOWN = 100_000
_RUNS = re.compile(RUN)


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
        runs = _RUNS.findall(text)
        if len(self._known) > _MAX_KNOWN:
            self._known = _Known()
        ordered = " ".join(map(self._known.__getitem__, runs))
        beside = " ".join(filter(None, map(self._known.beside.get, runs)))
        return f"{ordered} {beside}" if beside else ordered


class _Known(dict[str, str]):
    """The parts of each word that was met, and what stands beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.beside: dict[str, str] = {}

    def __missing__(self, run: str) -> str:
        found = tuple(tokens(run))
        ordered = [token.text for token in found if not token.is_whole]
        beside = [token.text for token in found if token.is_whole]
        if run.startswith("-") and len(ordered) > 1:
            # The run itself is no term of a query: it keeps the two options apart, and from what stands before them.
            beside = [run, ordered[0], run, ordered[1], run]
            ordered = ordered[-1:]
        if beside:
            self.beside[run] = " ".join(beside)
        self[run] = " ".join(ordered)
        return self[run]
