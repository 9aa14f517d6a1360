"""A run as the text of a reply: the posted rows quoted, ours in the same form below them."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from statistics import median_low

from archive.escape import visible, visible_line
from archive.model import Message
from archive.results import Measurement
from archive.runs import RunValue
from archive.text import lines
from runner.differences import Difference
from runner.plan import Plan
from runner.report import Report

_WIDTH = 72
_MAX_QUOTED = 60
_SAFE_ID = re.compile(r"[!-;=?-~]{1,500}")


def reply(plan: Plan, report: Report) -> str:
    """The reply to the post of a plan, with the heads that file it in its thread; without a post, the rows alone.

    Each row is the median run of its test (the lower one of two).
    """
    blocks = [_heads(plan.message), _quotation(plan), _introduction(report), _differences(report)]
    blocks += [_ratios(report), "\n".join(_rows(report)), _spreads(report)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _heads(message: Message | None) -> str:
    if message is None:
        return ""
    subject = visible_line(" ".join(message.subject.split()))
    heads = [f"Subject: {subject if subject.lower().startswith('re:') else f'Re: {subject}'}"]
    identity = message.message_id or ""
    # What is no id in one word would be a head line of the poster's making.
    if not message.key_is_made and _SAFE_ID.fullmatch(identity):
        heads += [f"In-Reply-To: <{identity}>", f"References: <{identity}>"]
    return "\n".join(heads)


def _quotation(plan: Plan) -> str:
    if plan.message is None:
        return ""
    measured = {(step.adapter.suite, step.adapter.test) for step in plan.steps}
    wanted = [m for m in plan.posted if (m.suite, m.test) in measured]
    quoted = list(_quoted(plan.message, wanted))
    day = f"On {plan.message.date:%Y-%m-%d}, " if plan.message.date is not None else ""
    cut = [f"[... {len(quoted) - _MAX_QUOTED} more rows]"] if len(quoted) > _MAX_QUOTED else []
    head = f"{day}{visible_line(plan.message.author.name)} wrote:"
    return "\n".join([head, *quoted[:_MAX_QUOTED], *cut])


def _quoted(message: Message, wanted: Iterable[Measurement]) -> Iterator[str]:
    """The lines that the measurements stand on, each once, in the post's order."""
    texts = {part.number: lines(part.text) for part in message.parts if part.text is not None}
    for part, number in sorted({(m.span.part, m.span.line) for m in wanted}):
        if part in texts and number <= len(texts[part]):
            yield f"> {visible(texts[part][number - 1].words)}"


def _introduction(report: Report) -> str:
    run, here = report.run, dict(report.run.machine)
    place = f"{here.get('cpu')}, {here.get('cpus')} CPUs, {here.get('memory')}, under {run.kernel}"
    text = (
        f"Run again on {place}: {run.repeat} runs of {run.seconds:g} s for each test, in rounds over all tests; each "
        f"row is the run with the median rate. The programs are our own, written to do the same operations and to "
        f"count them alike."
    )
    return textwrap.fill(text, _WIDTH)


def _rows(report: Report) -> Iterator[str]:
    printed = report.run.rows.splitlines()
    for value in report.run.values:
        rows = [row for row in printed if row.split(" ", 1)[0] == value.test]
        yield rows[value.samples.index(median_low(value.samples))]


def _spreads(report: Report) -> str:
    texts = "; ".join(_spread(value) for value in report.run.values)
    return textwrap.fill(f"Least and greatest run against the median: {texts}.", _WIDTH, break_on_hyphens=False)


def _spread(value: RunValue) -> str:
    middle = median_low(value.samples)
    low, high = (100 * (end - middle) / middle for end in (min(value.samples), max(value.samples)))
    return f"{value.test} {low:+.1f} % and {high:+.1f} %"


def _ratios(report: Report) -> str:
    if report.how_to_go_on is not None:
        text = "All this is one kernel, so it does not yet test what the kernels of the post differ in."
        return textwrap.fill(text, _WIDTH)
    found = [
        f"{ratios.test} {ratio.old} -> {ratio.new}: x {ratio.value:.3f}, {ratio.verdict} ({ratio.note})"
        for ratios in report.ratios
        for ratio in ratios.here
    ]
    return "\n".join(["Between the kernels here:", *found])


def _differences(report: Report) -> str:
    if not report.differences:
        return ""
    texts = (f"{one.name}: {_sides(one)}" for one in report.differences)
    filled = (textwrap.fill(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False) for text in texts)
    return "\n".join(["What differs:", *filled])


def _sides(one: Difference) -> str:
    return f"posted {visible_line(one.posted)}, here {one.here}" if one.posted else one.here
