"""The query language: what a person types as a tree of conditions, with a sentence on how each word was read.

Words beside each other are joined by AND. NOT (or a dash) binds tightest, then AND, then OR; parentheses group.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from index.engine import And, Leaf, Node, Not, Or, Prefer, Term
from index.query_fields import Reading, read_field, read_text
from index.query_tokens import Lexeme, QueryError, lexemes
from index.query_words import Meaning, meaning, options_of

__all__ = ["MAX_DEPTH", "MAX_TERMS", "Query", "QueryError", "leaves", "read_query"]

MAX_TERMS = 50
MAX_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Query:
    """A query as read: its tree, what plain words name besides being text, and a sentence on how each word was read."""

    text: str
    tree: Node
    meanings: tuple[Meaning, ...]
    read_as: tuple[str, ...]


def read_query(text: str, suites: frozenset[str] = frozenset()) -> Query:
    """Read a query; QueryError says what to write instead.

    `suites` are those of the archive, which `suite:` accepts as it does those of the suite files.
    """
    found = tuple(lexemes(text))
    named = _suites_named(found)
    options = options_of(named)
    if options:
        found = tuple(lexemes(text, options))
    if sum(lexeme.kind in ("word", "phrase") for lexeme in found) > MAX_TERMS:
        message = f"the query has more than {MAX_TERMS} words: make it shorter"
        raise QueryError(message)
    parser = _Parser(named, suites)
    for lexeme in found:
        parser.take(lexeme)
    tree = parser.finish()
    return Query(text, tree, tuple(parser.meanings.values()), tuple(parser.read_as))


def leaves(tree: Node) -> Iterator[Leaf]:
    """The conditions of a tree, from left to right."""
    waiting = [tree]
    while waiting:
        match waiting.pop():
            case And(nodes) | Or(nodes):
                waiting.extend(reversed(nodes))
            case Not(node):
                waiting.append(node)
            case Prefer(required, _):
                waiting.append(required)
            case leaf:
                yield leaf


class _Group:
    """A pair of parentheses that is being read: its alternatives, the last one under way, and what was read last."""

    def __init__(self, prefix: str = "", *, is_negated: bool = False) -> None:
        self.prefix = prefix
        self.is_negated = is_negated
        self.alternatives: list[list[Node]] = [[]]
        self.negates_next = False
        self.last = "("

    def put(self, node: Node) -> None:
        self.alternatives[-1].append(_negation(node) if self.negates_next else node)
        self.negates_next = False
        self.last = "operand"


class _Parser:
    """Takes one lexeme after the other; the open groups are a list, so no depth of parentheses overruns the stack."""

    def __init__(self, named: Iterable[str], suites: frozenset[str]) -> None:
        self.meanings: dict[str, Meaning] = {}
        self.read_as: list[str] = []
        self._named = tuple(named)
        self._suites = suites
        self._groups = [_Group()]

    def take(self, lexeme: Lexeme) -> None:
        group = self._groups[-1]
        match lexeme.kind:
            case "(":
                self._open(lexeme)
            case ")":
                self._close()
            case "NOT":
                group.negates_next = not group.negates_next
                group.last = "NOT"
            case "AND" | "OR" as operator:
                self._operator(operator)
            case _:
                group.put(self._leaf(lexeme, group))

    def finish(self) -> Node:
        if len(self._groups) > 1:
            message = "a parenthesis is not closed: add a ) at the end"
            raise QueryError(message)
        if self._groups[0].last == "(":
            message = "the query is empty: give a word to look for, such as fork_test"
            raise QueryError(message)
        return self._finished(self._groups[0])

    def _open(self, lexeme: Lexeme) -> None:
        group = self._groups[-1]
        if len(self._groups) > MAX_DEPTH:
            message = f"the parentheses are more than {MAX_DEPTH} deep: make the query simpler"
            raise QueryError(message)
        self._groups.append(_Group(lexeme.field or group.prefix, is_negated=group.negates_next))
        group.negates_next = False

    def _close(self) -> None:
        if len(self._groups) == 1:
            message = "a ) has no ( before it: remove it"
            raise QueryError(message)
        closed = self._groups.pop()
        node = self._finished(closed)
        self._groups[-1].put(_negation(node) if closed.is_negated else node)

    def _operator(self, operator: str) -> None:
        group = self._groups[-1]
        if group.last != "operand":
            message = f"{operator} needs something on both sides; in quotation marks it is a word"
            raise QueryError(message)
        if operator == "OR":
            group.alternatives.append([])
        group.last = operator

    def _finished(self, group: _Group) -> Node:
        if group.last != "operand":
            what = "a pair of parentheses is empty" if group.last == "(" else f"nothing stands after {group.last}"
            message = f"{what}: give a word there, or put it in quotation marks"
            raise QueryError(message)
        return _any_of(_all_of(nodes) for nodes in group.alternatives)

    def _leaf(self, lexeme: Lexeme, group: _Group) -> Node:
        prefix = lexeme.field or group.prefix
        quoted = lexeme.kind == "phrase"
        reading = self._plain(lexeme.text, quoted=quoted) if not prefix else None
        reading = reading or read_field(prefix, lexeme.text, quoted=quoted, suites=self._suites)
        negated = sum(each.is_negated for each in self._groups) + group.negates_next
        typed = f"{prefix}:{lexeme.typed}" if prefix and not lexeme.field else lexeme.typed
        self.read_as.append(f"NOT {typed}: not {reading.sentence}" if negated % 2 else f"{typed}: {reading.sentence}")
        return reading.node

    def _plain(self, word: str, *, quoted: bool) -> Reading:
        means = None if quoted else meaning(word, self._named)
        if means is None:
            return read_text("", word, quoted=quoted)
        self.meanings[word] = means
        return Reading(Term("", word), means.sentence)


def _suites_named(found: Iterable[Lexeme]) -> tuple[str, ...]:
    named = []
    for lexeme in found:
        if lexeme.kind == "word" and lexeme.field in ("", "suite"):
            means = meaning(lexeme.text, ())
            entities = means.entities if means is not None else ()
            named += [each.text for each in entities if isinstance(each, Term) and each.field == "suite"]
    return tuple(dict.fromkeys(named))


def _negation(node: Node) -> Node:
    return node.node if isinstance(node, Not) else Not(node)


def _all_of(nodes: Iterable[Node]) -> Node:
    flat = [each for node in nodes for each in (node.nodes if isinstance(node, And) else (node,))]
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def _any_of(nodes: Iterable[Node]) -> Node:
    flat = [each for node in nodes for each in (node.nodes if isinstance(node, Or) else (node,))]
    return flat[0] if len(flat) == 1 else Or(tuple(flat))
