"""What looks like a table of results and is none: dumps of the kernel's own files, clocks, code sizes, counters."""

import pytest

from archive.text import lines
from ingest.free_labels import free_labels
from ingest.generic_tables import read_generic
from ingest.headings import layout
from ingest.tables import find_blocks, prospect

ROW = "fork_test 10000 56.2         5620.00 Task Creations/second\n"

NO_RESULTS = {
    "a file of the kernel": """\
# cat /sys/kernel/debug/ceph/metrics
item          total       avg_lat(us)
read          798         32000
write         12          4000
""",
    "steps of frequency": """\
     From  :   To
           : 100000000 133000000 200000000   time(ms)
  100000000:         0         0         0   1400
  133000000:         0         0         0   6700
old_freq_hz   new_freq_hz   time(ms)
100000000     133000000     1400
133000000     200000000     6700
""",
    "limits of temperature": """\
zone     trip     hyst     duration (ms)
cpu      95000    2000     100
gpu      85000    2000     250
""",
    "sizes of code": """\
Function                                     old     new   delta
lowpan_frags_ns_ctl_table                    256     192     -64
bpf_prog_select_runtime                      448     444      -4
""",
    "packets of an interface": """\
RX 9288150851 bytes : 147.6 MB/s
TX 1288150851 bytes : 17.6 MB/s
""",
    "speeds of a data sheet": """\
theoretical bandwidth of the links:
port one : 985.0 MB/s
port two : 1969.0 MB/s
""",
    "a range of seconds": """\
filesystem    time type                 from    to
hpfs          unsigned 32-bit seconds   1970    2106
vfat          2 byte seconds            1980    2107
""",
}


@pytest.mark.parametrize("name", NO_RESULTS)
def test_what_is_no_result_of_a_run_is_left_alone(name: str) -> None:
    assert list(read_generic(lines(NO_RESULTS[name]), frozenset())) == []


@pytest.mark.parametrize(
    "words",
    [
        "2024\u5e7411\u6708 Ann \u5199\u9053\uff1a",
        "NVMe ZNS drive",
        "The output looks like the following",
        "buffer ->",
        "12.31   14.55   16.02",
        "Before this patch\tWith this patch",
    ],
)
def test_words_that_name_no_side_are_no_kernels(words: str) -> None:
    text = f"{words}\n\n{ROW}\nanother thing entirely\n\n{ROW}"
    found = find_blocks(0, lines(text), prospect(text))
    assert words not in {label.text for label in free_labels(layout(lines(text), found), found).values()}
