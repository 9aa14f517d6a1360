"""Tables that people make of tcrypt's rates, with the sizes of blocks over the columns; no suite of its own:

    gcm-sm4-ce   |     16      64      256      512     1024
    -------------+------------------------------------------
      GCM enc    | 108.62  397.18   971.60  1283.92  1522.77

    update-size  |      16      64     256    1024    2048
    sm3-generic  |  155.50  200.67  213.86  217.22  219.12

    block-size  |    16      64     128     256
    sm4-generic
        ECB enc | 60.94   70.41   72.27   73.02

The head names the driver, or what the columns are, and then the rows are drivers, or a driver stands over its rows. The
unit stands in the text above.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Row
from suites.matches import figure, measured
from suites.tcrypt_metrics import THROUGHPUT

_SPLIT = re.compile(r"[ \t]{0,30}(?P<label>\S(?:.{0,60}?\S)?)[ \t]{0,40}\|(?P<figures>[ \t\d.,]{3,300})$")
_RULER = re.compile(r"[ \t]{0,20}-{3,80}\+-{3,300}$")
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,4})?")
_UNIT = re.compile(r"\b(?P<unit>[KMG]i?[bB](?:ytes|its?)?/s(?:ec)?)\b")
_NAMED = "tcrypt"
_SIZES = frozenset({"update-size", "block-size", "blocksize", "block size", "blocks"})
# A driver on a line of its own, over its rows.
_DRIVER = re.compile(r"[ \t]{0,4}(?P<driver>[A-Za-z][\w()+,/-]{2,60}):?[ \t]{0,4}$")
_DIRECTIONS = {"enc": "encryption", "dec": "decryption"}
_LEAST = 3
_REACH_OF_UNIT = 40


@dataclass(frozen=True, slots=True)
class _Head:
    """A head: its line, the words before the bar, the sizes behind it, and the driver over the rows that follow."""

    line: Line
    label: str
    sizes: tuple[int, ...]
    driver: str | None = None


def rate_tables(lines: Sequence[Line]) -> Iterator[Row]:
    """The rows of such tables below a line that names tcrypt, where the text tells their unit."""
    named = False
    unit: tuple[str, int] | None = None
    head: _Head | None = None
    for index, line in enumerate(lines):
        named = named or _NAMED in line.text
        told = _UNIT.search(line.words) if "/s" in line.words else None
        unit = (told["unit"], index) if told is not None else unit
        if "|" not in line.words:
            head = _past(head, line) if head is not None else None
            continue
        found = _head(line) if named else None
        if found is not None:
            head = found
        elif head is not None and unit is not None and index - unit[1] <= _REACH_OF_UNIT:
            yield from _rows(line, head, unit[0])


def _past(head: _Head, line: Line) -> _Head | None:
    """The head behind a line without a bar: a ruler, or the driver of the rows below; any other ends the table."""
    if _RULER.match(line.words):
        return head
    driver = _DRIVER.fullmatch(line.words) if head.label.lower() in _SIZES else None
    return replace(head, driver=driver["driver"]) if driver is not None else None


def _head(line: Line) -> _Head | None:
    """The head that a line is: at least three sizes, each larger than the one before."""
    match = _SPLIT.match(line.text.rstrip(), line.start)
    words = match["figures"].split() if match is not None else []
    if match is None or len(words) < _LEAST or not all(word.isdecimal() for word in words):
        return None
    sizes = tuple(map(int, words))
    return _Head(line, match["label"], sizes) if list(sizes) == sorted(set(sizes)) else None


def _rows(line: Line, head: _Head, unit: str) -> Iterator[Row]:
    match = _SPLIT.match(line.text.rstrip(), line.start)
    numbers = list(_NUMBER.finditer(line.text, match.start("figures"))) if match is not None else []
    if match is None or len(numbers) != len(head.sizes) or line.depth != head.line.depth:
        return
    label = match["label"]
    settings: dict[str, Parameter] = {"driver": head.driver or (label if head.label.lower() in _SIZES else head.label)}
    for size, number in zip(head.sizes, numbers, strict=True):
        value = measured(THROUGHPUT, figure(number.group(), *number.span()), THROUGHPUT.name, unit, unit=unit)
        name = "update_bytes" if head.label.lower() == "update-size" else "block_bytes"
        yield Row(line.number, head.line.number, _test(label), label, (value,), parameters=settings | {name: size})


def _test(label: str) -> str:
    """The test of a row's label: "GCM enc" is "gcm encryption"."""
    return " ".join(_DIRECTIONS.get(word, word) for word in label.lower().split())
