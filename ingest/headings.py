"""Headings above rows that name a kernel or a machine, and which of them still holds at a row."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from archive import hardware, kernels
from archive.results import Basis
from archive.text import Line
from ingest.prose import is_prose
from ingest.tables import Block
from suites.base import Label

_MAX_HEADING = 100
_MAX_WORDS = 9
_MAX_NAME = 5
_LEAD = re.compile(
    r"(?:(?:and|on|for|with|running|under|the|linux|kernel|version)[ \t]+){1,4}|linux-(?=\d)|[*=#\[(_-]{1,4}[ \t]*",
    re.IGNORECASE,
)
_TAIL = re.compile(r"[ \t:*=#_)\]-]{0,8}$")
# "2.6.12 (vs 2.6.11)": what it is set against is no part of the name.
_BESIDE = re.compile(r"[ \t]{1,4}[(\[]vs\b.{0,60}$")
_RULER = re.compile(r"[ \t]*[-=*_#~.]{3,}[ \t]*$")
_DIGIT = re.compile(r"\d")
_NAMED_LAST = re.compile(r":\s{1,4}[A-Z][^:]{2,60}$")
# "21,486,828,269  cycles  #  2.267 GHz": what perf stat counted.
_COUNTER = re.compile(r"[ \t]{0,20}\d[\d,.]{4,30}[ \t]{1,20}[a-z][\w:/.-]{2,60}[ \t]{1,60}#")
_MADE_WITH = re.compile(
    r"[ \t]{0,4}(?:linux[ -]|kernel[ ])?v?[2-9]\.\d{1,3}(?:\.\d{1,3}|-rc\d)[\w.-]{0,40}[ ](?:with|plus|and|[+])[ ]\S",
    re.IGNORECASE,
)
_LEADING_VERSION = re.compile(r"(?P<version>v?[2-9]\.\d{1,3}(?:\.\d{1,3}|-rc\d{1,2})[\w.-]{0,40})(?=[ \t/,(+]|$)")
# "Baseline (6.19)": a number behind another word can be anything.
_SIDE_OF_VERSION = re.compile(
    r"(?:base(?:line)?|before|clean|current|mainline|new|old|orig(?:inal)?|stock|unpatched|upstream|vanilla)"
    r"(?:[ ]kernel)?[ ]?\((?:linux[ -])?(?P<version>v?[2-9]\.\d{1,3}[\w.+-]{0,40})\)$",
    re.IGNORECASE,
)


# "Board: sm8650-hdk": called a machine, whatever its name.
_CALLED_MACHINE = re.compile(
    r"[ \t]{0,8}(?:[-*#=][ \t])?(?:test[ ])?(?:board|machine|platform|soc)[ ]?:[ ]{1,4}"
    r"(?P<name>(?=[^:]{0,40}\d)(?![^:]{0,40}[ ]-)[A-Za-z0-9][\w.,() +-]{2,50}?)[ \t:]{0,4}$",
    re.IGNORECASE,
)
# "Kernel: 2.6.13-rc4a #1 SMP": called a kernel, whatever stands beside it.
_CALLED_KERNEL = re.compile(
    r"[ \t]{0,8}(?:[-*#=][ \t])?(?:linux[ ])?kernel(?:[ ]version)?[ ]?[:=][ ]{1,12}"
    r"(?P<name>(?:linux[- ])?v?[2-6]\.\d{1,3}(?:\.\d{1,3}|-rc)[\w.+-]{0,40}(?:[ ][#+(\w][\w.+)-]{0,20}){0,5})[ \t]*$",
    re.IGNORECASE,
)
_RAN_ON = re.compile(
    r"(?P<item>[-*+o][ \t])?"
    r"(?=[^:]{0,60}\b(?:bench\w{0,4}|results?|tests?|runs?|ran|running|measured|tested|perf|utili[sz]ation|workload)\b)"
    r"[^:]{4,80}?[ ]on[ ](?:an?[ ]|my[ ]|the[ ])?(?P<box>[^:]{3,60}?)(?:[ ](?:to|with|for|in|by|and))?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Layout:
    """A part's lines down to its last row, and which of them are rows, heads of tables, and prose."""

    lines: tuple[Line, ...]
    rows: frozenset[int]
    heads: frozenset[int]
    prose: frozenset[int]


