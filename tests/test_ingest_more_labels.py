"""Labels in shapes that people use beside lone lines: between commands, amid rows, over one kernel's name."""

import pytest

from archive.model import Author, Message, Part, Quality, Source
from archive.results import Derived
from ingest.derive import derive

UNIXBENCH = """\
Before the patch:

   System -- Linux host 2.6.32 #10
Dhrystone 2 using register variables     1804724.6 lps   (10.0 secs, 10 samples)
Execl Throughput                            1204.6 lps   (29.7 secs, 3 samples)

After the patch:

   System -- Linux host 2.6.32 #11
Dhrystone 2 using register variables     1904724.6 lps   (10.0 secs, 10 samples)
Execl Throughput                            1304.6 lps   (29.7 secs, 3 samples)
"""
TIMES = """\
---> tip:sched/core
$ time make -j8
real    1m12.345s
user    8m1.001s
sys     0m30.100s

---> tip:sched/core + fix
$ time make -j8
real    1m10.345s
user    8m1.001s
sys     0m29.100s
"""
ENCRYPTED = """\
A patched iperf is used.
  TLS
[  3]  0.0- 1.0 sec   185 MBytes  1.55 Gbits/sec
[  3]  0.0- 5.0 sec   927 MBytes  1.56 Gbits/sec
  kTLS
[  3]  0.0- 1.0 sec   198 MBytes  1.66 Gbits/sec
[  3]  0.0- 5.0 sec   974 MBytes  1.63 Gbits/sec
"""
COMMANDS = """\
dram only:
numactl --cpunodebind=1 --membind=1 ./stream_c.exe --ntimes 100 --array-size 400M --malloc
Function     Direction    BestRateMBs     AvgTime      MinTime      MaxTime
Copy:        0->0            200923.2     0.032662     0.031853     0.033301
Scale:       0->0            202123.0     0.032526     0.031664     0.032970
Add:         0->0            208873.2     0.047322     0.045961     0.047884
Triad:       0->0            208523.8     0.047262     0.046038     0.048414

CXL-only:
numactl --cpunodebind=1 -w --membind=2 ./stream_c.exe --ntimes 100 --array-size 400M --malloc
Copy:        0->0             22209.7     0.288661     0.288162     0.289342
Scale:       0->0             22288.2     0.287549     0.287147     0.288291
Add:         0->0             24419.1     0.393372     0.393135     0.393735
Triad:       0->0             24484.6     0.392337     0.392083     0.394331
"""
DMA = """\
With DMA enable:
$ openssl speed -evp aes-256-cbc -engine afalg -elapsed
The 'numbers' are in 1000s of bytes per second processed.
type          16 bytes     64 bytes    256 bytes   1024 bytes   8192 bytes  16384 bytes
aes-256-cbc   120.02k      406.78k     1588.82k     5873.32k    26020.52k    34258.94k

Without DMA:
$ openssl speed -evp aes-256-cbc -engine afalg -elapsed
The 'numbers' are in 1000s of bytes per second processed.
type          16 bytes     64 bytes    256 bytes   1024 bytes   8192 bytes  16384 bytes
aes-256-cbc   121.06k      419.95k     1112.23k     1897.47k     2362.03k     2386.60k
"""
KERNBENCH = """\
*** Before patch ***************
Average Optimal load -j 32 Run (std deviation):
Elapsed Time 353.957
User Time 1070.68
System Time 154.63

*** After patch ****************
Average Optimal load -j 32 Run (std deviation):
Elapsed Time 232.32
User Time 1120.9
System Time 116.843
"""
NUMBERED = """\
1. before the fix
dbench 8
Throughput 312.5 MB/sec 8 procs

2. after the fix
dbench 8
Throughput 352.5 MB/sec 8 procs
"""
PIPED = """\
| vanilla:
|
|   Performance counter stats for 'make' (3 runs):
|            2.9520 +- 0.0165 seconds time elapsed  ( +-  0.56% )
|
| patched:
|
|   Performance counter stats for 'make' (3 runs):
|            2.8520 +- 0.0160 seconds time elapsed  ( +-  0.56% )
"""


