"""Statements that say how results moved without naming both kernels: "a -11.9% regression", "I see no difference"."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.movements import is_of_no_speed, movement_in
from ingest.plain_movements import plain_movement

_FIGURE = re.compile(r"\d{1,5}(?:\.\d{1,3})?")
# People round: by half a per cent, or by a tenth of what they say; who prints decimals does not.
_STEP, _ROUNDING, _ROUGHLY = 0.6, 0.1, 0.3
_NOTHING = (
    r"(?:differences?|regressions?|changes?|impacts?|(?<!side )effects?|degradations?|slow-?downs?|improvements?)"
)
_SAME = re.compile(
    rf"\bno (?:(?!longer\b)\w{{3,15}} ){{0,2}}{_NOTHING}\b"
    rf"|(?:n't|\bnot) (?:really |actually )?(?:see|observe|notice|show|find|have|make|cause|introduce"
    r"|seen|observed|noticed|found)\s"
    rf"(?:(?:an?|any|much|the)\s)?(?:[\w/]{{3,15}} ){{0,3}}{_NOTHING}\b"
    r"|\b(?:with)?in (?:the )?noise\b|\babout the same\b|\b(?:remain(?:s|ed)?|stay(?:s|ed)?|is|are) unchanged\b",
    re.IGNORECASE,
)
_WORSENING = re.compile("regress|degrad|slow", re.IGNORECASE)
# In small letters one of these is in every trend, behind a digit or for itself, also where a line ends in it. Each
# begins with letters of its own: by these it is found far faster than one pattern of them all.
_ENDS_AMOUNT = (re.compile("%"), re.compile(r"per\s{0,40}cent"), re.compile(r"x(?!\w)"), re.compile("times"))
_MAY_TELL_NONE = (
    re.compile(
        r"(?:no|not|n't)\s{1,40}(?:\w{1,15}\s{1,40}){0,4}(?:difference|regression|change|impact|effect|degrad|slow|improve)"
    ),
    re.compile(r"in\s{1,40}(?:the\s{1,40})?noise"),
    re.compile(r"(?:remain|stay|is|are)[a-z]{0,3}\s{1,40}unchanged"),
    re.compile(r"about\s{1,40}the\s{1,40}same"),
)
# An amount tells a trend near one of these.
_MOVES = (
    *("regress", "degrad", "drop", "slow", "loss", "improv", "gain", "speed", "sped", "boost", "win", "fewer", "less"),
    *("% over", "% vs", "% compared", "costs"),
    *("more", "higher", "worse", "faster", "better", "increas", "decreas", "reduc", "rise", "rose", "grow", "grew"),
    *(
        "fell",
        "fall",
        "declin",
        "overhead",
        "penalty",
        "lower",
        "lose",
        "lost",
        "went",
        "goes",
        "as high",
        "as fast",
        "as much",
    ),
)
# One of these is in every statement without an amount.
_WORDS_OF_PLAIN = (
    *("improve", "gain", "speedup", "speed-up", "boost", "regress", "degrad", "slow", "fast", "quick", "drop", "loss"),
    *(
        "declin",
        "increas",
        "decreas",
        "reduc",
        "lower",
        "higher",
        "better",
        "worse",
        "overhead",
        "hurt",
        "rise",
        "rose",
    ),
    *("outperform", "beats", "underperform", "under-perform", "fell", "fall", "doubled", "went up", "went down"),
)
# So many characters before or behind an amount its statement can reach, with the blanks at the ends of lines.
_REACH = 250
# Characters between an amount and its sign, where a line ends there.
_WIDEST_GAP = 41
# "no regression was expected", "if there is a regression": nothing is said of any result.
_HYPOTHETICAL = re.compile(
    r"\b(?:if|in case|guess\w{0,3}|would|should|could|might|may|expect(?:ed|ing)?|hop(?:e|ing)"
    r"|whether|unless|will(?!.it)|shall)\b"
    r"|\b(?:unable|fail(?:ed|s)?) to\b|\b(?:cannot|can't|couldn't|could not|not) (?:\w{2,8} )?reproduce"
    r"|\bclaims? (?:that|to)\b"
    r"|\bcan (?:be(?! (?:clearly )?(?:seen|observed))|give|bring|get|gain|lead|obtain|achieve|reach)\b|'(?:ll|d)\b"
    r"|\bto (?:see|check|find out|test|verify|measure|tell|know) (?:how|what|by)\b",
    re.IGNORECASE,
)
_SUBJECT_REACH = 60
# "If we try another way, … we can have 5 times as much" has not been tried.
_IF, _CAN = (
    re.compile(r"if\b", re.IGNORECASE),
    re.compile(r"\b(?:can|could|would|should|might|may|will)\b", re.IGNORECASE),
)
_READS = re.compile(
    r"\([^()]{0,60}\b(?:is|are|means?|=) (?:an? )?(?:better|worse|improvement|regression|faster|slower)[^()]{0,20}\)",
    re.IGNORECASE,
)
# "Not every setup has such a regression" tells nothing of any.
_NOT_ALL = re.compile(r"\bnot (?:every|all)\b|\bnever\b", re.IGNORECASE)
# "They are not 50x worse" denies it.
_NOT_SO = re.compile(r"(?:\bnot|n't) (?:\w{2,8} )?$", re.IGNORECASE)
# "No regressions" of these is no word about speed.
_FUNCTIONAL = re.compile(
    r"\b(?:functional\w{0,2}|self-?\s?tests?|k?selftests?|\w?fs-?tests?|ltp|blktests|sanity|boot(?:s|ing|ed)?|builds?|compiles)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Trend:
    """How the results moved, by a statement: direction slower | faster | same | not slower, the amount as written, and
    where in its sentence the statement stands.
    """

    direction: str
    amount: str | None
    start: int = 0


def read_trend(sentence: str, *, plain: bool = False) -> Trend | None:
    """The direction that a statement gives, by an amount or (where `plain` ones are looked for too) without one; None
    where it gives none, asks, or only speaks of what might be.
    """
    if sentence.rstrip().endswith("?"):
        return None
    lowered = sentence.lower()
    same = _SAME.search(sentence)
    if any(map(lowered.__contains__, _MOVES)) and any(_amounts(lowered)):
        moved = movement_in(sentence)
        # "No regressions (10% threshold)" tells of none.
        if moved is not None and not (same is not None and same.start() < moved.start < same.end()):
            said_of = not is_supposed(sentence, moved.start, moved.end) and _NOT_ALL.search(sentence) is None
            said_of = said_of and _NOT_SO.search(sentence, 0, moved.start) is None
            said_of = said_of and not _reads_table(sentence, moved.start)
            return Trend(moved.direction, moved.amount, moved.start) if said_of else None
    if same is not None:
        is_said = _HYPOTHETICAL.search(sentence) is None and _FUNCTIONAL.search(sentence) is None
        direction = "not slower" if _WORSENING.search(same.group()) is not None else "same"
        is_said = is_said and not _is_aside(sentence, same) and not is_of_no_speed(sentence, *same.span())
        return Trend(direction, None, same.start()) if is_said else None
    told = plain_movement(sentence) if plain and any(map(lowered.__contains__, _WORDS_OF_PLAIN)) else None
    if (
        told is None
        or _reads_table(sentence, told[1])
        or is_supposed(sentence, told[1], told[1] + 1)
        or _FUNCTIONAL.search(sentence) is not None
    ):
        return None
    return Trend(told[0], None, told[1])


def plain_trends_told(lowered: str) -> Iterator[tuple[int, int]]:
    """Where a text in lower case may tell trends without an amount."""
    for word in _WORDS_OF_PLAIN:
        yield from _places(lowered, word)


def trends_told(lowered: str) -> Iterator[tuple[int, int]]:
    """Where a text in lower case may tell trends, as columns [start, end): a cheap look at lines that are not joined
    yet.
    """
    for pattern in _MAY_TELL_NONE:
        yield from (match.span() for match in pattern.finditer(lowered))
    moves = sorted(place for word in _MOVES for place in _places(lowered, word))
    for start, end in _amounts(lowered) if moves else ():
        first = bisect_left(moves, (start - _REACH, 0))
        # Words are short: of those that begin within reach the next few tell whether one ends there too.
        if any(last <= end + _REACH for _, last in moves[first : first + 4]):
            yield start, end


def _places(lowered: str, word: str) -> Iterator[tuple[int, int]]:
    start = lowered.find(word)
    while start >= 0:
        yield start, start + len(word)
        start = lowered.find(word, start + len(word))


def _amounts(lowered: str) -> Iterator[tuple[int, int]]:
    for pattern in _ENDS_AMOUNT:
        for match in pattern.finditer(lowered):
            before = lowered[max(match.start() - _WIDEST_GAP, 0) : match.start()].rstrip()
            if before[-1:].isdigit():
                yield match.start() - 1, match.end()


def is_supposed(sentence: str, start: int, end: int) -> bool:
    """Whether a statement at a place in a sentence is asked, or only what might be."""
    before = max(0, start - _SUBJECT_REACH)
    if _IF.match(sentence) is not None and _CAN.search(sentence, 0, end) is not None:
        return True
    return sentence.rstrip().endswith("?") or _HYPOTHETICAL.search(sentence[before:end]) is not None


def is_about(delta: float | None, amount: str | None, *, roughly: bool = False) -> bool:
    """Whether a change (0.2 for 20 %) is what an amount in per cent or a factor says, a range or a (roughly) rounded
    figure.
    """
    if delta is None or amount is None:
        return False
    figures = [float(figure) for figure in _FIGURE.findall(amount)]
    rounding = _ROUGHLY if roughly and "." not in amount else _ROUNDING
    if amount.endswith(("x", "times")):
        factor = max(1 + delta, 1 / (1 + delta)) if delta > -1 else 0.0
        slack = rounding * figures[0]
        return min(figures) - slack <= factor <= max(figures) + slack
    slack = max(_STEP, rounding * figures[0])
    return min(figures) - slack <= abs(delta) * 100 <= max(figures) + slack


def _reads_table(sentence: str, start: int) -> bool:
    """Whether a place stands in brackets that say how to read figures ("(negative is improvement)")."""
    return any(said.start() <= start < said.end() for said in _READS.finditer(sentence))


def _is_aside(sentence: str, same: re.Match[str]) -> bool:
    """Whether "(no change)" only notes something about a step."""
    return sentence[: same.start()].endswith("(") and sentence[same.end() :].lstrip(".")[:1] == ")"