def layout(lines: tuple[Line, ...], blocks: Sequence[Block]) -> Layout:
    """The layout of a part: the heads of a table are its lines from the title to the first row."""
    heads = {number for block in blocks for number in range(block.first_line, block.rows[0].line)}
    rows = frozenset(row.line for block in blocks for row in block.rows)
    above = lines[: max(rows, default=0)]
    prose = frozenset(line.number for line in above if is_prose(line))
    return Layout(above, rows, frozenset(heads), prose)


def kernel_headings(layout: Layout, base: kernels.KernelVersion | None) -> dict[int, Label]:
    """The heading that names a kernel for each row line ("2.2.18:", "kernel 2.5.52 with mm1" between rulers, "pre4:").

    `base` completes short forms where the text itself has named no version yet.
    """
    versions = _Versions(base)
    return nearest_above(layout, lambda index: _kernel_label(layout, index, versions))


def machine_headings(layout: Layout) -> dict[int, Label]:
    """The heading that describes a machine for each row line ("133 MHz Pentium, DMA, 80M", "configuration :
    PIII/868MHZ").
    """
    return nearest_above(layout, lambda index: _machine_label(layout, layout.lines[index]))


def nearest_above(layout: Layout, read: Callable[[int], Label | None]) -> dict[int, Label]:
    """For each row the last heading above it at its own quote depth; a paragraph of prose ends a heading's reach."""
    found: dict[int, Label] = {}
    current: Label | None = None
    depth = prose = 0
    for index, line in enumerate(layout.lines):
        # A mailbox puts a mark before an own line that begins with "From".
        if line.depth != depth and not line.is_blank and not line.text.startswith(">From "):
            current, depth, prose = None, line.depth, 0
        # A line with a colon between the columns' heads and the first row may be one ("*** 2.4.5:").
        label = read(index) if line.number in layout.heads and line.words.endswith(":") else None
        if label is not None:
            current = label
        if line.is_blank or line.number in layout.rows or line.number in layout.heads:
            prose = 0
            if current is not None and line.number in layout.rows:
                found[line.number] = current
            continue
        label = read(index)
        prose = prose + 1 if label is None and line.number in layout.prose else 0
        current = label or (None if prose > 1 else current)
    return found


def leading_version(words: str) -> kernels.KernelVersion | None:
    """The version that a label or heading begins with; in running text "5.2.0 vanilla" might be a chapter's number."""
    match = _LEADING_VERSION.match(words)
    return kernels.parse(match["version"]) if match is not None else None


def bracketed_version(words: str) -> kernels.KernelVersion | None:
    """The version in brackets behind the name of a side ("Baseline (6.19)")."""
    match = _SIDE_OF_VERSION.match(words)
    return kernels.parse(match["version"]) if match is not None else None


class _Versions:
    """The version named last, for short forms such as "pre4:" further down."""

    def __init__(self, base: kernels.KernelVersion | None) -> None:
        self.last = base

    def first_in(self, words: str) -> kernels.Mention | None:
        """The first version that the words mention; it becomes the base of later short forms."""
        mention = next(iter(kernels.find(words, self.last)), None)
        if mention is None:
            bare = words.rstrip(" \t:*=#_)]-")
            version = leading_version(bare) if " " not in bare else None
            mention = kernels.Mention(version, 0, len(bare)) if version is not None else None
        if mention is not None:
            self.last = mention.version
        return mention


