"""What the heads of a hand-drawn table, the words over groups of them and its labels are besides measures: sides,
settings or tests.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from archive import kernels
from ingest.generic_sides import heads_a_side, is_side
from ingest.generic_titles import Title
from ingest.grid_columns import Meaning
from ingest.grid_measures import are_operations, head_measure, rest_of
from ingest.grid_settings import AMOUNT, are_amounts, are_parts, are_settings_of_one, setting_of
from ingest.grid_shapes import Grid
from ingest.grid_words import OF_RUNS
from suites.statistic_words import statistic_of

_NAME = re.compile(
    r"#?[ ]?(?:nr[ _]|number of |no\.? of )?(?P<name>[A-Za-z][\w -]{0,30}?)(?:[ ]?[(\[][^()\[\]]{0,16}[)\]])?"
)
OF_SIDES = re.compile(
    r"(?:linux |the |applied )?(?:kernels?|kernel version|version|commit|patch(?:es|set)?|branch|tree)s?"
    r"|(?:cpufreq |cpuidle )?gov(?:ernor)?s?|(?:i/?o )?sched(?:uler)?s?|variants?|allocators?",
    re.IGNORECASE,
)
_ROW_NUMBERS = re.compile(r"#|#?[ ]?n[ro]\.?|idx|index|row", re.IGNORECASE)
OF_TESTS = frozenset({"metric", "variable", "test", "test_case", "benchmark", "workload", "case", "name", "operation"})
_WORDS = re.compile(r"[A-Za-z]{3,}")
_OLD_AND_NEW = frozenset({"old", "new"})
_WITHOUT = re.compile(r"\b(?:without|w/o|unpatched)\b|\bno[ -](?:patch|opt)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Axes:
    """What the heads, their groups and the labels of a table are besides measures: sides, settings or tests, and heads
    statistics too; how the labels are headed, what tells columns of one measure apart, and how many runs of one test
    the columns are.
    """

    heads_are: str
    groups_are: str
    labels_are: str
    corner: str | None
    title: Title
    rests: dict[int, str]
    runs: int | None


def axes_of(grid: Grid, meaning: Meaning, title: Title) -> Axes:
    """What heads, groups and labels of a table are, of which it is told what its cells mean."""
    used = used_columns(grid, meaning)
    heads = [grid.heads[place].text for place in used]
    labels = [row.label.text.strip(" :.") for row in grid.rows]
    corner = axis_name(grid.corner)
    are_headed_as_sides = OF_SIDES.fullmatch(grid.corner.strip()) is not None
    has_sides = _name_sides(labels) or are_headed_as_sides
    # A column that is headed "kernel" beside "perl" tells what was built.
    are_versions = all(kernels.parse(label) is not None for label in labels)
    are_kinds = _are_of_different_kinds(meaning, used)
    heads_are = _what_heads_are(heads, meaning, are_kinds=are_kinds, has_sides=has_sides, are_sides=are_versions)
    runs = sum(map(str.isdecimal, heads)) if OF_RUNS.fullmatch(grid.corner.strip()) is not None else 0
    heads_are = "runs" if runs > 1 else heads_are
    # What heads the labels of sides has no other values: "speed" is no kernel.
    if heads_are == "settings" and are_headed_as_sides and not any(setting_of(h) or AMOUNT.fullmatch(h) for h in heads):
        heads_are = "tests"
    # "Before:" over a table: its heads are what was done.
    has_side_above = title.text is not None and heads_a_side(title.text) and not has_sides
    heads_are = "tests" if has_side_above and heads_are == "sides" and not any(map(is_side, heads)) else heads_are
    groups_are = _what_groups_are([group.text for group in grid.groups], heads)
    rests = _rests(grid, meaning, used) if meaning.by_heads else {}
    # Numbers of rows beside words that tell the rows apart name no tests.
    are_numbers = _ROW_NUMBERS.fullmatch(grid.corner.strip()) is not None and bool(meaning.settings)
    is_tests = heads_are == "tests" and (not grid.groups or groups_are != "sides") and not has_side_above
    are_settings = corner is not None and (are_amounts(labels) or are_parts(grid.corner, labels))
    if heads_are != "sides" and (has_sides or (is_tests and not are_settings)):
        labels_are = "sides"
    elif (
        corner and corner not in OF_TESTS and (are_settings or (meaning.settings and len(set(labels)) < len(labels)))
    ) or (not corner and are_settings_of_one(labels, OF_TESTS)):
        labels_are = "settings"
    else:
        labels_are = "numbers" if are_numbers else "tests"
    return Axes(heads_are, groups_are, labels_are, corner, title, rests, runs or None)


def used_columns(grid: Grid, meaning: Meaning) -> list[int]:
    """The columns that hold results."""
    return [place for place in grid.columns if any(row[place] is not None for row in meaning.measures)]


def _are_of_different_kinds(meaning: Meaning, used: Sequence[int]) -> bool:
    """Whether the figures of each column say that they measure something else ("6.8 KB/s" beside "25m51s")."""
    kinds = [{each.name for row in meaning.measures if (each := row[place]) is not None} for place in used]
    return len(used) > 1 and all(len(kind) == 1 for kind in kinds) and len(set().union(*kinds)) == len(used)


def _what_heads_are(
    heads: Sequence[str], meaning: Meaning, *, are_kinds: bool, has_sides: bool, are_sides: bool
) -> str:
    if meaning.by_heads or are_kinds:
        return "measures"
    if all(map(statistic_of, heads)):
        return "statistics"
    if are_operations(heads) or (are_sides and not all(map(setting_of, heads)) and all(map(_NAME.fullmatch, heads))):
        return "tests"
    if all(map(setting_of, heads)) or all(map(AMOUNT.fullmatch, heads)):
        return "settings"
    if has_sides and not any(map(is_side, heads)):
        return "tests" if len(heads) > 1 and all(map(_WORDS.search, heads)) else "settings"
    return "sides"


def _what_groups_are(groups: Sequence[str], heads: Sequence[str]) -> str:
    """What stands over groups of heads: settings, what is measured or done, or sides."""
    if all(setting_of(group) or AMOUNT.fullmatch(group) for group in groups):
        return "settings"
    is_test = are_operations(groups) or any(map(head_measure, groups)) or any(map(is_side, heads))
    return "tests" if is_test and not any(map(is_side, groups)) else "sides"


def _name_sides(labels: Sequence[str]) -> bool:
    """Whether any label names a side, or labels differ in whether something is with or without."""
    if any(map(is_side, labels)) or {label.lower() for label in labels} >= _OLD_AND_NEW:
        return True
    return any(map(_WITHOUT.search, labels)) and not all(map(_WITHOUT.search, labels))


def _rests(grid: Grid, meaning: Meaning, used: Sequence[int]) -> dict[int, str]:
    """What tells columns of one measure apart, by their places: "Read" and "Write" of "Read BW" and "Write BW"."""
    told = [(place, next(row[place] for row in meaning.measures if row[place] is not None)) for place in used]
    rests = {place: rest_of(grid.heads[place].text, measure) for place, measure in told if measure is not None}
    names = Counter(measure.name for _, measure in told if measure is not None)
    is_told_apart = any(count > 1 for count in names.values()) and len(set(rests.values())) > 1
    return rests if is_told_apart and not grid.groups else {}


def axis_name(corner: str) -> str | None:
    """The name of what heads the labels, without a measure beside it ("conns/qps", "MTU(Bytes)/Bandwidth (Gbit/s)")."""
    parts = [part for part in corner.split("/") if head_measure(part) is None] if "/" in corner else [corner]
    name = _NAME.fullmatch(parts[0].strip()) if parts else None
    if name is None or head_measure(parts[0]) is not None:
        return None
    return name["name"].strip().lower().replace(" ", "_")


def come_again(rests: dict[int, str]) -> bool:
    """Whether each of several measures stands once under each of the same words, which then are sides."""
    counts = Counter(rests.values())
    return len(counts) > 1 and len(set(counts.values())) == 1 and 1 not in counts.values() and "" not in counts
