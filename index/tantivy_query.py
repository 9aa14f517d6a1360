"""Our query tree as tantivy's, put together by hand: tantivy's own parser drops `*` without a word."""

from collections.abc import Sequence

from tantivy import FieldType, Occur, Query, Schema, Searcher

from index import engine as tree
from index.engine import Node
from index.engine_fields import DATE_COLUMN, MAX_EXPANSION, UNDATED, boost, too_many_words, words_of

# How much tantivy keeps of terms that are not ranked: entity terms, and the key.
UNRANKED = "basic"


class Translation:
    """Our query tree as tantivy's, with a sentence for each bound that was met."""

    def __init__(self, schema: Schema, searcher: Searcher) -> None:
        """For an index as that searcher sees it."""
        self._schema = schema
        self._searcher = searcher
        self.bounded: list[str] = []

    def of(self, node: Node) -> Query:
        """The query of a node; the tree is no deeper than the language lets it be (query.MAX_DEPTH)."""
        match node:
            case tree.And(nodes):
                return self._all(nodes)
            case tree.Or(nodes):
                return self._any(nodes)
            case tree.Not():
                return self._all((node,))
            case tree.Prefer(required, preferred):
                return Query.boolean_query([(Occur.Must, self.of(required)), (Occur.Should, self.of(preferred))])
            case _:
                return self._leaf(node)

    def _all(self, nodes: Sequence[Node]) -> Query:
        clauses = [
            (Occur.MustNot, self.of(node.node)) if isinstance(node, tree.Not) else (Occur.Must, self.of(node))
            for node in nodes
        ]
        if all(occur is Occur.MustNot for occur, _ in clauses):
            clauses.append((Occur.Must, Query.all_query()))
        return Query.boolean_query(clauses)

    def _any(self, nodes: Sequence[Node]) -> Query:
        return Query.boolean_query([(Occur.Should, self.of(node)) for node in nodes])

    def _leaf(self, leaf: tree.Leaf) -> Query:
        if leaf.field == tree.DATE_FIELD and isinstance(leaf, tree.Range):
            low, high = (None if bound is None else int(float(bound)) for bound in (leaf.low, leaf.high))
            low = UNDATED + 1 if low is None else low
            return Query.range_query(self._schema, DATE_COLUMN, FieldType.Integer, low, high)
        if leaf.field in tree.ENTITY_FIELDS and isinstance(leaf, tree.Term):
            return Query.term_query(self._schema, tree.ENTITY_FIELDS[leaf.field], leaf.text, UNRANKED)
        if leaf.field in tree.TEXT_FIELDS and not isinstance(leaf, tree.Range):
            found = (self._text(name, leaf) for name in tree.TEXT_FIELDS[leaf.field])
            return Query.boolean_query([(Occur.Should, query) for query in found])
        message = f"this engine does not hold {leaf}"
        raise ValueError(message)

    def _text(self, name: str, leaf: tree.Term | tree.Phrase | tree.Prefix) -> Query:
        if isinstance(leaf, tree.Prefix):
            words = [Query.term_query(self._schema, name, word) for word in self._expansion(name, leaf)]
            return _boosted(name, Query.boolean_query([(Occur.Should, word) for word in words]))
        found = words_of(name, leaf)
        if len(found) == 1:
            return _boosted(name, Query.term_query(self._schema, name, found[0]))
        return Query.phrase_query(self._schema, name, list(found)) if found else Query.empty_query()

    def _expansion(self, name: str, leaf: tree.Prefix) -> list[str]:
        found = sorted(word for word, _ in self._searcher.terms_with_prefix(name, leaf.text, limit=MAX_EXPANSION + 1))
        if len(found) > MAX_EXPANSION:
            self.bounded.append(too_many_words(leaf))
        return found[:MAX_EXPANSION]


def _boosted(name: str, query: Query) -> Query:
    return Query.boost_query(query, boost(name))
