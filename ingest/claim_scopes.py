"""Of which results a claim speaks: those that it names, those that it stands under or above, or all of its mail."""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from archive.results import Change, Measurement
from archive.text import collapse
from ingest.passages import Passages, is_note, row_above
from ingest.post import PostPart
from ingest.prose import Sentence
from suites import suite_named
from suites.base import Row

# Metrics whose names are words of every text about speed.
_PLAIN_WORDS = frozenset(("throughput", "latency", "rate", "time", "real", "cpu", "operations", "score", "bandwidth"))
# Names of tests that are words of any text: a test so named has to be of the writer's own mail, and no piece of a name.
EVERYDAY = frozenset(
    (
        *(
            "read",
            "write",
            "copy",
            "low",
            "high",
            "direct",
            "buffered",
            "files",
            "sync",
            "none",
            "all",
            "small",
            "large",
        ),
        *("random", "sequential", "test", "io", "user", "sys", "system", "memory", "total", "average", "max", "min"),
        *(
            "async",
            "log",
            "cache",
            "buffer",
            "network",
            "server",
            "client",
            "number",
            "count",
            "size",
            "rate",
            "udp",
            "tcp",
        ),
        *("create", "delete", "open", "close", "stat", "default", "rotation", "single", "multi", "host", "victim"),
    )
)
_OF_SETTING = re.compile(
    r"[ -]?(?:size|ahead|-ahead|path|side|support|buffer|request|context|lock|cache|back|through|barrier|pointer)s?\b",
    re.IGNORECASE,
)
_PUNCTUATION = ".,;:!?()'\"`"
# Lines between a statement and the table that it introduces.
_NEAR = 8
NAMED = "the tests that it names"
ABOVE, BELOW, QUOTED = "the table above", "the table below", "the rows quoted above"
OF_MAIL = "the results of the mail"
ELSEWHERE = "results that are not read here"
# "case 4:" or "context_switch2 :" on a line of its own, over what is said of it; "Conclusion:" is of what is above.
_HEADING = re.compile(
    r"\s{0,8}(?!.{0,40}(?:conclu|summar|observ|discuss|analys|finding|interpret|note|result))"
    r"[\w.+-]{1,40}(?:[ ][\w.+-]{1,40}){0,3}[ ]?:",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"[+-]?\d[\d.,]{0,20}%?")
# A line with so many figures, and no more words than figures, is a row; where nobody reads it, another test's.
_ROW_FIGURES = 3
# So many lines above a sentence are looked through for them.
_NEAREST = 60
_LISTED = re.compile(r"[\s,/&\"'`]{0,4}(?:and|or|,)?[\s\"'`]{0,3}")
_BELOW = re.compile(r"\b(?:below|following|as follows)\b", re.IGNORECASE)


class _Kind(NamedTuple):
    """What measurements may be named by: many have it in common, so that few kinds are asked for a name."""

    test: str
    metric: str
    metric_text: str
    suite: str | None


@dataclass(frozen=True)
class ClaimContext:
    """What a claim is judged against: the counted measurements of the thread, and those of the rows by (collapsed) row
    line.
    """

    measurements: Sequence[Measurement]
    rows: dict[str, tuple[Measurement, ...]]
    changes: Sequence[Change]

    @cached_property
    def measured(self) -> frozenset[str]:
        """The keys of the mails with counted results."""
        return frozenset(m.table.message_key for m in self.measurements)

    @cached_property
    def kinds(self) -> tuple[_Kind, ...]:
        """The kind of each measurement."""
        return tuple(_Kind(m.test, m.metric, m.metric_text, m.suite) for m in self.measurements)

    @cached_property
    def different_kinds(self) -> tuple[_Kind, ...]:
        """Each kind once."""
        return tuple(dict.fromkeys(self.kinds))

    def of_kinds(self, kinds: Container[_Kind]) -> list[Measurement]:
        """The measurements of these kinds."""
        return [m for m, kind in zip(self.measurements, self.kinds, strict=True) if kind in kinds]


