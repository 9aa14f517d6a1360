"""The prose of a part as sentences that know where they stand, and who speaks in which quoted line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.model import Span
from archive.text import Line, paragraphs

_SENTENCE_END = re.compile(r"[.!?][)\"']?\s+(?=[\"'(_*]?[A-Z0-9])")
# Each of these begins a statement of its own even without a full stop before it: "3) …", "- …", "^^^^ …",
# "x without_patch" (what the marks of ministat stand for).
_ITEM = re.compile(r"\s{0,24}(?:\(?\d{1,2}[).]\s|[-*+o]\s|\^{2,}|<{2,}|x\s\S{1,60}$)")
# A row of a table drawn with frames is no part of a sentence.
_FRAMED = re.compile(r"\s{0,8}(?:\|.{0,300}\||\+[-=+]{3}|[\u2500-\u257f])")
_FRAMES = frozenset("|+") | {chr(code) for code in range(0x2500, 0x2580)}
_MAX_SENTENCE = 1200
_WROTE = re.compile(r"\b(?:wrote|writes|said)\s{0,3}:?\s{0,3}(?:\.{3})?$", re.IGNORECASE)
_FROM_LINE = re.compile(r"From:\s{1,4}(?P<name>\S.{0,100})$")
_DATE_PART = re.compile(
    r"(?:\d{1,2}:\d\d(?::\d\d)?(?:\s{0,2}[AP]M)?(?:\s[+-]\d{4})?(?:\s\([A-Z]{2,5}\))?|\b(?:19|20)\d\d\b(?:-\d\d-\d\d)?)"
)
_ADDRESS = re.compile(r"\s*[<(\[][^<>()\[\]]{1,100}[>)\]]")
_MAX_ATTRIBUTION = 160
# "writes", and the blanks, the colon and the dots that may follow it.
_LONGEST_WROTE = 16
# With what "wrote:", "writes", "said ..." end.
_LAST_OF_WROTE = frozenset("eEsSdD:.")
_WORDS_OF_PROSE = 7


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement: its text with single line ends turned to blanks, its quote depth, and (offset, line, column) of each
    piece.
    """

    text: str
    part: int
    depth: int
    places: tuple[tuple[int, int, int], ...]

    @property
    def first_line(self) -> int:
        """The line on which it begins."""
        return self.places[0][1]

    @property
    def last_line(self) -> int:
        """The line on which it ends."""
        return self.places[-1][1]

    def span(self, start: int, end: int) -> Span:
        """The place of text[start:end], cut at the end of the line on which it begins."""
        index = max(i for i, (offset, _, _) in enumerate(self.places) if offset <= start)
        offset, line, column = self.places[index]
        limit = self.places[index + 1][0] - 1 if index + 1 < len(self.places) else len(self.text)
        return Span(self.part, line, column + start - offset, column + min(end, limit) - offset)

    def cut(self, start: int, end: int) -> "Sentence":
        """The statement that text[start:end] is by itself, without blanks at its ends."""
        words = self.text[start:end]
        begin = start + len(words) - len(words.lstrip())
        text = words.strip()
        first = max(i for i, (offset, _, _) in enumerate(self.places) if offset <= begin)
        return Sentence(text, self.part, self.depth, _within(self.places, first, begin, begin + len(text)))


def sentences(
    part: int, lines: Sequence[Line], skip: frozenset[int], alone: frozenset[int] = frozenset()
) -> tuple[Sentence, ...]:
    """The statements of a part in order; lines in `skip` (table rows) end a statement and belong to none, lines in
    `alone` (table heads) are statements of their own.
    """
    runs = (run for paragraph in paragraphs(tuple(lines)) for run in _runs(paragraph, skip, alone))
    return tuple(sentence for run in runs for sentence in _split(part, run))


def is_prose(line: Line) -> bool:
    """Whether a line is running text: seven words or more, mostly plain ones, and no setting ("Path : /tmp")."""
    words = line.words.split()
    if len(words) < _WORDS_OF_PROSE or " : " in line.words:
        return False
    return sum(word.strip(".,;:!?()'\"").isalpha() for word in words) * 3 >= len(words) * 2


def is_framed(line: Line) -> bool:
    """Whether a line is a row or a ruler of a table drawn with frames."""
    return line.words.lstrip()[:1] in _FRAMES and _FRAMED.match(line.words) is not None


