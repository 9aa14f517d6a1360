"""The heads of LMbench's tables: title, one or two lines of words, and a line of dash groups as wide as the columns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from suites.cells import words
from suites.lmbench_columns import Column, TableKind, match_head

_DASHES = re.compile(r"-{2,200}")
_WARNING = re.compile(r"\(WARNING - (?P<text>.{5,80})\)", re.IGNORECASE)
_LABELS = frozenset({"host", "os", "kernel"})
_GUESSES = "guesses"
_MAX_LINES = 10


@dataclass(frozen=True, slots=True)
class Head:
    """A table's head down to line `last_line`: columns of numbers, names before them, and guesses behind them.

    `ends` and `label_end` are the columns in which numbers and OS names end, counted from the line's own start; they
    are empty and None where the dash groups do not fit the words.
    """

    kind: TableKind
    line: int
    last_line: int
    depth: int
    title: str
    name: str
    unit_text: str | None
    columns: tuple[Column, ...]
    labels: tuple[str, ...]
    has_guesses: bool
    widths: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    label_end: int | None = None
    warning: str | None = None


def read_head(lines: Sequence[Line], index: int, kind: TableKind, title: re.Match[str]) -> Head | None:
    """The head below the title on line `index`; None where its words are not those of that table."""
    texts: list[list[str]] = []
    warning: str | None = None
    for below in range(index + 1, min(len(lines), index + _MAX_LINES)):
        line = lines[below]
        found = line.words.split()
        said = _WARNING.search(line.text)
        if line.depth != lines[index].depth and found:
            return None
        if said is not None:
            warning = said["text"]
        elif len(found) > 1 and all(map(_DASHES.fullmatch, found)):
            head = _of_words(kind, lines[index], title, texts)
            return replace(_measured(head, line), warning=warning) if head is not None else None
        elif found and not _DASHES.fullmatch(found[0]):
            texts.append(found)
    return None


def unit_text(title: re.Match[str]) -> str | None:
    """The unit that a title tells behind the table's name."""
    return title["rest"].strip(" :-").removeprefix("times ").removeprefix("in ").split(" -")[0] or None


def _of_words(kind: TableKind, line: Line, title: re.Match[str], texts: list[list[str]]) -> Head | None:
    """The head that lines of words make; a mailer may have wrapped them, so every split into two lines is tried."""
    first = texts[0] if texts else []
    labels = tuple(word.lower() for word in first[:2] if word.lower() in _LABELS)
    own = [first[len(labels) :], *texts[1:]]
    for split in range(1, len(own) + 1):
        upper, lower = ([word for text in part for word in text] for part in (own[:split], own[split:]))
        numbers = [word for word in upper if word.lower() != _GUESSES]
        columns = match_head(kind.columns, numbers, lower) if labels else None
        if columns:
            return Head(
                kind=kind,
                line=line.number,
                last_line=line.number,
                depth=line.depth,
                title=line.words.strip(),
                name=title["name"],
                unit_text=unit_text(title),
                columns=columns,
                labels=labels,
                has_guesses=len(numbers) < len(upper),
            )
    return None


def _measured(head: Head, ruler: Line) -> Head:
    """The head with what its dash groups tell: how wide the columns are and where they end."""
    groups = [(start - ruler.start, end - ruler.start) for _, start, end in words(ruler.text, ruler.start)]
    first = len(head.labels)
    own = groups[first : first + len(head.columns)]
    widths = tuple(column.widths[-1] for column in head.columns)
    if len(groups) != first + len(head.columns) + head.has_guesses:
        return replace(head, last_line=ruler.number, widths=widths)
    return replace(
        head,
        last_line=ruler.number,
        widths=tuple(end - start for start, end in own),
        ends=tuple(end for _, end in own),
        label_end=groups[first - 1][1],
    )
