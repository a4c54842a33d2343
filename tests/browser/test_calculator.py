"""The hand calculator in a browser: tapped on a phone, by keyboard alone, without a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESK, PHONE, Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]

OPEN_HAND = "hand=23m567m678p22s&win=4m&melds=chi:345s&how=ron"
DEMO_SETS = ("kinyoukai", "nekohouse-3a", "nekohouse-boo", "zung-jung")


def tap(page: Page, *tiles: str, mode: str = "") -> None:
    if mode:
        page.tap(f"[data-mode={mode}]")
    for tile in tiles:
        # what is used up is dimmed; a thumb taps it all the same
        page.tap(f"[data-tile='{tile}']", force=True)


def field(page: Page, name: str) -> str:
    value: str = page.input_value(f"[name={name}]")
    return value


def worth(page: Page, points: str) -> None:
    """See that the hand is worth so many points, beside the thumb and in the result."""
    page.locator("#calc-status strong", has_text=points).wait_for()
    page.locator(".calc-answer__worth", has_text=points).wait_for(state="attached")


def fits_the_screen(page: Page) -> bool:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return page.viewport_size is not None and width <= page.viewport_size["width"]


def test_a_hand_is_tapped_on_a_phone_and_its_address_shows_it_again(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("member", has_touch=True)
    page.goto(site.club("calculator/"))
    tap(page, "3s", "4s", "5s", mode="chi")
    tap(page, "2m", "3m", "5m", "6m", "7m", "6p", "7p", "8p", "2s", "2s")
    tap(page, "4m")
    tap(page, "1s", mode="dora")

    worth(page, "2,600")
    assert field(page, "hand") == "23567m678p22s"
    assert field(page, "win") == "4m"
    assert field(page, "melds") == "chi:345s"
    assert fits_the_screen(page)
    page.wait_for_url(re.compile(r"[?&]win=4m"))

    page.goto(page.url)
    worth(page, "2,600")
    assert page.locator("[data-board] [data-take=hand]").count() == 10


def test_tiles_are_taken_back_and_another_one_wins(open_browser: OpenBrowser, site: Site) -> None:
    page = open_browser("member", has_touch=True)
    page.goto(site.club(f"calculator/?{OPEN_HAND}"))
    worth(page, "1,000")

    page.tap("[data-mode=win]")
    page.tap("[data-take=hand] >> nth=0")
    assert (field(page, "win"), field(page, "hand")) == ("2m", "34567m678p22s")

    page.tap("[data-take=win]")
    page.locator("#calc-status strong").wait_for(state="detached")
    page.tap("[data-undo]")
    page.tap("[data-undo]")
    assert (field(page, "win"), field(page, "hand")) == ("4m", "23m567m678p22s")
    worth(page, "1,000")

    page.tap("[data-clear]")
    assert (field(page, "win"), field(page, "hand"), field(page, "melds")) == ("", "", "")


def test_no_more_tiles_can_be_tapped_than_there_are(open_browser: OpenBrowser, site: Site) -> None:
    page = open_browser("member", has_touch=True)
    page.goto(site.club("calculator/"))
    tap(page, "0p", "0p", "1z", "1z", "1z", "1z", "1z")

    assert field(page, "hand") == "0p1111z"
    assert page.get_attribute("[data-tile='1z']", "aria-disabled") == "true"
    assert page.locator("[data-say]").inner_text() != ""

    tap(page, "1z", mode="ankan")
    tap(page, "2m", "3m", "5m", mode="chi")
    assert field(page, "melds") == ""
    tap(page, "5p", mode="minkan")
    assert field(page, "melds") == ""
    page.tap("[data-clear]")
    tap(page, "5s", mode="ankan")
    tap(page, "5m", mode="pon")
    assert field(page, "melds") == "ankan:5550s pon:555m"


def test_a_hand_is_put_in_by_keyboard_alone(open_browser: OpenBrowser, site: Site) -> None:
    page = open_browser("member", viewport=DESK)
    page.goto(site.club("calculator/"))
    page.locator("[data-keys] [tabindex='0']").focus()
    keys = page.keyboard
    for key in ("ArrowRight", "Enter", "ArrowRight", "Enter", "ArrowDown", "ArrowLeft", "ArrowUp"):
        keys.press(key)
    assert field(page, "hand") == "23m"

    keys.type("567m678p22345s")
    keys.press("Backspace")
    keys.type("5s4m")
    page.locator(".calc-answer__worth").wait_for()
    assert (field(page, "hand"), field(page, "win")) == ("23567m678p22345s", "4m")

    before = page.locator(".calc-answer__worth strong").inner_text()
    page.locator("input[name=flags] >> nth=0").focus()
    keys.press("Space")
    page.wait_for_function(
        "before => document.querySelector('.calc-answer__worth strong')?.innerText !== before",
        arg=before,
    )
    page.locator("[data-take=hand] >> nth=0").focus()
    keys.press("Enter")
    assert field(page, "hand") == "3567m678p22345s"
    assert page.evaluate("document.activeElement.dataset.take") == "hand"


def test_what_is_typed_lies_on_the_board(open_browser: OpenBrowser, site: Site) -> None:
    page = open_browser("member", viewport=DESK)
    page.goto(site.club("calculator/"))
    assert not page.locator("#calc-typed").is_visible()
    page.locator("[data-type]").click()
    page.keyboard.type("２３萬")
    page.locator("#id_hand").fill("23m567m678p22s345s")
    page.locator("#id_win").fill("4m")

    page.locator(".calc-answer__worth").wait_for()
    assert page.locator("[data-take=hand]").count() == 13
    page.keyboard.press("Enter")
    assert page.locator(".calc-answer__worth").count() == 1

    page.locator("#id_hand").fill("23m567m678p22s345x")
    page.locator(".calc-result .alert").wait_for()


def test_other_rules_ask_for_other_things_and_keep_the_hand(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("member", viewport=DESK)
    page.goto(site.club(f"calculator/?{OPEN_HAND}"))
    page.select_option("#rule", "zung-jung")
    page.wait_for_url(re.compile(r"rule=zung-jung"))

    assert field(page, "melds") == "chi:345s"
    assert page.locator("[data-mode=dora]").count() == 0
    page.locator(".calc-answer__worth").wait_for()


def test_what_goes_with_a_tsumo_alone_is_not_offered_for_a_ron(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("member")
    page.goto(site.club(f"calculator/?{OPEN_HAND}"))
    haitei, houtei = (page.locator(f"input[value={flag}]") for flag in ("haitei", "houtei"))

    assert (haitei.is_visible(), houtei.is_visible()) == (False, True)
    houtei.check(force=True)
    page.locator("input[name=how][value=tsumo]").check(force=True)
    assert (haitei.is_visible(), houtei.is_visible()) == (True, False)
    assert not houtei.is_checked()


def test_without_a_script_the_page_is_a_form(open_browser: OpenBrowser, site: Site) -> None:
    page = open_browser("member", java_script_enabled=False)
    page.goto(site.club("calculator/"))
    page.locator("#id_hand").fill("23m567m678p22s4m")
    page.locator("#id_melds").fill("chi:345s")
    page.locator("#id_melds").press("Enter")

    page.locator(".calc-answer__worth", has_text="1,000").wait_for()
    assert page.locator("[data-board] svg").count() == 14
    assert not page.locator("[data-keyboard]").is_visible()
    assert fits_the_screen(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    open_browser: OpenBrowser, site: Site, viewport: dict[str, int], scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_browser("member", viewport=viewport, color_scheme=scheme)
    queries = [f"rule={rule}&{OPEN_HAND}" for rule in DEMO_SETS]
    for query in (*queries, "", "hand=9x", "hand=147m258p369s1234z&win=5z"):
        page.goto(site.club(f"calculator/?{query}"))
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert fits_the_screen(page)
