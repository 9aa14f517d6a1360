from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.store.archive import Archive
from archive.store.sources import KnownFile, KnownSource

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive", create=True) as opened:
        yield opened


def test_sources_are_kept_in_the_order_in_which_they_came(archive: Archive) -> None:
    archive.sources.remember("/mail/b.mbox", "file", "bench")
    archive.sources.remember("/mail/a", "folder")
    assert archive.sources.all() == (
        KnownSource("/mail/b.mbox", "file", "bench"),
        KnownSource("/mail/a", "folder"),
    )


def test_a_source_that_is_imported_again_keeps_what_was_read_of_it(archive: Archive) -> None:
    archive.sources.remember("/mail", "folder")
    archive.sources.read_until("/mail", "cursor", AT)
    archive.sources.read_files("/mail", [KnownFile("a", 1, 2)], AT)
    assert archive.sources.remember("/mail", "git", "bench") == KnownSource("/mail", "git", "bench", "cursor", AT)
    assert archive.sources.files("/mail") == (KnownFile("a", 1, 2),)


def test_the_files_of_a_source_are_those_of_its_last_reading(archive: Archive) -> None:
    archive.sources.remember("/mail", "folder")
    archive.sources.remember("/other", "folder")
    archive.sources.read_files("/other", [KnownFile("c", 5, 6)], AT)
    archive.sources.read_files("/mail", [KnownFile("b", 1, 2), KnownFile("a", 3, 4)], AT)
    archive.sources.read_files("/mail", [KnownFile("b", 1, 9)], AT)
    assert archive.sources.files("/mail") == (KnownFile("b", 1, 9),)
    assert archive.sources.files("/other") == (KnownFile("c", 5, 6),)


def test_file_names_that_are_no_text_do_not_stop_an_import(archive: Archive) -> None:
    archive.sources.remember("/mail", "folder")
    archive.sources.read_files("/mail", [KnownFile("caf\udce9", 1, 2), KnownFile("caf\udce8", 3, 4)], AT)
    assert len(archive.sources.files("/mail")) == 1


def test_a_source_that_is_forgotten_takes_its_files_along(archive: Archive) -> None:
    archive.sources.remember("/mail", "folder")
    archive.sources.read_files("/mail", [KnownFile("a", 1, 2)], AT)
    archive.sources.forget("/mail")
    assert archive.sources.all() == ()
    archive.sources.remember("/mail", "folder")
    assert archive.sources.files("/mail") == ()


def test_a_reader_can_see_the_sources_of_a_closed_archive(tmp_path: Path) -> None:
    with Archive.open(tmp_path, create=True) as archive:
        archive.sources.remember("/mail", "folder")
    with Archive.open(tmp_path, read_only=True) as archive:
        assert [source.location for source in archive.sources.all()] == ["/mail"]
