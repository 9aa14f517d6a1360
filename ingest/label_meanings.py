"""What a post says that the labels of its tables stand for: "2.5.33x is preemption OFF"."""

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from archive import kernels
from archive.results import Kernel
from ingest.post import PostPart
from ingest.tables import Block

_DEFINED = re.compile(r"[ \t]{0,4}(?P<verb>is|=|:|-|means|has|was|with|as)?[ \t]+(?P<meaning>\S.{2,100})$")
_MAX_DEFINITION = 90


def meanings(part: PostPart, blocks: Sequence[Block]) -> dict[str, str]:
    """The meaning of each label of the tables that the text explains ("2.6.0-test9-as1 as-fix patch with #if 1")."""
    labels = _labels(blocks)
    found: dict[str, str] = {}
    for line in part.lines:
        words = line.words.strip()
        label = words.split(maxsplit=1)[0] if words else ""
        if label not in labels or label in found or line.number in part.row_lines or len(words) > _MAX_DEFINITION:
            continue
        meaning = _DEFINED.match(words, len(label))
        if meaning is not None and _defines(label, meaning, labels):
            found[label] = meaning["meaning"].strip()
    for label in labels - found.keys():
        tagged = _tagged(part, label, labels)
        if tagged is not None:
            found[label] = tagged
    return found


def described(kernel: Kernel | None, meant: dict[str, str]) -> Kernel | None:
    """The kernel with the meaning of its label, unless its table's own legend has described it."""
    if kernel is None or kernel.description is not None or kernel.text not in meant:
        return kernel
    return replace(kernel, description=meant[kernel.text])


def _defines(label: str, meaning: re.Match[str], labels: Container[str]) -> bool:
    """Whether the words explain the label. Without a verb between them they may be the heads of two columns
    ("base  patched"), a title ("v9 results:") or another program's line ("new file mode"): only a version is followed
    by its meaning alone.
    """
    words = meaning["meaning"]
    if words[0].isdigit():
        return False
    if meaning["verb"] is not None:
        return True
    return kernels.parse(label) is not None and not words.endswith(":") and not any(w in labels for w in words.split())


def _labels(blocks: Sequence[Block]) -> frozenset[str]:
    rows = [row for block in blocks for row in block.rows]
    of_values = (value.kernel for row in rows for value in row.values)
    return frozenset(label.text for label in (*(row.kernel for row in rows), *of_values) if label is not None)


def _tagged(part: PostPart, label: str, labels: frozenset[str]) -> str | None:
    """A sentence that speaks of a label by its tag alone: "… with no preemption (the x tagged kernel)" for 2.5.33x
    beside 2.5.33.
    """
    base = next(
        (other for other in labels if other != label and label.startswith(other) and label[len(other) :].isalpha()),
        None,
    )
    if base is None:
        return None
    tag = re.compile(rf"\b{re.escape(label[len(base) :])}[ -](?:tagged )?(?:kernel|version|one)\b")
    return next((s.text for s in part.sentences if tag.search(s.text) and base in s.text), None)
