"""`benchlore check` on archives that are whole, that wait for an import, and that are really damaged."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archive.store.archive import Archive
from index.checking import check_index
from ingest.pipeline import import_sources

ENGINES = ("whoosh", "tantivy")


@pytest.fixture(scope="module")
def filled(commands: Any, posts: Callable[..., bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive for each engine, both of the same mails."""
    folder = tmp_path_factory.mktemp("check")
    mbox = folder / "bench.mbox"
    mbox.write_bytes(posts(0, 3))
    for engine in ENGINES:
        assert commands.run("--archive", folder / engine, "import", mbox, "--engine", engine).status == 0
    return folder


@pytest.fixture
def copy(filled: Path, tmp_path: Path) -> Callable[[str], Path]:
    def make(engine: str = "whoosh") -> Path:
        return Path(shutil.copytree(filled / engine, tmp_path / engine))

    return make


def faults(commands: Any, archive: Path) -> list[str]:
    """What the command calls faulty; it ends with 1 where it does, with 0 else, and never with a traceback."""
    done = commands.run("--archive", archive, "check")
    found = [line for line in done.out.splitlines() if line.startswith("FAULT")]
    assert "Traceback" not in done.err
    assert done.status == (1 if found or "damaged" in done.err or "no archive" in done.err else 0)
    return found or done.err.splitlines()


def break_rows(archive: Path, *statements: str) -> None:
    with sqlite3.connect(archive / "archive.sqlite3") as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, statement
    connection.close()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_sound_archive_has_a_line_for_each_check_and_nothing_is_written(
    commands: Any, copy: Callable[..., Path], engine: str
) -> None:
    archive = copy(engine)
    before = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
    done = commands.run("--archive", archive, "check")
    lines = done.out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["ok", f"{subject}:"] for subject in ("file", "messages", "threads", "texts", "results", "index")
    ]
    assert (done.status, done.err) == (0, "")
    assert f"10 messages with {engine}" in lines[-1]
    assert {path: path.read_bytes() for path in before} == before


def test_mails_that_wait_for_their_thread_are_told_and_are_no_fault(
    commands: Any, posts: Callable[..., bytes], tmp_path: Path
) -> None:
    mbox = tmp_path / "bench.mbox"
    mbox.write_bytes(posts(1, 2))

    def stop(stage: str, _done: int, _share: float | None) -> None:
        if stage == "read":
            raise KeyboardInterrupt

    with Archive.open(tmp_path / "a", create=True) as archive, pytest.raises(KeyboardInterrupt):
        import_sources(archive, [mbox], progress=stop)
    commands.run("--archive", tmp_path / "a", "search", "fork_test")
    done = commands.run("--archive", tmp_path / "a", "check")
    assert "3 messages wait for theirs and for their results: the next import settles them" in done.out
    assert done.status == 0
    commands.run("--archive", tmp_path / "a", "import", mbox)
    assert "wait" not in commands.run("--archive", tmp_path / "a", "check").out


@pytest.mark.parametrize(
    ("statement", "subject", "told"),
    [
        ("DELETE FROM thread_node WHERE is_ghost = 0 AND ordinal = 1", "threads", "stand in no thread, or in several"),
        ("UPDATE raw_mail SET packed = substr(packed, 9) WHERE message = 2", "texts", "1 raw mails cannot be unpacked"),
        ("UPDATE part_text SET packed = x'00' WHERE part = 1", "texts", "1 decoded texts cannot be unpacked"),
        ("DELETE FROM result_table WHERE number = 0 AND message = 1", "results", "measurements belong to no table"),
        ("DELETE FROM change_run WHERE side = 0", "results", "changes rest on measurements that are gone"),
        ("UPDATE result_table SET counted = 0 WHERE id = 1", "results", "are counted though they are copies"),
        ("DELETE FROM wording", "results", "have lost the poster's words"),
        ("DELETE FROM list_member WHERE message = 3", "messages", "1 messages stand in no list"),
        ("DELETE FROM message_source WHERE message = 3", "messages", "1 messages have no source"),
        ("UPDATE mail_id SET message = NULL WHERE message = 3", "messages", "not found by their own key"),
        ("UPDATE change_counter SET sequence = 2", "messages", "are numbered beyond the last change"),
        ("DELETE FROM author", "file", "rows refer to rows that are gone"),
    ],
)
def test_rows_that_are_gone_or_disagree_are_found(
    commands: Any, copy: Callable[..., Path], statement: str, subject: str, told: str
) -> None:
    archive = copy()
    break_rows(archive, statement)
    found = faults(commands, archive)
    assert any(line.startswith(f"FAULT  {subject}: ") and told in line for line in found), found
    assert all("restore a copy of archive.sqlite3" in line or "`benchlore reindex`" in line for line in found)


@pytest.mark.parametrize("part", [0.0, 0.2, 0.5, 0.9])
def test_a_file_that_is_cut_off_is_found(commands: Any, copy: Callable[..., Path], part: float) -> None:
    archive = copy()
    file = archive / "archive.sqlite3"
    with file.open("r+b") as content:
        content.truncate(int(file.stat().st_size * part))
    assert any("restore a copy" in line or "no archive" in line for line in faults(commands, archive))


