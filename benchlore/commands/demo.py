"""`benchlore demo`: the three jobs on the sample threads that come with the package."""

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click

import samples
from benchlore.settings import Settings

_SAMPLES = ("aim9-thread.mbox", "hypermail", "lmbench-aim7.t.mbox.gz")
_POST = "aim9-1@samples.example.org"
_TEST = "fork_test"
_QUESTION = f"{_TEST} regression 2.5"


@click.command(name="demo")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Import the sample threads, search them, re-run a posted test, and say how to look at it all in a browser.

    It works on the archive that --archive names; a second time it finds the mails already there.
    """
    folder = Path(samples.__path__[0])
    _say("1. Import an archive: an mbox, pages of hypermail, an mbox of public-inbox")
    _run(ctx, ("import", *(str(folder / name) for name in _SAMPLES)))
    _say("2. Search it: what made fork_test slower in 2.5?")
    _run(ctx, ("search", _QUESTION, *_for_people()))
    _say("3. Run what was posted again, on this machine")
    if shutil.which("cc") is None:
        click.echo("There is no C compiler here, so nothing is run again; on Debian: apt-get install gcc libc6-dev")
    else:
        _run(ctx, ("run", _posted(ctx.obj), "--seconds", "1", "--repeat", "5", "--yes", *_for_people()))
    _say("Look at the threads beside their numbers")
    click.echo(f"Start this and open http://127.0.0.1:8000/ in a browser:\n\n    {_typed(ctx, ('serve',))}\n")


def _say(heading: str) -> None:
    click.secho(f"\n{heading}\n", bold=True)


def _for_people() -> tuple[str, ...]:
    """A terminal gets tables anyhow; the demo's output is for people also where it is piped into a log."""
    return () if sys.stdout.isatty() else ("--format", "table")


def _posted(settings: Settings) -> str:
    """The id of the posted measurement that is run again."""
    with settings.open_archive() as archive:
        return next(each.id for each in archive.results.measurements((_POST,)) if each.test == _TEST)


def _run(ctx: click.Context, words: Sequence[str]) -> None:
    """Run one of our own commands as if it had been typed; it says itself what failed."""
    click.echo(f"$ {_typed(ctx, words)}\n")
    arguments = ["--archive", str(ctx.obj.archive_folder), *words]
    ctx.find_root().command.main(arguments, prog_name="benchlore", standalone_mode=False)


def _typed(ctx: click.Context, words: Sequence[str]) -> str:
    """The command line as a person would type it: with --archive where it was given."""
    given = ctx.find_root().params.get("archive")
    archive = ("--archive", str(given)) if given is not None else ()
    return shlex.join((_program(), *archive, *words))


def _program() -> str:
    """What has to be typed to start this program: its path where a shell would not find it by its name."""
    started, found = Path(sys.argv[0]), shutil.which("benchlore")
    by_name = started.name != "benchlore" or (found is not None and started.exists() and started.samefile(found))
    return "benchlore" if by_name else sys.argv[0]
