"""Whether an import stays linear: the same archive cut to several sizes, each imported anew, then imported again.

python benchmarks/growth.py SOURCE [--sizes 1000 3000 9000] [--engine tantivy]      (the whole comes last by itself)
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from measuring import Cost, bytes_below, cost_of

from archive.model import Message
from ingest.sources.detect import read, read_folder

_FROM_LINE = b"From mboxrd@z Thu Jan  1 00:00:00 1970\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1000, 3000, 9000])
    parser.add_argument("--engine", default="tantivy")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for count, mbox in _cut(options.source, options.sizes, folder):
            archive = folder / f"archive-{count}"
            command = [sys.executable, "-m", "benchlore", "--archive", str(archive), "import"]
            command += ["--engine", options.engine, str(mbox)]
            _print(count, "first", cost_of(command), bytes_below(archive))
            _print(count, "again", cost_of(command), bytes_below(archive))


def _print(count: int, what: str, cost: Cost, size: int) -> None:
    print(
        f"{count:7} mails {what}: {cost.cpu:8.2f} CPU s {1000 * cost.cpu / count:7.3f} ms/mail {cost.wall:8.1f} wall s "
        f"{cost.peak_mb:6.0f} MB peak {size / 1e6:8.1f} MB on disk",
        flush=True,
    )


def _cut(source: Path, sizes: Sequence[int], folder: Path) -> Iterator[tuple[int, Path]]:
    """An mbox of the first mails for each size, and one of all; the same file, which grows from turn to turn."""
    mbox = folder / "cut.mbox"
    count = 0
    with mbox.open("wb") as out:
        for raw in _mails(source):
            out.write(_FROM_LINE + _escaped(raw) + b"\n")
            count += 1
            if count in sizes:
                out.flush()
                os.fsync(out.fileno())
                yield count, mbox
    yield count, mbox


def _mails(source: Path) -> Iterator[bytes]:
    items = read_folder(source) if source.is_dir() else read(source, None)
    return (item.raw for item in items if isinstance(item, Message) and item.raw is not None)


def _escaped(raw: bytes) -> bytes:
    """As mboxrd has it: one more '>' before every line that begins with any number of them and "From "."""
    lines = raw.replace(b"\r\n", b"\n").splitlines(keepends=True)
    ended = b"".join(b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in lines)
    return ended if ended.endswith(b"\n") else ended + b"\n"


if __name__ == "__main__":
    main()
