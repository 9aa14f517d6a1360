"""Whose value is it: the kernel and the machine of each row, and on what basis (design, section 2: Attribution)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from archive import hardware, kernels
from archive.model import Span
from archive.results import Attribution, Basis, Kernel, Machine
from ingest.headings import kernel_heading, machine_heading
from ingest.post import Post, PostPart
from ingest.row_order import Order, read_order
from ingest.tables import Block
from suites.base import Label, Row, Value

_DEFINED = re.compile(r"[ \t]{0,4}(?:is|=|:|-|means|has|was|with|as)?[ \t]+(?P<meaning>\S.{2,100})$")
_MAX_DEFINITION = 90


@dataclass(frozen=True, slots=True)
class Attributed:
    """A row with the kernel of each of its values, in order, and its machine."""

    row: Row
    kernels: tuple[Kernel | None, ...]
    machine: Machine | None
    warnings: tuple[str, ...] = ()


def attribute(post: Post, part: PostPart, blocks: Iterable[Block]) -> Iterator[tuple[Block, tuple[Attributed, ...]]]:
    """Give each row of the blocks of a part its kernel and machine."""
    blocks = tuple(blocks)
    orders: dict[int, Order | None] = {}
    for depth in {block.depth for block in blocks}:
        nameless = [block for block in blocks if block.depth == depth and _is_nameless(part, block)]
        orders[depth] = read_order(part, nameless) if nameless else None
    meanings = _meanings(part, _labels(blocks))
    for block in blocks:
        yield block, tuple(_attributed(post, part, row, orders[block.depth], meanings) for row in block.rows)


def _attributed(post: Post, part: PostPart, row: Row, order: Order | None, meanings: dict[str, str]) -> Attributed:
    shared = _row_kernel(post, part, row, order)
    found = tuple(_value_kernel(part, value, shared) for value in row.values)
    described = tuple(_described(kernel, meanings) for kernel in found)
    warnings = order.warnings if order is not None and row.line in order.labels else ()
    return Attributed(row, described, _machine(part, row), warnings)


def _value_kernel(part: PostPart, value: Value, shared: Kernel | None) -> Kernel | None:
    return _kernel(part, value.kernel) if value.kernel is not None else shared


def _row_kernel(post: Post, part: PostPart, row: Row, order: Order | None) -> Kernel | None:
    if row.kernel is not None:
        return _kernel(part, row.kernel)
    heading = kernel_heading(part.lines, row.line, part.row_lines.__contains__)
    if heading is not None:
        return _kernel(part, heading)
    if order is not None and row.line in order.labels:
        label = order.labels[row.line]
        return Kernel(label, _version(label), Attribution(Basis.ROW_ORDER, (order.span,)))
    return _told(post, part, row)


def _told(post: Post, part: PostPart, row: Row) -> Kernel | None:
    """The kernel that the prose above speaks of, else the subject's, else the only one that the text names."""
    depth = part.lines[row.line - 1].depth
    named = [(s, list(kernels.find(s.text))) for s in part.sentences if s.depth == depth]
    single = [(s, m[0]) for s, m in named if len({mention.version.canonical for mention in m}) == 1]
    above = [item for item in single if item[0].last_line < row.line]
    if above:
        sentence, mention = above[-1]
        return _mentioned(sentence.text, mention, sentence.span(mention.start, mention.end))
    subject = list(kernels.find(post.message.subject))
    if len({mention.version.canonical for mention in subject}) == 1:
        return Kernel(
            post.message.subject[subject[0].start : subject[0].end], subject[0].version, Attribution(Basis.SUBJECT)
        )
    if len({mention.version.canonical for _, mention in single}) == 1 and len(single) == len(
        [m for _, m in named if m]
    ):
        sentence, mention = single[0]
        return _mentioned(sentence.text, mention, sentence.span(mention.start, mention.end))
    return None


def _mentioned(text: str, mention: kernels.Mention, span: Span) -> Kernel:
    return Kernel(text[mention.start : mention.end], mention.version, Attribution(Basis.PROSE, (span,)))


def _kernel(part: PostPart, label: Label) -> Kernel:
    span = Span(part.number, label.line, label.start, label.end)
    return Kernel(label.text, _version(label.text), Attribution(label.basis, (span,)))


def _version(label: str) -> kernels.KernelVersion | None:
    whole = kernels.parse(label)
    if whole is not None:
        return whole
    mention = next(iter(kernels.find(label)), None)
    return mention.version if mention is not None else None


def _is_nameless(part: PostPart, block: Block) -> bool:
    return all(
        row.kernel is None
        and all(value.kernel is None for value in row.values)
        and kernel_heading(part.lines, row.line, part.row_lines.__contains__) is None
        for row in block.rows
    )


def _labels(blocks: tuple[Block, ...]) -> frozenset[str]:
    own = {row.kernel.text for block in blocks for row in block.rows if row.kernel is not None}
    return frozenset(
        own
        | {
            value.kernel.text
            for block in blocks
            for row in block.rows
            for value in row.values
            if value.kernel is not None
        }
    )


def _meanings(part: PostPart, labels: frozenset[str]) -> dict[str, str]:
    """What the post says that a label stands for: "2.5.33x is preemption OFF", "2.6.0-test9-as1 as-fix patch with #if
    1".
    """
    found: dict[str, str] = {}
    for line in part.lines:
        words = line.words.strip()
        label = words.split(maxsplit=1)[0] if words else ""
        if label not in labels or label in found or line.number in part.row_lines or len(words) > _MAX_DEFINITION:
            continue
        meaning = _DEFINED.match(words, len(label))
        if meaning is not None and not meaning["meaning"][0].isdigit():
            found[label] = meaning["meaning"].strip()
    for label in labels - found.keys():
        tagged = _tagged(part, label, labels)
        if tagged is not None:
            found[label] = tagged
    return found


def _tagged(part: PostPart, label: str, labels: frozenset[str]) -> str | None:
    """A sentence that speaks of a label by its tag alone: "… with no preemption (the x tagged kernel)" for 2.5.33x
    beside 2.5.33.
    """
    base = next(
        (other for other in labels if other != label and label.startswith(other) and label[len(other) :].isalpha()),
        None,
    )
    if base is None:
        return None
    tag = re.compile(rf"\b{re.escape(label[len(base) :])}[ -](?:tagged )?(?:kernel|version|one)\b")
    return next((s.text for s in part.sentences if tag.search(s.text) and base in s.text), None)


def _described(kernel: Kernel | None, meanings: dict[str, str]) -> Kernel | None:
    if kernel is None or kernel.text not in meanings:
        return kernel
    return Kernel(kernel.text, kernel.version, kernel.attribution, meanings[kernel.text])


def _machine(part: PostPart, row: Row) -> Machine | None:
    label = row.machine or machine_heading(part.lines, row.line, part.row_lines.__contains__)
    if label is not None:
        box = hardware.parse(label.text)
        if box is not None:
            return Machine(box, Attribution(label.basis, (Span(part.number, label.line, label.start, label.end),)))
    depth = part.lines[row.line - 1].depth
    told = [(s, m) for s in part.sentences if s.depth == depth for m in hardware.find(s.text)]
    above = [item for item in told if item[0].first_line < row.line]
    sentence, mention = above[-1] if above else told[0] if told else (None, None)
    if sentence is None or mention is None:
        return None
    return Machine(mention.hardware, Attribution(Basis.PROSE, (sentence.span(mention.start, mention.end),)))
