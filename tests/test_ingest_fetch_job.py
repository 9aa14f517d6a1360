"""Fetching from a server on loopback that counts what it is asked, and misbehaves where a test wants it to."""

import gzip
import json
import re
import shutil
import ssl
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from archive.model import Message, Problem, UserError
from ingest.fetch.job import Outcome, Progress, fetch, fetch_again
from ingest.fetch.ledger import FILE_NAME, State, read_ledger
from ingest.fetch.manners import Clock, Manners
from ingest.sources.detect import read

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
CONTACT = "ann@example.org"


@dataclass
class Reply:
    """What the server answers; `parts` are sent as they are behind the headers, then the connection is cut."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    parts: Callable[[], Iterator[bytes]] | None = None


@dataclass
class Site:
    """A server whose pages a test writes, and what it was asked: path and headers, in order."""

    port: int
    pages: dict[str, Reply | list[Reply]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    connections: set[tuple[str, int]] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.asked if path != "/robots.txt"]

    def put(self, path: str, body: str | bytes, **headers: str) -> None:
        content = body.encode() if isinstance(body, str) else body
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.pages[path] = Reply(content, headers={"Content-Type": "text/html", **named})

    def put_tree(self, folder: Path, at: str) -> None:
        """Serve the files of a folder, an index.html also as its folder."""
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                path = f"{at}{file.relative_to(folder).as_posix()}"
                self.put(path, file.read_bytes())
                if file.name == "index.html":
                    self.put(path.removesuffix("index.html"), file.read_bytes())

    def reply(self, path: str) -> Reply:
        known = self.pages.get(path, Reply(b"not here", 404))
        if isinstance(known, list):
            return known.pop(0) if len(known) > 1 else known[0]
        return known


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.site.asked.append((self.path, headers))
        self.site.connections.add(self.client_address)
        reply = self.site.reply(self.path)
        etag = reply.headers.get("ETag")
        if etag is not None and headers.get("if-none-match") == etag:
            reply = Reply(status=304, headers={"ETag": etag})
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.parts is None:
            if "Content-Length" not in reply.headers:
                self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)
            return
        self.end_headers()
        self.close_connection = True
        try:
            for part in reply.parts():
                self.wfile.write(part)
        except OSError:
            pass  # the other side has heard enough

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[Site]:
    handler = type("Bound", (Handler,), {})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        handler.site = Site(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield handler.site
        server.shutdown()
        thread.join()


class Time:
    """A clock that runs only while somebody sleeps, and keeps how long they did."""

    def __init__(self) -> None:
        self.now = NOW
        self.sleeps: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.now += timedelta(seconds=seconds)

    @property
    def clock(self) -> Clock:
        return Clock(lambda: self.now, self.sleep, lambda: 0.5)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def get(site: Site, tmp_path: Path, time: Time) -> Callable[..., Outcome]:
    """Fetch a path of the site into `tmp_path / "out"`."""

    def run(path: str = "/list/", **options: object) -> Outcome:
        manners = Manners(CONTACT, **options)
        return fetch(f"{site.url}{path}", tmp_path / "out", manners, clock=time.clock)

    return run


Get = Callable[..., Outcome]


def documents(folder: Path) -> dict[str, bytes]:
    """What a fetched folder holds: path of the address to content."""
    entries = read_ledger(folder).entries.values()
    return {
        entry.url.split("/", 3)[3]: (folder / entry.file).read_bytes() for entry in entries if entry.file is not None
    }


def message(number: int) -> str:
    return (
        f'<!-- subject="run {number}" -->\n<!-- id="{number}@example.org" -->\n'
        f'<!-- body="start" -->\nfork_test 10000 56.2 5620.00 Task Creations/second\n<!-- body="end" -->\n'
    )


def listing(*names: str) -> str:
    return "<html><title>Bench Archive: by date</title>" + "".join(f'<li><a href="{name}">x</a>' for name in names)


def put_list(site: Site, count: int = 3) -> None:
    site.put("/list/", listing("date.html", "author.html", *(f"000{number}.html" for number in range(count))))
    for number in range(count):
        site.put(f"/list/000{number}.html", message(number))


def test_a_hypermail_tree_is_fetched_once_each_by_one_of_its_lists(site: Site, get: Get, tmp_path: Path) -> None:
    site.put_tree(SAMPLES / "hypermail", "/list/")
    outcome = get()
    assert outcome == Outcome(fetched=6)
    assert Counter(site.paths) == Counter(
        ["/list/", *(f"/list/000{number}.html" for number in range(4)), "/list/att-0000/01-bench.sh"]
    )
    kept = documents(tmp_path / "out")
    assert kept["list/att-0000/01-bench.sh"] == (SAMPLES / "hypermail/att-0000/01-bench.sh").read_bytes()


def test_files_lie_under_hashed_names_and_the_ledger_keeps_address_time_and_headers(
    site: Site, get: Get, tmp_path: Path
) -> None:
    put_list(site, 1)
    site.put("/list/0000.html", message(0), ETag='"one"', Set_Cookie="who=you")
    get()
    files = [file for file in (tmp_path / "out").rglob("*") if file.is_file()]
    assert {file.name for file in files if len(file.name) != 64} == {FILE_NAME}
    [entry] = [entry for entry in read_ledger(tmp_path / "out").entries.values() if entry.url.endswith("0000.html")]
    assert entry.validators == (("etag", '"one"'),)
    [line] = [line for line in (tmp_path / "out" / FILE_NAME).read_text().splitlines() if "ETag" in line]
    assert json.loads(line)["headers"][-1] == ["Content-Length", str(len(message(0)))]
    assert "who=you" not in line
    assert entry.checked is not None
    assert NOW <= entry.checked < NOW + timedelta(minutes=1)


def test_it_says_who_it_is_and_pauses_between_requests_on_one_connection(site: Site, get: Get, time: Time) -> None:
    put_list(site)
    get(pause=4.0)
    assert {headers["from"] for _, headers in site.asked} == {CONTACT}
    assert all("benchlore/" in headers["user-agent"] and CONTACT in headers["user-agent"] for _, headers in site.asked)
    # robots.txt, the list, three mails; half of the chance on top of the pause.
    assert time.sleeps == [5.0] * 4
    assert len(site.connections) == 1


def test_robots_txt_is_obeyed_and_its_delay_kept(site: Site, get: Get, time: Time, tmp_path: Path) -> None:
    put_list(site)
    site.put("/robots.txt", "User-agent: benchlore\nDisallow: /list/0001.html\nCrawl-delay: 20\n")
    outcome = get()
    assert (outcome.fetched, outcome.missing) == (3, 1)
    assert "/list/0001.html" not in site.paths
    assert min(time.sleeps) >= 20
    [entry] = [entry for entry in read_ledger(tmp_path / "out").entries.values() if entry.state is State.SKIPPED]
    assert entry.reason == "robots.txt does not allow it"


def test_an_archive_that_robots_txt_forbids_is_not_asked_for(site: Site, get: Get, tmp_path: Path) -> None:
    put_list(site)
    site.put("/robots.txt", "User-agent: *\nDisallow: /\n")
    with pytest.raises(UserError, match=r"robots\.txt does not allow it"):
        get()
    assert site.paths == []
    assert not (tmp_path / "out").exists()


def test_a_site_whose_robots_txt_fails_is_left_alone(site: Site, get: Get) -> None:
    put_list(site)
    site.pages["/robots.txt"] = Reply(b"oops", 500)
    assert "robots.txt" in (get().stopped or "")
    assert site.paths == []


def test_a_second_run_asks_for_the_list_only_and_takes_what_is_new(site: Site, get: Get) -> None:
    put_list(site)
    get()
    site.asked.clear()
    assert get() == Outcome(unchanged=1)
    assert site.paths == ["/list/"]
    put_list(site, 4)
    assert get() == Outcome(fetched=2)
    assert site.paths == ["/list/", "/list/", "/list/0003.html"]


def test_an_answer_not_modified_still_leads_to_what_the_kept_list_names(site: Site, get: Get) -> None:
    put_list(site, 2)
    site.put("/list/", listing("0000.html", "0001.html"), ETag='"v1"')
    site.pages["/list/0001.html"] = [Reply(b"", 404), Reply(message(1).encode())]
    assert get() == Outcome(fetched=2, missing=1)
    site.asked.clear()
    assert get() == Outcome(unchanged=1)
    assert site.asked[1][1]["if-none-match"] == '"v1"'
    # What was not there once is not asked for again.
    assert site.paths == ["/list/"]


def test_months_as_text_are_preferred_to_pages_and_past_ones_never_fetched_again(
    site: Site, get: Get, tmp_path: Path
) -> None:
    months = ("2026-November", "2026-October")
    site.put(
        "/list/",
        listing(
            *(f"{month}/{view}.html" for month in (*months, "2026-September") for view in ("thread", "date", "author")),
            "2026-November.txt",
            "2026-October.txt",
            "2026-October.txt.gz",
        ),
    )
    text = "From ann at example.org  Mon Nov 30 10:00:00 2026\nFrom: ann at example.org\nSubject: x\n\nx\n"
    site.put("/list/2026-November.txt", text, Last_Modified="Mon, 30 Nov 2026 10:00:00 GMT")
    site.put("/list/2026-October.txt.gz", gzip.compress(text.encode()))
    site.put("/list/2026-September/date.html", listing("000001.html", "thread.html#start", "../2026-October/date.html"))
    site.put("/list/2026-September/000001.html", "<!--beginarticle-->\n<PRE>x\n</PRE>\n<!--endarticle-->")
    assert get().fetched == 5
    assert sorted(site.paths) == [
        "/list/",
        "/list/2026-November.txt",
        "/list/2026-October.txt.gz",
        "/list/2026-September/000001.html",
        "/list/2026-September/date.html",
    ]
    assert documents(tmp_path / "out")["list/2026-October.txt.gz"][:2] == b"\x1f\x8b"
    site.asked.clear()
    get()
    assert site.paths == ["/list/", "/list/2026-November.txt"]
    assert site.asked[-1][1]["if-modified-since"] == "Mon, 30 Nov 2026 10:00:00 GMT"


def test_weeks_as_folders_are_closed_when_their_month_is_over(site: Site, get: Get) -> None:
    site.put("/kernel/", listing("0211.3/index.html", "2611.3/index.html"))
    for week in ("0211.3", "2611.3"):
        site.put(
            f"/kernel/{week}/index.html", listing("0000.html", "date.html", "../0211.3/index.html", "../index.html")
        )
        site.put(f"/kernel/{week}/0000.html", message(0))
    assert get("/kernel/").fetched == 5
    site.asked.clear()
    get("/kernel/")
    assert site.paths == ["/kernel/", "/kernel/2611.3/index.html"]


def test_long_mhonarc_lists_are_read_to_their_last_page(site: Site, get: Get) -> None:
    site.put(
        "/list/", "<!-- MHonArc v2.6.19 -->" + listing("threads.html", "msg00009.html", "mail2.html", "thrd2.html")
    )
    site.put("/list/mail2.html", listing("maillist.html", "msg00008.html", "mail3.html"))
    site.put("/list/mail3.html", listing("mail2.html", "msg00007.html"))
    for number in (7, 8, 9):
        site.put(f"/list/msg0000{number}.html", "<!-- MHonArc v2.6.19 --><!--X-Body-of-Message--><pre>x</pre>")
    assert get().fetched == 6
    assert len(site.paths) == 6


def test_mails_that_a_list_leaves_out_are_found_from_their_neighbours(site: Site, get: Get) -> None:
    put_list(site, 4)
    site.put("/list/", listing("0000.html", "0002.html"))
    site.put("/list/0000.html", message(0) + '<a href="0001.html">Next message</a>')
    site.put("/list/0002.html", message(2) + '<a href="0003.html">Next message</a><a href="date.html">Date</a>')
    assert get() == Outcome(fetched=5)


def test_a_single_mail_is_fetched_with_its_attachment_and_nothing_else(site: Site, get: Get) -> None:
    site.put_tree(SAMPLES / "hypermail", "/list/")
    get("/list/0000.html")
    assert site.paths == ["/list/0000.html", "/list/att-0000/01-bench.sh"]
    site.asked.clear()
    assert get("/list/0000.html") == Outcome()
    assert site.asked == []


def test_a_file_of_mails_is_fetched_as_it_is(site: Site, get: Get, tmp_path: Path) -> None:
    packed = (SAMPLES / "lmbench-aim7.t.mbox.gz").read_bytes()
    site.pages["/all.mbox.gz"] = Reply(packed, headers={"Content-Type": "application/gzip"})
    assert get("/all.mbox.gz") == Outcome(fetched=1)
    assert documents(tmp_path / "out") == {"all.mbox.gz": packed}


def test_a_page_that_was_compressed_for_the_way_is_read_and_kept_as_it_is(site: Site, get: Get, tmp_path: Path) -> None:
    put_list(site, 1)
    site.put("/list/", gzip.compress(listing("0000.html").encode()), Content_Encoding="gzip")
    assert get().fetched == 2
    assert documents(tmp_path / "out")["list/"] == listing("0000.html").encode()


def test_a_run_that_was_interrupted_goes_on_where_it_was(site: Site, tmp_path: Path, time: Time) -> None:
    put_list(site, 5)

    def stop(progress: Progress) -> None:
        if progress.url.endswith("0002.html"):
            raise KeyboardInterrupt

    for tell in (stop, None):
        try:
            outcome = fetch(f"{site.url}/list/", tmp_path / "out", Manners(CONTACT), clock=time.clock, tell=tell)
        except KeyboardInterrupt:
            with (tmp_path / "out" / FILE_NAME).open("ab") as ledger:
                ledger.write(b'{"do": "got", "url": "half a line' + b"e" * 50_000)
    assert outcome == Outcome(fetched=3)
    assert len(documents(tmp_path / "out")) == 6
    assert Counter(site.paths).most_common(1)[0][1] == 1


def test_a_lost_file_is_fetched_again(site: Site, get: Get, tmp_path: Path) -> None:
    put_list(site, 2)
    site.put("/list/0001.html", message(1), ETag='"one"')
    get()
    [entry] = [entry for entry in read_ledger(tmp_path / "out").entries.values() if entry.url.endswith("0001.html")]
    (tmp_path / "out" / (entry.file or "")).unlink()
    assert get() == Outcome(fetched=1, unchanged=1)
    assert "list/0001.html" in documents(tmp_path / "out")


def test_a_month_that_was_asked_for_by_itself_is_closed_too(site: Site, get: Get) -> None:
    site.put("/kernel/0211.3/", listing("0000.html"))
    site.put("/kernel/0211.3/0000.html", message(0))
    assert get("/kernel/0211.3/").fetched == 2
    site.asked.clear()
    assert get("/kernel/0211.3/") == Outcome()
    assert site.asked == []


def test_a_busy_server_is_asked_again_when_it_wants_and_more_slowly(site: Site, get: Get, time: Time) -> None:
    put_list(site, 2)
    site.pages["/list/0000.html"] = [
        Reply(b"slow down", 429, {"Retry-After": "90"}),
        Reply(b"", 503, {"Retry-After": "Mon, 30 Nov 2026 12:05:00 GMT"}),
        Reply(message(0).encode()),
    ]
    assert get(pause=2.0).fetched == 3
    assert Counter(site.paths)["/list/0000.html"] == 3
    assert 90.0 in time.sleeps
    # The second answer names a time, about two and a half minutes later.
    assert any(100 < seconds < 300 for seconds in time.sleeps)
    # After "too many requests" the pause is twice as long.
    assert time.sleeps[-1] == 5.0


def test_a_server_that_wants_a_long_rest_gets_it(site: Site, get: Get, time: Time) -> None:
    put_list(site, 2)
    site.pages["/list/0001.html"] = [Reply(b"", 503, {"Retry-After": "86400"}), Reply(message(1).encode())]
    outcome = get()
    assert (outcome.fetched, outcome.waiting) == (2, 1)
    assert "left alone until 2026-12-01 12:00 UTC" in (outcome.stopped or "")
    site.asked.clear()
    time.now += timedelta(hours=23)
    assert "left alone until" in (get().stopped or "")
    assert site.asked == []
    time.now += timedelta(hours=2)
    assert get() == Outcome(fetched=1)
    assert site.paths == ["/list/0001.html"]


def test_a_server_that_stays_busy_is_left_alone(site: Site, get: Get) -> None:
    put_list(site, 3)
    site.pages["/list/0001.html"] = Reply(b"", 503)
    outcome = get()
    assert "busy" in (outcome.stopped or "")
    assert (outcome.fetched, outcome.waiting) == (2, 2)
    assert Counter(site.paths)["/list/0001.html"] == 4


def test_one_broken_page_does_not_stop_the_rest(site: Site, get: Get) -> None:
    put_list(site, 3)
    site.pages["/list/0001.html"] = Reply(b"", 500)
    assert get() == Outcome(fetched=3, failed=1)
    put_list(site, 3)
    site.asked.clear()
    assert get() == Outcome(fetched=1, unchanged=1)
    assert site.paths == ["/list/0001.html", "/list/"]


def test_failures_in_a_row_stop_the_run(site: Site, get: Get) -> None:
    put_list(site, 9)
    for number in range(9):
        site.pages[f"/list/000{number}.html"] = Reply(b"", 502)
    outcome = get()
    assert "in a row" in (outcome.stopped or "")
    assert len(set(site.paths)) == 6


@pytest.mark.parametrize(
    "headers", [{"Content-Length": "5000"}, {"Transfer-Encoding": "chunked"}], ids=["length", "chunked"]
)
def test_a_cut_connection_is_tried_again_and_half_a_page_is_never_kept(
    site: Site, get: Get, tmp_path: Path, headers: dict[str, str]
) -> None:
    put_list(site, 1)
    half = b"ff\r\n" + b"x" * 90 if "Transfer-Encoding" in headers else b"x" * 90
    site.pages["/list/0000.html"] = [
        Reply(headers=headers, parts=lambda: iter([half])),
        Reply(message(0).encode()),
    ]
    assert get() == Outcome(fetched=2)
    assert documents(tmp_path / "out")["list/0000.html"] == message(0).encode()


def test_nothing_half_fetched_lies_about_after_failures(site: Site, get: Get, tmp_path: Path) -> None:
    put_list(site, 1)
    site.pages["/list/0000.html"] = Reply(headers={"Content-Length": "5000"}, parts=lambda: iter([b"x" * 90]))
    assert get() == Outcome(fetched=1, failed=1)
    assert [file.name for file in (tmp_path / "out" / "files").iterdir() if file.is_file()] == []


@pytest.mark.parametrize(
    "target",
    [
        "http://archive.example.org/list/0000.html",
        "http://10.0.0.1/list/0000.html",
        "http://169.254.169.254/latest/meta-data/",
        "http://127.0.0.1:9/list/0000.html",
        "file:///etc/passwd",
        "//[::1]/",
        "http://user:secret@127.0.0.1/",
    ],
)
def test_a_redirect_out_of_the_site_is_not_followed(site: Site, tmp_path: Path, time: Time, target: str) -> None:
    put_list(site, 2)
    site.pages["/list/0000.html"] = Reply(b"", 302, {"Location": target})
    resolved: list[str] = []

    def resolve(host: str, _port: int) -> tuple[str, ...]:
        resolved.append(host)
        return ("192.0.2.1",)

    outcome = fetch(f"{site.url}/list/", tmp_path / "out", Manners(CONTACT), clock=time.clock, resolve=resolve)
    assert outcome == Outcome(fetched=2, missing=1)
    assert resolved == []
    # It is not asked for again: a mail's address does not change its mind.
    site.asked.clear()
    fetch(f"{site.url}/list/", tmp_path / "out", Manners(CONTACT), clock=time.clock, resolve=resolve)
    assert site.paths == ["/list/"]


def test_an_archive_that_has_moved_is_said_to_have(site: Site, get: Get) -> None:
    site.pages["/list/"] = Reply(b"", 301, {"Location": "https://archive.example.org/list/"})
    with pytest.raises(UserError, match=r"leads out of the site, to https://archive\.example\.org/list/"):
        get()


def test_a_named_host_that_leads_into_a_private_network_is_not_asked(site: Site, tmp_path: Path, time: Time) -> None:
    put_list(site, 1)
    for numbers in (("127.0.0.1",), ("10.1.2.3", "::1"), ("::ffff:127.0.0.1",), ("64:ff9b::7f00:1",)):
        url = f"http://archive.example.org:{site.port}/list/"
        outcome = fetch(url, tmp_path / "out", Manners(CONTACT), clock=time.clock, resolve=lambda _h, _p, n=numbers: n)
        assert "private network" in (outcome.stopped or "")
    assert site.asked == []


def test_a_host_of_ones_own_network_is_asked_when_that_is_said(site: Site, tmp_path: Path, time: Time) -> None:
    put_list(site, 1)
    url = f"http://archive.example.org:{site.port}/list/"
    resolved: list[str] = []

    def resolve(host: str, _port: int) -> tuple[str, ...]:
        resolved.append(host)
        return ("127.0.0.1",)

    manners = Manners(CONTACT, is_private=True)
    assert fetch(url, tmp_path / "out", manners, clock=time.clock, resolve=resolve).fetched == 2
    assert {headers["host"] for _, headers in site.asked} == {f"archive.example.org:{site.port}"}
    # Looked up once: what it means cannot change between the check and a later request.
    assert resolved == ["archive.example.org"]


def test_a_redirect_into_a_private_network_by_name_is_not_followed(site: Site, tmp_path: Path, time: Time) -> None:
    put_list(site, 1)
    site.pages["/list/0000.html"] = Reply(b"", 302, {"Location": "http://inner.example.org/list/0000.html"})
    manners = Manners(CONTACT, hosts=frozenset({"inner.example.org"}))
    outcome = fetch(
        f"{site.url}/list/", tmp_path / "out", manners, clock=time.clock, resolve=lambda _h, _p: ("192.168.1.1",)
    )
    assert "inner.example.org is in a private network" in (outcome.stopped or "")


def test_a_redirect_inside_the_site_is_followed_once_it_is_allowed(site: Site, get: Get) -> None:
    put_list(site, 2)
    site.put("/robots.txt", "User-agent: *\nDisallow: /secret/\n")
    site.pages["/list"] = Reply(b"", 301, {"Location": "/list/"})
    site.pages["/list/0000.html"] = Reply(b"", 302, {"Location": "/secret/0000.html"})
    assert get("/list") == Outcome(fetched=2, missing=1)
    assert "/secret/0000.html" not in site.paths


def test_redirects_in_a_circle_end(site: Site, get: Get) -> None:
    put_list(site, 1)
    site.pages["/list/0000.html"] = Reply(b"", 302, {"Location": "/list/0000.html"})
    assert get() == Outcome(fetched=1, missing=1)
    assert len(site.paths) == 7


def endless() -> Iterator[bytes]:
    """Longer than any cap; not for ever, so that a test without a cap fails rather than fills the disk."""
    for _ in range(500):
        yield b"<a href='0001.html'>" * 5000


def test_an_endless_page_is_cut_off(site: Site, get: Get, tmp_path: Path) -> None:
    put_list(site, 1)
    site.pages["/list/0000.html"] = Reply(headers={"Content-Type": "text/html"}, parts=endless)
    assert get() == Outcome(fetched=1, missing=1)
    assert "list/0000.html" not in documents(tmp_path / "out")


def test_an_endless_file_is_cut_off_where_the_person_says(site: Site, get: Get) -> None:
    site.pages["/all.mbox"] = Reply(headers={"Content-Type": "text/plain"}, parts=endless)
    with pytest.raises(UserError, match=r"longer than 5,000,000 bytes"):
        get("/all.mbox", largest=5_000_000)


def test_a_file_that_says_that_it_is_too_long_is_not_begun(site: Site, get: Get) -> None:
    put_list(site, 1)
    sent: list[bytes] = []

    def parts() -> Iterator[bytes]:
        for _ in range(200):
            sent.append(b"x" * 65536)
            yield sent[-1]

    site.pages["/list/0000.html"] = Reply(
        headers={"Content-Type": "text/html", "Content-Length": str(200 * 65536)}, parts=parts
    )
    assert get().missing == 1
    # What fits into the buffers of a connection may have been sent.
    assert len(sent) < 200


def test_a_bomb_does_not_go_off(site: Site, get: Get, tmp_path: Path) -> None:
    put_list(site, 1)
    bomb = gzip.compress(b"\0" * 20_000_000, 1)
    site.pages["/list/0000.html"] = Reply(bomb, headers={"Content-Encoding": "gzip", "Content-Type": "text/html"})
    assert get() == Outcome(fetched=1, missing=1)
    reason = [entry.reason for entry in read_ledger(tmp_path / "out").entries.values() if entry.reason]
    assert reason == ["longer than 10,000,000 bytes"]


def test_a_bomb_in_a_large_file_does_not_go_off_either(site: Site, get: Get, tmp_path: Path) -> None:
    bomb = gzip.compress(b"From \n" + b"\0" * 70_000_000, 9)
    site.pages["/all.mbox"] = Reply(bomb, headers={"Content-Encoding": "gzip", "Content-Type": "text/plain"})
    with pytest.raises(UserError, match=r"inflates more than 300-fold"):
        get("/all.mbox")


@pytest.mark.parametrize("status", [401, 403, 451])
def test_a_refusal_stops_the_run_with_a_clear_word(site: Site, get: Get, status: int) -> None:
    put_list(site, 3)
    site.pages["/list/0001.html"] = Reply(b"no", status)
    outcome = get()
    assert f"answered {status}" in (outcome.stopped or "")
    assert site.paths == ["/list/", "/list/0000.html", "/list/0001.html"]


@pytest.mark.parametrize("status", [200, 503])
@pytest.mark.parametrize("title", ["Making sure you&#39;re not a bot!", "Just a moment...", "Oh noes!"])
def test_a_page_that_wants_a_browser_stops_the_run(site: Site, get: Get, title: str, status: int) -> None:
    put_list(site, 3)
    page = f"<!doctype html><html><head><title>{title}</title></head><body>wait</body></html>"
    site.pages["/list/0001.html"] = Reply(page.encode(), status, {"Content-Type": "text/html"})
    outcome = get()
    assert "wants a browser to prove that it is no program" in (outcome.stopped or "")
    assert (outcome.fetched, outcome.waiting) == (2, 2)
    assert "/list/0002.html" not in site.paths


def test_a_mail_with_such_a_subject_stops_nothing(site: Site, get: Get) -> None:
    put_list(site, 2)
    site.put("/list/0001.html", f"<html><title>Just a moment...</title>{message(1)}")
    assert get() == Outcome(fetched=3)


def test_what_is_no_archive_is_refused_and_leaves_no_folder(site: Site, get: Get, tmp_path: Path) -> None:
    site.put("/shop/", "<html><title>Shoes</title><a href='red.html'>red</a>")
    with pytest.raises(UserError, match="no list of mails is there"):
        get("/shop/")
    site.pages["/picture"] = Reply(b"\x89PNG\r\n\x1a\n", headers={"Content-Type": "image/png"})
    with pytest.raises(UserError, match="neither a page of an archive nor mails"):
        get("/picture")
    with pytest.raises(UserError, match="answers 404"):
        get("/none/")
    assert not (tmp_path / "out").exists()


def test_a_page_of_a_mail_that_only_a_reader_knows_is_fetched_alone(site: Site, get: Get) -> None:
    page = (
        "<title>'run 1' - MARC</title>\n<pre><b>[<a href=\"?l=bench&m=1&w=2\">next in list</a>]</b>\n"
        'List:       <a href="?l=bench&r=1&w=2">bench</a>\nSubject:    run 1\n'
        'From:       <a href="?a=1&r=1&w=2">ann () example ! org (Ann)</a>\n'
        'Date:       <a href="?l=bench&r=1&w=2&b=200211">2002-11-25 10:00:00</a>\n'
        'Message-ID: <a href="?i=1%20()%20example%20!%20org">1 () example ! org</a></font>\n'
        '[<a href="?l=bench&m=1&q=raw">Download message RAW</a>]</b>\n\nfork_test\n'
    )
    site.put("/?l=linux-kernel&m=103821840000001&w=2", page)
    assert get("/?l=linux-kernel&m=103821840000001&w=2") == Outcome(fetched=1)


def test_a_page_in_place_of_a_month_is_not_taken_for_mails(site: Site, get: Get) -> None:
    site.put("/list/", listing("2026-November.txt.gz", "2026-November/date.html"))
    site.put("/list/2026-November.txt.gz", "<html><title>Sorry</title>not today")
    site.put("/list/2026-November/date.html", listing("000001.html"))
    site.put("/list/2026-November/000001.html", message(1))
    assert get() == Outcome(fetched=3, missing=1)


def test_a_month_of_one_list_does_not_stand_for_that_of_another(site: Site, get: Get) -> None:
    site.put("/lists/", listing("a/index.html", "b/index.html"))
    site.put("/lists/a/index.html", listing("2026-June.txt.gz", "2026-June/date.html"))
    site.put("/lists/b/index.html", listing("2026-June/date.html"))
    site.put("/lists/b/2026-June/date.html", listing("000001.html"))
    site.put("/lists/b/2026-June/000001.html", message(1))
    site.pages["/lists/a/2026-June.txt.gz"] = Reply(gzip.compress(b"From a  Mon Jun  1 10:00:00 2026\nFrom: a\n\nx\n"))
    assert get("/lists/") == Outcome(fetched=6, covered=1)


def test_one_fetch_at_a_time_writes_a_folder(site: Site, get: Get, tmp_path: Path, time: Time) -> None:
    put_list(site, 1)
    seen: list[str] = []

    def tell(_progress: Progress) -> None:
        with pytest.raises(UserError, match=r"another fetch into .* is running"):
            get()
        seen.append("refused")

    fetch(f"{site.url}/list/", tmp_path / "out", Manners(CONTACT), clock=time.clock, tell=tell)
    assert seen == ["refused", "refused"]


def test_a_folder_with_something_else_is_left_alone(site: Site, get: Get, tmp_path: Path) -> None:
    put_list(site, 1)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("mine")
    with pytest.raises(UserError, match="holds something else"):
        get()
    (tmp_path / "out" / "thesis.tex").unlink()
    get()
    site.put("/other/", listing("0000.html"))
    with pytest.raises(UserError, match=r"holds http://127\.0\.0\.1:\d+/list/: give another folder"):
        get("/other/")


def test_a_folder_is_brought_up_to_date_as_it_was_fetched(site: Site, get: Get, tmp_path: Path, time: Time) -> None:
    put_list(site, 1)
    get(pause=7.0)
    put_list(site, 2)
    site.asked.clear()
    time.sleeps.clear()
    assert fetch_again(tmp_path / "out", clock=time.clock) == Outcome(fetched=2)
    assert {headers["from"] for _, headers in site.asked} == {CONTACT}
    assert time.sleeps == [8.75] * 2


def test_an_answer_that_drips_is_given_up(site: Site, tmp_path: Path) -> None:
    from ingest.fetch import wire
    from ingest.fetch.addresses import read_address
    from ingest.fetch.endings import Cut

    release = threading.Event()

    def drip() -> Iterator[bytes]:
        while not release.wait(0.02):
            yield b"x"

    site.pages["/slow"] = Reply(headers={"Content-Type": "text/plain"}, parts=drip)
    address = read_address(f"{site.url}/slow")
    connection = wire.Connection(address.site, ("127.0.0.1",))
    with (tmp_path / "slow").open("w+b") as sink, pytest.raises(Cut, match=r"no whole answer within 0\.3 seconds"):
        connection.get(address, {}, sink, wire.Caps(1 << 20, 0.3))
    release.set()


@pytest.fixture
def secure(site: Site, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The site once more behind TLS on localhost, and the file of the certificate that vouches for it."""
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl to make a certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    )
    subprocess.run([*command.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"site": site})) as server:
        server.daemon_threads = True
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"https://localhost:{server.server_address[1]}/list/", certificate
        server.shutdown()
        thread.join()


