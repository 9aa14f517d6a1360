from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.hardware import Hardware, find, find_in, parse, search_terms, terms
from archive.processors import processors


def stated(text: str) -> dict[str, object]:
    hardware = parse(text)
    assert hardware is not None, text
    assert hardware.text == text
    return {name: value for name, value in asdict(hardware).items() if value is not None and name != "text"}


def mentioned(text: str) -> list[str]:
    return [mention.hardware.text for mention in find(text)]


PIII_800 = {"cpu": "Pentium III", "mhz": 800.0}
FORMS = {
    "PIII@800": PIII_800,
    "PIII_at_800": PIII_800,
    "PIII at 800": PIII_800,
    "PIII(a)800": PIII_800,
    "PIII (at) 800": PIII_800,
    "PIII@800 Reiserfs": {**PIII_800, "filesystem": "reiserfs"},
    "PIII/868MHZ/128MB": {"cpu": "Pentium III", "mhz": 868.0, "memory_mb": 128},
    "133 MHz Pentium, DMA, 80M": {"cpu": "Pentium", "mhz": 133.0, "memory_mb": 80, "disk": "DMA"},
    "400 MHz Mobile Pentium II, UDMA(33), mem=128M": {
        "cpu": "Mobile Pentium II",
        "mhz": 400.0,
        "mem_limit_mb": 128,
        "disk": "UDMA(33)",
    },
    "P133 32M": {"cpu": "Pentium", "mhz": 133.0, "memory_mb": 32},
    "8x1.5Ghz P4HT": {"cpu": "Pentium 4", "mhz": 1500.0, "cpus": 8},
    "16x 700MHz P3 Xeons": {"cpu": "Pentium III Xeon", "mhz": 700.0, "cpus": 16},
    "Dual 250 opterons\n16 GB ram": {"cpu": "Opteron", "cpus": 2, "memory_mb": 16384},
    "32MB P90": {"cpu": "Pentium", "mhz": 90.0, "memory_mb": 32},
    "Quad P3 Xeon (4GB ram)": {"cpu": "Pentium III Xeon", "cpus": 4, "memory_mb": 4096},
    "(4) 700 mhz P3 Xeons": {"cpu": "Pentium III Xeon", "cpus": 4, "mhz": 700.0},
    "i686 797 MHz": {"cpu": "i686", "mhz": 797.0},
    "P4 2.4GHz": {"cpu": "Pentium 4", "mhz": 2400.0},
    "Dual PII-350": {"cpu": "Pentium II", "cpus": 2, "mhz": 350.0},
    "PII-128M": {"cpu": "Pentium II", "memory_mb": 128},
    "2-way SMP PII 450mhz 128mbyte": {"cpu": "Pentium II", "cpus": 2, "mhz": 450.0, "memory_mb": 128},
    "Dual Athlon MP 1900 (1.6 GHz)": {"cpu": "Athlon MP 1900", "cpus": 2, "mhz": 1600.0},
    "Celeron (Mendocino) 498 MHz": {"cpu": "Celeron", "mhz": 498.0},
    "1133MhzP3, 224Mb Ram": {"cpu": "Pentium III", "mhz": 1133.0, "memory_mb": 224},
    "8-way 700 Mhz": {"cpus": 8, "mhz": 700.0},
    "4-way": {"cpus": 4},
    "2P 64MB X86 box": {"cpus": 2, "memory_mb": 64},
    "32x/48GB NUMA-Q": {"cpu": "NUMA-Q", "cpus": 32, "memory_mb": 49152},
    "tiger4 (Itanium2 1.3GHz x2, 8 Gbytes)": {"cpu": "Itanium 2", "cpus": 2, "mhz": 1300.0, "memory_mb": 8192},
    "AMD EPYC 7763 2 sockets": {"cpu": "EPYC 7763"},
    "Intel(R) Xeon(R) Platinum 8260 CPU @ 2.40GHz": {"cpu": "Xeon Platinum 8260", "mhz": 2400.0},
    "Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz": {"cpu": "Core i7-8650U", "mhz": 1900.0},
    "128 threads 2 sockets Intel(R) Xeon(R) Gold 6346 CPU @ 3.10GHz (Ice Lake) with 256G memory": {
        "cpu": "Xeon Gold 6346",
        "cpus": 128,
        "mhz": 3100.0,
        "memory_mb": 262144,
    },
    "lkp-icl-2sp2": {"host": "lkp-icl-2sp2"},
    "hostname: frodo, ext3, 3.75 GB RAM, 5400rpm": {
        "host": "frodo",
        "filesystem": "ext3",
        "memory_mb": 3840,
        "disk": "5400rpm",
    },
}


