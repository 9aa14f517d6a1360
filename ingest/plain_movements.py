"""Statements without an amount: "the patch is slower", "I see an obvious drop of performance"."""

import re

from ingest.movements import direction_of

_HOW = r"(?:(?!to\b|than\b|or\b|and\b|not\b|be\b)\w{2,14}\s){0,2}?"
_A = r"(?:an? |the |some |clear |similar |this |any )?(?:(?!no\b|to\b|or\b|and\b)[\w-]{2,14}\s){0,3}?"
_METRIC = (
    r"(?:performance|perf|throughput|bandwidth|iops|speeds?|latenc(?:y|ies)|(?:run|system|wall|elapsed) time|runtime"
    r"|overhead)"
)
_SEEN = (
    r"(?:see|sees|saw|seen|seeing|shows?|showed|observed?|observing|got|get|getting|gives?|gave|noticed?|exhibit\w{0,3}"
    r"|brings?|brought|had|has|have|is|are|was|were|introduce[sd]?|find|found|suffers?|suffered"
    r"|causes?|caused|leads? to|led to|results? in|resulted in|gains?|gained|gaining|achieves?|achieved"
    r"|yields?|yielded)"
)
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"\b{_SEEN}\s{_A}(?:{_METRIC}\s)?(?:(?P<better>improvements?|gains?|speed-?ups?|boosts?)"
            rf"|(?P<worse>regressions?|degradations?|slow-?downs?|perf(?:ormance)? (?:drop|loss|decline)))\b"
        ),
        (
            rf"\b{_METRIC}\s{_HOW}(?:(?P<better>improve[sd]|improved|is better|was better)"
            rf"|(?P<worse>regress(?:es|ed)|degrade[sd]|is worse|was worse)"
            rf"|(?P<up>increase[sd]|went up|is higher|was higher|gets? higher|got higher"
            rf"|doubled|rises|rose)"
            rf"|(?P<down>decrease[sd]|drops|dropp?ed|declines?|declined|went down|is lower|was lower"
            rf"|gets? lower|got lower|fell|falls))\b"
        ),
        (
            rf"\b(?:is|are|was|were|be|runs?|ran|performs?|performed|looks?|still|even|also|became|becomes|gets?|got)\s{_HOW}"
            rf"(?:(?P<better>faster|quicker)|(?P<worse>slower))\b"
        ),
        (
            rf"\b(?:is|are|was|were|looks?|performs?)\s{_HOW}(?:(?P<better>better)|(?P<worse>worse))\sthan\b"
            r"(?! (?:i|we|you|expected|usual)\b)"
        ),
        r"\b(?:(?P<better>outperform(?:s|ed)?|beats)|(?P<worse>under-?performs?))\b",
        rf"\b(?:performs?|performed|does|did)\s{_HOW}(?:(?P<better>better)|(?P<worse>worse))\b",
        (
            rf"\b(?:(?P<better>improves|improved|improve)|(?P<worse>degrades|degraded|hurts|regresses|regressed)"
            rf"|(?P<up>increases|(?<!is )(?<!are )(?<!was )(?<!were )(?<!be )increased)"
            rf"|(?P<down>reduces|reduced|decreases|decreased|lowers|lowered))\s{_A}{_METRIC}\b"
        ),
    )
)
# "to improve the performance" tells what is wanted, "does not improve" that nothing moved.
_WANTED = re.compile(r"(?:\b(?:to|can|not|never|and|or|by|no)|n't)\s{1,3}(?:\w{2,12}\s{1,3}){0,1}$", re.IGNORECASE)
# "The regression is essentially zero", "percentages in parentheses show the improvement" tell nothing of the kind.
_NOTHING = re.compile(
    r"\b(?:zero|negligible|gone|disappear\w{0,4}|vanish\w{0,3}|eliminated|fixed|noise)\b"
    r"|\bin parenthes[ie]s\b|\bcolumns?\b",
    re.IGNORECASE,
)
# "Queues are the main cause of the slowdown", "the gain could be due to the lock" explain what is known.
_EXPLAINS = re.compile(
    r"\b(?:causes?|reasons?|source|origin|culprit) (?:of|for|behind) (?:the|this|that|these|any)\b"
    r"|\b(?:could|may|might) be (?:accounted|explained|due|attributed|caused|because)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|never|no|without|unless|neither|nor|hardly|rather than)\b|n't\b", re.IGNORECASE)
# Without one of these nobody says that it was measured.
_MEASURED = re.compile(
    r"\b(?:see|seen|saw|sees|seeing|seems?|shows?|showed|shown|observed?|noticed?|results?|numbers|data|figures?|tests?"
    r"|tested|testing|measur\w{2,6}|bench\w{3,8}|found|get|got|gives?|ran|runs?|running|workloads?|cases?|here|above|below"
    r"|cpus?|threads?|jobs?|clients?|reads?|writes?|compar\w{1,4})\b"
    r"|\d\s?(?:[KMG]i?B/s|[kM]?iops|[mun]s)\b|\bfrom \d[\d.,]{0,12}\w{0,8} to \d",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"\b(?:see|seen|saw|shows?|showed|shown|observed?|noticed?|results?|numbers"
    r"|(?:the|this|these|test|above|our|my) data)\b"
    r"|\bfrom \d[\d.,]{0,12}\w{0,8} to \d",
    re.IGNORECASE,
)
# "From the above data we can see that it can help to improve" tells of what was measured.
_SHOWN = re.compile(
    r"\b(?:from|form|as|with) (?:the |these |this |my |our )?(?:above |test |following )?"
    r"(?:data|results?|numbers|tests?|tables?)\b"
    r"|\b(?:we|you|one|i)?\s?can (?:be )?(?:clearly )?(?:see|seen|observed?)\b",
    re.IGNORECASE,
)
_HELPS = re.compile(
    r"\b(?:can|could)?\s?(?:help|helps|help to|helps to)?\s?(?:improve|increase) (?:the |some )?(?:\w{2,14} )?"
    rf"{_METRIC}\b",
    re.IGNORECASE,
)


def plain_movement(sentence: str) -> tuple[str, int] | None:
    """The direction slower | faster that a sentence tells of without an amount, and where; None where it tells none."""
    if _NOTHING.search(sentence) is not None:
        return None
    shown = _SHOWN.search(sentence)
    helps = _HELPS.search(sentence) if shown is not None else None
    if helps is not None and _DENIES.search(sentence[: helps.start()]) is None:
        return "faster", helps.start()
    for pattern in _PATTERNS:
        match = pattern.search(sentence)
        if match is None or _WANTED.search(sentence[: match.start()]) or _DENIES.search(match.group()):
            continue
        if _EXPLAINS.search(sentence) is not None:
            continue
        groups = match.groupdict()
        if groups.get("better") or groups.get("worse"):
            return "faster" if groups.get("better") else "slower", match.start()
        up = bool(groups.get("up"))
        direction = direction_of(goes_up=up, sentence=sentence, start=match.start(), end=match.end())
        if direction is not None:
            return direction, match.start()
    return None


def tells_of_measuring(sentence: str) -> bool:
    """Whether a sentence says that what it tells was measured or seen."""
    return _MEASURED.search(sentence) is not None


def points_at_results(sentence: str) -> bool:
    """Whether a sentence points at results or at what was seen."""
    return _WEAK.search(sentence) is not None
