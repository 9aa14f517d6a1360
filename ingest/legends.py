"""What the labels of a post's tables mean, by its own words, and the links that it gives with them.

2.5.33x is preemption OFF          A: mainline, B: with patch https://lore.example.org/r/1 applied
base = 6.1-rc3 with CONFIG_X=y     o tip:  tip/sched/core at commit f666241e6bd5
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archive.text import Line

LINK = re.compile(r"https?://[^\s<>\"'\])]{4,300}")
_LEAD = r"(?:^|(?<=[,;.(])[ \t])[ \t]{0,12}(?:[-*o][ \t]{1,4})?[\"'`(\[]?"
_IS = (
    r"[\"'`)\]]?(?:[ \t]{0,12}(?::(?=[ \t])|=|-{1,2}>|\u2192)[ \t]{0,12}|[ \t]{1,12}-[ \t]{1,12}"
    r"|[ \t]{1,3}(?:is|means|stands for|refers to|was)[ \t]{1,3})"
)
_FIGURES = re.compile(r"(?=\D{0,20}\d)[\d.,;:%+\-~ \t()\[\]/|x*]{0,200}(?:[a-zA-Z\xb5%/]{1,8})?[ \t]*")
_MANY_FIGURES = re.compile(r"\d[\d.,]{0,12}[ \t|]{1,30}\d[\d.,]{0,12}[ \t|]{1,30}\d")
_VERDICT = re.compile(
    r"(?:the[ ]modified|about|around|slightly|much|also|now|still|not|faster|slower|better|worse|higher|lower|good"
    r"|bad|\d{2,}|clear\w*|the (?:best|worst|same)|\d[\d.,]*[ ]?%)",
    re.IGNORECASE,
)
_NEXT = r"(?:,|;|\.)[ \t]{1,4}[\"'`(\[]?"
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
    names = "|".join(map(re.escape, known[:_MAX_LABELS]))
    defined = re.compile(rf"{_LEAD}(?P<label>{names}){_IS}(?P<meaning>\S)")
    following = re.compile(rf"{_NEXT}(?:{names}){_IS}")
    seen: set[str] = set()
    for line in lines:
        if line.depth or line.number in taken or line.is_blank or len(line.text) > _MAX_LINE:
            continue
        for match in defined.finditer(line.text):
            legend = _legend(line, match, following.search(line.text, match.end()))
            if legend is not None and legend.label not in seen:
                seen.add(legend.label)
                yield legend


def _may_be_defined(label: str) -> bool:
    return any(map(str.isalnum, label)) and not label.replace(".", "").isdigit()


def _legend(line: Line, match: re.Match[str], following: re.Match[str] | None) -> Legend | None:
    start = match.start("meaning")
    end = following.start() if following is not None else len(line.text.rstrip())
    meaning = line.text[start:end].rstrip(" \t,;")
    if not _MIN_MEANING <= len(meaning) <= _MAX_MEANING or _VERDICT.match(meaning) is not None:
        return None
    if _FIGURES.fullmatch(meaning) is not None or _MANY_FIGURES.search(meaning) is not None:
        return None
    return Legend(match["label"], line, start, start + len(meaning))
