"""Somebody opens Jancho for the first time, on a phone, and reads a ranking of their own."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Site
from tests.config.processes import manage
from tests.league.members.twelve import TWELVE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]

MOST_TAPS = 25


class Thumb:
    """Taps and types on a page, and counts the taps: one to type where one is not yet."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, where: Locator) -> None:
        where.click()
        self.taps += 1

    def follow(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=True).first)

    def press(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True).first)

    def type(self, selector: str, text: str) -> None:
        field = self.page.locator(selector)
        if not field.evaluate("field => field === document.activeElement"):
            self.tap(field)
        self.page.keyboard.insert_text(text)


def test_from_the_first_page_to_a_ranking_with_one_s_own_result(
    open_browser: OpenBrowser, site: Site, record_property: Callable[[str, object], None]
) -> None:
    page = open_browser()
    thumb, began = Thumb(page), time.monotonic()

    page.goto(site.url)
    thumb.follow("クラブを作る")
    thumb.type("#id_display_name", "杉浦 学")
    thumb.type("#id_username", "sugiura")
    thumb.type("#id_password1", "tonan-no-kai-2026")
    thumb.type("#id_password2", "tonan-no-kai-2026")
    thumb.type("#id_name", "はじめての会")
    thumb.tap(page.locator("input[name=rule_key]").first)
    thumb.press("クラブを作る")
    page.get_by_role("heading", name="はじめての会").wait_for()

    thumb.follow("会員を名簿に入れる")
    thumb.type("#id_text", TWELVE)
    thumb.press("リストを確認")
    thumb.press("チェックした人を追加")
    page.get_by_text("12人を追加しました。").wait_for()

    page.locator("nav").get_by_role("link", name="入力").last.click()
    thumb.taps += 1
    for seat, (kana, name) in enumerate(
        [("あおき", "青木"), ("いしい", "石井"), ("すぎやま", "杉山"), ("くどう", "工藤")]
    ):
        thumb.type(f"#id_seat-{seat}[role=combobox]", kana)
        option = page.locator(f"#id_seat-{seat}-list [role=option]", has_text=name)
        thumb.tap(option.first)
        if seat < 3:
            page.locator(f"#id_points-{seat}:focus").wait_for()
            thumb.type(f"#id_points-{seat}", ("412", "300", "238")[seat])
    page.locator("#entry-status .sum--even").wait_for()
    thumb.tap(page.locator("#save"))
    page.locator(".entry-saved", has_text="第1回戦").wait_for()
    page.locator("nav").get_by_role("link", name="順位表").last.click()
    thumb.taps += 1
    page.wait_for_url(re.compile("/ranking/"))

    ranking = page.locator("main").inner_text()
    seconds = round(time.monotonic() - began)
    measured = f"{thumb.taps} taps, {seconds} s (a machine types at once)"
    print(f"\nfrom the first page to the first ranking: {measured}")  # noqa: T201 - what is asked for
    record_property("measured", measured)
    assert all(name in ranking for name in ("青木 一郎", "石井 二葉", "杉山 千尋", "工藤 八重"))
    assert thumb.taps <= MOST_TAPS
    assert manage("verify_standings", **site.env).returncode == 0


def test_a_visitor_reads_the_demo_and_tries_it_in_somebody_s_place(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser()
    page.goto(site.url)
    page.get_by_role("link", name="デモを見る").click()
    page.get_by_role("heading", name="雀帳デモクラブ").wait_for()
    assert page.get_by_role("link", name="結果を入力").count() == 0

    page.goto(site.url)
    page.get_by_role("button", name="記録係").click()
    page.get_by_role("heading", name="雀帳デモクラブ").wait_for()

    assert page.get_by_role("link", name="結果を入力").count() > 0


def test_a_list_that_begins_with_blank_lines_adds_those_who_were_ticked(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("organizer")
    page.goto(site.club("members/paste/"))
    page.fill("#id_text", "\n\n綾瀬 一\n綾瀬川 二\n綾部 三")
    page.get_by_role("button", name="リストを確認").click()
    for name in ("綾瀬川 二", "綾部 三"):
        page.get_by_label(name).uncheck()

    page.get_by_role("button", name="チェックした人を追加").click()
    page.get_by_text("1人を追加しました。").wait_for()

    listed = page.locator("#people").inner_text()
    assert "綾瀬 一" in listed
    assert "綾瀬川" not in listed
