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
    r"[ \t]*(?:it|then|this is|these|here|now|i|we|you|and|but|so|there|that|those|again|see|below|above|for example)\b",
    re.IGNORECASE,
)
_SETTING = re.compile(r"[A-Za-z_][\w.]{1,30}=\S{1,30}$")


def free_labels(layout: Layout, blocks: Sequence[Block]) -> dict[int, Label]:
    """The free label of each row line: a line that names a side, else a lone line where the same tests stand under
    another lone line too.
    """
    rows = {row.line: row for block in blocks for row in block.rows}
    candidates = {index: label for index in range(len(layout.lines)) if (label := _candidate(layout.lines, index))}
    sides = {index: label for index, label in candidates.items() if _is_side(label.text)}
    lone = _repeated(rows, nearest_above(layout, candidates.get))
    return {number: label for number, label in (lone | nearest_above(layout, sides.get)).items() if number in rows}


def _repeated(rows: dict[int, Row], above: dict[int, Label]) -> dict[int, Label]:
    """The labels under which at least half of the tests stand under another label too."""
    tests: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for number, label in above.items():
        if number in rows:
            tests[label.text].add(_sameness(rows[number]))
    accepted = {
        text
        for text, own in tests.items()
        if any(2 * len(own & others) >= len(own) for label, others in tests.items() if label != text)
    }
    return {number: label for number, label in above.items() if label.text in accepted}


def _candidate(lines: Sequence[Line], index: int) -> Label | None:
    line = lines[index]
    words = line.words
    if len(words) > _MAX_LABEL or len(words.split()) > _MAX_WORDS:
        return None
    if words.endswith((".", "?", "!", ",", ";")) or not any(char.isalpha() for char in words):
        return None
    if (index and not (lines[index - 1].is_blank or _is_ruler(lines[index - 1]))) or _SENTENCE.match(words):
        return None
    match = _DECORATION.match(words)
    if match is None:
        return None
    start, end = match.span("label")
    return Label(match["label"], line.number, line.start + start, line.start + end, Basis.HEADING)


def _is_ruler(line: Line) -> bool:
    return not any(char.isalnum() for char in line.words)


def _is_side(text: str) -> bool:
    return _SIDE.match(text) is not None or _SETTING.match(text) is not None


def _sameness(row: Row) -> tuple[object, ...]:
    settings = tuple(sorted((name, str(value)) for name, value in row.parameters.items()))
    return (row.test, settings, tuple(sorted({value.metric for value in row.values})))
