"""The tables of an LMbench summary: their titles, and each column's test, head words, widths and network need.

LMbench 2.0 and 3.0 print a head of two lines whose words stand over dash groups, one group a column.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

# name|title, then a line a column: test|upper head word(s)|lower head word|widths|n (needs the network), c (a setting)
_TABLES = """
processes|Processor, Processes
mhz|Mhz||4|c
null call|null|call|4
null I/O|null|I/O|4
stat||stat|4
open/close|open|clos|4
select|selct||4,5
select TCP|selct/slct|TCP|4,5|n
signal install|sig|inst|4
signal handle|sig|hndl|4
fork|fork|proc|4
exec|exec|proc|4
sh|sh|proc|4

context_switch|Context switching
2p/0K|2p/0K|ctxsw|5,6
2p/16K|2p/16K|ctxsw|6
2p/64K|2p/64K|ctxsw|6
8p/16K|8p/16K|ctxsw|6
8p/64K|8p/64K|ctxsw|6
16p/16K|16p/16K|ctxsw|7
16p/64K|16p/64K|ctxsw|7

local_latency|*Local* Communication latencies
2p/0K ctxsw|2p/0K|ctxsw|5
pipe|Pipe||5
AF_UNIX|AF|UNIX|4
UDP|UDP||5|n
RPC/UDP|RPC/|UDP|5|n
TCP|TCP||5|n
RPC/TCP|RPC/|TCP|5|n
TCP connect|TCP|conn|4|n

remote_latency|*Remote* Communication latencies
UDP|UDP||5|n
RPC/UDP|RPC/|UDP|5|n
TCP|TCP||5|n
RPC/TCP|RPC/|TCP|5|n
TCP connect|TCP|conn|4|n

file_vm_latency|File & VM system latencies
0K create|0K|Create|6
0K delete|File|Delete|6
10K create|10K|Create|6
10K delete|File|Delete|6
mmap|Mmap|Latency|7,8
prot fault|Prot|Fault|5
page fault|Page|Fault|5,7
100fd select|100fd|selct|5

local_bandwidth|*Local* Communication bandwidths
pipe|Pipe||4
AF_UNIX|AF|UNIX|4
TCP|TCP||4|n
file reread|File|reread|6
mmap reread|Mmap|reread|6
bcopy libc|Bcopy|(libc)|6
bcopy hand|Bcopy|(hand)|6
mem read|Mem|read|4
mem write|Mem|write|5

memory_latency|Memory latencies
mhz|Mhz||3,4|c
L1|L1 $||5
L2|L2 $||6
main memory|Main mem||6,8
random memory|Rand mem||6,8

integer|Basic integer operations
bit|intgr|bit|6
add|intgr|add|6
mul|intgr|mul|6
div|intgr|div|6
mod|intgr|mod|6

uint64|Basic uint64 operations
bit|int64|bit|6
add|int64|add|6
mul|int64|mul|6
div|int64|div|6
mod|int64|mod|6

float|Basic float operations
add|float|add|6
mul|float|mul|6
div|float|div|6
bogo|float|bogo|6

double|Basic double operations
add|double|add|6
mul|double|mul|6
div|double|div|6
bogo|double|bogo|6
"""
_NANOSECONDS = frozenset({"memory_latency", "integer", "uint64", "float", "double"})
# The word "File" stands over two columns, between the sizes that it belongs to.
_LABELS = {
    "0K create": "0K File Create",
    "0K delete": "0K File Delete",
    "10K create": "10K File Create",
    "10K delete": "10K File Delete",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its test's short name, its head as one would say it, and what a number in it can look like."""

    test: str
    label: str
    upper: tuple[tuple[str, ...], ...]
    lower: tuple[str, ...]
    widths: tuple[int, ...]
    needs_network: bool = False
    is_setting: bool = False


@dataclass(frozen=True, slots=True)
class TableKind:
    """A table of the summary: canonical name, title as printed, unit, direction and columns in their order."""

    name: str
    title: str
    unit: str
    better: str
    columns: tuple[Column, ...]

    @property
    def metric(self) -> str:
        """Whether the table holds times or rates."""
        return "bandwidth" if self.better == "higher" else "latency"


def table_kinds() -> tuple[TableKind, ...]:
    """All tables of an LMbench summary but the first, which describes the machines."""
    return tuple(_kind(block.splitlines()) for block in _TABLES.strip().split("\n\n"))


def title_pattern(kinds: Sequence[TableKind]) -> re.Pattern[str]:
    """What a table's title looks like: its name alone, or with its unit and direction behind it, stars or not."""
    names = "|".join(
        re.escape(kind.title).replace(r"\*", r"\*?").replace(r"\ ", r"\s{1,3}(?:More\s)?") for kind in kinds
    )
    return re.compile(
        rf"\s{{0,60}}(?P<name>{names})(?:\s{{1,3}}with\s\d{{1,3}}K)?"
        r"(?P<rest>\s*:?|\s{1,3}(?:-|in)\s.{0,100})$",
        re.IGNORECASE,
    )


def match_head(columns: Sequence[Column], upper: Sequence[str], lower: Sequence[str]) -> tuple[Column, ...] | None:
    """The columns whose head words, in order, are exactly these; None where no or several choices give them.

    Words are matched rather than places, so that a head that lost its gaps or some of its columns is read too.
    """
    partial: list[tuple[tuple[Column, ...], int, int]] = [((), 0, 0)]
    for column in columns:
        partial += [
            ((*chosen, column), up + len(words), low + len(column.lower))
            for chosen, up, low in partial
            for words in column.upper
            if _follows(upper, up, words) and _follows(lower, low, column.lower)
        ]
    whole = [chosen for chosen, up, low in partial if (up, low) == (len(upper), len(lower))]
    return whole[0] if len(whole) == 1 else None


def _follows(words: Sequence[str], place: int, wanted: tuple[str, ...]) -> bool:
    return [word.lower() for word in words[place : place + len(wanted)]] == [word.lower() for word in wanted]


def _kind(block: list[str]) -> TableKind:
    name, title = block[0].split("|")
    unit = "MB/s" if name == "local_bandwidth" else "ns" if name in _NANOSECONDS else "us"
    return TableKind(name, title, unit, "higher" if unit == "MB/s" else "lower", tuple(map(_column, block[1:])))


def _column(row: str) -> Column:
    test, upper, lower, widths, *flags = row.split("|")
    # "RPC/" and "2p/0K" hold the separator of alternatives too: only the select column has any.
    alternatives = upper.split("/") if upper.startswith("selct") else [upper]
    return Column(
        test=test,
        label=_LABELS.get(test, f"{alternatives[0]} {lower}".strip()),
        upper=tuple(tuple(alternative.split()) for alternative in alternatives),
        lower=(lower,) if lower else (),
        widths=tuple(int(width) for width in widths.split(",")),
        needs_network="n" in flags,
        is_setting="c" in flags,
    )
