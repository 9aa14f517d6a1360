"""Which tables of a thread repeat others: quoted copies, and reposts by the same author."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from archive.results import TableRef

_MIN_REPOST_ROWS = 3
# A row that stands in more tables than this is compared with the first of them only: threads that quote on and on stay
# linear.
_MAX_RIVALS = 6


@dataclass(frozen=True, slots=True)
class TableText:
    """A table as its collapsed rows, with what decides which of two is the original."""

    ref: TableRef
    author: str
    quoted: bool
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repeats:
    """The table that a quoted table copies, and the one that an own table posts again."""

    copy_of: Mapping[TableRef, TableRef]
    repost_of: Mapping[TableRef, TableRef]


def find_repeats(
    tables: Sequence[TableText], seen: Callable[[TableRef, str, Sequence[str]], TableRef | None] = lambda *_: None
) -> Repeats:
    """Compare the tables of one thread, given in the order of their mails; own tables come before quoted ones, whatever
    the order. `seen` knows the tables of other threads.
    """
    where: dict[str, list[TableText]] = defaultdict(list)
    copy_of: dict[TableRef, TableRef] = {}
    repost_of: dict[TableRef, TableRef] = {}
    for table in sorted(tables, key=lambda table: table.quoted):
        rivals = [
            other
            for row in set(table.rows)
            for other in where[row]
            if other.ref.message_key != table.ref.message_key or table.quoted
        ]
        best = _most_shared(table, rivals)
        if best is not None and table.quoted:
            copy_of[table.ref] = _original(best, copy_of)
        elif not table.quoted:
            elsewhere = seen(table.ref, table.author, table.rows)
            if best is not None and _is_repost(table, best):
                repost_of[table.ref] = _original(best, repost_of)
            elif elsewhere is not None:
                repost_of[table.ref] = elsewhere
        for row in set(table.rows):
            if len(where[row]) < _MAX_RIVALS:
                where[row].append(table)
    return Repeats(copy_of, repost_of)


def _most_shared(table: TableText, rivals: list[TableText]) -> TableText | None:
    """The earlier table that shares most rows with this one; a quoted table has to share at least half of its rows, and
    all of them with one that the same mail quotes: runs of one command often have a time in common.
    """
    shared: dict[TableRef, int] = defaultdict(int)
    by_ref = {rival.ref: rival for rival in rivals}
    for rival in rivals:
        shared[rival.ref] += 1
    if not shared:
        return None
    best = max(shared, key=lambda ref: shared[ref])
    is_beside = by_ref[best].quoted and best.message_key == table.ref.message_key
    return by_ref[best] if shared[best] * (1 if is_beside else 2) >= len(set(table.rows)) else None


def _is_repost(table: TableText, other: TableText) -> bool:
    equal = set(table.rows) & set(other.rows)
    return (
        not other.quoted and other.author == table.author and len(equal) >= _MIN_REPOST_ROWS and other.ref != table.ref
    )


def _original(table: TableText, known: Mapping[TableRef, TableRef]) -> TableRef:
    return known.get(table.ref, table.ref)
