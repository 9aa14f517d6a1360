"""What a site's robots.txt allows us (RFC 9309), and how long it wants us to pause."""

from dataclasses import dataclass

from protego import Protego

from ingest.fetch.addresses import Address
from ingest.fetch.manners import AGENT

# RFC 9309 2.5 asks to read at least this much.
LARGEST = 512_000


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one site; None for a site that has none."""

    rules: Protego | None

    def allow(self, address: Address) -> bool:
        """Whether we may ask for that address."""
        return self.rules is None or self.rules.can_fetch(str(address), AGENT)

    @property
    def pause(self) -> float:
        """The seconds that have to lie between two requests, by Crawl-delay or Request-rate."""
        if self.rules is None:
            return 0.0
        rate = self.rules.request_rate(AGENT)
        between = rate.seconds / rate.requests if rate is not None and rate.requests > 0 else 0.0
        return max(self.rules.crawl_delay(AGENT) or 0.0, between)


def rules_of(status: int, text: bytes) -> Rules:
    """The rules that an answer for robots.txt gives; a site without one allows all."""
    if status != 200:
        return Rules(None)
    return Rules(Protego.parse(text.decode("utf-8", "replace")))
