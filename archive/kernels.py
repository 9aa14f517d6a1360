"""Linux kernel versions: reading, ordering, prefixes, and what prose mentions."""

from archive.kernel_grammar import KernelVersion, Step, read, span_of, version_of

__all__ = ["KernelVersion", "bounds", "normal_prefix", "parse", "prefixes"]


def parse(text: str) -> KernelVersion | None:
    """The version that the whole text spells ("2.5.33x", "v6.7-rc4"); None where it is none, or only a series ("2.5")."""
    reading = read(text)
    if reading is None or reading.end != len(text) or reading.is_series:
        return None
    return version_of(reading, text)


def bounds(prefix: str) -> tuple[str, str]:
    """The lowest and highest sort key, both inclusive, under a version prefix ("2", "2.5", "2.6.0-test9"); ValueError for what is none."""
    return span_of(_prefix_step(prefix))


def normal_prefix(prefix: str) -> str:
    """A version prefix in the lower-case spelling that `prefixes` uses ("2.5.54mm1" is "2.5.54-mm1"); ValueError for what is none."""
    return _prefix_step(prefix).spelling.lower()


def prefixes(version: KernelVersion) -> tuple[str, ...]:
    """Every prefix of a version, shortest first and in lower case: 2, 2.5, 2.5.49, 2.5.49-mm1."""
    reading = read(version.canonical)
    assert reading is not None
    spellings = (str(reading.numbers[0]), *(step.spelling for step in reading.steps))
    return tuple(dict.fromkeys(spelling.lower() for spelling in spellings))


def _prefix_step(prefix: str) -> Step:
    if prefix.isascii() and prefix.isdigit() and len(prefix) <= 3:
        prefix_of_all = read(f"{prefix}.0")
        assert prefix_of_all is not None
        return prefix_of_all.steps[0]
    reading = read(prefix)
    if reading is None or reading.end != len(prefix):
        message = f"{prefix!r} is no kernel version: write it like 2.5, 2.5.49 or 2.6.0-test9"
        raise ValueError(message)
    return reading.prefix
