from archive.text import lines
from suites.base import Row
from suites.perftest import SUITE

HEAD = " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_the_title_comes_before_a_name_in_the_prose() -> None:
    row = " 65536      5                6469.94            6468.60            0.103498\n"
    assert [found.test for found in read(f"ib_send_bw says\n RDMA_Write BW Test\n{HEAD}{row}")] == ["ib_write_bw"]
    assert [found.test for found in read(f"ib_send_bw says\n{HEAD}{row}")] == ["ib_send_bw"]
    assert [found.test for found in read(f"{HEAD}{row}")] == ["bandwidth"]


def test_a_message_rate_that_is_another_bandwidth_is_flagged() -> None:
    [right, wrong] = read(
        f"{HEAD} 65536      5                6469.94            6468.60            0.103498\n"
        " 65536      5                6469.94            6468.60            0.203498\n"
    )
    assert right.warnings == ()
    assert wrong.warnings == ("0.203498 Mpps of 65536 bytes are not 6468.60 MB/sec: a figure is mistyped",)


def test_the_deviation_of_latencies_is_the_spread_of_their_mean() -> None:
    head = " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]\n"
    [row] = read(f"{head} 2       1000          1.57           9.65         1.84               2.04           0.69\n")
    assert [(value.statistic, value.cell.raw) for value in row.values] == [
        ("min", "1.57"),
        ("max", "9.65"),
        ("median", "1.84"),
        ("mean", "2.04"),
    ]
    assert [(spread.kind, spread.cell.raw) for value in row.values for spread in value.spread] == [("stdev", "0.69")]


def test_rows_of_another_shape_end_a_table() -> None:
    assert (
        read(f"{HEAD} 65536      5    6469.94\nlocal address\nremote address\n 65536 5 6469.94 6468.60 0.103498\n")
        == []
    )


def test_settings_above_the_head_are_parameters() -> None:
    text = (
        "                    Send BW Test\n Number of qps   : 4            Transport type : IB\n"
        f" Mtu             : 4096[B]\n{HEAD}"
        " 65536      5                6469.94            6468.60            0.103498\n"
    )
    assert read(text)[0].parameters == {"qps": 4, "mtu": 4096, "bytes": 65536, "iterations": 5}
