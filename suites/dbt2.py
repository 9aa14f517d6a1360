"""DBT-2, OSDL's test of a database by many small transactions, as in TPC-C: new orders a minute.

Its reports stood on OSDL's pages; in mails are the tables that people type of them (dbt_tables.py):

    Kernel          Elevator NOTPM CPU% Blocks/s URL
    2.5.68-mm2      as        1155 94.3   8940.2 http://khack.osdl.org/stp/271356/

Shares of CPU, blocks and switches beside the metric are watched, not measured; tables of per cents are left alone.
"""

from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.dbt_tables import read_rows

NOTPM = Metric("notpm", "NOTPM", "higher", "new orders that are done in a minute, of five kinds of transactions")


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from read_rows(lines, "2", NOTPM)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "needs a database of many gigabytes, which no program of ours sets up")


SUITE = Suite(
    name="dbt2",
    title="DBT-2, OSDL's database test of transactions",
    metrics=(NOTPM,),
    tests={"dbt2": "five kinds of transactions of a wholesaler, as in TPC-C"},
    parameters={
        "workload": "cached: the database fits its cache; noncached: it is read from disks",
        "cpus": "how many processors the box has",
        "memory": "how much of it the database has, in the post's own words",
        "elevator": "the I/O scheduler",
        "filesystem": "the filesystem that names the row",
    },
    marks=("dbt", "dbt2", "notpm"),
    read=_read,
    rerun=_rerun,
    aliases=("dbt-2", "osdl-dbt-2", "osdl-dbt2"),
)
