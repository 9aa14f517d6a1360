"""The interval lines that iperf 2 and iperf 3 share, and which of them are results; no suite of its own:

    [ ID] Interval           Transfer     Bitrate         Retr  Cwnd
    [  5]   0.00-1.00   sec  76.4 MBytes   641 Mbits/sec   27    624 KBytes       progress of a second
    [  5]   0.00-10.00  sec   736 MBytes   618 Mbits/sec   71             sender
    [SUM]  0.0-10.0 sec  2.19 GBytes  1.88 Gbits/sec
    After:  [  5]   0.00-10.00  sec  1.09 GBytes   939 Mbits/sec receiver         what somebody set a name before

The rate is what was transferred by the time. A line that begins at 0 and lasts longer than the others of its stream is
the result; the others are its progress, and are results only where the poster shows nothing else.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Metric, Row, Value
from suites.matches import Tables, cell, measured, near_above

RATE = Metric("rate", "Mbit/s", "higher", "bits of payload a second (10^6 and 10^9; bytes are powers of two)")
RETRANSMITS = Metric("retransmits", "segments", "lower", "TCP segments sent again", role="secondary")
JITTER = Metric("jitter", "ms", "lower", "how unevenly UDP datagrams arrived", role="secondary")
LOSS = Metric("loss", "%", "lower", "UDP datagrams that did not arrive", role="secondary")

PARAMETERS = {
    "stream": "the stream's number as printed, or SUM for all of them",
    "side": "sender or receiver, where both are printed",
    "begin": "second at which a part of a run began, where the post shows parts alone",
    "end": "second at which it ended",
    "parallel": "streams at once (-P)",
    "reverse": "the server sends (-R)",
    "section": "the poster's own division of the tables",
    "*": "a setting in a column of the poster's own, by its head",
}

_LINE = re.compile(
    r"[ \t]{0,40}(?:(?P<label>[A-Za-z0-9][^\[\]:\n]{0,40}):[ \t]{1,40})?"
    r"\[(?:[ \t]{0,3}(?P<stream>\d{1,4}|SUM)(?:-\d{1,4})?)\](?:\[[TR]X-[SC]\])?[ \t]{1,6}"
    r"(?P<begin>\d{1,6}\.\d{1,4})[ \t]{0,2}-[ \t]{0,2}(?P<end>\d{1,6}\.\d{1,4})[ \t]{1,4}sec[ \t]{1,6}"
    r"(?P<amount>\d{1,6}(?:\.\d{1,3})?)[ \t](?P<size>[KMGT]?)Bytes[ \t]{1,6}"
    r"(?P<rate>\d{1,6}(?:\.\d{1,3})?)[ \t](?P<unit>[KMGT]?(?:bits|Bytes)/sec)(?P<rest>.{0,120})$"
)
_UDP = re.compile(
    r"[ \t]{1,9}(?P<jitter>\d{1,6}\.\d{1,3})[ \t]ms[ \t]{1,6}(?P<lost>\d{1,12})[ \t]?/[ \t]{0,9}(?P<total>\d{1,12})"
    r"[ \t]{1,3}\((?P<loss>-?\d{1,3}(?:\.\d{1,3})?(?:e[+-]\d\d)?)%\)"
)
_RETRANSMITTED = re.compile(
    r"[ \t]{1,9}(?P<count>\d{1,9})(?=[ \t]{1,40}(?:sender\b|\d{1,6}(?:\.\d{1,3})?[ \t][KMG]?Bytes)|[ \t]{0,40}$)"
)
_BETWEEN = re.compile(r"[ \t]{0,20}(?:\[[ \t]?ID\]|[- \t]{5,120}$)")
_COMMAND = re.compile(r"\biperf[23]?(?P<words>[ \t]+-[^\n]{1,200})")
_PARALLEL = re.compile(r"(?<!\S)(?:-P|--parallel)[ \t]{0,2}(?P<count>\d{1,4})\b")
_REVERSE = re.compile(r"(?<!\S)(?:-R|--reverse)\b")
_BITS = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_BYTES = {"": 1.0, "K": 2.0**10, "M": 2.0**20, "G": 2.0**30, "T": 2.0**40}
_MAX_GAP = 4
_REACH = 60


@dataclass(frozen=True, slots=True)
class _Interval:
    """A line, and the run that it is of: intervals of a stream that follow each other."""

    index: int
    match: re.Match[str]
    block: int
    quoted: bool
    is_part: bool = False
    is_one_of_several: bool = False

    @property
    def stream(self) -> tuple[str, str]:
        """What the poster wrote before the line, and the stream's number."""
        return self.match["label"] or "", self.match["stream"]

    @property
    def seconds(self) -> float:
        return float(self.match["end"]) - float(self.match["begin"])


def rows(lines: Sequence[Line], *, version3: bool) -> Iterator[Row]:
    """The results of the lines that are of iperf 3 (`version3`) or of iperf 2."""
    found = [interval for interval in _intervals(lines) if _is_version3(interval.match) == version3]
    for interval in sorted(_results(found), key=lambda result: result.index):
        yield _row(lines, interval)


def _is_version3(match: re.Match[str]) -> bool:
    """iperf 3 prints hundredths of seconds, iperf 2 tenths or, since 2.1, ten-thousandths."""
    return len(match["end"].partition(".")[2]) == 2


