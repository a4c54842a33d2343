"""An evening of Boo on a phone: six games, ダブ権, a yakuman with pao, the ranking."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Site
from tests.browser.test_an_evening import choose, game_links, type_points
from tests.config.processes import manage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]

KIRIYAMA, ONODERA, MIYAKE, HAYAKAWA = "桐山", "小野寺", "三宅", "早川"
MARU_A, MARU_B = (170, 70, 50), (120, 81, 79)


def right(page: Page) -> str:
    """Who the page says holds the right to double."""
    return " ".join(page.locator("#right").inner_text().split())


def seated(page: Page) -> list[str]:
    """The names in the seats, from the first East on."""
    return [page.locator(f"#id_seat-{seat}[role=combobox]").input_value() for seat in range(4)]


def enter(page: Page, number: int, hundreds: Sequence[int], result: str) -> None:
    """Type three seats, read what the game makes, and save it."""
    type_points(page, hundreds)
    page.locator("#entry-status .sum--even", has_text=result).wait_for()
    page.locator("#save").click()
    saved = page.locator(".entry-saved", has_text=f"卓 第{number}回戦")
    saved.wait_for()
    assert result in saved.inner_text()


def test_an_evening_of_boo_on_a_phone_from_the_first_game_to_the_ranking(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("scorer")
    page.goto(site.club("sessions/new/"))
    page.fill("input[name=title]", "ブーの夜")
    page.get_by_role("button", name="開催を作る").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/$"))
    session_url = page.url
    session = session_url.rstrip("/").rsplit("/", 1)[1]
    page.goto(site.club(f"enter/?session={session}&league=boo"))
    for seat, name in enumerate((KIRIYAMA, ONODERA, MIYAKE, HAYAKAWA)):
        choose(page, seat, name, name)
    assert right(page) == "ダブ権 なし"

    enter(page, 1, MARU_A, "マルA")
    assert right(page) == f"ダブ権 {KIRIYAMA}"
    assert seated(page) == [KIRIYAMA, ONODERA, MIYAKE, HAYAKAWA]

    # the second maru-A in a row counts double, in whole victory points
    type_points(page, MARU_A)
    page.locator("#note-0", has_text="+18").wait_for()
    assert "ダブ権" in page.locator("#note-0").inner_text()
    assert "沈み" in page.locator("#note-3").inner_text()
    enter(page, 2, MARU_A, "ダブルマルA")

    # South is top with a maru-B: the right is used up, and South deals first next
    enter(page, 3, (79, 120, 81), "マルB")
    assert right(page) == "ダブ権 なし"
    assert seated(page)[0] == ONODERA

    enter_the_yakuman(page)
    assert right(page) == f"ダブ権 {HAYAKAWA}"
    assert seated(page)[0] == HAYAKAWA

    enter(page, 5, MARU_A, "ダブルマルA")
    enter(page, 6, MARU_B, "マルB")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    correct_the_first_game(page, site, session_url)
    read_the_ranking(page, site)
    assert manage("verify_standings", **site.env).returncode == 0


def enter_the_yakuman(page: Page) -> None:
    """Hayakawa wins off Miyake, and Kiriyama answers for it: nine victory points each."""
    names = seated(page)
    page.locator(".entry-more summary").click()
    page.locator("#id_yakuman-0-name").select_option("daisangen")
    page.locator("#id_yakuman-0-seat").select_option(str(names.index(HAYAKAWA)))
    page.locator("#id_yakuman-0-from").select_option(str(names.index(MIYAKE)))
    page.locator("#id_yakuman-0-pao").select_option(str(names.index(KIRIYAMA)))
    type_points(page, (80, 80, 80))
    page.locator(f"#note-{names.index(KIRIYAMA)}", has_text="▲9").wait_for()
    assert "▲9" in page.locator(f"#note-{names.index(MIYAKE)}").inner_text()
    assert "+18" in page.locator(f"#note-{names.index(HAYAKAWA)}").inner_text()
    page.locator("#save").click()
    page.locator(".entry-saved", has_text="卓 第4回戦").wait_for()


def correct_the_first_game(page: Page, site: Site, session_url: str) -> None:
    """It was a maru-B: then the second game was no double, and the page says so."""
    first, second = game_links(page, session_url)[:2]
    page.goto(site.url + first + "edit/")
    type_points(page, (120, 81, 79))
    page.locator("#id_points-3").fill("40")
    page.fill("[name=reason]", "持ち点の書き違い")
    page.locator("#entry-status .sum--even", has_text="マルB").wait_for()
    page.locator("#save").click()
    page.wait_for_url(re.compile(r"/games/\d+/$"))
    assert "第2回戦のスコアも変わりました" in page.locator("main, [role=status]").first.inner_text()

    page.goto(site.url + second)
    text = page.locator("main").inner_text()
    assert "持ち点の書き違い" in text
    assert "再精算" in text


def read_the_ranking(page: Page, site: Site) -> None:
    """Hayakawa made two doubles; everything is told in victory points without decimals."""
    page.goto(site.club("ranking/boo/"))
    table = page.locator("main table").first
    heads = table.locator("thead th").all_inner_texts()
    assert [head.strip() for head in heads if "マル" in head or "ダブル" in head] == [
        *("ダブルA", "マルA", "マルB", "マルC"),
    ]
    row = table.locator("tbody tr", has_text=HAYAKAWA)
    figures = row.locator("td").all_inner_texts()
    double_a = [head.strip() for head in heads].index("ダブルA")
    assert figures[double_a - 1].strip() == "2"
    assert "勝利点" in page.locator("main").inner_text()
    assert not re.search(
        r"[+▲]\d+\.\d\b", table.locator("tbody td:nth-child(3)").first.inner_text()
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
