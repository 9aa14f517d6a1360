"""Web addresses of archives: read strictly, joined with links, and checked for where they lead."""

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from archive.model import UserError

Resolver = Callable[[str, int], tuple[str, ...]]
"""The numeric addresses of a host."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_LONGEST = 2000
# What may stand in a path or a query as it is; all else, control characters above all, is written as %XX.
_SAFE = "/%:@!$&'()*+,;=~-._"
# Addresses behind which an IPv4 address stands (RFC 6052).
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_CARRIED = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Site:
    """A server: scheme, host in lower case, port."""

    scheme: str
    host: str
    port: int

    @property
    def shown_host(self) -> str:
        """Host and port as a Host header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Address:
    """A web address without a fragment."""

    site: Site
    path: str
    query: str = ""

    def __str__(self) -> str:
        """The address as it is written."""
        return f"{self.site.scheme}://{self.site.shown_host}{self.target}"

    @property
    def target(self) -> str:
        """Path and query: what is asked of the server."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def folder(self) -> str:
        """The path up to its last slash."""
        return self.path[: self.path.rindex("/") + 1]

    @property
    def name(self) -> str:
        """What stands behind the path's last slash."""
        return self.path[self.path.rindex("/") + 1 :]

    def join(self, link: str) -> "Address | None":
        """Where a link on this page leads; None where that is no web address."""
        try:
            return _read(urljoin(str(self), link.strip()))
        except ValueError:
            return None


def read_address(text: str) -> Address:
    """The address that a person gave; UserError where it is none."""
    try:
        return _read(text.strip())
    except ValueError as error:
        raise UserError(f"{text} cannot be fetched: {error}") from error


def _read(text: str) -> Address:
    parts = urlsplit(text)
    if parts.scheme not in _DEFAULT_PORTS:
        raise ValueError("an address starts with http:// or https://")
    if not parts.hostname or len(text) > _LONGEST:
        raise ValueError("the address has no host or is too long")
    if parts.username is not None or parts.password is not None:
        raise ValueError("leave the name and the password out of the address")
    site = Site(parts.scheme, _host(parts.hostname), parts.port or _DEFAULT_PORTS[parts.scheme])
    return Address(site, quote(parts.path or "/", safe=_SAFE), quote(parts.query, safe=_SAFE + "?"))


def _host(name: str) -> str:
    if ":" in name:
        return str(ipaddress.ip_address(name))
    host = name.rstrip(".").encode("idna").decode("ascii").lower()
    if not host or any(not (character.isalnum() or character in "-._") for character in host):
        raise ValueError("the host's name has characters that no host's name has")
    return host


def resolve_host(host: str, port: int) -> tuple[str, ...]:
    """The numeric addresses of a host, in the order in which the system prefers them; OSError where it has none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_named_as_own(host: str) -> bool:
    """Whether a host is named in a way that says that it is one's own: localhost, or a numeric address."""
    return host == "localhost" or host.endswith(".localhost") or is_numeric(host)


def is_own(host: str) -> bool:
    """Whether a host is a machine or a network of one's own, by its name alone."""
    return is_named_as_own(host) and not (is_numeric(host) and is_public(host))


def is_numeric(host: str) -> bool:
    """Whether a host is given as a numeric address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_public(numeric: str) -> bool:
    """Whether a numeric address is one of the public internet, also behind IPv6 forms that carry an IPv4 one."""
    address = ipaddress.ip_address(numeric.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        carried = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            carried = ipaddress.IPv4Address(int(address) & _CARRIED)
        if carried is not None:
            return carried.is_global and not carried.is_multicast
    return address.is_global and not address.is_multicast
