"""cryptsetup benchmark, how fast ciphers and key derivations are in memory. Its rows:

# Tests are approximate using memory only (no storage IO).
PBKDF2-sha1      1804777 iterations per second for 256-bit key
# Algorithm |       Key |      Encryption |      Decryption
    aes-cbc        128b      1099.3 MiB/s      3392.9 MiB/s
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from archive.results import Parameter
from archive.text import Line
from suites.base import Metric, Rerun, Row, Suite
from suites.matches import Tables, cell, measured

THROUGHPUT = Metric("throughput", "MiB/s", "higher", "bytes of memory encrypted or decrypted in a second")
ITERATIONS = Metric("iterations_per_second", "iterations/s", "higher", "rounds of a key derivation in a second")

_HEAD = re.compile(
    r"[ \t#]{0,9}Algorithm[ \t]{0,3}\|[ \t]{1,12}Key[ \t]{0,3}\|[ \t]{1,12}Encryption[ \t]{0,3}\|[ \t]{1,12}Decryption$"
)
_RATE = r"\d{1,7}[.,]\d[ \t]MiB/s"
_ROW = re.compile(
    r"[ \t|]{0,24}(?P<cipher>[a-z0-9_]{2,20}-[a-z0-9_]{2,20})[ \t|]{1,24}(?P<key>\d{2,4})b[ \t|]{1,24}"
    rf"(?P<encryption>{_RATE}|N/A)[ \t|]{{1,24}}(?P<decryption>{_RATE}|N/A)[ \t|]{{0,9}}$"
)
_HASH = re.compile(
    r"[ \t]{0,12}PBKDF2-(?P<hash>[a-z0-9_]{2,20})[ \t]{1,24}(?P<rate>\d{1,12})[ \t]iterations per second"
    r"(?: for (?P<key>\d{2,4})-bit key)?"
)
_FIGURE = re.compile(r"\d{1,7}[.,]\d")
_MAX_GAP = 3
_WAYS = ("encryption", "decryption")


def _read(lines: Sequence[Line]) -> Iterator[Row]:
    tables = Tables(_MAX_GAP)
    # Some post a second run without its head: the rows of one run prove those of the other.
    is_told = any(_HEAD.match(line.words) for line in lines if "Encryption" in line.words)
    for line in lines:
        if "iterations per second" in line.words and (found := _HASH.match(line.text, line.start)) is not None:
            key: dict[str, Parameter] = {"key_bits": int(found["key"])} if found["key"] else {}
            value = measured(ITERATIONS, cell(found, "rate"), "iterations per second", "iterations per second")
            test = f"pbkdf2-{found['hash']}"
            yield Row(line.number, tables.block(line), test, f"PBKDF2-{found['hash']}", (value,), parameters=key)
        elif is_told and "MiB/s" in line.words and (found := _ROW.match(line.text, line.start)) is not None:
            yield from _rows(line, found, tables.block(line))


def _rows(line: Line, found: re.Match[str], block: int) -> Iterator[Row]:
    for way in _WAYS:
        figure = _FIGURE.match(line.text, found.start(way))
        if figure is not None:
            point = cell(figure, 0) if "," not in figure.group() else None
            own = point or replace(cell(figure, 0), value=float(figure.group().replace(",", ".")), resolution=0.1)
            value = measured(THROUGHPUT, own, way, "MiB/s")
            test = f"{found['cipher']} {way}"
            yield Row(line.number, block, test, test, (value,), parameters={"key_bits": int(found["key"])})


def _rerun(_test: str) -> Rerun:
    return Rerun("tool", "cryptsetup can be installed on any Linux system; its benchmark needs no disk")


SUITE = Suite(
    name="cryptsetup",
    title="cryptsetup benchmark, ciphers and key derivations in memory",
    metrics=(THROUGHPUT, ITERATIONS),
    tests={"*": "a cipher with its direction, or a key derivation: aes-xts encryption, pbkdf2-sha256"},
    parameters={"key_bits": "length of the key"},
    marks=("mib/s", "iterations per second"),
    hint=lambda text: "pbkdf2" in text or ("encryption" in text and "algorithm" in text),
    read=_read,
    rerun=_rerun,
)
