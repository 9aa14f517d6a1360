"""Threads: strict trees by the headers, with ghosts for what is missing, and loose members by subject and quotes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from archive.model import EdgeKind, Thread, ThreadNode
from archive.thread_forest import Forest, Tree
from archive.thread_joins import joins
from archive.thread_links import Edge, Link, TextOf
from archive.thread_overviews import is_made

__all__ = ["Link", "TextOf", "build"]


def build(links: Iterable[Link], text_of: TextOf) -> tuple[Thread, ...]:
    """The threads of messages, in the order of their first messages; independent of the order of `links`.

    `text_of` gives a message's decoded text; it is asked only where several trees share a subject. A thread's id is
    the key of its strict root, so that it stays when replies arrive; a missing root's id waits for the mail that has
    it, but a ghost made from a line of a page's overview gives way to the smallest key in its strict tree.
    """
    forest = Forest(links)
    trees = forest.trees()
    joined = joins(forest, trees, text_of)
    home = {key: tree for tree in trees for key in tree.nodes}
    under: defaultdict[str, list[Tree]] = defaultdict(list)
    for tree in trees:
        if tree.root in joined:
            under[home[joined[tree.root].parent].root].append(tree)
    return tuple(_thread(tree, forest, under, joined) for tree in trees if tree.root not in joined)


def _thread(top: Tree, forest: Forest, under: Mapping[str, Sequence[Tree]], joined: Mapping[str, Edge]) -> Thread:
    nodes: list[ThreadNode] = []
    depths: dict[str, int] = {}
    waiting = [top]
    while waiting:
        tree = waiting.pop()
        for key in tree.nodes:
            edge = joined.get(key) if key == tree.root else forest.edges[key]
            depths[key] = 0 if edge is None else depths[edge.parent] + 1
            kind = EdgeKind.ROOT if edge is None else edge.kind
            nodes.append(ThreadNode(key, edge.parent if edge else None, kind, depths[key], forest.is_ghost(key)))
        # Trees are in order of date, and a loose one comes before what hangs under it.
        waiting += reversed(under.get(tree.root, ()))
    return Thread(_name(top, forest), tuple(nodes))


def _name(tree: Tree, forest: Forest) -> str:
    present = [key for key in tree.nodes if not forest.is_ghost(key)]
    return min(present) if is_made(tree.root) and present else tree.root
