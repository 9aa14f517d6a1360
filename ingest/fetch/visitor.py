"""Requests to a site as a good guest makes them: one at a time, with pauses, by its rules, later when it asks so."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from io import BytesIO
from typing import BinaryIO

from ingest.fetch import robots
from ingest.fetch.addresses import Address, Resolver, Site, is_named_as_own, is_numeric, is_public
from ingest.fetch.endings import Cut, Failed, Skipped, Stopped
from ingest.fetch.manners import Clock, Manners
from ingest.fetch.refusals import refusal
from ingest.fetch.wire import Answer, Caps, Connection

_TRIES = 4
_FIRST_WAIT = 5.0
_LATER_WAITS = 4
_REDIRECTS = (301, 302, 303, 307, 308)
_MOST_REDIRECTS = 5
_BUSY = (429, 503)
_BROKEN = (500, 502, 504)
_LONGEST_PAUSE = 600.0
_ROBOTS_CAPS = Caps(robots.LARGEST, 60.0)
_START_OF_PAGE = 1 << 16


@dataclass(slots=True)
class _Site:
    """What is known of a site in this run."""

    connection: Connection
    rules: robots.Rules | None = None


class Visitor:
    """Asks one site, and others only where the person who fetches named them."""

    def __init__(self, start: Address, manners: Manners, clock: Clock, resolve: Resolver) -> None:
        """No request is made yet."""
        self._hosts = {start.site.host, *manners.hosts}
        self._manners = manners
        self._headers = manners.headers
        self._clock = clock
        self._resolve = resolve
        self._sites: dict[Site, _Site] = {}
        self._pause = manners.pause
        self._asked_at: datetime | None = None

    def get(self, address: Address, sink: BinaryIO, caps: Caps, validators: Mapping[str, str] | None = None) -> Answer:
        """The last answer on the way that redirects lead, its body in `sink`.

        Skipped, Failed or Stopped where there is none that can be used.
        """
        return self._follow(address, sink, caps, validators or {}, heeds_rules=True)

    def close(self) -> None:
        """Hang up."""
        for site in self._sites.values():
            site.connection.close()

    def _site(self, site: Site) -> _Site:
        for known, other in self._sites.items():
            if known != site:
                # One connection at a time, to whatever site.
                other.connection.close()
        if site not in self._sites:
            self._sites[site] = _Site(Connection(site, self._numbers(site)))
        return self._sites[site]

    def _numbers(self, site: Site) -> tuple[str, ...]:
        """The numeric addresses of a host, none of them in a private network unless that was asked for."""
        if is_numeric(site.host):
            return (site.host,)
        try:
            numbers = self._resolve(site.host, site.port)
        except OSError as error:
            raise Stopped(f"the host {site.host} is not known (no address in the DNS): check the address") from error
        if self._manners.is_private or is_named_as_own(site.host):
            return numbers
        public = tuple(number for number in numbers if is_public(number))
        if not public:
            raise Stopped(f"{site.host} is in a private network: if it is your own, say so with --private")
        return public

    def _follow(
        self, address: Address, sink: BinaryIO, caps: Caps, validators: Mapping[str, str], *, heeds_rules: bool
    ) -> Answer:
        for _ in range(_MOST_REDIRECTS + 1):
            site = self._site(address.site)
            if heeds_rules and not self._rules(address.site, site).allow(address):
                raise Skipped("robots.txt does not allow it")
            answer = self._patiently(site, address, sink, caps, validators)
            if answer.status not in _REDIRECTS or not answer.header("location"):
                return answer
            address = self._led(address, answer.header("location"))
        raise Skipped("redirected too often")

    def _led(self, address: Address, location: str) -> Address:
        """Where a redirect leads; Skipped where that is another site, which nobody has asked for."""
        target = address.join(location)
        if target is None:
            raise Skipped("redirected to something that is no web address")
        old, new = address.site, target.site
        is_safer = (old.scheme, old.port, new.scheme, new.port) == ("http", 80, "https", 443)
        is_named = new.host != old.host and new.host in self._hosts and new.port in (80, 443)
        if new != old and not (is_safer and new.host in self._hosts) and not is_named:
            raise Skipped(f"leads out of the site, to {target}: if that is meant, fetch that address")
        return target

    def _rules(self, site: Site, known: _Site) -> robots.Rules:
        if known.rules is not None:
            return known.rules
        text = BytesIO()
        try:
            answer = self._follow(Address(site, "/robots.txt"), text, _ROBOTS_CAPS, {}, heeds_rules=False)
        except (Failed, Skipped) as error:
            # RFC 9309 2.3.1.4: whoever cannot read the rules has to take all as forbidden.
            reason = f"the robots.txt of {site.shown_host} cannot be read ({error})"
            raise Stopped(f"{reason}, so nothing may be asked of it now") from error
        known.rules = robots.rules_of(answer.status, text.getvalue())
        if known.rules.pause > _LONGEST_PAUSE:
            raise Stopped(f"{site.shown_host} wants {known.rules.pause:.0f} seconds between requests: ask its owner")
        self._pause = max(self._pause, known.rules.pause)
        return known.rules

    def _patiently(
        self, site: _Site, address: Address, sink: BinaryIO, caps: Caps, validators: Mapping[str, str]
    ) -> Answer:
        """The answer to one request, made again where the server is busy or broken; Failed after four times."""
        reason, is_busy = "", False
        for attempt in range(_TRIES):
            wait = _FIRST_WAIT * _LATER_WAITS**attempt
            try:
                answer = self._once(site, address, sink, caps, validators)
            except Cut as cut:
                reason, is_busy = str(cut), False
            else:
                if answer.status not in (*_BUSY, *_BROKEN):
                    return answer
                reason, is_busy = f"the server answers {answer.status}", answer.status in _BUSY
                wait = max(wait, self._asked_wait(answer))
                if answer.status == _BUSY[0]:
                    self._pause = min(2 * self._pause, _LONGEST_PAUSE)
            self._check_wait(address.site, wait)
            if attempt < _TRIES - 1:
                self._clock.sleep(wait)
        if is_busy:
            raise Stopped(f"{address.site.shown_host} is busy ({reason}): fetch again later")
        raise Failed(reason)

    def _check_wait(self, site: Site, seconds: float) -> None:
        if seconds > self._manners.longest_wait:
            until = self._clock.now() + timedelta(seconds=seconds)
            when = f"{until:%Y-%m-%d %H:%M} UTC"
            raise Stopped(f"{site.shown_host} wants to be left alone until {when}: fetch again then", until)

    def _asked_wait(self, answer: Answer) -> float:
        """The seconds that Retry-After asks for: a number of them, or a date (RFC 9110 10.2.3)."""
        asked = answer.header("retry-after").strip()
        if asked.isascii() and asked.isdigit():
            return float(min(int(asked[:12]), 1 << 31))
        try:
            return (parsedate_to_datetime(asked) - self._clock.now()).total_seconds()
        except (TypeError, ValueError):
            return 0.0

    def _once(self, site: _Site, address: Address, sink: BinaryIO, caps: Caps, validators: Mapping[str, str]) -> Answer:
        self._take_turn()
        sink.seek(0)
        sink.truncate()
        try:
            answer = site.connection.get(address, {**self._headers, **validators}, sink, caps)
        finally:
            self._asked_at = self._clock.now()
        sink.seek(0)
        refused = refusal(answer, sink.read(_START_OF_PAGE))
        if refused is not None:
            advice = "nothing more is asked of it; ask its owner, or look for a copy of the archive (git, mbox)"
            raise Stopped(f"{address.site.shown_host} {refused}; {advice}")
        return answer

    def _take_turn(self) -> None:
        """Let the pause pass that lies between two requests, to whatever site."""
        if self._asked_at is not None:
            between = self._pause * (1 + self._clock.chance() / 2)
            passed = (self._clock.now() - self._asked_at).total_seconds()
            # A clock that was set back must not make it longer.
            self._clock.sleep(min(max(between - passed, 0), between))
