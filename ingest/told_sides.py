"""Which of the sides of a table words mean: by a label, by the word that only one label has, or as what all call the
side with a change or the one without.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

_BASELINE = re.compile(
    r"\b(?:vanilla|base(?:line)?|before|without|w/o|unpatched|old|orig(?:in(?:al)?)?|stock|mainline|tip|master|upstream"
    r"|linus|clean|current|unmodified|default|parent|none)\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:patch(?:ed|es|set|series)?|series|with|after|new|now|this|test|modified|fixed|opt(?:imi[sz]ed)?|v\d{1,2})\b|\bw/",
    re.IGNORECASE,
)
_OF_BASELINE = re.compile(
    r"\b(?:the )?(?:(?:vanilla|baseline|unpatched|stock|unmodified|original)(?: (?:kernel|code|version|one|case))?"
    r"|mainline|upstream|base kernel"
    r"|(?:without|w/o) (?:the |this |these |my |our |any )?(?:\w{1,12} )?(?:patch\w{0,6}|series|changes?|fix|commits?)"
    r"|before (?:the |this |these |that )?(?:patch\w{0,6}|series|changes?|fix|commits?))\b",
    re.IGNORECASE,
)
_OF_CHANGED = re.compile(
    r"\b(?:(?:the|this|these|that|my|our|your|his) (?:\w{1,12} )?(?:patch(?:es|set|series)?|series|changes?|commit|fix"
    r"|optimi[sz]ation)"
    r"|patched(?: (?:kernel|code|version|one|case))?|(?:with|after) (?:patch\w{0,6}|series))\b",
    re.IGNORECASE,
)
_PLAIN = frozenset(("a", "an", "and", "as", "at", "for", "in", "is", "of", "on", "only", "the", "this", "to", "with"))
_WORD = re.compile(r"\w[\w.]{0,40}")
# A word of a letter or two says too little by itself.
_SHORTEST = 3
_MOST_LABELS = 12


@dataclass(frozen=True, slots=True)
class Told:
    """Where a text names a side, and which one."""

    start: int
    end: int
    label: str


def sides_told(text: str, labels: Collection[str]) -> list[Told]:
    """The places where a text names sides, in order; none where there are too many sides for words to tell apart."""
    if not 1 < len(labels) <= _MOST_LABELS:
        return []
    found = [told for label in labels for told in _by_label(text, label, labels)]
    base, changed = _the_baseline(labels), _the_changed(labels)
    for pattern, side in ((_OF_BASELINE, base), (_OF_CHANGED, changed)):
        if side is not None:
            found += [Told(match.start(), match.end(), side) for match in pattern.finditer(text)]
    return _outermost(found)


def is_baseline(label: str) -> bool:
    """Whether a label is what people call a baseline ("vanilla", "before the patch")."""
    return _BASELINE.search(label) is not None


def plain_pair(labels: Collection[str]) -> tuple[str, str] | None:
    """The one side that is called a baseline and the one that is called changed, where both are there."""
    base, changed = _the_baseline(labels), _the_changed(labels)
    return (base, changed) if base is not None and changed is not None else None


def _the_baseline(labels: Collection[str]) -> str | None:
    """The one side that is called a baseline."""
    named = [label for label in labels if _BASELINE.search(label) is not None]
    return named[0] if len(named) == 1 else None


def _the_changed(labels: Collection[str]) -> str | None:
    """The one side that is called patched or the like, or the only one beside the baseline."""
    base = _the_baseline(labels)
    others = [label for label in labels if label != base]
    named = [label for label in others if _CHANGED.search(label) is not None and _BASELINE.search(label) is None]
    if len(named) == 1:
        return named[0]
    return others[0] if base is not None and len(others) == 1 else None


def _by_label(text: str, label: str, labels: Collection[str]) -> Iterator[Told]:
    for words in (label, " ".join(own_words(label, labels))):
        if len(words) < _SHORTEST or words.lower() in _PLAIN:
            continue
        pieces = r"[\s_/+-]{1,3}".join(re.escape(piece) for piece in re.split(r"[\s_/+-]{1,3}", words) if piece)
        if pieces:
            named = re.compile(rf"(?<![\w.-]){pieces}(?![\w-])", re.IGNORECASE)
            yield from (Told(match.start(), match.end(), label) for match in named.finditer(text))


def own_words(label: str, labels: Collection[str]) -> tuple[str, ...]:
    """The words that only this label has, in its order; those of the whole label where others have them all."""
    others = {word for other in labels if other != label for word in _words(other)}
    alone = tuple(word for word in _words(label) if word not in others and word not in _PLAIN)
    return alone or _words(label)


def _words(label: str) -> tuple[str, ...]:
    return tuple(word.strip(".").lower() for word in _WORD.findall(label.replace("-", " ")))


def _outermost(found: list[Told]) -> list[Told]:
    """Without those that stand inside of longer ones ("patched" in "unpatched default")."""
    kept = list[Told]()
    for told in sorted(found, key=lambda told: (told.start, -told.end)):
        if not kept or told.start >= kept[-1].end:
            kept.append(told)
    return kept
