"""Text of a mail as numbered physical lines, each with its quote depth and the place where its own words begin."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# One quote mark: '>' or '|' or ':' or '%', or the initials of the person quoted ("AM>"); blanks between marks are
# allowed.
# ':' and '%' and '|' count only at the start of a line that a blank follows, since tables hold them too.
_MARK = re.compile(r"[ \t]{0,3}(?:[A-Za-z]{1,4}(?=>)>|>|[|:%](?=[ \t]))[ \t]?")
_MAX_DEPTH = 30
# Marks of one kind in a row, as most quotations have them; each turn takes one ">".
_ARROWS = re.compile(r"(?:[ \t]{0,3}[A-Za-z]{0,4}>[ \t]?){1,30}")
# Blanks, initials and ">" take this many columns at most; the other marks stand at the very start. Whoever reads many
# lines asks for these first: a call for each line would cost as much as all the rest.
REACH_OF_A_MARK = 8
_PERCENTILE = re.compile(r"[ \t]{0,3}\d{1,2}\.\d{1,6}th=\[")
MARKS_AT_THE_START = ("|", ":", "%")
_BLANKS = (" ", "\t")
# The first line behind a hunk that is none of it.
_BEHIND_HUNK = re.compile(r"\n(?=[^ \t+@\\\r\n-])")
_HUNK_BEGINS = "\n@@ -"
# Longer lines are cut for analysis: work on a mail has to be bounded, and no table row is that long.
MAX_LINE = 4000


@dataclass(frozen=True, slots=True)
class Line:
    """A physical line: its 1-based number, its text as posted, how deep it is quoted, and its own words.

    `words` is the text without quote marks and without blanks at its end; it begins at column `start` of `text`.
    """

    number: int
    text: str
    depth: int
    start: int
    words: str

    @property
    def is_blank(self) -> bool:
        """Whether nothing but quote marks and blanks stands on the line."""
        return not self.words


# The setters of a line's slots: the __init__ of a frozen class, which guards each field, costs four times as much, and
# mails have many lines.
_new = object.__new__
_set_number, _set_text, _set_depth, _set_start, _set_words = (getattr(Line, name).__set__ for name in Line.__slots__)


def lines(text: str) -> tuple[Line, ...]:
    r"""Split decoded text into numbered lines (\r\n and \n end a line; nothing else does, so numbers match an
    editor's). A no-break space is a blank.
    """
    found = []
    for number, raw in enumerate(_physical(with_blanks(text)), start=1):
        # As `_quote` asks first; a call for each line would cost as much as all the rest.
        if ">" in raw[:REACH_OF_A_MARK] or raw[:1] in MARKS_AT_THE_START:
            start, depth = _quote(raw)
            words = raw[start:].rstrip()
        else:
            start = depth = 0
            words = raw.rstrip()
        line = _new(Line)
        _set_number(line, number)
        _set_text(line, raw)
        _set_depth(line, depth)
        _set_start(line, start)
        _set_words(line, words)
        found.append(line)
    return tuple(found)


def physical_lines(text: str) -> list[str]:
    """The lines of a text as posted, as `lines` tells them apart."""
    return _physical(with_blanks(text))


def depth_and_words(raw: str) -> tuple[int, str]:
    """The quote depth and the own words of a line: what `lines` tells of it but for the places, and much quicker."""
    if raw.startswith("> ") and ">" not in raw[2 : 2 + REACH_OF_A_MARK]:
        return 1, raw[2:].rstrip()  # most quoted lines
    start, depth = _quote(raw)
    return depth, raw[start:].rstrip()


def own_lines(text: str, most: int) -> list[str]:
    """Those of the first `most` lines of a text that are not quoted, as posted."""
    return [
        raw
        for raw in _physical(with_blanks(text))[:most]
        # As `_quote` asks first; what begins with ">" is quoted.
        if raw[:1] != ">"
        and (not (">" in raw[:REACH_OF_A_MARK] or raw[:1] in MARKS_AT_THE_START) or not is_quoted(raw))
    ]


def lines_of(text: str, spans: Iterable[tuple[int, int]]) -> frozenset[int]:
    """The numbers of the lines that columns [start, end) of a text touch, without those that begin with ">"."""
    found: set[int] = set()
    number, reached = 1, 0
    for start, end in sorted(spans):
        begin = text.rfind("\n", 0, start) + 1
        number += text.count("\n", reached, begin)
        reached = begin
        for below, raw in enumerate(text[begin:end].split("\n")):
            if raw[:1] != ">":
                found.add(number + below)
    return frozenset(found)


def with_blanks(text: str) -> str:
    """The text with its no-break spaces as blanks, which are as wide: mailers put them between columns of tables."""
    return text.replace("\xa0", " ")


def without_hunks(text: str) -> str:
    """The text without the changed lines of patches that are not quoted, which are a third of all that is mailed."""
    own, *hunks = text.split(_HUNK_BEGINS)
    ends = ((hunk, _BEHIND_HUNK.search(hunk)) for hunk in hunks)
    return "".join((own, *(hunk[end.start() :] for hunk, end in ends if end is not None)))


def collapse(text: str) -> str:
    """The words of a line with single blanks and without quote marks: what makes two rows the same row."""
    start, _ = _quote(text)
    return " ".join(text[start:].split())


def is_quoted(raw: str) -> bool:
    """Whether a line begins with a quote mark."""
    return _quote(raw)[1] > 0


def unquoted(text_lines: tuple[Line, ...]) -> str:
    """The poster's own words: every line that is not quoted, joined by newlines."""
    return "\n".join(line.text for line in text_lines if line.depth == 0)


def quoted(text_lines: tuple[Line, ...]) -> str:
    """What the poster quotes of others, without the marks."""
    return "\n".join(line.words for line in text_lines if line.depth > 0)


def paragraphs(text_lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """Runs of non-blank lines of one quote depth, in order."""
    run: list[Line] = []
    for line in text_lines:
        if run and (line.is_blank or line.depth != run[-1].depth):
            yield tuple(run)
            run = []
        if not line.is_blank:
            run.append(line)
    if run:
        yield tuple(run)


def paragraph_at(text_lines: Sequence[Line], number: int) -> Sequence[Line]:
    """The run of non-blank lines of one quote depth that holds the line of that number, which is not blank."""
    depth = text_lines[number - 1].depth
    first, last = number, number
    while first > 1 and text_lines[first - 2].words and text_lines[first - 2].depth == depth:
        first -= 1
    while last < len(text_lines) and text_lines[last].words and text_lines[last].depth == depth:
        last += 1
    return text_lines[first - 1 : last]


def _physical(text: str) -> list[str]:
    pieces = text.split("\n")
    if pieces and pieces[-1] == "":
        pieces.pop()
    if "\r" not in text and max(map(len, pieces), default=0) <= MAX_LINE:
        return pieces
    return [piece.removesuffix("\r")[:MAX_LINE] for piece in pieces]


def _quote(raw: str) -> tuple[int, int]:
    position = depth = 0
    if raw[:1] == ">" and ">" not in raw[1 : REACH_OF_A_MARK + 2]:
        return 2 if raw[1:2] in _BLANKS else 1, 1  # most of the quoted
    if ">" not in raw[:REACH_OF_A_MARK] and raw[:1] not in MARKS_AT_THE_START:
        return 0, 0  # most lines
    if raw[:1] not in MARKS_AT_THE_START:
        arrows = _ARROWS.match(raw)
        return (0, 0) if arrows is None else (arrows.end(), arrows.group().count(">"))
    while depth < _MAX_DEPTH and (mark := _MARK.match(raw, position)) is not None:
        sign = mark.group().strip()
        rest = raw[mark.end() :]
        if not _may_quote(sign, depth, mark.start()) or (sign == "|" and ("|" in rest or _PERCENTILE.match(rest))):
            break  # a pipe with others behind it borders a table, and fio begins its lines of percentiles with one
        position, depth = mark.end(), depth + 1
    return position, depth


def _may_quote(mark: str, depth: int, column: int) -> bool:
    return mark.endswith(">") or (depth == 0 and column == 0)
