"""Whose value is it: the kernel and the machine of each row, and on what basis (design, section 2: Attribution)."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from archive import hardware, kernels
from archive.identity import is_reply
from archive.model import Span
from archive.results import Attribution, Basis, Kernel, Machine
from ingest.free_labels import free_labels, introductions
from ingest.headings import bracketed_version, kernel_headings, layout, leading_version, machine_headings
from ingest.label_meanings import described, meanings
from ingest.machine_lists import fuller, machine_lists
from ingest.post import Post, PostPart
from ingest.prose import Sentence
from ingest.restated import restated_labels
from ingest.row_order import Order, read_order
from ingest.side_headings import side_headings
from ingest.tables import Block
from suites.base import Label, Row

# "with this patch (improvement)", "patched (vs vanilla)": what stands behind the figures, and what a side is set
# against, is no part of its name.
_NOTE = re.compile(
    r"[ ]?[(\[](?:%[^()]{0,20}|change|delta|diff\w{0,6}|gain|improvement|pct|ratio|speed-?up|vs\.?[ ][^()]{1,40})"
    r"[ ]?%?[)\]]$",
    re.IGNORECASE,
)
_OF_FILES = ("/", ".tar", ".tgz", ".zip", ".patch", ".xz")


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


@dataclass(frozen=True)
class _Told:
    """What the prose of one quote depth mentions, looked for when a row first asks: most rows name their kernel."""

    said: tuple[Sentence, ...]

    @cached_property
    def kernel_lines(self) -> tuple[int, ...]:
        """The last line of each sentence that names one kernel."""
        return tuple(sentence.last_line for sentence, mentions in self._mentions if _are_one(mentions))

    @cached_property
    def sides(self) -> tuple[Kernel, ...]:
        """The kernel of each sentence that names one."""
        single = ((sentence, mentions[0]) for sentence, mentions in self._mentions if _are_one(mentions))
        return tuple(_mentioned(sentence, mention) for sentence, mention in single)

    @cached_property
    def names_one_kernel(self) -> bool:
        """Whether all sentences that name kernels name the same one."""
        return _are_one(tuple(mention for _, mentions in self._mentions for mention in mentions))

    @cached_property
    def machine_lines(self) -> tuple[int, ...]:
        """The first line of each sentence that mentions a machine, as often as it does."""
        return tuple(sentence.first_line for sentence, _ in self._boxes)

    @cached_property
    def machines(self) -> tuple[Machine, ...]:
        """Each machine that is mentioned."""
        return tuple(
            Machine(mention.hardware, Attribution(Basis.PROSE, (sentence.span(mention.start, mention.end),)))
            for sentence, mention in self._boxes
        )

    @cached_property
    def _mentions(self) -> tuple[tuple[Sentence, tuple[kernels.Mention, ...]], ...]:
        versions = ((sentence, tuple(_told_versions(sentence.text))) for sentence in self.said)
        return tuple((sentence, mentions) for sentence, mentions in versions if mentions)

    @cached_property
    def _boxes(self) -> tuple[tuple[Sentence, hardware.HardwareMention], ...]:
        """A machine of which only its size is told may be any: it counts where none is named."""
        mentioned = list(hardware.find_in([sentence.text for sentence in self.said]))
        found = [each for each in mentioned if not each[1].hardware.is_only_counted] or mentioned
        return tuple((self.said[number], mention) for number, mention in found)


def _told_versions(text: str) -> Iterator[kernels.Mention]:
    """The versions that a sentence speaks of: the name of an archive or folder of sources is none."""
    return (mention for mention in kernels.find(text) if not _is_of_file(text, mention))


def _is_of_file(text: str, mention: kernels.Mention) -> bool:
    return text.startswith(_OF_FILES, mention.end) and text[: mention.start].lower().endswith("linux-")


@dataclass(frozen=True, slots=True)
class _Context:
    """Everything that a part tells of kernels and machines, read once for all of its rows."""

    titled: Kernel | None
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
    letter: _Told | None
    machine_lists: tuple[Machine, ...]
    """What the body says, where the part is an attachment of it."""


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
        titled=_titled(subject),
        base=base,
        part=part,
        kernel_headings=headings,
        machine_headings=machine_headings(laid),
        free_labels=introductions(part.sentences, unlabelled) | lone,
        side_headings=side_headings(laid, [block for block in blocks if _is_nameless(block, {})]),
        restated=restated_labels(laid, blocks),
        orders=orders,
        meanings=meanings(part, blocks),
        told={depth: _Told(_said(post, part, depth)) for depth in depths},
        letter=_letter(post, part),
        machine_lists=machine_lists(part.lines, part.number),
    )


def _letter(post: Post, part: PostPart) -> _Told | None:
    """What the first part says of an attached table's machine: it has no figures of its own."""
    body = post.parts[0]
    if body.number == part.number or body.blocks:
        return None
    return _Told(tuple(sentence for sentence in body.sentences if sentence.depth == 0))