def _intervals(lines: Sequence[Line]) -> Iterator[_Interval]:
    """The lines with figures; those of one run have nothing but heads and rulers between them."""
    tables = Tables(_MAX_GAP)
    is_apart = True
    for index, line in enumerate(lines):
        match = _LINE.match(line.text, line.start) if "sec" in line.text else None
        if match is None:
            is_apart = is_apart or not (line.is_blank or _BETWEEN.match(line.text, line.start))
            continue
        if is_apart:
            tables.title(line)
        is_apart = False
        yield _Interval(index, match, tables.block(line), line.depth > 0)


def _results(intervals: Sequence[_Interval]) -> Iterator[_Interval]:
    """Of each stream of a table the lines over the whole time; all of them where none is over the whole time."""
    streams: dict[tuple[int, tuple[str, str]], list[_Interval]] = defaultdict(list)
    for interval in intervals:
        streams[interval.block, interval.stream].append(interval)
    for (block, (label, stream)), own in streams.items():
        is_one_of_several = stream != "SUM" and (block, (label, "SUM")) in streams
        whole = _whole(own)
        # What is quoted was cut by somebody: its whole run stands in the mail that it comes from.
        parts = [replace(one, is_part=True) for one in own if not one.quoted] if not whole else []
        for one in whole + parts:
            yield replace(one, is_one_of_several=is_one_of_several)


def _whole(own: Sequence[_Interval]) -> list[_Interval]:
    """The lines of a stream that are over its whole time, and not its progress."""
    longest = max(interval.seconds for interval in own)
    whole = [one for one in own if float(one.match["begin"]) == 0 and one.seconds > longest * 0.98]
    later = [one for one in own if float(one.match["begin"]) > 0]
    is_progress = bool(later) and all(one.seconds < 1.5 * later[0].seconds for one in whole)
    return [] if is_progress else whole


def _row(lines: Sequence[Line], interval: _Interval) -> Row:
    line, match = lines[interval.index], interval.match
    udp = _UDP.match(line.text, match.start("rest"))
    return Row(
        line=line.number,
        block=interval.block,
        test="udp" if udp is not None else "tcp",
        test_text="UDP" if udp is not None else "TCP",
        values=tuple(_values(line, match, udp)),
        kernel=_side(line, match),
        parameters=_parameters(lines, interval),
        warnings=_broken(match),
    )


def _side(line: Line, match: re.Match[str]) -> Label | None:
    """The words before a line as the name of a side; a figure ("256K:") is a setting."""
    if match["label"] is None or match["label"][0].isdigit():
        return None
    return Label(match["label"], line.number, match.start("label"), match.end("label"), Basis.ROW_LABEL)


def _values(line: Line, match: re.Match[str], udp: re.Match[str] | None) -> Iterator[Value]:
    unit_text = match["unit"]
    unit = f"{unit_text[0] if unit_text[0] in _BITS else ''}{'bit' if 'bits' in unit_text else 'B'}/s"
    yield measured(
        RATE, cell(match, "rate"), "Bitrate", unit_text, unit=unit.replace("K", "k") if "bit" in unit else unit
    )
    if udp is not None:
        yield measured(JITTER, cell(udp, "jitter"), "Jitter", "ms")
        if "e" not in udp["loss"]:
            yield measured(LOSS, cell(udp, "loss"), "Lost/Total Datagrams", "%")
        return
    again = _RETRANSMITTED.match(line.text, match.start("rest"))
    if again is not None and "sender" in match["rest"]:
        yield measured(RETRANSMITS, cell(again, "count"), "Retr")


def _parameters(lines: Sequence[Line], interval: _Interval) -> dict[str, Parameter]:
    match = interval.match
    side = next((word for word in ("sender", "receiver") if word in match["rest"]), None)
    command = near_above(lines, interval.index, _COMMAND, _REACH)
    options = command["words"] if command is not None else ""
    parallel = _PARALLEL.search(options)
    told: dict[str, Parameter | None] = {
        "stream": match["stream"] if match["stream"] == "SUM" or interval.is_one_of_several else None,
        "side": side,
        "begin": float(match["begin"]) if interval.is_part else None,
        "end": float(match["end"]) if interval.is_part else None,
        "parallel": int(parallel["count"]) if parallel is not None else None,
        "reverse": "yes" if _REVERSE.search(options) else None,
        "section": match["label"] if match["label"] is not None and match["label"][0].isdigit() else None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _broken(match: re.Match[str]) -> tuple[str, ...]:
    """Whether what was transferred in the time is another rate than the one printed."""
    unit = match["unit"]
    scale = unit[0] if unit[0] in _BITS else ""
    seconds = float(match["end"]) - float(match["begin"])
    amount = float(match["amount"]) * _BYTES[match["size"]]
    printed = float(match["rate"]) * (_BITS[scale] if "bits" in unit else _BYTES[scale])
    if seconds <= 0 or amount == 0:
        return ()
    expected = amount / seconds * (8 if "bits" in unit else 1)
    # Three digits are printed of both, and tenths of the seconds.
    if abs(expected - printed) <= expected * (0.012 + 0.06 / seconds):
        return ()
    posted = f"{match['amount']} {match['size']}Bytes in {seconds:g} s"
    return (f"{posted} are not {match['rate']} {unit}: a figure is mistyped",)
