import os
import shutil
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest

from archive.model import Message, UserError
from archive.store.archive import Archive, Counts
from archive.store.columns import pack, unpack
from archive.store.schema import APPLICATION_ID, FILE_NAME

Mail = Callable[..., Message]


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path, create=True) as opened:
        yield opened


def test_a_new_archive_is_empty_and_can_be_opened_again(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "archive"
    with Archive.open(folder, create=True) as archive:
        assert archive.counts() == Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        assert archive.folder == folder
    with Archive.open(folder) as archive:
        assert archive.messages.sequence() == 0


def test_a_folder_without_an_archive_is_refused_and_left_alone(tmp_path: Path) -> None:
    for read_only in (False, True):
        with pytest.raises(UserError, match=r"there is no archive in .*: run `benchlore import"):
            Archive.open(tmp_path / "none", read_only=read_only)
    assert not (tmp_path / "none").exists()


def test_a_folder_that_cannot_be_made_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match="cannot be made"):
        Archive.open(tmp_path / "file" / "archive", create=True)


@pytest.mark.parametrize("create", [False, True])
def test_the_database_of_another_program_is_refused(tmp_path: Path, create: bool) -> None:
    foreign = sqlite3.connect(tmp_path / FILE_NAME)
    foreign.executescript("CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 1;")
    foreign.close()
    with pytest.raises(UserError, match="no archive of Benchlore's"):
        Archive.open(tmp_path, create=create)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"From ann@example.org Mon Nov 25\n" * 100)
    with pytest.raises(UserError, match="no archive of Benchlore's"):
        Archive.open(tmp_path, create=True)


def test_an_archive_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Archive.open(tmp_path, create=True).close()
    later = sqlite3.connect(tmp_path / FILE_NAME)
    later.execute("PRAGMA user_version = 999")
    later.close()
    with pytest.raises(UserError, match="newer Benchlore: update"):
        Archive.open(tmp_path)


def test_an_archive_of_an_older_version_is_brought_up_to_date_by_whoever_may_write(tmp_path: Path) -> None:
    migrations = sorted((files("archive.store") / "migrations").iterdir(), key=lambda file: file.name)
    first = next(file.read_text(encoding="utf-8") for file in migrations if file.name.endswith(".sql"))
    older = sqlite3.connect(tmp_path / FILE_NAME)
    older.executescript(f"{first}; PRAGMA user_version = 1; PRAGMA application_id = {APPLICATION_ID};")
    older.close()
    with pytest.raises(UserError, match="older Benchlore: import something"):
        Archive.open(tmp_path, read_only=True)
    with Archive.open(tmp_path) as archive:
        assert archive.identity
    Archive.open(tmp_path, read_only=True).close()


def test_every_archive_has_a_name_of_its_own(tmp_path: Path) -> None:
    names = set()
    for folder in ("a", "a", "b"):
        with Archive.open(tmp_path / folder, create=True) as archive:
            names.add(archive.identity)
    assert len(names) == 2


def test_an_empty_file_becomes_an_archive_only_where_one_may_be_made(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    with pytest.raises(UserError, match="no archive"):
        Archive.open(tmp_path)
    Archive.open(tmp_path, create=True).close()


def test_the_schema_number_is_the_number_of_migrations_and_the_file_is_marked_as_ours(archive: Archive) -> None:
    names = sorted(
        file.name for file in (files("archive.store") / "migrations").iterdir() if file.name.endswith(".sql")
    )
    assert [name.partition("_")[0] for name in names] == [f"{number:04}" for number in range(1, len(names) + 1)]
    connection = sqlite3.connect(archive.folder / FILE_NAME)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(names),)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_read_only_archive_reads_and_does_not_write(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("a"))
    with Archive.open(archive.folder, read_only=True) as reader:
        assert reader.messages.get("post@example.org") is not None
        with pytest.raises(UserError, match="cannot be written"):
            reader.messages.save(mail("b", key="b@example.org"))


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_an_archive_in_a_folder_without_write_access_can_be_read(tmp_path: Path, mail: Mail) -> None:
    with Archive.open(tmp_path / "a", create=True) as archive:
        archive.messages.save(mail("a"))
    (tmp_path / "a").chmod(0o500)
    with Archive.open(tmp_path / "a", read_only=True) as reader:
        assert reader.messages.count() == 1
    (tmp_path / "a").chmod(0o700)


