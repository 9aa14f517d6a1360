"""The heads of tiobench's tables, its own and shortened ones: which columns there are, of which operations, on what."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.text import Line

_WORD = re.compile(
    r"(?P<label>identifier|kernel)|(?P<directory>dir)|(?P<size>size)|(?P<threads>thr(?:eads)?)"
    r"|(?P<cpu>\(cpu%\)|cpu usage|cpu%|%cpu)|(?P<rate>rate|mb/s(?:ec)?)"
    r"|(?P<maximum>max(?:imum)?\.? latency)|(?P<average>(?:avg\.?|average) latency)|(?P<latency>latency)"
    r"|(?P<over_2s>>2s)|(?P<over_10s>>10s)|(?P<eff>(?:cpu )?eff)",
    re.IGNORECASE,
)
_OPERATION = re.compile(r"\b(?P<order>seq(?:uential)?|rand(?:om)?)\s{1,6}(?P<what>read|write)s?\b", re.IGNORECASE)
_FILESYSTEM = re.compile(r"\b(?:ext[234]?|reiserfs|reiser4|xfs|jfs|btrfs|f2fs|nilfs2?|tmpfs|nfs)\b", re.IGNORECASE)
# Two columns bear the same word: the first size is the file's, the first latency the average.
_TWICE = {"size": ("file_size", "block_size"), "latency": ("average", "maximum")}
_FIRST_OF_GROUP = "rate"
_LABELS = frozenset({"label", "directory"})
_TITLE_DISTANCE = 4
_MAX_HEAD = 300
# The first line of a paragraph on the operation may be the title, too.
_MAX_TITLE_WORDS = 18


@dataclass(frozen=True, slots=True)
class Column:
    """A column of numbers: what it holds, its head as posted, and the operation that it belongs to."""

    holds: str
    text: str
    operation: str


@dataclass(frozen=True, slots=True)
class Head:
    """A table's head on lines `line` (its title) to `last_line`; `titles` are the operations as posted."""

    line: int
    last_line: int
    depth: int
    title: str
    titles: dict[str, str]
    filesystem: str | None
    has_label: bool
    names_kernel: bool
    columns: tuple[Column, ...]


def read_head(lines: Sequence[Line], index: int) -> Head | None:
    """The head that ends on line `index` (0-based); None where that is no such line or nothing names an operation."""
    found = _columns(lines[index])
    groups = [name for name, _ in found].count(_FIRST_OF_GROUP)
    title = _title(lines, index, groups) if groups else None
    if title is None:
        return None
    said = [(_operation(match), match.group()) for match in _OPERATION.finditer(title.words)]
    return Head(
        line=title.number,
        last_line=lines[index].number,
        depth=lines[index].depth,
        title=title.words.strip(),
        titles=dict(said) if groups > 1 else {said[0][0]: title.words.strip()},
        filesystem=_filesystem(title),
        has_label=found[0][0] in _LABELS,
        names_kernel=found[0][0] != "directory",
        columns=tuple(_placed(found, [operation for operation, _ in said], lines[index - 1])),
    )


def is_head(line: Line) -> bool:
    """Whether a line is the last one of a table's head."""
    return bool(_columns(line))


def _columns(line: Line) -> list[tuple[str, str]]:
    """The heads on a line; none where it holds other words, or not a rate and at least one more figure of a run."""
    text = line.words if len(line.text) <= _MAX_HEAD else ""
    lowered = text.lower()
    if not (("rate" in lowered or "mb/s" in lowered) and ("cpu" in lowered or "latency" in lowered)):
        return []  # nearly every line
    found = [(str(match.lastgroup), match.group()) for match in _WORD.finditer(text)]
    names = {name for name, _ in found}
    if "rate" not in names or not {"cpu", "latency", "average", "maximum"} & names or _WORD.sub("", text).strip():
        return []
    return found


def _title(lines: Sequence[Line], index: int, groups: int) -> Line | None:
    """The nearest line above that names as many operations as the head has groups of columns; it may be part of it."""
    for above in range(index - 1, max(-1, index - 1 - _TITLE_DISTANCE), -1):
        line = lines[above]
        if (line.depth != lines[index].depth and not line.is_blank) or is_head(line):
            return None
        operations = sum(1 for _ in _OPERATION.finditer(line.words))
        if operations == groups and (groups > 1 or len(line.words.split()) <= _MAX_TITLE_WORDS):
            return line
    return None


def _operation(match: re.Match[str]) -> str:
    order = "sequential" if match["order"].lower().startswith("seq") else "random"
    return f"{order}_{match['what'].lower()}s"


def _filesystem(title: Line) -> str | None:
    named = _FILESYSTEM.search(title.words)
    return named.group().lower() if named is not None else None


def _placed(found: Sequence[tuple[str, str]], operations: Sequence[str], above: Line) -> Iterator[Column]:
    """The columns: words that stand twice are told apart by their order, groups of columns by their operations."""
    seen: Counter[str] = Counter()
    group = -1
    for name, text in found:
        if name == _FIRST_OF_GROUP:
            group += 1
            del seen["latency"]
        if name not in _LABELS:
            holds = _TWICE[name][min(seen[name], 1)] if name in _TWICE else name
            seen[name] += 1
            yield Column(holds, _text(holds, text, above.words.lower()), operations[max(group, 0)])


def _text(holds: str, text: str, upper: str) -> str:
    """A head as posted, joined with the word that stands over it."""
    words = {"average": "Avg", "maximum": "Maximum", "over_2s": "Lat%", "over_10s": "Lat%", "eff": "CPU"}
    word = words.get(holds)
    return f"{word} {text}" if word is not None and word.lower() in upper and " " not in text else text
