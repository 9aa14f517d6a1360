"""The machine that a result was measured on, as a post names it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hardware:
    """A machine as posted and as read: megahertz, number of CPUs, megabytes of memory and of a `mem=` limit; None where not stated."""

    text: str
    cpu: str | None = None
    mhz: float | None = None
    cpus: int | None = None
    memory_mb: int | None = None
    mem_limit_mb: int | None = None
    disk: str | None = None
    filesystem: str | None = None
    host: str | None = None
