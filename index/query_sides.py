"""A query's two sides: conditions on rows, which the store answers, and a tree of words, which the engine answers.

The tree is first spread into alternatives, each a list of conditions that must all hold; a result fits any of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product

from archive import hardware
from archive.filters import Condition, ResultFilter
from index.engine import ENTITY_FIELDS, And, Leaf, Node, Not, Or, Phrase, Prefer, Prefix, Range, Term
from index.query import Query, QueryError, leaves
from index.query_dates import iso
from index.query_words import Meaning

MAX_ALTERNATIVES = 16
# Conditions that no single measurement can fit, since they speak of two sides.
CHANGE_FIELDS = frozenset({"delta", "dir"})
# A query that names one of these asks for rows; has: and the heads of mails alone ask for mails.
ROW_FIELDS = CHANGE_FIELDS | {"suite", "test", "metric", "kernel", "hw", "cpu", "mhz", "ram", "fs", "value", "runs"}
_HEAD_FIELDS: Mapping[str, str] = {"f": "author", "l": "list", "mid": "message", "thread": "thread", "d": "date"}


@dataclass(frozen=True, slots=True)
class Alternative:
    """Conditions that must all hold.

    `filter` is for rows. `text` is what mails say: a row fits where its thread has a mail that fits all of it.
    `message` is what a mail must be itself, for the engine; `rows` are what the engine does not hold of its rows.
    """

    filter: ResultFilter
    text: tuple[Node, ...]
    message: Node | None
    rows: ResultFilter
    has_words: bool
    first_tests: tuple[str, ...] = ()
    """Tests whose rows come before others, named by words that may also be mere words."""

    @property
    def asks_for_rows(self) -> bool:
        """Whether changes and measurements are asked for at all."""
        return any(condition.field in ROW_FIELDS for condition in self.filter.conditions)

    @property
    def asks_for_changes_only(self) -> bool:
        """Whether a condition speaks of two sides, so that no measurement can fit."""
        return any(condition.field in CHANGE_FIELDS for condition in self.filter.conditions)

    @property
    def needs_engine(self) -> bool:
        """Whether the store alone cannot find its mails: it knows those with rows only."""
        return self.has_words or not self.asks_for_rows


@dataclass(frozen=True, slots=True)
class _Literal:
    node: Node
    is_negated: bool = False


def alternatives(query: Query) -> tuple[Alternative, ...]:
    """The alternatives of a query; QueryError where there are too many of them."""
    meanings = {meaning.word: meaning for meaning in query.meanings}
    return tuple(_alternative(literals, meanings) for literals in _spread(query.tree, meanings))


def _spread(tree: Node, meanings: Mapping[str, Meaning]) -> tuple[tuple[_Literal, ...], ...]:
    found = _branches(tree, meanings, is_negated=False)
    return tuple(tuple(dict.fromkeys(literals)) for literals in found)


_Branches = Sequence[tuple[_Literal, ...]]


def _branches(node: Node, meanings: Mapping[str, Meaning], *, is_negated: bool) -> _Branches:
    if _is_whole(node, meanings):
        return ((_Literal(node, is_negated),),)
    match node:
        case Not(inner):
            return _branches(inner, meanings, is_negated=not is_negated)
        case And(nodes) | Or(nodes):
            inner_branches = [_branches(each, meanings, is_negated=is_negated) for each in nodes]
            is_any = isinstance(node, Or) != is_negated
            return _bounded([branch for each in inner_branches for branch in each] if is_any else _all(inner_branches))
        case _:
            return ((_Literal(node, is_negated),),)


def _is_whole(node: Node, meanings: Mapping[str, Meaning]) -> bool:
    """Whether a part of the tree can stay as it is: words only, or alternatives of one field's values."""
    found = tuple(leaves(node))
    if not any(_is_of_store(leaf, meanings) for leaf in found):
        return True
    values = isinstance(node, Or) and all(isinstance(each, Term) for each in node.nodes)
    fields = {leaf.field for leaf in found}
    return values and len(fields) == 1 and not fields & {"", "f", "d"}


def _is_of_store(leaf: Leaf, meanings: Mapping[str, Meaning]) -> bool:
    if not leaf.field:
        return isinstance(leaf, Term) and leaf.text in meanings
    if leaf.field in _HEAD_FIELDS:
        return not isinstance(leaf, Prefix)
    return leaf.field in ROW_FIELDS or leaf.field == "has"


def _all(branches: Iterable[_Branches]) -> _Branches:
    return reduce(lambda left, right: _bounded([(*a, *b) for a, b in product(left, right)]), branches, ((),))


def _bounded(branches: _Branches) -> _Branches:
    if len(branches) > MAX_ALTERNATIVES:
        message = (
            f"the query has more than {MAX_ALTERNATIVES} alternatives: use fewer OR, or search for them one by one"
        )
        raise QueryError(message)
    return branches


def _alternative(literals: Sequence[_Literal], meanings: Mapping[str, Meaning]) -> Alternative:
    builder = _Builder(meanings)
    for literal in literals:
        builder.take(literal)
    return builder.finished()


