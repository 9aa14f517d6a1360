"""The tests that we can run ourselves: C program, argv template, needs, and how each differs from the original."""

from dataclasses import dataclass
from pathlib import Path

from archive.model import UserError

# The only words of a template that are filled in; what a mail says is never among them.
_PROGRAM, _SECONDS, _SCRATCH = "{program}", "{seconds}", "{scratch}"


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A parameter of a run: a whole number in a closed range."""

    name: str
    low: int
    high: int

    def checked(self, value: int) -> int:
        """The value itself; UserError where it is no whole number of the range."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            message = f"{self.name} must be a whole number from {self.low} to {self.high}, not {value!r}"
            raise UserError(message)
        return value


SECONDS = WholeNumber("--seconds", 1, 600)
REPEAT = WholeNumber("--repeat", 1, 50)


@dataclass(frozen=True, slots=True)
class Adapter:
    """One test as our own program does it.

    `source` is the name of its C file without ".c" in runner/native. `uses_files` says that the scratch folder's
    filesystem is part of what is measured. `is_loose` says that the surroundings (a shell, the size of a folder) decide
    as much as the kernel. `differences` are the ways in which it knowingly differs from the original. `disk_kb` and
    `processes` are what it needs at most; `grace_seconds` after its time it is killed (the sync before, the last
    iteration, a busy machine). `same` names what of a machine must be equal for two runs to be compared.
    """

    suite: str
    test: str
    source: str
    uses_files: bool = False
    is_loose: bool = False
    differences: tuple[str, ...] = ()
    disk_kb: int = 64
    processes: int = 1
    grace_seconds: float = 30.0
    same: tuple[str, ...] = ()
    template: tuple[str, ...] = (_PROGRAM, _SECONDS, _SCRATCH)

    def argv(self, program: Path, seconds: float, scratch: Path) -> tuple[str, ...]:
        """The command: the template with its three words filled in."""
        filled = {_PROGRAM: str(program), _SECONDS: f"{seconds:g}", _SCRATCH: str(scratch)}
        return tuple(filled.get(word, word) for word in self.template)


_LOOPBACK = "the sockets are on 127.0.0.1; AIM9 used the address of the machine's own name"
_SHELL = "a program load is a fork and a start of /bin/sh, so the shell behind /bin/sh is part of the result"
_BIN = "/bin is read, so the number of its entries is part of the result"
_FILES = ("scratch filesystem",)
_IPC = "the segment is removed when it is attached, not at the end, so that a killed run leaves none"

ADAPTERS: tuple[Adapter, ...] = (
    Adapter("aim9", "creat-clo", "creat-clo", uses_files=True, same=_FILES),
    Adapter("aim9", "page_test", "page_test"),
    Adapter("aim9", "brk_test", "brk_test"),
    Adapter("aim9", "signal_test", "signal_test"),
    Adapter("aim9", "exec_test", "exec_test", is_loose=True, differences=(_SHELL,), processes=2, same=("shell",)),
    Adapter("aim9", "fork_test", "fork_test", processes=2),
    Adapter("aim9", "link_test", "link_test", uses_files=True, same=_FILES),
    Adapter("aim9", "dir_rtns_1", "dir_rtns_1", is_loose=True, differences=(_BIN,), same=("/bin entries",)),
    Adapter("aim9", "shared_memory", "shared_memory", differences=(_IPC,)),
    Adapter("aim9", "tcp_test", "tcp_test", differences=(_LOOPBACK,)),
    Adapter("aim9", "udp_test", "udp_test", differences=(_LOOPBACK,)),
    Adapter("aim9", "fifo_test", "fifo_test", uses_files=True, same=_FILES),
    Adapter("aim9", "pipe_cpy", "pipe_cpy"),
)


def adapter_of(suite: str, test: str) -> Adapter | None:
    """Our adapter for a suite's test, or None."""
    return next((adapter for adapter in ADAPTERS if (adapter.suite, adapter.test) == (suite, test)), None)
