"""What every process that works beside another one does: it leaves Ctrl-C to that one and ends with it."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any


def follow_parent() -> None:
    """Let this process be stopped by the one that started it, and end with that one, however that ends."""
    # Ctrl-C goes to both; this one is stopped by the other.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def take_in(pipe: Connection, put: Callable[[Any], None]) -> None:
    """Hand on what is sent to this process, by a thread: if both processes waited for the other to take what they send,
    they would for ever. What is put is of the sender's type, which a pipe does not know.
    """
    threading.Thread(target=_hand_on, args=(pipe, put), daemon=True).start()


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
