"""Our C programs, compiled once into a private cache: a program's name tells its source, compiler and flags."""

import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from archive.model import UserError
from runner.adapters import Adapter
from runner.execute import call

# -O1 and no builtins, so that the compiler leaves the measured calls as they are written (memcpy stays a call).
FLAGS = ("-std=c11", "-O1", "-fno-builtin")
NATIVE = Path(__file__).parent / "native"

_SHARED = ("frame.c", "messages.c")
_HEADERS = ("frame.h", "messages.h")
_COMPILERS = ("cc", "gcc", "clang")
_PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class Compiler:
    """The C compiler of this machine: its path, and the first line of what it says of itself."""

    path: Path
    version: str


def find_compiler() -> Compiler:
    """The first of cc, gcc, clang on the PATH; UserError that says what to install where there is none."""
    path = next((found for name in _COMPILERS if (found := shutil.which(name)) is not None), None)
    if path is None:
        message = (
            "no C compiler found: install one (Debian, Ubuntu: apt install gcc libc6-dev; Fedora: dnf install gcc)"
        )
        raise UserError(message)
    answer = call((path, "--version"), folder=Path("/"), seconds=_PATIENCE, environment=_environment(Path("/")))
    first = answer.output.splitlines()[:1]
    return Compiler(Path(path), first[0].strip() if first and answer.status == 0 else "unknown")


def compiled(adapters: Iterable[Adapter], compiler: Compiler, cache: Path | None = None) -> Mapping[str, Path]:
    """The program of each adapter by the name of its source, compiled where the cache does not hold it yet.

    `cache` is the folder of programs (default: under XDG_CACHE_HOME); UserError where it is not safely ours, or where a
    program does not compile.
    """
    folder = _private(cache or cache_folder())
    return {adapter.source: _program(adapter.source, compiler, folder) for adapter in adapters}


def compile_command(source: str, compiler: str, program: Path, native: Path = NATIVE) -> tuple[str, ...]:
    """The command that compiles a program of ours from its sources in `native`."""
    return (compiler, *FLAGS, "-o", str(program), *(str(native / file) for file in (*_SHARED, f"{source}.c")))


def cache_folder() -> Path:
    """Where compiled programs are kept: benchlore/programs under XDG_CACHE_HOME, else under ~/.cache."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG rule: a relative path is to be ignored.
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".cache"
    return base / "benchlore" / "programs"


def _program(source: str, compiler: Compiler, folder: Path) -> Path:
    program = folder / f"{source}-{_digest(source, f'{compiler.path} {compiler.version} {os.uname().machine}')[:32]}"
    if not _is_ours(program):
        _compile(source, compiler, program)
    return program


def _compile(source: str, compiler: Compiler, program: Path) -> None:
    with tempfile.TemporaryDirectory(dir=program.parent, prefix="compiling-") as name:
        new = Path(name) / program.name
        argv = compile_command(source, str(compiler.path), new)
        answer = call(argv, folder=Path(name), seconds=_PATIENCE, environment=_environment(Path(name)))
        if answer.status != 0:
            reason = next(
                (line for line in answer.errors.splitlines() if "error" in line),
                answer.errors[:200] or "no reason given",
            )
            hint = "are the C library's headers installed? Debian, Ubuntu: apt install libc6-dev"
            message = f"{compiler.path} cannot compile {source}.c ({hint}): {reason.strip()}"
            raise UserError(message)
        new.chmod(0o700)
        # A rename is all or nothing: nobody ever starts half a program, also when two runs compile at once.
        new.replace(program)


def _environment(folder: Path) -> Mapping[str, str]:
    """The compiler needs the reader's own PATH for its assembler and linker."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TMPDIR": str(folder)}


def _digest(source: str, compiler: str) -> str:
    digest = hashlib.sha256("\0".join((compiler, *FLAGS)).encode())
    for file in (*_HEADERS, *_SHARED, f"{source}.c"):
        content = (NATIVE / file).read_bytes()
        digest.update(f"\0{file}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _private(folder: Path) -> Path:
    """The folder, made where it is missing; UserError unless it is a real folder that only we can enter."""
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        for place, forbidden in ((folder.parent, 0o022), (folder, 0o077)):
            status = place.lstat()
            if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & forbidden:
                message = f"{place} must be a folder of your own, closed to others: remove it, or chmod 700 {place}"
                raise UserError(message)
    except OSError as error:
        message = f"cannot make the cache of compiled programs: {error}; set XDG_CACHE_HOME to a folder of your own"
        raise UserError(message) from error
    return folder


def _is_ours(program: Path) -> bool:
    """Whether the program is there as we left it: a plain file of ours that nobody else can write to."""
    try:
        status = program.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o022
