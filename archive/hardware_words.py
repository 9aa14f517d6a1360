"""The words and numbers of a machine in a text: processor, clock, number of CPUs, memory, disk, filesystem, host."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archive.processors import megahertz, processors

_FLAGS = re.ASCII | re.IGNORECASE
_CLOCK = re.compile(r"(?:(?<![\w.])|(?<=\dx))(?P<number>\d{1,4}(?:\.\d{1,3})?)\s?(?P<unit>[mg]hz)(?![a-oq-z])", _FLAGS)
_COUNTS = {"uni": 1, "dual": 2, "two": 2, "quad": 4, "four": 4, "octal": 8, "eight": 8}
# "2 sockets" says nothing of the number of CPUs, and LMbench's "2p/16K" is a number of processes.
_CPUS = re.compile(
    r"(?<![\w.])(?:(?P<word>dual|quad|octal)(?!\w|[ -]?(?:boot|channel|head|layer|port|sockets?)\b)"
    r"|(?P<named>uni|two|four|eight)[ -]?(?:way|cpus?|processors?)\b"
    r"|(?P<way>\d{1,4})[ -]?(?:way|v?cpus?|processors?)\b(?!-bound)|(?P<p>\d{1,4})p\b(?!/\d{1,3}k)"
    r"|\((?P<bracket>\d{1,3})\)(?=\s\d{2,4}\s?mhz)|(?P<threads>\d{1,4}) threads(?= \d{1,2} sockets?)"
    r"|(?P<times>\d{1,4})x(?=/\d{1,4}gb)|(?P<cores>\d{1,4})[ -](?:logical[ -])?cores?\b(?!\s(?:each|per)\b)"
    r"|(?P<clocked>\d{1,3})[ ]?x[ ]?"
    r"(?=pentium|xeon|opteron|athlon|\d{1,4}(?:\.\d{1,3})?\s?[mg]hz(?!\s?(?:ddr|dimm|ram|mem)))"
    r"|x(?P<behind>\d{1,3})\b(?=[,)]))",
    _FLAGS,
)
_LIMIT = re.compile(r"(?<!\w)mem\s?=\s?(?P<number>\d{1,7})\s?(?P<unit>[kmg])b?(?!\w)", _FLAGS)
_MEMORY = re.compile(
    r"(?<![\w.=])(?P<number>\d{1,6}(?:\.\d{1,2})?)(?:\s?(?P<unit>[mgt])(?:i?b(?:ytes?)?|bytes?|egs)|(?P<bare>[mgt]))"
    r"(?!(?!ram\b)\w|/|\s?/\s?s|\s(?:cache|disks?|drives?|ethernet|files?|hdd?|l[123]|links?|luns?|nic|nvme|partitions?|per|ssd|swap)\b)"
    r"(?P<word>\s(?:of\s)?(?:pc-?\d{2,4}\S{0,10}\s)?(?:main\s|physical\s|system\s)?(?:ddr\d?|mem|memory|physical|s?dram|ram)\b)?",
    _FLAGS,
)
_DISK = re.compile(
    r"(?<![\w.-])(?:(?:u|ultra[ -]?)?dma(?:\(\d{1,3}\)|[ /-]?\d{2,3})?|pio|e?ide|[sp]ata|u?ata[ /-]?\d{2,3}"
    r"|scsi(?: (?:u\d{2,3}|[23]))?|u(?:160|320|2w)|raid[ -]?\d{1,2}(?: luns?)?|\d{4,5}\s?rpm|ssd|nvme)(?!\w)",
    _FLAGS,
)
_FILESYSTEM = re.compile(
    r"(?<![\w.-])(?:btrfs|ext[234]|f2fs|jfs|nfs|reiser4|reiserfs|tmpfs|vfat|xfs|zfs)(?!\w)", _FLAGS
)
_HOST = re.compile(
    r"(?<!\w)(?:host(?:name)?\s?[:=]\s?(?P<named>[a-z][\w-]{1,40}(?:\.[\w-]{1,40}){0,4})(?=\s?(?:[,;/)]|$))"
    r"|(?P<farm>lkp-[a-z]+[\w-]{1,20}|stp\d-\d{3})|(?P<cloud>[cmrtixz]\d[a-z]{0,3}\.(?:\d{0,2}x?large|metal)))(?!\w)",
    _FLAGS,
)
_PLACE = re.compile(
    r"(?<!\w)(?:box|desktop|guest|instance|laptop|machines?|notebook|server|system|vm|workstation)(?!\w)", _FLAGS
)
# How many packages a machine has, and what each of them holds.
_SOCKETS = re.compile(
    r"(?<![\w.-])(?:(?:\d{1,2}|single|dual|two|four|quad|eight)-sockets?"
    r"|sockets?\swith\s\d{1,3}\s(?:[a-z]{4,15}\s)?cores\seach)(?!\w)",
    _FLAGS,
)
# A design is no name of one processor, but it tells a machine from another: "two-socket Skylake", "8x-SKYLAKE-UMA".
_DESIGN = re.compile(
    r"(?:(?<![\w.-])|(?<=\dx-))(?:(?:alder|cascade|comet|cooper|ice|meteor|raptor|sky|tiger) ?lake"
    r"|(?:emerald|granite|sapphire) rapids|sierra forest|broadwell|haswell|(?:ivy|sandy) ?bridge|nehalem|westmere"
    r"|zen ?[1-5])(?!\w)",
    _FLAGS,
)
# Each with letters of which some are in every such name.
_NAMES = (
    ("disk", _DISK, ("dma", "pio", "ide", "ata", "scsi", "raid", "rpm", "ssd", "nvme")),
    ("filesystem", _FILESYSTEM, ("fs", "ext", "vfat", "reiser")),
    ("host", _HOST, ("host", "lkp-", "stp", "large", "metal")),
    (
        "place",
        _PLACE,
        ("box", "top", "machine", "notebook", "server", "system", "vm", "workstation", "guest", "instance"),
    ),
    ("sockets", _SOCKETS, ("socket",)),
    ("design", _DESIGN, ("lake", "rapids", "forest", "well", "bridge", "nehalem", "westmere", "zen")),
)
_MEGABYTES = {"k": 1 / 1024, "m": 1.0, "g": 1024.0, "t": 1024.0 * 1024.0}
# No machine that ran Linux had less; "1M" beside a processor is a cache or a file.
_LEAST_MEGABYTES = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a description at columns [start, end): its kind, and a name or a number (MHz, MB, a count).

    The kinds are the fields of Hardware, `maybe` for a name that means a processor only in company, `design` for a
    family of processors, `sockets` and `place`.
    """

    kind: str
    start: int
    end: int
    text: str = ""
    number: float = 0.0
    mhz: float | None = None


