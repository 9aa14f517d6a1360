"""A family of processors stands in one row, and whatever looks for processors follows from that row."""

import pytest

from archive.hardware import can_be_hardware, find
from archive.mention_lines import lines_of_machines, tell
from archive.processors import _FAMILIES, processors, stems

# A name of each row, as it is posted.
NAMES = (
    *("Pentium III", "PII", "P-IV", "PPro", "P55C", "Pentium-M", "Pentium classic", "P3", "P2", "P4", "Celeron"),
    *("Xeon Platinum 8260", "Xeon Gold 6230", "Xeon(R) Silver 4110", "Xeon Phi 7250", "Xeon E5-2690", "Core i7 920"),
    *("i3-9100", "i5-8250", "i7-4770", "i9-9900", "Athlon MP 2000", "Athlon-XP 1800", "Athlon 64 3200", "Athlon"),
    *("Duron", "Opteron 6274", "EPYC 7742", "Ryzen 5950", "Cyrix", "K6-III", "K6-2", "K6", "Itanium 2", "Itanium"),
    *(
        "UltraSPARC",
        "Knights Landing",
        "AMD 3900X",
        "GX-424",
        "Hygon C86",
        "Kunpeng 920",
        "Phytium",
        "Loongson",
        "Yitian 710",
    ),
    *("Ampere Altra Max", "Cortex-A72", "Neoverse N1", "Graviton 2", "Thunder X", "SDM845", "rpi 4", "Apple M1"),
    *("M2 Max", "M3 Pro", "M4 SoC", "i.MX 6", "SG2042", "RK3399", "MT8183", "Exynos 5422", "Tegra 3", "Pixel 6"),
    *("SGI Altix", "NUMA-Q", "PPC64LE", "POWER9", "power 8", "Alpha", "s390x", "IA64", "i486dx", "i386", "i586"),
    *("i686", "AMD64"),
)


@pytest.mark.parametrize("name", [*NAMES, "P133"])
def test_a_name_is_found_wherever_machines_are_looked_for(name: str) -> None:
    assert [found.start for found in processors(name)] == [0]
    assert can_be_hardware(name)
    line = f"on a {name} with 512 MB"
    assert [mention.start for mention in find(line)] == [line.index(name)]
    text = f"The table:\n{line}\nthat was it"
    assert lines_of_machines(text, dict(tell(text.split())), str.split) == {line}


def test_every_family_has_a_name_here() -> None:
    named = {found.name for name in NAMES for found in processors(name)}
    assert all(any(name.startswith(family.name) for name in named) for family in _FAMILIES)


def test_signs_are_looked_for_by_the_letters_that_they_begin_with() -> None:
    assert [*stems(["xeon", r"sm[67]\d", "p-?iv", "numa-?q", r"\bm1 ", r"i3-\d"])] == [
        *("xeon", "sm6", "sm7", "piv", "p-iv", "numa", "m1 ", "i3-")
    ]
