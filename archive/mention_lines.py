"""Which of many lines can mention a kernel or a machine: asked of all lines of a mail at once, before each is read.

Lines without any are most, and reading one for nothing costs as much as all else that a search index wants of it. What
is said here is wider than what `kernels.find`, `kernels.series_in` and `hardware.find` accept, and never narrower.
"""

import re
from collections.abc import Iterator, Sequence

from archive.hardware import CAN_BE_HARDWARE

_NUMBER = re.compile(r"[1-9]\.[0-9]")
# A release (its third number follows, or a suffix, or a v stands before it), a series of 2.x, or another one that is
# called a series.
_KERNEL = re.compile(
    r"(?<![\w.])v?(?:[1-9]\.\d{1,20}(?!\d)[\w.-]|2\.[0-6](?!\d)|(?<=v)[3-9]\.\d|[1-9]\.\d{1,2}\s{1,2}(?:kernel|series|tree))",
    re.ASCII | re.IGNORECASE,
)
# From 3.0 on a release can have two numbers, where a word before it says that a kernel's version follows.
_PLAIN_RELEASE = re.compile(r"[3-9]\.[0-9]")
_WORD_OF_KERNELS = re.compile(
    r"image|clean|config|headers|initrd|kernel|linu[sx]|mainline|modules|patch|plain|series|source|stock|system\.map"
    r"|uname|vanilla|virgin|vmlinu"
)
# The names of processors begin words; a clock may be glued to anything.
_MACHINE = re.compile(
    r"hz|(?<![\w.-])(?:pentium|p-?i[iv]|p[234](?!\d)|p\d\d|ppro|p55c|celeron|xeon|core(?:\((?:r|tm)\))?[ -][iu2]|athlon"
    r"|duron|opteron|epyc|ryzen|k6|itanium|ultra[ -]?sparc|kunpeng|sgi|altix|numa-?q|knights|amd \d|gx-\d|hygon"
    r"|phytium|loongson|ampere|altra|cortex-|neoverse|graviton|thunder ?x|snapdragon|s[dm]m\d|raspberry|rpi|apple m\d"
    r"|m[1-4] )|power\d|(?P<maybe>(?<![\w.-])(?:powerpc|ppc|power \d|alpha|s390|ia-?64|i?486|i[356]86|x86[-_]64|amd64)"
    r"|lake|rapids|sierra|broadwell|haswell|bridge|nehalem|westmere|zen|\d[ -]?(?:v?cpu|proc)|(?<![a-z])core|\d[ -]?way"
    r"|(?:two|four|eight)[ -]?(?:way|cpu|proc)|uni|dual|quad|octal|\dp|\d\))"
)
# A name that means a processor only in company: numbers of CPUs and memory, or a word for the machine.
_COMPANY = re.compile(
    r"box|desktop|laptop|machine|notebook|server|system|workstation|dual|quad|octal|uni|way|cpu|proc|core|thread|sgi"
    r"|mobile|\dp|\(\d|\dx|x\d{1,3}[,)]|\d\s?[kmgt]"
)


def may_mention_kernel(lines: Sequence[str]) -> Iterator[str]:
    """The lines, none of which holds a line break, that may mention a kernel's version or series."""
    text = "\n".join(lines)
    for number in _lines_found(_NUMBER, text):
        line = lines[number]
        if _KERNEL.search(line) is not None or _may_be_plain_release(line):
            yield line


def may_mention_machine(lines: Sequence[str]) -> Iterator[str]:
    """The lines, none of which holds a line break, that may mention a machine."""
    # In small letters, since blind to case it would take five times as long.
    text = "\n".join(lines).lower()
    for number in _lines_found(CAN_BE_HARDWARE, text):
        if _may_be_machine(lines[number].lower()):
            yield lines[number]


def _may_be_plain_release(line: str) -> bool:
    return _PLAIN_RELEASE.search(line) is not None and _WORD_OF_KERNELS.search(line.lower()) is not None


def _may_be_machine(line: str) -> bool:
    found = _MACHINE.search(line)
    while found is not None and found["maybe"] and _COMPANY.search(line) is None:
        found = _MACHINE.search(line, found.end())
    return found is not None


def _lines_found(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    number = counted = 0
    found = pattern.search(text)
    while found is not None:
        number += text.count("\n", counted, found.start())
        yield number
        counted = text.find("\n", found.start())
        found = pattern.search(text, counted) if counted >= 0 else None
