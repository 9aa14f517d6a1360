"""A thread as a reader sees it: each place with its mail or ghost, how it hangs on its parent, and how deep."""

from collections.abc import Mapping
from dataclasses import dataclass

from archive.model import EdgeKind, Ghost, Thread, ThreadNode
from archive.store.summaries import MessageSummary

_LOOSE = {EdgeKind.QUOTE, EdgeKind.SUBJECT}
_DEEPEST_SHOWN = 8
_EDGE_WORDS = {
    EdgeKind.ROOT: "starts the thread",
    EdgeKind.REFERENCES: "reply by References",
    EdgeKind.IN_REPLY_TO: "reply by In-Reply-To",
    EdgeKind.MANGLED: "reply by a mangled In-Reply-To",
    EdgeKind.QUOTE: "joined because it quotes a member",
    EdgeKind.SUBJECT: "joined by its subject only",
    EdgeKind.OVERVIEW: "named on the page of another mail",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a thread: its node, its mail or what a page tells of a ghost, the edge in words, the depth shown."""

    node: ThreadNode
    summary: MessageSummary | None
    ghost: Ghost | None
    edge: str
    depth: int
    is_loose: bool


def places(thread: Thread, summaries: tuple[MessageSummary, ...], ghosts: Mapping[str, Ghost]) -> tuple[Place, ...]:
    """The thread's places in reading order: the strict tree with ghosts, then loose members and their replies."""
    by_key = {summary.key: summary for summary in summaries}
    loose: set[str] = set()
    found = []
    for node in thread.nodes:
        if node.edge in _LOOSE or node.parent in loose:
            loose.add(node.key)
        depth = min(node.depth, _DEEPEST_SHOWN)
        words = _EDGE_WORDS[node.edge]
        found.append(Place(node, by_key.get(node.key), ghosts.get(node.key), words, depth, node.key in loose))
    return tuple(found)
