"""`benchlore run`: a posted benchmark, run again on this machine with our own programs."""

import json
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import click
from rich.console import Console

from archive.export import run_json
from archive.model import UserError
from archive.runs import Run
from archive.store.archive import Archive
from benchlore.indexing import open_fresh
from benchlore.rows import chosen
from benchlore.run_report import print_plan, print_report
from benchlore.settings import Settings
from runner.adapters import REPEAT, SECONDS
from runner.execute import Progress, execute
from runner.mail import reply
from runner.plan import DEFAULT_REPEAT, DEFAULT_SECONDS, Plan, names_a_suite, plan
from runner.programs import compiled, find_compiler
from runner.report import Report, report

_PLAIN_WIDTH = 130


@click.command(name="run")
@click.argument("target")
@click.option("--dry-run", is_flag=True, help="Show every command and its cost, run nothing.")
@click.option(
    "--seconds",
    type=click.IntRange(SECONDS.low, SECONDS.high),
    default=DEFAULT_SECONDS,
    help="Seconds a test and run [5].",
)
@click.option(
    "--repeat", type=click.IntRange(REPEAT.low, REPEAT.high), default=DEFAULT_REPEAT, help="Runs of each test [5]."
)
@click.option("--yes", is_flag=True, help="Do not ask before running.")
@click.option(
    "--scratch",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Where the scratch folder is made [TMPDIR]; file tests measure its filesystem.",
)
@click.option("--format", "form", type=click.Choice(("table", "jsonl")), help="[table on a terminal, else jsonl]")
@click.option("--mail", is_flag=True, help="Print the result as the text of a reply to the post.")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    target: str,
    dry_run: bool,
    seconds: int,
    repeat: int,
    yes: bool,
    scratch: Path | None,
    form: str | None,
    mail: bool,
) -> None:
    """Run a posted benchmark again: TARGET is a message id, a measurement id, or suite:test (aim9:fork_test, aim9)."""
    settings: Settings = ctx.obj
    made = _planned(settings, target, seconds=seconds, repeat=repeat)
    place = (scratch or Path(tempfile.gettempdir())).absolute()
    if dry_run or not yes or not made.steps:
        print_plan(_console(error=not dry_run), made, place)
    if dry_run:
        return
    if not made.steps:
        ctx.exit(1)
    _confirm(made, yes=yes)
    run = _measured(made, place)
    stored = _store(settings, run)
    result = report(made, run, stored)
    _write(made, result, "mail" if mail else chosen(form))
    if result.failures:
        ctx.exit(1)


def _planned(settings: Settings, target: str, *, seconds: int, repeat: int) -> Plan:
    if names_a_suite(target) or not settings.archive_folder.exists():
        return plan(None, target, seconds=seconds, repeat=repeat)
    with settings.open_archive() as archive:
        return plan(archive, target, seconds=seconds, repeat=repeat)


def _confirm(made: Plan, *, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        message = "nothing was run: add --yes to run these commands, or --dry-run to only see them"
        raise UserError(message)
    count = len(made.steps) * made.repeat
    click.confirm(f"Run these {count} commands (about {made.cost.seconds:.0f} s)?", abort=True, err=True)


def _measured(made: Plan, scratch: Path) -> Run:
    compiler = find_compiler()
    programs = compiled((step.adapter for step in made.steps), compiler)
    with _ended_in_order():
        return execute(made, programs, compiler=compiler.version, scratch=scratch, progress=_tell)


def _store(settings: Settings, run: Run) -> tuple[Run, ...]:
    """Keep the run, in an archive made for it if need be; the stored runs of its tests, for the comparison."""
    try:
        with settings.create_archive() as archive:
            archive.runs.save(run)
            if run.message_key is not None:
                _put_in(settings, archive)
            found = {r.id: r for value in run.values for r in archive.runs.of_test(value.suite, value.test)}
    except UserError as error:
        click.echo(f"not stored: {error}", err=True)
        return ()
    click.echo(f"stored in {settings.archive_folder} as run {run.id}", err=True)
    return tuple(found.values())


def _put_in(settings: Settings, archive: Archive) -> None:
    """Let searches know of the run (has:run) at once; the next search does it, or says why not, where this cannot."""
    with suppress(UserError):
        open_fresh(settings, archive).close()


def _write(made: Plan, result: Report, form: str) -> None:
    if form == "mail":
        click.echo(reply(made, result), nl=False)
    elif form == "jsonl":
        click.echo(json.dumps(run_json(result.run), ensure_ascii=False))
    else:
        print_report(_console(), result)
        click.echo(f"\nrun {result.run.id}")


def _tell(progress: Progress) -> None:
    """One line that is written over on a terminal; a line a round elsewhere would only fill logs."""
    if sys.stderr.isatty():
        end = "\n" if progress.number == progress.total else ""
        click.echo(
            f"\r\x1b[K{progress.number}/{progress.total} {progress.test} (round {progress.round}){end}",
            err=True,
            nl=False,
        )


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """A request to end (SIGTERM, SIGHUP) is met as Ctrl-C is, so that what was started is ended and cleared away."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _console(*, error: bool = False) -> Console:
    console = Console(stderr=error, highlight=False)
    if not console.is_terminal:
        console = Console(stderr=error, highlight=False, width=_PLAIN_WIDTH)
    return console
