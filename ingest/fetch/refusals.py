"""Answers that mean that a site does not want to be read by a program: by their status, or by the page they are."""

import re

from ingest.fetch.pages import is_page
from ingest.fetch.wire import Answer

# Unauthorized, forbidden, unavailable for legal reasons.
_REFUSING = {401: "asks for a name and a password", 403: "forbids it", 451: "may not show it for legal reasons"}
_TITLE = re.compile(rb"<title[^<>]{0,200}>([^<>]{0,300})</title", re.IGNORECASE)
# Titles of pages that stand in front of a site and want a browser: Anubis, Cloudflare, DDoS-Guard, Sucuri, Vercel.
_CHALLENGES = (
    "making sure you're not a bot",
    "oh noes!",
    "just a moment",
    "attention required! | cloudflare",
    "checking your browser",
    "ddos-guard",
    "please wait... | cloudflare",
    "verifying you are human",
    "verify you are human",
    "vercel security checkpoint",
    "are you a robot",
)
# Not Cloudflare's /cdn-cgi/challenge-platform/: it watches the readers of ordinary pages too.
_MARKS = (b'id="anubis_challenge"', b"_cf_chl_opt", b"/.within.website/x/cmd/anubis/", b"sucuri_cloudproxy_js")
# What only pages of archives hold: a mail may have any subject, and some archives make it the page's title.
_ARCHIVES = (
    b"<!-- MHonArc",
    b"<!--X-",
    b"<!--beginarticle-->",
    b'<!-- body="start" -->',
    b"_/text/mirror/",
    b"hypermail",
)


def refusal(answer: Answer, start: bytes) -> str | None:
    """Why the answer is a refusal, None where it is not one; `start` is the beginning of its body."""
    if answer.status in _REFUSING:
        return f"answered {answer.status}: it {_REFUSING[answer.status]}"
    if answer.header("cf-mitigated").lower() == "challenge":
        return "wants a browser to prove that it is no program"
    if not is_page(start) or any(mark in start for mark in _ARCHIVES):
        return None
    title = _TITLE.search(start[:20_000])
    shown = " ".join(title.group(1).decode("utf-8", "replace").split()) if title is not None else ""
    plain = shown.lower().replace("&#39;", "'").replace("\u2019", "'")
    if plain.startswith(_CHALLENGES) or any(mark in start for mark in _MARKS):
        return f"wants a browser to prove that it is no program (its page says {shown[:60]!r})"
    return None
