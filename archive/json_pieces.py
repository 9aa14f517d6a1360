"""The pieces that the JSON of several nouns shares."""

from collections.abc import Callable
from typing import Any

from archive.hardware import Hardware
from archive.model import Author, Message, Span
from archive.results import Kernel, Machine, Side, TableRef

Json = dict[str, Any]
LineText = Callable[[str, Span], str]
"""The physical line at a span of the message of that key."""


def mail_json(message: Message, thread_id: str | None) -> Json:
    """The head of a mail, as every record of it carries it."""
    return {
        "message_id": message.key,
        "thread_id": thread_id,
        "lists": list(message.lists),
        "date": message.date.isoformat() if message.date is not None else None,
        "subject": message.subject,
    }


def place_json(key: str, span: Span, line_text: LineText) -> Json:
    """Where a record stands: part, line, the physical line, columns."""
    return {"part": span.part, "line": span.line, "line_text": line_text(key, span), "columns": [span.start, span.end]}


def author_json(author: Author) -> Json:
    """A person by name and by the local part of the address: addresses are not published."""
    return {"name": author.name, "key": author.key.partition("@")[0]}


def kernel_json(kernel: Kernel | None) -> Json | None:
    """A kernel with its version, series and basis."""
    if kernel is None:
        return None
    version = kernel.version
    return {
        "text": kernel.text,
        "version": version.canonical if version is not None else None,
        "series": version.series if version is not None else None,
        "description": kernel.description,
        "basis": str(kernel.attribution.basis),
        "lines": [span.line for span in kernel.attribution.spans],
    }


def machine_json(machine: Machine | None) -> Json | None:
    """A machine with its basis."""
    if machine is None:
        return None
    lines_of = [span.line for span in machine.attribution.spans]
    return {**_hardware(machine.hardware), "basis": str(machine.attribution.basis), "lines": lines_of}


def _hardware(box: Hardware) -> Json:
    names = ("text", "cpu", "mhz", "cpus", "memory_mb", "mem_limit_mb", "disk", "filesystem", "host")
    return {name: getattr(box, name) for name in names}


def side_json(side: Side) -> Json:
    """One side of a change."""
    version = side.version.canonical if side.version is not None else None
    return {
        "kernel": side.label,
        "version": version,
        "value": side.value,
        "values": list(side.values),
        "raws": list(side.raws),
        "measurements": list(side.measurements),
    }


def ref_json(ref: TableRef | None) -> Json | None:
    """A table by message and number."""
    return {"message_id": ref.message_key, "number": ref.number} if ref is not None else None
