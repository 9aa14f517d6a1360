"""Claims: who says what is faster or slower, of which tests, beside what the numbers say (design, section 2: Claim)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Change, Claim
from archive.text import lines_of
from ingest.claim_changes import changes_meant
from ingest.claim_scopes import ABOVE, OF_MAIL, ClaimContext, Scope, Stated, of_mail, of_next_table, scope_of
from ingest.comparisons import Comparison, comparisons_made, read_comparison
from ingest.measure import Identifier
from ingest.movements import movement_in
from ingest.passages import Passages
from ingest.post import Post, PostPart
from ingest.prose import Sentence, is_framed
from ingest.row_sides import row_sides
from ingest.talk import forwarded_from
from ingest.trend_scopes import trend_scope
from ingest.trends import Trend, is_supposed, plain_trends_told, read_trend, trends_told
from ingest.verdicts import AGREES, UNTESTABLE, beside, judge, never_existed, verdict_of

# A row of the kernel test robot's table of further tests.
_FURTHER_TEST = re.compile(r"\|\s{0,20}testcase: change\s{0,20}\|\s{0,4}(?P<said>\S.{5,200}?)\s{0,200}\|$")
# "6 files : Base : 6606 MiB/s - No change" is a row.
_ROW_MARK = " : "
# What regressions' tracker is told.
_ORDER = "#regzbot"
# Columns make rows too.
_GAP = re.compile(r"\S {3,40}(?=\d)")
# "No difference" is said of what moves by less than this.
_NOTHING = 0.03
# "No regression of reads, while there is a 9 % regression of writes" are two statements.
_TURN = re.compile(r"[,;]?[ ](?:while|whereas|but)[ ]", re.IGNORECASE)
# "9 % less throughput, and an increase of the time by 28 %": where the next of them begins.
_NEXT = re.compile(r"[,;] (?:and )?|\band\b |\bto (?=an? \d)")
_FEWEST_SIGNS, _MOST_AMOUNTS = 2, 5
# Changes of other tables of a mail that an amount can mean.
_MOST_ELSEWHERE = 2
_NONE_HERE = "which change of these is meant cannot be told, or none is here"


def read_claims(post: Post, said: Passages, context: ClaimContext, identify: Identifier) -> Iterator[Claim]:
    """The poster's claims, in own words or in note lines under rows; quoted ones belong to their own mail."""
    for part in post.parts:
        # Most mails compare nothing, and are not even laid out.
        told = lines_of(part.text, comparisons_made(part.text)) | lines_of(part.lowered, trends_told(part.lowered))
        if context.measured:
            told |= lines_of(part.lowered, plain_trends_told(part.lowered))
        end = forwarded_from(part.lines) if told else None
        for sentence in part.sentences_about(told):
            if end is not None and sentence.last_line >= end:
                break
            is_told = any(line in told for line in range(sentence.first_line, sentence.last_line + 1))
            if is_told and sentence.depth == 0:
                for clause in _clauses(sentence):
                    yield from _statement(identify, part, clause, said, context)


def _clauses(sentence: Sentence) -> tuple[Sentence, ...]:
    """The halves of a sentence that says one thing, and another one behind its turn; else the sentence."""
    turn = _TURN.search(sentence.text)
    if turn is None:
        return _by_amounts(sentence)
    halves = sentence.cut(0, turn.start()), sentence.cut(turn.end(), len(sentence.text))
    if not all(_says_something(half.text) for half in halves):
        return _by_amounts(sentence)
    return tuple(clause for half in halves for clause in _by_amounts(half))


def _by_amounts(sentence: Sentence) -> tuple[Sentence, ...]:
    """The pieces of a sentence that tells of several amounts one after the other; else the sentence."""
    places = [0]
    if sentence.text.count("%") < _FEWEST_SIGNS:
        return (sentence,)
    while len(places) < _MOST_AMOUNTS:
        first = movement_in(sentence.text[places[-1] :])
        cut = _NEXT.search(sentence.text, places[-1] + first.end) if first is not None else None
        if cut is None or movement_in(sentence.text[cut.end() :]) is None:
            break
        places.append(cut.end())
    pairs = zip(places, (*places[1:], len(sentence.text)), strict=True)
    return tuple(sentence.cut(start, end) for start, end in pairs) if len(places) > 1 else (sentence,)


def _says_something(text: str) -> bool:
    return read_comparison(text) is not None or read_trend(text, plain=True) is not None


