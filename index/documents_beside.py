"""Making documents, by a process of its own where there are many: it takes as long as putting them into the index.

The process never touches the archive: mails are sent to it, and documents come back. It ends with this one, however
that ends.
"""

import gc
import multiprocessing
import queue
import traceback
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection
from typing import Final, TypeVar

from archive.child_process import follow_parent, take_in
from archive.model import UserError
from archive.store.searchable import Searchable
from index.documents import DocumentMaker
from index.engine import Held

# To start a process and to send it mails costs more than it saves where there are fewer.
FEWEST_FOR_A_PROCESS: Final = 1000
# So many portions are sent before the documents of the first one are waited for.
_AHEAD: Final = 3
Connection = connection.Connection
T = TypeVar("T")
Portion = tuple[T, Sequence[Searchable]]
"""Some mails, and what they belong to."""


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why there are no documents of a portion: what a person can mend, or a fault of ours with its trace."""

    message: str
    is_for_users: bool


class DocumentsFailedError(Exception):
    """The process met a fault; the message is its trace."""


def with_documents(portions: Iterable[Portion[T]], count: int) -> Generator[tuple[T, Sequence[Held]], None, None]:
    """The documents of each portion's mails, in order; `count` says how many mails there are about.

    Close it where not all are taken. UserError where a stored mail is damaged or somebody ends the process that makes
    them, DocumentsFailedError where that meets a fault.
    """
    if count < FEWEST_FOR_A_PROCESS:
        maker = DocumentMaker()
        for belongs, mails in portions:
            yield belongs, tuple(map(maker.held, mails))
        return
    with _process() as pipe:
        waiting: deque[T] = deque()
        for belongs, mails in portions:
            _send(pipe, mails)
            waiting.append(belongs)
            if len(waiting) > _AHEAD:
                yield waiting.popleft(), _receive(pipe)
        while waiting:
            yield waiting.popleft(), _receive(pipe)


@contextmanager
def _process() -> Iterator[Connection]:
    own, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    # Else its end would not be noticed here.
    theirs.close()
    try:
        yield own
    finally:
        process.terminate()
        process.join()
        process.close()
        own.close()


def _send(pipe: Connection, mails: Sequence[Searchable]) -> None:
    try:
        pipe.send(mails)
    except ConnectionError as error:
        raise _ended() from error


def _receive(pipe: Connection) -> Sequence[Held]:
    try:
        told: Sequence[Held] | _Failure = pipe.recv()
    except (EOFError, OSError) as error:
        # OSError where it was ended in the middle of a message.
        raise _ended() from error
    if isinstance(told, _Failure):
        raise UserError(told.message) if told.is_for_users else DocumentsFailedError(told.message)
    return told


def _ended() -> UserError:
    return UserError(
        "the process that reads mails for the index was ended (for want of memory?): the next search or import goes on "
        "from there"
    )


def _serve(pipe: Connection) -> None:
    follow_parent()
    # What the other process had made by then would be looked through again and again here.
    gc.freeze()
    sent: queue.SimpleQueue[Sequence[Searchable]] = queue.SimpleQueue()
    take_in(pipe, sent.put)
    maker = DocumentMaker()
    while True:
        # It goes on after a failure: the other process may be sending, and would take the end for the reason.
        pipe.send(_told(maker, sent.get()))


def _told(maker: DocumentMaker, mails: Sequence[Searchable]) -> Sequence[Held] | _Failure:
    try:
        return tuple(map(maker.held, mails))
    except UserError as error:
        return _Failure(str(error), is_for_users=True)
    except Exception:
        # It is raised again where somebody sees it.
        return _Failure(traceback.format_exc(), is_for_users=False)
