"""The web view in a real browser: headless Chromium, with the mouse and with the keyboard only, on desk and phone."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from web.app import create_app
from web.server import make

CHROMIUM = shutil.which("chromium")
OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--disable-dev-shm-usage"),
)
DESK = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 844}
POST = "/benchmarks/aim9-1@samples.example.org/"
PAGES = (
    *("/", "/all/", "/?q=fork_test+regression+2.5", "/?q=nosuch:x", "/test/", "/test/aim9/fork_test/", "/kernel/"),
    *(POST, f"{POST}T/", f"{POST}t/", f"{POST}results/", "/hostile/script@hostile.example.org/"),
    *("/hostile/script@hostile.example.org/results/", "/hostile/undated@hostile.example.org/t/", "/nothing/"),
)

# What a page says of itself: is it wider than the window, and where is the focus or the target of the address.
SIDEWAYS = "document.scrollingElement.scrollWidth - innerWidth"
FOCUS = """() => {
    const it = document.activeElement, style = getComputedStyle(it);
    return {tag: it.tagName, id: it.id, text: it.innerText || it.value || '', outline: style.outlineStyle};
}"""
TARGET_IN_VIEW = """() => {
    const box = document.querySelector(':target').getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0;
}"""


@pytest.fixture(scope="module")
def address(web_archive: Path) -> Iterator[str]:
    server = make(create_app(web_archive), "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the package playwright")
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS))
        yield chromium
        chromium.close()


class Visit:
    """A window of one size, and everything that the browser complained about while it was open."""

    def __init__(self, browser: Any, size: dict[str, int], **options: Any) -> None:
        self.context = browser.new_context(viewport=size, **options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", self._failed)
        self.hosts: set[str] = set()
        self.page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))

    def _failed(self, request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # what is left behind when the next page is opened
            self.complaints.append(f"failed: {request.url}")

    def __enter__(self) -> "Visit":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_from_the_question_to_the_line_of_the_mail(
    browser: Any, address: str, size: dict[str, int], *, script: bool
) -> None:
    with Visit(browser, size, java_script_enabled=script) as visit:
        page = visit.page
        page.goto(f"{address}/")
        page.fill("#q", "fork_test regression 2.5")
        page.press("#q", "Enter")
        page.click("ol.hits li:first-child h3 a")
        assert page.url.startswith(f"{address}{POST}results/#v")
        cell = page.locator(":target")
        assert cell.inner_text() == "3296.70"
        cell.click()
        line = page.locator(".line", has=page.locator(":target"))
        assert line.inner_text().split()[:3] == ["fork_test", "10010", "32.967"]
        line.locator(":target").click()
        assert page.locator(":target").inner_text() == "3296.70"
        assert "#v" in page.url
        assert visit.complaints == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_no_page_is_wider_than_the_window_or_breaks_the_policy(
    browser: Any, address: str, size: dict[str, int]
) -> None:
    with Visit(browser, size) as visit:
        for path in PAGES:
            visit.complaints.clear()
            answer = visit.page.goto(f"{address}{path}")
            assert visit.page.evaluate(SIDEWAYS) <= 0, path
            assert visit.page.title() != "owned"
            # The browser itself notes an answer of 404 on its console.
            noted = ["Failed to load resource"] if answer.status >= 400 else []
            assert [complaint[:23] for complaint in visit.complaints] == noted, path
        assert visit.hosts == {address.removeprefix("http://")}


def test_the_number_and_its_line_are_in_view_and_the_page_itself_stands_still(browser: Any, address: str) -> None:
    with Visit(browser, DESK) as visit:
        page = visit.page
        page.goto(f"{address}{POST}results/")
        for link in (".numbers-pane a.num >> nth=100", ".mails-pane a.num >> nth=100"):
            page.locator(link).click()
            assert page.evaluate(TARGET_IN_VIEW)
            assert page.evaluate("document.scrollingElement.scrollTop") == 0


def test_thread_and_numbers_stand_beside_each_other_on_a_desk_and_below_on_a_phone(browser: Any, address: str) -> None:
    for size, beside in ((DESK, True), (PHONE, False)):
        with Visit(browser, size) as visit:
            visit.page.goto(f"{address}{POST}results/")
            mails, numbers = (visit.page.locator(f"#{name}").bounding_box() for name in ("mails", "numbers"))
            assert (mails["x"] + mails["width"] <= numbers["x"]) is beside
            assert (mails["y"] == numbers["y"]) is beside


def test_the_heads_of_a_long_table_stay_in_view(browser: Any, address: str) -> None:
    with Visit(browser, DESK) as visit:
        page = visit.page
        page.goto(f"{address}{POST}results/")
        page.locator("tr:has(th:text('fork_test'))").first.scroll_into_view_if_needed()
        page.locator("#numbers").evaluate("pane => pane.scrollBy({top: 600, behavior: 'instant'})")
        head = page.locator("table.values thead th").first.bounding_box()
        pane = page.locator("#numbers").bounding_box()
        assert pane["y"] - 1 <= head["y"] <= pane["y"] + 3


def test_all_of_it_works_with_the_keyboard(browser: Any, address: str) -> None:
    with Visit(browser, DESK) as visit:
        page = visit.page
        page.goto(f"{address}/")
        page.keyboard.press("Tab")
        assert "Skip" in page.evaluate(FOCUS)["text"]
        press_until(page, lambda focus: focus["id"] == "q")
        page.keyboard.type("fork_test regression 2.5")
        page.keyboard.press("Enter")
        page.wait_for_url("**q=fork_test*")
        press_until(page, lambda focus: focus["text"] == "fork_test")
        page.keyboard.press("Enter")
        page.wait_for_url("**/results/#v*")
        assert page.evaluate(FOCUS)["text"] == "3296.70"
        page.keyboard.press("Enter")
        page.wait_for_url("**/results/#n*")
        assert page.evaluate(FOCUS)["text"] == "3296.70"
        assert page.evaluate(TARGET_IN_VIEW)


def press_until(page: Any, found: Any, most: int = 60) -> None:
    """Press Tab until the focus is there; each stop on the way shows where it is."""
    for _ in range(most):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        assert focus["outline"] != "none", focus
        if found(focus):
            return
    raise AssertionError(f"not reached with {most} times Tab: {focus}")


def test_the_skip_links_of_the_results_page_lead_past_everything(browser: Any, address: str) -> None:
    with Visit(browser, DESK) as visit:
        page = visit.page
        page.goto(f"{address}{POST}results/")
        for target in ("numbers", "mails"):
            link = page.locator(f"a.skip[href='#{target}']")
            link.focus()
            box = link.bounding_box()
            assert box["x"] >= 0
            page.keyboard.press("Enter")
            assert page.evaluate(FOCUS)["id"] == target


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground_in_light_and_dark(browser: Any, address: str, scheme: str) -> None:
    with Visit(browser, DESK, color_scheme=scheme) as visit:
        for path in (f"{POST}results/", "/?q=fork_test+regression+2.5", f"{POST}T/", "/?q=nosuch:x"):
            visit.page.goto(f"{address}{path}")
            assert visit.page.evaluate(TOO_FAINT) == []


# WCAG 2.1, 1.4.3: at least 4.5 to 1 between text and the first ground behind it that is not see-through.
TOO_FAINT = r"""() => {
    const part = value => { value /= 255; return value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4; };
    const light = ([r, g, b]) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
    const colour = text => text.match(/[\d.]+/g).map(Number);
    const ground = element => {
        for (let it = element; it; it = it.parentElement) {
            const found = colour(getComputedStyle(it).backgroundColor);
            if (found.length < 4 || found[3] === 1) return found;
        }
        return [255, 255, 255];
    };
    const faint = new Map();
    for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!own || !element.checkVisibility()) continue;
        const pair = [light(colour(getComputedStyle(element).color)), light(ground(element))];
        const [high, low] = pair.sort((a, b) => b - a);
        const ratio = (high + .05) / (low + .05);
        if (ratio < 4.5) faint.set(`${element.tagName}.${element.className}`, ratio.toFixed(2));
    }
    return [...faint].map(pair => pair.join(' '));
}"""