def local(_host: str, _port: int) -> tuple[str, ...]:
    return ("127.0.0.1",)


def test_a_site_with_a_valid_certificate_is_read(
    site: Site, secure: tuple[str, Path], tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_list(site, 2)
    url, certificate = secure
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert fetch(url, tmp_path / "out", Manners(CONTACT), clock=time.clock, resolve=local) == Outcome(fetched=3)


def test_a_site_whose_certificate_nobody_vouches_for_is_not_read(
    site: Site, secure: tuple[str, Path], tmp_path: Path, time: Time
) -> None:
    put_list(site, 2)
    outcome = fetch(secure[0], tmp_path / "out", Manners(CONTACT), clock=time.clock, resolve=local)
    assert "the certificate of localhost is not valid" in (outcome.stopped or "")
    assert site.asked == []


def test_the_certificate_has_to_be_that_of_the_host_that_was_asked_for(
    site: Site, secure: tuple[str, Path], tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_list(site, 2)
    url, certificate = secure
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    other = url.replace("localhost", "other.localhost")
    outcome = fetch(other, tmp_path / "out", Manners(CONTACT), clock=time.clock, resolve=local)
    assert "the certificate of other.localhost is not valid" in (outcome.stopped or "")
    assert site.asked == []


def told(items: Iterator[Message | Problem]) -> list[tuple[str, str, tuple[str | None, ...]]]:
    """What is read of a tree: ids, subjects and texts, whatever the place."""
    messages = (item for item in items if isinstance(item, Message))
    return sorted((m.key, m.subject, tuple(part.text for part in m.parts)) for m in messages)


@pytest.mark.parametrize(
    ("tree", "start"),
    [
        *((f"hypermail/{version}", "") for version in ("2b29", "2.1.9", "2.4.1", "3.0")),
        ("hypermail/torture-2b29", ""),
        ("hypermail/2.1.9-folders", ""),
        ("mhonarc/bench", "maillist.html"),
        ("mhonarc/torture", "threads.html"),
    ],
)
def test_a_real_tree_that_was_fetched_reads_as_the_tree_does(
    site: Site, get: Get, tmp_path: Path, shared: Path, tree: str, start: str
) -> None:
    folder = shared / "corpus/html" / tree
    site.put_tree(folder, "/list/")
    outcome = get(f"/list/{start}")
    assert (outcome.failed, outcome.stopped) == (0, None)
    assert told(read(tmp_path / "out", None)) == told(read(folder, None))
    asked = Counter(site.paths)
    assert set(asked.values()) == {1}
    # One list a folder, and each mail and attachment once.
    pages = {path for path in asked if re.search(r"\d{4}\.html$|/att-|/bin|/gz", path)}
    assert len(asked) - len(pages) == 1 + sum(
        folder_.is_dir() and folder_.name.isdigit() for folder_ in folder.iterdir()
    )


def test_whatever_line_a_crash_comes_after_nothing_is_lost(site: Site, get: Get, tmp_path: Path) -> None:
    site.put("/list/", listing("0211/index.html", "0212.txt"))
    site.put(
        "/list/0212.txt", "From ann@example.org Mon Dec 02 10:00:00 2002\nFrom: ann@example.org\nSubject: x\n\nx\n"
    )
    site.put("/list/0211/index.html", listing("0000.html", "0001.html"))
    site.put("/list/0211/0000.html", message(0) + '<a href="att-0000/run.sh">run.sh</a>')
    site.put("/list/0211/0001.html", message(1))
    site.put("/list/0211/att-0000/run.sh", "#!/bin/sh\n")
    get()
    whole = documents(tmp_path / "out")
    assert len(whole) == 6
    ledger = tmp_path / "out" / FILE_NAME
    lines = ledger.read_bytes().splitlines(keepends=True)
    for number in range(1, len(lines)):
        ledger.write_bytes(b"".join(lines[:number]))
        get()
        assert documents(tmp_path / "out") == whole, lines[number - 1]
