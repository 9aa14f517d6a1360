"""Result tables that no suite claims: read only where the sides and the measure of their figures are both told.

    Throughput (MB/s)      vanilla   patched          before: 12.3 us            kernel        MB/s   latency (ms)
    4 threads                123.4     150.2          after:  10.1 us            2.6.0-test9   12.1   3.5

Kernels or variants head the columns, or begin the rows; a unit or a word that names a measure stands in the row, the
heads, or the lines right above. Everything else is left alone: a value that is none costs more than one that is missed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from archive.text import Line
from ingest.generic_arrows import ARROWS, may_be_arrow, read_arrows
from ingest.generic_columns import read_sides_as_columns
from ingest.generic_groups import SIGNS_OF_DEVIATIONS, may_be_pair, read_groups
from ingest.generic_heads import HeadsAbove, names_sides
from ingest.generic_lists import may_be_listed, read_list
from ingest.generic_ministat import may_be_ministat, read_ministat
from ingest.generic_named import may_be_named, read_named
from ingest.generic_phoronix import may_be_phoronix, read_phoronix
from ingest.generic_rates import may_be_rates, read_rates
from ingest.generic_rows import is_lone_side, read_lone_sides, read_sides_as_rows
from ingest.generic_samples import may_be_samples, read_samples
from ingest.generic_statistics import SIGNS_OF_MEANS, may_hold_statistics, read_bare_statistics
from ingest.grid_tables import read_grid_table
from ingest.kernel_rows import may_be_kernel_row, read_kernel_rows
from ingest.named_programs import with_program
from ingest.wrapped_tables import may_be_wrapped, read_wrapped
from suites.base import Row
from suites.column_heads import HeadedLines
from suites.marks import Words
from suites.named_rows import may_end_row
from suites.named_tables import TypedTables

_BOXES = str.maketrans(
    dict.fromkeys("│┃║╎┆", "|")
    | dict.fromkeys("─━═", "-")
    | dict.fromkeys("┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋┡┩╇┢┪╈┠┨┯┷┿╂", "+")
)
_BOX = re.compile(f"[{''.join(map(chr, _BOXES))}]")
# The cheap look: two figures apart, or one with a unit behind a name. It begins with the digit and looks back, since
# digits are rarer than blanks.
_FIGURES = re.compile(
    r"[0-9](?:(?<=  .)|(?<=[\t\n|│].)|(?<=[|:=│] .)|(?<==.)|(?<=~.))[\d.,]{0,14}"
    r"(?:[^\n]{0,48}(?:  |\t|[|│] ?)\d| ?(?:[KMGTkmg]i?[bB]|[mnu]?s[ec)\s]|[A-Za-z]{2,6}/s)| \xb1 \d)"
)
MEASURE_WORDS = frozenset(
    b"s sec secs seconds ms us ns usec usecs msec msecs nsec nsecs iops kiops bandwidth throughput latency latencies"
    b" better score elapsed tps qps runtime metric kbps mbps gbps kpps mpps pps fps second cycles units unit"
    b" usecs milliseconds microseconds nanoseconds minutes joules watts mj mw uw".split()
)
"""The words that tell of a measure: a text without any holds no such table."""
_PATCH = re.compile(r"diff --git |Index: |--- (?:a/|/dev/null|\S+\.orig)|@@ -\d|diff -")
_PATCH_SIGNS = "dI-@"
_IN_PATCH = re.compile(
    r"[ \t+@\\-]|diff |index [0-9a-f]|new file|deleted file|similarity|rename|Index: |===|old mode|new mode|$"
)
# What rows end with: figures, or signs and words that belong to them; and what parts a lone side from its figure.
_ROW_END = re.compile(r"\d[\d.,]{0,9}[kKMG]?[ \t]?(?:[A-Za-z]{1,8}(?:/[A-Za-z]{1,6})?)?$")
_ENDS = frozenset(")]%~|")
_END_WORDS = ("pct", "percent", "faster", "slower", "better", "worse")
_END_OF_LINE = 40
_DIGIT = re.compile(r"\d")
# With two blanks at least in front of the time no figures can be read behind it.
_LOGGED = re.compile(r"\[ {2,8}\d{1,6}\.\d{6}\]")
_LONE_FIGURE = re.compile(r"[:=|][ \t]{0,20}~?\d")


@dataclass(frozen=True, slots=True)
class _Form:
    """A form of results: a cheap look at a line's words, what reads it from there on, what stands in every text with
    it (one of these, if any), and whether its first line has figures.
    """

    may_begin: Callable[[str], bool]
    read: Callable[[Sequence[Line], int], Iterator[Row]]
    marks: tuple[str, ...] = ()
    has_figures: bool = True


_OTHER_FORMS = (
    _Form(may_be_arrow, read_arrows, ARROWS),
    _Form(may_be_ministat, read_ministat, ("Stddev",), has_figures=False),
    _Form(may_be_phoronix, read_phoronix, (" Is Better",), has_figures=False),
    _Form(may_be_rates, read_rates, ("\xb1",)),
    _Form(may_be_named, read_named, (": ", ":\t")),
    _Form(may_be_listed, read_list),
    _Form(may_be_pair, read_groups, SIGNS_OF_DEVIATIONS),
    _Form(may_be_samples, read_samples),
    _Form(may_hold_statistics, read_bare_statistics, SIGNS_OF_MEANS),
    _Form(may_be_kernel_row, read_kernel_rows),
    _Form(may_be_wrapped, read_wrapped),
)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text's typed tables without and with numbers as labels, and the heads in it: each line is read once."""

    typed: TypedTables
    numbered: TypedTables
    headed: HeadedLines
    heads: HeadsAbove


