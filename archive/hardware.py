"""The machine that a result was measured on: read from a phrase, found in prose, and as terms to search by."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from archive.hardware_words import Word, words
from archive.processors import SIGNS, stems

_FLAGS = re.ASCII | re.IGNORECASE
# What may stand between two pieces of one machine: marks, and words that say nothing of their own.
_BETWEEN = re.compile(
    r"(?:[\s,;:/()\[\]+&*'@-]|(?:a|an|and|amd|arm64|at|based|cores?|cpus?|each|has|have|having|in|intel|is|memory|mhz|model|name|of|processors?|ram"
    r"|running|smp|speed|the|total|two|ht|w|with|x86|ia-?32|linux)(?!\w)|\d{1,2} sockets?(?!\w)|[128]\d\d(?=[ ])"
    r"|\d{2,3} ?(?:mhz )?fsb(?!\w)|\(R\)|\([^()]{1,20}\)|i{2,3}(?!\w)){0,12}",
    _FLAGS,
)
_NEXT_MACHINE = re.compile(r"(?:\band|\bor|,)\s{1,3}(?:an?|the)\b", _FLAGS)
# The rows of a table ask for the same machine again and again.
_PHRASES_IN_MIND = 1000
_LONGEST_GAP = 40
_LONGEST_LABEL = 3
# Designs, clocks and counts; what names a processor is told with its name.
_SIGNS = (
    *SIGNS,
    *("mb ram", "mb of ram", "mb memory", "mb of memory", "gb ram", "gb of ram", "meg of ram"),
    *("hz", "lake", "rapids", "sierra", "broadwell", "haswell", "bridge", "nehalem", "westmere", r"zen ?\d"),
)
# In small letters, for a text that was put into them: blind to case it would take five times as long.
CAN_BE_HARDWARE: Final = re.compile("|".join((*_SIGNS, r"\d ?v?cpu", r"[a-z\d]\.(?:\d{0,2}x?large|metal)")))
# One of these is in all that the pattern finds: of many texts, few hold any, and these hold few.
STEMS: Final = tuple(dict.fromkeys((*stems(_SIGNS), "cpu", "large", ".metal")))
_OWN = re.compile(r"\b(?:an?|my|our|this)\s(?:\w{1,12}\s)?$", _FLAGS)
# "on Ampere Altra", "my board with processor: AMD …", but not "on Cortex-A57 cores" or "a bug on Kunpeng".
_MEASURED_ON = re.compile(
    r"\b(?:on|using|with)\s(?:an?\s|my\s|our\s|the\s)?(?:\w{1,12}\s)?$"
    r"|\b(?:board|cpu|hardware|machine|model name|platform|processor|soc)\s{0,8}[:=]\s{0,8}$",
    _FLAGS,
)
# "Benchmark with modprobe tcrypt mode=610, i3-12100:", where the name ends what was measured.
_MEASURED = re.compile(r"\W{0,4}(?:benchmark\w{0,4}|measured|tested|tests?|results?)\b[^.;!?]{1,120},\s$", _FLAGS)
# "on a 4-socket 72-core server": nothing but its size is said, so it has to be said that it was the one used.
_USED = re.compile(r"\b(?:on|my|our|using)\s(?:[^\s.;:!?]{1,14}\s){0,8}\(?$", _FLAGS)
# "The box has 512 MB RAM": its memory alone tells it, of the one that somebody has.
_HAD = re.compile(r"\b(?:my|our|th(?:e|is)|on|using)\s(?:an?\s)?(?:[^\s.;:!?,]{1,14}\s){0,2}$", _FLAGS)
_KIND_OF_MACHINE = re.compile(r"\W{0,2}(?:cores|cpus|chips|machines|parts|platforms|processors|systems)\b", _FLAGS)
_NO_MEASUREMENT = re.compile(
    r"\b(?:affect|bug|crash|errat|fail|fix|hang|hung|issue|panic|quirk|support|vulnerab)", _FLAGS
)
_BEHIND_A_NAME = re.compile(r"(?:\b(?:intel|amd|arm|ampere)\s\S{2,16}\s)?\($", _FLAGS)
_OWN_WINDOW = 40
_LONGEST_LIST = 80
# What ends the list of a machine's pieces, and what begins the next one.
_ENDS = re.compile(r"[.;!?](?:\s|$)|\b(?:and|or|vs)\s(?:an?|the|another)\b", _FLAGS)
_WHOLE = frozenset(("cpu", "maybe", "mhz", "cpus", "place", "host"))
_PROCESSOR = ("cpu", "maybe")
_UNSURE = frozenset(("design", "maybe"))
# Short names under which people look for a processor.
_SHORT_NAMES = {"Pentium II": "pii", "Pentium III": "piii", "Pentium 4": "p4", "Pentium Pro": "ppro"}
_VARIANT = re.compile(r"^Mobile | Xeon$")


@dataclass(frozen=True, slots=True)
class Hardware:
    """A machine as posted and as read: MHz, number of CPUs, MB of memory and of a `mem=` limit; None where unknown."""

    text: str
    cpu: str | None = None
    mhz: float | None = None
    cpus: int | None = None
    memory_mb: int | None = None
    mem_limit_mb: int | None = None
    disk: str | None = None
    filesystem: str | None = None
    host: str | None = None

    @property
    def is_only_counted(self) -> bool:
        """Whether no more is known of it than its CPUs or its memory, as may be said of any machine in passing."""
        is_sized = self.cpus is not None and self.memory_mb is not None
        return not is_sized and (self.cpu, self.mhz, self.mem_limit_mb, self.host) == (None,) * 4


@dataclass(frozen=True, slots=True)
class HardwareMention:
    """A machine that a text mentions, at columns [start, end)."""

    hardware: Hardware
    start: int
    end: int


@lru_cache(maxsize=_PHRASES_IN_MIND)
def parse(text: str) -> Hardware | None:
    """The machine that a phrase or a title describes ("133 MHz Pentium, DMA, 80M"); None where it describes none."""
    found = words(text)
    if not any(_is_plain(word) for word in found) and not _is_short_company(text, found):
        return None
    return _hardware(text.strip(), found)


def can_be_hardware(text: str) -> bool:
    """A cheap look whether a text can name a processor, a clock or a number of CPUs."""
    lowered = text.lower()
    return any(map(lowered.__contains__, STEMS)) and CAN_BE_HARDWARE.search(lowered) is not None


def find(text: str) -> Iterator[HardwareMention]:
    """The machines that a line mentions: a processor with something beside it, or a clock with CPUs or memory."""
    if can_be_hardware(text):
        yield from _found(text)


def find_in(texts: Sequence[str]) -> Iterator[tuple[int, HardwareMention]]:
    """The machines that `find` finds in each of many texts, with the number of the text."""
    together = "\n".join(texts).lower()
    stems = [stem for stem in STEMS if stem in together]
    for number, text in enumerate(texts) if stems else ():
        lowered = text.lower()
        if any(map(lowered.__contains__, stems)) and CAN_BE_HARDWARE.search(lowered) is not None:
            yield from ((number, mention) for mention in _found(text))


def terms(hardware: Hardware) -> tuple[str, ...]:
    """Lower-case terms to find a machine by, equal for all its spellings: piii, piii@800, p133, 80mb, reiserfs."""
    found = [*_cpu_terms(hardware.cpu or "", hardware.mhz)]
    numbers = ((hardware.mhz, "{}mhz"), (hardware.cpus, "{}cpus"), (hardware.memory_mb, "{}mb"))
    for number, form in (*numbers, (hardware.mem_limit_mb, "mem={}mb")):
        if number is not None:
            found.append(form.format(round(number)))
    for disk in (hardware.disk or "").lower().split(", "):
        found += [disk, re.sub(r"[^a-z].*", "", disk)]
    found += [(hardware.filesystem or "").lower(), (hardware.host or "").lower()]
    return tuple(dict.fromkeys(term for term in found if term))


def search_terms(text: str) -> tuple[str, ...]:
    """The terms that a machine must all have to fit a description: "P133" fits "133 MHz Pentium, DMA, 80M"."""
    return terms(_hardware(text, words(text))) or tuple(text.lower().split())


def _is_plain(word: Word) -> bool:
    """Whether a piece means a machine by itself."""
    if word.kind == "cpus":
        return not word.text
    return word.kind in ("cpu", "mhz", "mem_limit_mb", "host") or (word.kind == "memory_mb" and word.text != "")


def _is_short_company(text: str, found: tuple[Word, ...]) -> bool:
    """Whether pieces that can mean other things mean a machine together ("2P 64MB"), or stand alone ("i686")."""
    kinds = {word.kind for word in found}
    if kinds & _UNSURE:
        return len(kinds) > 1 or len(text.split()) <= _LONGEST_LABEL
    return {"cpus", "memory_mb"} <= kinds


def _cpu_terms(cpu: str, mhz: float | None) -> Iterator[str]:
    short = _SHORT_NAMES.get(_VARIANT.sub("", cpu))
    numerals = {"ii", "iii", "iv"}
    yield from (part for part in cpu.lower().split() if len(part) > 1 and part not in numerals)
    if short is not None:
        yield short
    if mhz is not None and short is not None:
        yield f"{short}@{round(mhz)}"
    if mhz is not None and cpu == "Pentium":
        yield f"p{round(mhz)}"


def _found(text: str) -> Iterator[HardwareMention]:
    groups = list(_groups(text))
    for number, each in enumerate(groups):
        if _is_machine(text, each):
            group = (*each, *_memory_beside(text, each, groups[number + 1 :]))
            pieces = tuple(word for word in group if word.kind != "place")
            if pieces[-1].kind == "design" and pieces[0].kind == "cpu":
                pieces = pieces[:-1]
            start = _opened(text, pieces[0].start, pieces[-1].end)
            end = _closed(text, start, pieces[-1].end)
            yield HardwareMention(_hardware(text[start:end], pieces), start, end)


def _memory_beside(text: str, group: tuple[Word, ...], others: Sequence[tuple[Word, ...]]) -> tuple[Word, ...]:
    """The memory of a machine that stands behind its board and the like ("Athlon 1 GHz MSI MS-6167 640 MB SDRAM")."""
    if any(word.kind == "memory_mb" for word in group):
        return ()
    for other in others:
        between = text[group[-1].end : other[0].start]
        if len(between) > _LONGEST_LIST or _ENDS.search(between) or any(word.kind in _WHOLE for word in other):
            return ()
        if other[0].kind == "memory_mb":
            is_listed = between[:1] == "," and len(between) <= _LONGEST_GAP
            return other[:1] if other[0].text or is_listed else ()
    return ()


def _groups(text: str) -> Iterator[tuple[Word, ...]]:
    group: list[Word] = []
    for word in words(text):
        is_second = word.kind in _PROCESSOR and any(other.kind in _PROCESSOR for other in group)
        if group and (is_second or not _joined(text, group[-1].end, word.start)):
            yield tuple(group)
            group = []
        group.append(word)
    if group:
        yield tuple(group)


def _joined(text: str, end: int, start: int) -> bool:
    if start - end > _LONGEST_GAP or _NEXT_MACHINE.search(text, end, start) is not None:
        return False
    return _BETWEEN.fullmatch(text, end, start) is not None


def _opened(text: str, start: int, end: int) -> int:
    """Where a machine begins whose design stands in brackets behind a name that we do not know ("Intel 8336C (")."""
    if text.count(")", start, end) <= text.count("(", start, end):
        return start
    return start - len((_BEHIND_A_NAME.search(text[max(0, start - _OWN_WINDOW) : start]) or [""])[0])


def _closed(text: str, start: int, end: int) -> int:
    is_open = text.count("(", start, end) > text.count(")", start, end)
    return end + 1 if is_open and text.startswith(")", end) else end


def _is_machine(text: str, group: tuple[Word, ...]) -> bool:
    kinds = {word.kind for word in group}
    clocked = "mhz" in kinds or any(word.mhz is not None for word in group)
    counted = bool(kinds & {"cpus", "memory_mb", "mem_limit_mb"})
    if "cpu" in kinds:
        before = text[max(0, group[0].start - _OWN_WINDOW) : group[0].start]
        return clocked or len(kinds) > 1 or _OWN.search(before) is not None or _is_measured_on(text, group, before)
    if kinds & _UNSURE:
        # "P133" holds its clock; alone it can be anything.
        return counted or "mhz" in kinds or _is_one_place(group)
    if "host" in kinds:
        return _is_measured_on(text, group, text[max(0, group[0].start - _OWN_WINDOW) : group[0].start])
    if {"cpus", "place"} <= kinds and _is_used(text, group):
        return True
    if kinds == {"memory_mb", "place"}:
        return _is_had(text, group)
    has_memory = any(word.kind == "memory_mb" and word.text for word in group)
    return (clocked and counted) or ("cpus" in kinds and (has_memory or {"memory_mb", "place"} <= kinds))


def _is_used(text: str, group: tuple[Word, ...]) -> bool:
    """Whether a machine of which only the number of CPUs is told is one that somebody used."""
    is_counted = any(word.kind == "cpus" and not word.text and word.number > 1 for word in group)
    before = text[max(0, group[0].start - 2 * _OWN_WINDOW) : group[0].start]
    return is_counted and _is_one_place(group) and _USED.search(before) is not None and not _NO_MEASUREMENT.search(text)


def _is_had(text: str, group: tuple[Word, ...]) -> bool:
    """Whether a machine of which only the memory is told is one that somebody has ("The box has 512 MB RAM")."""
    before = text[max(0, group[0].start - _OWN_WINDOW) : group[0].start]
    is_told = group[0].kind == "place" and any(word.text for word in group if word.kind == "memory_mb")
    return is_told and _is_one_place(group) and _HAD.search(before) is not None and not _NO_MEASUREMENT.search(text)


def _is_one_place(group: tuple[Word, ...]) -> bool:
    """Whether a machine is named, and no kind of machines ("on Skylake machines")."""
    places = [word.text.lower() for word in group if word.kind == "place"]
    return any(place != "machines" for place in places) or (bool(places) and group[0].kind == "maybe")


def _is_measured_on(text: str, group: tuple[Word, ...], before: str) -> bool:
    start, end = group[0].start, group[-1].end
    is_last = text[end:].strip(" :.") == "" and _MEASURED.fullmatch(text[:start]) is not None
    if not (is_last or _MEASURED_ON.search(before)) or _NO_MEASUREMENT.search(text) is not None:
        return False
    return _KIND_OF_MACHINE.match(text, group[-1].end) is None


def _hardware(text: str, found: tuple[Word, ...]) -> Hardware:
    cpu = _first(found, "cpu") or _first(found, "maybe") or _first(found, "design")
    clock = _first(found, "mhz")
    own_clock = next((word.mhz for word in found if word.mhz is not None), None)
    filesystem, host = _first(found, "filesystem"), _first(found, "host")
    disks = dict.fromkeys(word.text for word in found if word.kind == "disk")
    return Hardware(
        text=text,
        cpu=(cpu.text.title() if cpu.kind == "design" else cpu.text) if cpu is not None else None,
        mhz=own_clock if own_clock is not None else clock.number if clock is not None else None,
        cpus=_whole(_first(found, "cpus")),
        memory_mb=_whole(_first(found, "memory_mb")),
        mem_limit_mb=_whole(_first(found, "mem_limit_mb")),
        disk=", ".join(disks) or None,
        filesystem=filesystem.text.lower() if filesystem is not None else None,
        host=host.text if host is not None else None,
    )


def _first(found: tuple[Word, ...], kind: str) -> Word | None:
    return next((word for word in found if word.kind == kind), None)


def _whole(word: Word | None) -> int | None:
    return round(word.number) if word is not None else None
