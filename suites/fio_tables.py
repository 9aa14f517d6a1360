"""Tables that people make of fio's figures, with its metrics over the columns; no suite.

BS     BW     IOPS    LAT      LAT_DEV  USR_CPU
4K     574    146993  53.58    21.63    13.25

| Test        | Allocator | BW (MiB/s) | IOPS  | Avg lat |
| seqwrite    | Regular   | 497        | 496   | 9.19 ms |
|             | rralloc   | 538        | 537   | 9.37 ms |

                    | Before           | After
 rw     jobs bs(kB) | iops   bw(MiB/s) | iops   bw(MiB/s)
 write  1    4      | 27500  107       | 27100  106
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Basis
from archive.text import Line
from suites.base import Label, Row
from suites.fio_heads import PIECE, WORD, Cell, Head, read_head
from suites.fio_places import MAX_LABEL_WORDS
from suites.fio_rows import first_cell, row_of, rows_under
from suites.fio_words import names_variant

_REACH = 16
_HEADING = 6
# A word of a broken head, which tells of a statistic by its sign or unit.
_HEAD_WORD = re.compile(r"[A-Za-z][A-Za-z\d]{0,16}(?:_[A-Za-z\d.]{1,16}){1,4}|[A-Za-z]{2,12}\([A-Za-z/%]{1,8}\)")
_GAP = re.compile(r"[ ]{2}|[\t|]")


def read_tables(lines: Sequence[Line], candidates: Sequence[int]) -> Iterator[list[Row]]:
    """The rows of each table whose head is one of the lines with these indices, which are in order."""
    last = 0
    before: Head | None = None
    for index in candidates:
        found = _table(lines, index, before) if index >= last and not _is_prose(lines[index]) else None
        if found is not None:
            before, last, rows = found
            yield rows
            for end, more in _again_under(lines, before, last, rows):
                last = end
                yield more


def _again_under(lines: Sequence[Line], head: Head, last: int, rows: list[Row]) -> Iterator[tuple[int, list[Row]]]:
    """The tables below one that has pipes, under a heading each and without a head of their own: their first column
    begins with the same setting, and all the others are filled. The first number is that of the last line.
    """
    first = first_cell(lines[rows[0].line - 1], head)
    while (place := _begins_again(lines, head, last, first, len(rows[0].values))) is not None:
        heading = _heading(lines[last:place])
        last, found = rows_under(lines, replace(head, line=place + 1, last_line=place))
        yield last, [row if row.kernel is not None else replace(row, kernel=heading) for row in found]


def _begins_again(
    lines: Sequence[Line], head: Head, last: int, first: tuple[Line, Cell] | None, width: int
) -> int | None:
    if first is None or head.columns[0].setting is None:
        return None
    for place in range(last, min(len(lines), last + _HEADING)):
        line = lines[place]
        if "|" not in line.words:
            continue
        row = row_of(line, head, None) if line.depth == head.depth else None
        begun = first_cell(line, head)
        is_same = row is not None and len(row.values) == width and begun is not None and begun[1].text == first[1].text
        return place if is_same else None
    return None


def _heading(between: Sequence[Line]) -> Label | None:
    """The words above a table, of up to two lines, where they name a side."""
    said = [line for line in between if any(map(str.isalnum, line.words))]
    text = " ".join(line.words.strip() for line in said).strip(" .:,")
    if not 0 < len(said) <= 2 or not names_variant(text):
        return None
    own = said[-1].words.strip(" .:,")
    start = said[-1].text.index(own, said[-1].start)
    return Label(text, said[-1].number, start, start + len(own), Basis.HEADING)


def _is_prose(line: Line) -> bool:
    """Whether a line is a sentence or part of one: words with single blanks between, and none that head a column."""
    words = line.words.strip()
    return len(words.split()) > MAX_LABEL_WORDS and _GAP.search(words) is None


def _table(lines: Sequence[Line], index: int, before: Head | None) -> tuple[Head, int, list[Row]] | None:
    """The table whose head is line `index`: the head is read by its gaps or by its blanks, as more rows fit it, and
    by the places of its columns where none do.
    """
    if _is_broken(lines, index):
        return None
    by_gaps, by_blanks = read_head(lines, index, PIECE), read_head(lines, index, WORD)
    found = [_under(lines, head, before) for head in (by_gaps, by_blanks) if head is not None]
    if not any(rows for _, _, rows in found) and by_gaps is not None:
        found = [_under(lines, replace(by_gaps, by_place=True), before)]
    most = max(found, key=lambda each: sum(len(row.values) for row in each[2]), default=None)
    return most if most is not None and most[2] else None


def _is_broken(lines: Sequence[Line], index: int) -> bool:
    """Whether a head goes on on the line below it, and its rows likewise: a mailer broke the table, or a person did."""
    below = lines[index + 1] if index + 1 < len(lines) else lines[index]
    words = below.words.strip()
    if not words or "|" in lines[index].words or below.depth != lines[index].depth or not words[0].isalpha():
        return False
    return all(_HEAD_WORD.fullmatch(word) for word in words.split()) and read_head(lines, index, PIECE) is not None


def _under(lines: Sequence[Line], head: Head, before: Head | None) -> tuple[Head, int, list[Row]]:
    """The rows under a head, for which the title of the same head above may hold."""
    if before is not None and head.test is None and _is_next(before, head):
        head = replace(head, test=before.test, told=before.told | head.told)
    return head, *rows_under(lines, head)


def _is_next(before: Head, head: Head) -> bool:
    """Whether a table follows another under the same head, so that the other's title holds for it too."""
    same = [column.cell.text for column in before.columns] == [column.cell.text for column in head.columns]
    return same and head.line - before.last_line <= _REACH