def may_hold_generic(text: str, words: Words) -> bool:
    """Whether a text can hold such a table: cheap, since it is asked of every mail."""
    if MEASURE_WORDS.isdisjoint(words):
        return False
    return _FIGURES.search(text) is not None or may_hold_statistics(text)


def read_generic(lines: Sequence[Line], claimed: frozenset[int]) -> Iterator[Row]:
    """The rows of tables on lines that no suite claims; what stands in one paragraph with claimed lines is left to
    the suites, patches to those who apply them.
    """
    shown = [line if line.text.isascii() or _BOX.search(line.text) is None else _shown(line) for line in lines]
    closed = claimed_paragraphs(lines, claimed) | patched_lines(lines)
    texts = _Text(TypedTables(shown), TypedTables(shown, numbered=True), HeadedLines(shown), HeadsAbove(shown, closed))
    forms = _forms_of(shown)
    last, grid = 0, None
    for index, line in enumerate(shown):
        if line.number <= last or line.number in closed:
            continue
        is_row, is_lone = _may_begin(line)
        is_headed = is_row and index in texts.headed
        rows = _table(texts, index, is_row=is_headed, is_lone=is_lone) if is_headed or is_lone else []
        if is_row:
            shaped, grid = read_grid_table(shown, index, grid)
            rows = _fuller(rows, shaped)
        rows = rows or _of_other_forms(forms, shown, index)
        if rows and not any(row.line in closed for row in rows):
            yield from with_program(shown, rows)
            last = rows[-1].line
            texts.heads.leave_out(range(line.number + 1, last + 1))


def _forms_of(lines: Sequence[Line]) -> tuple[_Form, ...]:
    """The other forms that a text can hold."""
    text = "\n".join(line.words for line in lines)
    return tuple(form for form in _OTHER_FORMS if not form.marks or any(map(text.__contains__, form.marks)))


def _of_other_forms(forms: Sequence[_Form], lines: Sequence[Line], index: int) -> list[Row]:
    """The rows of a list or of groups that begin on a line (0-based), by the first form that fits."""
    words = lines[index].words
    has_figures = _DIGIT.search(words) is not None
    for form in forms:
        if (has_figures or not form.has_figures) and form.may_begin(words) and (rows := list(form.read(lines, index))):
            return rows
    return []


