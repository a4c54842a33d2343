"""The page of the API, in both languages, light and dark, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESK, PHONE, Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_call_is_read_whole(
    open_browser: Callable[..., Page],
    site: Site,
    viewport: dict[str, int],
    scheme: str,
    language: str,
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_browser(
        viewport=viewport, color_scheme=scheme, extra_http_headers={"Accept-Language": language}
    )
    page.goto(f"{site.url}/api/v1/docs")
    call = page.locator("#postHanchanList")
    call.locator("summary").click()

    assert call.locator("pre").first.inner_text().startswith('{\n  "key"')
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("anchor", ["postHanchanList", "leagues", "bad-entry"])
def test_what_an_address_points_to_is_below_the_head(
    open_browser: Callable[..., Page], site: Site, anchor: str
) -> None:
    page = open_browser(reduced_motion="reduce")
    page.goto(f"{site.url}/api/v1/docs#{anchor}")

    head = page.locator(".site-header").bounding_box()
    place = page.locator(f"#{anchor}").bounding_box()

    assert head
    assert place
    assert head["y"] + head["height"] <= place["y"] < PHONE["height"]


def test_whoever_makes_a_token_is_led_to_what_it_can_do(
    open_browser: Callable[..., Page], site: Site
) -> None:
    page = open_browser("owner")
    page.goto(site.club("tokens/"))
    page.locator("main a[href='/api/v1/docs']").click()

    assert page.locator("h1").inner_text() == "HTTP API"
