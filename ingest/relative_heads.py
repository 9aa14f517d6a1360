"""What stands over a table of relative results: the names of its columns, the test, the measure, and the base."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archive.results import Basis
from archive.text import Line
from ingest.generic_metrics import RATIO, direction_in, measure_of
from ingest.generic_titles import title_above
from ingest.relative_rows import RelativeRow, drawn_as_blanks
from suites import suite_named
from suites.base import Label
from suites.column_heads import Head, read_heads

_PIECE = re.compile(r"\S{1,60}(?:[ ]\S{1,60}){0,5}")
_NOTE = re.compile(r"[ \t]{0,2}%?[\[(].{1,30}$")
_TEST = re.compile(r"[ \t]{0,8}Test[ \t]{0,20}:[ \t]{1,4}(?P<name>\S.{0,60})$")
_UNITS = re.compile(r"[ \t]{0,8}Units?[ \t]{0,20}:[ \t]{1,4}(?P<units>\S.{0,60})$")
_TOLD = re.compile(r"(?:Units?|Interpretation|Statistic)[ \t]{0,20}:")
_HEADING = re.compile(r"[ \t]{0,8}(?P<name>[a-z][\w.+-]{2,24})(?:[ ][(:].{0,40})?:?$")
_SIZE = re.compile(r"-\d{1,6}$|[ \t(:].{0,60}$")
_BASE = re.compile(
    r"(?<![\w\"'])[\"']?(?P<is>[A-Za-z][\w.+/-]{1,30})[\"']?[ ](?:is|as)[ ](?:the[ ]|our[ ])?base(?:line)?\b"
    r"|\b(?:relative[ ]to|normali[sz]ed[ ](?:to|against|by)|compared[ ](?:to|with|against)|over|versus|vs\.?)[ ]"
    r"(?:the[ ])?(?P<to>(?:base(?:line)?|vanilla|mainline|stock|upstream|unpatched|master|tip|v?\d\.\d{1,2})"
    r"[\w.+/-]{0,20})",
    re.IGNORECASE,
)
_CORNER = re.compile(r"(?:#|nr_)?(?P<name>[A-Za-z]{3,14}?)s?:?(?=[ \t]|$)")
_REACH = 10
_REACH_OF_A_BASE = 60
_SLACK = 12


@dataclass(frozen=True, slots=True)
class Above:
    """What the lines above tell; `base` is what figures stand to where words say it."""

    title: str | None
    suite: str | None
    test: str | None
    metric: str
    metric_text: str
    better: str | None
    is_relative: bool
    base: Label | None
    corner: tuple[str, ...]
    """What heads the words and counts that begin the rows."""


def read_column_heads(lines: Sequence[Line], rows: Sequence[RelativeRow]) -> tuple[Head, ...]:
    """The heads of the columns of figures, without signs of per cent; none where no line above names them all."""
    count, begin = len(rows[0].figures), max(0, rows[0].index - _REACH)
    first = replace(rows[0], index=rows[0].index - begin)
    shown = [drawn_as_blanks(line) for line in lines[begin : rows[0].index + 1]]
    heads = read_heads(shown, first.index, count, first.end)
    return tuple(map(_without_sign, heads)) if heads else _last_pieces(shown, first)


def above(lines: Sequence[Line], head: int, rows: Sequence[RelativeRow]) -> Above:
    """What the lines above line `head` (0-based) tell of a table, and the head itself of its rows."""
    near = _near(lines, head)
    test = next((found["name"].strip() for words in near if (found := _TEST.match(words))), None)
    units = next((found["units"].strip() for words in near if (found := _UNITS.match(words))), None)
    heading = next(
        (found["name"] for words in near if (found := _HEADING.match(words)) and _suite(found["name"])), None
    )
    measure = next(filter(None, map(measure_of, [units] if units else near[:3])), None)
    inner = " ".join(line.words for line in lines[head : rows[0].index])
    return Above(
        title=test or heading or _title(lines, head, rows[0].index),
        suite=_suite(test or heading or ""),
        test=test or heading,
        metric=measure.name if measure is not None else "relative",
        metric_text=units or (measure.text if measure is not None else ""),
        better=direction_in(" ".join(near)) or (measure.better if measure is not None else None),
        is_relative=RATIO.search(" ".join(near)) is not None or RATIO.search(inner) is not None,
        base=_base(lines, head),
        corner=_corner(drawn_as_blanks(lines[head]), rows[0]) if head < rows[0].index else (),
    )


def _corner(head: Line, first: RelativeRow) -> tuple[str, ...]:
    """One word a column before the figures, as many as the first row has words there."""
    words = head.words.split()[: len(first.label.split())]
    found = [_CORNER.fullmatch(word) for word in words]
    return tuple(match["name"].lower() for match in found if match is not None) if all(found) else ()


def _without_sign(head: Head) -> Head:
    """The head without what tells of its figures: "compare%( std%)" is compare."""
    label = head.label
    found = _NOTE.search(label.text)
    text = (label.text[: found.start()] if found is not None else label.text).rstrip(" %:")
    note = head.note or (label.text[len(text) :].strip() or None)
    own = len(text.split()[-1]) if text else 0
    end = label.start + len(text) if label.end - label.start >= len(text) else label.start + own
    return replace(head, label=replace(label, text=text, end=end), note=note) if text else head


def _last_pieces(lines: Sequence[Line], first: RelativeRow) -> tuple[Head, ...]:
    """The last pieces of the nearest line above, where they end near their figures: more than one column may stand
    before them.
    """
    index = next((i for i in range(first.index - 1, max(-1, first.index - 4), -1) if _has_words(lines[i])), None)
    if index is None or lines[index].depth != lines[first.index].depth:
        return ()
    line = lines[index]
    pieces = list(_PIECE.finditer(line.text, line.start))[-len(first.figures) :]
    row = lines[first.index]
    if len(pieces) < len(first.figures):
        return ()
    for piece, figure in zip(pieces, first.figures, strict=True):
        left = _column(line, piece.start()) - _column(row, figure.start)
        right = _column(line, piece.end()) - _column(row, figure.start + len(figure.raw))
        if min(abs(left), abs(right)) > _SLACK:
            return ()
    return tuple(
        _without_sign(Head(Label(p.group(), line.number, p.start(), p.end(), Basis.COLUMN_HEAD))) for p in pieces
    )


def _column(line: Line, place: int) -> int:
    return len(line.text[line.start : place].expandtabs())


def _has_words(line: Line) -> bool:
    return any(map(str.isalnum, line.words))


def _near(lines: Sequence[Line], head: int) -> list[str]:
    """The lines above with words, the nearest first, up to another table."""
    depth = lines[head].depth
    found = []
    for line in reversed(lines[max(0, head - _REACH) : head]):
        if line.depth != depth and not line.is_blank:
            break
        if _has_words(line):
            found.append(line.words)
    return found


def _suite(name: str) -> str | None:
    known = suite_named(name) or suite_named(_SIZE.sub("", name))
    return known.name if known is not None else None


def _title(lines: Sequence[Line], head: int, first: int) -> str | None:
    found = title_above(lines, head + 1, first).text
    return None if found is None or _TOLD.match(found) is not None else found


def _base(lines: Sequence[Line], head: int) -> Label | None:
    """What the nearest words above say that figures stand to."""
    depth = lines[head].depth
    for line in reversed(lines[max(0, head - _REACH_OF_A_BASE) : head]):
        found = _BASE.search(line.text, line.start) if line.depth == depth else None
        if found is not None:
            group = "is" if found["is"] else "to"
            return Label(found[group], line.number, found.start(group), found.end(group), Basis.PROSE)
    return None
