"""What heads the labels of a table: a word on a line of its own, and a word that the heads are no values of."""

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

TABLE = """\
The transactions/seconds of each are these:

   vanilla   new glibc  madv_free kernel   madv_free + mmap_sem
threads

1     610         609             596                545
2    1032        1136            1196               1200
"""
SPEEDS = """\
Reading the disk:

kernel  speed    swap used

2.6.26  111MB/s  500kB
-mm     110MB/s  59MB
"""


def read(text: str) -> list[Row]:
    return list(read_generic(lines(text), frozenset()))


def test_a_word_alone_below_the_heads_says_what_the_labels_count() -> None:
    for text in (TABLE, TABLE.replace("threads\n\n", "\nthreads\n"), TABLE.replace("threads\n\n", "threads:\n")):
        rows = read(text)
        assert [row.parameters for row in rows] == [{"threads": 1}, {"threads": 2}]
        assert [(value.cell.value, value.kernel and value.kernel.text) for value in rows[1].values] == [
            (1032, "vanilla"),
            (1136, "new glibc"),
            (1196, "madv_free kernel"),
            (1200, "madv_free + mmap_sem"),
        ]
        assert {value.unit for row in rows for value in row.values} == {"transactions/seconds"}


def test_an_operation_alone_below_the_heads_is_what_the_rows_did() -> None:
    assert all("reads" not in row.parameters for row in read(TABLE.replace("threads", "reads")))


def test_a_measure_is_no_value_of_what_heads_the_sides() -> None:
    rows = read(SPEEDS)
    assert [(row.kernel and row.kernel.text, row.parameters) for row in rows] == [("2.6.26", {}), ("-mm", {})]
    assert [value.cell.value for row in rows for value in row.values] == [111, 110]
