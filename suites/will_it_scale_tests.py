"""will-it-scale's tests and how people write their names; no suite.

page_fault1    open1_threads    tlb_flush1_processes    page_fault3_per_process_ops    will-it-scale/lock2_threads
"""

import re
from dataclasses import dataclass

_TOLD = {
    "brk": "moves the end of the heap",
    "context_switch": "passes a byte to and fro through pipes",
    "dup": "duplicates and closes a file descriptor",
    "eventfd": "reads and writes an eventfd",
    "fallocate": "allocates and frees blocks of a file",
    "futex": "calls futex()",
    "getppid": "calls getppid()",
    "lock": "locks and unlocks parts of a file",
    "lseek": "seeks in a file",
    "malloc": "allocates and frees memory",
    "mmap": "maps and unmaps memory",
    "open": "opens and closes a file",
    "page_fault": "touches pages of a mapping",
    "pipe": "writes to a pipe and reads from it",
    "poll": "polls file descriptors",
    "posix_semaphore": "posts a semaphore and waits for it",
    "pread": "reads at a place of a file",
    "pthread_mutex": "locks and unlocks a mutex",
    "pwrite": "writes at a place of a file",
    "read": "reads from a file",
    "readseek": "seeks in a file and reads",
    "sched_yield": "gives up the CPU",
    "signal": "sends itself a signal",
    "tlb_flush": "unmaps pages that all CPUs have seen",
    "unix": "writes to a socket pair and reads from it",
    "unlink": "creates and removes a file",
    "write": "writes to a file",
    "writeseek": "seeks in a file and writes",
    "stat": "asks for the state of a file",
    "fstat": "asks for the state of an open file",
    "poll_timer": "polls with a timer",
    "mremap": "moves a mapping",
    "getrlimit": "asks for a limit",
    "access": "asks whether a file may be used",
}
_NUMBERED = ("1", "2", "3", "4", "5")
# Words of other meanings need their number, or the program's name before them.
_NAME = re.compile(
    r"(?<![A-Za-z0-9_.-])(?P<slash>will[-_ ]?it[-_ ]?scale[ /.-])?"
    r"(?P<test>(?:brk|context_switch|dup|eventfd|fallocate|futex|getppid|lock|lseek|malloc|mmap|open|page_?fault|pipe|poll"
    r"|posix_semaphore|pread|pthread_mutex|pwrite|readseek|read|signal|tlb_flush|unix|unlink|writeseek|write|poll_timer"
    r"|mremap|access|getrlimit|stat|fstat)[1-9]|sched_yield|getppid|fstat|stat)"
    r"(?:[_ -](?P<mode>per_process_ops|per_thread_ops|processes|process|threads|thread|scalability))?(?![A-Za-z0-9_])",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[a-z][1-9](?![0-9])", re.IGNORECASE)
_MODE = {"process": "processes", "thread": "threads"}


@dataclass(frozen=True, slots=True)
class Named:
    """A test as named in a text: canonical name, what is counted (a metric) if told, the words, and their place."""

    test: str
    metric: str | None
    text: str
    start: int
    end: int


def all_tests() -> dict[str, str]:
    """What each test does, by its name; the numbers are variants of it."""
    tests = {f"{name}{number}": told for name, told in _TOLD.items() for number in _NUMBERED}
    return tests | {name: _TOLD[name] for name in ("sched_yield", "getppid", "fstat", "stat")}


def find_test(text: str, start: int = 0) -> Named | None:
    """The first test that a text names from column `start` on."""
    # A name has a number, or is one of four words: most lines are through after these looks.
    lowered = text.lower()
    if _NUMBER.search(text) is None and not ("stat" in lowered or "yield" in lowered or "getppid" in lowered):
        return None
    found = _NAME.search(text, start)
    if found is None:
        return None
    test = found["test"].lower().replace("pagefault", "page_fault")
    mode = found["mode"].lower() if found["mode"] else None
    return Named(test, _MODE.get(mode or "", mode), found.group(), found.start(), found.end())
