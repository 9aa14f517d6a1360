"""Streams: whatever compressed them, readers see what was compressed, also in several pieces."""

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from backports import zstd

from ingest.sources.opening import Meter, Opened

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


def test_a_meter_tells_which_part_of_the_files_was_read_compressed_or_not(tmp_path: Path) -> None:
    plain, packed = tmp_path / "plain", tmp_path / "packed"
    plain.write_bytes(bytes(1_000_000))
    packed.write_bytes(gzip.compress(TEXT))
    meter = Meter(1_000_000 + packed.stat().st_size)
    assert meter.share == 0
    with meter.open(plain) as file:
        opened = Opened(file)
        assert meter.share is not None
        assert 0 < meter.share < 0.5
        opened.stream.read()
    assert meter.share < 1
    with meter.open(packed) as file:
        assert Opened(file).stream.read() == TEXT
    assert meter.share == 1
    assert Meter().share is None
