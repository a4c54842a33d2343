"""Whoever enters results in a cellar: what they do there, and what came of it on the server."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser.cellar import Asked, Cellar
from tests.browser.conftest import Site, log_in
from tests.browser.test_an_evening import type_points
from tests.browser.test_live_table import choose

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

OpenBrowser = Callable[..., "Page"]
PEOPLE = ("桐山", "小野寺", "三宅", "早川")
#: what a browser without Background Sync lacks
NO_SYNC = "delete ServiceWorkerRegistration.prototype.sync; delete window.SyncManager;"
#: storage that the browser forbids
NO_STORAGE = (
    "Object.defineProperty(window, 'indexedDB', { get() { throw new Error('forbidden') } });"
)
#: storage without room for anything more
NO_ROOM = """IDBObjectStore.prototype.put = () => {
  throw new DOMException("no room", "QuotaExceededError");
};"""


def in_the_cellar(
    open_browser: OpenBrowser, site: Site, cellar: Cellar, login: str = "scorer", *scripts: str
) -> tuple[Page, Site]:
    """A phone that reaches the site through the cellar alone."""
    here = Site(cellar.url, site.env)
    page = open_browser()
    for script in scripts:
        page.context.add_init_script(script)
    log_in(page, here, login)
    return page, here


def begin_evening(page: Page, here: Site, title: str) -> int:
    """An evening of its own; its key."""
    page.goto(here.club("sessions/new/"))
    page.fill("input[name=title]", f"{title} {secrets.token_hex(3)}")
    page.get_by_role("button", name="開催を作る").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/$"))
    return int(page.url.rstrip("/").rpartition("/")[2])


#: whether the phone has a copy of this page, and of what it loads
_IS_KEPT = """async () => {
  const has = (name) => caches.open(name).then((cache) => cache.keys());
  const worker = (await navigator.serviceWorker.getRegistration())?.active;
  if (worker?.state !== "activated") return false;
  const names = await caches.keys();
  const pages = names.find((name) => name.startsWith("jancho-pages-"));
  if (!pages || !names.includes("jancho-files")) return false;
  const isOurs = ({ url }) => new URL(url).pathname === location.pathname;
  const files = (await has("jancho-files")).map(({ url }) => url);
  const areThere = files.some((url) => /[/]offline[.]\\w+[.]js$/.test(url));
  return areThere && (await has(pages)).some(isOurs);
}"""


def wait_until_kept(page: Page) -> None:
    """Asked anew each time: ``wait_for_function`` takes any promise for a yes."""
    for _ in range(100):
        if page.evaluate(_IS_KEPT):
            return
        page.wait_for_timeout(100)
    raise AssertionError("the phone has no copy of this page")


def open_form(page: Page, here: Site, evening: int) -> None:
    """The entry form of the evening with four people, kept on the phone."""
    page.goto(here.club(f"enter/?session={evening}&seats=none"))
    for seat, name in enumerate(PEOPLE):
        choose(page, seat, name)
    wait_until_kept(page)


def points_of(number: int) -> tuple[int, int, int]:
    """Hundreds that no other game of the evening has."""
    return 300 + number, 250 - number, 200 + 2 * number


def enter_away(page: Page, number: int) -> None:
    """Enter a result without a network: one more waits."""
    before = waiting(page)
    type_points(page, points_of(number))
    page.locator("#save").click()
    page.wait_for_function(
        "count => document.querySelectorAll('[data-list] > li').length === count"
        " && !document.querySelector('#entry').inert",
        arg=before + 1,
    )


def waiting(page: Page) -> int:
    return int(page.locator("[data-list] > li").count())


#: what waits, as the phone has it
ITEMS = """() => new Promise((done) => {
  const opened = indexedDB.open("jancho");
  opened.onsuccess = () => {
    const found = opened.result.transaction("outbox").objectStore("outbox").getAll();
    found.onsuccess = () => { opened.result.close(); done(found.result); };
  };
})"""


def back_above(page: Page) -> None:
    """The network is back: until nothing waits any more the phone hears so now and then."""
    for _ in range(200):
        if not page.evaluate(ITEMS):
            return
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_timeout(300)
    raise AssertionError(page.evaluate(ITEMS))


def stored_games(page: Page, site: Site, evening: int) -> list[str]:
    """The addresses of the evening's games on the server."""
    page.goto(site.club(f"sessions/{evening}/"))
    links = page.locator("main table a[href*='/games/']")
    return list(dict.fromkeys(links.evaluate_all("all => all.map(one => one.href)")))


def a_third(seed: int) -> Callable[[Asked], bool]:
    """Lose a third of the answers to what is sent, by chance of this seed."""
    chance = random.Random(seed)
    return lambda asked: asked.method == "POST" and chance.random() < 1 / 3


def log_out(page: Page, here: Site) -> None:
    page.goto(here.club())
    page.locator("[data-menu] summary").click()
    page.get_by_role("button", name="ログアウト").click()
    page.wait_for_load_state()


def end_login(context: BrowserContext) -> None:
    context.clear_cookies(name=re.compile("session"))
