"""Comments: what a reply says under quoted rows or claims, what a poster says under a table, and remarks that only a
quote has kept.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from archive.identity import is_reply
from archive.model import Author, Span
from archive.results import Claim, Comment, Correction, Measurement, Target
from archive.text import collapse
from ingest.claim_scopes import EVERYDAY
from ingest.comparisons import read_comparison
from ingest.measure import Identifier
from ingest.named_tests import NamedTests
from ingest.passages import Passage, Passages
from ingest.post import Post, PostPart
from ingest.prose import Sentence, is_prose
from ingest.remark_looks import ClaimLines, may_quote_remarks, may_tell_of_measured, quoted_paragraphs
from ingest.remarks import remark_in, remark_under
from ingest.talk import presents, speaks_under_table, tells_of_measured

_DENIAL = re.compile(
    r"^(?:no\b[,.!]|nope\b|wrong\b|actually\b|that(?:'s| is) (?:a typo|wrong)|(?:i|you) meant?\b|typo\b|correction\b)",
    re.IGNORECASE,
)
_MISTAKE = re.compile(
    r"\b(?:other way (?:a)?round|vice versa|revers\w{0,3}|swapped|wrong|typo|slip|mistake|mistyped)\b", re.IGNORECASE
)
_VERDICT_WORD = re.compile(
    r"\b(?:slow(?:er|down|s)?|fast(?:er)?|regress\w*|improv\w*|overhead|speed|performance|latency|throughput)\b",
    re.IGNORECASE,
)
_THANKS = re.compile(r"(?:thanks?\b|thank you\b|applied\b|queued\b|regards\b|cheers\b).{0,80}$", re.IGNORECASE)
# Names of tests that every text about mails, files and kernels uses.
_PLAIN_TESTS = EVERYDAY | frozenset(
    ("async", "read", "write", "io", "sync", "time", "memory", "user", "sys", "real", "copy", "pipe")
)
_MIN_MATCH = 12
_NEAR_CLAIM = 4
# Quoted lines above a remark that it can still speak of.
_REACH = 40
_MIN_REMARK_WORDS = 5


@dataclass(frozen=True, slots=True)
class _Remark:
    first: int
    last: int
    text: str
    author: Author
    posted_by: Author | None
    tests: tuple[str, ...]
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class CommentContext:
    """What a thread offers to be spoken of: measurements by collapsed row and (the last of each) by test, claims by
    collapsed line, own lines by mail, people by name, and the mails that hold results.
    """

    rows: Mapping[str, tuple[Measurement, ...]]
    by_test: Mapping[str, Measurement]
    claims: Mapping[str, tuple[Claim, ...]]
    own_lines: Mapping[str, str]
    claim_lines: ClaimLines
    tests: NamedTests
    people: Mapping[str, Author]
    parent: str | None = None
    measured: frozenset[str] = frozenset()


def read_comments(post: Post, said: Passages, context: CommentContext, identify: Identifier) -> Iterator[Comment]:
    """The comments of one mail, in order of its lines."""
    answers = is_reply(post.message.subject)
    for part in post.parts:
        found = list(_quoted_remarks(post, part, context, identify))
        if _may_speak(part, context, answers=answers):
            found = [*_own(post, part, said[part.number], context, identify), *found]
        yield from sorted(found, key=lambda comment: comment.span.line)


def read_corrections(
    post: Post, said: Passages, context: CommentContext, claims: tuple[Claim, ...], identify: Identifier
) -> Iterator[Correction]:
    """Passages that deny a quoted claim and say what holds instead."""
    for part in post.parts:
        for passage in said[part.number] if context.claim_lines.may_be_quoted_in(part) else ():
            targets = _claims_quoted(part, passage, context) if _DENIAL.match(passage.text) is not None else ()
            if not targets:
                continue
            stated = [
                c
                for c in claims
                if c.span.part == part.number and passage.first_line <= c.span.line <= passage.last_line
            ]
            if stated or read_comparison(passage.text) or _MISTAKE.search(passage.text) is not None:
                place = _place(part, passage.first_line)
                line = part.lines[passage.first_line - 1]
                yield Correction(
                    identify.statement("correction", place, line),
                    post.message.key,
                    place,
                    post.message.author,
                    Target("claim", targets[-1].id),
                    passage.text,
                )


def _may_speak(part: PostPart, context: CommentContext, *, answers: bool) -> bool:
    """Whether own words can speak of anything: of rows, of results in general, or of a quoted claim."""
    if part.rows or (answers and may_tell_of_measured(part)):
        return True
    return context.claim_lines.may_be_quoted_in(part)


def _own(
    post: Post,
    part: PostPart,
    said: tuple[Passage, ...],
    context: CommentContext,
    identify: Identifier,
) -> Iterator[Comment]:
    for passage in said:
        if _THANKS.match(passage.text) is not None:
            continue
        remark, tests, targets = _spoken(post, part, passage, context)
        if targets:
            yield _comment(
                identify,
                part,
                _Remark(remark.first_line, remark.last_line, remark.text, post.message.author, None, tests, targets),
            )


def _spoken(
    post: Post, part: PostPart, passage: Passage, context: CommentContext
) -> tuple[Passage, tuple[str, ...], tuple[Target, ...]]:
    """What of a passage is a remark, the tests that it speaks of, and its targets; no targets where it is none."""
    if passage.rows:
        # "And this is the profile:" is no word on the rows above.
        is_lead = passage.lines[0].words.endswith(":") and not any(map(is_prose, passage.lines[1:]))
        return passage, *(_of_rows(part, passage, context) if not is_lead else ((), ()))
    if passage.own_rows:
        remark = remark_under(passage, speaks_under_table, tells_of_measured)
        return (remark, *_of_own_table(part, remark, context)) if remark is not None else (passage, (), ())
    claims = _claims_quoted(part, passage, context)
    if claims and not presents(passage.text) and (_is_near(part, passage, context) or tells_of_measured(passage.text)):
        tests = tuple(dict.fromkeys(test for claim in claims for test in claim.tests))
        return passage, tests, tuple(Target("claim", claim.id) for claim in claims)
    # Beside own tables, what does not answer a quotation speaks of these.
    answers = is_reply(post.message.subject) and (passage.quoted_lines or all(b.depth for b in part.blocks))
    remark = remark_in(passage, tells_of_measured) if answers else None
    return (remark, *_of_post(part, remark, context)) if remark is not None else (passage, (), ())


def _of_rows(part: PostPart, passage: Passage, context: CommentContext) -> tuple[tuple[str, ...], tuple[Target, ...]]:
    rows = passage.rows
    if not passage.noted_rows:
        named = NamedTests(row.test for row in rows).in_text(passage.text)
        rows = tuple(row for row in rows if row.test in named) or rows
    measured = [m for row in rows for m in context.rows.get(collapse(part.lines[row.line - 1].text), ())]
    tests = tuple(dict.fromkeys(row.test for row in rows))
    return tests, _row_targets(measured) + _claim_targets(part, passage, context)


def _of_post(part: PostPart, remark: Passage, context: CommentContext) -> tuple[tuple[str, ...], tuple[Target, ...]]:
    """What is said of the results of a mail, or of a thread with results.

    A thread with a table is mostly talk of code, which is no remark on what was measured.
    """
    about = _quoted_mail(part, remark, context) or context.parent
    if about is None or len(remark.text.split()) < _MIN_REMARK_WORDS:
        return (), ()
    is_far = about not in context.measured
    if (is_far and not remark.is_prose) or (
        (is_far or not remark.is_prose) and not tells_of_measured(remark.text, alone=True)
    ):
        return (), ()
    return tuple(sorted(context.tests.in_text(remark.text))), (Target("post", about),)


def _of_own_table(
    part: PostPart, passage: Passage, context: CommentContext
) -> tuple[tuple[str, ...], tuple[Target, ...]]:
    if not passage.is_prose:
        return (), ()
    last = passage.own_rows[-1]
    measured = context.rows.get(collapse(part.lines[last.line - 1].text), ())
    tables = tuple(dict.fromkeys(f"{m.table.message_key}#{m.table.number}" for m in measured))
    tests = tuple(dict.fromkeys(row.test for row in passage.own_rows))
    return tests, tuple(Target("table", table) for table in tables)


def _row_targets(measured: list[Measurement]) -> tuple[Target, ...]:
    return tuple(dict.fromkeys(Target("row", m.id) for m in measured if m.role == "primary"))


def _claim_targets(part: PostPart, passage: Passage, context: CommentContext) -> tuple[Target, ...]:
    return tuple(Target("claim", claim.id) for claim in _claims_quoted(part, passage, context))


def _claims_quoted(part: PostPart, passage: Passage, context: CommentContext) -> tuple[Claim, ...]:
    """The claims whose first line stands among the quoted lines; a note line's claim has to be about the rows quoted
    above it.
    """
    if not context.claims:
        return ()
    tests = {row.test for row in passage.quoted_rows}
    found = []
    for number in passage.quoted_lines[-_REACH:]:
        named = context.claims.get(collapse(part.lines[number - 1].text), ())
        found += [claim for claim in named if not tests or not claim.tests or set(claim.tests) <= tests]
    return tuple(dict.fromkeys(found))


def _is_near(part: PostPart, passage: Passage, context: CommentContext) -> bool:
    """Whether a claim stands in the last quoted lines, and nobody has answered it there: what follows more lines speaks
    of those.
    """
    last = [part.lines[n - 1] for n in passage.quoted_lines[-_NEAR_CLAIM:]]
    return any(collapse(line.text) in context.claims for line in last if line.depth == last[-1].depth)


def _quoted_mail(part: PostPart, passage: Passage, context: CommentContext) -> str | None:
    for number in reversed(passage.quoted_lines):
        words = collapse(part.lines[number - 1].text)
        if len(words) >= _MIN_MATCH and words in context.own_lines:
            return context.own_lines[words]
    return None


def _quoted_remarks(post: Post, part: PostPart, context: CommentContext, identify: Identifier) -> Iterator[Comment]:
    """Quoted paragraphs of verdict whose own mail is not in the thread: credited to the person quoted."""
    if not may_quote_remarks(part, context.tests):
        return
    for run in _lost_paragraphs(part, context):
        text = " ".join(sentence.text for sentence in run)
        author = part.voices.get(run[0].first_line)
        if author is None or _VERDICT_WORD.search(text) is None or not _is_told(part, run):
            continue
        tests = tuple(sorted(context.tests.in_text(text) - _PLAIN_TESTS))
        if not tests or not tells_of_measured(text):
            continue
        targets = tuple(Target("row", context.by_test[test].id) for test in tests if test in context.by_test)
        who = context.people.get(author.lower(), Author(author))
        sender = post.message.author
        yield _comment(identify, part, _Remark(run[0].first_line, run[-1].last_line, text, who, sender, tests, targets))


def _is_told(part: PostPart, run: list[Sentence]) -> bool:
    """Whether a paragraph is running text; a list of settings also holds words of verdict ("governor: performance")."""
    return any(is_prose(part.lines[s.first_line - 1]) for s in run)


def _lost_paragraphs(part: PostPart, context: CommentContext) -> Iterator[list[Sentence]]:
    """Quoted paragraphs of verdict on tests, or what of them nobody in the thread has said."""
    for paragraph in quoted_paragraphs(part):
        text = " ".join(sentence.text for sentence in paragraph)
        # Sooner told than who has said it.
        if _VERDICT_WORD.search(text) is None or not context.tests.in_text(text) - _PLAIN_TESTS:
            continue
        said = (collapse(part.lines[s.first_line - 1].text) in context.own_lines for s in paragraph)
        for is_said, run in groupby(zip(said, paragraph, strict=True), lambda pair: pair[0]):
            if not is_said:
                yield [sentence for _, sentence in run]


def _place(part: PostPart, number: int) -> Span:
    line = part.lines[number - 1]
    return Span(part.number, number, line.start, max(line.start, len(line.text.rstrip())))


def _comment(identify: Identifier, part: PostPart, remark: _Remark) -> Comment:
    place = _place(part, remark.first)
    return Comment(
        id=identify.statement("comment", place, part.lines[remark.first - 1]),
        message_key=identify.message.key,
        span=place,
        last_line=remark.last,
        text=remark.text,
        author=remark.author,
        posted_by=remark.posted_by,
        tests=remark.tests,
        targets=remark.targets,
    )
