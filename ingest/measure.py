"""Rows with their kernels and machines become measurements that know their place and keep their id."""

import hashlib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from archive.model import Author, Span
from archive.results import Kernel, Measurement, RelativeResult, Spread, TableRef
from archive.text import Line, collapse
from ingest.attribute import Attributed
from ingest.post import Post, PostPart
from ingest.tables import Block
from suites import suite_named
from suites.base import Row, Value

_NUMBER = re.compile(r"\d[\d.,]{0,30}")


@dataclass(frozen=True, slots=True)
class _PrintedRow:
    """A row as its collapsed words, the how manieth such row of the mail it is, and where its numbers end."""

    words: str
    ordinal: int
    number_ends: tuple[int, ...]


class Identifier:
    """Gives each value of a mail an id that survives a better reader and a better source (design, section 3: id)."""

    def __init__(self, post: Post) -> None:
        """Count the like rows of every part once."""
        self.message = post.message
        self._rows: dict[tuple[int, int], _PrintedRow] = {}
        seen: Counter[str] = Counter()
        for part in post.parts:
            for number in sorted(part.rows):
                line = part.lines[number - 1]
                words = collapse(line.text)
                ends = tuple(match.end() for match in _NUMBER.finditer(line.text, line.start))
                self._rows[part.number, number] = _PrintedRow(words, seen[words], ends)
                seen[words] += 1

    def words(self, part: int, line: int) -> str:
        """The collapsed row on that line."""
        return self._rows[part, line].words

    def value(self, part: int, line: int, start: int) -> str:
        """The id of the number at column `start`: hash of message, collapsed row, n-th such row, n-th number on it."""
        row = self._rows[part, line]
        return self._hash(row.words, row.ordinal, bisect_right(row.number_ends, start))

    def statement(self, kind: str, span: Span, line: Line) -> str:
        """The id of a claim, comment or correction that begins at `span`."""
        return self._hash(kind, collapse(line.text), f"{span.part}:{span.line}:{span.start}")

    def _hash(self, *pieces: object) -> str:
        content = "\0".join(map(str, (self.message.key, *pieces)))
        return "r" + hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Reading:
    """What measuring a mail needs: the mail laid out, its ids, authors by lower-case name, and the versions
    of suites that it tells.
    """

    post: Post
    identify: Identifier
    people: Mapping[str, Author]
    told: Mapping[str | None, str | None]


@dataclass(frozen=True, slots=True)
class _Printed:
    """What the values of one row share: its line, its table, whose it is, and the suite that printed it."""

    found: Attributed
    part: int
    line: Line
    ref: TableRef
    author: Author
    posted_by: Author | None
    suite: str | None
    suite_version: str | None


def told_versions(post: Post, blocks: Iterable[Block]) -> dict[str | None, str | None]:
    """The version of each block's suite that the mail tells, None where it tells none or several."""
    names = {block.suite_name for block in blocks}
    return {name: _told_version(post, name) if name is not None else None for name in names}


def measure(
    reading: Reading, part: PostPart, block: Block, rows: tuple[Attributed, ...], ref: TableRef
) -> Iterator[Measurement]:
    """The measurements of one table."""
    claimed = block.suite_name if block.suite is not None else None
    for found in rows:
        line = part.lines[found.row.line - 1]
        # A table that no suite claims may have a row for each of several.
        suite = found.row.suite if block.suite is None else claimed
        version = _exact_version(found.row.suite_version, reading.told.get(suite))
        printed = _Printed(
            found, part.number, line, ref, *_credit(reading.post, part, line, reading.people), suite, version
        )
        for value, kernel in zip(found.row.values, found.kernels, strict=True):
            if not value.is_relative:
                yield _measurement(reading.identify, printed, value, kernel)


