"""Names of processors as people write them, with the clock or the model number that stands behind the name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

_FLAGS = re.ASCII | re.IGNORECASE
_MARK = r"(?:\((?:r|tm)\))?"

# Name, pattern, whether it means a processor wherever it stands, whether a plain number behind it is its model.
# Earlier rows win: "Pentium II" would match in "Pentium III".
_CORE = "Core i"
_FAMILIES = (
    ("Pentium III", rf"pentium{_MARK}[ -]?(?:iii|3(?!\d))|p-?iii", True, False),
    ("Pentium II", rf"pentium{_MARK}[ -]?(?:ii|2(?!\d))|p-?ii", True, False),
    ("Pentium 4", rf"pentium{_MARK}[ -]?(?:iv|4(?!\d))|p-?iv", True, False),
    ("Pentium Pro", rf"pentium{_MARK}[ -]?pro|ppro", True, False),
    ("Pentium MMX", rf"pentium{_MARK}[ /-]?mmx|p55c", True, False),
    ("Pentium M", rf"pentium{_MARK}[ -]m", True, False),
    ("Pentium", rf"pentium{_MARK}(?: classic)?", True, False),
    ("Pentium III", r"p3(?!\d)", False, False),
    ("Pentium II", r"p2(?!\d)", False, False),
    ("Pentium 4", r"p4(?!\d)", False, False),
    ("Celeron", rf"celeron{_MARK}(?: \((?:coppermine|mendocino)\))?", True, False),
    ("Xeon Platinum", rf"xeon{_MARK} platinum", True, True),
    ("Xeon Gold", rf"xeon{_MARK} gold", True, True),
    ("Xeon Silver", rf"xeon{_MARK} silver", True, True),
    ("Xeon Phi", rf"xeon{_MARK} phi", True, True),
    ("Xeon", rf"xeons?{_MARK}", True, True),
    ("Core", rf"core{_MARK}(?=[ -](?:i[3579]|ultra|2)\b)", True, True),
    *((f"{_CORE}{n}", rf"(?<!core[ -])(?<!\) )i{n}(?=-\d{{4,5}})", True, True) for n in (3, 5, 7, 9)),
    ("Athlon MP", r"athlon[ -]?mp", True, True),
    ("Athlon XP", r"athlon[ -]?xp", True, True),
    ("Athlon 64", r"athlon[ -]?64", True, True),
    ("Athlon", r"athlons?", True, False),
    ("Duron", r"duron", True, False),
    ("Opteron", r"opterons?", True, True),
    ("EPYC", r"epyc", True, True),
    ("Ryzen", r"ryzen", True, True),
    ("K6-III", r"k6-(?:iii|3)", True, False),
    ("K6-2", r"k6-2", True, False),
    ("K6", r"k6", True, False),
    ("Itanium 2", r"itanium[ -]?2", True, False),
    ("Itanium", r"itanium", True, False),
    ("UltraSPARC", r"ultra[ -]?sparc(?:[ -]?i{1,3})?", True, False),
    ("Xeon Phi", r"knights (?:landing|mill)", True, False),
    ("AMD", r"(?<=amd )(?=\d{4}[gx]\b)", True, True),
    ("GX", r"gx(?=-\d{3})", True, True),
    ("Hygon", r"hygon(?: c86)?", True, True),
    ("Kunpeng", r"kunpeng", True, True),
    ("Phytium", r"phytium", True, True),
    ("Loongson", r"loongson", True, True),
    ("Yitian", r"yitian(?=[ -]?\d)", True, True),
    ("Altra", r"(?:ampere )?altra(?: max)?", True, False),
    ("Cortex", r"cortex(?=-[amrx]\d)", True, True),
    ("Neoverse", r"neoverse", True, True),
    ("Graviton", r"graviton", True, True),
    ("ThunderX", r"thunder ?x", True, True),
    ("Snapdragon", r"snapdragon|sdm(?=\d{3}\b)|sm(?=[678]\d{3}\b)", True, True),
    ("Raspberry Pi", r"raspberry ?pi|rpi(?= ?\d)", True, True),
    *((f"Apple M{n}", rf"apple m{n}(?!\d)|m{n}(?= (?:soc|pro|max|ultra)\b)", True, False) for n in range(1, 5)),
    ("i.MX", r"i\.?mx(?= ?[6-9])", True, True),
    ("Sophgo SG", r"sg(?=20\d\d)", True, True),
    ("Rockchip RK", r"rk(?=3\d{3})", True, True),
    ("MediaTek MT", r"mt(?=[68]\d{3})", True, True),
    ("Exynos", r"exynos(?= ?\d)", True, True),
    ("Tegra", r"tegra(?= ?\d)", True, True),
    ("Pixel", r"pixel(?= ?\d)", True, True),
    ("SGI Altix", r"(?:sgi )?altix", True, False),
    ("NUMA-Q", r"numa-?q", True, False),
    ("PowerPC", r"powerpc|ppc64(?:le)?|ppc", False, False),
    ("POWER", r"power(?=\d{1,2}\b)", True, True),
    ("POWER", r"power(?= \d{1,2}\b)", False, True),
    ("Alpha", r"alpha", False, False),
    ("s390", r"s390x?", False, False),
    ("ia64", r"ia-?64", False, False),
    ("486", r"i?486(?:dx\d?|sx)?", False, False),
    ("i386", r"i386", False, False),
    ("i586", r"i586", False, False),
    ("i686", r"i686", False, False),
    ("x86-64", r"x86[-_]64|amd64", False, False),
)
# With what the names below begin: a look at two letters spares most words from being tried with all families.
_BEGINS = (
    r"(?=a[lt][hpt]|am[dp]|app|c[eo][lr]|dur|e[px][y]|gra|gx|hy|i[3-79antm.-]|k[6nu]|lo|m[1-4ot]|n[eu]|opt"
    r"|p[1-9ehiop-]|r[akpy]|s[3dgmn]|t[eh]|ul|x8|xeo|yit|486|\d{4}[gx])"
)
# In small letters: blind to case it would take three times as long.
_NAME = re.compile(
    # A clock may be glued to the front: "1133MhzP3"; "17,486" is a number.
    rf"(?:(?<![\w.-])(?<!\d,)|(?<=hz)){_BEGINS}(?P<mobile>mobile )?(?:(?:intel|amd)(?:\(r\))? )?(?:"
    + "|".join(f"(?P<f{number}>{pattern})" for number, (_, pattern, _, _) in enumerate(_FAMILIES))
    + rf")(?![a-z]|_(?!at_))(?P<xeon> xeons?{_MARK}(?![a-z_]))?",
    re.ASCII,
)
# Letters of other scripts stay: some of them are wider or narrower when they are small.
_SMALL = {ord(letter): letter.lower() for letter in ascii_uppercase}
# The clocks that Pentiums were sold with; "p90" in small letters is a percentile.
_PENTIUM_AT = re.compile(r"(?<![\w.-])P(60|66|75|90|100|120|133|150|166|200|233)(?![\w.%])", re.ASCII)
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
        yield Processor("Pentium", float(match[1]), match.start(), match.end(), sure=False)


def megahertz(number: str, unit: str) -> float:
    """A clock in MHz."""
    return round(float(number) * (1000 if unit[:1].lower() == "g" else 1), 3)


def _processor(text: str, match: re.Match[str]) -> Processor:
    row = next(number for number in range(len(_FAMILIES)) if match[f"f{number}"] is not None)
    family, _, sure, has_model = _FAMILIES[row]
    name, end = f"{'Mobile ' if match['mobile'] else ''}{family}{' Xeon' if match['xeon'] else ''}", match.end()
    model = _MODEL.match(text, end) if has_model else None
    if model is not None:
        name, end = f"{name}{'-' if family.startswith(_CORE) else ' '}{model['model']}", model.end()
    clock = _CLOCK.match(text, end)
    mhz = _stated_clock(clock) if clock is not None else None
    if clock is not None and mhz is not None:
        end = clock.end()
    return Processor(name, mhz, match.start(), end, sure)


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
