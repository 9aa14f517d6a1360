"""DBT-3, OSDL's test of a database by streams of large queries, as in TPC-H: queries an hour.

Its reports stood on OSDL's pages; in mails are the tables that people type of them (dbt_tables.py):

    Kernel........PLM..Thruput
    2.6.4rc2-mm1  2676  84.56
"""

from collections.abc import Iterator, Sequence

from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.dbt_tables import read_rows

THROUGHPUT = Metric("throughput", "queries/hour", "higher", "queries of all streams done in an hour, times their size")


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from read_rows(lines, "3", THROUGHPUT)


def _rerun(_test: str) -> Rerun:
    return Rerun("no adapter", "needs a database of many gigabytes, which no program of ours sets up")


SUITE = Suite(
    name="dbt3",
    title="DBT-3, OSDL's database test of large queries",
    metrics=(THROUGHPUT,),
    tests={"dbt3": "streams of queries that read nearly everything, as in TPC-H"},
    parameters={
        "cpus": "how many processors the box has",
        "elevator": "the I/O scheduler",
        "filesystem": "the filesystem that names the row",
    },
    marks=("dbt", "dbt3"),
    read=_read,
    rerun=_rerun,
    aliases=("dbt-3", "osdl-dbt-3", "osdl-dbt3"),
)
