"""A first visit is light: what a page and everything that it loads weighs on the wire."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.first_visit import MOST_BYTES, PAGES, weigh
from config.static import OWN, SITE_SHEET, joined, shrunk_sheet
from tests.browser.conftest import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", PAGES)
def test_a_first_visit_takes_less_than_60_kb(
    open_browser: Callable[..., Page], site: Site, name: str
) -> None:
    page = open_browser("" if name == "first page" else "scorer")
    page.goto("about:blank")
    wire = page.context.new_cdp_session(page)
    wire.send("Network.clearBrowserCache")

    visit = weigh(page, site.url + PAGES[name])

    assert visit.bytes["Stylesheet"] > 5_000, "nothing was loaded anew"
    assert visit.bytes["Script"] > 2_000, "nothing was loaded anew"
    assert visit.bytes.total() < MOST_BYTES


#: the rules of a sheet as the browser has read them
_RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText).join("\\n");
}"""


def test_a_sheet_means_as_it_is_sent_what_its_source_means(
    open_browser: Callable[..., Page], site: Site
) -> None:
    page = open_browser()
    page.goto(site.url)

    def rules(text: str) -> str:
        # values with variables in them are handed out as they were written
        return re.sub(r"([,:])\s+", r"\1", str(page.evaluate(_RULES, text)))

    def source(path: Path) -> str:
        return joined(path) if path == OWN / SITE_SHEET else path.read_text("utf-8")

    sheets = [source(path) for path in sorted((OWN / "css").rglob("*.css"))]

    assert len(sheets) > 20
    assert [rules(shrunk_sheet(text)) for text in sheets] == [rules(text) for text in sheets]
    assert rules(".table:is(th, td) { margin: 0 }") != rules(".table :is(th, td) { margin: 0 }")
