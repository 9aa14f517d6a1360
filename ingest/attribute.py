"""Whose value is it: the kernel and the machine of each row, and on what basis (design, section 2: Attribution)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from archive import hardware, kernels
from archive.model import Span
from archive.results import Attribution, Basis, Kernel, Machine
from ingest.free_labels import free_labels, introductions
from ingest.headings import kernel_headings, layout, leading_version, machine_headings
from ingest.label_meanings import described, meanings
from ingest.post import Post, PostPart
from ingest.prose import Sentence
from ingest.restated import restated_labels
from ingest.row_order import Order, read_order
from ingest.side_headings import side_headings
from ingest.tables import Block
from suites.base import Label, Row


@dataclass(frozen=True, slots=True)
class Attributed:
    """A row with the kernel of each of its values, in order, its machine, and the kernels that relative values
    stand to.
    """

    row: Row
    kernels: tuple[Kernel | None, ...]
    machine: Machine | None
    warnings: tuple[str, ...] = ()
    baselines: tuple[Kernel | None, ...] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    """What the prose of one quote depth mentions, sentence by sentence."""

    kernels: tuple[tuple[Sentence, tuple[kernels.Mention, ...]], ...]
    machines: tuple[tuple[Sentence, hardware.HardwareMention], ...]


@dataclass(frozen=True, slots=True)
class _Context:
    """Everything that a part tells of kernels and machines, read once for all of its rows."""

    subject: str
    base: kernels.KernelVersion | None
    part: PostPart
    kernel_headings: dict[int, Label]
    machine_headings: dict[int, Label]
    free_labels: dict[int, Label]
    side_headings: dict[int, Label]
    restated: dict[int, Label]
    orders: dict[int, Order | None]
    meanings: dict[str, str]
    told: dict[int, _Told]


def attribute(post: Post, part: PostPart, blocks: Iterable[Block]) -> Iterator[tuple[Block, tuple[Attributed, ...]]]:
    """Give each row of the blocks of a part its kernel and machine."""
    blocks = tuple(blocks)
    context = _context(post, part, blocks) if blocks else None
    for block in blocks:
        assert context is not None
        yield block, tuple(_attributed(context, row, block.depth) for row in block.rows)


def _context(post: Post, part: PostPart, blocks: tuple[Block, ...]) -> _Context:
    subject = post.message.subject
    texts = (subject, *(sentence.text for sentence in part.sentences))
    base = next((mention.version for text in texts for mention in kernels.find(text)), None)
    laid = layout(part.lines, part.blocks)
    headings = kernel_headings(laid, base)
    depths = {block.depth for block in blocks}
    nameless = [block for block in blocks if _is_nameless(block, headings)]
    orders: dict[int, Order | None] = {}
    for depth in depths:
        unnamed = [block for block in nameless if block.depth == depth]
        orders[depth] = read_order(part, unnamed) if unnamed else None
    lone = free_labels(laid, nameless)
    unlabelled = [block for block in nameless if not any(row.line in lone for row in block.rows)]
    return _Context(
        subject=subject,
        base=base,
        part=part,
        kernel_headings=headings,
        machine_headings=machine_headings(laid),
        free_labels=introductions(part.sentences, unlabelled) | lone,
        side_headings=side_headings(laid, [block for block in blocks if _is_nameless(block, {})]),
        restated=restated_labels(laid, blocks),
        orders=orders,
        meanings=meanings(part, blocks),
        told={depth: _told_at(part, depth) for depth in depths},
    )


def _told_at(part: PostPart, depth: int) -> _Told:
    said = [sentence for sentence in part.sentences if sentence.depth == depth]
    versions = ((sentence, tuple(kernels.find(sentence.text))) for sentence in said)
    return _Told(
        kernels=tuple((sentence, mentions) for sentence, mentions in versions if mentions),
        machines=tuple((sentence, mention) for sentence in said for mention in hardware.find(sentence.text)),
    )


def _attributed(context: _Context, row: Row, depth: int) -> Attributed:
    shared = _row_kernel(context, row, depth)
    found = tuple(_kernel(context, value.kernel) if value.kernel is not None else shared for value in row.values)
    told = tuple(described(kernel, context.meanings) for kernel in found)
    order = context.orders[depth]
    warnings = order.warnings if order is not None and row.line in order.labels else ()
    return Attributed(row, told, _machine(context, row, depth), warnings, _baselines(context, row))


def _baselines(context: _Context, row: Row) -> tuple[Kernel | None, ...]:
    labels = [value.baseline for value in row.values]
    return tuple(_kernel(context, label) if label is not None else None for label in labels) if any(labels) else ()


def _row_kernel(context: _Context, row: Row, depth: int) -> Kernel | None:
    label = row.kernel or context.kernel_headings.get(row.line)
    side = context.side_headings.get(row.line)
    if side is not None and (label is None or label.line < side.line):
        named = _kernel(context, side)
        return replace(named, version=_version(label.text, context.base)) if label and not named.version else named
    if label is not None:
        kernel = _kernel(context, label)
        return _restated(context, row, kernel) if row.line in context.restated else kernel
    order = context.orders[depth]
    if row.line in context.free_labels:
        return _kernel(context, context.free_labels[row.line])
    if order is not None and row.line in order.labels:
        posted = order.labels[row.line]
        return Kernel(posted, _version(posted, context.base), Attribution(Basis.ROW_ORDER, (order.span,)))
    return _told_kernel(context.subject, context.told[depth], row)


def _restated(context: _Context, row: Row, named: Kernel) -> Kernel:
    """The side that a line over the table says, with the version that the tool printed."""
    side = _kernel(context, context.restated[row.line])
    spans = (*side.attribution.spans, *named.attribution.spans)
    return Kernel(side.text, side.version or named.version, Attribution(Basis.HEADING, spans))


def _told_kernel(subject: str, told: _Told, row: Row) -> Kernel | None:
    """The kernel that the prose above speaks of, else the subject's, else the only one that the text names."""
    single = [(sentence, mentions[0]) for sentence, mentions in told.kernels if _are_one(mentions)]
    above = [item for item in single if item[0].last_line < row.line]
    if above:
        sentence, mention = above[-1]
        return _mentioned(sentence.text, mention, sentence.span(mention.start, mention.end))
    named = tuple(kernels.find(subject))
    if _are_one(named):
        return Kernel(subject[named[0].start : named[0].end], named[0].version, Attribution(Basis.SUBJECT))
    if _are_one(tuple(mention for _, mentions in told.kernels for mention in mentions)):
        sentence, mention = single[0]
        return _mentioned(sentence.text, mention, sentence.span(mention.start, mention.end))
    return None


