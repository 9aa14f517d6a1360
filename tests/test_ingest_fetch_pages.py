import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.model import UserError
from ingest.fetch import public_inbox
from ingest.fetch.addresses import is_public, read_address
from ingest.fetch.manners import Manners, checked_contact
from ingest.fetch.pages import Kind, Part, is_message, is_page, links, part_of
from ingest.fetch.periods import GRACE, period_in
from ingest.fetch.refusals import refusal
from ingest.fetch.wire import Answer

ROOT = read_address("http://archive.example.org/pipermail/bench/")


def found(page: str, address: str = "", root: str = "") -> list[tuple[Kind, str]]:
    here = ROOT.join(address)
    above = ROOT.join(root)
    assert here is not None
    assert above is not None
    return [(link.kind, str(link.address).removeprefix(str(ROOT))) for link in links(page, here, above)]


def anchors(*targets: str) -> str:
    return "".join(f'<A class=x\nHREF="{target}">there</A>\n' for target in targets)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("http://Archive.Example.org", "http://archive.example.org/"),
        ("https://archive.example.org:443/a b/?q=ü", "https://archive.example.org/a%20b/?q=%C3%BC"),
        ("http://archive.example.org:8080/x#frag", "http://archive.example.org:8080/x"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http://bücher.example.org/", "http://xn--bcher-kva.example.org/"),
        ("http://archive.example.org/a\r\nHost: evil", "http://archive.example.org/aHost:%20evil"),
    ],
)
def test_addresses_are_written_in_one_way_and_carry_no_line_ends(given: str, read: str) -> None:
    assert str(read_address(given)) == read


@pytest.mark.parametrize(
    "given",
    [
        *("archive.example.org", "ftp://archive.example.org/", "file:///etc/passwd", "http:///x"),
        *("http://a:b@example.org/", "http://example.org:99999/", "http://exa mple.org/", "http://[::1/"),
        f"http://example.org/{'x' * 3000}",
    ],
)
def test_what_is_no_web_address_is_refused_with_a_reason(given: str) -> None:
    with pytest.raises(UserError, match="cannot be fetched: "):
        read_address(given)


@given(st.text(max_size=60))
def test_no_link_of_a_page_breaks_anything(link: str) -> None:
    address = ROOT.join(link)
    assert address is None or not re.search(r"[\s\x00-\x1f]", str(address))


