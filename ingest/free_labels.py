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
_SETTING = re.compile(r"[A-Za-z_][\w.]{1,30}=\S{1,30}$")


def free_labels(layout: Layout, blocks: Sequence[Block]) -> dict[int, Label]:
    """The free label of each row line; a lone line is one where the same tests stand under another lone line too."""
    rows = {row.line: row for block in blocks for row in block.rows}
    above = nearest_above(layout, lambda index: _candidate(layout.lines, index))
    found = {number: label for number, label in above.items() if number in rows}
    tests: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for number, label in found.items():
        tests[label.text].add(_sameness(rows[number]))
    accepted = {text for text in tests if _is_side(text) or _is_repeated(text, tests)}
    return {number: label for number, label in found.items() if label.text in accepted}


def _candidate(lines: Sequence[Line], index: int) -> Label | None:
    line = lines[index]
    words = line.words
    if len(words) > _MAX_LABEL or len(words.split()) > _MAX_WORDS:
        return None
    if words.endswith((".", "?", "!", ",", ";")) or not any(char.isalpha() for char in words):
        return None
    ends_open = words.rstrip().endswith(":")
    if not ends_open and index and not (lines[index - 1].is_blank or _is_ruler(lines[index - 1])):
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


def _is_repeated(text: str, tests: dict[str, set[tuple[object, ...]]]) -> bool:
    """Whether at least half of the tests under a label stand under another label too."""
    own = tests[text]
    return any(2 * len(own & others) >= len(own) for label, others in tests.items() if label != text)


def _sameness(row: Row) -> tuple[object, ...]:
    settings = tuple(sorted((name, str(value)) for name, value in row.parameters.items()))
    return (row.test, settings, tuple(sorted({value.metric for value in row.values})))
