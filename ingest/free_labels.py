"""Labels that name no version ("virgin", "With this change", "BEFORE"): lone lines above tables that
repeat the same tests.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from archive.results import Basis
from archive.text import Line
from ingest.headings import Layout, nearest_above
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
_SETTING = re.compile(r"[A-Za-z_][\w.]{1,30}=\S{1,30}$")


def free_labels(layout: Layout, blocks: Sequence[Block]) -> dict[int, Label]:
    """The free label of each row line: a line that names a side, or a lone line where at least half of the tests under
    it stand under another one too.
    """
    rows = {row.line: row for block in blocks for row in block.rows}
    above = nearest_above(layout, lambda index: _candidate(layout, index))
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
    if not _stands_alone(layout, index):
        return None
    match = _DECORATION.match(words)
    if match is None:
        return None
    start, end = match.span("label")
    return Label(match["label"], line.number, line.start + start, line.start + end, Basis.HEADING)


def _stands_alone(layout: Layout, index: int) -> bool:
    """Nothing stands right above it, and nothing or a table right below."""
    lines = layout.lines
    above, below = lines[max(index - 1, 0) : index], lines[index + 1 : index + 2]
    return all(line.is_blank or _is_ruler(line) for line in above) and all(
        line.is_blank or _is_ruler(line) or line.number in layout.rows or line.number in layout.heads for line in below
    )


def _is_ruler(line: Line) -> bool:
    return not any(char.isalnum() for char in line.words)


def _is_side(text: str) -> bool:
    return _SIDE.match(text) is not None or _SETTING.match(text) is not None


def _sameness(row: Row) -> tuple[object, ...]:
    settings = tuple(sorted((name, str(value)) for name, value in row.parameters.items()))
    return (row.test, settings, tuple(sorted({value.metric for value in row.values})))
