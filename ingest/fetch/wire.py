"""One request over one connection: what comes back is capped in size and time, and written to a file."""

import socket
import ssl
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from itertools import chain
from threading import Timer
from types import TracebackType
from typing import BinaryIO, Self

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError
from urllib3.response import HTTPResponse

from ingest.fetch.addresses import Address, Site
from ingest.fetch.endings import Cut, Skipped

# Seconds in which something has to come over the wire.
_SILENCE = 30.0
_READ = 1 << 16
# How much is read of an answer that is not the document: enough to see what kind of page it is.
_MOST_OF_OTHERS = 1 << 16
# Pages compress tenfold, months of mail fivefold.
_MAX_RATIO = 300
_UNSUSPICIOUS = 64 << 20
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Caps:
    """The longest that an answer may be: in bytes when it is inflated, less for a web page, and in seconds."""

    size: int
    seconds: float
    page: int = 10_000_000

    def of(self, answer: "Answer") -> int:
        """The most bytes that an answer may have."""
        is_page = "html" in answer.header("content-type").lower()
        return min(self.size, self.page) if is_page else self.size


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said: the address that was asked for, the status, and the headers in their order."""

    address: Address
    status: int
    headers: tuple[tuple[str, str], ...]

    def header(self, name: str) -> str:
        """The first header of that lower-case name, or nothing."""
        return next((value for known, value in self.headers if known.lower() == name), "")


class Connection:
    """The one connection to a site, kept open between requests; it goes to numeric addresses that the caller checked.

    So a name that changes its meaning between the check and the request (DNS rebinding) leads nowhere else.
    """

    def __init__(self, site: Site, numbers: tuple[str, ...]) -> None:
        """Connect at the first request."""
        self._site = site
        self._numbers = numbers
        self._connection: HTTPConnection | None = None

    def get(self, address: Address, headers: Mapping[str, str], sink: BinaryIO, caps: Caps) -> Answer:
        """Ask for an address and write the answer's body to `sink`: all of it for status 200, else its beginning.

        Cut where the server is not there or hangs up, Skipped where the answer breaks the caps.
        """
        connection = self._connected()
        with _Watch(connection.sock, caps.seconds) as watch:
            try:
                response = _ask(connection, address, {"Host": self._site.shown_host, **headers})
                answer = Answer(address, response.status, tuple(response.headers.iteritems()))
                is_whole = _write(answer, response, sink, caps)
            except BaseException:
                self.close()
                raise
        if watch.has_fired:
            self.close()
            raise Cut(f"there was no whole answer within {caps.seconds:g} seconds")
        if not is_whole:
            self.close()
        return answer

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connected(self) -> HTTPConnection:
        if self._connection is not None and self._connection.is_connected:
            return self._connection
        self.close()
        problem: Exception | None = None
        for number in self._numbers:
            connection = _connection(self._site, number)
            try:
                connection.connect()
            except ssl.SSLCertVerificationError as error:
                raise Skipped(f"the certificate of {self._site.host} is not valid ({error.verify_message})") from error
            except (HTTPError, OSError) as error:
                problem = error
                continue
            self._connection = connection
            return connection
        raise Cut(f"{self._site.shown_host} cannot be reached") from problem


class _Watch:
    """Hangs up when an answer takes too long: timeouts of a socket count from one byte to the next only."""

    def __init__(self, connected: socket.socket, seconds: float) -> None:
        self.has_fired = False
        self._socket = connected
        self._timer = Timer(seconds, self._fire)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def _fire(self) -> None:
        self.has_fired = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)


def _connection(site: Site, number: str) -> HTTPConnection:
    if site.scheme == "https":
        return HTTPSConnection(number, site.port, timeout=_SILENCE, server_hostname=site.host)
    return HTTPConnection(number, site.port, timeout=_SILENCE)


def _ask(connection: HTTPConnection, address: Address, headers: Mapping[str, str]) -> HTTPResponse:
    try:
        connection.request("GET", address.target, headers=headers, preload_content=False, decode_content=False)
        return connection.getresponse()
    except (HTTPError, HTTPException, OSError) as error:
        raise Cut(f"the connection broke before an answer ({_words(error)})") from error


def _write(answer: Answer, response: HTTPResponse, sink: BinaryIO, caps: Caps) -> bool:
    """Write the body; whether all of it was read, so that the connection can be used again."""
    is_document = answer.status == 200
    size, most = 0, caps.of(answer)
    declared = answer.header("content-length")
    if is_document and declared.isascii() and declared.isdigit() and int(declared) > most:
        raise Skipped(f"longer than {most:,} bytes")
    for chunk in _inflated(_chunks(response), answer.header("content-encoding")):
        size += len(chunk)
        if is_document and size > most:
            raise Skipped(f"longer than {most:,} bytes")
        sink.write(chunk)
        if not is_document and size > _MOST_OF_OTHERS:
            return False
    return True


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    try:
        # read1, as read waits until it has as much as it was asked for.
        while chunk := response.read1(_READ, decode_content=False):
            yield chunk
    except (HTTPError, HTTPException, OSError) as error:
        raise Cut(f"the connection broke in the middle of an answer ({_words(error)})") from error


def _inflated(chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """The chunks without their Content-Encoding; Skipped where that is unknown, or inflates beyond all measure."""
    if encoding.lower() in ("", "identity"):
        yield from chunks
        return
    if encoding.lower() not in ("gzip", "x-gzip"):
        raise Skipped(f"sent in an encoding that was not asked for ({encoding[:40]})")
    first = next(chunks, b"")
    if not _GZIP.startswith(first[: len(_GZIP)]):
        # Some servers claim it of files that they send as they are.
        yield from chain([first], chunks)
        return
    inflater = zlib.decompressobj(31)
    size_in = size_out = 0
    try:
        for chunk in chain([first], chunks):
            size_in += len(chunk)
            rest = chunk
            while rest and not inflater.eof:
                out = inflater.decompress(rest, _READ)
                rest, size_out = inflater.unconsumed_tail, size_out + len(out)
                if size_out > max(_UNSUSPICIOUS, _MAX_RATIO * size_in):
                    raise Skipped(f"inflates more than {_MAX_RATIO}-fold")
                yield out
    except zlib.error as error:
        raise Skipped(f"damaged on the way, or not in the encoding that it claims ({error})") from error
    if size_in and not inflater.eof:
        raise Cut("the answer ended too early")


def _words(error: Exception) -> str:
    # urllib3 wraps the reason in several layers of names of its own.
    inner = error.args[1] if len(error.args) > 1 and isinstance(error.args[1], Exception) else error
    return str(inner) or type(inner).__name__
