"""Claims: who says what is faster or slower, of which tests, beside what the numbers say (design, section 2: Claim)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from archive import kernels
from archive.results import Change, Claim, Measurement
from archive.text import collapse
from ingest.comparisons import Comparison, read_comparison
from ingest.measure import Identifier
from ingest.passages import Passage, is_note, passages, row_above
from ingest.post import Post, PostPart
from ingest.prose import Sentence
from suites import suite_named
from suites.base import Row

_AGREES, _DISAGREES, _UNTESTABLE = "agrees", "disagrees", "untestable"


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


def read_claims(post: Post, context: ClaimContext, identify: Identifier) -> Iterator[Claim]:
    """The poster's claims, in own words or in note lines under rows; quoted ones belong to their own mail."""
    for part in post.parts:
        under = {n: passage for passage in passages(part) for n in range(passage.first_line, passage.last_line + 1)}
        for sentence in part.sentences:
            comparison = read_comparison(sentence.text) if sentence.depth == 0 else None
            if comparison is not None:
                scope = _scope(part, sentence, comparison, under.get(sentence.first_line), context)
                yield _claim(identify, part, sentence, comparison, replace(scope, changes=context.changes))


def _scope(
    part: PostPart, sentence: Sentence, comparison: Comparison, passage: Passage | None, context: ClaimContext
) -> _Scope:
    line = part.lines[sentence.first_line - 1]
    rows = row_above(part, line) if is_note(line) else ()
    if rows:
        return _of_rows(part, rows, context, "the rows above the line")
    named = _named(sentence.text, comparison, context.measurements)
    if named is not None:
        return named
    if passage is not None and passage.rows:
        return _of_rows(part, passage.rows, context, "the rows quoted above")
    return _Scope((), context.measurements, "every result of the thread")


def _of_rows(part: PostPart, rows: Sequence[Row], context: ClaimContext, found: str) -> _Scope:
    measured = [m for row in rows for m in context.rows.get(collapse(part.lines[row.line - 1].text), ())]
    return _Scope(tuple(dict.fromkeys(row.test for row in rows)), measured, found)


def _named(text: str, comparison: Comparison, measurements: Sequence[Measurement]) -> _Scope | None:
    """The results that the sentence names in quotes with a setting ("dbench 1"), or by a test's own name."""
    for name in comparison.named:
        word, _, setting = name.partition(" ")
        suite = suite_named(word)
        fit = [m for m in measurements if (suite is not None and m.suite == suite.name) or m.test == word]
        if setting:
            fit = [m for m in fit if setting in {str(value) for value in m.parameters.values()}]
        if fit:
            return _Scope(tuple(dict.fromkeys(m.test for m in fit)), fit, f"the results of {name}", is_named=True)
    words = {word.strip(".,;:!?()'\"") for word in text.split()}
    fit = [m for m in measurements if m.test in words]
    return _Scope(tuple(dict.fromkeys(m.test for m in fit)), fit, "the tests that it names") if fit else None


def _claim(identify: Identifier, part: PostPart, sentence: Sentence, comparison: Comparison, scope: _Scope) -> Claim:
    suggestion, warnings = _never_existed(comparison, scope.measurements)
    faster, slower = (suggestion.get(label, label) for label in (comparison.faster, comparison.slower))
    verdict, reading = judge(faster, slower, scope.measurements)
    if comparison.condition is not None and not scope.is_named:
        verdict, reading = (
            _UNTESTABLE,
            f"said of a condition that these results do not state ({comparison.condition}); without it {reading}",
        )
    place = sentence.span(0, len(sentence.text))
    first = part.lines[place.line - 1]
    suites = {m.suite for m in scope.measurements}
    return Claim(
        id=identify.statement("claim", place, first),
        message_key=identify.message.key,
        span=place,
        author=identify.message.author,
        quoted=False,
        suite=suites.pop() if len(suites) == 1 else None,
        tests=scope.tests,
        faster=comparison.faster,
        slower=comparison.slower,
        amount=comparison.amount,
        condition=comparison.condition,
        verdict=verdict,
        reading=f"{faster} faster than {slower}, read of {scope.found}: {reading}",
        suggestion=next(iter(suggestion.values()), None),
        warnings=warnings,
        changes=_beside(faster, slower, scope),
        text=sentence.text.lstrip("^<>- "),
    )


def _beside(faster: str, slower: str, scope: _Scope) -> tuple[str, ...]:
    """The changes between two kernels in what a claim speaks of."""
    spoken_of = {m.id for m in scope.measurements}
    return tuple(
        change.id
        for change in scope.changes
        if not spoken_of.isdisjoint(change.old.measurements)
        and any(
            _names(one.label, one.version, faster) and _names(other.label, other.version, slower)
            for one, other in ((change.old, change.new), (change.new, change.old))
        )
    )


def _never_existed(
    comparison: Comparison, measurements: Sequence[Measurement]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """What labels that no kernel ever had probably mean, with the reason."""
    among = {
        m.kernel.version.canonical: m.kernel.version
        for m in measurements
        if m.kernel is not None and m.kernel.version is not None
    }
    meant, warnings = {}, []
    for label in (comparison.faster, comparison.slower):
        version = kernels.parse(label)
        if version is None or not kernels.never_existed(version):
            continue
        suggestion = kernels.suggest(
            version, [known for known in among.values() if known.text not in (comparison.faster, comparison.slower)]
        )
        if suggestion is not None:
            meant[label] = suggestion.version.text
        warnings.append(
            f"{label} never existed"
            + (f"; probably {suggestion.version.text}: {suggestion.reason}" if suggestion else "")
        )
    return meant, tuple(warnings)


def judge(faster: str, slower: str, measurements: Sequence[Measurement]) -> tuple[str, str]:
    """Whether the numbers say so too, and on what that rests: comparisons of like results with both kernels."""
    groups: dict[tuple[object, ...], dict[str, list[float]]] = defaultdict(lambda: {"faster": [], "slower": []})
    direction: dict[tuple[object, ...], str] = {}
    for m in measurements:
        if m.role != "primary" or m.better is None:
            continue
        key = (
            m.suite,
            m.test,
            m.metric,
            tuple(sorted(m.parameters.items())),
            m.machine.hardware.text if m.machine else None,
        )
        for side, label in (("faster", faster), ("slower", slower)):
            if m.kernel is not None and _names(m.kernel.text, m.kernel.version, label):
                groups[key][side].append(m.value)
                direction[key] = m.better
    both = [
        (direction[key], median(sides["faster"]), median(sides["slower"]))
        for key, sides in groups.items()
        if sides["faster"] and sides["slower"]
    ]
    if not both:
        return _UNTESTABLE, "no result of both is here"
    agree = sum((a > b) == (better == "higher") and a != b for better, a, b in both)
    reading = (
        f"{agree} of {len(both)} comparisons agree"
        if len(both) > 1
        else "the numbers agree"
        if agree
        else "the numbers say otherwise"
    )
    if agree * 3 >= len(both) * 2:
        return _AGREES, reading
    return (_DISAGREES if agree * 3 <= len(both) else _UNTESTABLE), reading


def _names(text: str, version: kernels.KernelVersion | None, label: str) -> bool:
    """Whether a label means a kernel: the kernel's own label, its version, or its series."""
    if text == label:
        return True
    if version is None:
        return False
    meant = kernels.parse(label)
    return version.canonical == meant.canonical if meant is not None else version.series == label
