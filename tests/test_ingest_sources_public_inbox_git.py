"""public-inbox's git archives: each mail once, what was taken back never, and only what is new the next time."""

import hashlib
import json
import tarfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from archive.dates import parse_date
from archive.model import Message, Problem, Quality
from ingest.sources.history import News, Reached, Withdrawn
from ingest.sources.public_inbox_git import Inbox, inbox_at, read_inbox, read_news

Maker = Callable[[Path], Any]


def mail(number: int, text: str = "results\n", date: str | None = "") -> bytes:
    posted = f"Date: {number:02} Nov 2002 10:00:00 +0100\n" if date == "" else f"Date: {date}\n" if date else ""
    head = f"From: Ann <ann@example.org>\nSubject: mail {number}\nMessage-ID: <{number}@example.org>\n"
    return f"{head}{posted}\n{text}".encode()


def v1_path(number: int) -> str:
    name = hashlib.sha1(f"{number}@example.org".encode()).hexdigest()
    return f"{name[:2]}/{name[2:]}"


def blob_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


@dataclass
class Memory:
    """What an archive would know: the last state, and what was read and not withdrawn since."""

    last: str | None = None
    read: dict[tuple[str, str, str], None] | None = None

    def state(self, location: str) -> str | None:
        return self.last

    def read_at(self, location: str) -> Iterable[tuple[str, str]]:
        return [(key, place) for at, key, place in self.read or {} if at == location]

    def take(self, news: Iterable[News]) -> "Memory":
        self.read = self.read or {}
        for item in news:
            if isinstance(item, Message):
                self.read[item.source.location, item.key, item.source.place] = None
            elif isinstance(item, Withdrawn):
                for location in item.locations:
                    self.read.pop((location, item.key, item.place), None)
            elif isinstance(item, Reached):
                self.last = item.state
        return self

    @property
    def keys(self) -> list[str]:
        return [key.partition("@")[0] for _, key, _ in self.read or {}]


def inbox(folder: Path) -> Inbox:
    found = inbox_at(folder)
    assert found is not None
    return found


def again(folder: Path, memory: Memory) -> list[News]:
    """What reading the inbox once more tells; the memory takes it in."""
    news = list(read_news(inbox(folder), None, known=memory))
    memory.take(news)
    return news


def keys(news: Iterable[News]) -> list[str]:
    return [item.key.partition("@")[0] for item in news if isinstance(item, Message)]


@pytest.fixture
def epoch(git_repository: Maker, tmp_path: Path) -> Any:
    return git_repository(tmp_path / "bench/git/0.git")


def test_mails_come_in_order_with_their_object_as_place(epoch: Any, tmp_path: Path) -> None:
    epoch.post(*map(mail, (3, 1, 2)))
    found = list(read_inbox(inbox(tmp_path / "bench"), None))
    assert keys(found) == ["3", "1", "2"]
    first = found[0]
    assert isinstance(first, Message)
    assert first.raw == mail(3)
    assert (first.source.format, first.source.location) == ("public-inbox git", str(epoch.folder))
    assert (first.source.place, first.quality, first.lists) == (blob_id(mail(3)), Quality.RAW_MAIL, ("bench",))
    assert first.date == parse_date("3 Nov 2002 09:00 +0000")


def test_an_epoch_may_be_given_alone_and_then_it_has_its_inboxs_name(epoch: Any) -> None:
    epoch.post(mail(1))
    (found,) = read_inbox(inbox(epoch.folder), None)
    assert isinstance(found, Message)
    assert found.lists == ("bench",)
    (found,) = read_inbox(inbox(epoch.folder), "given")
    assert isinstance(found, Message)
    assert found.lists == ("given",)


@pytest.mark.parametrize(
    ("folder", "name"),
    [("linux-ext4.vger.kernel.org.0", "linux-ext4"), ("bench.git", "bench"), ("lists/bench/git/12.git", "bench")],
)
def test_the_list_of_a_bare_epoch_is_that_of_its_folder(git_repository: Maker, tmp_path: Path, folder: str, name: str):
    git_repository(tmp_path / folder)
    assert inbox(tmp_path / folder).list_name == name


