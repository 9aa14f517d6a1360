"""Which lines are worth reading for kernels and machines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive import hardware, kernels
from archive.mention_lines import lines_of_kernels, lines_of_machines, may_mention_kernel, tell

PIECES = (
    *("2.5", "2.5.49", "2.5.49-mm1", "v5.2", "V5.2", "4.19", "linux-4.19", "2.4.x", "3.x", "5.10.y", "2.4.*", "1.05"),
    *(
        "6.1-rc2",
        "kernel",
        "kernels",
        "vmlinuz",
        "bzImage",
        "patch",
        "System.map",
        "series",
        "tree",
        "version",
        "1. Setup",
    ),
    *(
        "PIII@800",
        "P133",
        "p4",
        "Pentium",
        "Celeron",
        "Core i5-8250U",
        "Core(TM) 2",
        "Athlon XP",
        "1133MhzP3",
        "800 MHz",
    ),
    *("1.5GHz", "x86_64", "i686", "ppc64", "POWER 8", "Alpha", "dual", "quad", "4-way", "8 CPUs", "(2)", "x4)", "2p"),
    *(
        "512MB",
        "128 M",
        "80M of RAM",
        "mem=64m",
        "laptop",
        "box",
        "server",
        "my",
        "on",
        "with",
        "an",
        "AMD",
        "Intel(R)",
    ),
    *(
        "NUMA-Q",
        "SGI Altix",
        "UltraSPARC IIi",
        "s390x",
        "ia-64",
        "486DX2",
        "K6-2",
        "mobile",
        "EPYC 7742",
        "Cortex-A57",
        "Ampere Altra",
        "Graviton3",
        "ThunderX2",
        "Raspberry Pi 4",
        "rpi4",
        "Apple M1",
        "M2 Pro",
        "Hygon C86",
        "Phytium 2000",
        "Loongson 3A5000",
        "POWER9",
        "Skylake",
        "2x-SKYLAKE-UMA",
        "Sapphire Rapids",
        "Zen3",
        "Neoverse N1",
        "AMD GX-412TC",
        "AMD 4800H",
        "Snapdragon 845",
        "sdm845",
        "Knights Landing",
        "4 vcpus",
        "16 cores",
        "64GB memory",
        "processor:",
        "EPYC",
        "xeons",
        "Exynos 5422",
        "i.MX6",
        "Pixel 6",
        "sm8650-qrd",
        "rk3288",
        "c5.metal",
        "384 cpus",
        "guest",
    ),
)
texts = st.lists(st.sampled_from(PIECES), max_size=6).flatmap(
    lambda pieces: st.sampled_from((" ", ", ", "-", "/", "", "(")).map(lambda joint: joint.join(pieces))
)


def lines_found(text: str) -> tuple[set[str], set[str]]:
    """The lines of a text worth reading for kernels, and for machines."""
    told = dict(tell(text.split()))
    return (
        {line for line in lines_of_kernels(text, told, str.split) if may_mention_kernel(line)},
        {line for line in lines_of_machines(text, told, str.split) if hardware.can_be_hardware(line)},
    )


def test_the_lines_are_told_from_those_beside_them() -> None:
    text = "on 2.5.49 and 2.4.19\nno number\na PIII@800 and a P4\n1.5 per cent\nLinux 4.19\nDual Xeon"
    assert lines_found(text) == ({"on 2.5.49 and 2.4.19", "Linux 4.19"}, {"a PIII@800 and a P4", "Dual Xeon"})


@pytest.mark.parametrize(
    "line", ["fork_test 1.05 2.75", "10.2.3.4 was up", "rows 0.5 of 2.71", "http2 up4 scores", "score", "128 MB/s"]
)
def test_most_lines_with_figures_are_not_worth_reading(line: str) -> None:
    assert lines_found(line) == (set(), set())


def test_many_pieces_are_looked_for_as_few_are() -> None:
    text = "\n".join(f"run {number}\non 2.4.{number}" for number in range(100))
    assert lines_of_kernels(text, dict(tell(text.split())), lambda line: line[:1]) == lines_found(text)[0]
    assert lines_found(text)[0] == {f"on 2.4.{number}" for number in range(100)}


@given(st.lists(texts, min_size=1, max_size=4))
def test_no_line_that_mentions_something_is_passed_over(lines: list[str]) -> None:
    of_kernels, of_machines = lines_found("\n".join(lines))
    for line in lines:
        if list(kernels.find(line)) or list(kernels.series_in(line)):
            assert line in of_kernels
        if list(hardware.find(line)):
            assert line in of_machines
