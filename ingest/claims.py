"""Claims: who says what is faster or slower, of which tests, beside what the numbers say (design, section 2: Claim)."""

import re
from collections.abc import Iterator
from dataclasses import replace

from archive.results import Change, Claim
from archive.text import lines_of
from ingest.claim_changes import changes_meant
from ingest.claim_scopes import ELSEWHERE, NAMED, ClaimContext, Scope, Stated, of_mail, scope_of
from ingest.comparisons import Comparison, comparisons_made, read_comparison
from ingest.measure import Identifier
from ingest.passages import Passages
from ingest.post import Post, PostPart
from ingest.prose import Sentence, is_framed
from ingest.trends import Trend, is_supposed, read_trend, trends_told
from ingest.verdicts import UNTESTABLE, beside, judge, never_existed, verdict_of

# A row of the kernel test robot's table of further tests.
_FURTHER_TEST = re.compile(r"\|\s{0,20}testcase: change\s{0,20}\|\s{0,4}(?P<said>\S.{5,200}?)\s{0,200}\|$")
# "No difference on the other machines": on those that no table is of.
_OTHERS = re.compile(r"\bothers?\b", re.IGNORECASE)
# "6 files : Base : 6606 MiB/s - No change" is a row.
_ROW_MARK = " : "
# "No difference" is said of what moves by less than this.
_NOTHING = 0.03
# "No regression of reads, while there is a 9 % regression of writes" are two statements.
_TURN = re.compile(r"[,;]?[ ](?:while|whereas|but)[ ]", re.IGNORECASE)
_NONE_HERE = "which change of these is meant cannot be told, or none is here"


def read_claims(post: Post, said: Passages, context: ClaimContext, identify: Identifier) -> Iterator[Claim]:
    """The poster's claims, in own words or in note lines under rows; quoted ones belong to their own mail."""
    for part in post.parts:
        # Most mails compare nothing, and are not even laid out.
        told = lines_of(part.text, comparisons_made(part.text)) | lines_of(part.lowered, trends_told(part.lowered))
        for sentence in part.sentences_about(told):
            if sentence.depth == 0:
                for clause in _clauses(sentence):
                    yield from _statement(identify, part, clause, said, context)


def _clauses(sentence: Sentence) -> tuple[Sentence, ...]:
    """The halves of a sentence that says one thing, and another one behind its turn; else the sentence."""
    turn = _TURN.search(sentence.text)
    if turn is None:
        return (sentence,)
    halves = sentence.cut(0, turn.start()), sentence.cut(turn.end(), len(sentence.text))
    return halves if all(_says_something(half.text) for half in halves) else (sentence,)


def _says_something(text: str) -> bool:
    return read_comparison(text) is not None or read_trend(text) is not None


def _statement(
    identify: Identifier, part: PostPart, sentence: Sentence, said: Passages, context: ClaimContext
) -> Iterator[Claim]:
    comparison = read_comparison(sentence.text)
    trend = read_trend(sentence.text) if comparison is None else None
    if comparison is None and trend is None:
        return
    in_frame = is_framed(part.lines[sentence.first_line - 1])
    if in_frame and _FURTHER_TEST.match(sentence.text.strip()) is None:
        return
    if not in_frame and sentence.text.count(_ROW_MARK) > 1:
        return
    around = said if not in_frame else None
    key = identify.message.key
    if comparison is not None and not is_supposed(sentence.text, comparison.start, comparison.end):
        scope = scope_of(Stated(part, sentence, around, key, comparison.start), comparison.named, context)
        yield _claim(identify, part, sentence, comparison, scope)
    if trend is None:
        return
    scope = scope_of(Stated(part, sentence, around, key, trend.start), (), context)
    if trend.amount is None and scope.found != NAMED and _OTHERS.search(sentence.text) is not None:
        return
    is_elsewhere = scope.found == ELSEWHERE and trend.amount is not None
    if not scope.tests and trend.amount is not None and not is_elsewhere:
        scope = of_mail(key, context)
    # Without a test it could speak of anything: the build, the patch, somebody else's mail.
    if scope.tests or is_elsewhere:
        yield _trend_claim(identify, part, sentence, trend, scope)


def _claim(identify: Identifier, part: PostPart, sentence: Sentence, comparison: Comparison, scope: Scope) -> Claim:
    suggestion, warnings = never_existed((comparison.faster, comparison.slower), scope.measurements)
    faster, slower = (suggestion.get(label, label) for label in (comparison.faster, comparison.slower))
    verdict, reading = judge(faster, slower, scope.measurements)
    if comparison.condition is not None and not scope.has_setting:
        condition = f"said of a condition that these results do not state ({comparison.condition})"
        verdict, reading = UNTESTABLE, f"{condition}; without it {reading}"
    return replace(
        _bare(identify, part, sentence, scope),
        faster=comparison.faster,
        slower=comparison.slower,
        amount=comparison.amount,
        condition=comparison.condition,
        verdict=verdict,
        reading=f"{faster} faster than {slower}, read of {scope.found}: {reading}",
        suggestion=next(iter(suggestion.values()), None),
        warnings=warnings,
        changes=beside(faster, slower, scope.measurements, scope.changes),
    )


def _trend_claim(identify: Identifier, part: PostPart, sentence: Sentence, trend: Trend, scope: Scope) -> Claim:
    """A claim that names no kernels: it is set beside every change of what it speaks of."""
    spoken_of = {m.id for m in scope.measurements}
    changed = [
        c
        for c in scope.changes
        if c.role == "primary" and not spoken_of.isdisjoint(c.old.measurements + c.new.measurements)
    ]
    changed = changes_meant(changed, trend, sentence.text, {m.id: m for m in scope.measurements})
    agree = sum(_agrees(change, trend) for change in changed)
    verdict = verdict_of(agree, len(changed))
    reading = f"{agree} of {len(changed)} changes are {trend.direction}" if changed else _NONE_HERE
    return replace(
        _bare(identify, part, sentence, scope),
        amount=trend.amount,
        verdict=verdict,
        reading=f"{trend.direction}, read of {scope.found}: {reading}",
        changes=tuple(change.id for change in changed),
    )


def _agrees(change: Change, trend: Trend) -> bool:
    is_nothing = change.verdict == "same" or (change.delta is not None and abs(change.delta) < _NOTHING)
    if trend.direction == "same":
        return is_nothing
    return (
        is_nothing or change.verdict == "faster"
        if trend.direction == "not slower"
        else change.verdict == trend.direction
    )


def _bare(identify: Identifier, part: PostPart, sentence: Sentence, scope: Scope) -> Claim:
    """A claim's place, author and tests; what it says is filled in by the caller."""
    place = sentence.span(0, len(sentence.text))
    suites = {m.suite for m in scope.measurements}
    return Claim(
        id=identify.statement("claim", place, part.lines[place.line - 1]),
        message_key=identify.message.key,
        span=place,
        author=identify.message.author,
        quoted=False,
        suite=suites.pop() if len(suites) == 1 else None,
        tests=scope.tests,
        faster=None,
        slower=None,
        amount=None,
        condition=None,
        verdict=UNTESTABLE,
        reading="",
        text=_words(sentence.text),
    )


def _words(text: str) -> str:
    further = _FURTHER_TEST.match(text.strip())
    return further["said"] if further is not None else text.lstrip("^<>-+*= ")
