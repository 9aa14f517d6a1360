"""Machines that a post describes as a list of keys and values, wherever it stands:

    CPU Model   : Intel Xeon Phi CPU 7255 @ 1.10GHz (a.k.a. Knights Mill)
    Memory      : 96G

Such a list tells more of a machine than the words that name it beside a table.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive import hardware
from archive.model import Span
from archive.results import Attribution, Basis, Machine
from archive.text import Line

_ITEM = re.compile(
    r"[ \t*o\u2022-]{0,8}(?P<key>[A-Za-z][\w() /-]{0,24}?)[ \t]{0,16}[:=][ \t]{1,24}(?P<value>\S.{0,160})"
)
_PROCESSOR = re.compile(
    r"(?:test )?(?:cpu|processor|machine|system|hardware|host|server|box)(?: (?:model|type|name))?|model name", re.I
)
_SIZE = re.compile(
    r"(?:total |system |main |installed )?(?:memory|mem|ram)(?: size)?|(?:number of |nr )?(?:cpus?|cpu\(s\)|cores)",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"\d{1,6}")
_OF_CPUS = re.compile(r"(?:number of |nr )?(?:cpus?|cpu\(s\)|cores)", re.IGNORECASE)
_OF_MEMORY = re.compile(r".{0,12}(?:memory|mem|ram)(?: size)?", re.IGNORECASE)
_MAX_LINES = 24


@dataclass(frozen=True, slots=True)
class _Item:
    line: Line
    key: str
    value: str
    start: int


def machine_lists(lines: Sequence[Line], part: int) -> tuple[Machine, ...]:
    """The machines of all lists that name a processor and its number, clock or memory."""
    found = []
    last = -1
    for index, line in enumerate(lines):
        if index > last and ":" in line.words and (first := _item(line)) and _PROCESSOR.fullmatch(first.key):
            items = list(_items(lines, index))
            last = index + len(items)
            machine = _machine(items, part)
            if machine is not None:
                found.append(machine)
    return tuple(found)


def fuller(machine: Machine | None, lists: Sequence[Machine]) -> Machine | None:
    """The machine, or the list that tells more of the same; the only list where nothing else names a machine."""
    if machine is None:
        return lists[0] if len(lists) == 1 else None
    own = machine.hardware
    for each in lists:
        other = each.hardware
        is_same = own.cpu is not None and f"{other.cpu} ".startswith(f"{own.cpu} ") and own.mhz in (None, other.mhz)
        pairs = ((own.cpus, other.cpus), (own.memory_mb, other.memory_mb), (own.mhz, other.mhz))
        agrees = all(mine in (None, theirs) for mine, theirs in pairs)
        if is_same and agrees and any(mine is None and theirs is not None for mine, theirs in pairs):
            return each
    return machine


def _items(lines: Sequence[Line], index: int) -> Iterator[_Item]:
    """The items right below each other, with what goes on on lines that stand further in."""
    current = _item(lines[index])
    for line in lines[index + 1 : index + _MAX_LINES]:
        if current is None or line.is_blank or line.depth != lines[index].depth:
            break
        item = _item(line)
        if item is not None:
            yield current
            current = item
        elif len(line.words) - len(line.words.lstrip()) >= current.start - current.line.start - 8:
            current = _Item(current.line, current.key, f"{current.value} {line.words.strip()}", current.start)
        else:
            break
    if current is not None:
        yield current


def _item(line: Line) -> _Item | None:
    match = _ITEM.fullmatch(line.words.rstrip())
    if match is None:
        return None
    return _Item(line, match["key"].strip().lower(), match["value"].strip(), line.start + match.start("value"))


def _machine(items: Sequence[_Item], part: int) -> Machine | None:
    told = [items[0], *(item for item in items[1:] if _SIZE.fullmatch(item.key))]
    text = ", ".join(filter(None, map(_words, told)))
    box = hardware.parse(text)
    if box is None or box.cpu is None or (box.cpus is None and box.memory_mb is None):
        return None
    spans = tuple(
        Span(part, item.line.number, item.start, item.line.start + len(item.line.words.rstrip())) for item in told
    )
    return Machine(box, Attribution(Basis.PROSE, spans))


def _words(item: _Item) -> str:
    """What an item says, with the word of its key where a number stands alone."""
    if _OF_CPUS.fullmatch(item.key) is not None and _AMOUNT.fullmatch(item.value) is not None:
        return f"{item.value} CPUs"
    if _OF_MEMORY.fullmatch(item.key) is not None:
        return f"{item.value} RAM"
    return item.value
