"""Heads of several lines over the columns of a hand-drawn table, found by what stands over which column of figures.

                        host -> guest [Gbps]
    pkt_size before opt  p 1+2    p 3+4       virtio-net + vhost
                                                     TCP_NODELAY
    64         0.068     0.063    0.130         0.188     0.187

Words over two columns are words of both; of words with a single blank between them each goes to its own column.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from archive.text import Line
from ingest.grid_cells import Piece, pieces, read_cell, words_of
from ingest.grid_cuts import RULER
from ingest.grid_over_heads import Heads

_MIN_COLUMNS = 2
_MIN_ROWS = 2
_MAX_ROWS = 12
_MIN_LINES = 2
_MAX_LINES = 3
_MAX_WORDS = 7
_MAX_RULERS = 2
_OVER_WORDS = 8
_AT_LABEL = 3
_SENTENCE_END = (".", ";", "?", "!")
_WORD_LONG = re.compile(r"[A-Za-z]{2}")

Extent = tuple[int, int]


def heads_by_columns(lines: Sequence[Line], index: int) -> tuple[Heads, int] | None:
    """The heads over the columns of figures that begin on line `index` (0-based), and the line of the lowest (0-based);
    None where any column has none, or two have the same.
    """
    words = lines[index].words
    if "|" in words or not ("  " in words or "\t" in words):
        return None
    lowest = _lowest(lines, index)
    if lowest is None or not _has_words(lines[lowest]):
        return None
    extents = _extents(lines, index)
    if not extents:
        return None
    columns: list[list[Piece]] = [[] for _ in extents]
    over, top, count = "", lowest, 0
    for place in range(lowest, max(-1, lowest - _MAX_LINES), -1):
        found = pieces(lines[place]) if not lines[place].is_blank and lines[place].depth == lines[index].depth else ()
        if not found or not _may_be_heads(lines[place], found):
            break
        if len(found) == 1 and _is_over_all(found[0], extents):
            over, top = found[0].text, place
            break
        told = _assigned(lines[place], found, extents)
        top, count = place, count + any(max(under) > 0 for _, under in told)
        for column, below in enumerate(columns):
            columns[column] = [piece for piece, under in told if column in under] + below
    heads = [_joined(found) for found in columns]
    # Heads of one line that are shifted may be of other columns.
    if count < _MIN_LINES or not _are_told(heads[1:]):
        return None
    corner = heads[0].text if heads[0] is not None else ""
    return Heads(tuple(head for head in heads[1:] if head is not None), over, top, (), top, corner, ""), lowest


def _extents(lines: Sequence[Line], index: int) -> tuple[Extent, ...]:
    """Where the label and each column of figures stand, over rows of as many figures below each other; else nothing."""
    first = pieces(lines[index])
    if len(first) <= _MIN_COLUMNS or not all(map(read_cell, first[1:])):
        return ()
    rows = [first]
    for line in lines[index + 1 : index + _MAX_ROWS]:
        found = pieces(line)
        if len(found) != len(first) or line.depth != lines[index].depth:
            break
        rows.append(found)
    if len(rows) < _MIN_ROWS:
        return ()
    return tuple(
        (min(each.left for each in column), max(each.right for each in column)) for column in zip(*rows, strict=True)
    )


def _lowest(lines: Sequence[Line], index: int) -> int | None:
    """The nearest line above that is no ruler, unless it is blank."""
    for place in range(index - 1, max(-1, index - 2 - _MAX_RULERS), -1):
        if lines[place].is_blank:
            return None
        if RULER.fullmatch(lines[place].words) is None:
            return place
    return None


def _may_be_heads(line: Line, found: Sequence[Piece]) -> bool:
    """Whether a line is made of words, and is no sentence and no row."""
    is_sentence = len(found) == 1 and len(found[0].text.split()) > _OVER_WORDS
    return _has_words(line) and not is_sentence and not all(map(read_cell, found[1:] or found))


def _has_words(line: Line) -> bool:
    """Whether a line has more letters than digits, and does not end as a sentence does."""
    words = line.words.rstrip()
    if ":" in words or words.endswith(_SENTENCE_END):
        return False
    return sum(map(str.isalpha, words)) > sum(map(str.isdigit, words))


def _is_over_all(piece: Piece, extents: Sequence[Extent]) -> bool:
    """Whether a piece stands over the figures as a whole: over several columns, or over the middle of all."""
    begin, end = extents[1][0], extents[-1][1]
    is_amid = (
        piece.left >= begin
        and piece.right <= end
        and abs((piece.left + piece.right) - (begin + end)) < (end - begin) // 2
    )
    return is_amid and len(piece.text.split()) > 1


def _assigned(line: Line, found: Sequence[Piece], extents: Sequence[Extent]) -> list[tuple[Piece, list[int]]]:
    """Each piece with the columns that it stands over; one over the labels and figures word by word, and where there
    are as many as columns, each over its own.
    """
    missing = len(extents) - len(found)
    if missing == 0 or (missing == 1 and found[0].left >= extents[0][1]):
        return [(piece, [place + missing]) for place, piece in enumerate(found)]
    told = list[tuple[Piece, list[int]]]()
    for piece in found:
        under = [place for place, (left, right) in enumerate(extents) if piece.left < right and left < piece.right]
        is_label = piece.left - extents[0][0] <= _AT_LABEL
        under = under if is_label else [place for place in under if place > 0]
        if 0 in under and len(under) > 1:
            words = [word for word in words_of(line) if piece.left <= word.left and word.right <= piece.right]
            told += [(word, [_nearest(word, extents)]) for word in words]
        else:
            told.append((piece, under or [_nearest(piece, extents)]))
    return told


def _nearest(piece: Piece, extents: Sequence[Extent]) -> int:
    """The column that stands nearest below a piece."""

    def distance(place: int) -> int:
        left, right = extents[place]
        return max(left - piece.right, piece.left - right, 0)

    return min(range(len(extents)), key=distance)


def _joined(found: Sequence[Piece]) -> Piece | None:
    if not found:
        return None
    return replace(found[-1], text=" ".join(piece.text for piece in found))


def _are_told(heads: Sequence[Piece | None]) -> bool:
    """Whether each column has a head of a few words, and all are different."""
    texts = [head.text for head in heads if head is not None]
    are_short = all(len(text.split()) <= _MAX_WORDS for text in texts)
    has_words = any(map(_WORD_LONG.search, texts)) and all(any(map(str.isalpha, text)) for text in texts)
    return len(texts) == len(heads) and len(set(texts)) == len(texts) and are_short and has_words
