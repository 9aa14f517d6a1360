import pytest

from archive.text import lines
from suites.base import Row
from suites.netperf import SUITE, UNSURE
from suites.netperf_heads import test_of as name_of
from suites.netperf_typed import UNTOLD

STREAM_HEAD = (
    "Recv   Send    Send\nSocket Socket  Message  Elapsed\nSize   Size    Size     Time     Throughput\n"
    "bytes  bytes   bytes    secs.    {unit}\n\n"
)
UDP_HEAD = (
    "Socket  Message  Elapsed      Messages\nSize    Size     Time         Okay Errors   Throughput\n"
    "bytes   bytes    secs            #      #   10^6bits/sec\n\n"
)


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


@pytest.mark.parametrize(
    ("title", "test"),
    [
        ("TCP STREAM", "tcp_stream"),
        ("UDP UNIDIRECTIONAL SEND", "udp_stream"),
        ("TCP REQUEST/RESPONSE", "tcp_rr"),
        ("TCP Connect/Request/Response", "tcp_crr"),
        ("TCP MAERTS IPv6", "tcp_maerts"),
        ("SCTP STREAM", "sctp_stream"),
    ],
)
def test_a_title_names_the_test_as_the_option_does(title: str, test: str) -> None:
    assert name_of(title) == test


@pytest.mark.parametrize(
    ("posted", "unit"),
    [
        ("10^6bits/sec", "Mbit/s"),
        ("MBytes/sec", "MB/s"),
        ("KBytes/s", "KB/s"),
        ("10^9bits/s", "Gbit/s"),
        ("MBytes  /s", "MB/s"),
    ],
)
def test_the_unit_is_the_one_of_the_head(posted: str, unit: str) -> None:
    head = STREAM_HEAD.format(unit=posted)
    [row] = read(f"TCP STREAM TEST to box\n{head}87380  16384  16384    10.00    941.23\n")
    [value] = row.values
    assert (value.unit, value.unit_text, value.better) == (unit, posted, "higher")


def test_the_receiver_of_datagrams_has_a_row_without_a_message_size() -> None:
    text = f"UDP UNIDIRECTIONAL SEND TEST to box\n{UDP_HEAD}212992   65507   2.01        77008      0    20035.99\n"
    [sent, arrived] = read(f"{text}212992           2.01        29730           7735.17\n")
    assert sent.parameters == {"socket": 212992, "message": 65507, "side": "sender"}
    assert arrived.parameters == {"socket": 212992, "side": "receiver"}
    assert (sent.warnings, arrived.warnings) == ((), ())


def test_datagrams_that_are_another_throughput_are_flagged() -> None:
    text = f"UDP UNIDIRECTIONAL SEND TEST to box\n{UDP_HEAD}212992   65507   2.01        77008      0    23035.99\n"
    [row] = read(text)
    assert row.warnings == ("77008 messages of 65507 bytes in 2.01 s are not 23035.99: a figure is mistyped",)


def test_a_confidence_that_was_missed_is_said() -> None:
    head = STREAM_HEAD.format(unit="10^6bits/sec")
    warning = "!!! WARNING\n!!! Confidence intervals: Throughput      :  6.6%\n"
    [row] = read(f"TCP STREAM TEST to box\n{warning}{head}87380  16384  16384    10.00    941.23\n")
    assert row.warnings == (UNSURE,)
    assert [(spread.kind, spread.cell.raw, spread.line) for spread in row.values[0].spread] == [("ci", "6.6", 3)]


def test_without_a_head_only_a_command_tells_what_a_row_is() -> None:
    row = "87380  16384  16384    10.00    941.23\n"
    assert [found.test for found in read(f"netperf -P 0 -H box -t TCP_MAERTS\n{row}")] == ["tcp_maerts"]
    assert read(row) == []
    assert read(f"TCP STREAM TEST to box\n{row}") == []


def test_a_setting_written_once_in_a_block_is_of_all_its_rows() -> None:
    text = (
        "netperf -t TCP_RR -H box -- -O MEAN_LATENCY,THROUGHPUT\n"
        "mean\tthroughput\tmtu\n93\t6594.25\n97\t7183.74\t9000\n95\t6927.86\n\n94\t8000.10\n"
    )
    rows = read(text)
    assert [row.parameters for row in rows] == [{"mtu": "9000"}] * 3 + [{}]
    assert [(value.metric, value.statistic, value.metric_text) for value in rows[0].values] == [
        ("latency", "mean", "mean"),
        ("transactions", "sample", "throughput"),
    ]


def test_chosen_columns_of_a_stream_are_a_throughput() -> None:
    text = "netperf -t TCP_STREAM -- -o THROUGHPUT,LOCAL_CPU_UTIL\n941.10 12.5\n"
    assert [(value.metric, value.unit) for row in read(text) for value in row.values] == [
        ("throughput", "Mbit/s"),
        ("cpu_local", "%"),
    ]


def test_typed_rows_need_a_title_of_netperf() -> None:
    rows = "               base    patched\n4-clients:     1000.5  1010.5\n"
    [row] = read(f"netperf\n=======\n{rows}")
    assert [(value.kernel and value.kernel.text, value.unit) for value in row.values] == [
        ("base", None),
        ("patched", None),
    ]
    assert (row.test, row.warnings) == ("netperf", (UNTOLD,))
    assert read(f"tbench\n======\n{rows}") == []
    assert read(f"netperf\n=======\n\ntbench\n======\n{rows}") == []


def test_figures_relative_to_the_first_column_are_no_measurements() -> None:
    assert read("netperf TCP_RR\n        base   patched\n4-clients   1.00 (0.5)   1.02 (0.4)\n") == []


def test_processor_shares_that_netperf_failed_to_measure_are_kept_as_printed() -> None:
    text = (
        "UDP UNIDIRECTIONAL SEND TEST from 0.0.0.0 (0.0.0.0)\n port 0 AF_INET to box port 0 AF_INET : demo\n"
        "Socket  Message  Elapsed      Messages                   CPU      Service\n"
        "Size    Size     Time         Okay Errors   Throughput   Util     Demand\n"
        "bytes   bytes    secs            #      #   MBytes/sec % SS     us/KB\n\n"
        "212992   65507   10.00       13132      0       82.0     -4744.91   -1129.659\n"
        "212992           10.00       13132              82.0     -12393.64   -2950.651\n"
    )
    [sent, arrived] = read(text)
    assert [(value.metric, value.cell.raw) for value in sent.values] == [
        ("throughput", "82.0"),
        ("cpu_local", "-4744.91"),
        ("demand_local", "-1129.659"),
    ]
    assert [value.metric for value in arrived.values] == ["throughput", "cpu_remote", "demand_remote"]
    assert (sent.warnings, arrived.warnings) == ((), ())
