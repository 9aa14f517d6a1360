"""Which lines of a text can mention a kernel or a machine: told by their words, before any line is read.

Lines without any are most, and reading one for nothing costs as much as all else that a search index wants of it. What
is said here is wider than what `kernels.find`, `kernels.series_in` and `hardware.find` accept, and never narrower.

Whoever cuts many texts into pieces without blanks asks once for each new piece what it tells, and then for the lines of
those texts that have such pieces: most have none.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from archive.hardware import CAN_BE_HARDWARE, STEMS

Split = Callable[[str], Iterable[str]]
"""How the text was cut into the pieces."""

# What a piece can tell, a letter each: a piece that tells several has them all.
_RELEASE, _DECIMAL, _WORD, _MACHINE, _CPUS = "rdwmc"
# To look for each piece in a text is quick up to here; a text with more of them, such as a log, is split once more.
_FEW_PIECES = 80

_COUNTED = re.compile(r"\d v?cpu", re.IGNORECASE)
_NUMBER = re.compile(r"[1-9]\.[0-9]")
# A release (its third number follows, or a suffix, or a v stands before it), or a series of 2.x.
_PIECE_OF_RELEASE = r"[1-9]\.\d{1,20}(?!\d)[\w.-]|2\.[0-6](?!\d)|(?<=v)[3-9]\.\d"
# The same, or another series that is called one.
_KERNEL = re.compile(
    rf"(?<![\w.])v?(?:{_PIECE_OF_RELEASE}|[1-9]\.\d{{1,2}}\s{{1,2}}(?:kernel|series|tree))", re.ASCII | re.IGNORECASE
)
# From 3.0 on a release can have two numbers, where a word before it says that a kernel's version follows.
_WORD_OF_KERNELS = re.compile(
    r"image|clean|config|headers|initrd|kernel|linu[sx]|mainline|modules|patch|plain|series|source|stock|system\.map"
    r"|uname|vanilla|virgin|vmlinu|tree"
)
# What stands within many words and options: a clock has a unit, names begin words, and cores are counted.
_IN_WORDS = ("hz", r"p\d", "alpha", "core", "power")
# What pieces in small letters tell, and what they have to hold for that: to look for these first is far quicker.
_TELLING: Final = (
    (
        _WORD,
        (
            *("image", "clean", "config", "headers", "initrd", "kernel", "linu", "mainline", "modules", "patch"),
            *("plain", "series", "source", "stock", "system.map", "tree", "uname", "vanilla", "virgin", "vmlinu"),
        ),
        re.compile(
            r"(?<![a-z_])(?:b?z?image|clean|config|headers|initrd|kernels?|linu[sx]|mainline|modules|patch|plain|series"
            r"|source|stock|system\.map|tree|uname|vanilla|virgin|vmlinu[xz])(?!\w)"
        ),
    ),
    # A name that goes on behind a blank is told by its first word.
    (
        _MACHINE,
        tuple(dict.fromkeys(stem.partition(" ")[0] for stem in STEMS)),
        re.compile(
            "|".join(alternative for alternative in CAN_BE_HARDWARE.pattern.split("|") if alternative not in _IN_WORDS)
            + r"|[mg]hz|(?<![\w.-])(?:p\d|alpha|power(?![a-z_-]))|(?<![a-z])cores?(?![a-z])"
            r"|amd|apple|i\.?mx|thunder|zen|(?<!\w)m[1-4](?!\w)"
        ),
    ),
    (_CPUS, ("cpu",), re.compile(r"(?<!\w)v?cpus?(?!\w)")),
)
_TELLING_FIGURES: Final = (
    (_RELEASE, re.compile(rf"(?<![\w.])v?(?:{_PIECE_OF_RELEASE})", re.ASCII)),
    (_DECIMAL, re.compile(r"(?<![\w.])v?[1-9]\.\d{1,3}(?!\d)", re.ASCII)),
)


def tell(pieces: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Those pieces by which lines that mention something can be known, each with what it tells."""
    text = "\n".join(pieces).lower()
    found: dict[str, str] = {}
    for told, signs, pattern in _TELLING:
        for piece in _lines_that_hold(text, [sign for sign in signs if sign in text]):
            # Reports of builds list thousands of options, of which many are called after what they are for.
            if not piece.startswith("config_") and pattern.search(piece) is not None:
                found[piece] = found.get(piece, "") + told
    for told, pattern in _TELLING_FIGURES:
        for piece in _lines_found(pattern, text):
            found[piece] = found.get(piece, "") + told
    for piece in pieces if found else ():
        if (small := piece.lower()) in found:
            yield piece, found[small]


def lines_of_kernels(text: str, told: Mapping[str, str], split: Split) -> set[str]:
    """The lines of a text that its pieces, of which `tell` told this, let expect a kernel's version or series in."""
    # A plain number stands on a line with such a word; what is rarer is looked for.
    rarer = min(_pieces(told, _DECIMAL), _pieces(told, _WORD), key=len)
    lines = _lines_with(text, rarer + _pieces(told, _RELEASE), split)
    return {line for line in lines if _NUMBER.search(line) is not None}


def lines_of_machines(text: str, told: Mapping[str, str], split: Split) -> set[str]:
    """The lines of a text that its pieces, of which `tell` told this, let expect a machine in."""
    counted = _lines_with(text, _pieces(told, _CPUS), split)
    return _lines_with(text, _pieces(told, _MACHINE), split) | {line for line in counted if _COUNTED.search(line)}


def may_mention_kernel(line: str) -> bool:
    """Whether a line, looked at by itself, may mention a kernel's version or series."""
    return _KERNEL.search(line) is not None or _may_be_called_release(line)


def _may_be_called_release(line: str) -> bool:
    return _NUMBER.search(line) is not None and _WORD_OF_KERNELS.search(line.lower()) is not None


def _pieces(told: Mapping[str, str], kind: str) -> list[str]:
    return [piece for piece, kinds in told.items() if kind in kinds]


def _lines_with(text: str, pieces: Sequence[str], split: Split) -> set[str]:
    if len(pieces) <= _FEW_PIECES:
        return _lines_that_hold(text, pieces)
    wanted = frozenset(pieces)
    # A line may be split otherwise than the whole text was.
    return {line for line in text.split("\n") if not wanted.isdisjoint((*split(line), *line.split()))}


def _lines_that_hold(text: str, pieces: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for piece in pieces:
        at = text.find(piece)
        while at >= 0:
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            found.add(text[text.rfind("\n", 0, at) + 1 : end])
            at = text.find(piece, end)
    return found


def _lines_found(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    found = pattern.search(text)
    while found is not None:
        end = text.find("\n", found.start())
        yield text[text.rfind("\n", 0, found.start()) + 1 : end if end >= 0 else len(text)]
        found = pattern.search(text, end) if end >= 0 else None
