"""What the words over an mmtests table tell of all its rows: the benchmark, a unit, what the rows count; no suite."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from archive.text import Line
from suites.mmtests_benchmarks import named_in
from suites.mmtests_tables import Table

_UNIT_WORD = r"(?:[mun]?secs?|(?:milli|micro|nano)?seconds|[mun]s|[kmg]b/s(?:ec)?|[a-z]{2,12}/s(?:ec)?)"
_UNIT = re.compile(
    rf"\bunits?(?:[ \t]{{1,3}}(?:are|is)(?:[ \t]in)?)?[ \t]{{0,20}}[:=]?[ \t]{{1,4}}(?P<listed>{_UNIT_WORD})\b"
    rf"|\((?P<bracket>{_UNIT_WORD})\)",
    re.IGNORECASE,
)
_VARYING = re.compile(r"varying parameter[ \t]{0,8}:[ \t]{1,4}(?:number of )?(?P<name>[a-z]{3,20})", re.IGNORECASE)
_BETTER = re.compile(r"\b(?P<word>higher|lower|bigger|smaller|larger|less|more) is better", re.IGNORECASE)
_SECTION = re.compile(r"[o*+-][ \t]{1,3}(?P<name>\S.{0,30}?):?")
_RULED = re.compile(r"[^\w(\[]{1,10}(?P<words>.*\S)[ \t]{0,3}[~=*#-]{1,4}")
_LISTED = re.compile(r"(?:benchmark|test)[ \t]{0,20}:[ \t]{0,4}(?P<words>\S.*)", re.IGNORECASE)
_MAX_SHORT_WORDS = 8
_MAX_SEARCH = 160


@dataclass(frozen=True, slots=True)
class Told:
    """What the words over a table tell of all its rows; `by_title` says that a line right above names the suite."""

    suite: str | None
    by_title: bool
    text: str
    title: str | None
    unit_text: str | None
    parameter: str | None
    better: str | None
    section: str | None


def told_of(table: Table, lines: Sequence[Line], before: Told | None) -> Told:
    """What the words over a table tell; where they name no benchmark, it is that of the table `before`."""
    titles = [line.words.strip() for line in table.context.titles]
    naming = next((title for title in titles if next(named_in(title), None)), None)
    suite = next(named_in(naming)) if naming is not None else None
    suite = suite or _by_paragraph(table.context.paragraphs) or _by_short_line(lines, table)
    text = "\n".join([*titles, *table.context.paragraphs])
    unit, varying, better = _UNIT.search(text), _VARYING.search(text), _BETTER.search(text)
    word = better["word"].lower() if better is not None else None
    sections = [found["name"] for title in titles if (found := _SECTION.fullmatch(title)) is not None]
    return Told(
        suite=suite or (before.suite if before is not None else None),
        by_title=naming is not None,
        text=text,
        title=_bare(naming) if naming is not None else None,
        unit_text=table.unit_text or ((unit["listed"] or unit["bracket"]) if unit is not None else None),
        parameter=varying["name"].lower() if varying is not None else None,
        better=None if word is None else "higher" if word in {"higher", "bigger", "larger", "more"} else "lower",
        section=sections[0] if sections else None,
    )


def _bare(title: str) -> str:
    """A title without what stands around it ("~ unixbench ~", "Benchmark : tbench4")."""
    found = _RULED.fullmatch(title) or _LISTED.fullmatch(title)
    return (found["words"] if found is not None else title).rstrip(": ")


def _by_paragraph(paragraphs: Sequence[str]) -> str | None:
    """The one benchmark that the nearest paragraph which names any speaks of."""
    for paragraph in paragraphs:
        named = list(dict.fromkeys(named_in(paragraph)))
        if named:
            return named[0] if len(named) == 1 else None
    return None


def _by_short_line(lines: Sequence[Line], table: Table) -> str | None:
    """The benchmark of the nearest heading, or row of a summary, that names just one."""
    depth = lines[table.rows[0].line - 1].depth
    for index in range(table.block - 2, max(-1, table.block - 2 - _MAX_SEARCH), -1):
        line = lines[index]
        words = line.words.split()
        if line.depth != depth or not 0 < len(words) <= _MAX_SHORT_WORDS or words[-1].endswith((".", ",")):
            continue
        plain = sum(word.isalpha() and word.islower() for word in words)
        named = _each_named_in(line.words)
        if len(named) == 1 and plain <= len(words) // 2:
            return named[0]
    return None


@lru_cache(maxsize=1024)
def _each_named_in(words: str) -> tuple[str, ...]:
    """The benchmarks that a line names, each once; the tables of a mail look at the same lines above them."""
    return tuple(dict.fromkeys(named_in(words)))
