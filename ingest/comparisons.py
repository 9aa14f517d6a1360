"""Statements of comparison: who is faster or slower than whom, by how much, under what condition, as a sentence says
it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archive import kernels

_FASTER = r"faster|quicker|better|speedier"
_SLOWER = r"slower|worse"
_THAN = re.compile(
    r"\b(?:(?P<amount>(?:(?:about |over |almost |nearly |around |~|>)?"
    r"\d{1,4}(?:\.\d{1,2})?\s?(?:%|percent|per cent|x|times))"
    r"|twice|a bit|a lot|much|slightly|significantly|noticeably)\s)?"
    rf"(?P<word>{_FASTER}|{_SLOWER})\s(?:than|then)\b"
)
_TWICE = re.compile(
    r"\b(?P<amount>(?:more than |about |almost |nearly )?(?:twice|double|half|\d{1,2}(?:\.\d)?x|\d{1,2} times)) "
    r"(?:as fast as|the (?:speed|throughput|performance) of)\b"
)
_OUTPERFORM = re.compile(r"\b(?P<word>outperforms?|beats?|outperformed|under-?performs?)\b")
_CONDITION = re.compile(
    r"\b(?:(?:when |while )?running|(?:for|with|under|at|when|in)\s"
    r"(?:many|few|low|high|large|small|heavy|light|multiple|single|more|fewer)\b"
    r"|on (?:an? )?\d{1,4}[- ]?(?:way|cpus?|processors?|nodes?)\b"
    r"|on (?:my|our|his|her|their|this) (?:machine|box|laptop|system)\b)[^.;,]{0,60}",
    re.IGNORECASE,
)
_QUOTED_NAME = re.compile(r"[\"'`](?P<name>[A-Za-z][\w /+.-]{1,30})[\"'`]")
# One of these is in every comparison, also where a line ends in it.
_MAY_BE_THAN = ("than", "then")
_WORDS_BEFORE_THAN = tuple(f"{_FASTER}|{_SLOWER}".split("|"))
_REACH_OF_THAN = 60
_MAY_COMPARE = (
    re.compile(r"as\s{1,40}fast\s{1,40}as"),
    re.compile(r"the\s{1,40}(?:speed|throughput|performance)\s{1,40}of"),
    re.compile(r"outperform"),
    re.compile(r"under-?perform"),
    re.compile(r"beat"),
)
_THAN_WORDS, _BEFORE_THAN = "er than", len("fast")
_THAN_KERNEL = re.compile(r"(?:fast|slow)er than\s{1,3}(?:linux |kernel |v)?\d\.\d", re.IGNORECASE)
# How far from the verb a side may stand: the subject can have a clause behind it, the object follows at once.
_REACH_BEFORE = 80
_REACH_AFTER = 40


@dataclass(frozen=True, slots=True)
class Comparison:
    """One statement: the labels as written, where the statement stands in its sentence, and what it adds."""

    faster: str
    slower: str
    amount: str | None
    condition: str | None
    named: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Side:
    label: str
    start: int
    end: int


def compares_kernels(text: str) -> bool:
    """Whether a text says that something is faster or slower than a kernel by its version: worth reading in a thread
    without a table too.
    """
    place = text.find(_THAN_WORDS)
    while place >= 0:
        if _THAN_KERNEL.match(text, max(place - _BEFORE_THAN, 0)) is not None:
            return True
        place = text.find(_THAN_WORDS, place + 1)
    return False


def comparisons_made(text: str) -> Iterator[tuple[int, int]]:
    """Where a text may hold comparisons, as columns [start, end): a cheap look at lines that are not joined yet."""
    for than in _MAY_BE_THAN:
        start = text.find(than)
        while start >= 0:
            before = text[max(start - _REACH_OF_THAN, 0) : start]
            if before[-1:].isspace() and before.rstrip().endswith(_WORDS_BEFORE_THAN):
                yield len(before.rstrip()) + max(start - _REACH_OF_THAN, 0), start + len(than)
            start = text.find(than, start + 1)
    for pattern in _MAY_COMPARE:
        yield from (match.span() for match in pattern.finditer(text))


def read_comparison(sentence: str) -> Comparison | None:
    """The comparison of two kernels or series that a sentence makes; None where it makes none or a side is not
    named.
    """
    if not any(comparisons_made(sentence)):
        return None
    for pattern, wins in ((_THAN, _than_wins), (_TWICE, _twice_wins), (_OUTPERFORM, _outperform_wins)):
        match = pattern.search(sentence)
        if match is None:
            continue
        sides = _sides(sentence)
        before = [side for side in sides if side.end <= match.start() and match.start() - side.end <= _REACH_BEFORE]
        after = [side for side in sides if side.start >= match.end() and side.start - match.end() <= _REACH_AFTER]
        if before and after and before[-1].label != after[0].label:
            return _comparison(sentence, before[-1], after[0], match, first_wins=wins(match))
    return None


def _comparison(sentence: str, first: _Side, second: _Side, match: re.Match[str], *, first_wins: bool) -> Comparison:
    faster, slower = (first.label, second.label) if first_wins else (second.label, first.label)
    amount = match.groupdict().get("amount")
    condition = _CONDITION.search(sentence)
    named = tuple(quoted["name"] for quoted in _QUOTED_NAME.finditer(sentence))
    return Comparison(
        faster, slower, amount, condition.group().strip() if condition else None, named, first.start, second.end
    )


def _sides(sentence: str) -> list[_Side]:
    versions = [_Side(sentence[m.start : m.end], m.start, m.end) for m in kernels.find(sentence)]
    series = [_Side(m.series, m.start, m.end) for m in kernels.series_in(sentence)]
    return sorted((*versions, *series), key=lambda side: side.start)


def _than_wins(match: re.Match[str]) -> bool:
    return re.fullmatch(_FASTER, match["word"]) is not None


def _twice_wins(match: re.Match[str]) -> bool:
    return "half" not in match["amount"]


def _outperform_wins(match: re.Match[str]) -> bool:
    return not match["word"].startswith("under")
