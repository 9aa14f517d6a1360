"""How the two sides of a query meet: which of them drives, and within what the other one looks.

- A query of conditions by prefix alone never asks the engine: the store finds rows, and mails by their rows.
- Where a query has words as well, the words drive: the engine finds the mails that say them, and rows count in the
  threads of those mails (a remark on fork_test and the row of fork_test stand in one thread, rarely in one mail).
- Words that too many mails say cannot drive: then the conditions do, and the engine looks only at the mails of the
  threads where a row fits them.
- Words that must not be there are asked of the row's own mail, since every thread has a mail without them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from archive.filters import Condition, ResultFilter
from archive.model import UserError
from archive.store.archive import Archive
from index.engine import And, Engine, Node, Not, Or, Prefer, Term
from index.query_sides import Alternative

# Beyond this the ranking of words is no help, and lists of keys get long.
MAX_KEYS = 1000


@dataclass(frozen=True, slots=True)
class Sides:
    """An archive and its engine (None where there is no index), and the list that the answer is kept to."""

    archive: Archive
    engine: Engine | None
    list_name: str | None = None

    @property
    def words(self) -> Engine:
        """The engine; UserError where there is none."""
        if self.engine is None:
            message = "there is no search index yet: run `benchlore reindex`"
            raise UserError(message)
        return self.engine


@dataclass(frozen=True, slots=True)
class Found:
    """A filter that holds for all rows of an alternative (None: no row can fit), and notes on bounds that were met."""

    filter: ResultFilter | None
    notes: tuple[str, ...] = ()


def row_filter(sides: Sides, alternative: Alternative) -> Found:
    """The conditions on rows, with the words of the alternative brought down to the threads or mails that say them."""
    conditions = kept_to_list(alternative.filter, sides.list_name)
    if not alternative.asks_for_rows:
        return Found(None)
    if not alternative.text:
        return Found(conditions)
    keys, notes = _keys_of_words(sides, alternative, conditions)
    if not keys:
        return Found(None, notes)
    field, values = _places(sides.archive, alternative, keys)
    return Found(ResultFilter((*conditions.conditions, Condition(field, values))), notes)


def message_node(sides: Sides, alternative: Alternative) -> tuple[Node, tuple[str, ...]]:
    """What a mail must be, as the engine is asked; conditions that only rows can fit become the keys of their mails."""
    wanted: list[Node] = []
    notes: tuple[str, ...] = ()
    if alternative.message is not None:
        wanted.append(_with_threads(sides.archive, alternative.message))
    if alternative.rows.conditions:
        keys = sides.archive.results.find_messages(alternative.rows)
        wanted.append(_any_key(keys[:MAX_KEYS]))
        if len(keys) > MAX_KEYS:
            notes = (
                f"only the latest {MAX_KEYS:,} of {len(keys):,} mails with fitting rows were searched for the words",
            )
    if sides.list_name is not None:
        wanted.append(Term("l", sides.list_name))
    return And(tuple(wanted)), notes


def kept_to_list(wanted: ResultFilter, list_name: str | None) -> ResultFilter:
    """The same conditions within one list."""
    if list_name is None:
        return wanted
    return replace(wanted, conditions=(*wanted.conditions, Condition("list", (list_name,))))


def _keys_of_words(
    sides: Sides, alternative: Alternative, conditions: ResultFilter
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    words = And(alternative.text)
    hits = sides.words.search(words, limit=MAX_KEYS)
    if hits.total > MAX_KEYS:
        keys = tuple(_with_neighbours(sides.archive, sides.archive.results.find_messages(conditions), alternative))
        hits = sides.words.search(And((words, _any_key(keys[:MAX_KEYS]))), limit=MAX_KEYS)
        if len(keys) > MAX_KEYS:
            note = f"words and conditions fit many mails; only {MAX_KEYS:,} of {len(keys):,} were looked at for rows"
            return tuple(hit.key for hit in hits.hits), (*hits.bounded, note)
    return tuple(hit.key for hit in hits.hits), hits.bounded


def _with_neighbours(archive: Archive, keys: Iterable[str], alternative: Alternative) -> Iterator[str]:
    """The mails of these mails' threads; where words must not be there, the mails themselves."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            continue
        thread = None if _only_negative(alternative.text) else archive.threads.of_message(key)
        members = thread.keys if thread is not None else (key,)
        yield from (member for member in members if member not in seen)
        seen.update(members)


def _places(archive: Archive, alternative: Alternative, keys: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    if _only_negative(alternative.text):
        return "message", tuple(keys)
    threads = (archive.threads.id_of(key) or key for key in keys)
    return "thread", tuple(dict.fromkeys(threads))


def _only_negative(text: Sequence[Node]) -> bool:
    return all(isinstance(node, Not) for node in text)


def _with_threads(archive: Archive, node: Node) -> Node:
    """A thread as the keys of its mails; the tree is no deeper than the language lets it be."""
    match node:
        case Term("thread", name):
            return _any_key(_members(archive, name))
        case And(nodes):
            return And(tuple(_with_threads(archive, each) for each in nodes))
        case Or(nodes):
            return Or(tuple(_with_threads(archive, each) for each in nodes))
        case Not(inner):
            return Not(_with_threads(archive, inner))
        case Prefer(required, preferred):
            return Prefer(_with_threads(archive, required), preferred)
        case _:
            return node


def _members(archive: Archive, name: str) -> tuple[str, ...]:
    thread = archive.threads.get(name)
    return thread.keys if thread is not None else ()


def _any_key(keys: Iterable[str]) -> Node:
    return Or(tuple(Term("mid", key) for key in keys))
