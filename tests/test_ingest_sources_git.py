"""Foreign git repositories: their objects are read, and nothing else in them has any say."""

import os
import random
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from archive.model import UserError
from ingest.sources.git import ASKED_AT_ONCE, GitError, Repository

Maker = Callable[[Path], Any]


@pytest.fixture
def repo(git_repository: Maker, tmp_path: Path) -> Any:
    return git_repository(tmp_path / "bench.git")


def contents(folder: Path, *oids: str) -> list[bytes | None]:
    with Repository(folder) as opened, opened.contents() as contents_of:
        return list(contents_of(list(oids)))


def head_or_none(folder: Path) -> str | None:
    """The head, or None where there is none or the repository is refused."""
    with suppress(GitError), Repository(folder) as opened:
        return opened.head()
    return None


def test_the_head_is_found_loose_packed_or_detached(repo: Any) -> None:
    with Repository(repo.folder) as opened:
        assert opened.head() is None
        loose = repo.commit({"m": b"a"})
        assert opened.head() == loose
        repo.git("pack-refs", "--all")
        assert not (repo.folder / "refs/heads/master").exists()
        assert opened.head() == loose
        (repo.folder / "HEAD").write_text(f"{loose}\n")
        assert opened.head() == loose


def test_objects_are_given_in_the_order_in_which_they_are_asked_for(repo: Any) -> None:
    mails = [b"x" * number for number in range(30)]
    oids = [repo.blob(mail) for mail in mails]
    assert contents(repo.folder, *reversed(oids)) == mails[::-1]


def test_more_names_than_a_pipe_holds_are_answered(repo: Any) -> None:
    oid = repo.blob(b"y" * 100)
    with Repository(repo.folder) as opened:
        names = [oid, "0" * 40] * (ASKED_AT_ONCE * 3)
        found = [entry.size for entry in opened.entries(names)]
    assert found == [100, 0] * (ASKED_AT_ONCE * 3)


def test_a_missing_and_a_damaged_object_have_no_content_and_the_next_one_has(repo: Any) -> None:
    damaged, whole = repo.blob(b"a mail"), repo.blob(b"another mail")
    path = repo.folder / "objects" / damaged[:2] / damaged[2:]
    path.chmod(0o644)
    path.write_bytes(b"\0\0\0\0")
    assert contents(repo.folder, "0" * 40, damaged, whole) == [None, None, b"another mail"]


@pytest.mark.parametrize("is_packed", [False, True])
def test_an_object_that_is_damaged_inside_has_no_content_and_the_next_one_has(repo: Any, is_packed: bool) -> None:
    chance = random.Random(3)
    first, long, last = b"a mail", chance.randbytes(60_000).hex().encode(), b"another mail"
    oids = [repo.blob(each) for each in (first, long, last)]
    repo.commit({"m": first, "n": long, "o": last})
    if is_packed:
        repo.git("repack", "-adq")
        [path] = (repo.folder / "objects/pack").glob("*.pack")
    else:
        path = repo.folder / "objects" / oids[1][:2] / oids[1][2:]
    path.chmod(0o644)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 400] = bytes(400)
    path.write_bytes(content)
    assert contents(repo.folder, *oids) == [first, None, last]
    assert contents(repo.folder, oids[1]) == [None]


def test_a_shallow_clone_is_read_as_far_as_it_goes(repo: Any, tmp_path: Path) -> None:
    for number in range(3):
        repo.commit({"m": b"%d" % number})
    clone = tmp_path / "clone.git"
    command = ["git", "clone", "-q", "--bare", "--depth=2", f"file://{repo.folder}", str(clone)]
    subprocess.run(command, check=True, env=repo.environment)
    with Repository(clone) as opened:
        assert len(list(opened.lines("rev-list", repo.head))) == 2


def test_no_command_of_a_foreign_configuration_is_run_to_fetch_what_is_missing(repo: Any, tmp_path: Path) -> None:
    """The control shows that git itself would run it: a promised object is fetched when it is looked at."""
    mark, missing = tmp_path / "mark", "1" * 40
    repo.git("config", "core.repositoryFormatVersion", "1")
    repo.git("config", "extensions.partialClone", "origin")
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n")
    script.chmod(0o755)
    repo.git("config", "remote.origin.url", f"ext::{script}")
    repo.git("config", "protocol.ext.allow", "always")
    command = ["git", f"--git-dir={repo.folder}", "cat-file", "-p", missing]
    subprocess.run(command, check=False, capture_output=True, env=repo.environment)
    assert mark.exists()
    mark.unlink()
    with Repository(repo.folder) as opened:
        assert [entry.oid for entry in opened.entries([missing])] == [None]
    assert not mark.exists()


def test_replaced_objects_are_read_as_they_were_stored(repo: Any) -> None:
    true, false = repo.blob(b"what was posted"), repo.blob(b"what was not")
    repo.git("replace", true, false)
    assert repo.git("cat-file", "-p", true) == "what was not"
    assert contents(repo.folder, true) == [b"what was posted"]