@pytest.mark.parametrize(
    "number",
    [
        *(
            "127.0.0.1",
            "10.1.1.1",
            "172.16.0.1",
            "192.168.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "224.0.0.1",
            "100.64.0.1",
        ),
        *("::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "ff02::1"),
    ],
)
def test_private_addresses_are_known_in_all_their_forms(number: str) -> None:
    assert not is_public(number)


@pytest.mark.parametrize("number", ["1.1.1.1", "2606:4700::1111", "64:ff9b::101:101"])
def test_public_addresses_are_public(number: str) -> None:
    assert is_public(number)


def test_of_a_months_forms_the_packed_text_comes_first_and_pages_of_it_once() -> None:
    page = anchors(
        *("2002-November/thread.html", "2002-November/subject.html", "2002-November/author.html"),
        *("2002-November/date.html", "2002-November.txt", "2002-November.txt.gz", "README.txt"),
    )
    assert found(page) == [(Kind.BULK, "2002-November.txt.gz"), (Kind.LISTING, "2002-November/date.html")]


def test_a_list_of_mails_gives_its_mails_and_not_its_other_orders() -> None:
    page = anchors("date.html", "subject.html", "0000.html", "0001.html#start", "0001.html", "0000.html?x=1")
    assert found(page, "0211/index.html") == [(Kind.MESSAGE, "0211/0000.html"), (Kind.MESSAGE, "0211/0001.html")]


def test_a_page_of_nothing_but_orders_leads_to_one_of_them() -> None:
    assert found(anchors("subject.html", "threads.html", "maillist.html")) == [(Kind.LISTING, "maillist.html")]


def test_links_out_of_the_archive_are_not_followed() -> None:
    page = anchors(
        *("http://evil.example.org/pipermail/bench/0001.html", "/pipermail/other/0001.html", "../../etc/0001.html"),
        *(
            "https://archive.example.org:8443/pipermail/bench/0001.html",
            "mailto:ann@example.org",
            "javascript:0001.html",
        ),
        *("a/b/c/d/e/index.html", "att-0001/", "icons/", "./", "../", "?C=N;O=D", "//evil.example.org/0001.html"),
    )
    assert found(page) == []


def test_links_by_the_other_scheme_stay_on_the_site() -> None:
    page = anchors("https://archive.example.org/pipermail/bench/0001.html", "0001.html")
    assert found(page) == [(Kind.MESSAGE, "0001.html")]


def test_a_message_page_leads_to_its_attachments_that_may_be_text_and_to_its_neighbours() -> None:
    page = '<!-- body="start" -->' + anchors(
        "att-0007/01-bench.sh", "att-0007/photo.PNG", "0008.html", "binaCp78ix4rW.bin"
    )
    assert is_message(page)
    assert found(page, "0211/0007.html") == [
        (Kind.ATTACHMENT, "0211/att-0007/01-bench.sh"),
        (Kind.ATTACHMENT, "0211/binaCp78ix4rW.bin"),
        (Kind.MESSAGE, "0211/0008.html"),
    ]


def test_a_hostile_page_is_read_in_no_time() -> None:
    page = "<a " * 300_000 + "<a\n" + " " * 1_000_000 + '<a href="' * 100_000 + "href=" * 200_000
    started = datetime.now(UTC)
    assert found(page) == []
    assert datetime.now(UTC) - started < timedelta(seconds=20)


@pytest.mark.parametrize(
    ("names", "end"),
    [
        (("2002-November",), "2002-12-01"),
        (("2002-11",), "2002-12-01"),
        (("200212",), "2003-01-01"),
        (("0211",), "2002-12-01"),
        (("9506",), "1995-07-01"),
        (("0211.3",), "2002-12-01"),
        (("2002", "11"), "2002-12-01"),
        (("2002", "Nov"), "2002-12-01"),
        (("linux-kernel-2002q4",), "2003-01-01"),
        (("1999",), "2000-01-01"),
        (("2001-23",), "2001-06-11"),
        (("Week-of-Mon-20021125",), "2002-12-05"),
        # The year 2002 or February 2020: the later of what it can mean.
        (("2002",), "2020-03-01"),
    ],
)
def test_periods_are_read_from_names(names: tuple[str, ...], end: str) -> None:
    period = period_in(names)
    assert period is not None
    assert f"{period.end:%Y-%m-%d}" == end
    assert not period.is_over(period.end)
    assert period.is_over(period.end + GRACE)


@pytest.mark.parametrize("name", ["kernel", "bench2002", "2.5.49", "1234", "20021", "2002-00", "msg00012", "", "12-11"])
def test_other_names_tell_no_period(name: str) -> None:
    assert period_in((name,)) is None


@given(st.lists(st.text(max_size=20), max_size=4))
def test_no_name_breaks_the_reading_of_periods(names: list[str]) -> None:
    period_in(tuple(names))


def test_a_file_of_a_month_covers_the_pages_of_that_month_of_that_list_only() -> None:
    def part(kind: Kind, path: str) -> Part:
        address = ROOT.join(path)
        assert address is not None
        return part_of(kind, address, ROOT)

    june = part(Kind.BULK, "a/2002-June.txt.gz")
    assert june.covers(part(Kind.LISTING, "a/2002-June/date.html"))
    assert june.covers(part(Kind.MESSAGE, "a/2002-June/000012.html"))
    assert not june.covers(part(Kind.LISTING, "a/2002-July/date.html"))
    assert not june.covers(part(Kind.LISTING, "b/2002-June/date.html"))
    whole = part(Kind.BULK, "a/a.mbox.gz")
    assert whole.covers(part(Kind.MESSAGE, "a/msg00001.html"))
    assert not whole.covers(part(Kind.MESSAGE, "b/msg00001.html"))
    assert not part(Kind.BULK, "a/example.mbox").covers(part(Kind.MESSAGE, "a/msg00001.html"))


def test_the_real_trees_are_seen_whole(shared: Path) -> None:
    """Every message page of a tree is linked from the page that a person would give."""
    trees = {
        "hypermail/2b29": "index.html",
        "hypermail/2.1.9": "index.html",
        "hypermail/3.0": "date.html",
        "hypermail/2.1.9-folders/0211": "index.html",
        "mhonarc/bench": "maillist.html",
        "mhonarc/torture": "maillist.html",
    }
    for tree, index in trees.items():
        folder = shared / "corpus/html" / tree
        page = (folder / index).read_text(encoding="latin-1")
        names = {name for kind, name in found(page, "x/", "x/") if kind is Kind.MESSAGE}
        pages = {path.name for path in folder.glob("*.html") if re.search(r"\d{4}", path.name)}
        assert {name.removeprefix("x/") for name in names} == pages, tree
        for path in folder.glob("*[0-9].html"):
            text = path.read_text(encoding="latin-1")
            assert (is_message(text), is_page(text.encode("latin-1"))) == (True, True), path


def test_monthly_folders_are_found_from_their_list(shared: Path) -> None:
    page = (shared / "corpus/html/hypermail/2.1.9-folders/index.html").read_text(encoding="latin-1")
    assert found(page) == [(Kind.LISTING, f"{month}/index.html") for month in ("0101", "0209", "0211", "0310")]


@pytest.mark.parametrize(
    "contact", ["", None, "ann", "ann@example.org\r\nX: y", "ftp://example.org", "ann @example.org"]
)
def test_a_contact_that_reaches_nobody_is_refused(contact: str | None) -> None:
    with pytest.raises(UserError, match=r"contact"):
        checked_contact(contact)


def test_a_contact_may_be_a_page() -> None:
    assert "From" not in Manners(checked_contact(" https://example.org/crawl ")).headers


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (403, (), b""),
        (200, (("CF-Mitigated", "challenge"),), b""),
        (200, (), b"<title>Making sure you&#39;re not a bot!</title>"),
        (200, (), b'<html><title>x</title><script id="anubis_challenge" type="application/json">'),
        (200, (), b"<!DOCTYPE html><title>archive.example.org</title><script>window._cf_chl_opt={}</script>"),
        (503, (), b"<HTML><TITLE lang='en'>\n Checking your browser before accessing</TITLE>"),
    ],
)
def test_refusals_are_known(status: int, headers: tuple[tuple[str, str], ...], body: bytes) -> None:
    assert refusal(Answer(ROOT, status, headers), body) is not None


