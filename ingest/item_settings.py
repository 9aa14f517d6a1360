"""Items of a list that stand right over single rows and say a setting each ("- max_active=8 (the old limit)"): the rows
are no runs of one test.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from archive.results import Measurement
from ingest.leads import names_a_run
from ingest.post import Post, PostPart
from ingest.repeats import sameness

_ITEM = re.compile(r"(?P<form>[ \t]{0,8}(?:[-*+o]|\(?\d{1,2}[.)]|\(?[a-h]\))[ ]{1,3})(?P<text>[A-Za-z].{2,80})$")
# "Test 5: sync_mode = 4": the number alone would be one of runs.
_NUMBERED = re.compile(
    r"[ \t]{0,8}(?P<form>test|case|scenario)[ ]\d{1,2}[ ]?[:.)-][ ]{1,3}(?P<text>[A-Za-z].{2,60})$", re.IGNORECASE
)
_REACH = 20
_DIGITS = re.compile(r"\d{1,2}|(?<=[ (])[a-h](?=\))")
_ASIDE = re.compile(r"[ \t]{1,8}\([^()]{1,60}\)?[ \t:]{0,4}$")


def tell_items(post: Post, measurements: Sequence[Measurement]) -> list[Measurement]:
    """The measurements of one mail; those that differ only by the item above them have it as the parameter `item`."""
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for position, m in enumerate(measurements):
        if m.repeat is None:
            groups[sameness(m)].append(position)
    told = list(measurements)
    for positions in groups.values():
        if len(positions) > 1:
            items = _items(post, [told[position] for position in positions])
            forms = {form for form, _ in items}
            texts = [text for _, text in items]
            if len(forms) == 1 and all(texts) and len(set(texts)) == len(texts):
                for position, text in zip(positions, texts, strict=True):
                    told[position] = replace(told[position], parameters={**told[position].parameters, "item": text})
    return told


def _items(post: Post, measurements: Sequence[Measurement]) -> list[tuple[str, str]]:
    items = [_item(post.part(m.span.part), m) for m in measurements]
    is_any = any(text for _, text in items)
    return items if is_any else [_numbered(post.part(m.span.part), m) for m in measurements]


def _numbered(part: PostPart, m: Measurement) -> tuple[str, str]:
    """The setting of the numbered test that a row stands under, however far below it."""
    depth = part.lines[m.span.line - 1].depth
    for index in range(m.span.line - 2, max(m.span.line - 2 - _REACH, -1), -1):
        line = part.lines[index]
        match = _NUMBERED.match(line.words) if line.depth == depth else None
        if match is not None and (index == 0 or part.lines[index - 1].is_blank):
            return match["form"].lower(), match["text"].rstrip(" \t:")
    return "", ""


def _item(part: PostPart, m: Measurement) -> tuple[str, str]:
    """How the item above a row's own run of rows looks, and what it says; empty where none stands right above."""
    index, depth = m.span.line - 2, part.lines[m.span.line - 1].depth
    while index >= 0 and part.lines[index].number in part.row_lines:
        index -= 1
    line = part.lines[index] if index >= 0 else None
    match = _ITEM.match(line.words) if line is not None and line.depth == depth else None
    is_side = match is None or (m.kernel is not None and any(s.line == index + 1 for s in m.kernel.attribution.spans))
    if match is None or is_side or names_a_run(match["text"]):
        return "", ""
    return _DIGITS.sub("#", match["form"]), _ASIDE.sub("", match["text"]).rstrip(" \t:")
