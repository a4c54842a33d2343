"""The screen in the club's room beside the phone that a result is entered on; cards as pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESK, PHONE, Site
from tests.browser.test_live_table import choose

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]
SCREEN = {"width": 1920, "height": 1080}
#: what is entered stands on the wall by then
SOON = 5_000
NAMES = ("桐山", "小野寺", "三宅", "早川")
#: the first of the results is none of those that stood there
NEW_FIRST = """before => {
  const first = document.querySelector(".wall__games .wall-item");
  return first && !before.includes(first.textContent.trim().split(/\\s+/).join(" "));
}"""


def enter(page: Page, site: Site, title: str) -> None:
    """Open an evening and enter one result, up to the button that stores it."""
    page.goto(site.club("sessions/new/"))
    page.fill("input[name=title]", title)
    page.get_by_role("button", name="開催を作る").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/$"))
    page.locator("main").get_by_role("link", name="結果を入力").first.click()
    for seat, name in enumerate(NAMES):
        choose(page, seat, name)
    for seat, hundreds in enumerate((467, 291, 206)):
        page.locator(f"#id_points-{seat}").fill(str(hundreds))
    page.locator("#id_points-3").focus()
    page.locator("#entry-status .sum--even").wait_for()


def test_a_result_entered_elsewhere_stands_on_the_wall_within_five_seconds(
    open_browser: OpenBrowser, site: Site
) -> None:
    wall = open_browser("member", viewport=SCREEN)
    phone = open_browser("scorer")
    enter(phone, site, "掲示の夜")
    wall.goto(site.club("wall/?league=main"))
    results = wall.locator(".wall__games .wall-item")
    # the worker's other tests may have entered games of this evening before
    before = [" ".join(text.split()) for text in results.all_text_contents()]

    phone.locator("#save").click()
    wall.wait_for_function(NEW_FIRST, arg=before, timeout=SOON)

    newest = " ".join(results.first.text_content().split())
    assert [name for name in newest.split() if name in NAMES] == list(NAMES), newest
    assert wall.evaluate("document.documentElement.scrollHeight") <= SCREEN["height"]


def test_the_wall_keeps_its_state_without_a_network_and_says_since_when(
    open_browser: OpenBrowser, site: Site
) -> None:
    wall = open_browser("member", viewport=SCREEN)
    wall.goto(site.club("wall/"))
    before = wall.locator(".wall-line__name").first.inner_text()

    wall.context.set_offline(True)
    text = wall.locator(".wall__net", has_text=re.compile("[0-9]{2}:[0-9]{2}"))
    text.wait_for()
    assert wall.locator(".wall-line__name").first.inner_text() == before

    wall.context.set_offline(False)
    text.wait_for(state="detached")


@pytest.mark.parametrize(
    "size", [SCREEN, {"width": 1024, "height": 768}, PHONE], ids=["wall", "tablet", "phone"]
)
def test_lines_that_do_not_fit_stand_on_further_pages_and_every_line_is_on_one(
    open_browser: OpenBrowser, site: Site, size: dict[str, int]
) -> None:
    wall = open_browser("member", viewport=size)
    wall.clock.install()
    wall.goto(site.club("wall/?league=main"))
    names = set(wall.locator(".wall-ranking .wall-line__name").all_text_contents())
    seen: set[str] = set()

    for _page in range(40):
        shown = wall.locator(".wall-ranking .wall-line:visible")
        seen |= set(shown.locator(".wall-line__name").all_text_contents())
        last = shown.last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= size["height"]
        if seen == names:
            break
        wall.clock.fast_forward(12_000)

    assert seen == names
    assert wall.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_a_card_is_saved_as_a_picture(
    open_browser: OpenBrowser, site: Site, tmp_path: Path
) -> None:
    page = open_browser("member", viewport=DESK)
    page.goto(site.club("ranking/main/card/"))
    page.locator("[data-card-save]").wait_for()

    with page.expect_download() as saved:
        page.locator("[data-card-save]").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)

    head = file.read_bytes()[:24]
    assert file.name.endswith(".png")
    assert head.startswith(b"\x89PNG")
    assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (1080, 1350)
    assert file.stat().st_size > 20_000, "there is something on it"
