"""Small manners of the pages: notices that go when they are over, words that fit a phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]

RULES = "rules/kinyoukai/2015-04-10/"
HAND = "calculator/?hand=23m567m678p22s&win=4m&melds=chi:345s&how=ron"


def in_english(page: Page, site: Site) -> Page:
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": site.url}])
    return page


def fits_the_screen(page: Page) -> bool:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return page.viewport_size is not None and width <= page.viewport_size["width"]


def test_that_there_is_no_connection_is_said_until_there_is_one(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("member", has_touch=True)
    page.goto(site.club(HAND))
    notice = page.locator(".toast", has_text="通信できません")

    page.context.set_offline(True)
    page.locator("input[name=how][value=tsumo]").check(force=True)
    notice.wait_for()

    page.context.set_offline(False)
    page.locator("input[name=how][value=ron]").check(force=True)
    notice.wait_for(state="detached")


def test_another_notice_stays_when_something_works_again(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("member")
    page.goto(site.club(HAND))
    fails = True

    def answer(route: Route) -> None:
        if fails:
            route.fulfill(status=500, body="")
        else:
            route.continue_()

    page.route("**/calculator/?*", answer)
    page.locator("input[name=how][value=tsumo]").check(force=True)
    page.locator(".toast--error").wait_for()

    fails = False
    with page.expect_response("**/calculator/?*"):
        page.locator("input[name=how][value=ron]").check(force=True)
    page.locator(".calc-answer__worth").wait_for()
    assert page.locator(".toast--error").count() == 1


def test_who_asks_too_often_reads_how_long_to_wait(open_browser: OpenBrowser, site: Site) -> None:
    page = open_browser("member")
    page.goto(site.club(HAND))
    notice = json.dumps({"toast": {"text": "12秒お待ちください", "kind": "error"}})
    page.route(
        "**/calculator/?*",
        lambda route: route.fulfill(status=429, headers={"HX-Trigger": notice}, body=""),
    )

    page.locator("input[name=how][value=tsumo]").check(force=True)

    page.locator(".toast--error").wait_for()
    assert page.locator(".toast").all_inner_texts() == ["12秒お待ちください"]


def test_the_heads_of_a_guides_table_take_lines_and_not_width(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = in_english(open_browser("member"), site)
    page.goto(site.club(f"{RULES}fu/"))

    too_wide: int = page.locator("#triplet-table").evaluate(
        "table => table.parentElement.scrollWidth - table.parentElement.clientWidth"
    )
    assert "terminals and honours" in page.locator("#triplet-table thead").inner_text()
    assert too_wide == 0


def test_the_button_stands_beside_what_is_compared(open_browser: OpenBrowser, site: Site) -> None:
    page = in_english(open_browser("member"), site)
    page.goto(site.club(f"{RULES}compare/"))

    choice, button = (
        page.locator(f".compare-choice {part}").bounding_box() for part in ("select", ".button")
    )
    assert choice is not None
    assert button is not None
    assert button["x"] >= choice["x"] + choice["width"]
    assert button["y"] < choice["y"] + choice["height"]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_game_can_be_read_at_twice_the_size(
    open_browser: OpenBrowser, site: Site, language: str
) -> None:
    page = open_browser("organizer")
    page.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
    page.goto(site.club("sessions/"))
    sessions = page.locator("main a[href*='/sessions/']").evaluate_all(
        "all => all.map(a => a.href)"
    )
    games: list[str] = []
    for address in dict.fromkeys(sessions):
        page.goto(address)
        games += page.locator("main a[href*='/games/']").evaluate_all("all => all.map(a => a.href)")
    earlier = 0
    for looked_at, address in enumerate(dict.fromkeys(games), 1):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert fits_the_screen(page), address
        found = page.locator("#noted dd").first.bounding_box()
        assert found is not None
        assert found["width"] > 100  # its words, not a letter a line
        earlier += page.locator(".game-earlier").count()
        if looked_at >= 8 and earlier:
            break
    assert earlier  # one whose scores were others before, with both