@pytest.mark.parametrize(
    "body",
    [
        b"<title>Security checks in 2.5.49</title>",
        b"<!-- MHonArc v2.6.19+ -->\n<title>Just a moment...</title>",
        b"From ann\n\nMaking sure you're not a bot!",
        b"From ann\n\n<html><title>Just a moment...</title>",
        b"<html><title>Bench</title><script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>",
    ],
)
def test_other_answers_are_no_refusals(body: bytes) -> None:
    assert refusal(Answer(ROOT, 200, ()), body) is None


def test_the_commands_for_a_clone_take_nothing_but_numbers_from_the_page() -> None:
    inbox = read_address("https://lists.example.org/bench/")
    page = (
        'git clone --mirror <a\nhref="https://lists.example.org/bench/1">https://…/1</a> bench/git/1.git\n'
        'git clone --mirror <a\nhref="https://evil.example.org/;rm -rf ~/0">x</a> $(reboot)\n'
    )
    assert public_inbox.clone_commands(page, inbox) == (
        "git clone --mirror https://lists.example.org/bench/1 bench/git/1.git",
        "benchlore import bench",
    )
    hostile = read_address("https://lists.example.org/-x;$(reboot)/")
    assert public_inbox.clone_commands("", hostile)[0] == (
        "git clone --mirror 'https://lists.example.org/-x;$(reboot)' inbox.git"
    )


@pytest.mark.parametrize("page", ["T/", "t/", "T", "t.atom", "t.mbox.gz"])
def test_a_thread_is_asked_for_as_its_mbox(page: str) -> None:
    address = read_address(f"https://lists.example.org/bench/a%2Fb@example.org/{page}")
    assert str(public_inbox.thread_mbox(address)) == "https://lists.example.org/bench/a%2Fb@example.org/t.mbox.gz"


@pytest.mark.parametrize("path", ["bench/a@example.org/", "bench/T/", "bench/a@example.org/raw", "T/", ""])
def test_other_pages_are_no_threads(path: str) -> None:
    assert public_inbox.thread_mbox(read_address(f"https://lists.example.org/{path}")) is None
