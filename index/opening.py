"""Opening an index, the same for every engine: it is this archive's, it can be read, or a new one is begun."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from archive.model import UserError
from index.folder import IndexFolder, identity_beside
from index.writing import turn

_WRITER_SECONDS: Final = 5.0
_BETWEEN_LOOKS_SECONDS: Final = 0.1
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Form(Generic[E]):
    """How an engine keeps an index: in a folder of that name; `read` raises one of `damages` where it cannot."""

    name: str
    read: Callable[[IndexFolder], E]
    begin: Callable[[IndexFolder], None]
    damages: tuple[type[Exception], ...]


def open_form(form: Form[E], folder: Path, *, create: bool) -> E:
    """The index of that form in an archive's index folder, begun anew where it cannot be read.

    UserError where it is missing or damaged (and none may be made), or was made by another archive.
    """
    own = IndexFolder.open(folder / form.name, identity_beside(folder), create=create)
    for _ in range(0 if own.is_empty() else 2):
        try:
            return form.read(own)
        except form.damages as error:
            damage = error
            # A writer may just have replaced the list of files; the new one is there by now.
            time.sleep(_BETWEEN_LOOKS_SECONDS)
    if not create:
        message = f"the search index in {own.path} cannot be read: run `benchlore reindex`"
        raise UserError(message) from (None if own.is_empty() else damage)
    return _begun(form, own)


def _begun(form: Form[E], own: IndexFolder) -> E:
    if not os.access(own.path, os.W_OK):
        message = f"the search index in {own.path} cannot be read, and none can be made there: check the rights on it"
        raise UserError(message)
    with turn(own.path.parent, _WRITER_SECONDS):
        try:
            # With nobody writing: what looked damaged may have been half of another process's work.
            return form.read(own)
        except form.damages:
            form.begin(own)
            return form.read(own)
