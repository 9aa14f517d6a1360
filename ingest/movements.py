"""What words say of a figure that moved: better or worse, or up or down, and then of what."""

import re
from dataclasses import dataclass
from itertools import islice

_NUMBER = r"\d{1,5}(?:\.\d{1,3})?"
# "7-8%" and "2%-10%" are ranges; what stands before a number's first digit may be its sign, but not in "+/-2%".
# "0x20" is no factor.
_SIGN = r"(?:%|percent|per cent|x(?!\w)|times(?! (?:in|on|for|with|each|per)\b))"
AMOUNT = (
    rf"(?P<amount>(?<![\d.,])(?<!/[+-])(?!(?<=/)[+-])[+-]?{_NUMBER}"
    rf"(?:\s?(?:%|x)?\s?(?:-|~|to|and|\u2013)\s?[~+-]?{_NUMBER})?\s?{_SIGN})"
)
_ABOUT = (
    r"(?:(?:about|around|up to|upto|over|more than|nearly|almost|roughly|approximately|approx\.|at least|only"
    r"|as much as|by|of|between|an average of|average of|~|>|\()\s?){0,3}"
)
_BETTER = r"improve?ments?|gains?|speed-?ups?|boosts?|wins?"
_WORSE = r"regressions?|degradations?|slow-?downs?|loss|penalty"
_UP = r"increases?|rises?|growth"
_DOWN = r"drops?|decreases?|reductions?|declines?|decline in|falls?"
_GREW_BETTER = r"improv(?:es|ed|ing)|improve|enhanc(?:es|ed|e)|speeds? up|sped up|gain(?:s|ed)?|boost(?:s|ed)"
_GREW_WORSE = r"regress(?:es|ed)?|degrad(?:es|ed)?|slow(?:s|ed)? down|loses|lost"
_WENT_UP = r"increas(?:es|ed|ing)|increase|rises|rose|went up|goes up|grows|grew"
_WENT_DOWN = (
    r"dropp?(?:ed|ing)|drops?|decreas(?:es|ed|ing)|decrease|reduc(?:es|ed|ing)|reduce|fell|falls|went down|goes down"
)
_GREW = (
    rf"(?P<better>{_GREW_BETTER}|{_BETTER})|(?P<worse>{_GREW_WORSE}|{_WORSE})"
    rf"|(?P<up>{_WENT_UP}|{_UP})|(?P<down>{_WENT_DOWN}|{_DOWN})"
)
_NOUN_OF = rf"(?P<better>{_BETTER})|(?P<worse>{_WORSE})|(?P<up>{_UP})|(?P<down>{_DOWN})"
# The overhead of a function is its share of a profile.
_NOT_OF_FUNCTION = r"(?! (?:of|in|from) (?:\w{1,40}\(\)|\w{1,30}_\w))"
_MORE_SPEED = "performance|perf|throughput|bandwidth|iops|speed"
_OBJECT = r"[^.;:!?,()\d%]{1,60}?"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{AMOUNT}\)?\*?\s\*?(?:of |in )?(?:(?!\d|by\b|and\b|than\b)[\w/-]{{2,20}}\s){{0,3}}?(?:{_NOUN_OF})\b",
        rf"\b{AMOUNT}\s(?:(?P<worse>slower|worse)|(?P<better>faster|better|speedier))\b",
        rf"\b{AMOUNT}\s(?:as (?P<up>high|much) as|(?:as (?P<better>fast) as))\b",
        rf"\b(?:(?P<up>higher)|(?P<down>lower))\sby\s{_ABOUT}{AMOUNT}",
        rf"\b(?:(?P<better>better|faster)|(?P<worse>worse|slower))\s(?:by\s)?{_ABOUT}{AMOUNT}",
        rf"\b{AMOUNT}\s(?:(?P<up>more|higher)|(?P<down>less|fewer|lower))\b",
        rf"\b(?:{_GREW})(?:,|:|\sis|\swas|\sranging from)?\s{_ABOUT}{AMOUNT}",
        rf"\b(?:{_GREW})\s{_OBJECT}\s?(?:by|of)\s{_ABOUT}{AMOUNT}",
        rf"\b(?:(?P<better>better|faster)|(?P<worse>worse|slower))\sthan\s{_OBJECT}\s{_ABOUT}{AMOUNT}",
        (
            rf"\b(?:{_GREW})\s(?:the )?(?:[\w/-]{{2,20}}\s){{0,2}}(?:performance|throughput|latency|bandwidth|iops)"
            rf"\s{_ABOUT}{AMOUNT}"
        ),
        # "+19% over DRAM", "costs 5% of the throughput"
        rf"(?=(?P<better>\+)|(?P<worse>-)){AMOUNT}\s(?:over|vs\.?|versus|compared (?:to|with))\s",
        (
            rf"\b(?P<worse>costs?(?: us)?)\s{_ABOUT}{AMOUNT}\s(?:of )?(?:the )?(?:[\w/-]{{2,20}}\s){{0,2}}?"
            rf"(?:{_MORE_SPEED})\b"
        ),
        rf"\b(?P<up>has|have|had|gets?|got|gives?|shows?|achieves?)\s{_ABOUT}{AMOUNT}\s(?:the\s)?(?:{_MORE_SPEED})\b",
        rf"{AMOUNT}\s(?:[\w/-]{{2,20}}\s){{0,2}}(?P<worse>overhead)\b{_NOT_OF_FUNCTION}",
    )
)
_LESS = (
    r"latenc(?:y|ies)|(?:\w{1,8})?time|(?:run|boot|build|load|response|execution) ?times|overhead"
    r"|duration|delays?|costs?|cycles|power|energy|stalls?|misses"
)
_MORE = (
    r"throughput|bandwidth|iops|performance|perf|speeds?|rates?|tps|qps|rps|transactions|scores?|operations|ops"
    r"|pps|packets|requests|[\w/]{1,12}(?:/s|/sec)"
)
# What grows or shrinks of these is no speed.
_OTHER = (
    r"(?:flush|miss|error|fault|hit|drop|abort|failure|interrupt|sampling|frame) rates?|footprint|sizes?|memory|share"
    r"|ratio|number|counts?|usage|utili[sz]ation|space|consumption|voltage|instructions"
)
_OF = re.compile(rf"(?<![\w.])(?:(?P<other>{_OTHER})|(?P<less>{_LESS})|(?P<more>{_MORE}))(?![\w])", re.IGNORECASE)
# How far before and behind a movement stands what moved.
_BEFORE, _BEHIND = 60, 40
_MOST_LOOKED_AT = 4
_GOES_ON = re.compile(r"\s?(?:in|of|on|to|for|the|and|\w+ing|[\w/-]{1,20})\s", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;:!?](?:\s|$)|,\s|\)\s|\bwhile\b|\bbut\b|\bwith\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Movement:
    """One movement: direction slower | faster, the amount as written, and its place in the sentence."""

    direction: str
    amount: str
    start: int
    end: int


