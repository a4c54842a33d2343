"""The points table goes on the wall: one sheet of A4, and whole on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESK, PHONE, Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
SHEETS = (
    "rules/kinyoukai/2015-04-10/points/",
    "rules/nekohouse-3a/2000-01-01/points/",
    "rules/nekohouse-boo/2000-01-01/points/",
    "rules/zung-jung/2000-01-01/points/",
)


@pytest.mark.parametrize("path", SHEETS)
def test_a_points_table_prints_on_one_sheet_of_a4(
    open_browser: Callable[..., Page], site: Site, path: str
) -> None:
    page = open_browser("organizer", viewport=DESK)
    for language in ("ja", "en"):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
        page.goto(site.club(path))

        sheet = page.pdf(prefer_css_page_size=True)

        assert len(re.findall(rb"/Type\s*/Page[^s]", sheet)) == 1
        width, height = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", sheet)[0]
        assert (round(float(width)), round(float(height))) == (595, 842)


@pytest.mark.parametrize("path", SHEETS)
def test_no_figure_of_a_points_table_lies_beyond_the_edge_of_a_phone(
    open_browser: Callable[..., Page], site: Site, path: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_browser("organizer", viewport=PHONE, color_scheme="dark")
    page.goto(site.club(path))

    hidden = page.evaluate(
        "[...document.querySelectorAll('.table-box')].map(box => box.scrollWidth - box.clientWidth)"
    )
    found = Axe().run(page)

    assert hidden
    assert not any(hidden)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert not found.violations_count, found.generate_report()
