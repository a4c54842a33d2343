"""A draft of the rules on a phone: typed, checked, saved by itself, tried, previewed; two tabs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESK, Site
from tests.config.processes import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]

SAVED = re.compile(r"が保存")


def begin(page: Page, site: Site, title: str) -> str:
    """Copy the version in force; the address of the draft."""
    page.goto(site.club("rules/kinyoukai/drafts/new/"))
    chosen = page.locator("#id_source option:checked").inner_text()
    assert re.match(r"\d{4}-\d\d-\d\d\s?[(（]", chosen)  # its label, and where it stands
    page.fill("#id_title", title)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/drafts/\d+/$"))
    url: str = page.url
    return url


def retype(page: Page, field: str, text: str) -> None:
    """Type over a field by keyboard, and go on to the next."""
    page.locator(f"#{field}").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    page.keyboard.press("Tab")


def uma(page: Page) -> list[str]:
    return [page.input_value(f"#p-uma-{at}") for at in range(4)]


def saved(page: Page) -> None:
    """Wait until the page has saved itself."""
    page.locator("#draft-state", has_text=SAVED).wait_for()
    page.locator("[data-draft][data-state=saved]").wait_for(state="attached")


def fits_the_screen(page: Page) -> bool:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width <= page.viewport_size["width"] if page.viewport_size else False


def test_an_organizer_makes_a_draft_on_a_phone_by_keyboard(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("organizer")
    draft = begin(page, site, "来春の案")
    page.goto(f"{draft}?section=settlement")

    retype(page, "p-return_points", "25,000")
    retype(page, "p-uma-0", "40000")
    page.locator("#says-uma .field__errors", has_text="合計が0").wait_for()
    assert page.get_attribute("#p-uma-0", "aria-invalid") == "true"
    saved(page)
    assert "1件" in page.locator("#draft-state").inner_text()

    retype(page, "p-uma-0", "30-10")
    page.locator("#says-uma", has_text="30,000").wait_for()
    until(lambda: page.input_value("#p-uma-1") == "10,000")
    assert uma(page) == ["30,000", "10,000", "-10,000", "-30,000"]
    saved(page)
    assert page.locator("#says-uma .field__errors").count() == 0
    assert page.get_attribute("#p-uma-0", "aria-invalid") is None
    assert "もとの値" in page.locator("#says-return_points").inner_text()
    assert fits_the_screen(page)
    page.reload()
    assert uma(page) == ["30,000", "10,000", "-10,000", "-30,000"]

    try_it(page, draft)
    write_a_clause(page, draft)
    preview(page, draft)


def try_it(page: Page, draft: str) -> None:
    """Four scores as the table calls them, one left open; under the draft and beside it."""
    page.goto(draft)
    page.get_by_role("link", name="試算").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/try/$"))
    for seat, hundreds in enumerate(("412", "300", "250", "")):
        page.locator(f"#try-{seat}").focus()
        page.keyboard.type(hundreds)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"points-0=412"))
    own, in_force = page.locator("main .split > section").all()
    assert own.locator(".game-sum__total dd [aria-hidden]").all_inner_texts() == TRIED
    assert re.search(r"\d{4}-\d\d-\d\d", in_force.locator("h2").inner_text())
    assert own.inner_text() != in_force.inner_text()
    assert fits_the_screen(page)


#: 41,200 / 30,000 / 25,000 / 3,800 at 25,000 returned and 30-10, in thousands
TRIED = ["+46", "+15", "▲10", "▲51"]


def write_a_clause(page: Page, draft: str) -> None:
    """A heading, a clause under it, and of the clause that is out of date one language."""
    page.goto(f"{draft}clauses/")
    page.locator("main a[href$='/headings/']").click()
    page.fill("#id_code", "S")
    page.fill("#id_title_ja", "観戦")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/clauses/#heading-\d+$"))
    page.locator(".draft-chapter", has_text="S 観戦").get_by_role(
        "link", name="ここに条文を追加"
    ).click()
    assert page.input_value("#id_section") == "S"
    page.fill("#id_code", "S-1")
    page.fill("#id_title_ja", "静粛")
    page.fill("#id_text_ja", "対局中は静かに見る。")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="保存").click()
    page.locator("li.clause", has_text="対局中は静かに見る。").wait_for()

    behind = page.locator("li.clause", has=page.locator(".draft-stale")).first
    code = behind.locator(".clause__code").inner_text()
    behind.get_by_role("link", name="書き直す").click()
    page.fill("#id_text_ja", "25,000点持ち25,000点返し。ウマは30-10。")
    page.get_by_role("button", name="保存").click()
    page.wait_for_url(re.compile(r"#clause-\d+$"))
    clause = page.locator("li.clause", has=page.get_by_text(code, exact=True)).first
    assert clause.locator(".draft-stale").count() == 1
    assert clause.locator("input[name=fits]").get_attribute("value") == "en"
    clause.locator("form button").focus()
    page.keyboard.press("Enter")
    clause.locator("form").wait_for(state="detached")
    assert clause.locator(".draft-stale").count() == 0
    assert fits_the_screen(page)


def preview(page: Page, draft: str) -> None:
    page.goto(draft)
    page.locator("main").get_by_role("link", name="影響を見て公開").click()
    page.wait_for_url(re.compile(r"/publish/$"))
    assert "来春の案" in page.locator("main").inner_text()
    page.locator("button[value=preview]").focus()
    page.keyboard.press("Enter")
    page.locator("input[name=seen]").wait_for(state="attached")
    assert fits_the_screen(page)


def test_of_two_tabs_the_second_is_shown_both_and_loses_nothing(
    open_browser: OpenBrowser, site: Site
) -> None:
    first = open_browser("organizer", DESK)
    draft = begin(first, site, "二人で書く案")
    second = first.context.new_page()
    for page in (first, second):
        page.goto(f"{draft}?section=settlement")

    retype(first, "p-return_points", "25,000")
    saved(first)
    retype(second, "p-return_points", "26,000")
    retype(second, "p-chip_value", "2,000")
    second.locator("#draft-conflict .alert").wait_for()
    assert second.input_value("#p-return_points") == "26,000"
    second.locator("#draft-conflict button").focus()
    second.keyboard.press("Enter")
    second.locator("#take-return_points-mine").wait_for()
    words = second.locator("main").inner_text()
    assert "25,000" in words
    assert "26,000" in words
    second.locator("#take-return_points-mine").check()
    second.locator("main form button.button--primary").click()
    second.wait_for_url(re.compile(r"\?section=settlement$"))
    assert second.input_value("#p-return_points") == "26,000"
    assert second.input_value("#p-chip_value") == "2,000"

    for page in (first, second):
        page.goto(f"{draft}clauses/?edit={clause_of(page, draft)}")
    first.fill("#id_text_ja", "先に書いた文。")
    first.get_by_role("button", name="保存").click()
    first.locator("li.clause", has_text="先に書いた文。").wait_for()
    second.fill("#id_text_ja", "後から書いた文。")
    second.get_by_role("button", name="保存").click()
    second.locator("main", has_text="先に書いた文。").wait_for()
    assert second.input_value("#id_text_ja") == "後から書いた文。"


def clause_of(page: Page, draft: str) -> str:
    """The number of the clause about the uma."""
    page.goto(f"{draft}clauses/")
    link = page.locator("li.clause", has_text="ウマ").first.get_by_role("link", name="書き直す")
    return (link.get_attribute("href") or "").partition("edit=")[2]


def test_a_second_tab_is_led_to_the_version_that_the_first_published(
    open_browser: OpenBrowser, site: Site
) -> None:
    first = open_browser("organizer")
    draft = begin(first, site, "公開する案")
    second = first.context.new_page()
    second.goto(f"{draft}?section=settlement")

    first.goto(f"{draft}publish/")
    first.fill("#id_day", "2031-04-01")
    first.locator("button[value=preview]").click()
    first.fill("#id_reason", "総会で決定")
    first.locator("button[value=go]").click()
    first.wait_for_url(re.compile(r"/changes/\d+/"))
    retype(second, "p-chip_value", "2,000")
    second.locator("#draft-conflict .alert").wait_for()
    second.get_by_role("button", name="保存").click()

    second.locator("main dl", has_text="祝儀1枚のスコア").wait_for()
    second.locator("main a[href$='/2031-04-01/']").click()
    second.wait_for_url(re.compile(r"/2031-04-01/$"))
    assert fits_the_screen(second)
