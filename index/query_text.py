"""A query tree back as text: what the tree says, in one spelling that reads as the same tree."""

from index.engine import And, Leaf, Node, Not, Or, Phrase, Prefer, Prefix, Range
from index.query_dates import typed

_NEEDS_QUOTES = frozenset(' \t()*"')


def written(tree: Node) -> str:
    """The text of a tree that `read_query` made; the tree is no deeper than the language lets it be."""
    match tree:
        case And(nodes):
            return " ".join(_grouped(node) if isinstance(node, Or) else written(node) for node in nodes)
        case Or(nodes):
            return " OR ".join(written(node) for node in nodes)
        case Not(node):
            return f"NOT {_grouped(node) if isinstance(node, And | Or) else written(node)}"
        case Prefer(required, _):
            return written(required)
        case _:
            return _leaf(tree)


def _grouped(node: Node) -> str:
    return f"({written(node)})"


def _leaf(leaf: Leaf) -> str:
    match leaf:
        case Range(field, low, high):
            return f"dt:{_dates(low, high)}" if field == "d" else f"{field}:{_bounds(field, low, high)}"
        case Phrase(field, text):
            value = f'"{text}"'
        case Prefix(field, text):
            value = f"{text}*"
        case _:
            field, text = leaf.field, leaf.text
            value = f'"{text}"' if field and _NEEDS_QUOTES & set(text) else text
    return f"{field}:{value}" if field else value


def _bounds(field: str, low: float | str | None, high: float | str | None) -> str:
    unit = "%" if field == "delta" else ""
    return "..".join("" if bound is None else f"{bound}{unit}" for bound in (low, high))


def _dates(low: float | str | None, high: float | str | None) -> str:
    return "..".join("" if bound is None else typed(float(bound)) for bound in (low, high))
