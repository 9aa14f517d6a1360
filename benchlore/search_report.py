"""An answer for people: each change with its rows, who posted it, and what others say of it."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from rich.console import Console
from rich.text import Text

from archive.escape import visible, visible_line
from archive.results import Change, Claim, Comment, Machine, Measurement, Side
from archive.store.summaries import MessageSummary
from index.results import Answer, ChangeHit, MeasurementHit, MessageHit

_MAX_ROW_LINES = 2
_MAX_REMARKS = 4
_REMARK_WIDTH = 160


def write_answer(found: Answer, *, offset: int) -> None:
    """Write an answer to standard output."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for block in _blocks(found, offset):
        console.print(block)


def _blocks(found: Answer, offset: int) -> Iterator[Text]:
    yield _heading("Read as")
    yield from (_indented(line) for line in found.read_as)
    yield from (_indented(f"note: {note}") for note in found.notes)
    yield from _section("change", len(found.changes), found.totals.changes, offset)
    for number, change in enumerate(found.changes, start=offset + 1):
        yield from _change(number, change)
    yield from _section("measurement", len(found.measurements), found.totals.measurements, offset)
    for number, measurement in enumerate(found.measurements, start=offset + 1):
        yield from _measurement(number, measurement)
    yield from _section("message", len(found.messages), found.totals.messages, offset)
    for number, message in enumerate(found.messages, start=offset + 1):
        yield from _message(number, message)


def _section(noun: str, shown: int, total: int, offset: int) -> Iterator[Text]:
    if total == 0:
        return
    counted = f"{total:,} {noun}{'s' if total != 1 else ''}"
    more = f", {offset + 1} to {offset + shown} of them (--offset {offset + shown} for more)" if shown < total else ""
    yield Text()
    yield _heading(counted + (more if shown else f", none behind --offset {offset}"))


def _change(number: int, hit: ChangeHit) -> Iterator[Text]:
    change = hit.change
    yield Text.assemble(
        (f"{number}. ", "bold"),
        (visible_line(_what(change)), "bold"),
        visible_line(f"  {change.old.label} -> {change.new.label}  {_value(change.old)} -> {_value(change.new)}"),
        visible_line(f" {change.unit or ''}  "),
        (f"{_per_cent(change.delta)} {change.verdict}", "bold"),
    )
    yield _indented(_joined(change.test_note, _machine(change.machine), hit.author.name, _day(hit.date)))
    yield from (_indented(f"warning: {warning}") for warning in change.warnings)
    yield _indented(hit.message.subject)
    for row in (*hit.old[:_MAX_ROW_LINES], *hit.new[:_MAX_ROW_LINES]):
        yield _indented(f"line {row.line}: {row.text}")
    yield from _remarks(hit.claims, hit.comments)
    yield _indented(hit.path, style="dim")


def _measurement(number: int, hit: MeasurementHit) -> Iterator[Text]:
    row = hit.measurement
    label = row.kernel.text if row.kernel is not None else "kernel unknown"
    yield Text.assemble(
        (f"{number}. ", "bold"),
        (visible_line(_what(row)), "bold"),
        visible_line(f"  {label}  {row.raw} {row.unit or ''}"),
    )
    yield _indented(_joined(_machine(row.machine), row.author.name, _day(hit.message.date), hit.message.subject))
    yield from (_indented(f"warning: {warning}") for warning in row.warnings)
    yield _indented(f"line {hit.row.line}: {hit.row.text}")
    yield from _remarks((), hit.comments)
    yield _indented(hit.path, style="dim")


def _message(number: int, hit: MessageHit) -> Iterator[Text]:
    yield Text.assemble((f"{number}. ", "bold"), (visible_line(hit.message.subject), "bold"))
    yield _indented(_joined(hit.message.author.name, _day(hit.message.date), *_counts(hit.message)))
    for snippet in hit.snippets:
        line = Text(f"   line {snippet.line}: ")
        for piece in snippet.pieces:
            line.append(visible(piece.text), style="bold" if piece.fits else "")
        yield line
    yield _indented(hit.path, style="dim")


def _remarks(claims: Sequence[Claim], comments: Sequence[Comment]) -> Iterator[Text]:
    said = [f"{claim.author.name} says: {claim.reading}" for claim in claims]
    said += [f"{comment.author.name}: {' '.join(comment.text.split())}" for comment in comments]
    for line in said[:_MAX_REMARKS]:
        yield _indented(line if len(line) <= _REMARK_WIDTH else f"{line[:_REMARK_WIDTH]} ...")
    if len(said) > _MAX_REMARKS:
        yield _indented(f"and {len(said) - _MAX_REMARKS} more remarks")


def _what(result: Change | Measurement) -> str:
    """Suite, test, parameters, and the metric where it is not the suite's first."""
    parameters = " ".join(f"{name}={value}" for name, value in sorted(result.parameters.items()))
    words = (result.suite or "", result.test if result.test != result.suite else "", parameters, f"({result.metric})")
    return " ".join(word for word in words if word)


def _value(side: Side) -> str:
    return side.shown if len(side.raws) == 1 else f"{side.shown} (median of {len(side.raws)})"


def _per_cent(delta: float | None) -> str:
    return "no per cent, the base is 0" if delta is None else f"{delta * 100:+.1f} %"


def _machine(machine: Machine | None) -> str:
    return machine.hardware.text if machine is not None else "machine unknown"


def _day(date: datetime | None) -> str:
    return f"{date:%Y-%m-%d}" if date is not None else "date unknown"


def _counts(message: MessageSummary) -> Iterator[str]:
    for count, noun in ((message.measurements, "measurement"), (message.changes, "change")):
        if count:
            yield f"{count:,} {noun}{'s' if count != 1 else ''}"


def _joined(*words: str) -> str:
    return ", ".join(word for word in words if word)


def _heading(text: str) -> Text:
    return Text(text, style="bold")


def _indented(text: str, style: str = "") -> Text:
    """A line of its own; mail text is never markup, and its tabs stay since tables stand on them."""
    return Text(f"   {visible(text).replace(chr(10), ' ')}", style=style)
