"""What the search index of an archive costs: documents, each engine, and queries of each kind, in CPU time.

python benchmarks/search_index.py ARCHIVE [--limit N]

The archive is only read; indexes are made in a scratch folder.
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import median

from measuring import bytes_below

from archive.store.archive import Archive
from index.documents import DocumentMaker
from index.engine import And, Engine, Held, Node, Or, Phrase, Prefix, Range, Term
from index.engines import NAMES, open_engine

_AT_ONCE = 100
_ROUNDS = 20
_QUERIES: dict[str, Node] = {
    "common term": Term("", "patch"),
    "3-term AND": And((Term("", "read"), Term("", "write"), Term("", "latency"))),
    "3-term OR": Or((Term("", "regression"), Term("", "throughput"), Term("", "latency"))),
    "phrase": Phrase("", "page cache"),
    "prefix": Prefix("", "regres"),
    "subject": Term("s", "performance"),
    "term and dates": And((Term("", "patch"), Range("d", 1.5e9, 1.6e9))),
    "version": And((Term("", "regression"), Term("kernel", "5"))),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--limit", type=int, default=10_000)
    options = parser.parse_args()
    with Archive.open(options.archive, read_only=True) as archive:
        started = time.process_time()
        documents = list(islice(_documents(archive), options.limit))
        _print("documents", len(documents), time.process_time() - started)
    for name in NAMES:
        with tempfile.TemporaryDirectory() as scratch:
            _measure(name, documents, Path(scratch))


def _documents(archive: Archive) -> Iterator[Held]:
    maker, sequence = DocumentMaker(), 0
    while changed := archive.messages.changed_since(sequence, _AT_ONCE):
        keys = [change.key for change in changed if not change.deleted]
        yield from map(maker.held, archive.messages.searchable(keys))
        sequence = changed[-1].sequence


def _measure(name: str, documents: list[Held], scratch: Path) -> None:
    Archive.open(scratch, create=True).close()
    with closing(open_engine(scratch / "index", create=True, name=name)) as engine:
        started = time.process_time()
        for document in documents:
            engine.add(document)
        engine.commit(len(documents))
        _print(name, len(documents), time.process_time() - started)
        print(f"{'':12} {bytes_below(scratch / 'index') / 1e6:8.1f} MB on disk, peak {_peak_mb():.0f} MB")
        for kind, node in _QUERIES.items():
            print(f"{'':12} {kind:16} {_latency_ms(engine, node):8.2f} ms")


def _latency_ms(engine: Engine, node: Node) -> float:
    taken = []
    for _ in range(_ROUNDS):
        started = time.process_time()
        engine.search(node, limit=10)
        taken.append(time.process_time() - started)
    return median(taken) * 1000


def _print(what: str, count: int, seconds: float) -> None:
    print(f"{what:12} {seconds:8.2f} CPU s {seconds / count * 1e6:8.0f} us a mail ({count} mails)", flush=True)


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
