"""A plan and a report of a re-run as text for people; what a mail says is shown with control characters escaped."""

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from archive.escape import visible, visible_line
from runner.plan import Plan, Verdict
from runner.programs import NATIVE, cache_folder, compile_command
from runner.ratios import Ratio
from runner.report import Absolute, Report
from runner.scratch import SPECIAL_FILESYSTEMS, filesystem
from runner.scripts import PostedScript
from runner.shape import Shape

_CACHE, _SCRATCH, _NATIVE = Path("CACHE"), Path("SCRATCH"), Path("NATIVE")
_MAX_SHAPES = 4
_MAX_LEFT_OUT = 12


def print_plan(console: Console, plan: Plan, scratch: Path) -> None:
    """What would be run, what not and why, every command with its cost, and the scripts of the post, marked."""
    if plan.message is not None:
        _line(console, f"{visible_line(plan.message.subject)}  ({visible_line(plan.message.author.name)})")
    _print_verdicts(console, plan.verdicts)
    for script in plan.scripts:
        print_script(console, script)
    if not plan.steps:
        _line(console, "Nothing of this can be run here.")
        return
    _print_commands(console, plan, scratch)


def print_script(console: Console, script: PostedScript) -> None:
    """A posted script, which is never run, with the lines that would do harm marked."""
    name = visible_line(script.name) if script.name else "a script"
    count = len(script.dangers)
    _line(console, f"\nThe post carries {name} (part {script.part}). It is shown, never run; {count} dangerous lines:")
    for line in script.lines:
        mark = f"!!  {line.danger}" if line.danger is not None else ""
        _line(
            console, f"{'!' if mark else ' '} {line.number:4}  {visible_line(line.text)}{'   ' if mark else ''}{mark}"
        )
    if script.is_cut:
        _line(console, "        (cut here)")


def print_report(console: Console, report: Report) -> None:
    """The comparison: what differs, ratios between kernels, the shape, absolute numbers."""
    for note in report.notes:
        _line(console, f"note: {note}")
    for test, reason in report.failures:
        _line(console, f"failed: {test}: {visible_line(reason)}")
    if report.differences:
        rows = ((one.name, visible_line(one.posted), one.here) for one in report.differences)
        _line(console, "\nWhat differs")
        _print_table(console, ("", "posted", "here"), rows)
    _print_ratios(console, report)
    if len(report.kernels) == 1:
        for shape in report.shapes[:_MAX_SHAPES]:
            _print_shape(console, shape)
        if len(report.shapes) > _MAX_SHAPES:
            others = ", ".join(visible_line(shape.kernel) for shape in report.shapes[_MAX_SHAPES:])
            _line(console, f"(the shapes beside {others} are left out here)")
    _print_absolutes(console, report)


