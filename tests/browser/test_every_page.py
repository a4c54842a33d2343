"""Every role walks through all pages that links lead to: nothing breaks the policy or throws.

One page of each kind is looked at, whatever numbers and names stand in its address. In the test
suite each role looks at ten kinds; ``make promises`` (JANCHO_FULL=1) lets it see all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve

from tests.browser.conftest import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FULL = bool(os.environ.get("JANCHO_FULL"))
MOST = 1_000 if FULL else 10
#: what is a file and no page, and what ends the walk
NO_PAGE = re.compile(r"\.(csv|xlsx|ics|json|svg|toml)$|/logout/|/file$|/archive/|^/api/|/static/")


def kind_of(path: str) -> str:
    """The route that answers a path."""
    try:
        return resolve(path).route
    except Resolver404:
        return path


def links_of(page: Page) -> list[str]:
    """The paths of this site that a page links to."""
    found: list[str] = page.locator("a[href]").evaluate_all(
        "all => all.filter(a => a.origin === location.origin && !a.hasAttribute('download'))"
        ".map(a => a.pathname + a.search)"
    )
    return found


def walk(page: Page, site: Site) -> dict[str, int]:
    """The kinds of pages that were seen, each with how it answered."""
    seen: dict[str, int] = {}
    ahead = [site.club(), f"{site.url}/"]
    while ahead and len(seen) < MOST:
        url = ahead.pop(0)
        path = urlsplit(url).path
        if kind_of(path) in seen or NO_PAGE.search(path):
            continue
        answer = page.goto(url)
        assert answer
        seen[kind_of(path)] = answer.status
        ahead += [f"{site.url}{link}" for link in links_of(page)]
    return seen


@pytest.mark.parametrize("login", ["", "member", "scorer", "organizer", "owner"])
def test_no_page_breaks_the_policy_or_throws(
    open_browser: Callable[..., Page],
    site: Site,
    login: str,
    record_property: Callable[[str, object], None],
) -> None:
    page = open_browser(login)

    seen = walk(page, site)

    assert {status for status in seen.values() if status >= 400} == set(), seen
    assert len(seen) > 5
    record_property("measured", f"{login or 'anonymous'}: {len(seen)} kinds of pages")


def test_control_a_page_with_code_of_its_own_is_noticed(
    open_browser: Callable[..., Page], site: Site
) -> None:
    found: list[str] = []
    page = open_browser()
    # The browser that fails the test is not told: this page listens for itself.
    other = page.context.browser.new_context().new_page()
    other.on("console", lambda line: found.append(line.text))
    other.route(
        f"{site.url}/",
        lambda route: route.fulfill(
            body="<script>document.title = 'xq'</script>",
            content_type="text/html",
            headers=route.fetch().headers,
        ),
    )
    other.goto(f"{site.url}/")
    title = other.title()
    other.context.close()

    assert title != "xq"
    assert any("Content Security" in text for text in found)
