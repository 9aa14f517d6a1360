"""The legend of a comparison that ministat printed: a mark for each file of runs; no suite.

x without_patch
+ with_patch
    N           Min           Max        Median           Avg        Stddev
x  10       2491089       5834307       5398375       4244335     1596244.9
+  10       2893813       5834474       5832448     5327281.3     1055941.4
"""

import re
from collections.abc import Sequence

from archive.results import Basis
from archive.text import Line
from suites.base import Label

# ministat(1) marks its files so, in this order.
_MARKS = "x+*%#@O"
_ENTRY = re.compile(rf"[ \t]{{0,8}}(?P<mark>[{re.escape(_MARKS)}])[ ](?P<name>[^\s\d][^\n]{{0,80}})$")
_DRAWN = re.compile(r"[ \t]{0,8}[+|][-| _AMx*+%#@O]{2,300}$")
# The legend, and between it and the head a picture of the runs.
_REACH = 40


def legend_above(lines: Sequence[Line], index: int) -> dict[str, Label]:
    """What the marks before the rows below the head at line `index` (0-based) stand for; empty where none is told."""
    found: dict[str, Label] = {}
    for line in reversed(lines[max(0, index - _REACH) : index]):
        if line.depth != lines[index].depth:
            break
        entry = _ENTRY.match(line.text, line.start)
        if entry is not None:
            label = Label(
                entry["name"].rstrip(), line.number, entry.start("name"), entry.end("name"), Basis.COLUMN_HEAD
            )
            found.setdefault(entry["mark"], label)
        elif found or not (line.is_blank or _DRAWN.match(line.text, line.start)):
            break
    return found if len(found) > 1 else {}
