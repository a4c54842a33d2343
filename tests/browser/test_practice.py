"""Practice in a browser: without a script, by keyboard alone, on a phone and a desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESK, PHONE, Site
from tests.browser.test_calculator import DEMO_SETS, fits_the_screen

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]
HAND = "practice/?rule=kinyoukai&level=easy&seed=1"


def test_without_a_script_a_hand_is_guessed_and_the_next_one_follows(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("member", java_script_enabled=False, viewport=PHONE)
    page.goto(site.club(HAND))
    for at in range(page.locator(".practice-guess__fields input").count()):
        page.locator(".practice-guess__fields input").nth(at).fill("1")
    page.locator(".practice-guess button").first.click()

    page.locator(".practice-verdict").first.wait_for()
    assert page.url.endswith("#answer")
    assert page.locator(".calc-answer__worth").count() == 1
    assert fits_the_screen(page)
    page.locator("#answer .button--primary").click()
    page.wait_for_url("**&seed=2")
    assert page.locator(".practice-verdict").count() == 0


def test_by_keyboard_the_answer_is_sent_with_enter(open_browser: OpenBrowser, site: Site) -> None:
    page = open_browser("member")
    page.goto(site.club(HAND))
    page.locator("#id_han").press_sequentially("2")
    page.keyboard.press("Tab")
    page.keyboard.type("40")
    page.keyboard.press("Tab")
    page.keyboard.type("2600")
    page.keyboard.press("Enter")

    page.locator(".practice-verdict").first.wait_for()
    assert page.input_value("#id_fu") == "40"


def test_the_hand_is_opened_in_the_calculator(open_browser: OpenBrowser, site: Site) -> None:
    page = open_browser("member")
    page.goto(site.club(f"{HAND}&give-up=1"))
    worth = page.locator(".calc-answer__worth").inner_text()
    page.locator("#answer a[href*='/calculator/']").click()

    page.wait_for_url("**/calculator/**")
    assert page.locator(".calc-answer__worth").inner_text() == worth


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    open_browser: OpenBrowser, site: Site, viewport: dict[str, int], scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_browser("member", viewport=viewport, color_scheme=scheme)
    hands = [
        f"rule={rule}&level={level}&seed=4&han=3&fu=&discarder=1000&each=1&dealer=1&others=1&worth=1"
        for rule in DEMO_SETS
        for level in ("easy", "hard")
    ]
    for query in (*hands, "seed=x", "level=middle&seed=2&han=x"):
        page.goto(site.club(f"practice/?{query}"))
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert fits_the_screen(page)
