"""Scripts that a post carries: found, shown with what is dangerous in them, and never run."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archive.model import Message, Part
from archive.text import Line, lines

# What is shown of one script; a longer one is cut and says so.
_MAX_LINES = 400
_SHELL_TYPES = frozenset(
    ("text/x-sh", "text/x-shellscript", "application/x-sh", "application/x-shellscript", "application/x-csh")
)
_SHELL_NAMES = (".sh", ".bash", ".csh", ".ksh")
_SHEBANG = re.compile(r"#![ \t]?/[\w./-]{1,60}(?:sh|perl|python[\d.]{0,5}|expect)\b")
# Archives that print a mail's parts one after another put such a line between them; "-- " begins a signature.
_ENDS = re.compile(r"(?:\[-- .{0,200}--\]|-- )$")
# A command stands at the start of a line or after what ends or opens another; its path may be spelled out.
_COMMAND = r"(?:^|[\s;|&(`!])(?:/[\w./-]{1,60}/)?"
_DANGERS: tuple[tuple[str, str], ...] = (
    (
        r"(?:mke2fs|mkfs(?:\.\w{1,12})?|mkreiserfs|mkswap|newfs)\b",
        "would make a new filesystem: what is on the disk is lost",
    ),
    (
        r"(?:fdisk|sfdisk|cfdisk|parted|wipefs|shred|mdadm|lvremove|pvcreate|badblocks)\b",
        "would change or overwrite a disk",
    ),
    (r"dd\b.{0,500}\bof=[\"']?(?:/dev/(?!null\b)|\$)", "would write to a raw device"),
    (r"rm[ \t](?:.{0,200}[ \t])?-\w{0,10}[rRf]", "would remove files without asking"),
    (r"(?:umount|swapoff)\b", "would take a filesystem or the swap away"),
    (r"hdparm\b.{0,300}[ \t]-[a-zA-Z]{0,10}[XdmcSWZYyp]\d{0,4}(?=[ \t]|$)", "would change the settings of a drive"),
    (r"(?:reboot|halt|poweroff|shutdown|init[ \t][06])\b", "would stop the machine"),
    (r"(?:insmod|rmmod|modprobe)\b", "would load or remove kernel modules"),
    (r"sysctl[ \t].{0,200}=", "would change a kernel setting"),
    (r"(?:chmod|chown)[ \t](?:.{0,200}[ \t])?-R", "would change the rights of many files"),
    (r"(?:curl|wget)\b.{0,500}\|[ \t]*(?:ba|da|k|z)?sh\b", "would run what it downloads"),
    (r"(?:sudo|su)[ \t]", "would become root"),
)
_WRITES: tuple[tuple[str, str], ...] = (
    (r"(?:>|\btee\b(?:[ \t]+-a)?)[ \t]*[\"']?/(?:proc|sys)/", "would change a kernel setting"),
    (r">[ \t]*[\"']?/dev/(?!null\b|tty\b|std|fd/|zero\b|shm\b)", "would write to a raw device"),
    (r":\(\)[ \t]*\{", "would start processes without end"),
)


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A line of a posted script: its 1-based number in the part, its text, the harm it would do (None: none known)."""

    number: int
    text: str
    danger: str | None


@dataclass(frozen=True, slots=True)
class PostedScript:
    """A script in a post: its part, its name if it has one, its lines; `is_cut` where only the beginning is kept."""

    part: int
    name: str | None
    lines: tuple[ScriptLine, ...]
    is_cut: bool = False

    @property
    def dangers(self) -> tuple[ScriptLine, ...]:
        """The lines that would do harm."""
        return tuple(line for line in self.lines if line.danger is not None)


def posted_scripts(message: Message) -> tuple[PostedScript, ...]:
    """The scripts of a message: whole parts named or typed as one, and what begins with "#!/bin/sh" in a text."""
    return tuple(script for part in message.parts if part.text for script in _scripts_of(part, part.text))


def danger(text: str) -> str | None:
    """What a line of a script would do that harms, in words; None where nothing known is in it."""
    if text.lstrip().startswith("#"):
        return None
    for pattern, harm in _DANGERS:
        if re.search(_COMMAND + pattern, text) is not None:
            return harm
    return next((harm for pattern, harm in _WRITES if re.search(pattern, text) is not None), None)


def _scripts_of(part: Part, text: str) -> Iterator[PostedScript]:
    found = lines(text)
    if part.content_type.lower() in _SHELL_TYPES or (part.name or "").lower().endswith(_SHELL_NAMES):
        yield _script(part, found)
        return
    position = 0
    while position < len(found):
        if _SHEBANG.match(found[position].words.strip()) is None:
            position += 1
            continue
        end = _end(found, position)
        yield _script(part, found[position:end])
        position = end


def _end(found: Sequence[Line], start: int) -> int:
    """Where a script inside a text ends for sure: at a signature, at another part, or where the quoting changes."""
    depth = found[start].depth
    for position in range(start + 1, len(found)):
        if _ENDS.match(found[position].text) is not None or _is_elsewhere(found[position], depth):
            return position
    return len(found)


def _is_elsewhere(line: Line, depth: int) -> bool:
    """Whether a line is not the script's: quoted where that is not, or quoted otherwise. ": x" begins a command too."""
    if line.is_blank:
        return False
    return line.text.lstrip().startswith(">") if depth == 0 else line.depth != depth


def _script(part: Part, found: Sequence[Line]) -> PostedScript:
    depth = found[0].depth if found else 0
    texts = ((line.number, line.words if depth else line.text.rstrip()) for line in found[:_MAX_LINES])
    kept = tuple(ScriptLine(number, text, danger(text)) for number, text in texts)
    return PostedScript(part.number, part.name, kept, is_cut=len(found) > _MAX_LINES)
