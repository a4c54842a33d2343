"""The gallery in a browser: accessible, within the width of a phone, in both themes."""

from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from tests import machine

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.league.demo.design_urls"),
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_gallery_can_be_used_by_everybody(
    live_server: LiveServer,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    theme: str,
    width: int,
) -> None:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright

    settings.DEBUG = True
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # playwright keeps a loop in this thread
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=machine.chromium(), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": width, "height": 844})
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"{live_server.url}/components/")
        page.click("summary.icon-button")
        page.check(f"#theme-{theme}")
        page.reload()
        page.wait_for_load_state("networkidle")
        shown = page.evaluate("document.documentElement.dataset.theme")
        overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        violations = [
            found["id"]
            for found in Axe().run(page, options={"preload": False}).response["violations"]
        ]
        browser.close()

    assert shown == theme
    assert overflow == 0
    assert violations == []
    assert complaints == []
