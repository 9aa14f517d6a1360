"""How a fetch behaves: who it says it is, how long it pauses, how far it goes; and the clock that it goes by."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

from archive.model import UserError

AGENT = "benchlore"
"""The name by which robots.txt may speak of us."""

_CONTACT = re.compile(r"[\w.+=~/-]{1,64}@[\w.-]{1,200}|https?://[!-~]{3,200}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Manners:
    """How to behave towards a site.

    `contact` is an address or a page of the person who fetches. `pause` seconds pass at least between two requests, up
    to half as many again by chance. `hosts` are those beside the archive's own that redirects may lead to;
    `is_private` allows hosts in private networks. `longest_wait` seconds are waited where the server asks for it, and
    no more. `largest` is the cap on one file in bytes, `most` the cap on one run.
    """

    contact: str
    pause: float = 2.0
    hosts: frozenset[str] = frozenset()
    is_private: bool = False
    longest_wait: float = 3600.0
    largest: int = 1 << 30
    most: int = 20 << 30

    @property
    def headers(self) -> dict[str, str]:
        """What every request says of who asks."""
        who = f"{AGENT}/{version('benchlore')} (reads mailing list archives; contact: {self.contact})"
        asks = {"User-Agent": who, "Accept": "*/*", "Accept-Encoding": "gzip"}
        return {**asks, "From": self.contact} if "://" not in self.contact else asks


def checked_contact(contact: str | None) -> str:
    """The contact that was given; UserError where there is none, or it is neither a mail address nor a web page."""
    if not contact or not contact.strip():
        message = (
            "say who fetches, so that the site's owner can reach you: --contact you@example.org, or BENCHLORE_CONTACT"
        )
        raise UserError(message)
    if _CONTACT.fullmatch(contact.strip()) is None:
        raise UserError(f"{contact[:80]} is no contact: give a mail address or the address of a web page")
    return contact.strip()


@dataclass(frozen=True, slots=True)
class Clock:
    """The time, a pause in seconds, and chance between 0 and 1: kept apart, so that a test need not wait."""

    now: Callable[[], datetime]
    sleep: Callable[[float], None]
    chance: Callable[[], float]


def real_clock() -> Clock:
    """The clock of this machine."""
    return Clock(lambda: datetime.now(UTC), time.sleep, random.random)
