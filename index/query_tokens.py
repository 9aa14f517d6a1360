"""A query cut into lexemes: words, phrases, fields with their values, AND OR NOT and parentheses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archive.model import UserError

MAX_LENGTH = 2000
_FIELD = re.compile(r"([A-Za-z]{1,12}):")
# An address on the web is a word.
_NO_FIELD = re.compile(r"[A-Za-z]{1,12}:/")
_OPERATORS = frozenset({"AND", "OR", "NOT"})


class QueryError(UserError):
    """A query that cannot be understood; the message names the nearest thing that can."""


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A piece of a query: kind is word | phrase | AND | OR | NOT | ( | ); `field` is the prefix before it."""

    kind: str
    text: str = ""
    field: str = ""

    @property
    def typed(self) -> str:
        """The lexeme as a person types it."""
        prefix = f"{self.field}:" if self.field else ""
        return f'{prefix}"{self.text}"' if self.kind == "phrase" else f"{prefix}{self.text}"


def lexemes(text: str, options: frozenset[str] = frozenset()) -> Iterator[Lexeme]:
    """The lexemes of a query in order; `options` ("-T") are words in spite of their dash. QueryError: an open quote."""
    if len(text) > MAX_LENGTH:
        message = f"the query is longer than {MAX_LENGTH:,} characters; make it shorter"
        raise QueryError(message)
    return _Lexer(text, options).run()


class _Lexer:
    """A walk over the characters of a query; it only ever moves forward."""

    def __init__(self, text: str, options: frozenset[str]) -> None:
        self._text = text
        self._options = options
        self._position = 0

    def run(self) -> Iterator[Lexeme]:
        while self._skip_blanks():
            yield self._next()

    def _skip_blanks(self) -> bool:
        while self._position < len(self._text) and self._text[self._position].isspace():
            self._position += 1
        return self._position < len(self._text)

    def _next(self) -> Lexeme:
        character = self._text[self._position]
        if character in "()":
            self._position += 1
            return Lexeme(character)
        if character == '"':
            return self._phrase("")
        if character == "-" and self._negates():
            self._position += 1
            return Lexeme("NOT")
        return self._fielded()

    def _negates(self) -> bool:
        """Whether a dash means NOT: before a quote, a parenthesis, or two characters or more that are no options."""
        end = _word_end(self._text, self._position + 1)
        word = self._text[self._position : end]
        if len(word) >= 3:
            return not all(f"-{letter}" in self._options for letter in word[1:])
        return self._text[self._position + 1 : self._position + 2] in ('"', "(")

    def _fielded(self) -> Lexeme:
        field = _FIELD.match(self._text, self._position)
        if field is None or _NO_FIELD.match(self._text[self._position : field.end() + 1]):
            return self._word("")
        self._position = field.end()
        following = self._text[self._position : self._position + 1]
        if following == '"':
            return self._phrase(field[1])
        if following == "(":
            self._position += 1
            return Lexeme("(", field=field[1])
        return self._word(field[1])

    def _word(self, field: str) -> Lexeme:
        start, self._position = self._position, _word_end(self._text, self._position)
        word = self._text[start : self._position]
        if not field and word in _OPERATORS:
            return Lexeme(word)
        return Lexeme("word", word, field)

    def _phrase(self, field: str) -> Lexeme:
        start = self._position + 1
        end = self._text.find('"', start)
        if end < 0:
            message = (
                f'the quotation mark before {self._text[start : start + 30]!r} is not closed: add a " after the phrase'
            )
            raise QueryError(message)
        self._position = end + 1
        return Lexeme("phrase", " ".join(self._text[start:end].split()), field)


def _word_end(text: str, start: int) -> int:
    """Where a word ends: at a blank, a quote, or a parenthesis that the word has not opened itself, as in fork()."""
    depth = 0
    for position in range(start, len(text)):
        character = text[position]
        if character.isspace() or character == '"' or (character == ")" and depth == 0):
            return position
        depth += (character == "(") - (character == ")")
    return len(text)
