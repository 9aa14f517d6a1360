"""Of which results a statement speaks that names no kernels, and whether it is a claim about any."""

import re

from ingest.claim_scopes import ABOVE, BELOW, ELSEWHERE, NAMED, QUOTED, ClaimContext, Scope, Stated, of_mail, scope_of
from ingest.plain_movements import points_at_results, tells_of_measuring
from ingest.trends import Trend
from suites import suite_named

# "No difference on the other machines": on those that no table is of.
_OTHERS = re.compile(r"\bothers?\b|\balso (?:tested|ran|tried|measured)\b", re.IGNORECASE)
# "We reported a 6 % regression in ..." tells of another mail's results, "the robot reported one" of another's.
_REPORTED = re.compile(r"\breport(?:ed|s)\b", re.IGNORECASE)
_BY_OTHERS = re.compile(r"(?<!\bi )(?<!\bwe )(?<!\bive )(?<!\bi have )(?<!\bwe have )\breported\b", re.IGNORECASE)
_SPEED = r"(?:performance|perf|throughput|bandwidth|latenc(?:y|ies)|iops)"
_OF_SPEED = re.compile(rf"\b{_SPEED}\b", re.IGNORECASE)
# What somebody saw, and that a speed moved.
_SEEN_BY = re.compile(
    r"\b(?:i|we)(?:'m|'re|'ve| am| are| have)? (?:\w{3,8} )?(?:do not |don't |did not |didn't |can't |cannot |can )?"
    r"(?:see|saw|seen|seeing|observed?|noticed|measured|found|got|get|getting|gaining)\b"
    r"|\b(?:not|didn't|don't|couldn't) (?:\w{3,10} )?(?:see|seen|observed?|noticed?|find|found|measured?)"
    r" (?:an?|any|much|the)\b"
    r"|\bno (?:\w{3,15} ){1,3}(?:is|was|are|were|has been )?\s?(?:observed|seen|noticed|found|measured)\b",
    re.IGNORECASE,
)
_MOVED_SPEED = re.compile(
    rf"\b{_SPEED} (?:regressions?|degradations?|drops?|loss|improvements?|gains?|boosts?)\b"
    rf"|\b{_SPEED}\s(?:\w{{2,14}}\s){{0,3}}(?:improved|degraded|increased|decreased|dropped|regressed)\b"
    r"|\bturns? out\b",
    re.IGNORECASE,
)
_FEWEST_WORDS = 5


def trend_scope(stated: Stated, trend: Trend, context: ClaimContext) -> Scope | None:
    """What it speaks of; None where it could speak of anything: the build, the patch, somebody else's mail."""
    text = stated.sentence.text
    if _BY_OTHERS.search(text, 0, trend.start) is not None:
        return None
    scope = scope_of(stated, (), context)
    if scope.found in (ABOVE, QUOTED) and _names_another_suite(text, scope):
        return Scope((), (), ELSEWHERE) if trend.amount is not None else None
    if trend.amount is None:
        is_said = trend.direction in ("same", "not slower") or _is_told_plainly(stated, scope)
        is_plain = trend.direction in ("faster", "slower")
        if not is_said or ((is_plain or scope.found != NAMED) and _OTHERS.search(text) is not None):
            return _told_from_afar(stated, text) if is_said and not is_plain else None
        if not scope.tests and trend.direction in ("faster", "slower") and _is_told_of_results(text):
            scope = of_mail(stated.message_key, context)
        return scope if scope.tests else _told_from_afar(stated, text)
    if scope.found == ELSEWHERE:
        return scope
    if _REPORTED.search(text, 0, trend.start) is not None:
        return Scope(scope.tests if scope.found == NAMED else (), (), ELSEWHERE)
    scope = scope if scope.tests else of_mail(stated.message_key, context)
    if not scope.tests:
        return Scope((), (), ELSEWHERE) if tells_of_measuring(text) or _OF_SPEED.search(text) is not None else None
    return scope


def _told_from_afar(stated: Stated, text: str) -> Scope | None:
    """What somebody saw whose results are not in the mail."""
    return Scope((), (), ELSEWHERE) if stated.said is not None and _SEEN_BY.search(text) is not None else None


def _is_told_of_results(text: str) -> bool:
    return points_at_results(text) or _MOVED_SPEED.search(text) is not None


def _names_another_suite(text: str, scope: Scope) -> bool:
    """Whether words under a table are on a benchmark that the table is not of."""
    here = {m.suite for m in scope.measurements}
    named = {suite.name for word in text.split() if (suite := suite_named(word.strip(".,;:()'\"`"))) is not None}
    return bool(here) and bool(named) and named.isdisjoint(here)


def _is_told_plainly(stated: Stated, scope: Scope) -> bool:
    """Whether a statement without an amount is one on results, and no talk of code."""
    text = stated.sentence.text
    passage = stated.said.at(stated.part.number, stated.sentence.first_line) if stated.said is not None else None
    if passage is None or len(text.split()) < _FEWEST_WORDS:
        return False
    if scope.found in (ABOVE, BELOW, QUOTED, NAMED):
        return tells_of_measuring(text) or _MOVED_SPEED.search(text) is not None
    return _is_told_of_results(text)