def _are_one(mentions: tuple[kernels.Mention, ...]) -> bool:
    return len({mention.version.canonical for mention in mentions}) == 1


def _mentioned(text: str, mention: kernels.Mention, span: Span) -> Kernel:
    return Kernel(text[mention.start : mention.end], mention.version, Attribution(Basis.PROSE, (span,)))


def _kernel(context: _Context, label: Label) -> Kernel:
    span = Span(context.part.number, label.line, label.start, label.end)
    version = _version(label.text, context.base)
    return Kernel(label.text, version, Attribution(label.basis, (span,)), label.description)


def _version(label: str, base: kernels.KernelVersion | None) -> kernels.KernelVersion | None:
    """The version that a label spells or contains; a short form is completed from the version that the
    post names first.
    """
    whole = kernels.parse(label)
    if whole is not None:
        return whole
    mention = next(iter(kernels.find(label, base)), None)
    return mention.version if mention is not None else leading_version(label)


def _is_nameless(block: Block, headings: dict[int, Label]) -> bool:
    return all(
        row.kernel is None and row.line not in headings and all(value.kernel is None for value in row.values)
        for row in block.rows
    )


def _machine(context: _Context, row: Row, depth: int) -> Machine | None:
    label = row.machine or context.machine_headings.get(row.line)
    box = hardware.parse(label.text) if label is not None else None
    if label is not None and box is not None:
        span = Span(context.part.number, label.line, label.start, label.end)
        return Machine(box, Attribution(label.basis, (span,)))
    told = context.told[depth].machines
    above = [item for item in told if item[0].first_line < row.line]
    if not told:
        return None
    sentence, mention = above[-1] if above else told[0]
    return Machine(mention.hardware, Attribution(Basis.PROSE, (sentence.span(mention.start, mention.end),)))
