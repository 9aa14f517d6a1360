"""HTML as the lines that a reader sees, columns kept: for mails that are HTML only and for archive pages."""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag

# What ends a line is marked by characters that no text has, and becomes a newline when its neighbours are known.
_BREAK, _PARAGRAPH, _BLOCK, _PRE, _PRE_END = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
_MARKS = re.compile("[\ue000-\ue006]")
_HIDDEN = frozenset({"script", "style", "head", "title", "template"})
_CELLS = frozenset({"td", "th"})
_BLOCK_TAGS = frozenset(
    {"address", "article", "blockquote", "center", "dd", "div", "dl", "dt", "form", "h1", "h2", "h3", "h4", "h5", "h6"}
    | {"hr", "li", "ol", "section", "table", "tr", "ul"}
)
_BLANKS = re.compile(r"[ \t\n\r\f]+")
# In an archive's own markup the source's line ends are the posted ones, and a tag takes the one beside it:
# `text\n<BR>\n` is one line end (formats.md 1.2, trap 7).
_SOURCE_ENDS = re.compile(f"\n?{_BREAK}\n?|\n?{_PRE_END}\n?|{_PARAGRAPH}\n?|(?P<none>{_PRE}\n?)")
# In a mail's HTML a line end is a blank; blocks that follow each other make one line end, paragraphs two.
_ENDS = f"[{_BLOCK}{_PARAGRAPH}{_BREAK}{_PRE_END}]"
_BLOCK_ENDS = re.compile(f" ?{_ENDS}(?: ?{_ENDS})* ?|{_PRE}\n?")
# A tree takes 7 s and 150 MB a megabyte of tags; the pages of 99.9 % of list mails are half as long as this.
MAX_TREE = 500_000
# The tags that archives write around posted lines; what else stands in a page came from a HTML mail.
_FOREIGN, _END = "\ue005", "\ue006"
_TAG = re.compile(r"<(/?[A-Za-z][A-Za-z0-9]{0,11})\b[^<>]{0,4000}>|<!--[^<>]{0,1000}-->")
_ARCHIVE_TAGS: Mapping[str, str] = MappingProxyType(
    {"br": _BREAK, "p": _PARAGRAPH, "pre": _PRE, "/pre": _PRE_END}
    | dict.fromkeys(("a", "b", "em", "i", "small", "span", "strong", "tt", "u"), "")
    | dict.fromkeys(("/a", "/b", "/em", "/i", "/p", "/small", "/span", "/strong", "/tt", "/u"), "")
)
_FREQUENT_TAGS = (("<br>", _BREAK), ("<BR>", _BREAK), ("<br />", _BREAK), ("<p>", _PARAGRAPH), ("<P>", _PARAGRAPH))
# _SOURCE_ENDS step by step, which takes a tenth of the time: a BR and the end of a PRE take the line ends around them.
_ENDS_OF_MARKS = (
    (_PRE_END, _BREAK), (f"\n{_BREAK}", _BREAK), (f"{_BREAK}\n", _END), (_BREAK, _END),
    (f"{_PARAGRAPH}\n", _END), (_PARAGRAPH, _END), (f"{_PRE}\n", ""), (_PRE, ""), (_END, "\n"),
)  # fmt: skip
_XML_DECLARATION = re.compile(r"\s{0,100}<\?xml[^>]{0,200}>")


def parse(markup: str) -> BeautifulSoup:
    """The tree of a page or of a piece of one."""
    # bs4 warns of XML, and of texts without a tag, which it takes for a file's name.
    return BeautifulSoup("<html>" + _XML_DECLARATION.sub("", markup, count=1), "lxml")


def text_of_html(markup: str) -> str:
    """The text of a HTML mail: PRE as it stands; elsewhere blanks collapse, U+00A0 stays one, and tabs part cells."""
    pieces: list[str] = []
    in_pre = hidden = 0
    for node, is_start in _walk(parse(markup)):
        if isinstance(node, Tag):
            step = 1 if is_start else -1
            in_pre += step * (node.name == "pre")
            hidden += step * (node.name in _HIDDEN)
            pieces.append(_mark(node, is_start=is_start))
        elif not hidden:
            text = _words(node)
            pieces.append(text if in_pre else _BLANKS.sub(" ", text))
    text = _BLOCK_ENDS.sub(_line_ends, "".join(pieces)).replace("\u00a0", " ")
    return text.strip("\n") + "\n"


