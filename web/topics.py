"""What the archive has on a test, a kernel, a machine or an author: plain pages that lead to the posts."""

from collections import defaultdict
from collections.abc import Sequence

from flask import Blueprint, abort, render_template

from archive.filters import Condition, ResultFilter
from archive.results import Change, Measurement
from archive.store.finding import TestSummary
from archive.store.summaries import MessageSummary
from suites import suite_named
from web.reader import archive
from web.urls import whole_number

pages = Blueprint("topics", __name__)
_PAGE = 100


@pages.get("/test/")
def tests() -> str:
    """The tests that have measurements, by suite."""
    return render_template("topics/tests.html", by_suite=by_suite(archive().results.tests()))


@pages.get("/test/<key:suite>/<key:test>/")
def test(suite: str, test: str) -> str:
    """The changes and measurements of one test."""
    known = suite_named(suite)
    about = known.tests.get(test) if known else None
    wanted = (Condition("suite", (suite,)), Condition("test", (test,)))
    return _topic(f"{suite} {test}", about, wanted, order="kernel")


@pages.get("/kernel/")
def kernels() -> str:
    """The kernels that have measurements, by version."""
    return render_template("topics/kernels.html", kernels=archive().results.kernels())


@pages.get("/kernel/<key:version>/")
def kernel(version: str) -> str:
    """The changes and measurements under one kernel, or under all that its prefix covers."""
    return _topic(f"Kernel {version}", None, (Condition("kernel", (version,)),), order="size")


@pages.get("/hardware/")
def machines() -> str:
    """The machines that have measurements."""
    return render_template("topics/machines.html", machines=archive().results.machines())


@pages.get("/hardware/<key:text>/")
def hardware(text: str) -> str:
    """The changes and measurements on one machine."""
    return _topic(text, None, (Condition("hw", (text,)),), order="date")


@pages.get("/author/<key:name>/")
def author(name: str) -> str:
    """The changes and measurements that one person posted."""
    return _topic(name, None, (Condition("author", (name,)),), order="date")


def by_suite(tests: Sequence[TestSummary]) -> tuple[tuple[str, tuple[TestSummary, ...]], ...]:
    """Tests under the names of their suites, in the alphabet's order."""
    groups: dict[str, list[TestSummary]] = defaultdict(list)
    for test in tests:
        groups[test.suite or "unknown suite"].append(test)
    return tuple((suite, tuple(groups[suite])) for suite in sorted(groups))


def _topic(title: str, about: str | None, conditions: tuple[Condition, ...], *, order: str) -> str:
    wanted = ResultFilter(conditions)
    results = archive().results
    offset = whole_number("o")
    total = results.count_measurements(wanted)
    if not total:
        abort(404, f"No measurement of “{title}” is in this archive.")
    changes = results.find_changes(wanted, order=order, limit=_PAGE, offset=0)
    measurements = results.find_measurements(wanted, limit=_PAGE, offset=offset)
    return render_template(
        "topics/topic.html",
        title=title,
        about=about,
        changes=changes,
        changes_total=results.count_changes(wanted),
        measurements=measurements,
        summaries=_summaries(changes, measurements),
        total=total,
        offset=offset,
        page=_PAGE,
    )


def _summaries(changes: Sequence[Change], measurements: Sequence[Measurement]) -> dict[str, MessageSummary]:
    keys = dict.fromkeys([*(c.message_key for c in changes), *(m.table.message_key for m in measurements)])
    return {summary.key: summary for summary in archive().messages.summaries(tuple(keys))}
