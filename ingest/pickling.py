"""Nouns as bytes on their way to another process of this program."""

import io
import pickle
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from archive.circumstances import Circumstance
from archive.hardware import Hardware
from archive.kernels import KernelVersion
from archive.model import Author, Message, Part, Source, Span
from archive.results import (
    Attribution,
    Change,
    Claim,
    Comment,
    Correction,
    Derived,
    Kernel,
    Machine,
    Measurement,
    RelativeResult,
    Side,
    Spread,
    Table,
    TableRef,
    Target,
)
from archive.store.packing import PackedMessage
from ingest.profiles import Profile
from ingest.tables import Block
from suites import suite_named
from suites.base import Cell, Label, Row, RowSpread, Suite, Value


def pickled(told: object) -> bytes:
    """What `pickle` makes of it, for `Connection.send_bytes`."""
    content = io.BytesIO()
    pickler = pickle.Pickler(content, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _REDUCERS
    pickler.dump(told)
    return content.getvalue()


def _reduced(kind: type, get: Callable[[object], tuple[object, ...]], told: object) -> tuple[type, tuple[object, ...]]:
    return kind, get(told)


def _reducer(kind: type) -> Callable[[object], tuple[type, tuple[object, ...]]]:
    return partial(_reduced, kind, attrgetter(*(field.name for field in fields(kind))))


_OF_MAILS = (Author, Message, PackedMessage, Part, Source)
_OF_RESULTS = (
    *(Attribution, Change, Circumstance, Claim, Comment, Correction, Derived, Hardware, Kernel, KernelVersion, Machine),
    *(Measurement, RelativeResult, Side, Span, Spread, Table, TableRef, Target),
)
_OF_TABLES = (Block, Cell, Label, Profile, Row, RowSpread, Value)
# What dataclasses do by themselves for slots takes twice the time. A suite is known by its name.
_REDUCERS: Mapping[type, Callable[[Any], tuple[Callable[..., object], tuple[object, ...]]]] = MappingProxyType(
    {kind: _reducer(kind) for kind in (*_OF_MAILS, *_OF_RESULTS, *_OF_TABLES)}
    | {Suite: lambda suite: (suite_named, (suite.name,)), MappingProxyType: lambda frozen: (dict, (frozen.copy(),))}
)