def _print_verdicts(console: Console, verdicts: Iterable[Verdict]) -> None:
    """One line for all tests of a suite that are judged alike, for the same reason."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for verdict in verdicts:
        key = (verdict.verdict, verdict.suite or "unknown suite", verdict.reason)
        groups.setdefault(key, []).append(visible_line(verdict.test))
    rows = ((verdict, suite, ", ".join(tests), reason) for (verdict, suite, reason), tests in groups.items())
    _print_table(console, ("verdict", "suite", "tests", "why"), rows)


def _print_commands(console: Console, plan: Plan, scratch: Path) -> None:
    _line(console, "\nCommands")
    _line(
        console,
        f"  NATIVE is {NATIVE}; CACHE is {cache_folder()}; SCRATCH is a new folder under {scratch}, gone at the end",
    )
    for step in plan.steps:
        source = step.adapter.source
        _line(console, f"  once    {' '.join(compile_command(source, 'cc', _CACHE / source, _NATIVE))}")
    for step in plan.steps:
        argv = step.adapter.argv(_CACHE / step.adapter.source, step.seconds, _SCRATCH)
        _line(console, f"  {plan.repeat} times {' '.join(argv)}")
    cost = plan.cost
    _line(
        console,
        f"Cost: about {_duration(cost.seconds)}, {cost.disk_kb} KB of disk, {cost.processes} processes at once; "
        f"{len(plan.steps) * plan.repeat} commands in {plan.repeat} rounds; loopback only, no root",
    )
    mount = filesystem(scratch)
    if mount.kind in SPECIAL_FILESYSTEMS and any(step.adapter.uses_files for step in plan.steps):
        _line(
            console,
            f"note: {scratch} is on {mount.kind}: file tests there say nothing of a disk's filesystem (--scratch)",
        )


def _print_ratios(console: Console, report: Report) -> None:
    _line(console, "\nBetween kernels (new / old)")
    rows = [
        (ratios.test, side, visible_line(ratio.old), visible_line(ratio.new), *_ratio_cells(ratio))
        for ratios in report.ratios
        for side, found in (("posted", ratios.posted), ("here", ratios.here))
        for ratio in found
    ]
    if rows:
        _print_table(console, ("test", "", "old", "new", "ratio", "range", "verdict", "rests on"), rows)
    if report.how_to_go_on is not None:
        _line(console, f"Here: {visible_line(report.how_to_go_on)}")
    for one in report.left_out:
        _line(
            console,
            f"not compared: run {one.run} ({one.kernel}), other {', '.join(one.unlike)}: {', '.join(one.tests)}",
        )


def _ratio_cells(ratio: Ratio) -> tuple[str, str, str, str]:
    spread = f"{ratio.low:.3f} .. {ratio.high:.3f}" if ratio.low is not None and ratio.high is not None else ""
    machine = f"{visible_line(ratio.machine)}, " if ratio.machine else ""
    return f"{ratio.value:.3f}", spread, ratio.verdict, f"{machine}{ratio.note}"


def _print_shape(console: Console, shape: Shape) -> None:
    box = f" on {visible_line(shape.machine)}" if shape.machine else ""
    _line(
        console,
        f"\nShape beside {visible_line(shape.kernel)}{box}: {shape.mean:.3g} times as fast in the geometric mean of "
        f"{len(shape.rows)} tests; relative 1.00 moved like the others",
    )
    rows = ((row.test, f"{row.factor:.3g}", f"{row.relative:.2f}") for row in shape.rows)
    _print_table(console, ("test", "times as fast", "relative"), rows)
    by_reason: dict[str, list[str]] = {}
    for test, reason in shape.left_out:
        by_reason.setdefault(reason, []).append(visible_line(test))
    for reason, tests in by_reason.items():
        more = f" and {len(tests) - _MAX_LEFT_OUT} more" if len(tests) > _MAX_LEFT_OUT else ""
        _line(console, f"left out, {reason}: {', '.join(tests[:_MAX_LEFT_OUT])}{more}")


def _print_absolutes(console: Console, report: Report) -> None:
    is_answer = bool(report.differences)
    _line(console, f"\nAbsolute numbers{' (of two machines: not to be compared)' if is_answer else ''}")
    rows = ((*_figures(one), *((_posted(one),) if is_answer else ())) for one in report.absolutes)
    heads = ("test", "median", "range", "runs", "unit", *(("posted",) if is_answer else ()))
    _print_table(console, heads, rows)


def _figures(one: Absolute) -> tuple[str, str, str, str, str]:
    return one.test, f"{one.median:.2f}", f"{one.low:.2f} .. {one.high:.2f}", str(one.runs), one.unit


def _posted(one: Absolute) -> str:
    return "; ".join(f"{visible_line(kernel)} {visible_line(raw)}" for kernel, raw in one.posted)


def _print_table(console: Console, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in heads:
        is_number = head in ("ratio", "median", "runs", "times as fast", "relative")
        table.add_column(head, justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    console.print(table)


def _line(console: Console, text: str) -> None:
    console.print(Text(text), soft_wrap=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
