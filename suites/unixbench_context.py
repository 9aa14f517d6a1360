"""What UnixBench prints over its figures: version, kernel, how many copies ran at once; no suite."""

import re
from dataclasses import dataclass, replace

from archive import kernels
from archive.results import Basis
from archive.text import Line
from suites.base import Label

_VERSION = re.compile(
    r"\b(?:unix ?bench\w{0,4}|unix benchmarks?)[ -]{0,3}\(?(?:version[ ]?)?v?"
    r"(?P<version>[3-6]\.\d{1,2}(?:\.\d{1,2})?)\b",
    re.IGNORECASE,
)
_SYSTEM = re.compile(
    r"[ \t]{0,12}(?:System[ \t]--[ \t]\w{1,20}[ \t]\S{1,80}|OS:[ \t]\S{1,30}[ \t]--)[ \t](?P<kernel>\d\.\S{1,60})[ \t]"
)
_COPIES = re.compile(r"running[ \t](?P<copies>\d{1,5})[ \t]parallel[ \t]cop(?:y|ies)", re.IGNORECASE)
_COMMAND = re.compile(r"(?<!\S)(?:\./)?Run(?![\w.])(?:[ \t]+(?!-c)\S{1,30}){0,8}?[ \t]+-c[ \t]?(?P<copies>\d{1,5})\b")
_INDEX_HEAD = re.compile(
    r"\bINDEX VALUES\b|\bSystem Benchmarks (?:Index Values|Partial Index)\b|\bBASELINE\b.{1,30}\bRESULT\b",
    re.IGNORECASE,
)
_MODERN = re.compile(r"\bSystem Benchmarks\b")


@dataclass(frozen=True, slots=True)
class Context:
    """What has been printed so far: version, kernel, copies, and the line of the last head of an index table."""

    depth: int = 0
    version: str | None = None
    kernel: Label | None = None
    copies: int | None = None
    index_head: int | None = None

    def after(self, line: Line) -> "Context":
        """The context behind one more line."""
        text = line.text[: line.start + 200]
        found = self if line.depth == self.depth or line.is_blank else Context(line.depth, self.version)
        version, system = _VERSION.search(text, line.start), _SYSTEM.match(text, line.start)
        copies = _COPIES.search(text, line.start) or _COMMAND.search(text, line.start)
        if version is not None:
            found = replace(found, version=version["version"])
        if system is not None:
            found = replace(found, kernel=_kernel(line, system), copies=None)
        if copies is not None:
            found = replace(found, copies=int(copies["copies"]))
        if _INDEX_HEAD.search(text, line.start) is not None:
            modern = _MODERN.search(text, line.start) is not None
            told = (found.version or "").startswith(("5", "6"))
            found = replace(found, index_head=line.number, version="5.x" if modern and not told else found.version)
        return found


def _kernel(line: Line, system: re.Match[str]) -> Label | None:
    if kernels.parse(system["kernel"]) is None:
        return None
    return Label(system["kernel"], line.number, system.start("kernel"), system.end("kernel"), Basis.HEADING)
