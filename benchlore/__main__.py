"""Run the command line: every failure a person can mend is one line on standard error, with exit status 1."""

import errno
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
    except OSError as error:
        sys.stderr.write(f"benchlore: {visible(_advice(error))}\n")
        sys.exit(1)


def _advice(error: OSError) -> str:
    """What to do where the system refuses a file."""
    reason = error.strerror or str(error)
    where = f"{error.filename}: {reason}" if error.filename else reason
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return f"the disk is full ({where}): make room and run the command again; what was read is kept"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return f"{where}; it cannot be written: check the rights on its folder"
    return f"{where}; check the disk, then run the command again"


if __name__ == "__main__":
    main()
