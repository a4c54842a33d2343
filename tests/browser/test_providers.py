"""A button leads on to a provider: browsers ask the policy of its page whether it may."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.conftest import DESK, PHONE, Site
from tests.config.processes import free_port, running, status, surroundings, until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request

pytestmark = pytest.mark.browser

#: a proxy that is not there: nothing leaves this machine
NOWHERE = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}


@pytest.fixture(scope="module")
def offering(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A second server on the same database, with Discord set up."""
    env = {**site.env, "LOGIN_DISCORD_ID": "discord-id", "LOGIN_DISCORD_SECRET": "secret"}
    port = free_port()
    serve = [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"]
    log: Path = tmp_path_factory.mktemp("offering") / "serve.log"
    with running(serve, surroundings(**env), log):
        url = f"http://127.0.0.1:{port}"
        until(lambda: status(f"{url}/healthz") == 200)
        yield url


def is_to_discord(request: Request) -> bool:
    return bool(urlsplit(request.url).netloc == "discord.com")


@pytest.mark.parametrize("has_scripts", [True, False])
def test_the_log_in_page_leads_on_with_and_without_scripts(
    open_browser: Callable[..., Page], offering: str, has_scripts: bool
) -> None:
    page = open_browser(proxy=NOWHERE, java_script_enabled=has_scripts)
    page.goto(f"{offering}/accounts/login/")

    with page.expect_event("requestfailed", is_to_discord) as asked:
        page.get_by_role("button", name="Discordでログイン").click()

    query = parse_qs(urlsplit(asked.value.url).query)
    assert query["redirect_uri"] == [f"{offering}/accounts/with/discord/callback/"]
    assert "CSP" not in str(asked.value.failure)


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_button_fits_beside_the_others(
    open_browser: Callable[..., Page], offering: str, viewport: dict[str, int]
) -> None:
    page = open_browser(viewport=viewport)
    page.goto(f"{offering}/accounts/login/")

    widths = {
        button.bounding_box()["width"] for button in page.locator("main form button:visible").all()
    }
    assert len(widths) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
