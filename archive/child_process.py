"""A process beside this one, to talk to over a pipe: it leaves Ctrl-C to this one and ends with it in any case."""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Self

from archive.model import UserError


class ChildFailedError(Exception):
    """A process beside this one met a fault; the message is its trace."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why the process has not done what was asked of it: what a person can mend, or a fault of ours with its trace."""

    message: str
    is_for_users: bool

    @classmethod
    def of(cls, error: Exception) -> Self:
        """What to send of an error; it is raised again where somebody sees it."""
        if isinstance(error, UserError):
            return cls(str(error), is_for_users=True)
        return cls("".join(traceback.format_exception(error)), is_for_users=False)

    def error(self) -> Exception:
        """What to raise where it was sent to."""
        return UserError(self.message) if self.is_for_users else ChildFailedError(self.message)


@dataclass(frozen=True, slots=True)
class Child:
    """The process, for whoever started it; UserError wherever it was ended by somebody, which `what_ended` tells."""

    pipe: Connection
    what_ended: str

    def send(self, told: object) -> None:
        """Tell it something."""
        try:
            self.pipe.send(told)
        except ConnectionError as error:
            raise self._ended() from error

    def send_pickled(self, told: bytes) -> None:
        """Tell it what was pickled before."""
        try:
            self.pipe.send_bytes(told)
        except ConnectionError as error:
            raise self._ended() from error

    def receive(self) -> Any:
        """What it tells next, of a type that a pipe does not know; waited for. What a Failure tells of is raised."""
        try:
            told = self.pipe.recv()
        except (EOFError, OSError) as error:
            # OSError where it was ended in the middle of a message.
            raise self._ended() from error
        if isinstance(told, Failure):
            raise told.error()
        return told

    def _ended(self) -> UserError:
        return UserError(self.what_ended)


@contextmanager
def process_beside(
    serve: Callable[..., None], *told: object, name: str, advice: str, is_fresh: bool = False
) -> Iterator[Child]:
    """A process in which `serve` is given its end of the pipe and `told`; it is stopped wherever it is in the end.

    Where somebody ended it, `name` is what it does, and `advice` what a person can do then. A fresh one starts later,
    and holds nothing of what this one holds.
    """
    context = multiprocessing.get_context("spawn" if is_fresh else None)
    own, theirs = context.Pipe()
    process = context.Process(target=_begin, args=(serve, theirs, *told), daemon=True)
    process.start()
    # Else its end would not be noticed here.
    theirs.close()
    try:
        yield Child(own, f"the process that {name} was ended (for want of memory?): {advice}")
    finally:
        process.terminate()
        process.join()
        process.close()
        own.close()


def take_in(pipe: Connection, put: Callable[[Any], None]) -> None:
    """Hand on what is sent to this process, by a thread: if both processes waited for the other to take what they send,
    they would for ever. What is put is of the sender's type, which a pipe does not know.
    """
    threading.Thread(target=_hand_on, args=(pipe, put), daemon=True).start()


def _begin(serve: Callable[..., None], pipe: Connection, *told: object) -> None:
    # Ctrl-C goes to both; this one is stopped by the other.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    serve(pipe, *told)


def _hand_on(pipe: Connection, put: Callable[[Any], None]) -> None:
    try:
        while True:
            put(pipe.recv())
    finally:
        # Whatever ends this thread (no more to come, no memory), both processes would wait for each other for ever.
        os._exit(1)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
