"""The command group: finds the commands of benchlore/commands by their files and loads each only when it is called."""

import importlib
import pkgutil
from importlib.metadata import version
from pathlib import Path

import click

from benchlore import commands as command_files
from benchlore.settings import Settings, archive_folder


class CommandFiles(click.Group):
    """A group whose commands are the files of benchlore/commands; `import_mail.py` is the command `import`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """The names of all commands, sorted."""
        return sorted(_command_name(module.name) for module in pkgutil.iter_modules(command_files.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        for module in pkgutil.iter_modules(command_files.__path__):
            if _command_name(module.name) == cmd_name:
                command = importlib.import_module(f"{command_files.__name__}.{module.name}").command
                assert isinstance(command, click.Command)
                return command
        near = [name for name in self.list_commands(ctx) if name[:2] == cmd_name[:2]]
        hint = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(self.list_commands(ctx))}"
        raise click.UsageError(f"there is no command {cmd_name!r}{hint}")


@click.group(cls=CommandFiles, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--archive",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The archive's folder [BENCHLORE_ARCHIVE, else under XDG_DATA_HOME].",
)
@click.version_option(version("benchlore"), prog_name="benchlore")
@click.pass_context
def commands(ctx: click.Context, archive: Path | None) -> None:
    """Archive, search and re-run the benchmark results that people post to mailing lists."""
    ctx.obj = Settings(archive_folder(archive))


def _command_name(module: str) -> str:
    return module.removesuffix("_mail").replace("_", "-")
