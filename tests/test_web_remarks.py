"""Where remarks stand: at the row, the table or the post that they speak of, with our verdict, and none is lost."""

from collections.abc import Sequence

from archive.compare import changes
from archive.kernels import parse
from archive.model import Author, Span
from archive.results import (
    Attribution,
    Basis,
    Claim,
    Comment,
    Correction,
    Derived,
    Kernel,
    Measurement,
    Table,
    TableRef,
    Target,
)
from web.grouping import sections
from web.remarks import Placed, place
from web.sections import Section

POST = "post@example.org"
ANN = Author("Ann Example")
BEN = Author("Ben Example")
TABLE = Table(TableRef(POST, 0), 0, 1, 9, "result", "hdparm")


def value(line: int, kernel: str, raw: str, test: str = "cached_reads") -> Measurement:
    return Measurement(
        id=f"r{line}",
        table=TABLE.ref,
        span=Span(0, line, 0, len(raw)),
        quoted=False,
        author=ANN,
        posted_by=None,
        suite="hdparm",
        test=test,
        metric="rate",
        test_text=test,
        metric_text="rate",
        value=float(raw),
        raw=raw,
        unit="MB/s",
        unit_text="MB/s",
        better="higher",
        kernel=Kernel(kernel, parse(kernel), Attribution(Basis.ROW_LABEL)),
    )


def claim(**given: object) -> Claim:
    fields: dict[str, object] = {
        "id": "c1",
        "message_key": POST,
        "span": Span(0, 3, 0, 9),
        "author": ANN,
        "quoted": False,
        "suite": "hdparm",
        "tests": ("cached_reads",),
        "faster": "2.2.18",
        "slower": "2.4.0",
        "amount": None,
        "condition": None,
        "verdict": "agrees",
        "reading": "of the rows above",
        "text": "2.2.18 is faster here",
    }
    return Claim(**(fields | given))  # type: ignore[arg-type]


def comment(*targets: Target, **given: object) -> Comment:
    fields: dict[str, object] = {
        "id": "k1",
        "message_key": "reply@example.org",
        "span": Span(0, 4, 0, 9),
        "last_line": 5,
        "text": "Yes.",
        "author": BEN,
        "posted_by": None,
        "tests": (),
        "targets": targets,
    }
    return Comment(**(fields | given))  # type: ignore[arg-type]


def placed(measurements: Sequence[Measurement], **derived: object) -> tuple[Placed, tuple[Section, ...]]:
    found = sections([TABLE], measurements, changes(measurements))
    return place(Derived(**derived), found), found  # type: ignore[arg-type]


def test_a_claim_stands_at_the_row_of_the_change_that_it_was_set_beside() -> None:
    measurements = [value(1, "2.2.18", "10.0"), value(2, "2.4.0", "8.0"), value(3, "2.2.18", "1.0", test="other")]
    (change,) = changes(measurements)
    remarks, (section,) = placed(measurements, changes=(change,), claims=(claim(changes=(change.id,)),))
    first, other = section.rows
    assert [(remark.text, remark.verdict) for remark in remarks.at_row(first)] == [("2.2.18 is faster here", "agrees")]
    assert remarks.at_row(other) == ()


def test_a_claim_on_many_rows_stands_once_on_the_post() -> None:
    measurements = [value(line, "2.4.0", "8.0", test=f"test{line}") for line in range(1, 6)]
    remarks, (section,) = placed(measurements, claims=(claim(tests=tuple(f"test{line}" for line in range(1, 6))),))
    assert [remarks.at_row(row) for row in section.rows] == [()] * 5
    assert [remark.id for remark in remarks.on_post(POST)] == ["c1"]


def test_what_is_said_of_a_claim_stands_under_it_and_a_correction_only_once() -> None:
    measurements = [value(1, "2.2.18", "10.0"), value(2, "2.4.0", "8.0")]
    wrong = Correction("x1", "reply@example.org", Span(0, 4, 0, 9), BEN, Target("claim", "c1"), "No.")
    answers = (
        comment(Target("claim", "c1"), id="k2", span=Span(0, 9, 0, 3)),
        comment(Target("row", measurements[0].id)),
    )
    remarks, (section,) = placed(measurements, claims=(claim(),), comments=answers, corrections=(wrong,))
    (shown,) = remarks.at_row(section.rows[0])
    assert [(answer.kind, answer.text) for answer in shown.answers] == [("comment", "Yes."), ("correction", "No.")]


def test_remarks_on_a_table_and_on_a_post_stand_there_and_none_is_lost() -> None:
    measurements = [value(1, "2.2.18", "10.0"), value(2, "2.4.0", "8.0")]
    comments = (
        comment(Target("table", f"{POST}#0"), id="on table"),
        comment(Target("post", POST), id="on post"),
        comment(id="on nothing"),
        comment(Target("row", "gone"), id="on a row that is gone"),
    )
    remarks, (section,) = placed(measurements, comments=comments)
    assert [remark.id for remark in remarks.on_section(section)] == ["on table"]
    assert [remark.id for remark in remarks.on_post(POST)] == ["on post"]
    assert [remark.id for remark in remarks.on_post("reply@example.org")] == ["on nothing", "on a row that is gone"]
