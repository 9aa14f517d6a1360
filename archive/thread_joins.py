"""Loose members: trees that belong to another of their subject, since they quote it or answer without naming what."""

from bisect import bisect_left, bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from archive.identity import base_subject, is_reply
from archive.model import EdgeKind
from archive.text import collapse, lines
from archive.thread_forest import Forest, Tree
from archive.thread_links import Edge, TextOf

_NEAR = timedelta(days=30)
# Clocks were wrong: a reply may be dated a little before what it answers.
_CLOCK_SLACK = timedelta(days=1)
# A subject that so many trees share ("help", "test") says nothing of any of them.
_MOST_TREES_OF_A_SUBJECT = 1000
# A line shorter than this, or one that so many messages have, proves no quotation.
_SHORTEST_PROOF = 12
_MOST_OWNERS = 8


def joins(forest: Forest, trees: Sequence[Tree], text_of: TextOf) -> dict[str, Edge]:
    """The edges that hang whole trees, by the key of their root, under a member of another tree; free of circles."""
    home = {key: tree.root for tree in trees for key in tree.nodes}
    found: dict[str, Edge] = {}
    for group in _groups(forest, trees).values():
        if 1 < len(group) <= _MOST_TREES_OF_A_SUBJECT:
            _Subject(forest, group, text_of, home, found).join()
    for root, page in forest.overview.pages.items():
        if home.get(root) == root and root not in found and not _hangs_under(page, root, home, found):
            found[root] = Edge(page, EdgeKind.OVERVIEW)
    return found


def _groups(forest: Forest, trees: Sequence[Tree]) -> dict[str, list[Tree]]:
    groups: defaultdict[str, list[Tree]] = defaultdict(list)
    for tree in trees:
        present = [key for key in tree.nodes if not forest.is_ghost(key)]
        if present:
            first = tree.root if present[0] == tree.root else min(present, key=forest.when)
            groups[base_subject(forest.links[first].subject)].append(tree)
    groups.pop("", None)
    return groups


def _hangs_under(key: str, root: str, home: Mapping[str, str], found: Mapping[str, Edge]) -> bool:
    while (top := home[key]) != root:
        if top not in found:
            return False
        key = found[top].parent
    return True


class _Subject:
    """The trees of one subject in order of date; `anchors` are those that a loose one may join by subject alone."""

    def __init__(
        self, forest: Forest, trees: Sequence[Tree], text_of: TextOf, home: Mapping[str, str], found: dict[str, Edge]
    ) -> None:
        self._forest, self._home, self._found = forest, home, found
        self._trees = sorted(trees, key=lambda tree: forest.when(tree.root))
        posts = [tree for tree in self._trees if self._is_post(tree)]
        # Without its first post a discussion gathers under the earliest reply.
        self._anchors = {tree.root: self._dates(tree) for tree in posts or self._trees[:1]}
        self._anchor_of = {root: root for root in self._anchors}
        self._starts = sorted((dates[0], root) for root, dates in self._anchors.items() if dates)
        self._undated = [root for root, dates in self._anchors.items() if not dates]
        self._lines = {key: _provable(text_of(key)) for tree in self._trees for key in self._present(tree)}
        self._owners = self._own_lines()

    def join(self) -> None:
        """Hang each tree under what it quotes most, else a reply under the newest post before it within 30 days."""
        for tree in self._trees:
            edge = self._quoted(tree)
            if edge is None and tree.root not in self._anchors:
                edge = self._by_subject(tree)
            if edge is not None:
                self._found[tree.root] = edge
                self._follow(tree, edge)

    def _is_post(self, tree: Tree) -> bool:
        return not self._forest.is_ghost(tree.root) and not is_reply(self._forest.links[tree.root].subject)

    def _present(self, tree: Tree) -> list[str]:
        return [key for key in tree.nodes if not self._forest.is_ghost(key)]

    def _dates(self, tree: Tree) -> list[datetime]:
        return sorted(date for key in self._present(tree) if (date := self._forest.links[key].date) is not None)

    def _follow(self, tree: Tree, edge: Edge) -> None:
        anchor = self._anchor_of.get(self._home[edge.parent])
        if anchor is not None and anchor != tree.root:
            self._anchor_of[tree.root] = anchor
            for date in self._dates(tree):
                insort(self._anchors[anchor], date)

    def _own_lines(self) -> dict[str, list[str]]:
        owners: defaultdict[str, list[str]] = defaultdict(list)
        for key, said in self._lines.items():
            for words in {words for depth, words in said if depth == 0}:
                if len(owners[words]) <= _MOST_OWNERS:
                    owners[words].append(key)
        return owners

    def _quoted(self, tree: Tree) -> Edge | None:
        direct: Counter[str] = Counter()
        deeper: Counter[str] = Counter()
        for depth, words in self._quotes_of(tree):
            owners = self._owners.get(words, [])
            for owner in owners if len(owners) <= _MOST_OWNERS else ():
                if self._home[owner] != tree.root:
                    (direct if depth == 1 else deeper)[owner] += 1
        near = [owner for owner in direct | deeper if self._may_answer(tree, owner)]
        if not near:
            return None
        return Edge(min(near, key=lambda owner: (-direct[owner], -deeper[owner], owner)), EdgeKind.QUOTE)

    def _quotes_of(self, tree: Tree) -> set[tuple[int, str]]:
        """Quoted lines of a root; of a ghost, what its replies quote through it."""
        root = tree.root
        if not self._forest.is_ghost(root):
            return {(depth, words) for depth, words in self._lines[root] if depth > 0}
        replies = [key for key in self._present(tree) if self._forest.edges[key].parent == root]
        return {(depth - 1, words) for key in replies for depth, words in self._lines[key] if depth > 1}

    def _may_answer(self, tree: Tree, owner: str) -> bool:
        if not self._is_free(owner, tree):
            return False
        dates, asked = self._dates(tree), self._forest.links[owner].date
        if not dates or asked is None:
            return True
        anchor = self._anchor_of.get(self._home[owner])
        members = [asked] if anchor is None else self._anchors[anchor]
        return asked <= dates[0] + _CLOCK_SLACK and _is_near(dates[0], members)

    def _by_subject(self, tree: Tree) -> Edge | None:
        dates = self._dates(tree)
        if not dates:
            return self._only(list(self._anchors), tree)
        place = bisect_right(self._starts, dates[0] + _CLOCK_SLACK, key=lambda start: start[0])
        for _, anchor in reversed(self._starts[:place]):
            if _is_near(dates[0], self._anchors[anchor]) and self._is_free(anchor, tree):
                return Edge(anchor, EdgeKind.SUBJECT)
        return self._only(self._undated, tree)

    def _only(self, anchors: Sequence[str], tree: Tree) -> Edge | None:
        # Without a date to tell them apart by, a choice between two posts would be a guess.
        is_sure = len(anchors) == 1 and self._is_free(anchors[0], tree)
        return Edge(anchors[0], EdgeKind.SUBJECT) if is_sure else None

    def _is_free(self, key: str, tree: Tree) -> bool:
        return not _hangs_under(key, tree.root, self._home, self._found)


def _provable(text: str) -> frozenset[tuple[int, str]]:
    """Depth and words of the lines that are long enough to prove where they were quoted from."""
    found = ((line.depth, collapse(line.text)) for line in lines(text))
    return frozenset((depth, words) for depth, words in found if len(words) >= _SHORTEST_PROOF)


def _is_near(date: datetime, members: Sequence[datetime]) -> bool:
    place = bisect_left(members, date)
    return any(abs(member - date) <= _NEAR for member in members[max(0, place - 1) : place + 1])