def lines_of_markup(nodes: Iterable[PageElement]) -> str:
    """The posted lines in an archive's own markup, where a BR ends a line and a P stands for a blank one.

    Runs of blanks stand in the source as they stood in the mail, so nothing is collapsed; U+00A0 becomes a blank.
    """
    pieces: list[str] = []
    for top in nodes:
        for node, is_start in _walk(top):
            if not isinstance(node, Tag):
                pieces.append(_words(node))
            elif is_start:
                pieces.append({"br": _BREAK, "p": _PARAGRAPH, "pre": _PRE, "tr": "\n", "td": "\t"}.get(node.name, ""))
            elif node.name == "pre":
                pieces.append(_PRE_END)
    text = _SOURCE_ENDS.sub(lambda match: "" if match["none"] else "\n", "".join(pieces))
    return text.replace("\u00a0", " ")


def archived_lines(markup: str) -> str:
    """The posted lines of a piece of an archive's page: `lines_of_markup` without a tree, which takes fifty times as
    long and is kept for tags that no archive writes.
    """
    marked = markup if markup.isascii() else _MARKS.sub(" ", markup)
    for tag, mark in _FREQUENT_TAGS:
        marked = marked.replace(tag, mark)
    marked = _TAG.sub(_archive_mark, marked)
    if _FOREIGN in marked or "<" in marked:
        if len(markup) <= MAX_TREE:
            return lines_of_markup([parse(markup)])
        marked = marked.replace(_FOREIGN, "")
    for marks, end in _ENDS_OF_MARKS:
        marked = marked.replace(marks, end)
    return html.unescape(marked).replace("\u00a0", " ")


def has_foreign_tags(markup: str) -> bool:
    """Whether a piece of an archive's page holds tags that no archive writes around posted lines: a HTML mail's."""
    return any(_ARCHIVE_TAGS.get(match.group(1).lower()) is None for match in _TAG.finditer(markup) if match.group(1))


def shown(markup: str) -> str:
    """The words of a small piece of an archive's page, such as a name, without its tags and around it no blanks."""
    return html.unescape(_TAG.sub("", markup)).replace("\u00a0", " ").strip()


def _archive_mark(match: re.Match[str]) -> str:
    return _ARCHIVE_TAGS.get(match.group(1).lower(), _FOREIGN) if match.group(1) else ""


def _walk(top: PageElement) -> Iterator[tuple[PageElement, bool]]:
    """Every node with True where it starts, and every tag again with False where it ends; without recursion."""
    waiting: list[tuple[PageElement, bool]] = [(top, True)]
    while waiting:
        node, is_start = waiting.pop()
        yield node, is_start
        if is_start and isinstance(node, Tag):
            waiting.append((node, False))
            waiting.extend((child, True) for child in reversed(node.contents))


def _words(node: PageElement) -> str:
    # Comments, doctypes and processing instructions are subclasses of text that nobody sees.
    return _MARKS.sub(" ", str(node)) if type(node) is NavigableString else ""


def _mark(tag: Tag, *, is_start: bool) -> str:
    if tag.name == "pre":
        return _PRE if is_start else _PRE_END
    if tag.name == "br":
        return _BREAK if is_start else ""
    if tag.name in _CELLS:
        return "\t" if is_start and _follows_a_cell(tag) else ""
    if tag.name == "p":
        return _PARAGRAPH
    return _BLOCK if tag.name in _BLOCK_TAGS else ""


def _follows_a_cell(tag: Tag) -> bool:
    before = tag.previous_sibling
    if isinstance(before, NavigableString) and not before.strip():
        before = before.previous_sibling
    return isinstance(before, Tag) and before.name in _CELLS


def _line_ends(match: re.Match[str]) -> str:
    marks = match.group()
    if marks.startswith(_PRE):
        return ""
    return "\n" * max(1, marks.count(_BREAK), 2 * (_PARAGRAPH in marks))
