"""Averages that only the prose says: "gains (average of 5 runs):" over a table, or "each number is the mean of ten
runs" anywhere in a mail.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from archive.results import Measurement, Table
from ingest.post import Post, PostPart
from ingest.prose import Sentence

_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10, "twenty": 20}
_COUNT = rf"(?P<count>\d{{1,4}}|{'|'.join(_WORDS)})"
_RUNS = r"(?:runs?|iterations?|times|tr(?:y|ies|ials)|samples|passes|repetitions|executions|measurements)"
_STATISTIC = r"(?P<what>averag(?:e|es|ed|ing)|avg|means?|medians?)"
_STEMS = ("averag", "avg", "mean", "median")
_OF_RUNS = re.compile(
    rf"\b{_STATISTIC}(?:[ ](?:value|values|result|results|out|it))?[ ]\(?(?:of|over|from|across)[ ](?:the[ ]|all[ ])?"
    rf"{_COUNT}[ ](?:[a-z]{{3,12}}[ ])?{_RUNS}\b",
    re.IGNORECASE,
)
_RUNS_FIRST = re.compile(
    rf"\b{_COUNT}[ ]{_RUNS}\b,?(?:[ ][a-z]{{1,12}}){{0,6}}[ ]{_STATISTIC}\b(?![ ](?:latency|load|time))", re.IGNORECASE
)
# Said of all that the mail shows, wherever it is said.
_OF_ALL = re.compile(
    r"\b(?:all|each|every|the|these|reported|following|below)[ ](?:[a-z]{1,12}[ ]){0,2}"
    r"(?:benchmarks?|data|figures?|numbers?|results?|tests?|values?)\b",
    re.IGNORECASE,
)
_MAYBE = re.compile(r"\b(?:should|could|would|will|please|can you|if you|next time)\b|\?$", re.IGNORECASE)
_SINGLE = re.compile(r"\b(?:one|single|a)[ ](?:run|try|sample|iteration)\b", re.IGNORECASE)
_REACH = 8


@dataclass(frozen=True, slots=True)
class _Average:
    """What a sentence says that figures are, and of how many runs."""

    sentence: Sentence
    statistic: str
    runs: int
    is_of_all: bool


def tell_averages(post: Post, tables: Sequence[Table], measurements: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """The measurements of one mail; lone samples that the text calls averages are such, of so many runs."""
    averages = {part.number: _averages(part.sentences) for part in post.parts if part.blocks and _may_tell(part)}
    if not any(averages.values()):
        return tuple(measurements)
    of_table = {
        table.ref: _average(post.part(table.part), table, averages[table.part])
        for table in tables
        if table.kind == "result" and table.part in averages
    }
    return tuple(_averaged(m, of_table.get(m.table)) for m in measurements)


def _may_tell(part: PostPart) -> bool:
    """A cheap look at a part as a whole."""
    return any(map(part.lowered.__contains__, _STEMS))


def _averaged(m: Measurement, average: _Average | None) -> Measurement:
    if average is None or m.statistic != "sample" or m.repeat is not None or m.runs not in (None, average.runs):
        return m
    return replace(m, statistic=average.statistic, runs=average.runs)


def _averages(sentences: Iterable[Sentence]) -> tuple[_Average, ...]:
    found = []
    for sentence in sentences:
        match = _OF_RUNS.search(sentence.text) or _RUNS_FIRST.search(sentence.text)
        if match is None or _MAYBE.search(sentence.text) is not None:
            continue
        count = match["count"].lower()
        runs = _WORDS.get(count) or int(count)
        statistic = "median" if match["what"].lower().startswith("median") else "mean"
        if runs > 1:
            found.append(_Average(sentence, statistic, runs, _OF_ALL.search(sentence.text) is not None))
    return tuple(found)


def _average(part: PostPart, table: Table, averages: Sequence[_Average]) -> _Average | None:
    """The average told nearest above a table with no other rows between, else the only one that is told of all."""
    depth = part.lines[table.first_line - 1].depth
    own = [average for average in averages if average.sentence.depth == depth]
    for average in reversed(own):
        last = average.sentence.last_line
        between = range(last + 1, table.first_line)
        if last >= table.first_line or len(between) > _REACH or any(n in part.row_lines for n in between):
            continue
        is_single = any(s.first_line in between and _SINGLE.search(s.text) for s in part.sentences)
        return None if is_single else average
    of_all = [average for average in own if average.is_of_all]
    return of_all[0] if len({(average.statistic, average.runs) for average in of_all}) == 1 else None