def _may_begin(line: Line) -> tuple[bool, bool]:
    """Whether a line ends as rows of several figures do, and whether it is a lone side; lines of kernel logs are none
    of both.
    """
    words = line.words
    if not words or _DIGIT.search(words) is None or (words[0] == "[" and _LOGGED.match(words) is not None):
        return False, False
    marked = words.find("<-")
    own = words if marked < 1 else words[:marked].rstrip()
    last = own[-1:]
    if last.isdecimal():
        return True, False
    is_row = last in _ENDS or own.endswith(_END_WORDS) or _ROW_END.search(own[-_END_OF_LINE:]) is not None
    return is_row, _LONE_FIGURE.search(words) is not None and is_lone_side(line)


def _table(text: _Text, index: int, *, is_row: bool, is_lone: bool) -> list[Row]:
    """The rows of the table that begins on a line (0-based), if one does; each reader is asked only where a first look
    leaves room for what it reads.
    """
    above = text.heads.above(index)
    if above.is_tried:
        return []
    if is_row and above.has_head:
        if above.has_sides and (rows := _with_values(read_sides_as_columns(text.typed, text.numbered, index))):
            return rows
        words = text.typed.lines[index].words
        if may_end_row(words) and names_sides(words) and (rows := _with_values(read_sides_as_rows(text.typed, index))):
            return rows
    return _with_values(read_lone_sides(text.typed.lines, index)) if is_lone else []


def _fuller(known: list[Row], shaped: list[Row]) -> list[Row]:
    """The rows of a table as its known sides tell them, or by its shape where that reads more numbers of the same,
    tells more of them apart, or knows more units or any setting.
    """
    if not shaped:
        return known
    lines = {row.line for row in shaped}
    has_more_settings = any(row.parameters for row in shaped) and not any(row.parameters for row in known)
    if all(row.line in lines for row in known) and (_told(shaped) > _told(known) or has_more_settings):
        return shaped
    return known or shaped


def _told(rows: list[Row]) -> tuple[int, ...]:
    """How many numbers rows have, how many of them differ in what is said of them, how many have a unit, and how many
    a setting.
    """
    values = [(row, value) for row in rows for value in row.values]
    different = {
        (row.test, value.metric, value.statistic, value.kernel or row.kernel, *sorted(map(str, row.parameters.items())))
        for row, value in values
    }
    units = sum(value.unit is not None for _, value in values)
    return len(values), len(different), units, sum(bool(row.parameters) for row, _ in values)


def _with_values(rows: Iterator[Row]) -> list[Row]:
    """All the rows, where any of them has a value."""
    found = list(rows)
    return found if any(row.values for row in found) else []


def claimed_paragraphs(lines: Sequence[Line], claimed: frozenset[int]) -> frozenset[int]:
    """The lines of the paragraphs that hold claimed lines."""
    if not claimed:
        return claimed
    found: set[int] = set()
    run: list[int] = []
    for line in lines:
        if not line.is_blank:
            run.append(line.number)
            continue
        if not claimed.isdisjoint(run):
            found.update(run)
        run = []
    return frozenset(found.union(run) if not claimed.isdisjoint(run) else found)


def patched_lines(lines: Sequence[Line]) -> frozenset[int]:
    """The lines of patches."""
    found = set()
    within = False
    for line in lines:
        words = line.words
        if not within and (not words or words[0] not in _PATCH_SIGNS):
            continue
        within = _PATCH.match(words) is not None or (within and _IN_PATCH.match(words) is not None)
        if within:
            found.add(line.number)
    return frozenset(found)


def _shown(line: Line) -> Line:
    """The line with plain signs for those that boxes are drawn with, column for column."""
    return replace(line, text=line.text.translate(_BOXES), words=line.words.translate(_BOXES))