def test_what_was_begun_when_a_process_was_killed_is_undone_by_who_only_reads(archive: Archive, tmp_path: Path) -> None:
    path, left = archive.folder / FILE_NAME, tmp_path / "left"
    archive.close()
    left.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as killed:
        for statement in ("journal_mode = DELETE", "cache_size = 1"):
            killed.execute(f"PRAGMA {statement}")
        killed.execute("BEGIN")
        killed.executemany("INSERT INTO tombstone (key) VALUES (?)", ((f"{n}@example.org",) for n in range(5000)))
        for name in (FILE_NAME, f"{FILE_NAME}-journal"):
            shutil.copy(archive.folder / name, left / name)
    assert (left / f"{FILE_NAME}-journal").stat().st_size > 0
    with Archive.open(left, read_only=True) as opened:
        assert not opened.messages.is_purged("1@example.org")


def test_a_failed_transaction_leaves_nothing_and_the_archive_usable(archive: Archive, mail: Mail) -> None:
    def import_that_fails() -> None:
        with archive.transaction():
            archive.messages.save(mail("a", key="a@x.org"))
            with archive.transaction():
                archive.messages.save(mail("b", key="b@x.org"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        import_that_fails()
    assert archive.messages.count() == 0
    assert archive.messages.changed_since(0, 9) == ()
    archive.messages.save(mail("c", key="c@x.org"))
    assert [change.sequence for change in archive.messages.changed_since(0, 9)] == [1]


def test_readers_see_the_last_finished_state_while_an_import_writes(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("a", key="a@x.org"))
    with Archive.open(archive.folder, read_only=True) as reader:
        with archive.transaction():
            archive.messages.save(mail("b", key="b@x.org"))
            assert reader.messages.count() == 1
        assert reader.messages.count() == 2


def test_a_snapshot_keeps_its_state(archive: Archive, mail: Mail) -> None:
    with Archive.open(archive.folder, read_only=True) as reader:
        with reader.snapshot():
            assert reader.messages.count() == 0
            archive.messages.save(mail("a"))
            assert reader.messages.count() == 0
        assert reader.messages.count() == 1


def test_a_second_import_waits_and_then_says_that_another_is_running(archive: Archive, mail: Mail) -> None:
    with (
        Archive.open(archive.folder, wait_seconds=0.05) as second,
        archive.transaction(),
        pytest.raises(UserError, match="another import is running"),
    ):
        second.messages.save(mail("a"))


def test_a_second_import_goes_on_when_the_first_has_ended(archive: Archive, mail: Mail) -> None:
    started = threading.Event()
    done: list[int] = []

    def second() -> None:
        with Archive.open(archive.folder, wait_seconds=20) as other:
            started.set()
            other.messages.save(mail("b", key="b@x.org"))
            done.append(other.messages.count())

    thread = threading.Thread(target=second)
    with archive.transaction():
        thread.start()
        assert started.wait(20)
        archive.messages.save(mail("a", key="a@x.org"))
    thread.join(20)
    assert done == [2]
    assert [change.sequence for change in archive.messages.changed_since(0, 9)] == [1, 2]


def test_two_that_make_the_archive_at_once_make_one(tmp_path: Path) -> None:
    failures: list[BaseException] = []
    together = threading.Barrier(4)

    def make() -> None:
        together.wait(20)
        try:
            Archive.open(tmp_path, create=True).close()
        except (UserError, sqlite3.Error) as error:
            failures.append(error)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert failures == []
    with Archive.open(tmp_path) as archive:
        assert archive.counts().messages == 0


def test_counts_tell_of_mails_and_lists(archive: Archive, mail: Mail) -> None:
    archive.messages.save(mail("a", key="a@x.org", lists=("one", "two")))
    archive.messages.save(mail("b", key="b@x.org", lists=("one",)))
    assert archive.counts() == Counts(2, 0, 0, 0, 0, 0, 0, 0, 0, lists=2)


def test_what_zlib_has_packed_is_read_as_well_as_what_is_packed_now() -> None:
    mail = b"Subject: results\n\nfork_test 1000 \xe4\n" * 50
    assert unpack(zlib.compress(mail, 6)) == unpack(pack(mail)) == mail
    for damaged in (pack(mail)[:-1], pack(mail)[:20] + b"?" + pack(mail)[21:], zlib.compress(mail)[:-1], b""):
        with pytest.raises(UserError, match="damaged"):
            unpack(damaged)
