"""Names of processors as people write them, with the clock or the model number that stands behind the name."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import ascii_uppercase, digits
from typing import Final, NamedTuple

_FLAGS = re.ASCII | re.IGNORECASE
_MARK = r"(?:\((?:r|tm)\))?"

_CORE = "Core i"
# A sign is one of many texts' already with so many letters.
_ENOUGH = 3
_PIECE = re.compile(r"(\\d|\[[^]]+\]|.)(\??)")


class _Family(NamedTuple):
    """Processors of one name: all that tells them stands here."""

    name: str
    pattern: str
    begins: str
    """The two letters that the name begins with: a look at them spares most words from being tried with all."""
    signs: str
    """Patterns of which one is in every text that has the name, as letters, `\\d`, `[ab]` and `?` alone."""
    is_sure: bool = True
    """Whether it means a processor wherever it stands."""
    has_model: bool = True
    """Whether a plain number behind it is its model."""


# Earlier rows win: "Pentium II" would match in "Pentium III".
_FAMILIES: Final = (
    _Family("Pentium III", rf"pentium{_MARK}[ -]?(?:iii|3(?!\d))|p-?iii", "pe pi p-", "pentium|p-?ii", has_model=False),
    _Family("Pentium II", rf"pentium{_MARK}[ -]?(?:ii|2(?!\d))|p-?ii", "pe pi p-", "pentium|p-?ii", has_model=False),
    _Family("Pentium 4", rf"pentium{_MARK}[ -]?(?:iv|4(?!\d))|p-?iv", "pe pi p-", "pentium|p-?iv", has_model=False),
    _Family("Pentium Pro", rf"pentium{_MARK}[ -]?pro|ppro", "pe pp", "pentium|ppro", has_model=False),
    _Family("Pentium MMX", rf"pentium{_MARK}[ /-]?mmx|p55c", "pe p5", "pentium|p55c", has_model=False),
    _Family("Pentium M", rf"pentium{_MARK}[ -]m", "pe", "pentium", has_model=False),
    _Family("Pentium", rf"pentium{_MARK}(?: classic)?", "pe", "pentium", has_model=False),
    _Family("Pentium III", r"p3(?!\d)", "p3", r"p\d", is_sure=False, has_model=False),
    _Family("Pentium II", r"p2(?!\d)", "p2", r"p\d", is_sure=False, has_model=False),
    _Family("Pentium 4", r"p4(?:ht)?(?!\d)", "p4", r"p\d", is_sure=False, has_model=False),
    _Family("Celeron", rf"celeron{_MARK}(?: \((?:coppermine|mendocino)\))?", "ce", "celeron", has_model=False),
    _Family("Xeon Platinum", rf"xeon{_MARK} platinum", "xe", "xeon"),
    _Family("Xeon Gold", rf"xeon{_MARK} gold", "xe", "xeon"),
    _Family("Xeon Silver", rf"xeon{_MARK} silver", "xe", "xeon"),
    _Family("Xeon Phi", rf"xeon{_MARK} phi", "xe", "xeon"),
    _Family("Xeon", rf"xeons?{_MARK}", "xe", "xeon"),
    _Family("Core", rf"core{_MARK}(?=[ -](?:i[3579]|ultra|2)\b)", "co", "core"),
    *(_Family(f"{_CORE}{n}", rf"(?<!core[ -])(?<!\) )i{n}(?=-\d{{4,5}})", f"i{n}", rf"i{n}-\d") for n in (3, 5, 7, 9)),
    _Family("Athlon MP", r"athlon[ -]?mp", "at", "athlon"),
    _Family("Athlon XP", r"athlon[ -]?xp", "at", "athlon"),
    _Family("Athlon 64", r"athlon[ -]?64", "at", "athlon"),
    _Family("Athlon", r"athlons?", "at", "athlon", has_model=False),
    _Family("Duron", r"duron", "du", "duron", has_model=False),
    _Family("Opteron", r"opterons?", "op", "opteron"),
    _Family("EPYC", r"epyc", "ep", "epyc"),
    _Family("Ryzen", r"ryzen", "ry", "ryzen"),
    _Family(
        "Cyrix",
        r"cyrix(?: (?:m-?ii|mii|6x86\w{0,2}))?|cx[456]86|6x86(?:mx)?",
        "cy cx 6x",
        r"cyrix|cx\d86|\dx86",
        has_model=False,
    ),
    _Family("K6-III", r"k6-(?:iii|3)", "k6", "k6", has_model=False),
    _Family("K6-2", r"k6-2", "k6", "k6", has_model=False),
    _Family("K6", r"k6", "k6", "k6", has_model=False),
    _Family("Itanium 2", r"itanium[ -]?2", "it", "itanium", has_model=False),
    _Family("Itanium", r"itanium", "it", "itanium", has_model=False),
    _Family("UltraSPARC", r"ultra[ -]?sparc(?:[ -]?i{1,3})?", "ul", "sparc", has_model=False),
    _Family("Xeon Phi", r"knights (?:landing|mill)", "kn", "knights", has_model=False),
    _Family("AMD", r"amd (?=\d{4}[gx]\b)", "am", r"amd \d"),
    _Family("GX", r"gx(?=-\d{3})", "gx", r"gx-\d"),
    _Family("Hygon", r"hygon(?: c86)?", "hy", "hygon"),
    _Family("Kunpeng", r"kunpeng", "ku", "kunpeng"),
    _Family("Phytium", r"phytium", "ph", "phytium"),
    _Family("Loongson", r"loongson", "lo", "loongson"),
    _Family("Yitian", r"yitian(?=[ -]?\d)", "yi", "yitian"),
    _Family("Altra", r"(?:ampere )?altra(?: max)?", "am al", "altra", has_model=False),
    _Family("Cortex", r"cortex(?=-[amrx]\d)", "co", "cortex"),
    _Family("Neoverse", r"neoverse", "ne", "neoverse"),
    _Family("Graviton", r"graviton", "gr", "graviton"),
    _Family("ThunderX", r"thunder ?x", "th", "thunder ?x"),
    _Family("Snapdragon", r"snapdragon|sdm(?=\d{3}\b)|sm(?=[678]\d{3}\b)", "sn sd sm", r"snapdragon|sdm\d|sm[678]\d"),
    _Family("Raspberry Pi", r"raspberry ?pi|rpi(?= ?\d)", "ra rp", "raspberry|rpi"),
    *(
        _Family(
            *(f"Apple M{n}", rf"apple m{n}(?!\d)|m{n}(?= (?:soc|pro|max|ultra)\b)", f"ap m{n}", rf"apple m|\bm{n} "),
            has_model=False,
        )
        for n in range(1, 5)
    ),
    _Family("i.MX", r"i\.?mx(?= ?[6-9])", "i. im", "mx ?[6789]"),
    _Family("Sophgo SG", r"sg(?=20\d\d)", "sg", "sg20"),
    _Family("Rockchip RK", r"rk(?=3\d{3})", "rk", "rk3"),
    _Family("MediaTek MT", r"mt(?=[68]\d{3})", "mt", "mt[68]"),
    _Family("Exynos", r"exynos(?= ?\d)", "ex", "exynos"),
    _Family("Tegra", r"tegra(?= ?\d)", "te", "tegra"),
    _Family("Pixel", r"pixel(?= ?\d)", "pi", "pixel"),
    _Family("SGI Altix", r"(?:sgi )?altix", "sg al", "altix", has_model=False),
    _Family("NUMA-Q", r"numa-?q", "nu", "numa-?q", has_model=False),
    _Family("PowerPC", r"powerpc|ppc64(?:le)?|ppc", "po pp", "powerpc|ppc", is_sure=False, has_model=False),
    _Family("POWER", r"power(?=\d{1,2}\b)", "po", "power"),
    _Family("POWER", r"power(?= \d{1,2}\b)", "po", "power", is_sure=False),
    _Family("Alpha", r"alpha", "al", "alpha", is_sure=False, has_model=False),
    _Family("s390", r"s390x?", "s3", "s390", is_sure=False, has_model=False),
    _Family("ia64", r"ia-?64", "ia", "ia-?64", is_sure=False, has_model=False),
    _Family("486", r"i?486(?:dx\d?|sx)?", "i4 48", "486", is_sure=False, has_model=False),
    _Family("i386", r"i386", "i3", "i386", is_sure=False, has_model=False),
    _Family("i586", r"i586", "i5", "i586", is_sure=False, has_model=False),
    _Family("i686", r"i686", "i6", "i686", is_sure=False, has_model=False),
    _Family("x86-64", r"x86[-_]64|amd64", "x8 am", "x86|amd64", is_sure=False, has_model=False),
)
SIGNS: Final = tuple(dict.fromkeys(sign for family in _FAMILIES for sign in family.signs.split("|")))
"""One of these is in every text that names a processor, in small letters."""


def stems(signs: Iterable[str]) -> Iterator[str]:
    """The letters with which what such signs find begins: of many texts, few hold any of these."""
    for sign in signs:
        found = [""]
        for piece, is_optional in _PIECE.findall(sign.removeprefix(r"\b")):
            letters = digits if piece == r"\d" else piece.strip("[]") or piece
            if len(found[0]) >= _ENOUGH and (is_optional or len(letters) > 1):
                break
            longer = [f"{stem}{letter}" for stem in found for letter in letters]
            found = [*found, *longer] if is_optional else longer
        yield from found


def _beginnings() -> str:
    """A pattern of what names begin with, the marks of a maker and of a kind included."""
    found: dict[str, set[str]] = {}
    for begin in " ".join((*(family.begins for family in _FAMILIES), "mo in am")).split():
        found.setdefault(begin[0], set()).add(begin[1])
    return "|".join(f"{first}[{re.escape(''.join(sorted(seconds)))}]" for first, seconds in sorted(found.items()))


# In small letters: blind to case it would take three times as long.
_NAME = re.compile(
    # A clock may be glued to the front: "1133MhzP3"; "17,486" is a number.
    rf"(?:(?<![\w.-])(?<!\d,)|(?<=hz))(?={_beginnings()})(?P<mobile>mobile )?(?:(?:intel|amd)(?:\(r\))? )?(?:"
    + "|".join(f"(?P<f{number}>{family.pattern})" for number, family in enumerate(_FAMILIES))
    + rf")(?![a-z]|_(?!at_))(?P<xeon> xeons?{_MARK}(?![a-z_]))?",
    re.ASCII,
)
# Letters of other scripts stay: some of them are wider or narrower when they are small.
_SMALL = {ord(letter): letter.lower() for letter in ascii_uppercase}
# The clocks that Pentiums were sold with; "p90" in small letters is a percentile.
_PENTIUM_AT = re.compile(
    r"(?<![\w.-])P(60|66|75|90|100|120|133|150|166|200|233)(?P<mmx>[ /-]?MMX)?(?![\w.%])", re.ASCII
)
_MODEL = re.compile(
    r"(?: cpu)?[ -]?(?P<model>(?:i[3579][- ]|ultra |[adefmnqrswx]\d?-?)?\d{1,5}[a-z]{0,3}(?: (?:duo|quad))?(?: v\d)?)"
    r"(?![\w.]|\s?[mg]hz|\s?[kmg]i?b)",
    _FLAGS,
)
_CLOCK = re.compile(
    r"(?:\s(?:cpu|processor))?(?P<joint>\s{0,2}@\s{0,2}|_at_|\s?\(at?\)\s?|\s?\[at\]\s?|\s(?:running )?at\s|[ /-]|)"
    r"(?P<number>\d{1,4}(?:\.\d{1,3})?)\s?(?P<unit>[mg]hz)?"
    r"(?![\w%]|[.,]\d|\.[a-z]|\s?[kmg]i?b|\s?x\b|/s|[ -](?:bit|core|node|socket|way)"
    r"|\s(?:clients|cpus?|processes|runs|tasks|threads|times|users))",
    _FLAGS,
)
_SLOWEST_MHZ, _FASTEST_MHZ, _FASTEST_GHZ = 60, 4999, 10


@dataclass(frozen=True, slots=True)
class Processor:
    """A processor named at columns [start, end), its clock in MHz where stated, and whether it can be nothing else."""

    name: str
    mhz: float | None
    start: int
    end: int
    sure: bool


def processors(text: str) -> Iterator[Processor]:
    """The processors that a text names; "P133" is a Pentium at 133 MHz."""
    for match in _NAME.finditer(text.lower() if text.isascii() else text.translate(_SMALL)):
        yield _processor(text, match)
    for match in _PENTIUM_AT.finditer(text):
        name = "Pentium MMX" if match["mmx"] else "Pentium"
        yield Processor(name, float(match[1]), match.start(), match.end(), sure=bool(match["mmx"]))


def megahertz(number: str, unit: str) -> float:
    """A clock in MHz."""
    return round(float(number) * (1000 if unit[:1].lower() == "g" else 1), 3)


def _processor(text: str, match: re.Match[str]) -> Processor:
    row = next(number for number in range(len(_FAMILIES)) if match[f"f{number}"] is not None)
    family = _FAMILIES[row]
    name, end = f"{'Mobile ' if match['mobile'] else ''}{family.name}{' Xeon' if match['xeon'] else ''}", match.end()
    model = _MODEL.match(text, end) if family.has_model else None
    if model is not None:
        name, end = f"{name}{'-' if family.name.startswith(_CORE) else ' '}{model['model']}", model.end()
    clock = _CLOCK.match(text, end)
    mhz = _stated_clock(clock) if clock is not None else None
    if clock is not None and mhz is not None:
        end = clock.end()
    return Processor(name, mhz, match.start(), end, family.is_sure)


def _stated_clock(clock: re.Match[str]) -> float | None:
    number, joint = clock["number"], clock["joint"].strip()
    if clock["unit"]:
        return megahertz(number, clock["unit"])
    if _SLOWEST_MHZ <= float(number) <= _FASTEST_MHZ:
        return megahertz(number, "")
    # A small number is gigahertz where it has decimals ("P4 2.4") or stands behind an @.
    if 0 < float(number) < _FASTEST_GHZ and ("." in number or joint == "@"):
        return megahertz(number, "g")
    return None
