"""Making documents, by a process of its own where there are many: it takes as long as putting them into the index.

The process never touches the archive: mails are sent to it, and documents come back. It ends with this one, however
that ends.
"""

import gc
import queue
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from contextlib import AbstractContextManager
from multiprocessing.connection import Connection
from typing import Final, TypeVar

from archive.child_process import Child, Failure, process_beside, take_in
from archive.store.searchable import Searchable
from index.documents import DocumentMaker
from index.engine import Held

# To start a process and to send it mails costs more than it saves where there are fewer.
FEWEST_FOR_A_PROCESS: Final = 1000
# An import of so many leaves much in memory, which a fork would hold a second time.
FEWEST_FOR_A_FRESH_ONE: Final = 20_000
# So many portions are sent before the documents of the first one are waited for.
_AHEAD: Final = 3
T = TypeVar("T")
Portion = tuple[T, Sequence[Searchable]]
"""Some mails, and what they belong to."""


def with_documents(portions: Iterable[Portion[T]], count: int) -> Generator[tuple[T, Sequence[Held]], None, None]:
    """The documents of each portion's mails, in order; `count` says how many mails there are about.

    Close it where not all are taken. UserError where a stored mail is damaged or somebody ends the process that makes
    them, ChildFailedError where that meets a fault.
    """
    if count < FEWEST_FOR_A_PROCESS:
        maker = DocumentMaker()
        for belongs, mails in portions:
            yield belongs, tuple(map(maker.held, mails))
        return
    with _process(is_fresh=count >= FEWEST_FOR_A_FRESH_ONE) as child:
        waiting: deque[T] = deque()
        for belongs, mails in portions:
            child.send(mails)
            waiting.append(belongs)
            if len(waiting) > _AHEAD:
                yield waiting.popleft(), child.receive()
        while waiting:
            yield waiting.popleft(), child.receive()


def _process(*, is_fresh: bool = False) -> AbstractContextManager[Child]:
    advice = "the next search or import goes on from there"
    return process_beside(_serve, name="reads mails for the index", advice=advice, is_fresh=is_fresh)


def _serve(pipe: Connection) -> None:
    # What the other process had made by then would be looked through again and again here.
    gc.freeze()
    sent: queue.SimpleQueue[Sequence[Searchable]] = queue.SimpleQueue()
    take_in(pipe, sent.put)
    maker = DocumentMaker()
    while True:
        # It goes on after a failure: the other process may be sending, and would take the end for the reason.
        pipe.send(_told(maker, sent.get()))


def _told(maker: DocumentMaker, mails: Sequence[Searchable]) -> Sequence[Held] | Failure:
    try:
        return tuple(map(maker.held, mails))
    except Exception as error:
        return Failure.of(error)
