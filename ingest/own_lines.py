"""Which mail of a thread said a line in its own words first."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from archive.text import own_lines
from ingest.post import MAX_LINES, Post

_MIN_LINE = 12


class OwnLines(Mapping[str, str]):
    """The key of the mail that said a collapsed line first; short lines prove nothing and are left out.

    The lines are read when one is first asked for: in many threads nobody quotes anything.
    """

    def __init__(self, posts: Iterable[Post]) -> None:
        """The mails of a thread, the first one first."""
        self._posts = tuple(posts)

    def __getitem__(self, words: str) -> str:
        """The key of the mail; KeyError where no mail said it."""
        return self._said[words]

    def __contains__(self, words: object) -> bool:
        """Whether a mail said it."""
        return words in self._said

    def __iter__(self) -> Iterator[str]:
        """Every line that was said."""
        return iter(self._said)

    def __len__(self) -> int:
        """How many lines were said."""
        return len(self._said)

    @cached_property
    def _said(self) -> dict[str, str]:
        said: dict[str, str] = {}
        for post in self._posts:
            for part in post.parts:
                for raw in own_lines(part.text, MAX_LINES):
                    words = " ".join(raw.split())
                    if len(words) >= _MIN_LINE:
                        said.setdefault(words, post.message.key)
        return said
