"""Run a command and say what it cost: CPU seconds of the whole process tree, wall seconds, peak memory."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_BETWEEN_LOOKS = 0.1
"""Seconds from one look at the memory to the next; a shorter peak goes unseen."""


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU and wall seconds of a process tree, and the most anonymous memory that its processes held at one time, in
    MB; pages of mapped files are not counted, since the system can take them back.
    """

    cpu: float
    wall: float
    peak_mb: float

    def __add__(self, other: "Cost") -> "Cost":
        """What one command after the other costs."""
        return Cost(self.cpu + other.cpu, self.wall + other.wall, max(self.peak_mb, other.peak_mb))


def cost_of(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end in a session of its own; raises CalledProcessError where it fails."""
    started, peak = time.monotonic(), 0.0
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, env={**os.environ, **(environment or {})}, start_new_session=True
    )
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        peak = max(peak, _anonymous_mb(process.pid))
        time.sleep(_BETWEEN_LOOKS)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(usage.ru_utime + usage.ru_stime, time.monotonic() - started, peak)


def bytes_below(folder: Path) -> int:
    """The size of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _anonymous_mb(session: int) -> float:
    """The anonymous memory of all processes of a session, in MB."""
    return sum(_anonymous_kb(entry) for entry in Path("/proc").glob("[0-9]*") if _session(entry) == session) / 1024


def _session(process: Path) -> int | None:
    """The session of a process; None where it has just ended. Its name may hold blanks and brackets."""
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[3])
    except (OSError, IndexError):
        return None


def _anonymous_kb(process: Path) -> int:
    """A page that processes share, as a process and the one that it was forked from do, is divided among them."""
    try:
        lines = (process / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss_Anon:")), 0)
