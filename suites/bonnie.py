"""bonnie 1.0, Tim Bray's: how fast one big file is written, rewritten and read, and how many random seeks it allows.

                  -------Sequential Output-------- ---Sequential Input-- --Random--
                  -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---
    Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU
              100  4393 95.2 12333 21.3  5123 18.9  4410 89.1 14222 17.3 171.2  3.9

%CPU is what the rate beside it costs, and no result of its own.
"""

from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Rerun, Row, Suite
from suites.bonnie_tables import SEEKS, THROUGHPUT, is_old, read_tables

TESTS = {
    "sequential_output_per_chr": "writes the file a byte at a time with putc",
    "sequential_output_block": "writes the file in blocks",
    "sequential_output_rewrite": "reads, changes and writes back each block",
    "sequential_input_per_chr": "reads the file a byte at a time with getc",
    "sequential_input_block": "reads the file in blocks",
    "random_seeks": "several processes seek to random places, read, and rewrite a tenth of the blocks",
}


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    for head, rows in read_tables(lines):
        if is_old(head):
            yield from rows


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "needs bonnie 1.x; bonnie++ does the same in other ways, and its figures are not comparable")


SUITE = Suite(
    name="bonnie",
    title="bonnie, one big file",
    metrics=(THROUGHPUT, SEEKS),
    tests=TESTS,
    parameters={
        "machine": "the machine's name as the row gives it",
        "label": "what stands in brackets behind the name",
        "filesystem": "the filesystem, where the row is named after it",
        "size": "megabytes of the file",
    },
    marks=("rewrite-",),
    read=_read,
    rerun=_rerun,
)
