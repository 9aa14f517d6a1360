"""Tables that tools print with one kernel's name, under lines that say which side each is of ("Before the patch:")."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from archive.results import Basis
from ingest.free_labels import free_labels
from ingest.headings import Layout
from ingest.tables import Block
from suites.base import Label


def restated_labels(layout: Layout, blocks: Sequence[Block]) -> dict[int, Label]:
    """The free label of each row line of a suite whose tables all stand under one kernel's name, where every one of
    them has such a label and they differ: the name alone would make one side of all.
    """
    named: dict[str | None, list[Block]] = defaultdict(list)
    for block in blocks:
        named[block.suite_name].append(block)
    found: dict[int, Label] = {}
    for group in named.values():
        if len(group) > 1 and len({_name(block) for block in group}) == 1 and _name(group[0]) is not None:
            labels = free_labels(_without_names(layout, group), group)
            is_whole = all(row.line in labels for block in group for row in block.rows)
            if is_whole and len({label.text for label in labels.values()}) > 1:
                found |= labels
    return found


def _without_names(layout: Layout, blocks: Sequence[Block]) -> Layout:
    """The layout in which the lines that name the kernel belong to the tables: they are no labels of a side."""
    names = {row.kernel.line for block in blocks for row in block.rows if row.kernel is not None}
    return replace(layout, heads=layout.heads | names)


def _name(block: Block) -> str | None:
    """The kernel that a heading names for all rows of a table; None where rows or values have labels of their own."""
    labels = {row.kernel.text if row.kernel is not None else None for row in block.rows}
    if len(labels) != 1 or any(value.kernel is not None for row in block.rows for value in row.values):
        return None
    kernel = block.rows[0].kernel
    return kernel.text if kernel is not None and kernel.basis is Basis.HEADING else None