@dataclass(frozen=True, slots=True)
class Scope:
    """Of what a claim speaks: its tests, the measurements to look at, and how that was found."""

    tests: tuple[str, ...]
    measurements: Sequence[Measurement]
    found: str
    has_setting: bool = False
    changes: Sequence[Change] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement in its mail: where it stands, the passages of the mail (none for a row of a table drawn with
    frames), the key of the mail, and the offset of the statement in its sentence.
    """

    part: PostPart
    sentence: Sentence
    said: Passages | None
    message_key: str
    start: int = 0


def scope_of(stated: Stated, names: tuple[str, ...], context: ClaimContext) -> Scope:
    """What a statement speaks of; every result of the thread where nothing else can be told."""
    part = stated.part
    line = part.lines[stated.sentence.first_line - 1]
    rows = row_above(part, line) if is_note(line) else ()
    if rows:
        return _of_rows(part, rows, context, "the rows above the line")
    named = _in_quotes(names, context) or _named(stated, context)
    below = _rows_below(stated)
    if below:
        led_to = _of_rows(part, below, context, BELOW)
        # "The fio results show the improvement:" leads to the table, whatever else of fio stands in the thread.
        if named is None or {m.table for m in led_to.measurements} & {m.table for m in named.measurements}:
            return led_to if named is None else _scope(_of_both(named, led_to), BELOW, context)
    if named is not None:
        return named
    passage = stated.said.at(part.number, stated.sentence.first_line) if stated.said is not None else None
    if passage is not None and passage.rows:
        return _of_rows(part, passage.rows, context, QUOTED)
    if passage is not None and passage.own_rows:
        if _is_of_another_table(part, stated.sentence, passage.own_rows[-1]):
            return Scope((), (), ELSEWHERE)
        return _of_rows(part, passage.own_rows, context, ABOVE)
    return Scope((), context.measurements, "every result of the thread", changes=context.changes)


def of_next_table(stated: Stated, context: ClaimContext) -> Scope | None:
    """The results of the table that follows a statement, whether it says so or not; None where none follows."""
    rows = _next_rows(stated)
    return _of_rows(stated.part, rows, context, BELOW) if rows else None


def _of_both(named: Scope, led_to: Scope) -> Sequence[Measurement]:
    below = {m.id for m in led_to.measurements}
    return [m for m in named.measurements if m.id in below] or led_to.measurements


def of_mail(message_key: str, context: ClaimContext) -> Scope:
    """The results of one mail."""
    return _scope([m for m in context.measurements if m.table.message_key == message_key], OF_MAIL, context)


def _scope(fit: Sequence[Measurement], found: str, context: ClaimContext, *, has_setting: bool = False) -> Scope:
    return Scope(tuple(dict.fromkeys(m.test for m in fit)), fit, found, has_setting, context.changes)


def _of_rows(part: PostPart, rows: Sequence[Row], context: ClaimContext, found: str) -> Scope:
    measured = [m for row in rows for m in context.rows.get(collapse(part.lines[row.line - 1].text), ())]
    return Scope(tuple(dict.fromkeys(row.test for row in rows)), measured, found, changes=context.changes)


def _is_of_another_table(part: PostPart, sentence: Sentence, row: Row) -> bool:
    """Whether a heading, or rows that are not read, stand between a row and a sentence below it."""
    top = max(row.line, sentence.last_line - _NEAREST)
    between = [line.words for line in part.lines[top : sentence.last_line - 1]]
    return any(_is_row(words) or _HEADING.fullmatch(words) is not None for words in between)


def _is_row(words: str) -> bool:
    pieces = words.split()
    figures = sum(_FIGURE.fullmatch(piece) is not None for piece in pieces)
    return figures >= _ROW_FIGURES and figures * 2 >= len(pieces)


def _rows_below(stated: Stated) -> tuple[Row, ...]:
    """The rows of the writer's own table that a statement introduces."""
    text = stated.sentence.text
    return _next_rows(stated) if text.endswith(":") or _BELOW.search(text) is not None else ()


def _next_rows(stated: Stated) -> tuple[Row, ...]:
    last = stated.sentence.last_line
    below = [block for block in stated.part.blocks if block.depth == 0 and block.first_line > last]
    nearest = min(below, key=lambda block: block.first_line, default=None)
    return nearest.rows if nearest is not None and nearest.first_line - last <= _NEAR else ()


def _in_quotes(names: tuple[str, ...], context: ClaimContext) -> Scope | None:
    """The results that the sentence names in quotes, with a setting ("dbench 1")."""
    for name in names:
        word, _, setting = name.partition(" ")
        suite = suite_named(word)
        fit = [m for m in context.measurements if (suite is not None and m.suite == suite.name) or m.test == word]
        if setting:
            fit = [m for m in fit if setting in {str(value) for value in m.parameters.values()}]
        if fit:
            return _scope(fit, f"the results of {name}", context, has_setting=True)
    return None


def _named(stated: Stated, context: ClaimContext) -> Scope | None:
    """The results whose metric, test or suite a sentence names; of several the ones named last before the statement,
    and those of the writer's own mail before those of others.
    """
    text = stated.sentence.text
    words = {word.strip(_PUNCTUATION) for word in text.split()}
    words |= {word.strip(_PUNCTUATION) for word in text.replace(".", " ").split()} - EVERYDAY
    kinds = context.different_kinds
    tested = {kind.suite for kind in kinds if _tests(kind) & words}
    for names in (_metric_texts, lambda kind: _tests(kind) | (_suites(kind) - tested), _suites):
        named = {name for kind in kinds for name in names(kind) & words}
        if not named:
            continue
        named = {name for name in named if name not in EVERYDAY or _names_a_test(name, text)}
        if not named:
            continue
        meant = _last_named(named, text, stated.start)
        of_all = context.of_kinds({kind for kind in kinds if names(kind) & meant})
        own = [m for m in of_all if m.table.message_key == stated.message_key]
        if own or not meant <= EVERYDAY:
            return _scope(own or of_all, NAMED, context)
    return None


def _names_a_test(name: str, text: str) -> bool:
    """Whether an everyday word stands for a test, and not in "read size" or "memory.low"."""
    place = re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text)
    return place is not None and _OF_SETTING.match(text, place.end()) is None


def _metric_texts(kind: _Kind) -> set[str]:
    return {kind.metric_text} if "." in kind.metric_text.strip(_PUNCTUATION) else set()


def _tests(kind: _Kind) -> set[str]:
    return {kind.test, kind.metric, kind.metric_text} - _PLAIN_WORDS


def _suites(kind: _Kind) -> set[str]:
    return {kind.suite} if kind.suite is not None else set()


def _last_named(names: Iterable[str], text: str, start: int) -> set[str]:
    """The names that stand last before a place in a text, as one list; the first ones after it where none does."""
    places = sorted((text.find(name), name) for name in names)
    before = [(place, name) for place, name in places if place < start]
    if not before:
        return {places[0][1]}
    meant = [before[-1]]
    for place, name in reversed(before[:-1]):
        if _LISTED.fullmatch(text[place + len(name) : meant[-1][0]]) is None:
            break
        meant.append((place, name))
    return {name for _, name in meant}