def relate(
    reading: Reading, part: PostPart, block: Block, rows: tuple[Attributed, ...], ref: TableRef
) -> Iterator[RelativeResult]:
    """The results of one table that are given only in relation to another."""
    for found in rows:
        line = part.lines[found.row.line - 1]
        bases = found.baselines or (None,) * len(found.kernels)
        for value, kernel, base in zip(found.row.values, found.kernels, bases, strict=True):
            if value.is_relative:
                yield RelativeResult(
                    id=reading.identify.value(part.number, line.number, value.cell.start),
                    table=ref,
                    span=Span(part.number, line.number, value.cell.start, value.cell.end),
                    suite=block.suite_name,
                    test=found.row.test,
                    metric=value.metric,
                    value=value.cell.value,
                    raw=value.cell.raw,
                    unit=value.unit or "",
                    kernel=kernel,
                    baseline=base,
                    parameters=found.row.parameters,
                )


def _measurement(identify: Identifier, printed: _Printed, value: Value, kernel: Kernel | None) -> Measurement:
    found, row, line, cell = printed.found, printed.found.row, printed.line, value.cell
    return Measurement(
        id=identify.value(printed.part, line.number, cell.start),
        table=printed.ref,
        span=Span(printed.part, line.number, cell.start, cell.end),
        quoted=line.depth > 0,
        author=printed.author,
        posted_by=printed.posted_by,
        suite=printed.suite,
        suite_version=printed.suite_version,
        harness=row.harness,
        test=row.test,
        metric=value.metric,
        test_text=row.test_text,
        metric_text=value.metric_text,
        role=value.role,
        statistic=value.statistic,
        value=cell.value,
        raw=cell.raw,
        resolution=cell.resolution,
        unit=value.unit,
        unit_text=value.unit_text,
        better=value.better,
        kernel=kernel,
        variant=_variant(kernel),
        machine=found.machine,
        parameters=row.parameters,
        repeat=value.repeat,
        runs=value.runs,
        spread=_spread(printed.part, line, value),
        warnings=_warnings(row, value, kernel) + found.warnings,
        noise=value.noise,
    )


def _credit(post: Post, part: PostPart, line: Line, people: Mapping[str, Author]) -> tuple[Author, Author | None]:
    name = part.voices.get(line.number)
    if line.depth == 0 or name is None:
        return post.message.author, None
    return people.get(name.lower(), Author(name)), post.message.author


def _variant(kernel: Kernel | None) -> str | None:
    """What a label says beside its version: the patch of "2.4.0-prerelease + x.diff", or the whole of "patched"."""
    if kernel is None or kernel.version is None:
        return kernel.text if kernel is not None else None
    rest = kernel.text.replace(kernel.version.text, "", 1).strip(" +-,:")
    return rest or None


def _spread(part: int, line: Line, value: Value) -> tuple[Spread, ...]:
    return tuple(
        Spread(s.kind, s.cell.value, s.cell.raw, Span(part, s.line or line.number, s.cell.start, s.cell.end))
        for s in value.spread
    )


def _warnings(row: Row, value: Value, kernel: Kernel | None) -> tuple[str, ...]:
    missing = () if kernel is not None else ("the post does not tell the kernel",)
    return row.warnings + value.warnings + missing


def _exact_version(printed: str | None, told: str | None) -> str | None:
    """What the row's form proves ("1.x", "<5.5"), made exact by what the text tells ("1.1") where the two agree."""
    if printed is None or told is None:
        return printed or told
    is_coarse = printed.startswith("<") or (printed.endswith(".x") and told.startswith(printed[:-1]))
    return told if is_coarse else printed


def _told_version(post: Post, name: str) -> str | None:
    """The suite's version where the subject or the prose tells exactly one ("dbench 1.1", "tiobench-0.3.3")."""
    suite = suite_named(name)
    names = (name, *(suite.aliases if suite is not None else ()))
    # Most texts tell none, and are not even laid out for it; a line may end within what a statement tells.
    near = "|".join(re.escape(each.lower()).replace("\\ ", r"\s{1,40}") for each in names)
    may_tell = re.compile(rf"(?:{near})(?:-|\s{{1,40}})?v?\d{{1,2}}\.\d")
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})[ -]?v?(\d{{1,2}}\.\d[\w.]{{0,10}})", re.IGNORECASE)
    told = [part for part in post.parts if may_tell.search(part.lowered)]
    texts = [post.message.subject, *(sentence.text for part in told for sentence in part.sentences)]
    versions = {match[1].rstrip(".") for text in texts for match in pattern.finditer(text)}
    return versions.pop() if len(versions) == 1 else None