@pytest.mark.parametrize("text", FORMS)
def test_a_phrase_is_read_as_the_machine_that_it_describes(text: str) -> None:
    assert stated(text) == FORMS[text]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dbench 16",
        "2.4.0-test9 32M",
        "2p/16K 16p/64K",
        "8 GB files",
        "Reiserfs",
        "vanilla",
        "16 procs",
        "2.5.33M 2.4",
    ],
)
def test_a_phrase_without_a_machine_is_none(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    "name",
    [
        *("Pentium(R) III", "p-iii", "PIII", "P3", "pII", "Pentium 4", "P4", "ppro", "P55C", "Pentium-M", "Celeron"),
        *("Xeon Platinum 8480", "XEON", "Core i7-9700", "Core(TM) 2", "Athlon MP", "AthlonXP", "Duron", "Opteron 280"),
        *("EPYC 7742", "Ryzen 9", "K6-2", "K6", "Itanium 2", "UltraSparc", "Knights Landing", "GX-212", "Hygon C86"),
        *("Kunpeng 920", "Phytium", "Loongson", "Ampere Altra", "Altra", "Cortex-A53", "Neoverse N1", "Graviton 3"),
        *("Thunder X", "Snapdragon 865", "SDM845", "SM8650", "Raspberry Pi", "rpi 4", "Apple M1", "Altix"),
        *("SGI Altix", "NUMA-Q", "PowerPC", "ppc64le", "POWER9", "Power 8", "Alpha", "s390x", "ia64", "IA-64"),
        *("486DX", "i486", "i386", "i586", "i686", "x86_64", "AMD64", "Intel Xeon", "AMD EPYC", "mobile Celeron"),
    ],
)
def test_a_processor_is_known_by_its_name_however_written(name: str) -> None:
    assert [(found.start, found.end) for found in processors(f"\u0130n {name}")] == [(3, 3 + len(name))]


def test_machines_are_found_in_many_texts_as_in_each_alone() -> None:
    texts = ("Dual Xeon, 2 GB", "It is slow.", "133 MHz Pentium with 80M", "the core of it", "on my P4 box")
    each = [(number, mention) for number, text in enumerate(texts) for mention in find(text)]
    assert list(find_in(texts)) == each
    assert len(each) == 3


def test_the_end_of_a_long_number_is_no_processor() -> None:
    assert parse("pages out                  59,815,486      64,509,928") is None


def test_a_processor_design_is_a_machine_where_nothing_names_the_model() -> None:
    assert stated("8x-SKYLAKE-UMA") == {"cpu": "Skylake"}
    assert stated("POWER10 (architected), altivec") == {"cpu": "POWER 10"}


def test_a_memory_limit_is_not_installed_memory() -> None:
    assert stated("P133 mem=32M") == {"cpu": "Pentium", "mhz": 133.0, "mem_limit_mb": 32}


def test_prose_mentions_a_machine_with_its_columns() -> None:
    line = "> I've run it on 2.4.19 and 2.5.49 on my laptop (PIII@800 Reiserfs)"
    (mention,) = find(line)
    assert line[mention.start : mention.end] == mention.hardware.text == "PIII@800 Reiserfs"
    assert mention.hardware == Hardware("PIII@800 Reiserfs", "Pentium III", 800.0, filesystem="reiserfs")


