"""The machine of a run as (name, value) pairs, for judging a difference; "unknown" is said, never guessed."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

from runner.scratch import filesystem

UNKNOWN = "unknown"
NO_CONTAINER = "none seen"

_ROOT = Path("/")
_MAX_FILE = 1_000_000


def snapshot(scratch: Path, compiler: str, root: Path = _ROOT) -> tuple[tuple[str, str], ...]:
    """What stays the same during a run; `compiler` is what that says of itself, `root` where /proc and /sys are."""
    system = os.uname()
    mount = filesystem(scratch, root / "proc/mounts")
    cpu = _read(root / "proc/cpuinfo")
    return (
        ("kernel", system.release),
        ("kernel build", system.version),
        ("architecture", system.machine),
        ("cpu", _field(cpu, ("model name", "Model", "cpu model", "Hardware", "uarch"))),
        ("mhz", _field(cpu, ("cpu MHz", "clock"))),
        ("cpus", str(_cpus())),
        ("memory", _memory(_read(root / "proc/meminfo"))),
        ("governor", _read(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").strip() or UNKNOWN),
        ("virtualisation", _virtualisation(cpu, root)),
        ("container", _container(root)),
        ("scratch filesystem", mount.kind),
        ("scratch mount options", mount.options),
        ("compiler", compiler),
        ("libc", _libc()),
        ("shell", _shell(root / "bin/sh")),
        ("/bin entries", _entries(root / "bin")),
        ("clock", _clock(root)),
    )


def load() -> str:
    """The load averages over 1, 5 and 15 minutes."""
    try:
        return " ".join(f"{average:.2f}" for average in os.getloadavg())
    except OSError:
        return UNKNOWN


def processes_of_user(proc: Path = Path("/proc")) -> int:
    """How many processes and threads this user has now, as RLIMIT_NPROC counts them."""
    return sum(_threads(folder) for folder in proc.glob("[0-9]*"))


def _threads(process: Path) -> int:
    try:
        if process.stat().st_uid != os.getuid():
            return 0
        return sum(1 for _ in (process / "task").iterdir())
    except OSError:  # it has ended meanwhile
        return 0


def _field(cpuinfo: str, names: tuple[str, ...]) -> str:
    """The first field of /proc/cpuinfo with one of these names; they differ from architecture to architecture."""
    fields = dict(reversed(list(_fields(cpuinfo))))
    return next((fields[name] for name in names if fields.get(name)), UNKNOWN)


def _fields(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            yield name.strip(), " ".join(value.split())


def _cpus() -> int | str:
    try:
        return len(os.sched_getaffinity(0))
    except OSError:
        return UNKNOWN


def _memory(meminfo: str) -> str:
    kilobytes = re.match(r"(\d{1,15}) kB$", _field(meminfo, ("MemTotal",)))
    return f"{int(kilobytes[1]) // 1024} MB" if kilobytes else UNKNOWN


def _virtualisation(cpuinfo: str, root: Path) -> str:
    """What the machine says of being virtual; an x86 CPU says for sure whether it is, others do not."""
    hypervisor = _read(root / "sys/hypervisor/type").strip()
    product = " ".join(
        _read(root / "sys/class/dmi/id" / name).strip() for name in ("sys_vendor", "product_name")
    ).strip()
    flags = _field(cpuinfo, ("flags",))
    if "hypervisor" in flags.split():
        return f"virtual machine ({hypervisor or product or 'kind unknown'})"
    if hypervisor:
        return f"virtual machine ({hypervisor})"
    return UNKNOWN if flags == UNKNOWN else "none"


def _container(root: Path) -> str:
    marks = (("docker", root / ".dockerenv"), ("podman", root / "run/.containerenv"), ("lxc", root / "dev/lxd"))
    return next((name for name, mark in marks if mark.exists()), NO_CONTAINER)


def _libc() -> str:
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or UNKNOWN
    except (ValueError, OSError):  # another C library than glibc does not know the name
        return UNKNOWN


def _shell(path: Path) -> str:
    try:
        return str(path.resolve(strict=True))
    except OSError:
        return UNKNOWN


def _entries(folder: Path) -> str:
    try:
        return str(len(os.listdir(folder)))
    except OSError:
        return UNKNOWN


def _clock(root: Path) -> str:
    source = _read(root / "sys/devices/system/clocksource/clocksource0/current_clocksource").strip() or UNKNOWN
    return f"CLOCK_MONOTONIC from {source}, step {time.clock_getres(time.CLOCK_MONOTONIC):g} s"


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(_MAX_FILE)
    except OSError:
        return ""
