"""What every process that works beside another one does: it leaves Ctrl-C to that one and ends with it."""

import multiprocessing
import os
import signal
import threading


def follow_parent() -> None:
    """Let this process be stopped by the one that started it, and end with that one, however that ends."""
    # Ctrl-C goes to both; this one is stopped by the other.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
