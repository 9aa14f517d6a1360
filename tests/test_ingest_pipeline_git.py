"""Imports of git archives: the second one reads what is new, and takes out what the archive took back."""

import json
from collections.abc import Callable, Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from archive.store.archive import Archive
from ingest.pipeline import ImportSummary, import_sources

Maker = Callable[[Path], Any]
ROW = "fork_test 10000 56.2         5620.00 Task Creations/second"


def mail(number: int, text: str = ROW, parent: int | None = None) -> bytes:
    reply = f"In-Reply-To: <{parent}@example.org>\n" if parent else ""
    return (
        f"From: Ann {number} <ann{number}@example.org>\nDate: {number:02} Nov 2002 10:00:00 +0100\n{reply}"
        f"Subject: AIM9 on PIII@800, 2.4.19, number {number}\nMessage-ID: <{number}@example.org>\n\n2.4.19\n\n{text}\n"
    ).encode()


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive", create=True) as opened:
        yield opened


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    return tmp_path / "lists" / "bench"


@pytest.fixture
def epoch(git_repository: Maker, inbox: Path) -> Any:
    return git_repository(inbox / "git/0.git")


def keys(archive: Archive) -> list[str]:
    return sorted(summary.key.partition("@")[0] for summary in archive.messages.recent())


def test_a_mirror_is_imported_and_the_next_import_takes_only_what_is_new(
    archive: Archive, epoch: Any, inbox: Path
) -> None:
    epoch.post(mail(1), mail(2))
    assert import_sources(archive, [inbox]) == ImportSummary(found=2, new=2)
    assert import_sources(archive, [inbox]) == ImportSummary()
    epoch.post(mail(3))
    assert import_sources(archive, [inbox]) == ImportSummary(found=1, new=1)
    assert archive.counts().measurements == 6
    assert archive.messages.raw("3@example.org") == mail(3)


def test_the_cursor_is_kept_beside_the_source(archive: Archive, epoch: Any, inbox: Path) -> None:
    epoch.post(mail(1))
    import_sources(archive, [inbox])
    source = archive.sources.get(str(inbox))
    assert source is not None
    assert (source.kind, json.loads(source.state or "")) == ("public-inbox git", {"0.git": epoch.head})


def test_several_mirrors_and_files_in_a_folder_are_all_read(
    archive: Archive, epoch: Any, git_repository: Maker, inbox: Path
) -> None:
    epoch.post(mail(1))
    bare = git_repository(inbox.parent / "other.git")
    bare.post(mail(2))
    (inbox.parent / "3.eml").write_bytes(mail(3))
    (inbox / "description").write_text("public inbox for bench@example.org\n")
    index = git_repository(inbox.parent / "all" / "ALL.git")
    (index.folder / "objects/info/alternates").write_text("../../../bench/git/0.git/objects\n")
    (inbox.parent / "all" / "ei15").mkdir()
    (inbox.parent / "all" / "ei15" / "misc").write_bytes(b"\0xapian")
    assert import_sources(archive, [inbox.parent]) == ImportSummary(found=3, new=3)
    lists = {key: stored.lists for key in ("1", "2") if (stored := archive.messages.get(f"{key}@example.org"))}
    assert lists == {"1": ("bench",), "2": ("other",)}


def test_what_the_archive_took_back_goes_with_its_results(archive: Archive, epoch: Any, inbox: Path) -> None:
    epoch.post(mail(1), mail(2, "> " + ROW, parent=1))
    import_sources(archive, [inbox])
    epoch.commit({"d": mail(1)})
    assert import_sources(archive, [inbox]) == ImportSummary(withdrawn=1)
    assert keys(archive) == ["2"]
    # What it quotes is no copy any more.
    assert archive.counts().measurements == 2


def test_after_a_purge_the_archive_is_what_a_fresh_import_gives(
    archive: Archive, epoch: Any, inbox: Path, tmp_path: Path
) -> None:
    epoch.post(*(mail(number) for number in range(1, 6)))
    import_sources(archive, [inbox])
    epoch.commit({"m": mail(1)}, onto="")
    epoch.post(b"", mail(3), mail(4, "edited"), mail(5), mail(6))
    summary = import_sources(archive, [inbox])
    assert (summary.withdrawn, summary.new, summary.found) == (2, 2, 2)
    with Archive.open(tmp_path / "fresh", create=True) as fresh:
        import_sources(fresh, [inbox])
        assert astuple(fresh.counts()) == astuple(archive.counts())
        assert keys(fresh) == keys(archive) == ["1", "3", "4", "5", "6"]
    edited = archive.messages.get("4@example.org")
    assert edited is not None
    assert "edited" in (edited.parts[0].text or "")


def test_a_mail_that_another_source_has_stays_when_one_takes_it_back(
    archive: Archive, epoch: Any, inbox: Path, tmp_path: Path
) -> None:
    epoch.post(mail(1))
    (tmp_path / "1.eml").write_bytes(mail(1))
    import_sources(archive, [inbox, tmp_path / "1.eml"])
    epoch.commit({"d": mail(1)})
    import_sources(archive, [inbox])
    assert keys(archive) == ["1"]
    assert [source.location for source in archive.messages.sources("1@example.org")] == [str(tmp_path / "1.eml")]


def test_an_enclosed_mail_is_taken_back_with_the_one_that_encloses_it(
    archive: Archive, epoch: Any, inbox: Path
) -> None:
    head = b"From: Eve <eve@example.org>\nSubject: FYI\nMessage-ID: <9@example.org>\nContent-Type: message/rfc822\n\n"
    epoch.post(head + mail(1), mail(2))
    assert import_sources(archive, [inbox]) == ImportSummary(found=3, new=3)
    epoch.commit({"d": head + mail(1)})
    assert import_sources(archive, [inbox]).withdrawn == 2
    assert keys(archive) == ["2"]


def test_an_import_that_was_interrupted_goes_on_behind_what_was_kept(
    archive: Archive, epoch: Any, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.sources.public_inbox_v2.ASKED_AT_ONCE", 2)
    monkeypatch.setattr("ingest.reading._MOST_ITEMS", 3)
    epoch.post(*(mail(number) for number in range(1, 8)))

    def stop(stage: str, done: int, _share: float | None) -> None:
        if stage == "read" and done >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_sources(archive, [inbox], progress=stop)
    done = archive.messages.count()
    assert 0 < done < 7
    summary = import_sources(archive, [inbox])
    assert summary.found <= 7 - done + 1
    assert (archive.messages.count(), archive.counts().measurements) == (7, 14)


def test_a_purged_mail_stays_out_whatever_the_mirror_says(archive: Archive, epoch: Any, inbox: Path) -> None:
    epoch.post(mail(1), mail(2))
    import_sources(archive, [inbox])
    archive.messages.purge("1@example.org")
    archive.sources.forget(str(inbox))
    assert import_sources(archive, [inbox]) == ImportSummary(found=2, known=1, rejected=1, problems=1)
