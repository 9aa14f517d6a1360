"""What one benchmark's numbers become when another program ran it: mmtests and lkp."""

from collections.abc import Callable

from archive.model import Message
from archive.results import Measurement
from ingest.derive import derive

Mail = Callable[..., Message]

MMTESTS = """The load is lighter with the patch.

dbench4 Loadfile Execution Time
                             6.18-rc1               6.18-rc1
                              vanilla   sched-preemptnext-v5
Amean      1         14.62 (   0.00%)       14.69 (  -0.46%)
Stddev     1          0.52 (   0.00%)        0.51 (   2.45%)

tbench4
                             6.18-rc1               6.18-rc1
                              vanilla   sched-preemptnext-v5
Hmean      1        140.62 (   0.00%)      141.69 (   0.76%)
"""
LKP = """commit:
  31255e072b ("x86/shstk: Delay signal entry SSP write until after user accesses")
  ec9aedb2aa ("x86/acpi: Ignore invalid x2APIC entries")

31255e072b2e91f9 ec9aedb2aa1ab7ac420c00b31f5
---------------- ---------------------------
         %stddev     %change         %stddev
             \\          |                \\
      1222            +2.4%       1251 ±  3%  aim9.exec_test.ops_per_sec
      8587 ±  3%      +5.9%       9091        vmstat.system.cs
"""


def measured(message: Message) -> tuple[Measurement, ...]:
    return derive((message,)).measurements


def test_a_value_is_of_the_innermost_benchmark_and_says_what_ran_it(mail: Mail) -> None:
    found = measured(mail(MMTESTS))
    assert {(m.suite, m.harness) for m in found} == {("dbench", "mmtests")}
    assert [m.test for m in found] == ["dbench", "dbench", "tbench", "tbench"]


def test_tables_of_two_benchmarks_that_one_reader_reads_are_two_tables(mail: Mail) -> None:
    tables = derive((mail(MMTESTS),)).tables
    assert [(table.suite, table.first_line) for table in tables] == [("dbench", 4), ("dbench", 10)]


def test_a_deviation_on_another_line_is_a_spread_that_stands_there(mail: Mail) -> None:
    first = measured(mail(MMTESTS))[0]
    assert [(s.kind, s.raw, s.span.line) for s in first.spread] == [("stdev", "0.52", 7)]
    assert first.span.line == 6


def test_a_commit_is_described_by_its_title(mail: Mail) -> None:
    found = measured(mail(LKP))
    assert [(m.kernel.text, m.kernel.description) for m in found if m.kernel is not None] == [
        ("31255e072b2e91f9", "x86/shstk: Delay signal entry SSP write until after user accesses"),
        ("ec9aedb2aa1ab7ac420c00b31f5", "x86/acpi: Ignore invalid x2APIC entries"),
    ]


def test_changes_pair_the_columns_of_a_harness_too(mail: Mail) -> None:
    changes = derive((mail(LKP),)).changes
    assert [(c.suite, c.test, c.old.value, c.new.value, c.verdict) for c in changes] == [
        ("aim9", "exec_test", 1222.0, 1251.0, "faster")
    ]
