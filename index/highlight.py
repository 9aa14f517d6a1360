"""The lines of a mail that a query fits, with the words that fit marked; bounded, and without any markup."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from archive.model import Message
from archive.text import MAX_LINE
from index.engine import And, Node, Not, Or, Phrase, Prefer, Prefix, Term
from index.terms import Token, parts, terms, tokens

MAX_LINES = 5000
MAX_SNIPPETS = 3
# Characters of a line that are shown, and how many of them stand before the first word that fits.
_WIDTH = 160
_LEAD = 50
_TEXT_FIELDS = frozenset({"", "b", "bs", "nq", "q"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line, as posted, and whether it is a word that fits."""

    text: str
    fits: bool


@dataclass(frozen=True, slots=True)
class Snippet:
    """A line of a mail, or a part of a long one: its part, its 1-based number, and its pieces in order."""

    part: int
    line: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Needles:
    """What is marked: runs of terms that follow each other, and beginnings of words."""

    runs: tuple[tuple[str, ...], ...]
    stems: tuple[str, ...]


def needles(node: Node | None) -> Needles:
    """What a query looks for in bodies; what it must not find is left out."""
    runs: dict[tuple[str, ...], None] = {}
    stems: dict[str, None] = {}
    for leaf in _wanted(node):
        match leaf:
            case Prefix(field, text) if field in _TEXT_FIELDS:
                stems[text] = None
            case Term(field, text) if field in _TEXT_FIELDS:
                runs |= dict.fromkeys((word,) for word in terms(text))
            case Phrase(field, text) if field in _TEXT_FIELDS:
                runs[parts(text)] = None
    return Needles(tuple(run for run in runs if run), tuple(stems))


def snippets(message: Message, wanted: Needles) -> tuple[Snippet, ...]:
    """The lines that hold most of what is wanted, and of what is rare in the mail, in posted order."""
    found = [
        (line, marks) for line in islice(_lines(message), MAX_LINES) if (marks := _marks(line.text, wanted)) is not None
    ]
    often = Counter(needle for _, marks in found for needle in marks.needles)
    # Stable: among equals the first stays first.
    found.sort(key=lambda each: -sum(1 / often[needle] for needle in each[1].needles))
    best = sorted(found[:MAX_SNIPPETS], key=lambda each: (each[0].part, each[0].number))
    return tuple(_snippet(line, marks.spans) for line, marks in best)


@dataclass(frozen=True, slots=True)
class _Line:
    part: int
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class _Marks:
    """Where a line fits, and which of the needles are there, by number."""

    spans: tuple[tuple[int, int], ...]
    needles: tuple[int, ...]


def _wanted(node: Node | None) -> Iterator[Node]:
    waiting = [] if node is None else [node]
    while waiting:
        match waiting.pop():
            case And(nodes) | Or(nodes):
                waiting.extend(reversed(nodes))
            case Prefer(required, preferred):
                waiting.extend((preferred, required))
            case Not():
                continue
            case leaf:
                yield leaf


def _lines(message: Message) -> Iterator[_Line]:
    """The physical lines as archive/text.py numbers them; a page of hits has many, and quote depths are not needed."""
    for part in message.parts:
        for number, text in enumerate((part.text or "").split("\n"), start=1):
            yield _Line(part.number, number, text.removesuffix("\r")[:MAX_LINE])


def _may_fit(text: str, wanted: Needles) -> bool:
    """Whether it is worth the while to cut a line into terms: most lines do not hold the letters at all."""
    small = text.lower()
    if any(stem in small for stem in wanted.stems):
        return True
    return any(all(word.lower() in small for word in run) for run in wanted.runs)


def _marks(text: str, wanted: Needles) -> _Marks | None:
    if not _may_fit(text, wanted):
        return None
    found = list(tokens(text))
    spans = [list(_run(found, run)) for run in wanted.runs]
    spans += [[(each.start, each.end) for each in found if each.text.startswith(stem)] for stem in wanted.stems]
    if not any(spans):
        return None
    there = tuple(number for number, each in enumerate(spans) if each)
    return _Marks(_joined(sorted(span for each in spans for span in each)), there)


def _run(found: Sequence[Token], run: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    if len(run) == 1:
        yield from ((each.start, each.end) for each in found if each.text == run[0])
        return
    own = [each for each in found if not each.is_whole]
    for begin in range(len(own) - len(run) + 1):
        if all(own[begin + step].text == word for step, word in enumerate(run)):
            yield own[begin].start, own[begin + len(run) - 1].end


def _joined(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _snippet(line: _Line, spans: Sequence[tuple[int, int]]) -> Snippet:
    begin = max(0, spans[0][0] - _LEAD) if len(line.text) > _WIDTH else 0
    end = begin + _WIDTH
    pieces: list[Piece] = []
    position = begin
    for start, stop in spans:
        if start >= end:
            break
        pieces.append(Piece(line.text[position:start], fits=False))
        pieces.append(Piece(line.text[start : min(stop, end)], fits=True))
        position = min(stop, end)
    pieces.append(Piece(line.text[position:end].rstrip(), fits=False))
    return Snippet(line.part, line.number, tuple(piece for piece in pieces if piece.text))
