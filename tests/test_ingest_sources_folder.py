"""Folders of mail as programs keep them: Maildir, MH, folders of files; what is no mail in them goes without saying."""

import mailbox
from pathlib import Path

import pytest
from backports import zstd

from archive.model import Message, Problem
from ingest.sources.detect import read


def mail(number: int) -> str:
    return f"From: Ann <ann@example.org>\nSubject: mail {number}\nMessage-ID: <{number}@example.org>\n\nrow {number}\n"


def inside(folder: Path) -> tuple[list[str], list[Problem]]:
    """The ids of the mails of a folder, sorted, and its problems."""
    items = list(read(folder, None))
    keys = sorted(item.key.partition("@")[0] for item in items if isinstance(item, Message))
    return keys, [item for item in items if isinstance(item, Problem)]


def test_a_maildir_with_its_folders_is_read_and_what_is_still_delivered_is_not(tmp_path: Path) -> None:
    box = mailbox.Maildir(tmp_path / "bench")
    for number in (1, 2):
        box.add(mail(number))
    box.add_folder("2002").add(mail(3))
    (tmp_path / "bench/tmp/4").write_text(mail(4))
    for name in ("dovecot-uidlist", "dovecot.index.log", "maildirsize", "subscriptions", "courierimapuiddb"):
        (tmp_path / "bench" / name).write_text("3 V1 N5\n")
    assert inside(tmp_path / "bench") == (["1", "2", "3"], [])


def test_a_maildirs_name_is_the_list_of_its_mails(tmp_path: Path) -> None:
    mailbox.Maildir(tmp_path / "Bench").add(mail(1))
    (message,) = read(tmp_path, None)
    assert isinstance(message, Message)
    assert message.lists == ("bench",)


def test_an_mh_folder_is_read_without_its_state_and_without_deleted_mails(tmp_path: Path) -> None:
    box = mailbox.MH(tmp_path / "inbox")
    for number in (1, 2, 3):
        box.add(mail(number))
    box.set_sequences({"unseen": [1, 2]})
    (tmp_path / "inbox/2").rename(tmp_path / "inbox/,2")
    assert inside(tmp_path / "inbox") == (["1", "3"], [])


def test_files_are_known_by_what_they_hold_and_not_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "1.eml").write_text(mail(1))
    (tmp_path / "two").write_text(mail(2))
    (tmp_path / "3.txt").write_text(f"From ann@example.org Mon Nov 25 10:00:00 2002\n{mail(3)}")
    (tmp_path / "4.zst").write_bytes(zstd.compress(mail(4).encode()))
    (tmp_path / "5.eml").write_text(mail(5).replace("\n", "\r\n"))
    assert inside(tmp_path) == (["1", "2", "3", "4", "5"], [])


@pytest.mark.parametrize(
    "name", ["Inbox.msf", "Inbox.cmeta", "Inbox.ibex.index", "Inbox.lock", ".DS_Store", ".notmuch/x"]
)
def test_what_mail_programs_keep_beside_mail_is_not_looked_at(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("state\n")
    (tmp_path / "Inbox").write_text(f"From - Mon Nov 25 10:00:00 2002\n{mail(1)}")
    assert inside(tmp_path) == (["1"], [])


def test_anything_else_is_said_to_be_no_mail(tmp_path: Path) -> None:
    (tmp_path / "1.eml").write_text(mail(1))
    (tmp_path / "notes").write_text("nothing of interest\n")
    keys, problems = inside(tmp_path)
    assert (keys, [Path(problem.source.location).name for problem in problems]) == (["1"], ["notes"])
