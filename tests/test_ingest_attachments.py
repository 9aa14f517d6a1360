"""Files that come with a mail: texts are read whatever they are called, the rest is listed, nothing blows up."""

import base64
import bz2
import gzip
import io
import lzma
import tarfile
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from backports import zstd

from ingest import bodies
from ingest.bodies import Body, read_body
from ingest.header_block import split

TABLE = "kernel         Jobs/Min  Real\n2.6.0-test5       590.2  322.0\n2.6.0-test9       316.2  601.2\n"
COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstd.compress,
}


def attached(data: bytes, name: str | None = None, content_type: str = "application/octet-stream") -> Body:
    named = f'; name="{name}"' if name else ""
    head = f"Content-Type: {content_type}{named}\nContent-Transfer-Encoding: base64\n\n"
    raw = head.encode() + base64.encodebytes(data)
    headers, offset = split(raw)
    body = read_body(headers, raw[offset:])
    # Such a mail is nothing but its attachment, and says so; what matters here is what became of the attachment.
    return replace(body, losses=tuple(loss for loss in body.losses if not loss.startswith("it holds no text")))


@pytest.mark.parametrize("name", [None, "results.txt", "dmesg", "config-2.5.49", "aim9.2.6.0-test9", "table.json"])
@pytest.mark.parametrize("content_type", ["application/octet-stream", "text/plain", "application/x-unknown"])
def test_a_text_is_read_whatever_it_is_called(name: str | None, content_type: str) -> None:
    found = attached(TABLE.encode(), name, content_type)
    assert [(part.name, part.text) for part in found.parts] == [(name, TABLE)]


@pytest.mark.parametrize(
    ("data", "content_type"),
    [
        (bytes(range(256)), "application/octet-stream"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "image/png"),
        (TABLE.encode(), "image/svg+xml"),
        (b"-----BEGIN PGP SIGNATURE-----\n", "application/pgp-signature"),
        (b"%!PS-Adobe\n100 200 moveto\n", "application/postscript"),
        (b"%PDF-1.4\n1 0 obj\n", "application/pdf"),
        (b"", "application/octet-stream"),
    ],
)
def test_what_is_no_text_is_listed_with_its_size(data: bytes, content_type: str) -> None:
    found = attached(data, "file", content_type)
    assert [(part.content_type, part.text, part.size) for part in found.parts] == [(content_type, None, len(data))]
    assert found.losses == ()


@pytest.mark.parametrize("ending", COMPRESSORS)
@pytest.mark.parametrize("content_type", ["application/octet-stream", "application/x-gzip", "text/plain"])
def test_a_compressed_text_is_read_and_keeps_the_size_that_was_sent(ending: str, content_type: str) -> None:
    packed = COMPRESSORS[ending](TABLE.encode())
    found = attached(packed, f"aim.out.{ending}", content_type)
    assert [(part.name, part.text, part.size) for part in found.parts] == [(f"aim.out.{ending}", TABLE, len(packed))]


def test_a_packed_folder_is_listed() -> None:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as folder:
        entry = tarfile.TarInfo("bench/results.txt")
        entry.size = len(TABLE)
        folder.addfile(entry, io.BytesIO(TABLE.encode()))
    found = attached(file.getvalue(), "bench.tar.gz")
    assert (found.parts[0].text, found.losses) == (None, ())


def test_a_text_that_ends_too_early_is_read_as_far_as_it_goes_and_said_to() -> None:
    packed = gzip.compress("".join(f"row {number}\n" for number in range(2000)).encode())
    found = attached(packed[:-200], "results.gz")
    assert (found.parts[0].text or "").startswith("row 0\nrow 1\n")
    assert [loss for loss in found.losses if "ends too early" in loss] != []


@pytest.mark.parametrize("content", [bytes(100_000_000), b"A" * 100_000_000, b"row 1\n" * 15_000_000])
def test_a_bomb_is_a_loss_and_costs_next_to_nothing(content: bytes) -> None:
    bomb = gzip.compress(content, 9)
    start = time.process_time()
    found = attached(bomb, "results.txt.gz")
    assert time.process_time() - start < 2
    assert found.parts[0].text is None or len(found.parts[0].text) <= bodies.MAX_TEXT
    assert len(found.losses) == 1


def test_many_compressed_texts_share_one_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MAX_TEXT", 100_000)
    text = "".join(f"{number} {number * number}\n" for number in range(9000)).encode()
    part = b"--b\nContent-Type: application/gzip\nContent-Transfer-Encoding: base64\n\n"
    one = part + base64.encodebytes(gzip.compress(text)) + b"\n"
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n" + one * 10 + b"--b--\n"
    headers, offset = split(raw)
    found = read_body(headers, raw[offset:])
    assert len(found.parts) == 10
    assert sum(len(part.text or "") for part in found.parts) <= 200_000
    assert [loss for loss in found.losses if "left out" in loss] != []