def movement_in(sentence: str) -> Movement | None:
    """The first movement by an amount that a sentence tells of; None where it tells none of a speed or a time."""
    found = [movement for pattern in _PATTERNS if (movement := _first(pattern, sentence)) is not None]
    return min(found, key=lambda movement: movement.end, default=None)


def _first(pattern: re.Pattern[str], sentence: str) -> Movement | None:
    """The first movement of a form; "the usage drops by 92 %, the latency by 64 %" begins with one of no speed."""
    for match in islice(pattern.finditer(sentence), _MOST_LOOKED_AT):
        direction = _direction(sentence, match)
        if direction is not None:
            return Movement(direction, match["amount"].strip(), match.start(), match.end())
    return None


def is_of_no_speed(sentence: str, start: int, end: int) -> bool:
    """Whether what is told at a place of a sentence is told of a size, a share or the like."""
    noun = _noun(sentence, start, end)
    return noun is not None and bool(noun["other"])


def direction_of(*, goes_up: bool, sentence: str, start: int, end: int) -> str | None:
    """Whether what goes up or down at a place of a sentence became faster or slower; None where it has no speed."""
    noun = _noun(sentence, start, end)
    return _way(noun, goes_up=goes_up) if noun is not None else None


def _direction(sentence: str, match: re.Match[str]) -> str | None:
    groups = match.groupdict()
    if groups.get("better") or groups.get("worse"):
        return "faster" if groups.get("better") else "slower"
    goes_up = bool(groups.get("up"))
    noun = _noun(sentence, match.start(), match.end())
    if noun is None:
        # "fork_test drops by 40 %": what has no name here is a rate.
        is_drop = "drop" in match.group().lower()
        return "slower" if is_drop else None
    return _way(noun, goes_up=goes_up)


def _way(noun: re.Match[str], *, goes_up: bool) -> str | None:
    """Whether what is so named became faster or slower by going up or down; None where it has no speed."""
    if noun["other"]:
        return None
    return "faster" if goes_up == bool(noun["more"]) else "slower"


def _noun(sentence: str, start: int, end: int) -> re.Match[str] | None:
    """What moved: named in the words of the movement, right behind them, or else last before them."""
    inside = _OF.search(sentence, start, end)
    if inside is not None:
        return inside
    behind = sentence[end : end + _BEHIND]
    stop = _CLAUSE.search(behind)
    named = _OF.search(behind[: stop.start()] if stop is not None else behind)
    if named is not None and ((behind[:1].isspace() and _GOES_ON.match(behind) is not None) or named.start() <= 1):
        return named
    before = list(_OF.finditer(sentence[max(0, start - _BEFORE) : start]))
    if before and before[-1].group().lower() == "memory":
        # "The time to access all the memory dropped": the time did.
        before = [noun for noun in before if not noun["other"]] or before
    return before[-1] if before else None