def test_flipped_bytes_are_found_wherever_they_are(commands: Any, copy: Callable[..., Path]) -> None:
    chance = random.Random(5)
    archive = copy()
    file = archive / "archive.sqlite3"
    whole = file.read_bytes()
    pages = len(whole) // 4096
    for page in sorted(chance.sample(range(1, pages), 12)):
        broken = bytearray(whole)
        # The head of a page says where its rows are.
        broken[page * 4096 : page * 4096 + 12] = chance.randbytes(12)
        file.write_bytes(broken)
        assert faults(commands, archive), page


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_wrong_with_an_index_is_found_and_mended_as_told(
    commands: Any, copy: Callable[..., Path], engine: str
) -> None:
    archive = copy(engine)
    [folder] = (archive / "index").glob(f"{engine}-*")
    chance = random.Random(7)
    kept = {path: path.read_bytes() for path in folder.iterdir()}
    contents = [path for path in kept if path.suffix and not path.name.startswith(".") and kept[path]]

    def flip(path: Path) -> None:
        broken = bytearray(kept[path])
        broken[chance.randrange(len(broken))] ^= 0x10
        path.write_bytes(broken)

    for damage in (flip, lambda path: path.write_bytes(kept[path][:-9]), lambda path: path.unlink()):
        path = chance.choice(contents)
        damage(path)
        found = faults(commands, archive)
        assert ["`benchlore reindex`" in line for line in found if "index:" in line] == [True], (path, found)
        path.write_bytes(kept[path])
    shutil.rmtree(archive / "index")
    assert "there is no search index" in faults(commands, archive)[0]
    assert commands.run("--archive", archive, "reindex", "--engine", engine).status == 0
    assert commands.run("--archive", archive, "check").status == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_file_that_somebody_put_beside_the_index_is_taken_for_none(
    commands: Any, copy: Callable[..., Path], engine: str
) -> None:
    archive = copy(engine)
    for name in ("some-file", f"{engine}-notes"):
        (archive / "index" / name).write_text("not of an index")
    assert faults(commands, archive) == []
    (archive / "index" / "engine").write_text("lucene")
    assert "knows no search engine 'lucene'" in faults(commands, archive)[0]


def test_an_index_that_is_not_the_archives_is_found(commands: Any, copy: Callable[..., Path], filled: Path) -> None:
    archive = copy()
    break_rows(archive, "UPDATE identity SET name = 'another'")
    assert "is not this archive's" in faults(commands, archive)[0]
    (archive / "index" / "engine").write_text("lucene")
    assert "knows no search engine 'lucene'" in faults(commands, archive)[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_index_that_lost_or_kept_too_much_is_found(commands: Any, copy: Callable[..., Path], engine: str) -> None:
    archive = copy(engine)
    break_rows(archive, "INSERT INTO mail_id (text) VALUES ('new@example.org')")
    # A message that no change tells of: the index cannot have it.
    break_rows(
        archive,
        """INSERT INTO message SELECT 99, (SELECT max(id) FROM mail_id), key_is_made, header_id, subject, topic, author,
        posted, date_text, date_basis, to_line, cc_line, quality, fingerprint, 1, -1 FROM message LIMIT 1""",
        "UPDATE mail_id SET message = 99 WHERE id = (SELECT max(id) FROM mail_id)",
    )
    assert any("index: it holds 10 messages, and the archive 11" in line for line in faults(commands, archive))
    break_rows(archive, "UPDATE change_counter SET sequence = 5", "UPDATE message SET sequence = -sequence")
    assert any("index: it holds change" in line and "reindex" in line for line in faults(commands, archive))


@pytest.mark.parametrize("engine", ENGINES)
def test_mails_that_another_process_adds_between_two_looks_are_no_fault_of_the_index(
    copy: Callable[..., Path], posts: Callable[..., bytes], tmp_path: Path, engine: str
) -> None:
    folder, more = copy(engine), tmp_path / "more.mbox"
    more.write_bytes(posts(3, 6))
    counted = list[str]()

    def add(statement: str) -> None:
        # The last thing that is asked before mails are looked for one by one.
        if "FROM message" in statement and "OFFSET" in statement.upper() and not counted:
            counted.append(statement)
            with Archive.open(folder) as other:
                import_sources(other, [more])

    with Archive.open(folder, read_only=True) as archive:
        archive._database._connection.set_trace_callback(add)  # nothing else can stop a look halfway
        finding = check_index(archive, folder / "index")
    assert counted
    assert finding.faults == ()
    assert "changes are not in it yet" in finding.seen


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE raw_mail SET packed = x'00'",
        "UPDATE part_text SET packed = x'00'",
        "UPDATE part_text SET packed = x'789cfbff0f0002fe01fe'",  # no UTF-8
    ],
)
def test_a_command_that_meets_a_damaged_mail_says_so_in_a_line(
    commands: Any, copy: Callable[..., Path], statement: str
) -> None:
    archive = copy()
    break_rows(archive, statement)
    words = (
        ("show", "aim9-1@example.org"),
        ("show", "--raw", "aim9-1@example.org"),
        ("export",),
        ("search", "figures"),
    )
    told = [commands.run("--archive", archive, *each) for each in words]
    assert any("a stored mail is damaged: `benchlore check` says which one" in done.err for done in told)
    assert all("Traceback" not in done.err for done in told)
