"""The heads of a hand-drawn table: names over its columns, what heads its labels, and what stands over all of them."""

import operator
import re
from collections.abc import Sequence
from dataclasses import replace

from archive.text import Line
from ingest.generic_metrics import is_unit
from ingest.generic_sides import is_side
from ingest.grid_cells import Piece, read_cell, words_of
from ingest.grid_cuts import BY_GAPS, RULER, Cut, group_of
from ingest.grid_measures import are_operations
from ingest.grid_settings import setting_of
from ingest.grid_words import OF_RUNS
from suites.statistic_words import statistic_within

_VERSION = re.compile(r"\d\.\d{1,3}\.\d{1,3}")
_KEY_AND_VALUE = re.compile(r":[ \t]{0,8}\d")
_APART = re.compile(r"(?:[ ]{2}|[\t|])[ ]?[A-Za-z~=.]{0,8}\d")
_UNITS = re.compile(r"\d[A-Za-z]{1,4}(?:/s)?[ ]~?\d[\d.]{0,9}[ ]?[A-Za-z]")
_DECIMAL = re.compile(r"(?:[ ]{2}|[\t|])[ ]?\d{0,12}(?:\.\d{1,9}(?![\d.-]|\([a-z]|th|[ ]\([a-z]{1,6}\))|,\d{3})")
_WHOLE = re.compile(r"(?:[ ]{2}|[\t|])[ ]?\d{1,15}[kKMG]?(?=[ ]{2}|\t|[ ]?\||$)")
_PERCENTILE = re.compile(r"\d{2}(?:\.\d{1,4})?(?:th|%)?[ ]?[(\[][a-zA-Z]{1,6}[)\]]")
_RESULT = re.compile(r"[kKM]?iops|bw|bandwidth|s?c?lat|latency|throughput|time|[tqr]ps", re.IGNORECASE)
_STEP = re.compile(r"\d{1,9}[kKMG]?")
_UNIT_LAST = re.compile(r"\w[ ](?:[KMGT]i?[bB]/s|[KMG]bps|[kKM]?IOPS|ns|us|ms|secs?)$")
# "99.99(usec)": which percentile, and its unit.
_PERCENTILE = re.compile(r"\d{2}(?:\.\d{1,4})?(?:th)?[ ]?[(\[](?:ns|us|ms|usecs?|msecs?|nsecs?)[)\]]")
_MIN_STEPS = 3
_FEW = (1, 2)
_MAX_GAP = 3
_MAX_CORNER = 16
_MAX_WORDS = 6


def may_have_head(lines: Sequence[Line], index: int) -> bool:
    """Whether a line has figures apart, and that above it words apart: a cheap look, since few lines have both."""
    # Gaps are looked for first: that costs a tenth of a pattern, and most lines have none.
    first = lines[index].words
    if (not _has_gap(first) or _APART.search(first) is None) and _UNITS.search(first) is None:
        return False
    may_be_group = "|" not in first
    for place in range(index - 1, max(-1, index - 2 - _MAX_GAP), -1):
        words = lines[place].words
        if not words or RULER.fullmatch(words) is not None:
            continue
        if may_be_group and not _has_gap(words.lstrip()) and group_of(lines[place], len(words)) is not None:
            may_be_group = False
            continue
        return _may_be_head(words) or ("|" in words and _is_first(lines, place))
    return False


def _is_first(lines: Sequence[Line], place: int) -> bool:
    """Whether a line between pipes is the first of its table, with a ruler below it: figures may head columns there."""
    below = lines[place + 1].words if place + 1 < len(lines) else ""
    if not below or RULER.fullmatch(below) is None or "-" not in below:
        return False
    above = [line.words for line in lines[max(0, place - _MAX_GAP) : place] if RULER.fullmatch(line.words) is None]
    return not above or "|" not in above[-1]


def _may_be_head(words: str) -> bool:
    """Whether a line has words apart and no figures that are none of a head's: most lines above rows are rows."""
    if not _has_gap(words) or words.endswith((".", ",", ";")):
        return False
    if _DECIMAL.search(words) is not None:
        return False
    return len(_WHOLE.findall(words)) not in _FEW


def _has_gap(words: str) -> bool:
    return "  " in words or "\t" in words or "|" in words


def head_above(
    lines: Sequence[Line], index: int, cut: Cut, first: tuple[Piece, ...]
) -> tuple[int, tuple[Piece, ...], str] | None:
    """The line (0-based) of the head nearest above, the heads of the columns, and what heads the labels; words alone
    over the first rows may stand between.
    """
    is_first, below = len(first) > 1, ""
    for place in range(index - 1, max(-1, index - 2 - _MAX_GAP), -1):
        line = lines[place]
        if line.is_blank or RULER.fullmatch(line.words) is not None:
            continue
        if not below and _is_corner(line, first):
            below = line.words.strip(" \t:")
            continue
        if is_first and cut in BY_GAPS and group_of(line, first[1].left) is not None:
            is_first = False
            continue
        found = cut(line)
        if 0 < len(found) < len(first) - 1 or (len(found) == len(first) - 1 and " " in found[-1].text):
            found = _by_blanks(line, found, first)
        least = _FEW[-1] if "|" in line.words and _is_first(lines, place) else _MIN_STEPS
        if not found or not _are_heads(found, len(first), least):
            return None
        if len(found) == len(first):
            return (place, found[1:], found[0].text) if not below else None
        if len(found) < len(first) - 1:
            return None
        return (place, found, below) if below else (place, *_without_corner(found, first[0]))
    return None


