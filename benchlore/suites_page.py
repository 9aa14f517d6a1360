"""The page docs/suites.md, made from the suite files: `python -m benchlore.suites_page > docs/suites.md`."""

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType

import click

from suites import all_suites
from suites.base import Metric, Rerun, Suite

_INTRODUCTION = """\
# The suites

This page is made from the files in `suites/` by `make docs`; do not edit it.
It lists the canonical names that the JSON, the search and the web use. What a post wrote itself is kept beside them.

Better says which way is good: higher, lower, or a dash where the suite gives no direction.
Noise is the difference between single runs below which a change is called `same`.
A test named `*` stands for names that the post chooses.
"""
_ESCAPED = MappingProxyType({"|": r"\|", "*": r"\*", "<": "&lt;"})


def page() -> str:
    """The whole page as Markdown."""
    known = all_suites()
    links = ", ".join(f"[{suite.name}](#{_anchor(suite.name)})" for suite in known)
    return "\n".join([_INTRODUCTION, f"Suites: {links}.", *(_section(suite) for suite in known)])


def _anchor(heading: str) -> str:
    """What a forge calls the place of a heading: letters, digits, - and _ of it ("bonnie++" is #bonnie)."""
    return "".join(character for character in heading if character.isalnum() or character in "-_")


def _section(suite: Suite) -> str:
    parts = (*_about(suite), "", *_metrics(suite), *_tests(suite), *_parameters(suite))
    return "\n".join(["", f"## {suite.name}", "", *parts]).rstrip() + "\n"


def _about(suite: Suite) -> Iterator[str]:
    yield f"{suite.title}."
    if suite.aliases:
        yield f"Also written {_names(suite.aliases)}."
    if suite.options:
        yield f"Options that a search takes as words: {_names(suite.options)}."


def _metrics(suite: Suite) -> Iterator[str]:
    heads = ("Metric", "Unit", "Better", "Role", "Noise", "What it is")
    yield from _table(heads, (_metric(metric) for metric in suite.metrics))


def _metric(metric: Metric) -> tuple[str, ...]:
    noise = "-" if metric.noise is None else f"{metric.noise:.0%}"
    return f"`{metric.name}`", f"`{metric.unit}`", metric.better or "-", metric.role, noise, _words(metric.description)


def _tests(suite: Suite) -> Iterator[str]:
    verdicts = {test: suite.rerun(test) for test in suite.tests}
    if len(set(verdicts.values())) == 1:
        yield f"Re-run: {_verdict(next(iter(verdicts.values())))}."
        yield ""
        yield from _table(("Test", "What it does"), ((f"`{test}`", _words(does)) for test, does in suite.tests.items()))
    else:
        rows = ((f"`{test}`", _words(does), _verdict(verdicts[test])) for test, does in suite.tests.items())
        yield from _table(("Test", "What it does", "Re-run"), rows)


def _verdict(rerun: Rerun) -> str:
    return f"{rerun.verdict}: {_words(rerun.reason.rstrip('.'))}"


def _parameters(suite: Suite) -> Iterator[str]:
    if suite.parameters:
        rows = ((f"`{name}`", _words(meaning)) for name, meaning in suite.parameters.items())
        yield from _table(("Parameter", "Meaning"), rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield _row(heads)
    yield _row(["---"] * len(heads))
    yield from (_row(row) for row in rows)
    yield ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', _ESCAPED['|']) for cell in cells)} |"


def _words(text: str) -> str:
    """Text that Markdown shows as it is; suites write asterisks (LMbench's "*Local*") and angle brackets."""
    return text.replace("*", _ESCAPED["*"]).replace("<", _ESCAPED["<"])


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    click.echo(page(), nl=False)
