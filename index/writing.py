"""Whose turn it is to write an archive's index: one process at a time, whichever engine keeps it."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from archive.model import UserError

_LOCK: Final = ".writing"
_LOOK_AGAIN_SECONDS: Final = 0.05


class IndexBusyError(UserError):
    """Another process writes the index, and did not end in time."""

    def __init__(self) -> None:
        """Say what to do."""
        super().__init__("another process is writing this index; wait until it is done and try again")


@contextmanager
def turn(folder: Path, wait_seconds: float) -> Iterator[None]:
    """Nobody else writes in an archive's index folder meanwhile, nor begins an index where there is a damaged one.

    IndexBusyError where somebody does for longer than that many seconds, UserError where nobody may write there. It
    cannot be taken twice, and ends with its process however that ends.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        message = f"the search index in {folder} cannot be written: {error.strerror}"
        raise UserError(message) from error
    try:
        _take(lock, wait_seconds)
        yield
    finally:
        os.close(lock)


def _take(lock: int, wait_seconds: float) -> None:
    until = time.monotonic() + wait_seconds
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise IndexBusyError from None
            time.sleep(_LOOK_AGAIN_SECONDS)
        else:
            return
