"""Tables of single words whose figures may have but one blank between them."""

from archive.text import lines
from ingest.generic_tables import read_generic
from suites.base import Row

RUN = """\
Loads   Type    blksize count   av_time    tput    usr%   sys%   intr%
-----   ----    ------- -----   ------- -------    ----   ----   -----
  1      read   256.00K 256.00K   82.92  789.59    1.80  215.40   18.40
  2      read   256.00K 256.00K   53.97 1191.56    2.10  389.40   22.60
  4      read   256.00K 256.00K   37.83 1724.63    2.20  776.00   29.30
"""
MODES = """\
Mode          MB/s       IOPS    Avg(us)    p50(us)
buffered       314 80374.217300    196.5    193.536
direct       220.9 56539.452768    280.5     98.816
"""


def told(text: str) -> list[tuple[object, ...]]:
    rows: list[Row] = list(read_generic(lines(text), frozenset()))
    return [(row.test, value.metric, value.cell.value, value.unit) for row in rows for value in row.values]


def test_rulers_of_their_own_tell_which_words_are_heads() -> None:
    assert told(RUN) == [
        (metric, metric, figure, None)
        for figures in ((82.92, 789.59), (53.97, 1191.56), (37.83, 1724.63))
        for metric, figure in zip(("time", "throughput"), figures, strict=True)
    ]
    assert told(RUN.replace("blksize count", "size of one").replace("-----   ------- ---", "")) == []


def test_as_many_words_on_each_row_as_heads_are_counted() -> None:
    assert [(figure, unit) for _, _, figure, unit in told(MODES)] == [
        *((314, "MB/s"), (80374.2173, "IOPS"), (196.5, "us"), (193.536, "us")),
        *((220.9, "MB/s"), (56539.452768, "IOPS"), (280.5, "us"), (98.816, "us")),
    ]


def test_a_row_without_one_of_the_figures_ends_them() -> None:
    assert told(MODES.replace("    280.5", "         ")) == []
