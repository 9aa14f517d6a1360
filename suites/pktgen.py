"""pktgen, the packet generator in the kernel: how many packets a device takes or a stack receives in a second.

What it prints behind a run, and the same line as people set it behind a name:

    Result: OK: 34205373(c34202809+d2564) usec, 100000000 (60byte,0frags)
      2923517pps 1403Mb/sec (1403288160bps) errors: 0

    * Before + tc:  4063912pps 1950Mb/sec (1950677760bps)

Packets over microseconds make the rate, and packets a second times their size in bits make the bits a second: that
proves a line.
"""

import re
from collections.abc import Iterator, Sequence

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Label, Metric, Rerun, Row, Suite
from suites.matches import LOG_PREFIX, Tables, cell, measured

PACKETS = Metric("packets_per_second", "packets/s", "higher", "packets sent, or received by the stack, in a second")
BANDWIDTH = Metric("bandwidth", "Mbit/s", "higher", "bits of these packets in a second", role="secondary")

_RESULT = re.compile(
    rf"{LOG_PREFIX}[ \t]{{0,40}}Result: OK: (?P<usec>\d{{1,15}})\(c\d{{1,15}}\+d\d{{1,15}}\) usec, "
    r"(?P<packets>\d{1,15}) \((?P<bytes>\d{1,6})byte,(?P<frags>\d{1,4})frags\)"
)
_RATE = re.compile(
    rf"{LOG_PREFIX}[ \t]{{0,40}}(?:[*o-][ \t]{{1,3}})?(?:(?P<label>[A-Za-z][^:\n]{{0,60}}?):[ \t]{{1,40}})?"
    r"(?P<pps>\d{1,12})pps (?P<mbit>\d{1,9})Mb/sec \((?P<bps>\d{1,15})bps\)"
)
_SETTING = re.compile(r"\b(?P<name>clone_skb|burst): (?P<value>\d{1,9})\b")
_MODE = re.compile(r"xmit_mode[_: ]{1,2}(?P<mode>start_xmit|queue_xmit|netif_receive)")
_MAX_GAP = 6
# Settings stand in the same report; Result is the line above its rate.
_REACH = 24
_SLACK = 0.001


class _Reader:
    """Reads one text; what a report told of a run holds for the rate below it."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._tables = Tables(_MAX_GAP)
        self._result: re.Match[str] | None = None
        self._settings: dict[str, Parameter] = {}
        self._told = -_REACH
        modes = {mode["mode"] for line in lines if "xmit_mode" in line.text for mode in _MODE.finditer(line.text)}
        # The script that names the mode is often told below the figures.
        self._test = _TESTS_OF_MODES[modes.pop()] if len(modes) == 1 else "transmit"

    def rows(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            if "pps" in line.text:
                rate = _RATE.match(line.text, line.start)
                if rate is not None:
                    yield self._row(index, line, rate)
            elif "Result" in line.text:
                self._result = _RESULT.match(line.text, line.start) or self._result
                self._told = index if self._result is not None else self._told
            elif "clone_skb: " in line.text or "burst: " in line.text:
                self._note(index, line)

    def _note(self, index: int, line: Line) -> None:
        if index - self._told > _REACH:
            self._settings = {}
        self._told = index
        for found in _SETTING.finditer(line.text, line.start):
            self._settings[found["name"]] = int(found["value"])

    def _row(self, index: int, line: Line, rate: re.Match[str]) -> Row:
        settings, size = self._of_run(index)
        warnings = _broken(rate, self._result if "packets" in settings else None, size)
        values = (
            measured(PACKETS, cell(rate, "pps"), "pps", "pps"),
            measured(BANDWIDTH, cell(rate, "mbit"), "Mb/sec", "Mb/sec"),
        )
        block, self._result, self._settings = self._tables.block(line), None, {}
        kernel = _label(line, rate)
        return Row(line.number, block, self._test, "pktgen", values, kernel, parameters=settings, warnings=warnings)

    def _of_run(self, index: int) -> tuple[dict[str, Parameter], int | None]:
        """The settings of the run whose rate stands on line `index`, and the bytes of its packets."""
        if index - self._told > _REACH:
            self._settings, self._result = {}, None
        settings = dict(self._settings)
        if self._result is None:
            return settings, None
        for name in ("packets", "bytes", "frags"):
            settings[_NAMES.get(name, name)] = int(self._result[name])
        return settings, int(self._result["bytes"])


_NAMES = {"bytes": "packet_bytes"}
_TESTS_OF_MODES = {"start_xmit": "transmit", "queue_xmit": "queue_xmit", "netif_receive": "netif_receive"}


def _broken(rate: re.Match[str], result: re.Match[str] | None, size: int | None) -> tuple[str, ...]:
    """What to say where the figures of a line, or of it and the result above, do not make one another."""
    pps, bits = int(rate["pps"]), int(rate["bps"])
    if bits // 1_000_000 != int(rate["mbit"]):
        return (f"{bits} bits a second are not {rate['mbit']} Mb/sec: a figure is mistyped",)
    # Mixed sizes (imix) are printed as one of them.
    if size and pps and bits % pps == 0 and bits // pps % 8 == 0 and bits // pps != size * 8:
        return (f"{pps} packets of {size} bytes a second are not {bits} bits: a figure is mistyped",)
    if result is not None and int(result["usec"]):
        expected = int(result["packets"]) * 1e6 / int(result["usec"])
        if abs(expected - pps) > max(1.0, _SLACK * expected):
            return (f"packets over microseconds make {expected:.0f} a second, not {pps}: a figure is mistyped",)
    return ()


def _label(line: Line, rate: re.Match[str]) -> Label | None:
    if rate["label"] is None:
        return None
    return Label(rate["label"], line.number, rate.start("label"), rate.end("label"), Basis.ROW_LABEL)


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    yield from _Reader(lines).rows()


def _rerun(_test: str) -> Rerun:
    return Rerun("hardware", "needs root, the kernel's module and a network device that may be flooded")


SUITE = Suite(
    name="pktgen",
    title="pktgen, the kernel's packet generator",
    metrics=(PACKETS, BANDWIDTH),
    tests={
        "transmit": "hands packets to the device's driver, or the post does not say to what",
        "queue_xmit": "hands packets to the queueing discipline above the driver",
        "netif_receive": "hands packets to the receiving end of the stack",
    },
    parameters={
        "packets": "packets of the run",
        "packet_bytes": "bytes of a packet, without its checksum",
        "frags": "fragments that a packet is made of",
        "clone_skb": "how often the same buffer is sent before a new one is made",
        "burst": "packets that are handed over at once",
    },
    marks=("pps",),
    hint=lambda text: "mb/sec (" in text,
    read=_read,
    rerun=_rerun,
)
