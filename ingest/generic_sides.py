"""Which words name one side of a comparison: a kernel, a commit, a patch, or that it is missing."""

import re

from archive import kernels

_SIDE = re.compile(
    r"(?:the[ ])?(?:(?:before|after|vanilla|stock|mainline|base(?:line)?|unpatched|patched|un-?modified|modified"
    r"|orig(?:inal)?|virgin|upstream|tip|master|linus|linux-next|next-\d{8}|with|without|w/o?"
    r"|no[ -]?patch|(?:pre|post)-?patch\w{0,2}|patch(?:set|es)?"
    r"|control|reverted|revert|(?:pre|post)-[0-9a-f]{7,40})(?![\w])|[+]\s?\w|v\d{1,2}(?![\w.])|rfc\b|-?rc\d)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(?:old|new)(?:[ ]kernel)?", re.IGNORECASE)
_COMMIT = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}")
_HOLDS = re.compile(
    r"\b(?:vanilla|patched|unpatched|baseline|mainline|before|after|patch(?:set)?|kernel)\b", re.IGNORECASE
)
_NO_SIDE = re.compile(
    r"\b(?:min|max|avg|mean|average|median|std\w{0,6}|total|count|size|time|secs?|seconds|lat\w{0,6}|throughput|bandwidth"
    r"|rate|user|sys\w{0,4}|real|elapsed|cpu%?|mem|free|used|p\d\d|percent\w{0,4}|samples?|units?|date|name|type|bytes"
    r"|iops|ratio|slat|clat|operations|hits?|saved|savings?|speed-?up|gain|improvement"
    r"|change|delta|diff\w{0,6}|%\w*|cv|sd|err\w{0,4}|usage|comment|notes?|result)\b"
    r"|%|/s",
    re.IGNORECASE,
)
_MAX_WORDS = 7
_MAX_TITLE_WORDS = 5


def is_side(text: str) -> bool:
    """Whether words name one side by themselves."""
    text = text.replace("_", " ")
    if len(text.split()) > _MAX_WORDS or _NO_SIDE.search(text) is not None:
        return False
    if _SIDE.match(text) is not None or _COMMIT.fullmatch(text) is not None or _HOLDS.search(text) is not None:
        return True
    mention = next(iter(kernels.find(text)), None)
    return mention is not None and mention.start <= len("linux-")


def heads_a_side(text: str) -> bool:
    """Whether a title says of which side what stands below it is ("Before this change", "With the patchset")."""
    return len(text.split()) <= _MAX_TITLE_WORDS and (is_side(text) or _SIDE.match(text) is not None)


def names_a_measure(text: str, *, alone: bool = False) -> bool:
    """Whether words name a measure, a statistic or a difference, and so no side; `alone` where they hold nothing else
    ("total_time", "IOPs").
    """
    if not alone:
        return _NO_SIDE.search(text) is not None
    text = text.replace("_", " ")
    return _NO_SIDE.search(text) is not None and not any(map(str.isalnum, _NO_SIDE.sub(" ", text)))


def are_sides(texts: tuple[str, ...]) -> bool:
    """Whether words side by side name the sides of a comparison: at least one of two does, and none names a measure."""
    if len(texts) < 2 or len(set(texts)) < len(texts) or any(_NO_SIDE.search(text) for text in texts):
        return False
    if all(_PAIR.fullmatch(text) for text in texts):
        return True
    known = sum(is_side(text) for text in texts)
    return known * 2 >= len(texts)
