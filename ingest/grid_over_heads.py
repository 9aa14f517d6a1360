"""What stands over the heads of a hand-drawn table on the lines above: words over groups of them, or over all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from ingest.grid_cells import Piece, words_of
from ingest.grid_cuts import RULER, Cut, overlap
from ingest.grid_heads import is_figure, may_head
from ingest.grid_settings import AMOUNT, setting_of

_LABEL_AND_ONE = 2
_MAX_HEADS = 6


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
        own, amounts, found = _without_corner_above(_parted(line, found, heads), first[0], heads[0])
        corner, group_corner = corner or own, amounts or group_corner
        is_one_cell = "|" in line.words and len(heads) > 1 and len(whole) <= _LABEL_AND_ONE
        if len(found) == 1 and (found[0].left <= first[0].right or is_one_cell or _covers(found[0], heads)):
            if found[0].left > first[0].right:
                over, top = found[0].text, place
            break
        top = place
        above = () if groups else _groups_over(heads, found)
        over = over or _of_all(heads, found)
        if above:
            groups, group_line = above, place
        elif not over:
            heads = tuple(_under(piece, found) for piece in heads)
    return Heads(heads, over, top, groups, group_line, corner, group_corner)


def _without_corner_above(found: list[Piece], label: Piece, head: Piece) -> tuple[str, str, list[Piece]]:
    """The words over the labels, or those that amounts over groups are of, and the other pieces."""
    if len(found) < _LABEL_AND_ONE or found[0].left > label.right or found[0].right >= head.left:
        return "", "", found
    are_amounts = all(AMOUNT.fullmatch(piece.text) for piece in found[1:])
    return ("", found[0].text, found[1:]) if are_amounts else (found[0].text, "", found[1:])


def _of_all(heads: tuple[Piece, ...], found: Sequence[Piece]) -> str:
    """The words that stand over each head and so say one thing of all ("Time  Time" over "Vanilla  Patched")."""
    is_same = len(found) == len(heads) > 1 and len({piece.text for piece in found}) == 1
    return found[0].text if is_same else ""


def _parted(line: Line, found: list[Piece], heads: tuple[Piece, ...]) -> list[Piece]:
    """The pieces over heads, the first in two where one blank parts what heads the labels from the first head."""
    if len(found) != len(heads) or " " not in found[0].text or found[0].right <= heads[0].left:
        return found
    words = [word for word in words_of(line) if word.right <= found[0].right]
    corner, rest = [word for word in words if word.right < heads[0].left], words[-1]
    return (
        [corner[0], rest, *found[1:]] if len(words) == _LABEL_AND_ONE and corner and overlap(rest, heads[0]) else found
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
    return may_head(piece.text) and not is_figure(piece) and not piece.text.endswith((".", ",", ":"))


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
