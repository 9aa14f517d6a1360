"""Choosing and changing the search engine on the command line."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archive.model import UserError
from benchlore import indexing
from benchlore.cli import commands

SAMPLE = Path(__file__).resolve().parents[1] / "samples" / "aim9-thread.mbox"

pytestmark = pytest.mark.skipif(
    find_spec("tantivy") is None, reason="needs the package tantivy, which is an extra (pip install benchlore[fast])"
)


def run(folder: Path, *words: str | Path) -> Result:
    return CliRunner().invoke(commands, ["--archive", str(folder), *map(str, words)])


def keys(folder: Path, query: str) -> list[str]:
    return run(folder, "search", "--format", "jsonl", query).stdout.splitlines()


def index_of(folder: Path) -> list[str]:
    return sorted(path.name.partition("-")[0] for path in (folder / "index").iterdir() if path.is_dir())


def test_a_new_archive_is_begun_with_the_engine_that_is_named(tmp_path: Path) -> None:
    assert run(tmp_path / "a", "import", "--engine", "tantivy", SAMPLE).exit_code == 0
    assert index_of(tmp_path / "a") == ["tantivy"]
    assert keys(tmp_path / "a", "laptop")


def test_both_engines_give_the_same_answers(tmp_path: Path) -> None:
    for name in ("whoosh", "tantivy"):
        run(tmp_path / name, "import", "--engine", name, SAMPLE)
    for query in ("fork_test regression 2.5", "laptop", "lapt*", '"upper one"', "f:example.org -nowhere"):
        found = [sorted(keys(tmp_path / name, query)) for name in ("whoosh", "tantivy")]
        assert found[0], query
        assert found[0] == found[1], query


def test_reindexing_with_another_engine_changes_it_for_good(tmp_path: Path) -> None:
    run(tmp_path / "a", "import", SAMPLE)
    before = keys(tmp_path / "a", "laptop")
    assert run(tmp_path / "a", "reindex", "--engine", "tantivy").stdout.endswith("messages indexed with tantivy\n")
    assert index_of(tmp_path / "a") == ["tantivy"]
    assert keys(tmp_path / "a", "laptop") == before
    assert run(tmp_path / "a", "reindex").stdout.endswith("with tantivy\n")
    assert run(tmp_path / "a", "reindex", "--engine", "whoosh").stdout.endswith("with whoosh\n")
    assert (index_of(tmp_path / "a"), keys(tmp_path / "a", "laptop")) == (["whoosh"], before)


def test_an_import_does_not_change_the_engine(tmp_path: Path) -> None:
    run(tmp_path / "a", "import", SAMPLE)
    refused = run(tmp_path / "a", "import", "--engine", "tantivy", SAMPLE)
    assert isinstance(refused.exception, UserError)
    assert "benchlore reindex --engine tantivy" in str(refused.exception)
    assert run(tmp_path / "a", "import", "--engine", "whoosh", SAMPLE).exit_code == 0


def test_many_messages_suggest_the_faster_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "reindex" not in run(tmp_path / "a", "import", SAMPLE).stderr
    monkeypatch.setattr(indexing, "MOST_FOR_WHOOSH", 2)
    assert "`benchlore reindex --engine tantivy`" in run(tmp_path / "a", "import", SAMPLE).stderr
    run(tmp_path / "a", "reindex", "--engine", "tantivy")
    assert "reindex" not in run(tmp_path / "a", "import", SAMPLE).stderr
