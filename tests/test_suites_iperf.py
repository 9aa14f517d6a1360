import pytest

from archive.text import lines
from suites.base import Row
from suites.iperf import SUITE as IPERF
from suites.iperf3 import SUITE as IPERF3

PROGRESS = (
    "[  5]   0.00-1.00   sec  76.4 MBytes   641 Mbits/sec   27    624 KBytes\n"
    "[  5]   1.00-2.00   sec  72.5 MBytes   608 Mbits/sec    0    708 KBytes\n"
)


def read3(text: str) -> list[Row]:
    return list(IPERF3.read(lines(text)))


def read2(text: str) -> list[Row]:
    return list(IPERF.read(lines(text)))


def figures(rows: list[Row]) -> list[str]:
    return [value.cell.raw for row in rows for value in row.values if value.metric == "rate"]


def test_seconds_are_progress_where_the_whole_run_is_shown() -> None:
    whole = "[  5]   0.00-10.00  sec   736 MBytes   618 Mbits/sec   71             sender\n"
    assert figures(read3(f"{PROGRESS}- - - - - - - - -\n[ ID] Interval   Transfer   Bitrate\n{whole}")) == ["618"]


def test_seconds_alone_are_parts_of_a_run() -> None:
    rows = read3(PROGRESS)
    assert [(row.parameters["begin"], row.parameters["end"]) for row in rows] == [(0.0, 1.0), (1.0, 2.0)]


def test_seconds_alone_in_a_quote_were_cut_by_somebody() -> None:
    assert read3("".join(f"> {line}\n" for line in PROGRESS.splitlines())) == []


def test_runs_one_after_another_are_all_results() -> None:
    text = "[  3]  0.0-30.0 sec  2.60 GBytes   745 Mbits/sec\n[  3]  0.0-30.0 sec  2.59 GBytes   742 Mbits/sec\n"
    assert figures(read2(text)) == ["745", "742"]


def test_streams_are_told_apart_where_their_sum_is_shown() -> None:
    text = (
        "[  4]  0.0-10.0 sec   557 MBytes   467 Mbits/sec\n[  3]  0.0-10.0 sec   563 MBytes   472 Mbits/sec\n"
        "[SUM]  0.0-10.0 sec  1.09 GBytes   939 Mbits/sec\n"
    )
    assert [row.parameters for row in read2(text)] == [{"stream": "4"}, {"stream": "3"}, {"stream": "SUM"}]


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("[  3]  0.0-30.0 sec  2.60 GBytes   745 Mbits/sec", 2),
        ("[  1] 0.0000-10.0104 sec  1.09 GBytes   935 Mbits/sec", 2),
        ("[  5]   0.00-10.00  sec   736 MBytes   618 Mbits/sec                  receiver", 3),
    ],
)
def test_the_decimals_of_the_seconds_tell_the_program(line: str, version: int) -> None:
    assert (len(read2(line)), len(read3(line))) == ((1, 0) if version == 2 else (0, 1))


def test_units_are_kept_as_printed() -> None:
    line = "[  3]  0.0-10.0 sec  1.09 GBytes   {}\n"
    text = line.format("0.94 Gbits/sec") + "\nin bytes:\n" + line.format("112 MBytes/sec")
    assert [value.unit for row in read2(text) for value in row.values] == ["Gbit/s", "MB/s"]


def test_a_rate_that_is_not_the_amount_by_the_time_is_flagged() -> None:
    [row] = read2("[  3]  0.0-30.0 sec  2.60 GBytes   475 Mbits/sec\n")
    assert row.warnings == ("2.60 GBytes in 30 s are not 475 Mbits/sec: a figure is mistyped",)


def test_options_are_those_of_the_nearest_command() -> None:
    line = "[SUM]   0.00-10.00  sec  1.10 GBytes   942 Mbits/sec    3             sender\n"
    [first, second] = read3(f"iperf3 -c box -R -P 4\n{line}\niperf3 -c box -P 2\n{line}")
    assert first.parameters == {"stream": "SUM", "side": "sender", "parallel": 4, "reverse": "yes"}
    assert second.parameters == {"stream": "SUM", "side": "sender", "parallel": 2}


def test_a_size_before_a_line_is_a_division_and_no_side() -> None:
    text = """iperf3 with messages of two sizes:
1K:       [  5]  30.00-35.00  sec  4.63 GBytes  7.95 Gbits/sec    0
4K:       [  5]  30.00-35.00  sec  13.3 GBytes  22.8 Gbits/sec    0
"""
    rows = read3(text)
    assert [(row.parameters["section"], row.kernel, row.values[0].cell.raw) for row in rows] == [
        ("1K", None, "7.95"),
        ("4K", None, "22.8"),
    ]
