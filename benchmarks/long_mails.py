"""How long the longest mails take: each golden text of the suites over and over, as one mail.

python benchmarks/long_mails.py [SUITE ...] [--lines N] [--bytes N] [--over SECONDS]
"""

import argparse
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from archive.model import Message
from ingest.derive import derive
from ingest.post import MAX_LINES, scan
from ingest.sources.detect import read

_GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden"
_HEAD = (
    "From: Ann <ann@example.org>\nMessage-ID: <long@example.org>\nDate: Mon, 25 Nov 2002 10:00:00 +0000\n"
    "Subject: results\n\n"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", help="only these folders of tests/golden")
    parser.add_argument("--lines", type=int, default=MAX_LINES)
    parser.add_argument("--bytes", type=int, default=10_000_000)
    parser.add_argument("--over", type=float, default=0.0, help="print only what takes longer, in seconds")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        _taken(_mail(folder, "nothing"))  # load the suites before the clock runs
        for path in sorted(_GOLDEN.glob("*/*.txt")):
            if options.suites and path.parent.name not in options.suites:
                continue
            text = path.read_text(encoding="utf-8")
            scanned, derived, found = _taken(_mail(folder, "".join(_repeated(text, options.lines, options.bytes))))
            if scanned + derived > options.over:
                name = f"{path.parent.name}/{path.stem}"
                print(f"{name:50} scan {scanned:6.2f} s, the rest {derived:6.2f} s CPU, {found:5} values", flush=True)


def _repeated(text: str, most_lines: int, most_bytes: int) -> Iterator[str]:
    """The lines of a text over and over, up to the most lines or bytes."""
    left = most_bytes
    for _, line in zip(range(most_lines), cycle(text.splitlines() or [""]), strict=False):
        left -= len(line) + 1
        if left < 0:
            return
        yield line + "\n"


def _mail(folder: str, body: str) -> Message:
    path = Path(folder) / "long.eml"
    path.write_text(_HEAD + body, encoding="utf-8")
    return next(item for item in read(path, None) if isinstance(item, Message))


def _taken(mail: Message) -> tuple[float, float, int]:
    """CPU seconds of the scan and of all else that is derived, and how many values that gives."""
    started = time.process_time()
    scan(mail)
    scanned = time.process_time() - started
    started = time.process_time()
    found = derive([mail])
    return scanned, max(0.0, time.process_time() - started - scanned), len(found.measurements)


if __name__ == "__main__":
    main()
