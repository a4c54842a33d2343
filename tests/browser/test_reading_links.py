"""A TV in the shop, a ranking in another site's frame, and a text handed on to a chat."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import PHONE, Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]
SCREEN = {"width": 1920, "height": 1080}
#: hears what would be handed on to another app, which no headless browser can
HEARS = """
  navigator.canShare = (what) => true;
  navigator.share = async (what) => {
    const files = (what.files ?? []).map((file) => file.type);
    window.shared = { text: what.text, url: what.url, files };
  };
"""


@contextmanager
def site_of_the_shop(body: str) -> Iterator[str]:
    """Another site with one page, at its address: browsers keep a made-up one off this machine."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body.encode())

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def make_link(page: Page, site: Site, name: str, shows: str) -> str:
    page.goto(site.club("links/"))
    page.fill("input[name=name]", name)
    page.check(f"input[name=shows][value={shows}]")
    page.get_by_role("button", name="リンクを作る").click()
    address: str = page.locator("#link").input_value()
    return address


def test_a_tv_shows_the_wall_without_a_login_until_the_owner_ends_the_link(
    open_browser: OpenBrowser, site: Site
) -> None:
    owner, tv = open_browser("organizer"), open_browser(viewport=SCREEN)
    tv.goto(make_link(owner, site, "入口のテレビ", "wall"))
    tv.locator(".wall-line").first.wait_for()
    assert tv.context.cookies() == []

    row = owner.locator(".token-row", has_text="入口のテレビ")
    row.get_by_text("失効させる").first.click()
    row.get_by_role("button", name="リンクを失効させる").click()
    owner.get_by_text("リンクを失効させました").wait_for()

    tv.get_by_text("このリンクは失効しました").wait_for()
    assert tv.locator(".wall-line").count() == 0


def test_another_site_frames_the_ranking_in_the_readers_own_colours(
    open_browser: OpenBrowser, site: Site
) -> None:
    link = make_link(open_browser("organizer"), site, "店のサイト", "ranking")
    embed = link.replace("/look/", "/embed/")
    shop = open_browser(viewport=PHONE, color_scheme="dark")

    with site_of_the_shop(f'<iframe src="{embed}" height="500"></iframe>') as address:
        shop.goto(address)
        ranking = shop.frame_locator("iframe").first
        ranking.locator("tbody tr").first.wait_for()

    assert ranking.locator("a").first.get_attribute("target") == "_blank"
    ground = "getComputedStyle(document.documentElement).colorScheme"
    assert shop.frames[1].evaluate(ground) == "dark"


@pytest.mark.parametrize(
    ("path", "button", "files"),
    [
        pytest.param("ranking/main/text/", "[data-share]", [], id="a text"),
        pytest.param("ranking/main/card/", "[data-card-share]", ["image/png"], id="a picture"),
    ],
)
def test_what_is_shared_goes_with_its_link_once(
    open_browser: OpenBrowser, site: Site, path: str, button: str, files: list[str]
) -> None:
    page = open_browser("member")
    page.add_init_script(HEARS)
    page.goto(site.club(path))

    page.locator(button).click()
    page.wait_for_function("() => window.shared")

    shared = page.evaluate("window.shared")
    assert re.fullmatch(r".+/ranking/main/\?month=\d{4}-\d\d", shared["url"])
    assert shared["text"]
    assert shared["url"] not in shared["text"]
    assert shared["files"] == files
