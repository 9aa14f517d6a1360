"""The JSON of the nouns (design, section 3; docs/json.md): one object a line, equal in exports, the API and
`extract`.
"""

from collections.abc import Iterator, Mapping

from archive.circumstances import Circumstance
from archive.json_pieces import (
    Json,
    LineText,
    author_json,
    kernel_json,
    machine_json,
    mail_json,
    place_json,
    ref_json,
    side_json,
)
from archive.model import Message, Span
from archive.results import Change, Claim, Comment, Correction, Derived, Measurement, RelativeResult, Table
from archive.runs import Run
from archive.text import lines

SCHEMA = 1


def derived_json(derived: Derived, messages: Mapping[str, Message], thread_of: Mapping[str, str]) -> Iterator[Json]:
    """Every record of a derivation, tables first; measurements of copies are left out."""
    line_text = line_reader(messages)
    copies = {table.ref for table in derived.tables if not table.is_counted}
    yield from (table_json(table) for table in derived.tables)
    for m in derived.measurements:
        if m.table not in copies:
            yield measurement_json(m, messages[m.table.message_key], thread_of.get(m.table.message_key), line_text)
    yield from (relative_json(r, line_text) for r in derived.relatives)
    yield from (change_json(change) for change in derived.changes)
    yield from (claim_json(claim, line_text) for claim in derived.claims)
    yield from (comment_json(comment, line_text) for comment in derived.comments)
    yield from (correction_json(correction, line_text) for correction in derived.corrections)
    yield from (circumstance_json(circumstance, line_text) for circumstance in derived.circumstances)


def line_reader(messages: Mapping[str, Message]) -> LineText:
    """A function that finds the physical line of a span; the lines of each part are split once."""
    split: dict[tuple[str, int], tuple[str, ...]] = {}

    def line_text(key: str, span: Span) -> str:
        part = (key, span.part)
        if part not in split:
            text = next((p.text for p in messages[key].parts if p.number == span.part), None)
            split[part] = tuple(line.text for line in lines(text or ""))
        return split[part][span.line - 1] if span.line <= len(split[part]) else ""

    return line_text


def measurement_json(m: Measurement, message: Message, thread_id: str | None, line_text: LineText) -> Json:
    """A measurement with its mail's head and its line."""
    return {
        "schema": SCHEMA,
        "kind": "measurement",
        "id": m.id,
        **mail_json(message, thread_id),
        "author": author_json(m.author),
        "posted_by": author_json(m.posted_by) if m.posted_by is not None else None,
        **place_json(message.key, m.span, line_text),
        "quoted": m.quoted,
        "table": m.table.number,
        "suite": m.suite,
        "suite_version": m.suite_version,
        "harness": m.harness,
        "test": m.test,
        "metric": m.metric,
        "test_text": m.test_text,
        "metric_text": m.metric_text,
        "role": m.role,
        "statistic": m.statistic,
        "value": m.value,
        "raw": m.raw,
        "resolution": m.resolution,
        "unit": m.unit,
        "unit_text": m.unit_text,
        "better": m.better,
        "kernel": kernel_json(m.kernel),
        "variant": m.variant,
        "hardware": machine_json(m.machine),
        "parameters": dict(m.parameters),
        "repeat": m.repeat,
        "runs": m.runs,
        "spread": [
            {"kind": s.kind, "value": s.value, "raw": s.raw, "line": s.span.line, "columns": [s.span.start, s.span.end]}
            for s in m.spread
        ],
        "warnings": list(m.warnings),
    }


def change_json(change: Change) -> Json:
    """A change with both sides."""
    return {
        "schema": SCHEMA,
        "kind": "change",
        "id": change.id,
        "message_id": change.message_key,
        "suite": change.suite,
        "test": change.test,
        "metric": change.metric,
        "unit": change.unit,
        "better": change.better,
        "role": change.role,
        "statistic": change.statistic,
        "parameters": dict(change.parameters),
        "hardware": machine_json(change.machine),
        "old": side_json(change.old),
        "new": side_json(change.new),
        "delta": change.delta,
        "verdict": change.verdict,
        "test_note": change.test_note,
        "p": change.p,
        "pairing": change.pairing,
        "warnings": list(change.warnings),
    }


