"""Which lines of a text can mention a kernel or a machine: told by their words, before any line is read.

Lines without any are most, and reading one for nothing costs as much as all else that a search index wants of it. What
is said here is wider than what `kernels.find`, `kernels.series_in` and `hardware.find` accept, and never narrower.

Whoever cuts many texts into pieces without blanks asks once for each new piece what it tells, and then for the lines of
those texts that have such pieces: most have none.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

# What a piece can tell, a letter each: a piece that tells several has them all.
_RELEASE, _DECIMAL, _WORD, _NAME, _SPLIT, _MEMORY, _COUNT = "rdwnsmc"
# To look for each piece in the text is quicker up to here; then to look for all of them in each line.
_FEW_PIECES = 30

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
# The names of processors begin words; a clock may be glued to anything.
_MACHINE = re.compile(
    r"hz|(?<![\w.-])(?:pentium|p-?i[iv]|p[234](?!\d)|p\d\d|ppro|p55c|celeron|xeon|core(?:\((?:r|tm)\))?[ -][iu2]|athlon"
    r"|duron|opteron|epyc|ryzen|k6|itanium|ultra[ -]?sparc|kunpeng|sgi|altix|numa-?q|knights|amd \d|gx-\d|hygon"
    r"|phytium|loongson|ampere|altra|cortex-|neoverse|graviton|thunder ?x|snapdragon|s[dm]m\d|raspberry|rpi|apple m\d"
    r"|m[1-4] )|power\d|(?P<maybe>(?<![\w.-])(?:powerpc|ppc|power \d|alpha|s390|ia-?64|i?486|i[356]86|x86[-_]64|amd64)"
    r"|lake|rapids|sierra|broadwell|haswell|bridge|nehalem|westmere|zen|\d[ -]?(?:v?cpu|proc)|(?<![a-z])core|\d[ -]?way"
    r"|\d threads|(?:two|four|eight)[ -]?(?:way|cpu|proc)|uni|dual|quad|octal|\dp|\d\))"
)
# A name that means a processor only in company: numbers of CPUs and memory, or a word for the machine.
_COMPANY = re.compile(
    r"box|desktop|laptop|machine|notebook|server|system|workstation|dual|quad|octal|uni|way|cpu|proc|core|thread|sgi"
    r"|mobile|\dp|\(\d|\dx|x\d{1,3}[,)]|\d\s?[kmgt]"
)
# Names of two words, of which the first alone says nothing.
_SPLIT_NAME = re.compile(
    r"power \d|core(?:\((?:r|tm)\))?[ -][iu2]|amd \d|apple m\d|m[1-4] (?:soc|pro|max|ultra)|ultra sparc|thunder x"
)
# What pieces in small letters tell, and what some piece has to hold for that: to look for these is far quicker.
_TELLING: Final = (
    (_RELEASE, (".",), re.compile(rf"(?<![\w.])v?(?:{_PIECE_OF_RELEASE})", re.ASCII)),
    (_DECIMAL, (".",), re.compile(r"(?<![\w.])v?[1-9]\.\d{1,3}(?!\d)", re.ASCII)),
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
    (
        _NAME,
        (
            *("hz", "pentium", "pii", "piv", "p-i", "ppro", "p55c", "celeron", "xeon", "athlon", "duron", "opteron"),
            *("epyc", "ryzen", "k6", "itanium", "sparc", "kunpeng", "sgi", "altix", "numa", "knights", "gx-", "hygon"),
            *("phytium", "loongson", "ampere", "altra", "cortex", "neoverse", "graviton", "thunder", "snapdragon"),
            *("sdm", "smm", "raspberry", "rpi", "power", "ppc", "alpha", "s390", "ia64", "ia-64", "86", "amd64"),
            *("lake", "rapids", "sierra", "broadwell", "haswell", "bridge", "nehalem", "westmere", "zen"),
            *(f"p{digit}" for digit in range(1, 10)),
        ),
        re.compile(
            r"[mg]hz|(?<![\w.-])(?:pentium|p-?i[iv]|p[234](?!\d)|p\d\d|ppro|p55c|celeron|xeon|athlon|duron|opteron|epyc"
            r"|ryzen"
            r"|k6|itanium|ultra-?sparc|kunpeng|sgi|altix|numa-?q|knights|gx-\d|hygon|phytium|loongson|ampere|altra"
            r"|cortex-|neoverse|graviton|thunderx|snapdragon|s[dm]m\d|raspberry|rpi)|power\d"
            r"|(?<![\w.-])(?:powerpc|ppc|alpha|s390|ia-?64|i?486|i[356]86|x86[-_]64|amd64)"
            r"|(?:(?<![\w.-])|(?<=\dx-))(?:(?:alder|cascade|comet|cooper|ice|meteor|raptor|sky|tiger)?lake|rapids|sierra"
            r"|broadwell|haswell|(?:ivy|sandy)?bridge|nehalem|westmere|zen\d?)(?!\w)"
        ),
    ),
    (
        _SPLIT,
        ("power", "core", "amd", "apple", "m1", "m2", "m3", "m4", "ultra", "thunder"),
        re.compile(r"(?<![\w.-])(?:(?:power|amd|apple|m[1-4]|ultra|thunder)(?![\w-])|core(?![a-z]))"),
    ),
    (_MEMORY, ("m", "g", "t"), re.compile(r"\d[mgt](?!\w)|(?<![a-z])[mgt](?:i?b(?:ytes?)?|bytes?|egs)(?!\w)")),
    (
        _COUNT,
        ("cpu", "proc", "way", "core", "threads", "dual", "quad", "octal", "p", "x"),
        re.compile(
            r"cpus?(?!\w)|processors?(?!\w)|way(?!\w)|(?<![a-z_])(?:cores?|dual|quad|octal|threads)(?!\w)|\dp(?!\w)"
            r"|x\d{1,3}(?!\w)|\dx(?!\w)"
        ),
    ),
)


def tell(pieces: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Those pieces by which lines that mention something can be known, each with what it tells."""
    text = "\n".join(pieces).lower()
    found: dict[str, str] = {}
    for told, signs, pattern in _TELLING:
        if any(sign in text for sign in signs):
            for number in _lines_found(pattern, text):
                piece = pieces[number]
                found[piece] = found.get(piece, "") + told
    yield from found.items()


