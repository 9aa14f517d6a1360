"""The strict trees: every message under the one that its headers name, ghosts where that one is missing, no circles."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from archive.model import EdgeKind
from archive.thread_links import Edge, Ids, Link, chain, parent_named
from archive.thread_overviews import overviews

_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Tree:
    """A strict tree in reading order: depth first, children by date and key; the root is the first node."""

    nodes: tuple[str, ...]

    @property
    def root(self) -> str:
        """The key that everything hangs under."""
        return self.nodes[0]


class Forest:
    """All strict trees of some messages; the same whatever the order in which they arrived."""

    def __init__(self, links: Iterable[Link]) -> None:
        """Build the trees; of links with the same key the first one in sorting order counts."""
        self.links = _by_key(links)
        ids = Ids(self.links)
        edges = {key: edge for key, link in self.links.items() if (edge := parent_named(link, ids)) is not None}
        edges.update(_inferred(self.links, edges, ids))
        self.overview = overviews(self.links, edges)
        edges.update(self.overview.edges)
        self.edges: Mapping[str, Edge] = _without_circles(edges, self.links)
        self._dates = self._all_dates()

    def is_ghost(self, key: str) -> bool:
        """Whether the message of that key is missing."""
        return key not in self.links

    def when(self, key: str) -> tuple[datetime, str]:
        """What sorts messages: by date, undated ones last, then by key; a ghost came before its first reply."""
        return (self._dates.get(key, _NEVER), key)

    def trees(self) -> tuple[Tree, ...]:
        """The trees in the order of their roots."""
        children: defaultdict[str, list[str]] = defaultdict(list)
        for key, edge in self.edges.items():
            children[edge.parent].append(key)
        keys = self.links.keys() | self.edges.keys() | children.keys() | self.overview.pages.keys()
        roots = sorted(keys - self.edges.keys(), key=self.when)
        return tuple(Tree(tuple(self._reading_order(root, children))) for root in roots)

    def _reading_order(self, root: str, children: Mapping[str, list[str]]) -> Iterator[str]:
        waiting = [root]
        while waiting:
            key = waiting.pop()
            yield key
            waiting += sorted(children.get(key, ()), key=self.when, reverse=True)

    def _all_dates(self) -> dict[str, datetime]:
        dates = {key: link.date for key, link in self.links.items() if link.date is not None}
        for key in sorted(dates, key=lambda key: dates[key]):
            edge = self.edges.get(key)
            # Earliest first: a ghost that has a date already has the right one, and so have those above it.
            while edge is not None and self.is_ghost(edge.parent) and edge.parent not in dates:
                dates[edge.parent] = dates[key]
                edge = self.edges.get(edge.parent)
        return {**dates, **{key: date for key, date in self.overview.dates.items() if key not in self.links}}


def _by_key(links: Iterable[Link]) -> dict[str, Link]:
    found: dict[str, Link] = {}
    for link in sorted(links, key=lambda link: (link.key, link.subject, link.references, link.in_reply_to)):
        found.setdefault(link.key, link)
    return found


def _inferred(links: Mapping[str, Link], named: Mapping[str, Edge], ids: Ids) -> dict[str, Edge]:
    """The parents of ghosts and of messages that name none, from the References of others."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for link in links.values():
        for key, before in chain(link, ids):
            if key not in named:
                votes[key][before] += 1
    return {
        key: Edge(min(counts, key=lambda before: (-counts[before], before)), EdgeKind.REFERENCES, inferred=True)
        for key, counts in votes.items()
    }


def _without_circles(edges: Mapping[str, Edge], links: Mapping[str, Link]) -> dict[str, Edge]:
    kept = dict(edges)
    done: set[str] = set()
    for start in edges:
        path: dict[str, None] = {}
        key = start
        while key in kept and key not in done and key not in path:
            path[key] = None
            key = kept[key].parent
        if key in path:
            steps = list(path)
            del kept[min(steps[steps.index(key) :], key=lambda key: _weakest_first(key, edges, links))]
        done.update(path)
    return kept


def _weakest_first(key: str, edges: Mapping[str, Edge], links: Mapping[str, Link]) -> tuple[bool, datetime, str]:
    # What others say of a message is doubted first; else the earliest of a circle was its beginning.
    date = links[key].date if key in links else None
    return (not edges[key].inferred, date or _NEVER, key)