def claim_json(claim: Claim, line_text: LineText) -> Json:
    """A claim beside what the numbers say."""
    return {
        "schema": SCHEMA,
        "kind": "claim",
        "id": claim.id,
        "message_id": claim.message_key,
        "author": author_json(claim.author),
        **place_json(claim.message_key, claim.span, line_text),
        "quoted": claim.quoted,
        "suite": claim.suite,
        "tests": list(claim.tests),
        "text": claim.text,
        "faster": claim.faster,
        "slower": claim.slower,
        "amount": claim.amount,
        "condition": claim.condition,
        "verdict": claim.verdict,
        "reading": claim.reading,
        "suggestion": claim.suggestion,
        "changes": list(claim.changes),
        "warnings": list(claim.warnings),
    }


def comment_json(comment: Comment, line_text: LineText) -> Json:
    """A comment and what it speaks of."""
    return {
        "schema": SCHEMA,
        "kind": "comment",
        "id": comment.id,
        "message_id": comment.message_key,
        "author": author_json(comment.author),
        "posted_by": author_json(comment.posted_by) if comment.posted_by is not None else None,
        **place_json(comment.message_key, comment.span, line_text),
        "last_line": comment.last_line,
        "text": comment.text,
        "tests": list(comment.tests),
        "targets": [{"kind": target.kind, "id": target.id} for target in comment.targets],
    }


def correction_json(correction: Correction, line_text: LineText) -> Json:
    """A correction and what it corrects."""
    return {
        "schema": SCHEMA,
        "kind": "correction",
        "id": correction.id,
        "message_id": correction.message_key,
        "author": author_json(correction.author),
        **place_json(correction.message_key, correction.span, line_text),
        "text": correction.text,
        "target": {"kind": correction.target.kind, "id": correction.target.id},
    }


def circumstance_json(circumstance: Circumstance, line_text: LineText) -> Json:
    """What a post says of how it measured, and what that is about."""
    return {
        "schema": SCHEMA,
        "kind": "circumstance",
        "id": circumstance.id,
        "message_id": circumstance.message_key,
        **place_json(circumstance.message_key, circumstance.span, line_text),
        "circumstance_kind": circumstance.kind,
        "text": circumstance.text,
        "target": {"kind": circumstance.target_kind, "id": circumstance.target},
    }


def table_json(table: Table) -> Json:
    """A table's place, kind, and the table that it repeats."""
    return {
        "schema": SCHEMA,
        "kind": "table",
        "message_id": table.ref.message_key,
        "number": table.ref.number,
        "part": table.part,
        "first_line": table.first_line,
        "last_line": table.last_line,
        "table_kind": table.kind,
        "suite": table.suite,
        "title": table.title,
        "quoted": table.quoted,
        "copy_of": ref_json(table.copy_of),
        "repost_of": ref_json(table.repost_of),
        "symbols": list(table.symbols),
        "warnings": list(table.warnings),
    }


def relative_json(r: RelativeResult, line_text: LineText) -> Json:
    """A relative result."""
    return {
        "schema": SCHEMA,
        "kind": "relative",
        "id": r.id,
        "message_id": r.table.message_key,
        **place_json(r.table.message_key, r.span, line_text),
        "suite": r.suite,
        "test": r.test,
        "metric": r.metric,
        "value": r.value,
        "raw": r.raw,
        "unit": r.unit,
        "kernel": kernel_json(r.kernel),
        "baseline": kernel_json(r.baseline),
        "parameters": dict(r.parameters),
    }


def message_json(message: Message, thread_id: str | None) -> Json:
    """A mail's head; addresses are left out."""
    return {
        "schema": SCHEMA,
        "kind": "message",
        **mail_json(message, thread_id),
        "author": author_json(message.author),
        "date_text": message.date_text,
        "date_basis": message.date_basis,
        "references": list(message.references),
        "in_reply_to": list(message.in_reply_to),
        "quality": message.quality.name.lower(),
        "parts": [
            {"number": p.number, "content_type": p.content_type, "name": p.name, "size": p.size} for p in message.parts
        ],
    }


def run_json(run: Run) -> Json:
    """A re-run with its samples and machine."""
    return {
        "schema": SCHEMA,
        "kind": "run",
        "id": run.id,
        "started": run.started.isoformat(),
        "kernel": run.kernel,
        "message_id": run.message_key,
        "seconds": run.seconds,
        "repeat": run.repeat,
        "machine": dict(run.machine),
        "values": [
            {
                "suite": v.suite,
                "test": v.test,
                "metric": v.metric,
                "unit": v.unit,
                "better": v.better,
                "samples": list(v.samples),
                "parameters": dict(v.parameters),
            }
            for v in run.values
        ],
    }
