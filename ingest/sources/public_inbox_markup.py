"""public-inbox's markup taken apart: its PRE blocks, and the lines of an overview with their links."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from ingest.html_text import shown
from ingest.sources.overview import Row

_PRE = re.compile(r"<pre(\s[^<>]{0,300})?>", re.IGNORECASE)
_END = "</pre>"
_MAX_LINE, _MAX_ROWS = 5000, 20_000
# Its tags are broken over lines, so that no line of a mail gets longer than it was.
_TAG = re.compile(r"<[^<>]{0,4000}>")
_LINK = re.compile(r"<a\s[^<>]{0,200}?href=[\"']?([^\"'\s<>]{1,2000})[^<>]{0,200}>(.{0,2000}?)</a>")


@dataclass(frozen=True, slots=True)
class Block:
    """A PRE: its attributes and what stands in it, as markup."""

    attributes: str
    markup: str


def blocks(page: str) -> Iterator[Block]:
    """The PRE blocks of a page in order; they do not nest."""
    position = 0
    while (start := _PRE.search(page, position)) is not None:
        end = page.find(_END, start.end())
        position = len(page) if end < 0 else end
        yield Block(start.group(1) or "", page[start.end() : position])


def rows(markup: str) -> Iterator[Row]:
    """The lines of a block, each with its first link; no thread that a page shows has as many as are read."""
    for line in _TAG.sub(lambda tag: tag.group().replace("\n", " "), markup).split("\n", _MAX_ROWS)[:_MAX_ROWS]:
        link = _LINK.search(line, 0, _MAX_LINE)
        href, words = (html.unescape(link.group(1)), shown(link.group(2))) if link is not None else ("", "")
        yield Row(html.unescape(_TAG.sub("", line)), href, words)


def id_of(url: str) -> str | None:
    """The Message-ID in a mail's address: its last folder, or None where that is no id."""
    last = unquote(urlsplit(html.unescape(url)).path.removesuffix("/").rpartition("/")[2])
    return last if "@" in last and len(last.split()) == 1 else None
