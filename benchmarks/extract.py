"""How many mails a second are read for results: those without any, and those with some.

python benchmarks/extract.py FILE [--limit N]
"""

import argparse
import time
from itertools import islice
from pathlib import Path

from archive.model import Message
from ingest.derive import derive
from ingest.sources.detect import read


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, default=10_000)
    options = parser.parse_args()
    mails = [item for item in islice(read(options.file, None), options.limit) if isinstance(item, Message)]
    derive(mails[:1])  # load the suites before the clock runs
    with_results, without, slowest = [], [], (0.0, "")
    for mail in mails:
        started = time.process_time()
        found = derive([mail])
        taken = time.process_time() - started
        (with_results if found.measurements else without).append(taken)
        slowest = max(slowest, (taken, mail.key))
    for name, times in (("without results", without), ("with results", with_results)):
        rate = len(times) / sum(times) if times else 0
        print(f"{len(times):6} mails {name:16} {rate:8.0f} mails/s (CPU)")
    print(f"slowest: {slowest[0] * 1000:.0f} ms, {slowest[1]}")


if __name__ == "__main__":
    main()
