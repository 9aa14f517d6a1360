"""The machine's snapshot says what it finds in /proc and /sys, and "unknown" where it finds nothing."""

import os
from pathlib import Path

import pytest

from runner.machine import processes_of_user, snapshot

CPUINFO = """processor\t: 0
model name\t: Pentium III (Coppermine)
cpu MHz\t\t: 796.543
flags\t\t: fpu vme{hypervisor}

processor\t: 1
model name\t: another
cpu MHz\t\t: 1.0
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {
        "proc/cpuinfo": CPUINFO.format(hypervisor=""),
        "proc/meminfo": "MemTotal:         126976 kB\nMemFree: 5 kB\n",
        "proc/mounts": "/dev/hda3 / reiserfs rw,notail 0 0\n",
        "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
        "sys/devices/system/clocksource/clocksource0/current_clocksource": "pit\n",
        "bin/bash": "",
        "bin/true": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "bin" / "sh").symlink_to("bash")
    return tmp_path


def test_a_snapshot_holds_what_the_system_says(root: Path) -> None:
    found = dict(snapshot(root, "cc 2.95", root))

    assert found["kernel"] == os.uname().release
    assert found["cpu"] == "Pentium III (Coppermine)"
    assert found["mhz"] == "796.543"
    assert found["memory"] == "124 MB"
    assert (found["scratch filesystem"], found["scratch mount options"]) == ("reiserfs", "rw,notail")
    assert found["governor"] == "powersave"
    assert found["virtualisation"] == "none"
    assert found["compiler"] == "cc 2.95"
    assert found["shell"] == str(root / "bin" / "bash")
    assert found["/bin entries"] == "3"
    assert "from pit" in found["clock"]


def test_a_virtual_machine_says_so(root: Path) -> None:
    (root / "proc/cpuinfo").write_text(CPUINFO.format(hypervisor=" hypervisor"), encoding="utf-8")
    (root / "sys/class/dmi/id").mkdir(parents=True)
    (root / "sys/class/dmi/id/sys_vendor").write_text("QEMU\n", encoding="utf-8")

    assert dict(snapshot(root, "cc", root))["virtualisation"] == "virtual machine (QEMU)"


def test_what_cannot_be_found_is_unknown(tmp_path: Path) -> None:
    found = dict(snapshot(tmp_path, "cc", tmp_path))

    for name in ("cpu", "mhz", "memory", "scratch filesystem", "governor", "virtualisation", "shell", "/bin entries"):
        assert found[name] == "unknown", name


def test_each_name_stands_once_so_that_a_snapshot_can_be_looked_up(root: Path) -> None:
    names = [name for name, _ in snapshot(root, "cc", root)]

    assert len(names) == len(set(names))


def test_the_processes_of_the_user_are_counted_with_their_threads(tmp_path: Path) -> None:
    for pid, threads in (("7", 3), ("8", 1)):
        for number in range(threads):
            (tmp_path / pid / "task" / str(number)).mkdir(parents=True)
    (tmp_path / "9").mkdir()  # ended while we looked
    (tmp_path / "self").mkdir()

    assert processes_of_user(tmp_path) == 4
    assert processes_of_user() >= 1