def test_a_machine_in_prose_ends_where_other_words_begin() -> None:
    cases = {
        "reason for doing it is that my 32MB P90 is slow": ["32MB P90"],
        "A Quad P3 Xeon (4GB ram), and a 400 MHz Mobile Pentium II too": [
            "Quad P3 Xeon (4GB ram)",
            "400 MHz Mobile Pentium II",
        ],
        "CPU: PIII, speed 648.072 MHz (estimated)": ["PIII, speed 648.072 MHz"],
        "the numbers for the PII-128M. Oops!": ["PII-128M"],
        "kernbench was used on a dual 500Mhz": ["dual 500Mhz"],
        "here on my Athlon": ["Athlon"],
        "measured on a 2GHz Cortex-A57 here": ["2GHz Cortex-A57"],
        "tested on Ampere Altra (80 cores)": ["Ampere Altra (80 cores)"],
        "timed on a Raspberry Pi 4 of mine": ["Raspberry Pi 4"],
        "read on AMD 3900X at night": ["AMD 3900X"],
        "on Intel Xeon Platinum with three levels": ["Intel Xeon Platinum"],
        "with a 'Intel Xeon Gold 5120' CPU and nvme SSD": ["Intel Xeon Gold 5120' CPU and nvme SSD"],
        "a VM with 80 vCPU and 64G memory": ["80 vCPU and 64G memory"],
        "env: qemu box, 4 cpu, 8G mem.": ["4 cpu, 8G mem"],
        "On a Zen3 machine that runs streams": ["Zen3"],
        "2-socket, 56-logical-cores (28+SMT) Skylake, 5 rounds:": ["2-socket, 56-logical-cores (28+SMT) Skylake"],
        "an old server (four Intel Xeon E7-8895 v3 @ 2.60GHz sockets)": ["Intel Xeon E7-8895 v3 @ 2.60GHz"],
        "our small board with processor: AMD GX-412TC SOC": ["AMD GX-412TC"],
        "measured on a Mac with m1 SoC": ["m1"],
        "based on Kunpeng-920 arm64 CPU and 1.5TB nvme ssd": ["Kunpeng-920"],
    }
    assert {line: mentioned(line) for line in cases} == cases


@pytest.mark.parametrize(
    "line",
    [
        "2.4.19 and 2.5.33M with 2.6.0-test9",
        "File size = 8192 megabytes, 8 GB files on ext2",
        "min p90 p99 Throughput 32M",
        "34,234,322,038 cycles # 3.946 GHz ( +- 0.31% )",
        "dbench 32 threads 128MB",
        "frodo Linux 2.4.18 797 0.40 0.56 115. 13.K",
        "optimized for Pentium Classic",
        "X-Priority: P3",
        "On Xeon Phi CPUs set it",
        "2p/0K 2p/16K 8p/64K",
        "this bug was seen on Cortex-A53 too",
        "works around an erratum of Cortex-A76 1463225",
        "people who have Skylake machines know it",
        "on Kunpeng platforms the cost differs",
        "a crash on Ampere Altra was reported",
        "with 8 cores per socket and 64 threads",
    ],
)
def test_versions_sizes_and_loose_words_are_no_machine(line: str) -> None:
    assert mentioned(line) == []


@pytest.mark.parametrize(
    ("query", "machine"),
    [
        ("P133", "133 MHz Pentium, DMA, 80M"),
        ("133 MHz Pentium", "P133 32M"),
        ("PIII@800", "PIII_at_800 Reiserfs"),
        ("PIII(a)800", "PIII at 800"),
        ("Pentium III", "Quad P3 Xeon (4GB ram)"),
        ("pentium", "PIII@800"),
        ("reiserfs", "PIII@800 Reiserfs"),
        ("UDMA", "400 MHz Mobile Pentium II, UDMA(33), mem=128M"),
        ("mem=128M", "400 MHz Mobile Pentium II, UDMA(33), mem=128M"),
        ("4-way", "Quad P3 Xeon (4GB ram)"),
        ("Athlon MP", "Dual Athlon MP 1900 (1.6 GHz)"),
        ("stp4-001", "stp4-001"),
    ],
)
def test_a_machine_is_found_under_its_other_spellings(query: str, machine: str) -> None:
    hardware = parse(machine)
    assert hardware is not None
    assert set(search_terms(query)) <= set(terms(hardware))


@pytest.mark.parametrize(
    ("query", "machine"),
    [
        ("P133", "32MB P90"),
        ("PIII@800", "PIII/868MHZ/128MB"),
        ("Pentium II", "PIII@800"),
        ("128M", "400 MHz Mobile Pentium II, UDMA(33), mem=128M"),
        ("xyzzy", "PIII@800"),
    ],
)
def test_another_machine_is_not_found(query: str, machine: str) -> None:
    hardware = parse(machine)
    assert hardware is not None
    assert not set(search_terms(query)) <= set(terms(hardware))