def _statement(
    identify: Identifier, part: PostPart, sentence: Sentence, said: Passages, context: ClaimContext
) -> Iterator[Claim]:
    comparison = read_comparison(sentence.text)
    is_plain = bool(context.measured)
    trend = read_trend(sentence.text, plain=is_plain) if comparison is None else None
    if comparison is None and trend is None:
        return
    in_frame = is_framed(part.lines[sentence.first_line - 1])
    if in_frame and _FURTHER_TEST.match(sentence.text.strip()) is None:
        return
    if sentence.text.startswith(_ORDER):
        return
    if not in_frame and (sentence.text.count(_ROW_MARK) > 1 or len(_GAP.findall(sentence.text)) > 1):
        return
    around = said if not in_frame else None
    key = identify.message.key
    if comparison is not None and not is_supposed(sentence.text, comparison.start, comparison.end):
        scope = scope_of(Stated(part, sentence, around, key, comparison.start), comparison.named, context)
        yield _claim(identify, part, sentence, comparison, scope)
    if trend is None:
        return
    stated = Stated(part, sentence, around, key, trend.start)
    meant = trend_scope(stated, trend, context)
    if meant is not None:
        claim = _trend_claim(identify, part, sentence, trend, meant)
        if not claim.changes and trend.amount is not None:
            claim = _of_other_tables(identify, stated, trend, meant, context) or claim
        yield claim if claim.changes else _between_rows(claim, trend, meant, context)


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
    changed = [c for c in scope.changes if not spoken_of.isdisjoint(c.old.measurements + c.new.measurements)]
    changed = [c for c in changed if c.role == "primary"] or changed
    direction, changed = changes_meant(changed, trend, sentence.text, scope, identify.message.key)
    if scope.found == OF_MAIL and not all(_agrees(change, direction) for change in changed):
        # "This makes it slow" at the head of a patch tells what was found before it.
        changed = []
    is_wide = trend.amount is None or scope.found == OF_MAIL
    tests = tuple(dict.fromkeys(change.test for change in changed)) if is_wide else ()
    if not changed and scope.found == OF_MAIL:
        # Far from any table it can be of anything.
        scope = replace(scope, tests=(), measurements=())
    agree = sum(_agrees(change, direction) for change in changed)
    verdict = verdict_of(agree, len(changed))
    reading = f"{agree} of {len(changed)} changes are {direction}" if changed else _NONE_HERE
    faster, slower = _named_sides(changed, direction)
    return replace(
        _bare(identify, part, sentence, scope),
        tests=tests or scope.tests,
        faster=faster,
        slower=slower,
        amount=trend.amount,
        verdict=verdict,
        reading=f"{trend.direction}, read of {scope.found}: {reading}",
        changes=tuple(change.id for change in changed),
    )


def _of_other_tables(
    identify: Identifier, stated: Stated, trend: Trend, meant: Scope, context: ClaimContext
) -> Claim | None:
    """A claim by an amount that fits no change of what it stands under, beside those of the table right below it, or
    beside a few of its mail.
    """
    below = of_next_table(stated, context)
    claim = _trend_claim(identify, stated.part, stated.sentence, trend, below) if below is not None else None
    if claim is None or claim.verdict != AGREES:
        if meant.found != ABOVE:
            return None
        # "The first case is 21 % faster" under the table of the last one.
        of_all = of_mail(stated.message_key, context)
        claim = _trend_claim(identify, stated.part, stated.sentence, trend, of_all)
    return claim if claim.verdict == AGREES and len(claim.changes) <= _MOST_ELSEWHERE else None


def _between_rows(claim: Claim, trend: Trend, scope: Scope, context: ClaimContext) -> Claim:
    """A claim that is of no change, beside the two rows that it is of; as it is where it is of none."""
    tables = {m.table for m in scope.measurements}
    # The other row is often named behind the statement.
    rows = row_sides([m for m in context.measurements if m.table in tables], trend, claim.text) if tables else None
    if rows is None:
        return claim
    reading = f"{trend.direction}, read of {scope.found}: the rows of {rows.faster} and {rows.slower} lie so far apart"
    return replace(claim, faster=rows.faster, slower=rows.slower, verdict=AGREES, reading=reading)


def _named_sides(changed: Sequence[Change], direction: str) -> tuple[str | None, str | None]:
    """The two labels between which all changes are, the one first that is said to be faster; none where nothing is."""
    pairs = {(change.old.label, change.new.label) for change in changed}
    if len(pairs) != 1 or direction not in ("faster", "slower"):
        return None, None
    [(old, new)] = pairs
    return (new, old) if direction == "faster" else (old, new)


def _agrees(change: Change, direction: str) -> bool:
    is_nothing = change.verdict == "same" or (change.delta is not None and abs(change.delta) < _NOTHING)
    if direction == "same":
        return is_nothing
    return is_nothing or change.verdict == "faster" if direction == "not slower" else change.verdict == direction


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
