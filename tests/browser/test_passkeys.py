"""A member logs in by a passkey of their device instead of the password."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from league.demo import logins
from tests.browser.conftest import Site, log_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

#: a phone that knows its owner's face, and is looked at by them at once
_DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def local(site: Site) -> Site:
    """The server under a name: a passkey belongs to a domain, and numbers are none."""
    return replace(site, url=site.url.replace("127.0.0.1", "localhost"))


#: the page itself, and not one that is to lead there
PASSKEYS = re.compile(r"//[^/]+/accounts/passkeys/$")


def give_device(page: Page) -> None:
    chromium = page.context.new_cdp_session(page)
    chromium.send("WebAuthn.enable")
    chromium.send("WebAuthn.addVirtualAuthenticator", {"options": _DEVICE})


def add_passkey(page: Page, site: Site, name: str, password: str) -> None:
    page.goto(f"{site.url}/accounts/passkeys/add/")
    if "again" in page.url:
        page.fill("input[name=password]", password)
        page.press("input[name=password]", "Enter")
        page.wait_for_url("**/passkeys/add/")
    page.fill("input[name=name]", name)
    page.click("form[data-passkey] button")


def log_out(page: Page, site: Site) -> None:
    page.context.clear_cookies()
    page.goto(f"{site.url}/accounts/login/?next=/accounts/passkeys/")


def test_a_member_adds_a_passkey_and_logs_in_by_it_until_it_is_removed(
    open_browser: Callable[..., Page], local: Site
) -> None:
    login = logins()[-1]
    page = open_browser()
    give_device(page)
    log_in(page, local, login.username)
    add_passkey(page, local, "みどりの電話", login.password)
    page.wait_for_url("**/recovery-codes/")
    codes = page.locator("li code").all_text_contents()
    assert len(codes) == 10

    # the passkey alone opens the login, and leads where one wanted to go
    log_out(page, local)
    page.click("form[data-passkey] button")
    page.wait_for_url(PASSKEYS)
    assert "みどりの電話" in page.text_content("main")

    # the password alone does not: it asks for the passkey too
    log_out(page, local)
    page.fill("input[name=login]", login.username)
    page.fill("input[name=password]", login.password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url("**/second-factor/code/")
    page.click("form[data-passkey] button")
    page.wait_for_url(PASSKEYS)

    # renamed
    page.click(".token-row a >> nth=0")
    if "again" in page.url:
        page.fill("input[name=password]", login.password)
        page.press("input[name=password]", "Enter")
    page.fill("input[name=name]", "古い電話")
    page.click("main form button")
    page.wait_for_url(PASSKEYS)
    assert "古い電話" in page.text_content("main")

    # removed: the device still has it, and it opens nothing
    page.click(".token-row a >> nth=1")
    page.click("main form button")
    page.wait_for_url(PASSKEYS)
    assert page.locator(".token-row").count() == 0
    log_out(page, local)
    page.click("form[data-passkey] button")
    page.wait_for_selector(".toast, .alert")
    page.goto(f"{local.url}/accounts/passkeys/")
    assert "/login/" in page.url

    # and the password is enough again
    log_in(page, local, login.username)


def test_a_browser_that_is_refused_by_its_owner_says_so_and_lets_try_again(
    open_browser: Callable[..., Page], local: Site
) -> None:
    page = open_browser()
    chromium = page.context.new_cdp_session(page)
    chromium.send("WebAuthn.enable")
    stranger = {**_DEVICE, "isUserVerified": False}
    chromium.send("WebAuthn.addVirtualAuthenticator", {"options": stranger})
    page.goto(f"{local.url}/accounts/login/")
    page.click("form[data-passkey] button")

    page.wait_for_selector("[data-passkey-trouble]:not([hidden])")
    assert page.locator("form[data-passkey] button").is_enabled()
