"""Inflating: what is whole comes out, damage and bombs are said to be, and memory stays bounded."""

import bz2
import gzip
import lzma
import time
import tracemalloc
from collections.abc import Callable

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st

from ingest.inflating import inflate, inflater_for

COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstd.compress,
}
TABLE = b"2.6.0-test5            32     590.2  322.0  131.9\n" * 5000


@pytest.mark.parametrize("name", COMPRESSORS)
@given(data=st.binary(max_size=3000))
def test_what_was_compressed_comes_out(name: str, data: bytes) -> None:
    found = inflate(COMPRESSORS[name](data), 3000)
    assert (found.data, found.loss) == (data, None)


def test_what_is_not_compressed_is_left_as_it_is() -> None:
    assert inflater_for(TABLE) is None
    assert inflate(TABLE, 1 << 20).data == TABLE


@pytest.mark.parametrize("name", COMPRESSORS)
def test_a_file_that_ends_too_early_gives_what_is_there_and_says_so(name: str) -> None:
    packed = COMPRESSORS[name](TABLE)
    found = inflate(packed[:-9], len(TABLE))
    assert TABLE.startswith(found.data)
    assert "too early" in (found.loss or "")


@pytest.mark.parametrize("name", COMPRESSORS)
def test_damage_never_raises(name: str) -> None:
    packed = bytearray(COMPRESSORS[name](TABLE))
    packed[len(packed) // 2 :] = b"\xff" * (len(packed) - len(packed) // 2)
    assert inflate(bytes(packed), len(TABLE)).loss is not None


@pytest.mark.parametrize("name", COMPRESSORS)
def test_a_bomb_costs_neither_time_nor_memory(name: str) -> None:
    bomb = COMPRESSORS[name](bytes(100_000_000))
    tracemalloc.start()
    start = time.process_time()
    found = inflate(bomb, 1_000_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (len(found.data), "beyond 1000000 bytes" in (found.loss or "")) == (1_000_000, True)
    assert time.process_time() - start < 1
    assert peak < 20_000_000