def speakers(lines: Sequence[Line]) -> dict[int, str]:
    """Who is quoted on which line, by the attribution line above ("On …, NAME wrote:", "From: NAME"); unquoted lines
    have no entry.
    """
    names: dict[int, str] = {}
    found: dict[int, str] = {}
    for index, line in enumerate(lines):
        if line.depth and line.depth in names:
            found[line.number] = names[line.depth]
        name = attribution(lines, index) if _may_introduce(line.words) else None
        if name is not None:
            names = {depth: known for depth, known in names.items() if depth <= line.depth}
            names[line.depth + 1] = name
    return found


def attribution(lines: Sequence[Line], index: int) -> str | None:
    """The name of the person whom the line introduces as quoted below; None where it introduces nobody."""
    line = lines[index]
    words = line.words.strip()
    if not _may_introduce(words) or len(words) > _MAX_ATTRIBUTION or not _quotes_follow(lines, index):
        return None
    from_line = _FROM_LINE.match(words)
    if from_line is not None:
        return _name(from_line["name"])
    if _WROTE.search(words) is None:
        return None
    whole = words
    if (
        _DATE_PART.search(words) is None
        and index
        and lines[index - 1].depth == line.depth
        and lines[index - 1].words.startswith("On ")
    ):
        whole = f"{lines[index - 1].words.strip()} {words}"
    return _name(_after_date(_WROTE.sub("", whole).strip()))


def introduces(lines: Sequence[Line], index: int) -> bool:
    """Whether the line is (the first half of) an attribution line."""
    if _may_introduce(lines[index].words) and attribution(lines, index) is not None:
        return True
    following = index + 1
    is_start = (
        lines[index].words.startswith("On ") and following < len(lines) and lines[following].depth == lines[index].depth
    )
    return is_start and attribution(lines, following) is not None


def _may_introduce(words: str) -> bool:
    """A cheap look: most lines are no attribution lines."""
    if words[-1:] in _LAST_OF_WROTE:
        end = words[-_LONGEST_WROTE:].lower()
        if "wrote" in end or "writes" in end or "said" in end:
            return True
    return "From:" in words


def _quotes_follow(lines: Sequence[Line], index: int) -> bool:
    depth = lines[index].depth
    for line in lines[index + 1 : index + 6]:
        if line.depth > depth:
            return True
        if not line.is_blank:
            return False
    return False


def _after_date(words: str) -> str:
    dates = list(_DATE_PART.finditer(words))
    return words[dates[-1].end() :].lstrip(" ,") if dates else words.removeprefix("On ").strip()


def _name(words: str) -> str | None:
    name = _ADDRESS.sub("", words).strip(" ,\"'")
    return name if 1 < len(name) <= 60 and any(char.isalpha() for char in name) else None


def _runs(paragraph: tuple[Line, ...], skip: frozenset[int], alone: frozenset[int]) -> Iterator[list[Line]]:
    run: list[Line] = []
    was_alone = False
    for line in paragraph:
        is_alone = line.number in alone or is_framed(line)
        if run and (is_alone or was_alone or line.number in skip or _ITEM.match(line.words) is not None):
            yield run
            run = []
        if line.number not in skip:
            run.append(line)
        was_alone = is_alone
    if run:
        yield run


def _split(part: int, run: list[Line]) -> Iterator[Sentence]:
    places, offset = list[tuple[int, int, int]](), 0
    for line in run:
        places.append((offset, line.number, line.start))
        offset += len(line.words) + 1
    text = " ".join([line.words for line in run])
    start = first = 0
    for end in [match.start() + 1 for match in _SENTENCE_END.finditer(text)] + [len(text)]:
        words = text[start:end]
        begin = start + len(words) - len(words.lstrip())
        stop = min(end, begin + _MAX_SENTENCE)
        start = end
        if begin < stop:
            while first + 1 < len(places) and places[first + 1][0] <= begin:
                first += 1
            yield Sentence(text[begin:stop], part, run[0].depth, _within(places, first, begin, stop))


def _within(
    places: Sequence[tuple[int, int, int]], first: int, begin: int, stop: int
) -> tuple[tuple[int, int, int], ...]:
    """The places of text[begin:stop], which begins on the line of places[first], with offsets that count from
    `begin`.
    """
    offset, line, column = places[first]
    found = [(0, line, column + begin - offset)]
    while (first := first + 1) < len(places) and places[first][0] < stop:
        offset, line, column = places[first]
        found.append((offset - begin, line, column))
    return tuple(found)