def words(text: str) -> tuple[Word, ...]:
    """The pieces of hardware that a text names, from left to right; none overlaps another."""
    found: list[Word] = []
    for reader in (_limits, _processors, _clocks, _counts, _memories, _names):
        for word in reader(text):
            if not any(word.start < other.end and other.start < word.end for other in found):
                found.append(word)
    return tuple(sorted(found, key=lambda word: word.start))


def _limits(text: str) -> Iterator[Word]:
    for match in _LIMIT.finditer(text):
        yield Word("mem_limit_mb", match.start(), match.end(), number=_megabytes(match["number"], match["unit"]))


def _processors(text: str) -> Iterator[Word]:
    for one in processors(text):
        yield Word("cpu" if one.sure else "maybe", one.start, one.end, text=one.name, mhz=one.mhz)


def _clocks(text: str) -> Iterator[Word]:
    for match in _CLOCK.finditer(text):
        yield Word("mhz", match.start(), match.end(), number=megahertz(match["number"], match["unit"]))


def _counts(text: str) -> Iterator[Word]:
    for match in _CPUS.finditer(text):
        named = match["word"] or match["named"]
        number = _COUNTS[named.lower()] if named else int(match[match.lastgroup or 0])
        if number > 0:
            # "dual" and "4p" are said of much else; `text` marks them as weak.
            yield Word("cpus", match.start(), match.end(), text=match["word"] or match["p"] or "", number=number)


def _memories(text: str) -> Iterator[Word]:
    for match in _MEMORY.finditer(text):
        number = _megabytes(match["number"], match["unit"] or match["bare"])
        if number >= _LEAST_MEGABYTES:
            yield Word("memory_mb", match.start(), match.end(), text=match["word"] or "", number=number)


def _names(text: str) -> Iterator[Word]:
    lowered = text.lower()
    for kind, pattern, stems in _NAMES:
        for match in pattern.finditer(text) if any(map(lowered.__contains__, stems)) else ():
            name = match[match.lastgroup] if match.lastgroup else match.group()
            yield Word(kind, match.start(), match.end(), text=name)


def _megabytes(number: str, unit: str) -> float:
    return round(float(number) * _MEGABYTES[unit.lower()])
