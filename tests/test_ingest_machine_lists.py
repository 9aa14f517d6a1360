"""Machines that posts describe as lists of keys and values."""

from archive import hardware
from archive.results import Attribution, Basis, Machine
from archive.text import lines
from ingest.machine_lists import fuller, machine_lists

LIST = """\
Where it ran:

CPU Model   : Intel Xeon Phi CPU 7255 @ 1.10GHz (a.k.a. Knights Mill)
Fam/Mod/Ste : 6:133:0
Memory      : 96G
Storage     : rotary, XFS filesystem
"""
WRAPPED = """\
driver      : acpi_cpufreq
machine     : AMD EPYC 7742 (Zen2, aka "Rome"), dual socket,
              128 cores / 256 threads, SATA SSD storage, 250G of memory,
\t      XFS filesystem
"""


def boxes(text: str) -> list[tuple[str | None, float | None, int | None, int | None]]:
    found = (machine.hardware for machine in machine_lists(lines(text), 0))
    return [(box.cpu, box.mhz, box.cpus, box.memory_mb) for box in found]


def named(text: str) -> Machine:
    box = hardware.parse(text)
    assert box is not None
    return Machine(box, Attribution(Basis.PROSE))


def test_the_items_of_a_list_are_one_machine() -> None:
    assert boxes(LIST) == [("Xeon Phi 7255", 1100.0, None, 98304)]
    assert [span.line for span in machine_lists(lines(LIST), 0)[0].attribution.spans] == [3, 5]


def test_an_item_may_go_on_on_lines_that_stand_further_in() -> None:
    assert boxes(WRAPPED) == [("EPYC 7742", None, 128, 256000)]


def test_a_processor_alone_or_a_size_alone_is_no_list() -> None:
    assert boxes(LIST.replace("Memory", "Colour")) == []
    assert boxes(LIST.replace("CPU Model", "Bought")) == []
    assert boxes(LIST.replace("Memory      : 96G", "\nMemory      : 96G")) == []


def test_a_list_that_tells_more_of_the_same_machine_is_taken() -> None:
    found = machine_lists(lines(LIST), 0)
    assert fuller(named("Knights Mill"), found) == found[0]
    assert fuller(None, found) == found[0]
    for other in ("EPYC 7742", "Xeon Phi 7255 with 64G of memory"):
        assert fuller(named(other), found) == named(other)
    assert fuller(None, found * 2) is None
