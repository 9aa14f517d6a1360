"""Which engine keeps an archive's index, and opening it: the archive remembers what was chosen, Whoosh else."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from archive.model import UserError
from index import whoosh_engine
from index.engine import Engine
from index.folder import IndexFolder, alone, folders_of, identity_beside, write
from index.writing import turn

WHOOSH: Final = "whoosh"
TANTIVY: Final = "tantivy"
NAMES: Final = (WHOOSH, TANTIVY)
# Beyond so many messages Whoosh takes minutes to write and most of a second to search.
MOST_FOR_WHOOSH: Final = 20_000
_CHOICE = "engine"
_WRITER_SECONDS: Final = 60.0


def engine_of(folder: Path) -> str:
    """The name of the engine that keeps the index in an archive's index folder."""
    try:
        chosen = (folder / _CHOICE).read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        return WHOOSH
    if chosen not in NAMES:
        message = f"this Benchlore knows no search engine {chosen!r}: run `benchlore reindex --engine {WHOOSH}`"
        raise UserError(message)
    return chosen


def open_engine(folder: Path, *, create: bool, name: str | None = None) -> Engine:
    """The engine of that name, else the one that keeps the archive's index.

    UserError where it is not installed, where there is no index (and none may be made), or it is another archive's.
    """
    opener = _opener(name or engine_of(folder))
    if not create:
        return opener(folder, create=False)
    with alone(folder):
        return opener(folder, create=True)


def begin_with(folder: Path, name: str) -> None:
    """Let that engine keep the index from the start; UserError where another one keeps it already."""
    kept = engine_of(folder)
    if name == kept:
        return
    if any(folders_of(folder, kept)):
        message = f"{kept} keeps this archive's index: run `benchlore reindex --engine {name}` to change that"
        raise UserError(message)
    _opener(name)
    choose(folder, name)


def choose(folder: Path, name: str) -> None:
    """From now on that engine keeps the index; what the others made there is removed.

    IndexBusyError where another process writes it and does not end in time.
    """
    identity = identity_beside(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Nobody may lose its files while it writes them.
    with turn(folder, _WRITER_SECONDS):
        write(folder / _CHOICE, name)
        for other in NAMES:
            for path in folders_of(folder, other) if other != name else ():
                IndexFolder.open(path, identity, create=False).remove()


def _opener(name: str) -> Callable[..., Engine]:
    if name == WHOOSH:
        return whoosh_engine.open_engine
    try:
        # Here, since the package is an extra and whoever has chosen Whoosh need not have it.
        from index import tantivy_engine  # noqa: PLC0415
    except ImportError as error:
        message = f"tantivy is not installed: install benchlore[fast], or run `benchlore reindex --engine {WHOOSH}`"
        raise UserError(message) from error
    return tantivy_engine.open_engine
