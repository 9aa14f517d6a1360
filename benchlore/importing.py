"""An import as a command makes it: progress, and the search index brought up to date at the end."""

from collections.abc import Callable

from archive.model import UserError
from archive.store.archive import Archive
from benchlore.indexing import put_in
from benchlore.progress import Display
from benchlore.settings import Settings
from index.engines import open_engine
from ingest.pipeline import ImportSummary
from ingest.pipeline import Progress as Tell

Work = Callable[[Tell], ImportSummary]
"""An import that tells how far it is."""


def imported(settings: Settings, archive: Archive, work: Work) -> ImportSummary:
    """Do the work, then put into the index what it brought; UserError where somebody stops it by Ctrl-C.

    The index is opened once before: what is wrong with it is told before hours of reading, and an archive that has
    mails always has one.
    """
    open_engine(settings.index_folder, create=True).close()
    try:
        with Display() as display:
            summary = work(display.tell)
            put_in(settings, archive, display)
    except KeyboardInterrupt:
        message = "stopped; what was read is kept, and the same command goes on from there"
        raise UserError(message) from None
    return summary
