"""How text is cut into terms, the same for documents, queries and highlights.

A word of several parts is a term of its own and so is each part: `creat-clo` is creat-clo, creat and clo; fork finds
`fork_test`. `PIII@800` and `2.5.49-mm1` stay whole likewise; a dotted number (2.5.49, 5620.00) is one part.
Terms are in lower case, except options: `-T` and `-t` are two benchmarks.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

# An option of one letter, alone or two together as in `hdparm -tT`; or a run of word characters and joints.
RUN = r"(?<![\w-])-[A-Za-z]{1,2}(?![\w-])|\w[\w.@+-]{0,199}"
_RUN = re.compile(RUN)
# A dotted number with letters glued to it (2.2.19pre3), letters that stand before one (v2.5.49), or letters and digits.
PART = re.compile(r"\d{1,20}(?:\.\d{1,20}){1,6}[^\W_]{0,20}|[^\W\d_]{1,20}(?=\d{1,9}\.\d)|[^\W_]{1,64}")
EDGES = ".@+-"
MAX_TERM = 80


class Token(NamedTuple):
    """A term with its place: columns [start, end) of the text, and the position that phrases count in.

    A whole word has the position of its first part.
    A named tuple, since an import makes millions of them and a frozen dataclass takes twice as long to make.
    """

    text: str
    start: int
    end: int
    position: int
    is_whole: bool = False


def tokens(text: str) -> Iterator[Token]:
    """Every term of a text in order; a word's whole form comes before its parts."""
    for word in _words(text):
        yield from word


def terms(text: str) -> tuple[str, ...]:
    """The words of a text, each whole: what one word of a query is looked up as."""
    found: list[str] = []
    for word in _words(text):
        whole = word[0].is_whole or word[0].text.startswith("-")
        found.extend(token.text for token in (word[:1] if whole else word))
    return tuple(found)


def parts(text: str) -> tuple[str, ...]:
    """The parts of all words of a text: what a phrase is made of."""
    by_position = {token.position: token.text for token in tokens(text) if not token.is_whole}
    return tuple(by_position.values())


def _words(text: str) -> Iterator[list[Token]]:
    position = 0
    for run in _RUN.finditer(text):
        found = _option(run, position) if run.group().startswith("-") else _word(run, position)
        if found:
            yield found
            position = found[-1].position + 1


def _option(run: re.Match[str], position: int) -> list[Token]:
    letters = run.group().removeprefix("-")
    options = [Token(f"-{letter}", run.start(), run.end(), position) for letter in letters]
    if len(letters) > 1:
        options.append(Token(letters.lower(), run.start() + 1, run.end(), position))
    return options


def _word(run: re.Match[str], position: int) -> list[Token]:
    word = run.group().rstrip(EDGES)
    start = run.start()
    found = [
        Token(part.group().lower(), start + part.start(), start + part.end(), position + number)
        for number, part in enumerate(PART.finditer(word))
    ]
    if found and found[0].text != word.lower() and len(word) <= MAX_TERM:
        found.insert(0, Token(word.lower(), start, start + len(word), position, is_whole=True))
    return found
