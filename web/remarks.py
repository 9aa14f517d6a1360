"""What people say of the numbers, at the rows they speak of: claims with our verdict, comments, corrections."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from archive.model import Author, Span
from archive.results import Change, Claim, Comment, Correction, Derived
from web.sections import Row, Section

# A remark on more rows than this stands once, above the tables, and not at each row.
_FEW_ROWS = 3

Said = Claim | Comment | Correction


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark as shown: its kind (claim | comment | correction), its words, who says it, and where.

    `quoted_by` posted the words as a quotation; `verdict`, `reading` and `hint` say what the numbers say of a claim;
    `answers` are remarks on it; `tests` are named where the remark does not stand at a row.
    """

    kind: str
    id: str
    text: str
    author: Author
    quoted_by: Author | None
    message_key: str
    span: Span
    tests: tuple[str, ...] = ()
    verdict: str = ""
    reading: str = ""
    hint: str = ""
    answers: tuple["Remark", ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """Remarks by the measurement that a row starts with, by section, and on a post or on nothing that has a row."""

    by_row: dict[str, list[Remark]]
    by_section: dict[str, list[Remark]]
    by_post: dict[str, list[Remark]]

    def at_row(self, row: Row) -> tuple[Remark, ...]:
        """The remarks that stand at this row."""
        return tuple(self.by_row.get(row.first.id, ()))

    def on_section(self, section: Section) -> tuple[Remark, ...]:
        """The remarks on a whole table; they stand at the first section that was made of it."""
        return tuple(self.by_section.get(section.anchor, ()))

    def on_post(self, key: str) -> tuple[Remark, ...]:
        """The remarks on a post as a whole, or made in it on nothing that has a row."""
        return tuple(self.by_post.get(key, ()))

    def row_of(self, remark_id: str) -> tuple[str, ...]:
        """The ids of the row-starting measurements at which a remark stands."""
        return tuple(
            row for row, remarks in self.by_row.items() if any(_holds(remark, remark_id) for remark in remarks)
        )


def place(derived: Derived, post_sections: Sequence[Section]) -> Placed:
    """Put each claim, comment and correction of a thread where it belongs; nothing is left out."""
    row_of = _rows_by_measurement(post_sections)
    placed = Placed(defaultdict(list), defaultdict(list), defaultdict(list))
    answers = _answers(derived)
    changes = {change.id: change for change in derived.changes}
    for claim in derived.claims:
        rows = _claim_rows(claim, changes, row_of)
        _put(placed, _claim(claim, tuple(answers.get(claim.id, ()))), rows, claim.message_key)
    anchors = _anchors_by_table(post_sections)
    corrected = {(correction.message_key, correction.span.line) for correction in derived.corrections}
    for comment in derived.comments:
        if (comment.message_key, comment.span.line) in corrected:
            continue  # the same words stand as a correction
        targets = [target for target in comment.targets if target.kind != "claim"]
        sections = dict.fromkeys(anchors[target.id] for target in targets if target.id in anchors)
        for anchor in sections:
            placed.by_section[anchor].append(_comment(comment))
        if not sections and (targets or not comment.targets):
            rows = [row_of[target.id] for target in targets if target.id in row_of]
            _put(placed, _comment(comment), rows, _post_of(comment))
    for correction in derived.corrections:
        if correction.target.kind != "claim":
            rows = [row_of[correction.target.id]] if correction.target.id in row_of else []
            post = correction.target.id if correction.target.kind == "post" else correction.message_key
            _put(placed, _correction(correction), rows, post)
    return placed


def said(derived: Derived) -> tuple[Said, ...]:
    """All remarks of a thread."""
    return (*derived.claims, *derived.comments, *derived.corrections)


def _rows_by_measurement(post_sections: Iterable[Section]) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for section in post_sections:
        for row in section.rows:
            for measurement in row.measurements:
                found[measurement.id] = row
    return found


def _anchors_by_table(post_sections: Iterable[Section]) -> dict[str, str]:
    """The first section of each table, by the name that comments give to tables."""
    found: dict[str, str] = {}
    for section in post_sections:
        for table in section.tables:
            found.setdefault(f"{table.ref.message_key}#{table.ref.number}", section.anchor)
    return found


def _put(placed: Placed, remark: Remark, rows: Sequence[Row], post: str) -> None:
    primary = [row for row in rows if row.first.role == "primary"] or list(rows)
    starts = dict.fromkeys(row.first.id for row in primary)
    if starts and len(starts) <= _FEW_ROWS:
        for start in starts:
            placed.by_row[start].append(remark)
    else:
        posts = dict.fromkeys(row.first.table.message_key for row in primary) or {post: None}
        for key in posts:
            placed.by_post[key].append(remark)


def _claim_rows(claim: Claim, changes: dict[str, Change], row_of: dict[str, Row]) -> list[Row]:
    set_beside = [changes[identifier] for identifier in claim.changes if identifier in changes]
    rows = [row_of[m] for change in set_beside for m in change.new.measurements if m in row_of]
    if rows or not claim.tests:
        return rows
    return [
        row for row in row_of.values() if row.test in claim.tests and row.first.table.message_key == claim.message_key
    ]


def _post_of(comment: Comment) -> str:
    return next((target.id for target in comment.targets if target.kind == "post"), comment.message_key)


def _answers(derived: Derived) -> dict[str, list[Remark]]:
    found: dict[str, list[Remark]] = defaultdict(list)
    for comment in derived.comments:
        if all(target.kind == "claim" for target in comment.targets):  # one that speaks of rows too stands at the rows
            for target in comment.targets:
                found[target.id].append(_comment(comment))
    for correction in derived.corrections:
        if correction.target.kind == "claim":
            found[correction.target.id].append(_correction(correction))
    return found


def _claim(claim: Claim, answers: tuple[Remark, ...]) -> Remark:
    hint = f"perhaps {claim.suggestion} is meant" if claim.suggestion and not claim.warnings else ""
    return Remark(
        kind="claim",
        id=claim.id,
        text=claim.text,
        author=claim.author,
        quoted_by=None,
        message_key=claim.message_key,
        span=claim.span,
        tests=claim.tests,
        verdict=claim.verdict,
        reading=claim.reading,
        hint="; ".join(claim.warnings) or hint,
        answers=answers,
    )


def _comment(comment: Comment) -> Remark:
    return Remark(
        kind="comment",
        id=comment.id,
        text=comment.text,
        author=comment.author,
        quoted_by=comment.posted_by,
        message_key=comment.message_key,
        span=comment.span,
        tests=comment.tests,
    )


def _correction(correction: Correction) -> Remark:
    return Remark(
        kind="correction",
        id=correction.id,
        text=correction.text,
        author=correction.author,
        quoted_by=None,
        message_key=correction.message_key,
        span=correction.span,
    )


def _holds(remark: Remark, identifier: str) -> bool:
    return remark.id == identifier or any(answer.id == identifier for answer in remark.answers)
