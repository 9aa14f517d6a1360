"""What the labels of a post's tables mean, by its own words, and the links that it gives with them.

2.5.33x is preemption OFF          A: mainline, B: with patch https://lore.example.org/r/1 applied
base = 6.1-rc3 with CONFIG_X=y     o tip:  tip/sched/core at commit f666241e6bd5
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archive.text import Line

LINK = re.compile(r"https?://[^\s<>\"'\])]{4,300}")
# What may stand before a label that is explained: nothing, a bullet, or the end of the explanation before it.
_LEAD = re.compile(r"(?:^|[,;.(][ \t])[ \t]{0,12}(?:[-*o][ \t]{1,4})?[\"'`(\[]?$")
_IS = re.compile(
    r"[\"'`)\]]?(?:[ \t]{0,12}(?::(?=[ \t])|=|-{1,2}>|\u2192)[ \t]{0,12}|[ \t]{1,12}-[ \t]{1,12}"
    r"|[ \t]{1,3}(?:is|means|stands for|refers to|was)[ \t]{1,3})(?=\S)"
)
_FIGURES = re.compile(r"(?=\D{0,20}\d)[\d.,;:%+\-~ \t()\[\]/|x*]{0,200}(?:[a-zA-Z\xb5%/]{1,8})?[ \t]*")
_MANY_FIGURES = re.compile(r"\d[\d.,]{0,12}[ \t|]{1,30}\d[\d.,]{0,12}[ \t|]{1,30}\d")
_VERDICT = re.compile(
    r"(?:the[ ]modified|about|around|slightly|much|also|now|still|not|faster|slower|better|worse|higher|lower|good"
    r"|bad|\d{2,}|clear\w*|the (?:best|worst|same)|\d[\d.,]*[ ]?%)",
    re.IGNORECASE,
)
_MIN_MEANING = 3
_MAX_MEANING = 200
_MAX_LINE = 300
_MAX_LABELS = 60


@dataclass(frozen=True, slots=True)
class Legend:
    """A label and what a line says that it means, with the columns [start, end) of the meaning."""

    label: str
    line: Line
    start: int
    end: int

    @property
    def text(self) -> str:
        """The meaning as posted."""
        return self.line.text[self.start : self.end]


def read_legends(lines: Sequence[Line], labels: Iterable[str], taken: frozenset[int]) -> Iterator[Legend]:
    """The first definition of each label on the own lines of a part; lines in `taken` define nothing."""
    known = sorted({label for label in labels if _may_be_defined(label)}, key=lambda label: (-len(label), label))
    if not known:
        return
    seen: set[str] = set()
    for line in lines:
        if line.depth or line.number in taken or line.is_blank or len(line.text) > _MAX_LINE:
            continue
        places = list(_places(line.text, known[:_MAX_LABELS]))
        for number, (label, _, start) in enumerate(places):
            end = places[number + 1][1] if number + 1 < len(places) else len(line.text)
            legend = _legend(line, label, start, end)
            if legend is not None and label not in seen:
                seen.add(label)
                yield legend


def _places(text: str, known: Sequence[str]) -> list[tuple[str, int, int]]:
    """Each label that a line defines, in order: the label, where what leads to it begins, where its meaning begins."""
    found: dict[int, tuple[str, int, int]] = {}
    for label in known:
        at = text.find(label)
        while at >= 0:
            lead, meaning = _LEAD.search(text, 0, at), _IS.match(text, at + len(label))
            if at not in found and lead is not None and meaning is not None and meaning.end() < len(text):
                found[at] = (label, lead.start(), meaning.end())
            at = text.find(label, at + len(label))
    return [found[at] for at in sorted(found)]


def _may_be_defined(label: str) -> bool:
    return any(map(str.isalnum, label)) and not label.replace(".", "").isdigit()


def _legend(line: Line, label: str, start: int, end: int) -> Legend | None:
    meaning = line.text[start:end].rstrip(" \t,;")
    if not _MIN_MEANING <= len(meaning) <= _MAX_MEANING or _VERDICT.match(meaning) is not None:
        return None
    if _FIGURES.fullmatch(meaning) is not None or _MANY_FIGURES.search(meaning) is not None:
        return None
    return Legend(label, line, start, start + len(meaning))
