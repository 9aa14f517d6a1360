"""What each suite reads out of small texts: golden/<suite>/<case>.txt and, one value a line, <case>.json beside it.

A text <case>.none.txt has nothing to read. After a change that is meant, write the files anew and see what differs:

    BENCHLORE_REGEN=1 pytest tests/test_golden.py && git diff tests/golden
"""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from archive.text import Line, lines
from suites import all_suites, suite_named
from suites.base import Label, Row, Suite, Value
from suites.marks import suspects, words_of

GOLDEN = Path(__file__).parent / "golden"
TEXTS = sorted(GOLDEN.glob("*/*.txt"))
POSITIVE = [path for path in TEXTS if not path.name.endswith(".none.txt")]
NEGATIVE = [path for path in TEXTS if path.name.endswith(".none.txt")]
REGENERATE = os.environ.get("BENCHLORE_REGEN") == "1"


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name.removesuffix('.txt')}"


positive = pytest.mark.parametrize("path", POSITIVE, ids=name_of)
negative = pytest.mark.parametrize("path", NEGATIVE, ids=name_of)


def suite_of(path: Path) -> Suite:
    suite = suite_named(path.parent.name)
    assert suite is not None
    return suite


def read(path: Path) -> list[Row]:
    return list(suite_of(path).read(lines(path.read_text(encoding="utf-8"))))


def golden(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.with_suffix(".json").read_text(encoding="utf-8").splitlines()]


def records(rows: list[Row]) -> Iterator[dict[str, object]]:
    """A record a value; a row whose numbers could not be placed has one without a value."""
    for row in rows:
        shared = {
            "line": row.line,
            "block": row.block,
            "test": row.test,
            "test_text": row.test_text,
            "title": row.title,
            "machine": text_of(row.machine),
            "parameters": dict(row.parameters),
            "suite_version": row.suite_version,
            "suite": row.suite,
            "harness": row.harness,
        }
        if not row.values:
            yield told({**shared, "kernel": text_of(row.kernel), "warnings": list(row.warnings)})
        for value in row.values:
            yield told({**shared, **value_record(row, value)})


def value_record(row: Row, value: Value) -> dict[str, object]:
    return {
        "columns": [value.cell.start, value.cell.end],
        "metric": value.metric,
        "metric_text": value.metric_text,
        "value": value.cell.value,
        "raw": value.cell.raw,
        "resolution": value.cell.resolution and round(value.cell.resolution, 9),
        "unit": value.unit,
        "unit_text": value.unit_text,
        "better": value.better,
        "role": value.role if value.role != "primary" else None,
        "statistic": value.statistic if value.statistic != "sample" else None,
        "kernel": text_of(value.kernel or row.kernel),
        "kernel_description": described(value.kernel or row.kernel),
        "relative_to": text_of(value.baseline) if value.is_relative else None,
        "spread": [[spread.kind, spread.cell.raw, spread.line or row.line] for spread in value.spread],
        "repeat": value.repeat,
        "runs": value.runs,
        "noise": value.noise,
        "warnings": [*row.warnings, *value.warnings],
    }


def told(record: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in record.items() if value not in (None, [], {}, "")}


def text_of(label: Label | None) -> str | None:
    return label.text if label is not None else None


def described(label: Label | None) -> str | None:
    return label.description if label is not None else None


@positive
def test_the_rows_are_the_golden_ones(path: Path) -> None:
    found = list(records(read(path)))
    if REGENERATE:
        text = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in found)
        path.with_suffix(".json").write_text(text, encoding="utf-8")
    assert found == golden(path)
    assert found


@positive
def test_every_value_and_label_stands_where_it_says(path: Path) -> None:
    text_lines = lines(path.read_text(encoding="utf-8"))
    for row in read(path):
        assert row.block <= row.line
        for value in row.values:
            cell = value.cell
            assert text_lines[row.line - 1].text[cell.start : cell.end] == cell.raw
        for label in (row.kernel, row.machine, *(value.kernel for value in row.values)):
            assert label is None or stands_there(label, text_lines)


def stands_there(label: Label, text_lines: Sequence[Line]) -> bool:
    """A head of two lines has the words of the upper one before those of the line that it is placed on."""
    words = text_lines[label.line - 1].text[label.start : label.end]
    return label.text == words or label.text.endswith(f" {words}")


@positive
def test_what_is_read_is_what_the_suite_says_of_itself(path: Path) -> None:
    suite = suite_of(path)
    for row in own_rows(path):
        assert row.test in suite.tests or "*" in suite.tests or not row.values
        assert set(row.parameters) <= set(suite.parameters) or "*" in suite.parameters
        for value in row.values:
            metric = suite.metric(value.metric)
            # A value may matter less than its metric does elsewhere: the time of a run that has a figure of its own.
            assert (value.role in {metric.role, "secondary"}, value.better) == (True, metric.better)


def own_rows(path: Path) -> list[Row]:
    """The rows that are of the reader's own suite, and not of a benchmark that a harness ran."""
    return [row for row in read(path) if row.suite is None]


@positive
def test_a_table_quoted_once_more_reads_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    own = [without_columns(record) for record in records(read(path))]
    assert [without_columns(record) for record in records(list(suite_of(path).read(lines(quoted))))] == own


def without_columns(record: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in record.items() if name != "columns"}


@positive
def test_the_marks_and_the_hint_let_the_text_through(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert suite_of(path) in suspects(text, words_of(text))


@positive
def test_no_other_suite_claims_a_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    mine = {row.line for row in read(path)}
    others = [suite for suite in suspects(text, words_of(text)) if suite.name != path.parent.name]
    assert [(suite.name, row.line) for suite in others for row in suite.read(lines(text)) if row.line in mine] == []


@negative
def test_a_text_without_results_gives_no_rows(path: Path) -> None:
    assert list(records(read(path))) == []


@pytest.mark.parametrize("suite", all_suites(), ids=lambda suite: suite.name)
def test_every_suite_has_golden_texts_of_both_kinds(suite: Suite) -> None:
    assert [path for path in POSITIVE if path.parent.name == suite.name]
    assert [path for path in NEGATIVE if path.parent.name == suite.name]


@pytest.mark.parametrize("suite", all_suites(), ids=lambda suite: suite.name)
def test_every_metric_of_a_suite_is_in_a_golden_text(suite: Suite) -> None:
    paths = [path for path in POSITIVE if path.parent.name == suite.name]
    covered = {value.metric for path in paths for row in own_rows(path) for value in row.values}
    assert covered == {metric.name for metric in suite.metrics}


def test_every_golden_folder_is_a_suite() -> None:
    assert {path.parent.name for path in TEXTS} <= {suite.name for suite in all_suites()}
