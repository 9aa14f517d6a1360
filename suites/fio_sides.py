"""Tables of fio's rates with kernels or variants over the columns and directions before the rows, whose measure only
the words above tell, if any; no suite.

    The test data results bw are as follows:            rw          bs hipri=0 hipri=1
                  v6.8      v6.8_disable                randread    4k 149,426 170,763 +14%
    4k randwrite  375       642                         randread  128k  17,655  17,667   0%

Rates that fall as requests grow are requests a second. Where nothing tells, a figure is a rate of either kind.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Basis, Parameter
from archive.text import Line
from suites.base import Cell, Label, Metric, Row, Value
from suites.column_heads import Head
from suites.fio_heads import RULER
from suites.fio_lines import BANDWIDTH, IOPS
from suites.fio_settings import bytes_of
from suites.fio_words import RATE_UNIT, canonical_unit, read_direction, read_phrase, read_settings, setting_of_column
from suites.matches import FIGURE, figure, measured
from suites.named_rows import Figure, TypedRow
from suites.named_tables import heads_over

RATE = Metric("rate", "1/s", "higher", "requests or bytes a second: the post does not say which")
UNTOLD = "the post does not tell whether these are requests or bytes a second"

_TELLS_IOPS = re.compile(r"(?<![A-Za-z])(?P<unit>[kKM]?[ ]?IOPS)(?![A-Za-z])", re.IGNORECASE)
_TELLS_BANDWIDTH = re.compile(
    rf"(?<![A-Za-z])(?:bw|bandwidth|throughput)(?![A-Za-z])|(?<![A-Za-z])(?P<unit>{RATE_UNIT})(?![\w/])", re.IGNORECASE
)
_TELLS_OTHER = re.compile(
    r"lat(?:ency|encies)?(?![a-z])|\([mun]?s(?:ecs?)?\)|\b(?:[mun]?secs?|seconds|run ?times?|elapsed|percent"
    r"|cpu (?:usage|util\w{0,8})|ratio|normali[sz]ed|power)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\s|]{1,60}")
_LABEL_WORD = re.compile(
    r"\d{1,5}[kKmM]i?[bB]?|(?:seq|rand|rnd|sequential|random|mixed)|(?:seq|rand)?[_-]?(?:reads?|writes?|rw)"
    r"|readwrite|(?:bs|qd|iodepth|jobs|numjobs)(?:=?\d{1,5}[kKmM]?)?",
    re.IGNORECASE,
)
_FIGURE = re.compile(FIGURE)
_PER_CENT = re.compile(r"\(?[+-]?\d{1,6}(?:\.\d{1,3})?%?\)?")
_WAYS = ("read", "write", "rw", "READ", "WRITE", "Read", "Write")
_REACH = 7
_MAX_WORDS = 24
_LEAST = 2
_MAX_LABEL_WORDS = 5
_MAX_LINE = 200


def sides_tables(lines: Sequence[Line], taken: frozenset[int]) -> Iterator[Row]:
    """The rows of such tables on lines that are not `taken`."""
    done = 0
    for index, line in enumerate(lines):
        if index < done or line.number in taken:
            continue
        rows = _run(lines, index)
        done = rows[-1].index + 1 if rows else done
        heads = _heads(lines, rows[0]) if len(rows) >= _LEAST else ()
        if heads and not any(row.index + 1 in taken for row in rows):
            yield from _rows(lines, rows, heads)


def _run(lines: Sequence[Line], index: int) -> list[TypedRow]:
    """The rows from line `index` on that have as many figures as the first; rulers may part them."""
    found: list[TypedRow] = []
    for place in range(index, len(lines)):
        line = lines[place]
        row = _row(line, place) if line.depth == lines[index].depth else None
        if row is not None and (not found or len(row.figures) == len(found[0].figures)):
            found.append(row)
        elif not found or row is not None or RULER.fullmatch(line.words) is None:
            break
    return found


def _row(line: Line, index: int) -> TypedRow | None:
    """A direction, sizes beside it, and nothing but two figures or more with per cents behind them."""
    if not any(way in line.text for way in _WAYS) or len(line.text) > _MAX_LINE:
        return None
    words = [word for word in _WORD.finditer(line.text, line.start) if word.group() != ":"]
    count = next((n for n, word in enumerate(words) if not _LABEL_WORD.fullmatch(word.group().rstrip(":"))), 0)
    text = " ".join(word.group() for word in words[:count]).rstrip(":")
    if not 0 < count <= _MAX_LABEL_WORDS or not read_direction(text):
        return None
    label, words = words[:count], words[count:]
    figures = tuple(Figure(word.group(), word.start(), None) for word in words if _FIGURE.fullmatch(word.group()))
    rest = [word.group() for word in words[len(figures) :]]
    if len(figures) < _LEAST or not all(map(_PER_CENT.fullmatch, rest)):
        return None
    return TypedRow(index, text, label[0].start(), label[-1].end(), figures, len(rest), has_signs=True)


def _heads(lines: Sequence[Line], first: TypedRow) -> tuple[Head, ...]:
    """The sides over the columns; none where metrics, settings or directions stand there."""
    heads = heads_over(lines, first, lines[first.index]) or _by_blanks(lines, first)
    texts = [head.label.text for head in heads]
    is_other = any(read_phrase(text) or setting_of_column(text) or read_direction(text) for text in texts)
    return heads if len(texts) >= _LEAST and not is_other else ()


def _by_blanks(lines: Sequence[Line], first: TypedRow) -> tuple[Head, ...]:
    """The last words of the line above as heads, where settings head the words before the figures."""
    near = reversed(lines[max(0, first.index - 2) : first.index])
    above = next((line for line in near if not RULER.fullmatch(line.words)), None)
    words = list(_WORD.finditer(above.text, above.start)) if above is not None else []
    count = len(first.figures)
    if above is None or not count < len(words) <= count + 3 or above.depth != lines[first.index].depth:
        return ()
    if not all(setting_of_column(word.group()) for word in words[:-count]):
        return ()
    return tuple(Head(Label(word.group(), above.number, *word.span(), Basis.COLUMN_HEAD)) for word in words[-count:])


def _rows(lines: Sequence[Line], rows: Sequence[TypedRow], heads: tuple[Head, ...]) -> Iterator[Row]:
    block = min(head.label.line for head in heads)
    told = _told(lines, block - 1)
    settings = [_settings(row.label) for row in rows]
    metric, unit_text = told if told is not None else (_by_sizes(rows, settings), None)
    if metric is None:
        return
    for row, own in zip(rows, settings, strict=True):
        test = read_direction(row.label).get("test", "io")
        # A last column without a head of its own holds the difference.
        values = (_value(cell, head.label, metric, unit_text) for cell, head in zip(row.figures, heads, strict=False))
        warnings = (UNTOLD,) if metric is RATE else ()
        yield Row(row.index + 1, block, test, row.label, tuple(values), parameters=own, warnings=warnings)


def _value(printed: Figure, kernel: Label, metric: Metric, unit_text: str | None) -> Value:
    value = measured(metric, _cell(printed), metric.name, unit_text, kernel=kernel)
    if metric is IOPS:
        return value
    return replace(value, unit=canonical_unit(unit_text) if unit_text is not None and metric is BANDWIDTH else None)


def _cell(printed: Figure) -> Cell:
    return figure(printed.raw, printed.start, printed.start + len(printed.raw))


def _settings(label: str) -> dict[str, Parameter]:
    direction = read_direction(label)
    return read_settings(label) | ({"rw": direction["rw"]} if "rw" in direction else {})


def _told(lines: Sequence[Line], head: int) -> tuple[Metric | None, str | None] | None:
    """The metric and its unit that the nearest words above line `head` tell; (None, None) where they tell of something
    else or of two, and None where they tell nothing.
    """
    depth = lines[head].depth
    for place in range(head - 1, max(-1, head - 1 - _REACH), -1):
        words = lines[place].words
        if lines[place].depth != depth or len(words.split()) > _MAX_WORDS:
            break
        requests, bandwidth = _TELLS_IOPS.search(words), _TELLS_BANDWIDTH.search(words)
        if requests is not None and bandwidth is not None:
            return None, None
        if requests is not None:
            return IOPS, requests["unit"]
        if bandwidth is not None:
            return BANDWIDTH, bandwidth["unit"]
        if _TELLS_OTHER.search(words) is not None and "--" not in words:
            return None, None
    return None


def _by_sizes(rows: Sequence[TypedRow], settings: Sequence[dict[str, Parameter]]) -> Metric:
    """Requests a second where rates fall as the requests of one direction grow; else a rate of either kind."""
    sizes: dict[str, list[tuple[float, float]]] = {}
    for row, own in zip(rows, settings, strict=True):
        size = bytes_of(str(own.get("bs", "")))
        if size:
            sizes.setdefault(str(own.get("rw", row.label)), []).append((size, _cell(row.figures[0]).value))
    runs = [sorted(run) for run in sizes.values() if len(run) > 1]
    falls = [run[-1][1] < run[0][1] / 2 for run in runs]
    return IOPS if falls and all(falls) else RATE
