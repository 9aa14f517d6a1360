"""Linux kernel versions: reading, ordering and prefixes, what prose mentions, and which versions never were."""

import re
from functools import lru_cache

from archive.kernel_grammar import KernelVersion, Step, read, span_of, version_of
from archive.kernel_history import Suggestion, never_existed, suggest
from archive.kernel_mentions import Mention, SeriesMention, find, series_in

__all__ = [
    "KernelVersion",
    "Mention",
    "SeriesMention",
    "Suggestion",
    "bounds",
    "find",
    "never_existed",
    "normal_prefix",
    "parse",
    "prefixes",
    "series_in",
    "suggest",
]

# The rows of a table, and the changes between them, ask for the same few labels again and again.
_LABELS_IN_MIND = 1000
_ANY_OF_SERIES = re.compile(r"\.(?:\*|x{1,2})$", re.IGNORECASE)


@lru_cache(maxsize=_LABELS_IN_MIND)
def parse(text: str) -> KernelVersion | None:
    """The version that the whole text spells ("2.5.33x", "v6.7-rc4"); None for all else, a series ("2.5") too."""
    reading = read(text)
    if reading is None or reading.end != len(text) or reading.is_series:
        return None
    return version_of(reading, text)


def bounds(prefix: str) -> tuple[str, str]:
    """The lowest and highest sort key, both inclusive, of all under a prefix ("2", "2.5", "2.6.0-test9").

    ValueError for what is no version.
    """
    return span_of(_prefix_step(prefix))


def normal_prefix(prefix: str) -> str:
    """A prefix in the spelling of `prefixes` ("2.5.54mm1" is "2.5.54-mm1"); ValueError for what is no version."""
    return _prefix_step(prefix).spelling.lower()


def prefixes(version: KernelVersion) -> tuple[str, ...]:
    """Every prefix of a version, shortest first and in lower case: 2, 2.5, 2.5.49, 2.5.49-mm1."""
    reading = read(version.canonical)
    assert reading is not None
    return tuple(dict.fromkeys(step.spelling.lower() for step in reading.steps))


def _prefix_step(prefix: str) -> Step:
    text = _ANY_OF_SERIES.sub("", prefix)
    if re.fullmatch(r"[0-9]{1,3}", text):
        major = read(f"{text}.0")
        assert major is not None
        return major.steps[0]
    reading = read(text)
    if reading is None or reading.end != len(text):
        message = f"{prefix!r} is no kernel version: write it like 2.5, 2.5.49 or 2.6.0-test9"
        raise ValueError(message)
    return reading.prefix
