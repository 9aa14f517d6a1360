"""Rows with their kernels and machines become measurements that know their place and keep their id."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from archive.model import Author, Span
from archive.results import Kernel, Measurement, RelativeResult, Spread, TableRef
from archive.text import Line, collapse
from ingest.attribute import Attributed
from ingest.post import Post, PostPart
from ingest.tables import Block
from suites import suite_named
from suites.base import Row, Value

_NUMBER = re.compile(r"\d[\d.,]{0,30}")


class Identifier:
    """Gives each value of a mail an id that survives a better reader and a better source (design, section 3: id)."""

    def __init__(self, post: Post) -> None:
        """Count the like lines of every part once."""
        self.message = post.message
        self._ordinal: dict[tuple[int, int], int] = {}
        seen: Counter[str] = Counter()
        for part in post.parts:
            for line in part.lines:
                if line.number in part.row_lines:
                    words = collapse(line.text)
                    self._ordinal[part.number, line.number] = seen[words]
                    seen[words] += 1

    def value(self, part: int, line: Line, start: int) -> str:
        """The id of the number at column `start`: hash of message, collapsed line, n-th such line, n-th number
        on it.
        """
        nth = sum(1 for match in _NUMBER.finditer(line.text, line.start) if match.end() <= start)
        return self._hash(collapse(line.text), self._ordinal.get((part, line.number), 0), nth)

    def statement(self, kind: str, span: Span, line: Line) -> str:
        """The id of a claim, comment or correction that begins at `span`."""
        return self._hash(kind, collapse(line.text), f"{span.part}:{span.line}:{span.start}")

    def _hash(self, *pieces: object) -> str:
        return (
            "r"
            + hashlib.sha256("\0".join(map(str, (self.message.key, *pieces))).encode("utf-8", "replace")).hexdigest()[
                :16
            ]
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """What measuring a mail needs: the mail laid out, its ids, and the thread's authors by lower-case name."""

    post: Post
    identify: Identifier
    people: Mapping[str, Author]


def measure(
    reading: Reading, part: PostPart, block: Block, rows: tuple[Attributed, ...], ref: TableRef
) -> Iterator[Measurement]:
    """The measurements of one table."""
    told = _told_version(reading.post, block.suite_name)
    for found in rows:
        line = part.lines[found.row.line - 1]
        author, posted_by = _credit(reading.post, part, line, reading.people)
        for value, kernel in zip(found.row.values, found.kernels, strict=True):
            if value.is_relative:
                continue
            yield replace(
                _measurement(part, line, found, value, kernel),
                id=reading.identify.value(part.number, line, value.cell.start),
                table=ref,
                author=author,
                posted_by=posted_by,
                suite=block.suite_name,
                suite_version=_exact_version(found.row.suite_version, told),
            )


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
                    id=reading.identify.value(part.number, line, value.cell.start),
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


def _measurement(part: PostPart, line: Line, found: Attributed, value: Value, kernel: Kernel | None) -> Measurement:
    """What the row and the value tell; whose it is and what it is called is filled in by `measure`."""
    row, cell = found.row, value.cell
    return Measurement(
        id="",
        table=TableRef("", 0),
        span=Span(part.number, line.number, cell.start, cell.end),
        quoted=line.depth > 0,
        author=Author(""),
        posted_by=None,
        suite=None,
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
        spread=_spread(part, line, value),
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


def _spread(part: PostPart, line: Line, value: Value) -> tuple[Spread, ...]:
    return tuple(
        Spread(s.kind, s.cell.value, s.cell.raw, Span(part.number, s.line or line.number, s.cell.start, s.cell.end))
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


def _told_version(post: Post, name: str | None) -> str | None:
    suite = suite_named(name) if name is not None else None
    return _suite_version(post, name, suite.aliases if suite is not None else ()) if name is not None else None


def _suite_version(post: Post, name: str, aliases: tuple[str, ...]) -> str | None:
    """The suite's version where the subject or the prose tells exactly one ("dbench 1.1", "tiobench-0.3.3")."""
    pattern = re.compile(
        rf"\b(?:{'|'.join(map(re.escape, (name, *aliases)))})[ -]?v?(\d{{1,2}}\.\d[\w.]{{0,10}})", re.IGNORECASE
    )
    texts = [post.message.subject, *(sentence.text for part in post.parts for sentence in part.sentences)]
    versions = {match[1].rstrip(".") for text in texts for match in pattern.finditer(text)}
    return versions.pop() if len(versions) == 1 else None