def is_figure(piece: Piece) -> bool:
    """Whether a head is a figure: no setting ("numjobs=2", "8 threads") and no version."""
    cell = read_cell(piece)
    if cell is None or _is_version(piece) or _PERCENTILE.fullmatch(piece.text) is not None:
        return False
    if cell.name is not None and _RESULT.fullmatch(cell.name) is not None:
        return True
    is_amount = cell.name is not None or (cell.has_other_unit and "." not in cell.cell.raw)
    return cell.unit is not None or piece.text.endswith("%") or not is_amount


def may_head(text: str) -> bool:
    """Whether words are few, and no key with its value."""
    # A key with its value is no head; of several heads only the one over the labels ends with a colon.
    is_short = 0 < len(text.split()) <= _MAX_WORDS and not text.endswith((";", "{", "}", ":"))
    return (
        is_short
        and text.count("(") + text.count("\uff08") == text.count(")") + text.count("\uff09")
        and _KEY_AND_VALUE.search(text) is None
    )


def _is_corner(line: Line, first: Sequence[Piece]) -> bool:
    """Whether one word alone says what the numbers that the rows begin with count ("threads" over 1, 2 and 4)."""
    word = line.words.strip(" \t:")
    if len(word) > _MAX_CORNER or not word.endswith("s") or not word.isalpha() or not first[0].text.isdecimal():
        return False
    is_count = setting_of(f"{first[0].text} {word}") is not None and not are_operations([word]) and not is_unit(word)
    return is_count and len(line.words) - len(line.words.lstrip()) <= first[0].right


def _by_blanks(line: Line, found: tuple[Piece, ...], first: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The heads as single words, where their gaps were lost and there are as many words as columns, the first of them
    over the labels.
    """
    words = tuple(words_of(line)) if "|" not in line.words else ()
    return words if len(words) == len(first) and words[0].left <= first[0].right else found


def _without_corner(found: tuple[Piece, ...], label: Piece) -> tuple[tuple[Piece, ...], str]:
    """The heads, the first without the word over the labels that stands before it with a single blank."""
    corner, _, rest = found[0].text.partition(" ")
    if found[0].left > label.left or not rest or is_side(corner):
        return found, ""
    start, left = found[0].start + len(corner) + 1, found[0].left + len(corner) + 1
    return (replace(found[0], text=rest, start=start, left=left), *found[1:]), corner


def _are_heads(found: tuple[Piece, ...], count: int, least: int) -> bool:
    """Whether pieces can be heads: none is a sentence or missing, or a figure unless all are, and one has letters."""
    heads = found[-count + 1 :]
    if not any(char.isalpha() for piece in found for char in piece.text) and not all(map(_is_version, heads)):
        return False
    # Between pipes a head may stand on the line above only ("Unit" over nothing).
    told = [piece for piece in heads if piece.text] if "" in (piece.text for piece in found) else list(heads)
    if not told or not all(may_head(piece.text) for piece in told) or len(found[0].text.split()) > _MAX_WORDS:
        return False
    return not any(map(is_figure, heads)) or _are_steps(heads, found[0].text, least) or _are_runs(found)


def _is_version(piece: Piece) -> bool:
    return _VERSION.match(piece.text) is not None


def _are_steps(heads: Sequence[Piece], corner: str, least: int) -> bool:
    """Whether figures are heads: whole numbers, so many at least, that grow from column to column behind a word."""
    if (
        len(heads) < least
        or not any(map(str.isalpha, corner))
        or _UNIT_LAST.search(corner) is not None
        or not all(_STEP.fullmatch(each.text) for each in heads)
    ):
        return False
    values = [cell.cell.value for cell in map(read_cell, heads) if cell is not None]
    return all(map(operator.lt, values, values[1:]))


def _are_runs(found: Sequence[Piece]) -> bool:
    """Whether heads number the runs of one test from one on, with statistics behind them ("seq  1  2  3  average")."""
    numbers = [piece.text for piece in found[1:] if piece.text.isdecimal()]
    rest = [piece.text for piece in found[1 + len(numbers) :]]
    return (
        len(numbers) > 1
        and OF_RUNS.fullmatch(found[0].text) is not None
        and numbers == [str(place) for place in range(1, len(numbers) + 1)]
        and all(map(statistic_within, rest))
    )
