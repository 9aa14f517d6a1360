"""`benchlore demo`: the three jobs on the sample threads that come with the package."""

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

import click

import samples

_SAMPLES = ("aim9-thread.mbox", "hypermail", "lmbench-aim7.t.mbox.gz")
_QUESTION = "fork_test regression 2.5"
_RERUN = ("run", "aim9:fork_test", "--seconds", "1", "--repeat", "5", "--yes")


@click.command(name="demo")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Import the sample threads, search them, re-run a posted test, and say how to look at it all in a browser.

    It works on the archive that --archive names and adds nothing the second time.
    """
    folder = Path(samples.__path__[0])
    _show(ctx, "1. Import an archive: an mbox, pages of hypermail, an mbox of public-inbox")
    _run(ctx, "import", *(str(folder / name) for name in _SAMPLES))
    _show(ctx, "2. Search it: what made fork_test slower in 2.5?")
    _run(ctx, "search", _QUESTION)
    _show(ctx, "3. Run it again on this machine")
    if shutil.which("cc") is None:
        click.echo("There is no C compiler here, so nothing is re-run; on Debian: apt-get install gcc libc6-dev")
    else:
        _run(ctx, *_RERUN)
    _show(ctx, "Look at the threads beside their numbers in a browser")
    click.echo(f"Start this and open http://127.0.0.1:8000/ :\n\n    {_typed(ctx, ('serve',))}")


def _show(ctx: click.Context, heading: str) -> None:
    click.secho(f"\n{heading}\n", bold=True, color=ctx.color)


def _run(ctx: click.Context, *words: str) -> None:
    """Run one of our own commands as if it had been typed; it says itself what failed."""
    root = ctx.find_root()
    click.echo(f"$ {_typed(ctx, words)}\n")
    archive = ("--archive", str(ctx.obj.archive_folder))
    root.command.main([*archive, *words], prog_name="benchlore", standalone_mode=False)


def _typed(ctx: click.Context, words: Sequence[str]) -> str:
    """The command line as a person would type it: with --archive where it is not the default."""
    given = ctx.find_root().params.get("archive")
    archive = ("--archive", str(given)) if given is not None else ()
    return shlex.join(("benchlore", *archive, *words))
