"""Run a command and say what it cost: CPU seconds of the whole process tree, wall seconds, peak memory."""

import os
import resource
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU and wall seconds, and the peak resident size of the largest process in MB."""

    cpu: float
    wall: float
    peak_mb: float


def cost_of(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end; raises CalledProcessError where it fails."""
    started, before = time.monotonic(), os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    # ru_maxrss of children is the largest one that has ended so far, so the commands of one benchmark run smallest
    # first.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return Cost(cpu, time.monotonic() - started, peak)


def bytes_below(folder: Path) -> int:
    """The size of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
