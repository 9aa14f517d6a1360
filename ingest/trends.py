"""Statements that say how results moved without naming both kernels: "a -11.9% regression", "I see no difference"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NUMBER = r"\d{1,4}(?:\.\d{1,3})?"
# "7-8%" and "2%-10%" are ranges; what stands before a number's first digit may be its sign. "0x20" is no factor.
_SIGN = r"(?:%|percent|per cent|x(?!\w))"
_AMOUNT = rf"(?P<amount>(?<![\d.,])[+-]?{_NUMBER}(?:\s?(?:%|x)?\s?(?:-|to|\u2013)\s?{_NUMBER})?\s?{_SIGN})"
_FIGURE = re.compile(_NUMBER)
# People round: by half a per cent, or by a tenth of what they say.
_STEP, _ROUNDING, _ROUGHLY = 0.6, 0.1, 0.3
# "increase" and "decrease" say nothing of better or worse: times increase too.
_WORSE = r"regressions?|degradations?|drops?|slow-?downs?|loss"
_BETTER = r"improvements?|gains?|speed-?ups?|boosts?|wins?"
_GREW_WORSE = r"regress(?:es|ed)?|degrad(?:es|ed)?|drop(?:s|ped)?|slow(?:s|ed)? down"
_GREW_BETTER = r"improv(?:es|ed)?|speeds? up|sped up|gain(?:s|ed)?"
_ABOUT = r"(?:about |around |up to |~)?"
_OF_WHAT = r"(?:performance|throughput|latency|bandwidth|iops|speed|overall|score|time)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_AMOUNT}\s(?:{_OF_WHAT}\s){{0,2}}(?:(?P<worse>{_WORSE})|(?P<better>{_BETTER}))\b",
        rf"{_AMOUNT}\s(?:(?P<worse>fewer|less)|(?P<better>more|higher))\s(?:iops|throughput|bandwidth|transactions)\b",
        rf"\b(?:(?P<worse>{_WORSE})|(?P<better>{_BETTER}))\s(?:of|by|is)\s{_ABOUT}{_AMOUNT}",
        rf"\b(?:(?P<worse>{_GREW_WORSE})|(?P<better>{_GREW_BETTER}))\s(?:by\s)?{_ABOUT}{_AMOUNT}",
        rf"\b{_AMOUNT}\s(?:(?P<worse>slower|worse)|(?P<better>faster|better))\b",
    )
)
_SAME = re.compile(
    r"\bno (?:\w{3,15} )?(?:difference|regression|change|impact|effect)s?\b"
    r"|\bwithin (?:the )?noise\b|\babout the same\b",
    re.IGNORECASE,
)
# In small letters one of these is in every trend, behind a digit or for itself, also where a line ends in it. Each
# begins with letters of its own: by these it is found far faster than one pattern of them all.
_ENDS_AMOUNT = (re.compile("%"), re.compile(r"per\s{0,40}cent"), re.compile(r"x(?!\w)"))
_MAY_TELL_NONE = (
    re.compile(r"no\s{1,40}(?:\w{3,15}\s{1,40})?(?:difference|regression|change|impact|effect)"),
    re.compile(r"within\s{1,40}(?:the\s{1,40})?noise"),
    re.compile(r"about\s{1,40}the\s{1,40}same"),
)
# An amount tells a trend near one of these.
_MOVES = (
    *("regress", "degrad", "drop", "slow", "loss", "improv", "gain", "speed", "sped", "boost", "win", "fewer", "less"),
    *("more", "higher", "worse", "faster", "better"),
)
# So many characters before or behind an amount its statement can reach, with the blanks at the ends of lines.
_REACH = 250
# Characters between an amount and its sign, where a line ends there.
_WIDEST_GAP = 41
# "no regression was expected", "if there is a regression": nothing is said of any result.
_HYPOTHETICAL = re.compile(
    r"\b(?:if|would|should|could|might|may|expect(?:ed|ing)?|hop(?:e|ing)|whether|unless|will(?!.it)|shall)\b"
    r"|\bcan (?:be|improve|give|bring|get|gain|lead)\b|'(?:ll|d)\b",
    re.IGNORECASE,
)
# These are better when there is less of them, so that a drop is a gain.
_LESS_IS_BETTER = re.compile(r"\b(?:latenc(?:y|ies)|(?:\w{1,12} )?time|overhead|duration|delay|cost)\b", re.IGNORECASE)
_DROPS = re.compile(r"\b(?:drop(?:s|ped)?|fewer|less)\b", re.IGNORECASE)
_SUBJECT_REACH = 60
# "No regressions" of these is no word about speed.
_FUNCTIONAL = re.compile(
    r"\b(?:functional\w{0,2}|self-?\s?tests?|k?selftests?|\w?fs-?tests?|ltp|blktests|sanity|boots?|builds?|compiles)\b",
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


def read_trend(sentence: str) -> Trend | None:
    """The direction that a statement gives; None where it gives none, asks, or only speaks of what might be."""
    if not _may_tell(sentence.lower()) or sentence.rstrip().endswith("?") or _HYPOTHETICAL.search(sentence) is not None:
        return None
    for pattern in _PATTERNS:
        match = pattern.search(sentence)
        if match is not None:
            is_worse = bool(match["worse"]) and not _is_drop_of_less(sentence, match)
            return Trend("slower" if is_worse else "faster", match["amount"].strip(), match.start())
    same = _SAME.search(sentence)
    if same is None or _FUNCTIONAL.search(sentence) is not None:
        return None
    return Trend("not slower" if "regress" in same.group().lower() else "same", None, same.start())


def trends_told(lowered: str) -> Iterator[tuple[int, int]]:
    """Where a text in lower case may tell trends, as columns [start, end): a cheap look at lines that are not joined
    yet.
    """
    for pattern in _MAY_TELL_NONE:
        yield from (match.span() for match in pattern.finditer(lowered))
    for start, end in _amounts(lowered):
        around = lowered[max(start - _REACH, 0) : end + _REACH]
        if any(map(around.__contains__, _MOVES)):
            yield start, end


def _amounts(lowered: str) -> Iterator[tuple[int, int]]:
    for pattern in _ENDS_AMOUNT:
        for match in pattern.finditer(lowered):
            before = lowered[max(match.start() - _WIDEST_GAP, 0) : match.start()].rstrip()
            if before[-1:].isdigit():
                yield match.start() - 1, match.end()


def is_supposed(sentence: str, start: int, end: int) -> bool:
    """Whether a statement at a place in a sentence is asked, or only what might be."""
    before = max(0, start - _SUBJECT_REACH)
    return sentence.rstrip().endswith("?") or _HYPOTHETICAL.search(sentence[before:end]) is not None


def is_about(delta: float | None, amount: str | None, *, roughly: bool = False) -> bool:
    """Whether a change (0.2 for 20 %) is what an amount in per cent or a factor says, a range or a (roughly) rounded
    figure.
    """
    if delta is None or amount is None:
        return False
    figures = [float(figure) for figure in _FIGURE.findall(amount)]
    rounding = _ROUGHLY if roughly else _ROUNDING
    if amount.endswith("x"):
        factor = max(1 + delta, 1 / (1 + delta)) if delta > -1 else 0.0
        slack = rounding * figures[0]
        return min(figures) - slack <= factor <= max(figures) + slack
    slack = max(_STEP, rounding * figures[0])
    return min(figures) - slack <= abs(delta) * 100 <= max(figures) + slack


def _is_drop_of_less(sentence: str, match: re.Match[str]) -> bool:
    """Whether less of what is better small is told: "the latency drops by 40 %"."""
    if _DROPS.search(match.group()) is None:
        return False
    return _LESS_IS_BETTER.search(sentence[max(0, match.start() - _SUBJECT_REACH) : match.end()]) is not None


def _may_tell(lowered: str) -> bool:
    if any(map(lowered.__contains__, _MOVES)) and any(_amounts(lowered)):
        return True
    return any(pattern.search(lowered) is not None for pattern in _MAY_TELL_NONE)
