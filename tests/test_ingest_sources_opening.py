"""Streams: whatever compressed them, readers see what was compressed, also in several pieces."""

import bz2
import gzip
import io
import lzma
from collections.abc import Callable

import pytest
from backports import zstd

from ingest.sources.opening import Opened

TEXT = b"".join(b"row %d  590.2\n" % number for number in range(50_000))
COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstd.compress,
}


@pytest.mark.parametrize("name", COMPRESSORS)
def test_a_stream_is_read_whatever_compressed_it(name: str) -> None:
    opened = Opened(io.BytesIO(COMPRESSORS[name](TEXT)))
    assert TEXT.startswith(opened.head)
    assert (opened.stream.read(), opened.damage) == (TEXT, None)


@pytest.mark.parametrize("name", COMPRESSORS)
def test_pieces_that_were_compressed_one_by_one_are_one_stream(name: str) -> None:
    pieces = [COMPRESSORS[name](TEXT[start : start + 200_000]) for start in range(0, len(TEXT), 200_000)]
    assert Opened(io.BytesIO(b"".join(pieces))).stream.read() == TEXT


@pytest.mark.parametrize("name", ["gzip", "zstd", "xz", "bzip2"])
def test_a_stream_that_ends_too_early_is_read_up_to_there(name: str) -> None:
    opened = Opened(io.BytesIO(COMPRESSORS[name](TEXT)[:-20]))
    assert TEXT.startswith(opened.stream.read())
    assert "too early" in (opened.damage or "")
