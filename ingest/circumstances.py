"""What a post says of its own figures beside them: what labels mean, how the test was run, and links to both."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archive.circumstances import Circumstance
from archive.model import Span
from archive.results import Derived, Table
from archive.text import Line
from ingest.conditions import read_conditions
from ingest.generic_tables import patched_lines
from ingest.legends import LINK, Legend, read_legends
from ingest.measure import Identifier
from ingest.post import Post, PostPart
from ingest.prose import Sentence

_FOOTNOTE = re.compile(r"[ \t]{0,4}\[(?P<number>\d{1,2}|[A-Za-z])\]:?[ \t]{1,8}(?=https?://)")
_MENTION = re.compile(r"\[(?P<number>\d{1,2}|[A-Za-z])\]")
_ABOUT_THE_TEST = re.compile(
    r"\b(?:appl(?:y|ied)|on top of|based on|against|tested with|measured with|kernels?[ ]config\w*|\.config|config file"
    r"|script|reproducer?|test case|testcase|benchmark|job file|patch(?:es|set)?|series|branch|tree)\b",
    re.IGNORECASE,
)
_NO_LINK = re.compile(
    r"^\s{0,4}(?:link|closes|fixes|reported-by|bug|changes|(?:rfc)?v\d{1,2}|to unsubscribe|web:|lkml:)\b"
    r"|majordomo|mailman|unsubscribe|hyperkitty|in form of|\b(?:previous|earlier|old|last)[ ](?:version"
    r"|series|posting|post)|discussion|wiki"
    r"|documentation",
    re.IGNORECASE,
)
_ABOVE = 6
_BELOW = 3
_MOST = 60


@dataclass(frozen=True, slots=True)
class _About:
    kind: str
    id: str


def circumstances_of(posts: Iterable[tuple[Post, Identifier]], derived: Derived) -> Iterator[Circumstance]:
    """The circumstances of the mails of a thread, whose tables and figures are derived already."""
    tables: dict[str, list[Table]] = defaultdict(list)
    labels: dict[str, set[str]] = defaultdict(set)
    for table in derived.tables:
        tables[table.ref.message_key].append(table)
    for m in derived.measurements:
        if m.kernel is not None and not m.quoted:
            labels[m.table.message_key].add(m.kernel.text)
    for r in derived.relatives:
        labels[r.table.message_key].update(kernel.text for kernel in (r.kernel, r.baseline) if kernel is not None)
    for post, identify in posts:
        key = post.message.key
        yield from read_circumstances(post, tables[key], frozenset(labels[key]), identify)


def read_circumstances(
    post: Post, tables: Sequence[Table], labels: frozenset[str], identify: Identifier
) -> Iterator[Circumstance]:
    """The circumstances of a mail in order; none where it has no result table of its own. `labels` are those that its
    figures stand under.
    """
    own = [table for table in tables if table.kind == "result" and not table.quoted and table.is_counted]
    if not own:
        return
    for part in post.parts:
        if not any(table.part == part.number for table in own):
            continue
        found = list(_of_part(post, part, own, labels, identify))
        yield from sorted(found, key=lambda each: (each.span.line, each.span.start))[:_MOST]


def _of_part(
    post: Post, part: PostPart, tables: Sequence[Table], labels: frozenset[str], identify: Identifier
) -> Iterator[Circumstance]:
    patches = patched_lines(part.lines)
    taken = patches | part.row_lines | {n for p in part.profiles for n in range(p.first_line, p.last_line + 1)}
    whole = _About("post", post.message.key)
    noted: dict[str, _About] = {}
    spoken: set[int] = set()

    def made(kind: str, span: Span, text: str, about: _About) -> Circumstance:
        line = part.lines[span.line - 1]
        return Circumstance(
            identify.statement(kind, span, line), post.message.key, span, kind, text, about.kind, about.id
        )

    for legend in read_legends(part.lines, labels, taken):
        about = _About("label", legend.label)
        spoken.add(legend.line.number)
        noted |= dict.fromkeys(_mentions(legend.text), about)
        yield made("legend", _span(part, legend), legend.text, about)
        for link in LINK.finditer(legend.line.text, legend.start, legend.end):
            yield made("link", _link_span(part, legend.line, link), _address(link), about)
    for sentence in read_conditions(part.sentences, taken):
        about = _near(part, sentence, tables) or whole
        noted |= dict.fromkeys(_mentions(sentence.text), about)
        if sentence.first_line not in spoken or sentence.last_line > sentence.first_line:
            yield made("condition", sentence.span(0, len(sentence.text)), sentence.text, about)
    for line, link, about in _links(part, taken, spoken, noted, whole):
        yield made("link", _link_span(part, line, link), _address(link), about)


def _links(
    part: PostPart, taken: frozenset[int] | set[int], spoken: set[int], noted: dict[str, _About], whole: _About
) -> Iterator[tuple[Line, re.Match[str], _About]]:
    """The links that footnotes of legends and conditions lead to, and those in sentences about the test."""
    linked = [
        line
        for line in part.lines
        if "://" in line.text and not (line.depth or line.number in taken or line.number in spoken)
    ]
    near = {line.number for line in linked}
    told = {
        number
        for sentence in part.sentences
        if sentence.depth == 0 and not near.isdisjoint(range(sentence.first_line, sentence.last_line + 1))
        if _ABOUT_THE_TEST.search(sentence.text) and not _NO_LINK.search(sentence.text)
        for number in range(sentence.first_line, sentence.last_line + 1)
    }
    for line in linked:
        note = _FOOTNOTE.match(line.words)
        about = noted.get(note["number"]) if note is not None else whole if line.number in told else None
        link = LINK.search(line.text, line.start)
        if about is not None and link is not None and _NO_LINK.search(line.words) is None:
            yield line, link, about


def _near(part: PostPart, sentence: Sentence, tables: Sequence[Table]) -> _About | None:
    """The table that a sentence introduces or follows at once."""
    for table in tables:
        if table.part != part.number:
            continue
        is_above = 0 < table.first_line - sentence.last_line <= _ABOVE
        if is_above or 0 < sentence.first_line - table.last_line <= _BELOW:
            return _About("table", str(table.ref.number))
    return None


def _mentions(text: str) -> Iterator[str]:
    return (match["number"] for match in _MENTION.finditer(text))


def _span(part: PostPart, legend: Legend) -> Span:
    return Span(part.number, legend.line.number, legend.start, legend.end)


def _link_span(part: PostPart, line: Line, link: re.Match[str]) -> Span:
    return Span(part.number, line.number, link.start(), link.start() + len(_address(link)))


def _address(link: re.Match[str]) -> str:
    return link.group().rstrip(".,;:!?")
