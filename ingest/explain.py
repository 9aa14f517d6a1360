"""What was seen in a mail line by line, and why: which table, which suite, which kernel on what basis,
what was refused.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.model import Message
from archive.results import Attribution, Kernel, Machine
from archive.text import Line
from ingest.attribute import Attributed, attribute
from ingest.comparisons import read_comparison
from ingest.post import Post, PostPart, lay_out, scan
from ingest.profiles import Profile
from ingest.tables import Block

_NUMBER = re.compile(r"(?<![\w.])[+-]?\d{1,15}(?:\.\d{1,12})?%?(?![\w.])")
_MANY_NUMBERS = 3


@dataclass(frozen=True, slots=True)
class Explained:
    """A physical line with what was read from it; a line of prose that nothing was read from has no notes."""

    part: int
    line: Line
    notes: tuple[str, ...]


def explain(message: Message) -> Iterator[Explained]:
    """Every line of the text parts of a mail with its notes."""
    post = lay_out(scan(message))
    for part in post.parts:
        notes = _notes(post, part)
        for line in part.lines:
            yield Explained(part.number, line, tuple(notes.get(line.number, ())))


def _notes(post: Post, part: PostPart) -> dict[int, list[str]]:
    notes: dict[int, list[str]] = defaultdict(list)
    for block, rows in attribute(post, part, part.blocks):
        notes[block.first_line].append(_table(block))
        for found in rows:
            notes[found.row.line] += _row(found)
    for profile in part.profiles:
        notes[profile.first_line].append(_profile(profile))
    for sentence in part.sentences:
        comparison = read_comparison(sentence.text)
        if comparison is not None:
            notes[sentence.first_line].append(f"claim: {comparison.faster} faster than {comparison.slower}")
    for number in _unclaimed(part):
        notes[number].append("numbers that no suite claims: not read")
    return notes


def _table(block: Block) -> str:
    quoted = f", quoted {block.depth} deep" if block.depth else ""
    return f"table of {block.suite_name or 'no suite'}, lines {block.first_line} to {block.last_line}{quoted}"


def _profile(profile: Profile) -> str:
    return f"profile, lines {profile.first_line} to {profile.last_line}: evidence, no results"


def _row(found: Attributed) -> Iterator[str]:
    row = found.row
    settings = "".join(f" {name}={value}" for name, value in row.parameters.items())
    for value, kernel in zip(row.values, found.kernels, strict=True):
        place = f"columns {value.cell.start} to {value.cell.end}"
        unit = f" {value.unit}" if value.unit else ""
        base = f", relative to {value.baseline.text}" if value.baseline is not None else ""
        yield f"{row.test}{settings} {value.metric} = {value.cell.raw}{unit}{base} ({place}); {_kernel(kernel)}"
        yield from (f"warning: {warning}" for warning in value.warnings)
    if found.machine is not None:
        yield _machine(found.machine)
    kind = "warning" if row.values else "refused"
    yield from (f"{kind}: {warning}" for warning in (*row.warnings, *found.warnings))


def _kernel(kernel: Kernel | None) -> str:
    if kernel is None:
        return "no kernel told"
    version = (
        f" = {kernel.version.canonical}" if kernel.version is not None and kernel.version.text != kernel.text else ""
    )
    return f"kernel {kernel.text}{version}, by {_basis(kernel.attribution)}"


def _machine(machine: Machine) -> str:
    return f"machine {machine.hardware.text}, by {_basis(machine.attribution)}"


def _basis(attribution: Attribution) -> str:
    lines = ", ".join(str(span.line) for span in attribution.spans)
    return f"{attribution.basis} (line {lines})" if lines else str(attribution.basis)


def _unclaimed(part: PostPart) -> Sequence[int]:
    """Lines with several numbers that are in no table and no profile."""
    taken = set(part.row_lines)
    ends = [(block.first_line, block.last_line) for block in part.blocks]
    ends += [(profile.first_line, profile.last_line) for profile in part.profiles]
    taken |= {number for first, last in ends for number in range(first, last + 1)}
    return [
        line.number
        for line in part.lines
        if line.number not in taken and sum(1 for _ in _NUMBER.finditer(line.words)) >= _MANY_NUMBERS
    ]
