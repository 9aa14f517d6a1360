"""Claims: who says what is faster or slower, of which tests, beside what the numbers say (design, section 2: Claim)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Change, Claim, Measurement
from archive.text import collapse
from ingest.comparisons import Comparison, read_comparison
from ingest.measure import Identifier
from ingest.passages import Passage, Passages, is_note, row_above
from ingest.post import Post, PostPart
from ingest.prose import Sentence
from ingest.trends import Trend, read_trend
from ingest.verdicts import UNTESTABLE, beside, judge, never_existed, verdict_of
from suites import suite_named
from suites.base import Row

# Metrics whose names are words of every text about speed.
_PLAIN_WORDS = frozenset(("throughput", "latency", "rate", "time", "real", "cpu", "operations", "score", "bandwidth"))
_PUNCTUATION = ".,;:!?()'\""


@dataclass(frozen=True, slots=True)
class ClaimContext:
    """What a claim is judged against: the counted measurements of the thread, and those of the rows by (collapsed) row
    line.
    """

    measurements: Sequence[Measurement]
    rows: dict[str, tuple[Measurement, ...]]
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class _Scope:
    """Of what a claim speaks: its tests, the measurements to look at, and how that was found."""

    tests: tuple[str, ...]
    measurements: Sequence[Measurement]
    found: str
    is_named: bool = False
    changes: Sequence[Change] = ()


def read_claims(post: Post, said: Passages, context: ClaimContext, identify: Identifier) -> Iterator[Claim]:
    """The poster's claims, in own words or in note lines under rows; quoted ones belong to their own mail."""
    for part in post.parts:
        under = {n: passage for passage in said[part.number] for n in range(passage.first_line, passage.last_line + 1)}
        for sentence in part.sentences:
            if sentence.depth == 0:
                yield from _statement(identify, part, sentence, under.get(sentence.first_line), context)


def _statement(
    identify: Identifier, part: PostPart, sentence: Sentence, passage: Passage | None, context: ClaimContext
) -> Iterator[Claim]:
    comparison = read_comparison(sentence.text)
    if comparison is not None:
        scope = _scope(part, sentence, comparison.named, passage, context)
        yield _claim(identify, part, sentence, comparison, scope)
        return
    trend = read_trend(sentence.text)
    if trend is not None:
        scope = _scope(part, sentence, (), passage, context)
        # Without a test it could speak of anything: the build, the patch, somebody else's mail.
        if scope.tests:
            yield _trend_claim(identify, part, sentence, trend, scope)


def _scope(
    part: PostPart, sentence: Sentence, names: tuple[str, ...], passage: Passage | None, context: ClaimContext
) -> _Scope:
    line = part.lines[sentence.first_line - 1]
    rows = row_above(part, line) if is_note(line) else ()
    if rows:
        return _of_rows(part, rows, context, "the rows above the line")
    named = _named(sentence.text, names, context)
    if named is not None:
        return named
    if passage is not None and passage.rows:
        return _of_rows(part, passage.rows, context, "the rows quoted above")
    return _Scope((), context.measurements, "every result of the thread", changes=context.changes)


def _of_rows(part: PostPart, rows: Sequence[Row], context: ClaimContext, found: str) -> _Scope:
    measured = [m for row in rows for m in context.rows.get(collapse(part.lines[row.line - 1].text), ())]
    return _Scope(tuple(dict.fromkeys(row.test for row in rows)), measured, found, changes=context.changes)


def _named(text: str, names: tuple[str, ...], context: ClaimContext) -> _Scope | None:
    """The results that the sentence names in quotes with a setting ("dbench 1"), or by a test's own name."""
    for name in names:
        word, _, setting = name.partition(" ")
        suite = suite_named(word)
        fit = [m for m in context.measurements if (suite is not None and m.suite == suite.name) or m.test == word]
        if setting:
            fit = [m for m in fit if setting in {str(value) for value in m.parameters.values()}]
        if fit:
            tests = tuple(dict.fromkeys(m.test for m in fit))
            return _Scope(tests, fit, f"the results of {name}", is_named=True, changes=context.changes)
    words = {word.strip(_PUNCTUATION) for piece in (text, text.replace(".", " ")) for word in piece.split()}
    fit = [m for m in context.measurements if m.test in words or {m.metric, m.metric_text} & words - _PLAIN_WORDS]
    tests = tuple(dict.fromkeys(m.test for m in fit))
    return _Scope(tests, fit, "the tests that it names", changes=context.changes) if fit else None


def _claim(identify: Identifier, part: PostPart, sentence: Sentence, comparison: Comparison, scope: _Scope) -> Claim:
    suggestion, warnings = never_existed((comparison.faster, comparison.slower), scope.measurements)
    faster, slower = (suggestion.get(label, label) for label in (comparison.faster, comparison.slower))
    verdict, reading = judge(faster, slower, scope.measurements)
    if comparison.condition is not None and not scope.is_named:
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


def _trend_claim(identify: Identifier, part: PostPart, sentence: Sentence, trend: Trend, scope: _Scope) -> Claim:
    """A claim that names no kernels: it is set beside every change of what it speaks of."""
    spoken_of = {m.id for m in scope.measurements}
    changed = [c for c in scope.changes if c.role == "primary" and not spoken_of.isdisjoint(c.old.measurements)]
    agree = sum(change.verdict == trend.direction for change in changed)
    verdict = verdict_of(agree, len(changed))
    reading = f"{agree} of {len(changed)} changes are {trend.direction}" if changed else "no change of it is here"
    return replace(
        _bare(identify, part, sentence, scope),
        amount=trend.amount,
        verdict=verdict,
        reading=f"{trend.direction}, read of {scope.found}: {reading}",
        changes=tuple(change.id for change in changed),
    )


def _bare(identify: Identifier, part: PostPart, sentence: Sentence, scope: _Scope) -> Claim:
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
        text=sentence.text.lstrip("^<>- "),
    )
