"""How a line of a hand-drawn table is cut into its label and its cells: by pipes, or by gaps."""

import re
from collections.abc import Callable
from dataclasses import replace

from archive.text import Line
from ingest.grid_cells import (
    Piece,
    begins_with_pipe,
    figures_apart,
    is_attached,
    is_in_brackets,
    pieces,
    read_cell,
    segments,
    words_of,
)

RULER = re.compile(r"[-=+|*_:~.x\s]{3,300}")
_SIGNS = frozenset({":", "="})
_REMARK = re.compile(r"[ \t]{1,40}(?:<-|<=|<<|//|#)[^\n|]{0,120}$")
_MAX_GROUP = 60
_MAX_GROUP_WORDS = 5

Cut = Callable[[Line], tuple[Piece, ...]]
"""A way of cutting a line into pieces."""


def by_pipes(first: Line) -> Cut:
    """How the lines of a table are cut whose first row is that one: with or without a pipe before its label."""
    begins = begins_with_pipe(first)

    def cut(line: Line) -> tuple[Piece, ...]:
        found = segments(line) if "|" in line.text else ()
        found = found[1:] if begins and found and not found[0].text else found
        return found[:-1] if found and not found[-1].text and line.words.endswith("|") else found

    return cut


def by_gaps(line: Line) -> tuple[Piece, ...]:
    """The pieces of a line, brackets and spreads with the figure before them."""
    return _pieces(line, is_in_brackets)


def by_gaps_only(line: Line) -> tuple[Piece, ...]:
    """The pieces of a line, brackets apart: they may have a column of their own."""
    return _pieces(line, lambda _text: False)


def by_words(line: Line) -> tuple[Piece, ...]:
    """The words of a line, each a piece of its own."""
    return tuple(words_of(line)) if "|" not in line.text else ()


def _with_differences(line: Line) -> tuple[Piece, ...]:
    """The pieces of a line, differences too with the figure before them."""
    return _pieces(line, is_attached)


def _pieces(line: Line, belongs: Callable[[str], bool]) -> tuple[Piece, ...]:
    remark = _REMARK.search(line.text, line.start)
    plain = line if remark is None else replace(line, text=line.text[: remark.start()])
    found = list[Piece]()
    for piece in (part for whole in pieces(plain) for part in figures_apart(plain, whole)):
        if found and piece.text in _SIGNS:
            # A sign in a column of its own only parts the label from its figures.
            continue
        if found and belongs(piece.text) and read_cell(found[-1]) is not None:
            found[-1] = _joined(found[-1], piece, plain)
        else:
            found.append(piece)
    return tuple(found)


def _joined(first: Piece, last: Piece, line: Line) -> Piece:
    return Piece(line.text[first.start : last.end].replace("\t", " "), first.start, last.end, first.left, last.right)


BY_GAPS: tuple[Cut, ...] = (by_gaps, _with_differences, by_gaps_only)
"""The ways of cutting a line by its gaps, in the order in which they are tried."""


def overlap(first: Piece, second: Piece) -> bool:
    """Whether two pieces stand over each other."""
    return first.left < second.right and second.left < first.right


def group_of(line: Line, edge: int) -> str | None:
    """The words of a line that stands alone over rows whose first cells begin at column `edge`, and says what they are
    of ("net,port"); None for any other line.
    """
    words = line.words
    if line.is_blank or "|" in words or len(words) > _MAX_GROUP or words.endswith((".", ";", "?", "!")):
        return None
    found = pieces(line)
    is_within = len(found) == 1 and (found[0].right <= edge or words.endswith(":"))
    is_alone = is_within and len(found[0].text.split()) <= _MAX_GROUP_WORDS
    is_named = is_alone and any(map(str.isalpha, words)) and read_cell(found[0]) is None
    return found[0].text.strip(" :-=*") if is_named else None