def _said(post: Post, part: PostPart, depth: int) -> tuple[Sentence, ...]:
    """The sentences that tell of the tables of one quote depth: those of the same depth. In a mail that answers none,
    quote marks only set off what the author pastes, and what stands before it without them tells of it too.
    """
    message = post.message
    is_own = not (is_reply(message.subject) or message.references or message.in_reply_to)
    return tuple(s for s in part.sentences if s.depth == depth or (is_own and s.depth < depth))


def _attributed(context: _Context, row: Row, depth: int) -> Attributed:
    shared = _row_kernel(context, row, depth)
    found = tuple(_kernel(context, value.kernel) if value.kernel is not None else shared for value in row.values)
    told = tuple(described(kernel, context.meanings) for kernel in found)
    order = context.orders[depth]
    warnings = order.warnings if order is not None and row.line in order.labels else ()
    machine = fuller(_machine(context, row, depth), context.machine_lists)
    return Attributed(row, told, machine, warnings, _baselines(context, row))


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
    return _told_kernel(context.titled, context.told[depth], row)


def _restated(context: _Context, row: Row, named: Kernel) -> Kernel:
    """The side that a line over the table says, with the version that the tool printed."""
    side = _kernel(context, context.restated[row.line])
    spans = (*side.attribution.spans, *named.attribution.spans)
    return Kernel(side.text, side.version or named.version, Attribution(Basis.HEADING, spans))


def _told_kernel(titled: Kernel | None, told: _Told, row: Row) -> Kernel | None:
    """The kernel that the prose above speaks of, else the subject's, else the only one that the text names."""
    # Sentences stand in the order of their lines.
    above = bisect_left(told.kernel_lines, row.line)
    if above:
        return told.sides[above - 1]
    if titled is not None:
        return titled
    return told.sides[0] if told.names_one_kernel else None


def _titled(subject: str) -> Kernel | None:
    """The kernel that a subject names, where it names one."""
    named = tuple(kernels.find(subject))
    if not _are_one(named):
        return None
    return Kernel(subject[named[0].start : named[0].end], named[0].version, Attribution(Basis.SUBJECT))


def _are_one(mentions: tuple[kernels.Mention, ...]) -> bool:
    return len({mention.version.canonical for mention in mentions}) == 1


def _mentioned(sentence: Sentence, mention: kernels.Mention) -> Kernel:
    span = sentence.span(mention.start, mention.end)
    return Kernel(sentence.text[mention.start : mention.end], mention.version, Attribution(Basis.PROSE, (span,)))


def _kernel(context: _Context, label: Label) -> Kernel:
    note = _NOTE.search(label.text)
    text = (label.text[: note.start()] if note is not None and note.start() > 0 else label.text).rstrip(":")
    span = Span(context.part.number, label.line, label.start, label.end)
    return Kernel(text, _version(text, context.base), Attribution(label.basis, (span,)), label.description)


def _version(label: str, base: kernels.KernelVersion | None) -> kernels.KernelVersion | None:
    """The version that a label spells or contains; a short form is completed from the version that the
    post names first.
    """
    whole = kernels.parse(label)
    if whole is not None:
        return whole
    mention = next(iter(kernels.find(label, base)), None)
    return mention.version if mention is not None else leading_version(label) or bracketed_version(label)


def _is_nameless(block: Block, headings: dict[int, Label]) -> bool:
    return all(
        row.kernel is None and row.line not in headings and all(value.kernel is None for value in row.values)
        for row in block.rows
    )


def _machine(context: _Context, row: Row, depth: int) -> Machine | None:
    label = row.machine or context.machine_headings.get(row.line)
    if label is not None:
        box = hardware.parse(label.text) or hardware.Hardware(label.text)
        span = Span(context.part.number, label.line, label.start, label.end)
        return Machine(box, Attribution(label.basis, (span,)))
    told = context.told[depth]
    if not told.machines:
        machines = context.letter.machines if context.letter is not None else ()
        return machines[0] if len(machines) == 1 else None
    return told.machines[max(bisect_left(told.machine_lines, row.line) - 1, 0)]