def post(text: str) -> Derived:
    author = Author("Ada Poster", "ada@example.org")
    part = Part(0, "text/plain", None, text)
    return derive(
        [
            Message(
                *("post@example.org", False, "post@example.org", "Numbers", author, None, None, None),
                *((), (), (), (part,), Source("mbox", "x"), Quality.RAW_MAIL),
            )
        ]
    )


def labels(text: str) -> list[str | None]:
    return list(dict.fromkeys(m.kernel.text if m.kernel is not None else None for m in post(text).measurements))


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        (UNIXBENCH, ["Before the patch", "After the patch"]),
        (TIMES, ["tip:sched/core", "tip:sched/core + fix"]),
        (ENCRYPTED, ["TLS", "kTLS"]),
        (COMMANDS, ["dram only", "CXL-only"]),
        (DMA, ["With DMA enable", "Without DMA"]),
        (KERNBENCH, ["Before patch", "After patch"]),
        (NUMBERED, ["before the fix", "after the fix"]),
        (PIPED, ["vanilla", "patched"]),
    ],
    ids=["one kernel twice", "times", "amid rows", "commands", "dma", "stars", "numbered", "piped"],
)
def test_both_sides_have_their_label_and_are_compared(text: str, sides: list[str]) -> None:
    assert labels(text) == sides
    assert {(change.old.label, change.new.label) for change in post(text).changes} != set()


def test_a_side_over_a_kernels_name_keeps_the_version_that_was_printed() -> None:
    first = post(UNIXBENCH).measurements[0]
    assert first.kernel is not None
    assert (str(first.kernel.version), first.variant) == ("2.6.32", "Before the patch")
    assert [span.line for span in first.kernel.attribution.spans] == [1, 3]


def test_two_kernels_with_names_of_their_own_keep_them() -> None:
    text = UNIXBENCH.replace("2.6.32 #11", "2.6.33 #11")
    assert labels(text) == ["2.6.32", "2.6.33"]


@pytest.mark.parametrize("word", ["resets", "stdev=25.25, samples=17006"])
def test_the_end_of_a_wrapped_row_is_no_label(word: str) -> None:
    rows = "[  3]  0.0- 5.0 sec   927 MBytes  1.56 Gbits/sec\n"
    text = f"before:\n\n{rows}{word}\n{rows}\nafter:\n\n{rows}{word}\n{rows}"
    assert labels(text) == ["before", "after"]


@pytest.mark.parametrize("line", ["# Running 'sched/pipe' benchmark:", "$ dbench 8", "\u2570\u2500\u276f dbench 8"])
def test_prompts_and_announcements_are_no_labels(line: str) -> None:
    run = "Throughput 312.5 MB/sec 8 procs\n"
    assert labels(f"{line}\n\n{run}\n{line} again\n\n{run}") == [None]


def test_what_a_kernel_is_set_against_is_no_part_of_its_name() -> None:
    heads = "Throughput (MB/s)    vanilla    patched (vs vanilla)\n"
    assert labels(f"{heads}4 threads      123.4         150.2\n8 threads      140.4         190.2\n") == [
        "vanilla",
        "patched",
    ]
    assert labels("2.6.12 (vs 2.6.11)\ndbench 8\nThroughput 312.5 MB/sec 8 procs\n") == ["2.6.12"]


def test_a_kernel_named_with_its_patches_over_two_lines_is_a_heading() -> None:
    run = "\ndbench 16\nThroughput 23.4608 MB/sec (NB=29.326 MB/sec  234.608 MBit/sec)\n"
    patched = "linux-2.4.10-pre6 with the preempt patch (that of pre5\napplied to pre6), with CONFIG_PREEMPT=y\n"
    assert labels(f"{patched}{run}\nlinux-2.4.10-pre6\n{run}") == [
        "2.4.10-pre6 with the preempt patch (that of pre5",
        "2.4.10-pre6",
    ]
    told = "2.4.10-pre6 was faster with the preempt patch than what\nran before it, as seen here.\n"
    assert labels(f"{told}{run}") == ["2.4.10-pre6"]
