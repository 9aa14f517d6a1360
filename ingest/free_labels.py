"""Labels that name no version ("virgin", "With this change", "BEFORE"): lone lines above tables that
repeat the same tests.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from archive import kernels
from archive.results import Basis
from archive.text import Line
from ingest.headings import Layout, nearest_above
from ingest.prose import Sentence
from ingest.tables import Block
from suites.base import Label, Row

_MAX_WORDS = 8
_MAX_LABEL = 70
_DECORATION = re.compile(r"^[ \t]*(?:[-=*#_>\[(]{1,6}[ \t]*)?(?P<label>\S.{0,68}?)[ \t:*=#_\]-]*$")
# Words that name one side of a comparison by themselves, so that even a single table under them is labelled.
_SIDE = re.compile(
    r"(?:the )?(?:before|after|vanilla|stock|mainline|base(?:line)?|unpatched|patched|original|virgin|clean"
    r"|without|with|w/o|w/|no patch|patch applied)\b.{0,40}$",
    re.IGNORECASE,
)
# "It then gets worse:" introduces a table and names nothing.
_SENTENCE = re.compile(
    r"[ \t]*(?:it|then|this is|these|here|now|i|we|you|and|but|so|there|that|those|again|see|below|above)\b",
    re.IGNORECASE,
)
_SIDE_PHRASE = re.compile(
    r"\b(?:(?:with|without|after|before|w/o|w/)(?: applying)? (?:this|the|these|my|our|that)(?: \w{2,12})?"
    r" (?:change|patch|patchset|patches|series|fix|commit|optimi[sz]ation)s?"
    r"|(?:un)?patched(?: kernel)?|vanilla(?: kernel)?|mainline|base(?:line)?(?: kernel)?)\b",
    re.IGNORECASE,
)
_REACH_OF_AN_INTRODUCTION = 6
_MAX_INTRODUCTION = 100
_SETTING = re.compile(r"[A-Za-z_][\w.]{1,30}=\S{1,30}$")


def free_labels(layout: Layout, blocks: Sequence[Block]) -> dict[int, Label]:
    """The free label of each row line: a line that names a side, or a lone line where the same tests stand under
    another one too.
    """
    above = nearest_above(layout, lambda index: _candidate(layout, index))
    return _accepted({row.line: row for block in blocks for row in block.rows}, above)


def introductions(sentences: Sequence[Sentence], blocks: Sequence[Block]) -> dict[int, Label]:
    """For tables without any label: what the sentence that introduces each says, where tables repeat the same tests.

    "With this change, the results are:" is the side that it names; a sentence that names none is the label as a whole.
    A sentence that names a version is left to prose.
    """
    found: dict[int, Label] = {}
    previous = 0
    for block in sorted(blocks, key=lambda block: block.first_line):
        near = [
            sentence
            for sentence in sentences
            if sentence.depth == block.depth
            and max(previous, block.first_line - _REACH_OF_AN_INTRODUCTION) <= sentence.last_line < block.first_line
            and sentence.text.endswith(":")
            and not any(kernels.find(sentence.text))
        ]
        previous = block.last_line
        if near:
            found |= dict.fromkeys(block.row_lines, _introduction(near[-1]))
    if not any(_is_side(label.text) for label in found.values()):
        return {}  # "Right after a boot:", "It then gets worse:" are times of one kernel's life
    return _accepted({row.line: row for block in blocks for row in block.rows}, found)


def _introduction(sentence: Sentence) -> Label:
    side = _SIDE_PHRASE.search(sentence.text)
    start, end = side.span() if side is not None else (0, len(sentence.text.rstrip(" :")))
    place = sentence.span(start, end)
    return Label(sentence.text[start:end][:_MAX_INTRODUCTION], place.line, place.start, place.end, Basis.PROSE)


def _accepted(rows: dict[int, Row], above: dict[int, Label]) -> dict[int, Label]:
    """The labels that name a side, or under which at least half of the tests stand under another label too."""
    tests: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for number, label in above.items():
        if number in rows:
            tests[label.text].add(_sameness(rows[number]))
    accepted = {
        text
        for text, own in tests.items()
        if _is_side(text) or any(2 * len(own & other) >= len(own) for label, other in tests.items() if label != text)
    }
    return {number: label for number, label in above.items() if number in rows and label.text in accepted}


def _candidate(layout: Layout, index: int) -> Label | None:
    line = layout.lines[index]
    words = line.words
    if len(words) > _MAX_LABEL or len(words.split()) > _MAX_WORDS or _SENTENCE.match(words):
        return None
    if words.endswith((".", "?", "!", ",", ";")) or not any(char.isalpha() for char in words):
        return None
    introduces = words.endswith(":") and _SIDE.match(words.strip()) is not None
    if not (_is_free_above(layout, index) and (introduces or _is_free_below(layout, index))):
        return None
    match = _DECORATION.match(words)
    if match is None:
        return None
    start, end = match.span("label")
    return Label(match["label"], line.number, line.start + start, line.start + end, Basis.HEADING)


def _is_free_above(layout: Layout, index: int) -> bool:
    return all(line.is_blank or _is_ruler(line) for line in layout.lines[max(index - 1, 0) : index])


def _is_free_below(layout: Layout, index: int) -> bool:
    """Nothing stands right below, or a table."""
    return all(
        line.is_blank or _is_ruler(line) or line.number in layout.rows or line.number in layout.heads
        for line in layout.lines[index + 1 : index + 2]
    )


def _is_ruler(line: Line) -> bool:
    return not any(char.isalnum() for char in line.words)


def _is_side(text: str) -> bool:
    return _SIDE.match(text) is not None or _SETTING.match(text) is not None


def _sameness(row: Row) -> tuple[object, ...]:
    settings = tuple(sorted((name, str(value)) for name, value in row.parameters.items()))
    return (row.test, settings, tuple(sorted({value.metric for value in row.values})))