def test_grafts_hide_no_history(repo: Any) -> None:
    repo.commit({"m": b"1"})
    repo.commit({"m": b"2"})
    (repo.folder / "info").mkdir(exist_ok=True)
    (repo.folder / "info/grafts").write_text(f"{repo.head}\n")
    assert len(repo.git("rev-list", repo.head).split()) == 1
    with Repository(repo.folder) as opened:
        assert len(list(opened.lines("rev-list", repo.head))) == 2


def test_the_users_and_the_systems_git_settings_are_not_read(
    repo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    oid = repo.blob(b"a mail")
    (tmp_path / ".gitconfig").write_text("[this is no configuration\n")
    trace = tmp_path / "trace"
    for name, value in {
        "HOME": str(tmp_path),
        "GIT_CONFIG_SYSTEM": str(tmp_path / ".gitconfig"),
        "GIT_TRACE": str(trace),
        "GIT_OBJECT_DIRECTORY": str(tmp_path),
        "GIT_DIR": str(tmp_path),
    }.items():
        monkeypatch.setenv(name, value)
    broken = subprocess.run(["git", "--version"], check=False, capture_output=True)
    assert trace.exists() or broken.returncode
    trace.unlink(missing_ok=True)
    assert contents(repo.folder, oid) == [b"a mail"]
    assert not trace.exists()


def test_a_broken_configuration_of_the_repository_does_not_matter(repo: Any) -> None:
    oid = repo.blob(b"a mail")
    (repo.folder / "config").write_text("[this is no configuration\n")
    assert contents(repo.folder, oid) == [b"a mail"]


@pytest.mark.parametrize("form", ["{other}/objects", '"{other}/objects"', "../../secret.git/objects", "nested"])
def test_objects_borrowed_from_outside_the_mirror_are_refused(
    repo: Any, git_repository: Maker, tmp_path: Path, form: str
) -> None:
    secret = git_repository(tmp_path / "secret.git")
    oid = secret.blob(b"somebody's private mail")
    alternates = repo.folder / "objects/info/alternates"
    if form == "nested":
        inner = git_repository(repo.folder / "inner.git")
        (inner.folder / "objects/info/alternates").write_text(f"{secret.folder}/objects\n")
        alternates.write_text("../inner.git/objects\n")
    else:
        alternates.write_text(form.format(other=secret.folder) + "\n")
    assert repo.git("cat-file", "-p", oid) == "somebody's private mail"
    with pytest.raises(GitError, match="outside the mirror"):
        contents(repo.folder, oid)


def test_objects_may_be_borrowed_inside_the_folder_that_the_user_named(
    repo: Any, git_repository: Maker, tmp_path: Path
) -> None:
    other = git_repository(tmp_path / "other.git")
    oid = other.blob(b"a mail")
    (repo.folder / "objects/info/alternates").write_text("../../other.git/objects\n")
    with Repository(repo.folder, tmp_path) as opened, opened.contents() as contents_of:
        assert list(contents_of([oid])) == [b"a mail"]


@pytest.mark.parametrize("part", ["objects", "objects/pack", "a loose object's folder", "a pack"])
def test_links_to_objects_elsewhere_are_refused(repo: Any, git_repository: Maker, tmp_path: Path, part: str) -> None:
    secret = git_repository(tmp_path / "secret.git")
    oid = secret.blob(b"somebody's private mail")
    if part == "a pack":
        secret.commit({"m": b"somebody's private mail"})
        secret.git("repack", "-adq")
        for path in (secret.folder / "objects/pack").iterdir():
            (repo.folder / "objects/pack" / path.name).symlink_to(path)
    elif part == "a loose object's folder":
        (repo.folder / "objects" / oid[:2]).symlink_to(secret.folder / "objects" / oid[:2])
    else:
        (repo.folder / part).rename(tmp_path / "moved")
        (repo.folder / part).symlink_to(secret.folder / part)
    with pytest.raises(GitError, match="link to another place"):
        contents(repo.folder, oid)


@pytest.mark.parametrize("name", ["HEAD", "packed-refs", "objects/info/alternates"])
def test_a_fifo_in_place_of_a_file_is_not_waited_for(repo: Any, name: str) -> None:
    (repo.folder / name).unlink(missing_ok=True)
    os.mkfifo(repo.folder / name)
    assert head_or_none(repo.folder) is None


@pytest.mark.parametrize("head", ["ref: refs/heads/../../../secret", "ref: /etc/passwd", "--upload-pack=x", "x" * 40])
def test_a_head_that_leads_elsewhere_is_no_commit(repo: Any, tmp_path: Path, head: str) -> None:
    (tmp_path / "secret").write_text("1" * 40)
    (repo.folder / "HEAD").write_text(f"{head}\n")
    assert head_or_none(repo.folder) is None


def test_a_machine_without_git_says_what_to_install(repo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UserError, match="install git"):
        contents(repo.folder, "0" * 40)
