import re

from archive.text import lines
from suites.iperf3 import SUITE as IPERF3
from suites.sysbench import SUITE as SYSBENCH
from suites.sysbench_tables import NO_UNIT
from suites.titled_tables import Name, TitledRow, titled_rows

TOOL = Name("sometool", re.compile(r"\bsometool\b"))
TABLE = "size     before    after    change\n1K       10.5      11.5     +9.5%\n64       20.5      21.5     +4.9%\n"


def read(text: str) -> list[TitledRow]:
    return list(titled_rows(lines(text), TOOL))


def test_a_table_under_the_name_of_the_tool_has_settings_and_heads() -> None:
    rows = read(f"sometool, MB/s:\n\n{TABLE}")
    assert [(row.label, row.settings) for row in rows] == [("1K", {"size": "1K"}), ("64", {"size": 64})]
    assert [(column.head and column.head.text, column.cell.raw) for column in rows[0].columns] == [
        ("before", "10.5"),
        ("after", "11.5"),
    ]
    assert rows[0].told.startswith("sometool, MB/s:")


def test_a_table_without_the_name_or_under_another_one_is_left_alone() -> None:
    assert read(TABLE) == []
    assert read(f"sometool\n\nhackbench\n\n{TABLE}") == []
    assert read("sometool\n" + "\n".join(f"line {number} of words" for number in range(30)) + f"\n{TABLE}") == []


def test_one_row_or_one_column_is_no_table() -> None:
    assert read("sometool\n\nsize     before    after\n1K       10.5      11.5\n") == []
    assert read("sometool\n\nsize     before\n1K       10.5\n64       20.5\n") == []


def test_words_of_a_label_that_count_something_are_settings() -> None:
    table = (
        "                             old       new\n"
        "4 instances, 24 threads      10.5      11.5\n"
        "8 vms                        20.5      21.5\n"
    )
    rows = read(f"sometool\n\n{table}")
    assert [row.settings for row in rows] == [{"instances": 4, "threads": 24}, {"vms": 8}]


def test_cells_between_pipes_before_the_figures_are_settings_under_their_heads() -> None:
    rows = read("sometool\n\n bs kB | type  | old | new\n 1 | W/seq | 14795 | 4816\n 64 | R/seq | 61202 | 67092\n")
    assert [row.settings for row in rows] == [{"bs_kb": 1, "type": "W/seq"}, {"bs_kb": 64, "type": "R/seq"}]


def test_iperf_tables_need_a_unit_of_rates() -> None:
    table = "pkt_size before opt   p 1\n32         0.032     0.030\n64         0.061     0.059\n"
    rows = list(IPERF3.read(lines(f"iperf3 over vsock\n\n   host -> guest [Gbps]\n{table}")))
    assert [(row.parameters, [value.unit for value in row.values]) for row in rows] == [
        ({"pkt_size": 32, "section": "host -> guest"}, ["Gbit/s", "Gbit/s"]),
        ({"pkt_size": 64, "section": "host -> guest"}, ["Gbit/s", "Gbit/s"]),
    ]
    assert list(IPERF3.read(lines(f"iperf3 over vsock\n\n{table}"))) == []
    assert list(IPERF3.read(lines(f"iperf3 over vsock\n\n  efficiency [Mbps / (%CPU)]\n{table}"))) == []


def test_iperf_variants_may_be_rows_under_a_column_of_rates() -> None:
    table = (
        "| Setup    | BW (Gbps) | CPU util |\n"
        "|----------|-----------|----------|\n"
        "| Baseline | 52.3      | 6.4 %    |\n"
    )
    [row] = IPERF3.read(lines(f"16 iperf3 instances\n\n{table}"))
    assert (row.kernel and row.kernel.text, [value.cell.raw for value in row.values]) == ("Baseline", ["52.3"])


def test_sysbench_tables_without_a_unit_need_the_command_and_say_so() -> None:
    table = " Th.   base      patched\n 1     1152920   1169469\n 2     1545832   1584172\n"
    rows = list(SYSBENCH.read(lines(f"sysbench fileio --file-test-mode=rndwr run\n\n{table}")))
    assert [(row.test, row.parameters, row.warnings, row.values[0].unit) for row in rows] == [
        ("fileio", {"threads": 1}, (NO_UNIT,), None),
        ("fileio", {"threads": 2}, (NO_UNIT,), None),
    ]
    assert list(SYSBENCH.read(lines(f"I like sysbench\n\n{table}"))) == []
    assert [row.values[0].metric for row in SYSBENCH.read(lines(f"sysbench oltp, tps:\n\n{table}"))] == [
        "transaction_rate"
    ] * 2
