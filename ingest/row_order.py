"""Kernels told by position: "2.4.19 and 2.5.49" in prose, and then each test's rows in that order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from archive import kernels
from archive.model import Span
from ingest.comparisons import read_comparison
from ingest.post import PostPart
from ingest.tables import Block
from suites.base import Row

_MIN_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Order:
    """Which kernel label each row line has by its position, the sentence that tells the order, and what speaks against
    it.
    """

    labels: dict[int, str]
    span: Span
    warnings: tuple[str, ...]


def read_order(part: PostPart, blocks: Sequence[Block]) -> Order | None:
    """The kernels of rows that name none, where a sentence lists as many kernels as each test has rows; note lines
    decide the order.
    """
    runs = [run for suite in {block.suite_name: None for block in blocks} for run in _runs(blocks, suite)]
    sizes = Counter(len(run) for run in runs)
    if not sizes:
        return None
    size, count = sizes.most_common(1)[0]
    if size < 2 or count < _MIN_SHARE * len(runs):
        return None
    whole = [run for run in runs if len(run) == size]
    listing = _listing(part, size, blocks[0])
    if listing is None:
        return None
    labels, span = listing
    order, warnings = _settle(part, whole, labels)
    return Order({row.line: label for run in whole for row, label in zip(run, order, strict=True)}, span, warnings)


def _runs(blocks: Sequence[Block], suite: str | None) -> Iterator[list[Row]]:
    """Rows of one test that follow each other among the rows of one suite, whatever stands between them."""
    rows = sorted(
        (row for block in blocks if block.suite_name == suite for row in block.rows), key=lambda row: row.line
    )
    for _, run in groupby(rows, key=lambda row: (row.test, sorted(row.parameters.items(), key=str))):
        yield list(run)


def _listing(part: PostPart, size: int, block: Block) -> tuple[list[str], Span] | None:
    """The sentence that lists exactly `size` kernels: the nearest one above the rows, else the first one below."""
    found = []
    for sentence in part.sentences:
        if sentence.depth != block.depth or sentence.text.startswith("^"):
            continue
        mentions = list(kernels.find(sentence.text))
        labels = list(dict.fromkeys(sentence.text[m.start : m.end] for m in mentions))
        if len(labels) == size:
            found.append((sentence.first_line, labels, sentence.span(mentions[0].start, mentions[-1].end)))
    above = [item for item in found if item[0] < block.rows[0].line]
    nearest = above[-1] if above else next(iter(found), None)
    return nearest[1:] if nearest is not None else None


def _settle(part: PostPart, runs: list[list[Row]], labels: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The order that most note lines agree with; without any vote the order of the sentence."""
    forward = sum(_vote(part, run, labels) for run in runs)
    if forward >= 0:
        return labels, ()
    return labels[::-1], (
        "the lines that say which kernel is faster contradict the order in the text; they were followed",
    )


def _vote(part: PostPart, run: list[Row], labels: list[str]) -> int:
    """+1 where the statement right below a test's rows agrees with the order of `labels`, -1 where it contradicts, else
    0.
    """
    below = run[-1].line
    note = part.lines[below].words if below < len(part.lines) else ""
    comparison = read_comparison(note)
    if comparison is None or comparison.faster not in labels or comparison.slower not in labels:
        return 0
    values = dict(zip(labels, (row.values[0] for row in run), strict=True))
    faster, slower = values[comparison.faster], values[comparison.slower]
    if faster.cell.value == slower.cell.value or faster.better is None:
        return 0
    agrees = (faster.cell.value > slower.cell.value) == (faster.better == "higher")
    return 1 if agrees else -1
