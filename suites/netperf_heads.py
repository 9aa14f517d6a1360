"""netperf's titles and stacked heads: which test was run, and what each figure of a row is; no suite of its own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive.text import Line

_KINDS = (
    r"(?:STREAM|MAERTS|SENDFILE|UNIDIRECTIONAL SEND|REQUEST/RESPONSE|Connect/Request/Response"
    r"|CONNECT/CLOSE|Connect/Close)"
)
TITLE = re.compile(
    r"[ \t]{0,20}(?P<text>(?:MIGRATED[ \t])?"
    rf"(?P<test>(?:[A-Z0-9]{{2,8}}(?:/[A-Z0-9]{{2,8}})?[ \t])?{_KINDS}(?:[ \t]IPv[46])?)[ \t]TEST)"
    r"(?:[ \t](?:to|from|TO|FROM)[ \t]\S|[ \t]{0,3}:|[ \t]{0,3}$)"
)
COMMAND = re.compile(r"\bnetperf\b[^|]{0,200}?-t[ \t]{0,3}(?P<test>[A-Za-z]{2,6}_[A-Za-z_]{2,12}|omni)\b")
# Without -t it is the first of all tests.
PLAIN_COMMAND = re.compile(
    r"[ \t]{0,10}(?:[$#%][ \t]{1,3})?(?:sudo[ ])?(?:\S{0,40}/)?netperf[ \t]{1,4}-[A-Za-z]"
    r"(?![^|]{0,200}[ \t]-t[ \t]?[A-Za-z])"
)
# The last line of a head: the units of the columns, of which the throughput's tells how it was scaled.
_UNITS = re.compile(
    r"[ \t]{0,40}bytes(?:[ \t]{1,12}[Bb]ytes){1,3}[ \t]{1,12}secs?\.?[ \t]{1,20}"
    r"(?P<counts>#[ \t]{1,9}#[ \t]{1,20})?"
    r"(?P<unit>per sec|10\^\d{1,2}bits/s(?:ec)?|[KMG]?[Bb](?:ytes|its)[ \t]{0,3}/s(?:ec)?)(?P<rest>.{0,80})$"
)
_BROKEN_OFF = re.compile(r"[ \t]{0,20}us/(?:KB|Tr)[ \t]{0,4}")
_NAMES = {
    "stream": "stream",
    "maerts": "maerts",
    "sendfile": "sendfile",
    "unidirectional send": "stream",
    "request/response": "rr",
    "connect/request/response": "crr",
    "connect/close": "cc",
}


@dataclass(frozen=True, slots=True)
class Head:
    """What a head says of the rows below it: `kind` is stream, udp or rr; `unit` as printed; what stands behind."""

    kind: str
    unit: str
    extras: tuple[str, ...]


def test_of(title: str) -> str:
    """The name that netperf's -t gives the test of a title: "UDP UNIDIRECTIONAL SEND" is udp_stream."""
    words = title.lower().removesuffix(" ipv4").removesuffix(" ipv6")
    for ending in sorted(_NAMES, key=len, reverse=True):
        if words.endswith(ending):
            protocol = words.removesuffix(ending).strip() or "stream"
            return f"{protocol}_{_NAMES[ending]}".replace(" ", "_")
    return words.replace(" ", "_")


def head_at(lines: Sequence[Line], index: int) -> Head | None:
    """The head whose last line is line `index`, or None."""
    line = lines[index]
    match = _UNITS.match(line.text, line.start)
    if match is None:
        return None
    kind = "udp" if match["counts"] else "rr" if match["unit"] == "per sec" else "stream"
    return Head(kind, match["unit"], _extras(lines, index, match["rest"]))


def _extras(lines: Sequence[Line], index: int, rest: str) -> tuple[str, ...]:
    """The columns of -c and -C: how busy the processors were, and what a unit of work cost them."""
    count = len(re.findall(r"%|us/(?:KB|Tr)", rest))
    if count == 0:
        return ()
    sides = re.findall(r"\b(?:local|remote)\b", " ".join(line.words for line in lines[max(0, index - 2) : index]))
    both = ("cpu_local", "cpu_remote", "demand_local", "demand_remote")
    if count == len(both) or (count == 3 and index + 1 < len(lines) and _BROKEN_OFF.fullmatch(lines[index + 1].words)):
        return both[:count]  # what a mailer broke off stands by itself below the row
    side = sides[0] if sides else "local"
    return (f"cpu_{side}", f"demand_{side}") if count == 2 else ()