def lines_of_kernels(text: str, told: Mapping[str, str]) -> set[str]:
    """The lines of a text that its pieces, of which `tell` told this, let expect a kernel's version or series in."""
    lines = _lines_with(text, _pieces(told, _RELEASE))
    # A plain number stands on a line with such a word; what is rarer is looked for.
    rarer = min(_pieces(told, _DECIMAL), _pieces(told, _WORD), key=len)
    return lines | {line for line in _lines_with(text, rarer) if _may_be_called_release(line)}


def lines_of_machines(text: str, told: Mapping[str, str]) -> set[str]:
    """The lines of a text that its pieces, of which `tell` told this, let expect a machine in."""
    lines = _lines_with(text, _pieces(told, _NAME))
    split = _lines_with(text, _pieces(told, _SPLIT))
    lines |= {line for line in split if _SPLIT_NAME.search(line.lower()) is not None}
    # A number of CPUs means a machine beside its memory.
    return lines | _lines_with(text, _pieces(told, _MEMORY)) if _pieces(told, _COUNT) else lines


def may_mention_kernel(line: str) -> bool:
    """Whether a line, looked at by itself, may mention a kernel's version or series."""
    return _KERNEL.search(line) is not None or _may_be_called_release(line)


def may_mention_machine(line: str) -> bool:
    """Whether a line, looked at by itself, may mention a machine."""
    # In small letters, since blind to case it would take five times as long.
    line = line.lower()
    found = _MACHINE.search(line)
    while found is not None and found["maybe"] and _COMPANY.search(line) is None:
        found = _MACHINE.search(line, found.end())
    return found is not None


def _may_be_called_release(line: str) -> bool:
    return _NUMBER.search(line) is not None and _WORD_OF_KERNELS.search(line.lower()) is not None


def _pieces(told: Mapping[str, str], kind: str) -> list[str]:
    return [piece for piece, kinds in told.items() if kind in kinds]


def _lines_with(text: str, pieces: Sequence[str]) -> set[str]:
    if len(pieces) > _FEW_PIECES:
        any_of_them = re.compile("|".join(map(re.escape, pieces)))
        return {line for line in text.split("\n") if any_of_them.search(line) is not None}
    found: set[str] = set()
    for piece in pieces:
        at = text.find(piece)
        while at >= 0:
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            found.add(text[text.rfind("\n", 0, at) + 1 : end])
            at = text.find(piece, end)
    return found


def _lines_found(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    number = counted = 0
    found = pattern.search(text)
    while found is not None:
        number += text.count("\n", counted, found.start())
        yield number
        counted = text.find("\n", found.start())
        found = pattern.search(text, counted) if counted >= 0 else None
