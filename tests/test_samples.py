"""The sample threads: their figures are those of the posts, their people are invented, and all of them can be read."""

import gzip
import re
from pathlib import Path

import pytest

from archive.model import Message
from ingest.sources.detect import read

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "samples"
SHARED = ROOT.parent / "shared"
POSTS = ("seeds/000*.txt", "seeds/001*.txt", "seeds/002*.txt", "seeds/003*.txt", "corpus/posts/lmbench-paolo*.txt")
THREADS = {"aim9-thread.mbox": 7, "hypermail": 4, "lmbench-aim7.t.mbox.gz": 6}
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# A row of a tool: a name, then at least two numbers. Message headers and prose have no such lines.
_ROW = re.compile(r"\S+(?: \S+){0,3}(?:\s+\d[\d.]*%?){2}")


def messages(name: str) -> list[Message]:
    return [item for item in read(SAMPLES / name, None) if isinstance(item, Message)]


def bodies() -> str:
    """The texts of all mails, without what is attached to them."""
    return "\n".join(message.parts[0].text or "" for name in THREADS for message in messages(name))


def posted() -> str:
    files = [path for pattern in POSTS for path in SHARED.glob(pattern)]
    if len(files) != len(POSTS):
        pytest.skip("the posts that the figures are from are not on this machine")
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files)


def collapsed(text: str) -> set[str]:
    return {" ".join(line.lstrip("> ").split()) for line in text.splitlines()}


@pytest.mark.parametrize(("name", "count"), THREADS.items())
def test_every_mail_of_a_sample_is_read(name: str, count: int) -> None:
    assert len({message.key for message in messages(name)}) == count


@pytest.mark.parametrize("name", THREADS)
def test_a_sample_is_read_without_a_problem(name: str) -> None:
    assert [item for item in read(SAMPLES / name, None) if not isinstance(item, Message)] == []


def test_the_whole_folder_can_be_imported() -> None:
    keys = {item.key for item in read(SAMPLES, None) if isinstance(item, Message)}
    assert keys >= {message.key for name in THREADS for message in messages(name)}


@pytest.mark.parametrize("name", THREADS)
def test_people_of_a_sample_live_at_example_org(name: str) -> None:
    files = [path for path in (SAMPLES / name).rglob("*") if path.is_file()] or [SAMPLES / name]
    raw = b"".join(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes() for path in files)
    domains = {address.partition("@")[2] for address in _ADDRESS.findall(raw.decode("utf-8"))}
    assert domains == {"example.org", "samples.example.org"}


def test_the_packed_sample_is_the_same_each_time_it_is_packed() -> None:
    head = (SAMPLES / "lmbench-aim7.t.mbox.gz").read_bytes()[:10]
    assert head[3] == 0, "no file name in the header"
    assert head[4:8] == bytes(4), "no time in the header"


def test_rows_of_the_samples_stand_in_the_posts() -> None:
    rows = {line for line in collapsed(bodies()) if _ROW.match(line)}
    assert len(rows) > 400
    assert rows - collapsed(posted()) == set()


def test_prose_of_the_samples_is_our_own() -> None:
    """Heads and legends of the tools and note lines under rows stand as posted; no sentence does."""
    heads = re.compile(
        r"\^{5} Here|\[All numbers|\(WARNING|Host |call |ctxsw |UNIX |Create |CPU|Lat%| - (smaller|bigger) is better"
    )
    sentences = {line for line in collapsed(bodies()) if len(re.findall(r"\b[a-z]{2,}\b", line)) >= 5}
    assert len(sentences) > 60
    assert {line for line in sentences & collapsed(posted()) if heads.search(line) is None} == set()


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.mbox*")), ids=lambda path: path.name)
def test_sources_say_where_the_figures_are_from(path: Path) -> None:
    assert f"`{path.name}`" in (SAMPLES / "SOURCES.md").read_text(encoding="utf-8")
