"""The heads of a hand-drawn table: names over its columns, what heads its labels, and what stands over all of them."""

import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from ingest.generic_metrics import is_unit
from ingest.generic_sides import is_side
from ingest.grid_cells import Piece, read_cell, words_of
from ingest.grid_cuts import BY_GAPS, RULER, Cut, group_of, overlap
from ingest.grid_measures import are_operations
from ingest.grid_settings import AMOUNT, setting_of
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
_LABEL_AND_ONE = 2
_MAX_GAP = 3
_MAX_CORNER = 16
_MAX_HEADS = 6
_MAX_WORDS = 6


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of a table with what stands over each of them, what one piece over all of them says, their uppermost
    line (0-based), the words over the group of each with their line, the words over what heads the labels, and what
    amounts over groups are of.
    """

    heads: tuple[Piece, ...]
    over: str
    top: int
    groups: tuple[Piece, ...]
    group_line: int
    corner: str
    group_corner: str


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


def _is_corner(line: Line, first: Sequence[Piece]) -> bool:
    """Whether one word alone says what the numbers that the rows begin with count ("threads" over 1, 2 and 4)."""
    word = line.words.strip(" \t:")
    if len(word) > _MAX_CORNER or not word.endswith("s") or not word.isalpha() or not first[0].text.isdecimal():
        return False
    is_count = setting_of(f"{first[0].text} {word}") is not None and not are_operations([word]) and not is_unit(word)
    return is_count and len(line.words) - len(line.words.lstrip()) <= first[0].right


def over_heads(lines: Sequence[Line], head: int, cut: Cut, heads: tuple[Piece, ...], first: tuple[Piece, ...]) -> Heads:
    """The heads on line `head` (0-based) with what the lines above say of them; `first` is the first row."""
    over, top, corner, group_line, group_corner = "", head, "", head, ""
    groups: tuple[Piece, ...] = ()
    for place in range(head - 1, max(-1, head - _MAX_HEADS), -1):
        line = lines[place]
        if "|" in lines[head].words and not line.is_blank and RULER.fullmatch(line.words) is not None:
            continue
        whole = cut(line)
        if "|" in line.words and len(whole) == len(heads) + 1 and _may_be_over([each for each in whole if each.text]):
            heads = tuple(map(_below, whole[1:], heads))
            corner, top = corner or whole[0].text, place
            continue
        found = [piece for piece in whole if piece.text]
        if line.is_blank or not found or RULER.fullmatch(line.words) is not None or not _may_be_over(found):
            break
        if len(found) > 1 and found[0].left <= first[0].right and found[0].right < heads[0].left:
            if all(AMOUNT.fullmatch(piece.text) for piece in found[1:]):
                group_corner = found[0].text
            else:
                corner = corner or found[0].text
            del found[0]
        is_one_cell = "|" in line.words and len(heads) > 1 and len(whole) <= _LABEL_AND_ONE
        if len(found) == 1 and (found[0].left <= first[0].right or is_one_cell or _covers(found[0], heads)):
            if found[0].left > first[0].right:
                over, top = found[0].text, place
            break
        top = place
        above = () if groups else _groups_over(heads, found)
        if above:
            groups, group_line = above, place
        else:
            heads = tuple(_under(piece, found) for piece in heads)
    return Heads(heads, over, top, groups, group_line, corner, group_corner)


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
    if not told or not all(_may_head(piece.text) for piece in told) or len(found[0].text.split()) > _MAX_WORDS:
        return False
    return not any(map(_is_figure, heads)) or _are_steps(heads, found[0].text, least) or _are_runs(found)


def _is_figure(piece: Piece) -> bool:
    """Whether a head is a figure: no setting ("numjobs=2", "8 threads") and no version."""
    cell = read_cell(piece)
    if cell is None or _is_version(piece) or _PERCENTILE.fullmatch(piece.text) is not None:
        return False
    if cell.name is not None and _RESULT.fullmatch(cell.name) is not None:
        return True
    is_amount = cell.name is not None or (cell.has_other_unit and "." not in cell.cell.raw)
    return cell.unit is not None or piece.text.endswith("%") or not is_amount


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


def _may_head(text: str) -> bool:
    # A key with its value is no head; of several heads only the one over the labels ends with a colon.
    is_short = 0 < len(text.split()) <= _MAX_WORDS and not text.endswith((";", "{", "}", ":"))
    return (
        is_short
        and text.count("(") + text.count("\uff08") == text.count(")") + text.count("\uff09")
        and _KEY_AND_VALUE.search(text) is None
    )


def _groups_over(heads: tuple[Piece, ...], found: Sequence[Piece]) -> tuple[Piece, ...]:
    """The words over each head, where words stand over groups of the same heads; else none."""
    size, rest = divmod(len(heads), len(found))
    texts = [" ".join(head.text.split()) for head in heads]
    if len(found) < 2 or size < 2 or rest or texts != texts[:size] * len(found):
        return ()
    return tuple(found[place // size] for place in range(len(heads)))


def _covers(piece: Piece, heads: Sequence[Piece]) -> bool:
    """Whether a piece stands over the first head and another, or over none."""
    under = [head for head in heads if overlap(piece, head)]
    return not under or (heads[0] in under and len(under) > 1)


def _is_plain(piece: Piece) -> bool:
    return _may_head(piece.text) and not _is_figure(piece) and not piece.text.endswith((".", ",", ":"))


def _may_be_over(found: Sequence[Piece]) -> bool:
    """Whether pieces may stand over heads: words, several that each tell a setting ("size:1024"), or amounts behind
    what they are of.
    """
    if len(found) > _LABEL_AND_ONE and _is_plain(found[0]) and all(AMOUNT.fullmatch(each.text) for each in found[1:]):
        return True
    return all(_is_plain(piece) or (len(found) > 1 and setting_of(piece.text) is not None) for piece in found)


def _below(above: Piece, head: Piece) -> Piece:
    """A head with the words of its own cell on the line above."""
    if not above.text:
        return head
    return replace(head, text=f"{above.text} {head.text}") if head.text else above


def _under(head: Piece, found: Sequence[Piece]) -> Piece:
    """A head with the words of the piece over it."""
    above = [piece.text for piece in found if overlap(piece, head)]
    return replace(head, text=f"{above[0]} {head.text}") if len(above) == 1 else head