class _Builder:
    """Sorts the conditions of one alternative onto the two sides."""

    def __init__(self, meanings: Mapping[str, Meaning]) -> None:
        self._meanings = meanings
        self._conditions: list[Condition] = []
        self._by_prefix: list[Condition] = []
        self._rows_needed = False
        self._text: list[Node] = []
        self._required: list[Node] = []
        self._preferred: list[Node] = []
        self._has_words = False
        self._prose: list[tuple[Node, tuple[Leaf, ...]]] = []

    def take(self, literal: _Literal) -> None:
        node, negated = literal.node, literal.is_negated
        terms = node.nodes if isinstance(node, Or) else (node,)
        if not any(_is_of_store(leaf, self._meanings) for leaf in leaves(node)):
            self._put_text(node, negated=negated)
        elif isinstance(node, Term) and not node.field:
            self._put_word(self._meanings[node.text], negated=negated)
        else:
            self._put_condition(tuple(leaves(Or(terms))), negated=negated)

    def finished(self) -> Alternative:
        required: Node | None = And(tuple(self._required)) if self._required else None
        if self._preferred:
            wishes = Or(tuple(self._preferred))
            required = wishes if required is None else Prefer(required, wishes)
        rows = ResultFilter(tuple(self._by_prefix) if self._rows_needed else ())
        return Alternative(
            filter=ResultFilter((*self._conditions, *self._prose_conditions())),
            text=(*self._text, *self._prose_text()),
            message=required,
            rows=rows,
            has_words=self._has_words,
            first_tests=tuple(_values(entity for _, entities in self._prose for entity in entities)),
        )

    def _asks_for_rows(self) -> bool:
        return any(condition.field in ROW_FIELDS for condition in self._conditions)

    def _prose_conditions(self) -> Iterator[Condition]:
        """Where nothing else asks for rows, words that are tests' names do: for rows of one of them."""
        if self._prose and not self._asks_for_rows():
            yield _condition([entity for _, entities in self._prose for entity in entities], negated=False)

    def _prose_text(self) -> Iterator[Node]:
        # A word that is the only one to ask for rows says nothing besides of their threads.
        if len(self._prose) > 1 or self._asks_for_rows():
            yield from (node for node, _ in self._prose)

    def _put_text(self, node: Node, *, negated: bool) -> None:
        self._has_words = True
        self._text.append(_signed(node, negated=negated))
        self._required.append(_signed(node, negated=negated))

    def _put_word(self, meaning: Meaning, *, negated: bool) -> None:
        self._has_words = True
        if not meaning.is_prose or negated:
            self._conditions.append(_condition(meaning.entities, negated=negated))
        as_text = Term("", meaning.word)
        if meaning.is_hint and not negated:
            self._preferred.append(as_text)
        elif meaning.is_hint:
            self._required.append(Not(as_text))
        elif meaning.is_prose and not negated:
            node = _any((as_text, *map(_held, meaning.entities)))
            self._prose.append((node, meaning.entities))
            self._required.append(node)
        else:
            self._required.append(_signed(Or((as_text, *map(_held, meaning.entities))), negated=negated))

    def _put_condition(self, leaves_of_field: tuple[Leaf, ...], *, negated: bool) -> None:
        condition = _condition(leaves_of_field, negated=negated)
        self._conditions.append(condition)
        self._by_prefix.append(condition)
        if all(_is_held(leaf) for leaf in leaves_of_field):
            self._required.append(_signed(_any(map(_held, leaves_of_field)), negated=negated))
        else:
            self._rows_needed = True


def _is_held(leaf: Leaf) -> bool:
    if leaf.field in ("f", "d", "thread"):
        return True
    return isinstance(leaf, Term) and leaf.field in ENTITY_FIELDS


def _held(leaf: Leaf) -> Node:
    """The condition as the engine holds it: a machine is all the terms that its spellings share."""
    if leaf.field == "hw" and isinstance(leaf, Term):
        return And(tuple(Term("hw", term) for term in hardware.search_terms(leaf.text)))
    if leaf.field == "test" and isinstance(leaf, Term):
        return Term("test", leaf.text.lower())
    return leaf


def _condition(of_field: Sequence[Leaf], *, negated: bool) -> Condition:
    first = of_field[0]
    name = _HEAD_FIELDS.get(first.field, first.field)
    if isinstance(first, Range):
        low, high = first.low, first.high
        if name == "date":
            low, high = (None if bound is None else iso(float(bound)) for bound in (low, high))
        elif name == "delta":
            low, high = (None if bound is None else float(bound) / 100 for bound in (low, high))
        return Condition(name, low=low, high=high, negated=negated)
    return Condition(name, tuple(_values(of_field)), negated=negated)


def _values(of_field: Iterable[Leaf]) -> Iterator[str]:
    for leaf in of_field:
        match leaf:
            case Prefix(_, text):
                yield f"{text}*"
            case Term(_, text) | Phrase(_, text):
                yield text
            case _:
                message = f"a range is no value: {leaf}"
                raise ValueError(message)


def _signed(node: Node, *, negated: bool) -> Node:
    return Not(node) if negated else node


def _any(nodes: Iterable[Node]) -> Node:
    found = tuple(nodes)
    return found[0] if len(found) == 1 else Or(found)