def test_epochs_are_read_from_the_oldest_on_and_the_index_beside_them_is_none(
    git_repository: Maker, tmp_path: Path
) -> None:
    folder = tmp_path / "bench"
    for number in (10, 0, 2):
        git_repository(folder / f"git/{number}.git").post(mail(number + 1))
    index = git_repository(folder / "all.git")
    (index.folder / "objects/info/alternates").write_text("../../git/0.git/objects\n")
    assert keys(read_inbox(inbox(folder), None)) == ["1", "3", "11"]
    assert inbox_at(index.folder) is None


def test_only_what_is_new_is_read_the_next_time(epoch: Any, git_repository: Maker, tmp_path: Path) -> None:
    memory, folder = Memory(), tmp_path / "bench"
    epoch.post(mail(1), mail(2))
    assert keys(again(folder, memory)) == ["1", "2"]
    assert keys(again(folder, memory)) == []
    epoch.post(mail(3))
    git_repository(folder / "git/1.git").post(mail(4))
    assert keys(again(folder, memory)) == ["3", "4"]
    assert sorted(json.loads(memory.last or "")) == ["0.git", "1.git"]


def test_a_reading_that_was_interrupted_goes_on_where_it_was(
    epoch: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.sources.public_inbox_v2.ASKED_AT_ONCE", 2)
    epoch.post(*map(mail, range(1, 8)))
    memory = Memory()
    for item in read_news(inbox(tmp_path / "bench"), None, known=memory):
        memory.take([item])
        if memory.keys == ["1", "2", "3", "4", "5"]:
            break
    assert keys(again(tmp_path / "bench", memory)) == ["5", "6", "7"]


def test_what_was_taken_back_before_it_was_read_is_never_read(epoch: Any, tmp_path: Path) -> None:
    epoch.post(mail(1), mail(2))
    epoch.commit({"d": mail(1)})
    epoch.post(mail(3))
    assert keys(read_inbox(inbox(tmp_path / "bench"), None)) == ["2", "3"]


def test_what_is_taken_back_later_is_withdrawn_in_whichever_epoch_it_was(
    epoch: Any, git_repository: Maker, tmp_path: Path
) -> None:
    folder, memory = tmp_path / "bench", Memory()
    epoch.post(mail(1), mail(2), mail(3))
    again(folder, memory)
    epoch.commit({"d": mail(1)})
    second = git_repository(folder / "git/1.git")
    second.post(mail(4))
    second.commit({"d": mail(2)})
    again(folder, memory)
    assert memory.keys == ["3", "4"]
    assert keys(read_inbox(inbox(folder), None)) == ["3", "4"]


def test_a_mail_that_is_taken_back_and_added_again_is_there(epoch: Any, tmp_path: Path) -> None:
    epoch.post(mail(1))
    epoch.commit({"d": mail(1)})
    epoch.post(mail(1), mail(2))
    assert keys(read_inbox(inbox(tmp_path / "bench"), None)) == ["1", "2"]


def test_commits_without_a_mail_are_passed_over(epoch: Any, tmp_path: Path) -> None:
    epoch.post(mail(1))
    epoch.commit({})
    epoch.post(mail(2))
    found = list(read_inbox(inbox(tmp_path / "bench"), None))
    assert (keys(found), len(found)) == (["1", "2"], 2)


def test_after_a_purge_what_vanished_is_withdrawn_and_the_rest_is_not_read_again(epoch: Any, tmp_path: Path) -> None:
    folder, memory = tmp_path / "bench", Memory()
    epoch.post(mail(1), mail(2), mail(3))
    again(folder, memory)
    epoch.commit({"m": mail(1)}, onto="")
    epoch.post(b"", mail(3), mail(4))
    news = again(folder, memory)
    assert keys(news) == ["4"]
    assert [item.key for item in news if isinstance(item, Withdrawn)] == ["2@example.org"]
    assert memory.keys == ["1", "3", "4"]


def test_an_edited_mail_replaces_what_it_was(epoch: Any, tmp_path: Path) -> None:
    folder, memory = tmp_path / "bench", Memory()
    epoch.post(mail(1, "my password is x\n"), mail(2))
    again(folder, memory)
    epoch.commit({"m": mail(1, "edited\n")}, onto="")
    epoch.post(mail(2))
    news = [item for item in again(folder, memory) if not isinstance(item, Reached)]
    assert [type(item) for item in news] == [Withdrawn, Message]
    assert [place for _, _, place in memory.read or {}] == [blob_id(mail(2)), blob_id(mail(1, "edited\n"))]


def test_a_rewritten_epoch_brings_nothing_back_that_a_later_one_took(
    epoch: Any, git_repository: Maker, tmp_path: Path
) -> None:
    folder, memory = tmp_path / "bench", Memory()
    epoch.post(mail(1), mail(2))
    git_repository(folder / "git/1.git").commit({"d": mail(1)})
    again(folder, memory)
    epoch.commit({"m": mail(1)}, onto="")
    epoch.post(mail(2), mail(3))
    again(folder, memory)
    assert memory.keys == ["2", "3"]


def test_a_purged_mail_is_no_mail(epoch: Any, tmp_path: Path) -> None:
    epoch.post(mail(1), b"")
    assert len(list(read_inbox(inbox(tmp_path / "bench"), None))) == 1


def test_the_date_header_rules_over_the_commits_wrong_zone(epoch: Any, tmp_path: Path) -> None:
    epoch.post(mail(1, date="Mon, 25 Nov 2002 05:00:00 -0400"))
    (found,) = read_inbox(inbox(tmp_path / "bench"), None)
    assert isinstance(found, Message)
    assert (found.date, found.date_basis) == (parse_date("25 Nov 2002 09:00:00 +0000"), "Date")


def test_a_commit_dates_a_mail_without_a_date_only_where_the_archive_was_live(epoch: Any, tmp_path: Path) -> None:
    near, far = 1_036_141_200, 1_700_000_000
    epoch.commit({"m": mail(1)}, at=near)
    epoch.commit({"m": mail(2, date=None)}, at=near)
    epoch.commit({"m": mail(3, date=None)}, at=far)
    found = [item for item in read_inbox(inbox(tmp_path / "bench"), None) if isinstance(item, Message)]
    assert [item.date_basis for item in found] == ["Date", "commit", None]
    assert found[1].date == parse_date("1 Nov 2002 09:00:00 +0000")
    assert found[2].date is None


def test_an_object_longer_than_any_mail_is_said_to_be_left_out(
    epoch: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.sources.public_inbox_v2.MAX_MAIL", 1000)
    epoch.post(mail(1), mail(2, "x" * 1000), mail(3))
    found = list(read_inbox(inbox(tmp_path / "bench"), None))
    assert keys(found) == ["1", "3"]
    assert [item.reason.startswith("an object of ") for item in found if isinstance(item, Problem)] == [True]


def test_v1_is_read_by_its_tree_and_then_by_what_changed_in_it(git_repository: Maker, tmp_path: Path) -> None:
    repo, memory = git_repository(tmp_path / "bench.git"), Memory()
    repo.commit({v1_path(number): mail(number) for number in (1, 2, 3)} | {"README": b"no mail"})
    assert sorted(keys(again(repo.folder, memory))) == ["1", "2", "3"]
    repo.commit({v1_path(1): mail(1), v1_path(3): mail(3, "edited\n"), v1_path(4): mail(4)})
    news = again(repo.folder, memory)
    assert sorted(keys(news)) == ["3", "4"]
    assert sorted(item.key for item in news if isinstance(item, Withdrawn)) == ["2@example.org", "3@example.org"]
    assert sorted(memory.keys) == ["1", "3", "4"]


def test_v1_whose_history_was_rewritten_loses_what_vanished(git_repository: Maker, tmp_path: Path) -> None:
    repo, memory = git_repository(tmp_path / "bench.git"), Memory()
    repo.commit({v1_path(number): mail(number) for number in (1, 2)})
    again(repo.folder, memory)
    repo.commit({v1_path(number): mail(number) for number in (2, 3)}, onto="")
    assert keys(again(repo.folder, memory)) == ["3"]
    assert sorted(memory.keys) == ["2", "3"]


def test_a_repository_that_cannot_be_read_is_a_problem_and_the_others_are_read(
    epoch: Any, git_repository: Maker, tmp_path: Path
) -> None:
    epoch.post(mail(1))
    (epoch.folder / "objects/info/alternates").write_text("/etc\n")
    git_repository(tmp_path / "bench/git/1.git").post(mail(2))
    found = list(read_inbox(inbox(tmp_path / "bench"), None))
    assert keys(found) == ["2"]
    problems = [item for item in found if isinstance(item, Problem)]
    assert [(item.source.location, "outside the mirror" in item.reason) for item in problems] == [
        (str(epoch.folder), True)
    ]


def test_a_repository_of_something_else_is_a_problem(git_repository: Maker, tmp_path: Path) -> None:
    repo = git_repository(tmp_path / "program.git")
    repo.commit({"README": b"a program"})
    (problem,) = read_inbox(inbox(repo.folder), None)
    assert isinstance(problem, Problem)
    assert "no public-inbox" in problem.reason


@pytest.mark.parametrize("kind", ["v1", "v2"])
def test_a_mail_that_is_missing_is_a_problem_and_is_read_once_it_is_there(
    git_repository: Maker, tmp_path: Path, kind: str
) -> None:
    folder = tmp_path / "bench"
    repo = git_repository(folder)
    oid = blob_id(mail(2))
    place, aside = folder / "objects" / oid[:2] / oid[2:], tmp_path / "aside"

    def post(last: int) -> None:
        if kind == "v1":
            repo.commit({v1_path(number): mail(number) for number in range(1, last + 1)})
        else:
            repo.post(*map(mail, (1, 2, 3) if last == 3 else (last,)))
        if place.exists():
            place.rename(aside)

    memory = Memory()
    post(3)
    first = again(folder, memory)
    assert sorted(keys(first)) == ["1", "3"]
    [problem] = [item for item in first if isinstance(item, Problem)]
    assert "missing from the repository, or damaged there: fetch all of it and import again" in problem.reason
    post(4)
    second = again(folder, memory)
    assert (keys(second), [item for item in second if isinstance(item, Problem)]) == (["4"], [problem])
    aside.rename(place)
    assert keys(again(folder, memory)) == ["2"]
    assert [item for item in again(folder, memory) if not isinstance(item, Reached)] == []


@pytest.mark.parametrize("kind", ["v1", "v2"])
def test_a_clone_of_the_history_alone_is_not_read_and_is_no_empty_archive(
    git_repository: Maker, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.sources.git_shelf._MOST_HOLES", 3)
    repo = git_repository(tmp_path / "bench")
    if kind == "v1":
        repo.commit({v1_path(number): mail(number) for number in range(1, 6)})
    else:
        repo.post(*map(mail, range(1, 6)))
    for number in range(1, 6):
        oid = blob_id(mail(number))
        (repo.folder / "objects" / oid[:2] / oid[2:]).unlink()
    memory = Memory()
    told = again(repo.folder, memory)
    reasons = [item.reason for item in told if isinstance(item, Problem)]
    assert "the repository is not read: its mails are missing from it" in reasons[-1]
    assert (len(reasons), keys(told), json.loads(memory.last or "")) == (4, [], {})


def put_aside(folder: Path, raw: bytes) -> tuple[Path, Path]:
    """Take the object of a mail away; gives where it is now, and its place."""
    oid = blob_id(raw)
    place, aside = folder / "objects" / oid[:2] / oid[2:], folder / f"aside-{oid}"
    return place.rename(aside), place


@pytest.mark.parametrize("by", ["the same epoch", "a later epoch"])
def test_a_mail_that_was_missing_and_is_taken_back_stays_out(
    epoch: Any, git_repository: Maker, tmp_path: Path, by: str
) -> None:
    epoch.post(mail(1), mail(2))
    taking = epoch if by == "the same epoch" else git_repository(tmp_path / "bench/git/1.git")
    taking.commit({"d": mail(2)})
    aside, place = put_aside(epoch.folder, mail(2))
    memory = Memory()
    again(tmp_path / "bench", memory)
    aside.rename(place)
    again(tmp_path / "bench", memory)
    assert memory.keys == ["1"]


def test_what_is_missing_when_a_history_was_rewritten_is_not_withdrawn(epoch: Any, tmp_path: Path) -> None:
    epoch.post(mail(1), mail(2), mail(3))
    memory = Memory()
    again(tmp_path / "bench", memory)
    root = epoch.commit({"m": mail(2)}, onto="")
    epoch.commit({"m": mail(3)}, onto=root)
    put_aside(epoch.folder, mail(2))
    again(tmp_path / "bench", memory)
    assert sorted(memory.keys) == ["2", "3"]


def test_a_mail_of_an_epoch_is_withdrawn_by_a_later_one_though_its_object_is_gone_there(
    epoch: Any, git_repository: Maker, tmp_path: Path
) -> None:
    epoch.post(mail(1), mail(2))
    memory = Memory()
    again(tmp_path / "bench", memory)
    later = git_repository(tmp_path / "bench/git/1.git")
    later.commit({"d": mail(2)})
    put_aside(later.folder, mail(2))
    again(tmp_path / "bench", memory)
    assert memory.keys == ["1"]


def test_a_mail_that_is_taken_back_though_its_object_is_gone_is_withdrawn(epoch: Any, tmp_path: Path) -> None:
    epoch.post(mail(1), mail(2))
    memory = Memory()
    again(tmp_path / "bench", memory)
    epoch.commit({"d": mail(2)})
    oid = blob_id(mail(2))
    (epoch.folder / "objects" / oid[:2] / oid[2:]).unlink()
    again(tmp_path / "bench", memory)
    assert memory.keys == ["1"]


def test_a_state_that_names_no_commit_is_not_passed_on_to_git(epoch: Any, tmp_path: Path) -> None:
    epoch.post(mail(1))
    memory = Memory(last=json.dumps({"0.git": "--output=/tmp/x"}))
    assert keys(again(tmp_path / "bench", memory)) == ["1"]


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    archive = Path(__file__).resolve().parents[2] / "shared/corpus/html/public-inbox/v2-layout.tar.xz"
    if not archive.is_file():
        pytest.skip("real public-inbox repositories are not on this machine")
    folder = tmp_path_factory.mktemp("layout")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / "v2-layout"


@pytest.mark.parametrize(("name", "mails"), [("rot", 76), ("mirror", 76), ("bench", 22), ("benchv1.git", 22)])
def test_real_inboxes_give_every_mail_that_was_not_purged(layout: Path, name: str, mails: int) -> None:
    found = [item for item in read_inbox(inbox(layout / name), None) if isinstance(item, Message)]
    assert len([message for message in found if " part " not in message.source.place]) == mails


def test_a_real_removal_takes_its_mail_out(layout: Path) -> None:
    ids = {item.message_id for item in read_inbox(inbox(layout / "other"), None) if isinstance(item, Message)}
    assert "t53@torture.example.org" in ids
    assert "t54@torture.example.org" not in ids


def test_v1_and_v2_of_one_archive_hold_the_same_mails(layout: Path) -> None:
    def mails(name: str) -> set[tuple[str, str]]:
        found = [item for item in read_inbox(inbox(layout / name), None) if isinstance(item, Message)]
        return {(message.key, "".join(part.text or "" for part in message.parts)) for message in found}

    assert mails("bench") == mails("benchv1.git")
