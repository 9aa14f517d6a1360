"""bonnie++, versions 1.0 to 2.0: one big file written and read, random seeks, and many small files.

    Version  1.02       ------Sequential Output------ --Sequential Input- --Random-
                        -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
    Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
    ivy            368M  1415  95  2437   7  1003   4  1208  81  2298   6  90.7   2
                        ------Sequential Create------ --------Random Create--------
                        -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
                  files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
                     16   235  99 +++++ +++ 13871  98   242  99 +++++ +++   898  99
    ivy,368M,1415,95,2437,7,1003,4,1208,81,2298,6,90.7,2,16,235,99,+++++,+++,13871,98,242,99,+++++,+++,898,99

+++++ is too fast to be measured. %CP is what the rate costs, and no result of its own. The line of fields is the same
run once more; it is read where no table stands. From version 1.96 on the worst latencies stand below.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.text import Line
from suites.base import Rerun, Row, Suite
from suites.bonnie_csv import csv_rows
from suites.bonnie_tables import FILES, LATENCY, SEEKS, THROUGHPUT, is_old, read_tables

_MAX_GAP = 4
_FILES = {
    "create_create": "makes files in {} order",
    "create_read": "stats files in {} order, and reads those that hold something",
    "create_delete": "deletes files in {} order",
}


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    found: list[Row] = []
    for head, rows in read_tables(lines):
        if not is_old(head):
            own = list(rows)
            found += _with_name_above(own, found) if head.of_files else own
    found.sort(key=_line)
    tabled = frozenset(str(row.parameters.get("machine", row.kernel and row.kernel.text)) for row in found)
    yield from sorted([*found, *csv_rows(lines, tabled)], key=_line)


def _with_name_above(own: list[Row], above: list[Row]) -> list[Row]:
    """Rows on files with the machine and version of the one row of the table right above, where they name none."""
    last = above[-1] if above else None
    if (
        last is None
        or not own
        or own[0].block - last.line > _MAX_GAP
        or own[0].kernel
        or "machine" in own[0].parameters
    ):
        return own
    if len({row.line for row in above if row.block == last.block and row.values[0].metric != LATENCY.name}) != 1:
        return own
    name = {key: value for key, value in last.parameters.items() if key in ("machine", "label", "filesystem")}
    return [
        replace(
            row,
            kernel=last.kernel,
            parameters={**name, **row.parameters},
            suite_version=row.suite_version or last.suite_version,
        )
        for row in own
    ]


def _line(row: Row) -> int:
    return row.line


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "needs bonnie++ and a file twice the size of memory; no adapter of ours runs it yet")


SUITE = Suite(
    name="bonnie++",
    title="bonnie++, one big file and many small ones",
    metrics=(THROUGHPUT, SEEKS, FILES, LATENCY),
    tests={
        "sequential_output_per_chr": "writes the file a byte at a time with putc",
        "sequential_output_block": "writes the file in blocks",
        "sequential_output_rewrite": "reads, changes and writes back each block",
        "sequential_input_per_chr": "reads the file a byte at a time with getc",
        "sequential_input_block": "reads the file in blocks",
        "random_seeks": "several processes seek to random places, read, and rewrite a tenth of the blocks",
        **{
            f"{order}_{name}": text.format(order) for order in ("sequential", "random") for name, text in _FILES.items()
        },
    },
    parameters={
        "machine": "the machine's name as the row gives it",
        "label": "what stands in brackets behind the name",
        "filesystem": "the filesystem, where the row is named after it",
        "size": "size of the file, as written, with the size of a block where it is told",
        "files": "files in units of 1024, with their sizes and directories where they are told",
    },
    marks=("%cp", "%cpu", ",+++,"),
    read=_read,
    rerun=_rerun,
    aliases=("bonnie-plus", "bonniepp"),
)