def test_terms_are_lower_case_and_named_as_people_write_them() -> None:
    hardware = parse("PIII@800 Reiserfs")
    assert hardware is not None
    assert terms(hardware) == ("pentium", "piii", "piii@800", "800mhz", "reiserfs")


@given(st.one_of(st.text(max_size=80), st.text("PpIi@0123456789 MmGgHzBbxw-/().,=", max_size=80)))
def test_no_text_makes_reading_fail(text: str) -> None:
    parse(text)
    for mention in find(text):
        assert text[mention.start : mention.end] == mention.hardware.text


def test_reading_a_long_line_stays_quick() -> None:
    for text in ("PIII, " * 600, "PIII" + " " * 3900, "1" * 4000 + "Pentium", "Xeon(" * 800, "P133 " * 800):
        list(find(text))


def test_a_machine_of_which_only_its_size_is_told_is_one_where_somebody_used_it() -> None:
    for text, cpus in (
        ("results on a 8 nodes (4 cores per node, 32 cores in total) machine.", 32),
        ("ran on a 4-socket 72-core server", 72),
        ("all of it on my VM with 8 vCPUs", 8),
    ):
        [mention] = find(text)
        assert (mention.hardware.cpus, mention.hardware.is_only_counted) == (cpus, True)
    for text in (
        "This crashes on a machine with 64 CPUs",
        "On systems with 64 cores it may matter",
        "a 4 CPU guest",
        "fix a hang on my 8-core machine",
    ):
        assert list(find(text)) == []


def test_systems_on_a_chip_and_instances_for_hire_are_machines() -> None:
    names = [m.hardware.cpu for m in find("compared on sg2042 (64 cores), on RK3588, on an i.MX8MM and on Tegra 210")]
    assert names == ["Sophgo SG 2042", "Rockchip RK 3588", "i.MX 8MM", "Tegra 210"]
    assert [m.hardware.host for m in find("on an AWS c5.4xlarge instance")] == ["c5.4xlarge"]
    assert list(find("mt7921e firmware, c5.4 large files, a pixel of 8 bits")) == []


def test_models_of_core_are_known_without_the_word() -> None:
    assert [m.hardware.cpu for m in find("on my i7-13700K, and on an Intel i5-8250U laptop")] == [
        "Core i7-13700K",
        "Core i5-8250U",
    ]
    assert list(find("an i7-entry table, i5-1 and i2c-1234")) == []


def test_a_processor_that_ends_what_was_measured_is_the_machine() -> None:
    assert [m.hardware.cpu for m in find("Benchmark with modprobe tcrypt mode=610 num_mb=8192, i3-12100:")] == [
        "Core i3-12100"
    ]
    assert [m.hardware.mhz for m in find("Benchmark on T-Head Yitian-710 2.75 GHz, by mode 218")] == [2750.0]
    assert list(find("tests were sent for review, with or without i3-12100 quirks")) == []


@pytest.mark.parametrize(
    ("text", "memory"),
    [
        ("Athlon II 1 GHz (0.18 µm) MSI MS-6167 Rev 1.0B (Irongate C4) 640 MB PC100-2-2-2 SDRAM", 640),
        ("an Athlon 1300 MHz, 200 FSB, with 256 Mbyte RAM", 256),
        ("a small box: Cx586@120Mhz, no optimizations, 56M", 56),
        ("It is a Dual 1Ghz/2GRam/4GSwap box.", 2048),
        ("I have a PIII 700. Another has 256MB RAM.", None),
        ("I have a PIII 700 and a box with 256MB RAM.", None),
        ("The PIII 700 wrote 600 MB of files", None),
    ],
)
def test_the_memory_of_a_machine_may_stand_behind_its_other_pieces(text: str, memory: int | None) -> None:
    [mention] = list(find(text))[:1]
    assert mention.hardware.memory_mb == memory


def test_a_design_in_brackets_belongs_to_the_name_before_them() -> None:
    (found,) = find("It ran on a 2-socket system with Intel 8336C (Ice Lake) and 512GB of RAM.")
    assert found.hardware.text == "Intel 8336C (Ice Lake) and 512GB of RAM"
    assert found.hardware.memory_mb == 524288
