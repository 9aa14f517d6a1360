"""The cache of compiled programs is private, named by content, and never holds half a program."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from archive.model import UserError
from runner import programs as module
from runner.adapters import adapter_of
from runner.programs import Compiler, cache_folder, compiled, find_compiler

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler on this machine")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "benchlore" / "programs"


def build(cache: Path, compiler: Compiler | None = None) -> Path:
    adapter = adapter_of("aim9", "fork_test")
    assert adapter is not None
    return compiled([adapter], compiler or find_compiler(), cache)["fork_test"]


def test_a_program_is_compiled_once_into_a_folder_of_our_own(cache: Path) -> None:
    first = build(cache)
    made = first.stat()
    second = build(cache)

    assert second == first
    assert (second.stat().st_ino, second.stat().st_mtime_ns) == (made.st_ino, made.st_mtime_ns)
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert os.access(first, os.X_OK)
    assert [file.name for file in cache.iterdir()] == [first.name]


def test_another_compiler_makes_another_program(cache: Path) -> None:
    own = find_compiler()

    assert build(cache, own) != build(cache, Compiler(own.path, "cc 99"))


def test_another_source_makes_another_program(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = build(cache)
    shutil.copytree(module.NATIVE, tmp_path / "native")
    frame = tmp_path / "native" / "frame.c"
    frame.write_text(frame.read_text(encoding="utf-8") + "/* changed */\n", encoding="utf-8")
    monkeypatch.setattr(module, "NATIVE", tmp_path / "native")

    assert build(cache) != before


def test_a_link_in_place_of_the_cache_is_refused(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    cache.parent.mkdir(mode=0o700)
    cache.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(UserError, match=r"must be a folder of your own.*remove it"):
        build(cache)
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o750, 0o755])
def test_a_cache_that_others_can_enter_is_refused(mode: int, cache: Path) -> None:
    cache.mkdir(parents=True)
    cache.chmod(mode)

    with pytest.raises(UserError, match="chmod 700"):
        build(cache)


def test_a_folder_above_that_others_can_write_to_is_refused(cache: Path) -> None:
    cache.mkdir(parents=True, mode=0o700)
    cache.parent.chmod(0o777)

    with pytest.raises(UserError, match="closed to others"):
        build(cache)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_cache_of_another_user_is_refused(cache: Path) -> None:
    cache.mkdir(parents=True, mode=0o700)
    os.chown(cache, 12345, 12345)

    with pytest.raises(UserError, match="must be a folder of your own"):
        build(cache)


def test_a_program_that_others_could_have_written_is_made_anew(cache: Path) -> None:
    program = build(cache)
    program.write_text("#!/bin/sh\necho stolen\n", encoding="utf-8")
    program.chmod(0o777)

    assert build(cache).read_bytes()[:4] == b"\x7fELF"
    assert stat.S_IMODE(program.stat().st_mode) == 0o700


def test_a_link_in_place_of_a_program_is_replaced_not_followed(cache: Path, tmp_path: Path) -> None:
    program = build(cache)
    program.unlink()
    (tmp_path / "stolen").write_text("#!/bin/sh\n", encoding="utf-8")
    program.symlink_to(tmp_path / "stolen")

    assert not build(cache).is_symlink()
    assert (tmp_path / "stolen").read_text(encoding="utf-8") == "#!/bin/sh\n"


def test_a_compiler_that_fails_leaves_nothing_behind_and_gives_the_reason(cache: Path, tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'x.c:1: fatal error: stdio.h: No such file or directory' >&2\nexit 1\n")
    broken.chmod(0o700)

    with pytest.raises(UserError, match=r"cannot compile fork_test.c.*libc6-dev.*stdio\.h"):
        build(cache, Compiler(broken, "broken 1"))
    assert list(cache.iterdir()) == []


def test_a_machine_without_a_compiler_is_told_which_package_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(UserError, match="apt install gcc libc6-dev"):
        find_compiler()


def test_the_cache_is_under_xdg_cache_home_and_a_relative_one_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/reader")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "benchlore" / "programs"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == Path("/home/reader/.cache/benchlore/programs")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path("/home/reader/.cache/benchlore/programs")
