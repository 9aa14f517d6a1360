"""Run the command line: every failure a person can mend is one line on standard error, with exit status 1."""

import os
import sys

from archive.escape import visible
from archive.model import UserError
from benchlore.cli import commands


def main() -> None:
    """Run a command; 0 done, 1 nothing found or failed in part, 2 wrong use."""
    try:
        commands(prog_name="benchlore")
    except UserError as error:
        sys.stderr.write(f"benchlore: {visible(str(error))}\n")
        sys.exit(1)
    except BrokenPipeError:
        # The reader of a pipe has gone ("| head"): say nothing more, also not at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