def _kernel_label(layout: Layout, index: int, versions: _Versions) -> Label | None:
    line = layout.lines[index]
    words = line.words
    called = _CALLED_KERNEL.match(words) if line.number not in layout.prose else None
    if called is not None:
        versions.first_in(called["name"])
        start, end = called.span("name")
        return Label(called["name"], line.number, line.start + start, line.start + end, Basis.HEADING)
    is_short = len(words) <= _MAX_HEADING and len(words.split()) <= _MAX_WORDS and _stands_alone(layout, index)
    if not is_short and not _is_wrapped(layout, index):
        return None
    start = len(words) - len(words.lstrip())
    lead = _LEAD.match(words, start)
    while lead is not None and lead.end() > start:
        start = lead.end()
        lead = _LEAD.match(words, start)
    first = versions.first_in(words[start:])
    if first is None or first.start != 0:
        return None
    beside = _BESIDE.search(words, start)
    tail = _TAIL.search(words)
    end = beside.start() if beside is not None else tail.start() if tail else len(words)
    end += 1 if words[end : end + 1] == ")" and words[start:end].count("(") > words[start:end].count(")") else 0
    return Label(words[start:end], line.number, line.start + start, line.start + end, Basis.HEADING)


def _machine_label(layout: Layout, line: Line) -> Label | None:
    words = line.words
    is_told = (line.number in layout.prose and _NAMED_LAST.search(words) is None) or _COUNTER.match(words) is not None
    if len(words) > _MAX_HEADING or is_told or words.endswith(".") or _DIGIT.search(words) is None:
        return None
    start = len(words) - len(words.lstrip())
    before, colon, behind = words.partition(":")
    if colon and behind.strip():
        start = len(before) + 1
        start += len(words[start:]) - len(words[start:].lstrip())
    # "M1 Pro:": the name of the box whose rows follow.
    text = words[start:].rstrip(" \t:")
    # "Results of hackbench on an M1 Pro:" names the box behind "on"; an item of a list of tests is no heading.
    told = _RAN_ON.match(text)
    if told is not None:
        if told["item"]:
            return None
        start, text = start + told.start("box"), told["box"]
    elif colon and not behind.strip() and len(text.split()) > _MAX_NAME:
        return None
    called = _CALLED_MACHINE.match(words)
    if called is not None:
        return Label(
            called["name"],
            line.number,
            line.start + called.start("name"),
            line.start + called.end("name"),
            Basis.HEADING,
        )
    # Most lines with a digit name no processor and no clock.
    box = hardware.parse(text) if hardware.can_be_hardware(text) else None
    if box is None or (box.cpu is None and box.mhz is None):
        return None
    return Label(text, line.number, line.start + start, line.start + start + len(text), Basis.HEADING)


def _is_wrapped(layout: Layout, index: int) -> bool:
    """Whether a line begins a paragraph of two that names a version and what it was made with ("linux-2.4.10-pre6 with
    the preempt patch (that of pre5" over "applied to pre6)"), and says nothing of it.
    """
    if _MADE_WITH.match(layout.lines[index].words) is None:
        return False
    above, below = layout.lines[max(index - 1, 0) : index], layout.lines[index + 1 : index + 3]
    if len(below) < 2 or below[0].is_blank or not all(line.is_blank for line in (*above, below[1])):
        return False
    is_free = not any(line.number in layout.rows or line.number in layout.heads for line in below)
    return is_free and below[0].words[-1:] not in ".?!,:"


def _stands_alone(layout: Layout, index: int) -> bool:
    """A heading ends in a colon, or has nothing but blanks, rulers and tables beside it."""
    lines = layout.lines
    words = lines[index].words.strip()
    is_version = leading_version(words) is not None and " " not in words and index > 0 and lines[index - 1].is_blank
    if words.endswith(":") or is_version:
        return True
    beside = lines[max(index - 1, 0) : index] + lines[index + 1 : index + 2]
    return all(
        line.is_blank or line.number in layout.rows or line.number in layout.heads or _RULER.match(line.words)
        for line in beside
    )
