"""An evening as a club lives it: ten games on a phone, ten on the sheet, a pass, the ranking."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESK, Site
from tests.config.processes import manage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]

# Hundreds as a table calls them out; the fourth seat is filled in from the sum.
EVENING = (
    (412, 300, 238),
    (255, 190, 401),
    (105, 333, 287),
    (-32, 468, 302),
    (250, 250, 250),
    (388, 121, 275),
    (199, 276, 355),
    (620, 140, 150),
    (301, 299, 222),
    (178, 364, 90),
)


def choose(page: Page, seat: int, typed: str, name: str) -> None:
    """Find a person in the picker by typing, and take them with the keyboard."""
    page.locator(f"#id_seat-{seat}[role=combobox]").fill(typed)
    option = page.locator(f"#id_seat-{seat}-list [role=option]", has_text=name)
    option.first.click()


def type_points(page: Page, hundreds: Sequence[int]) -> None:
    for seat, value in enumerate(hundreds):
        page.locator(f"#id_points-{seat}").fill(str(value))


def save(page: Page, number: int) -> None:
    """Save and see that this very game was stored."""
    page.locator("#save").click()
    page.locator(".entry-saved", has_text=f"卓 第{number}回戦").wait_for()


def test_an_evening_of_ten_games_is_entered_on_a_phone_corrected_voided_and_ranked(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("scorer")
    page.goto(site.club("sessions/new/"))
    page.fill("input[name=title]", "電話の夜")
    page.get_by_role("button", name="開催を作る").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/$"))
    session_url = page.url
    page.locator("main").get_by_role("link", name="結果を入力").first.click()

    choose(page, 0, "きりやま", "桐山")
    choose(page, 1, "onodera", "小野寺")
    choose(page, 2, "三宅", "三宅")
    choose(page, 3, "旅人 太郎", "旅人 太郎")
    for number, hundreds in enumerate(EVENING, start=1):
        type_points(page, hundreds)
        page.locator("#entry-status .sum--even").wait_for()
        if number == 1:  # the name is new: it is asked about once, before anything is sent
            page.check("input[name=kind-3][value=guest]")
        save(page, number)

    page.goto(session_url)
    games = page.locator("main table a[href*='/games/']")
    assert games.count() >= len(EVENING)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    correct_the_first_game(page, session_url)
    void_the_last_game(page, session_url)
    assert manage("verify_standings", **site.env).returncode == 0


def test_a_new_name_is_asked_about_while_it_is_typed_and_an_answer_is_not_disturbed(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("scorer")
    page.goto(site.club("enter/?seats=none"))

    choose(page, 3, "小野寺 潤一", "小野寺 潤一")
    asked = page.locator("#strangers .stranger")
    asked.wait_for()
    assert "小野寺 潤一" in asked.inner_text()

    page.check("input[name=kind-3][value=member]")
    page.locator("#id_kana-3").press_sequentially("おのでら じゅんいち", delay=60)
    page.locator("#id_points-0").fill("250")
    page.locator(".entry-seat__held", has_text="25,000").wait_for()
    assert page.input_value("#id_kana-3") == "おのでら じゅんいち"
    assert page.is_checked("input[name=kind-3][value=member]")

    take = asked.locator("button[name=take]").first
    name = take.get_attribute("data-name") or ""
    take.click()
    asked.wait_for(state="detached")
    assert page.input_value("#id_seat-3[role=combobox]") == name
    assert page.locator("#entry-errors").count() == 0


def game_links(page: Page, session_url: str) -> list[str]:
    page.goto(session_url)
    links = page.locator("main table a[href*='/games/']")
    hrefs = [links.nth(i).get_attribute("href") or "" for i in range(links.count())]
    return list(dict.fromkeys(hrefs))


def correct_the_first_game(page: Page, session_url: str) -> None:
    game = game_links(page, session_url)[0]
    page.goto(page.url.split("/c/")[0] + game)
    page.get_by_role("link", name="訂正").first.click()
    page.locator("#id_points-0").fill("422")
    page.locator("#id_points-1").fill("290")
    page.fill("[name=reason]", "点棒の数え間違い")
    page.locator("#save").click()
    page.wait_for_url(re.compile(r"/games/\d+/$"))

    assert "42,200" in page.locator("main").inner_text()
    assert "点棒の数え間違い" in page.locator("main").inner_text()


def void_the_last_game(page: Page, session_url: str) -> None:
    game = game_links(page, session_url)[-1]
    page.goto(page.url.split("/c/")[0] + game + "void/")
    page.fill("[name=reason]", "二重に入力した")
    page.get_by_role("button", name="取り消す").click()
    page.wait_for_url(re.compile(r"/games/\d+/$"))

    assert "二重に入力した" in page.locator("main").inner_text()


def test_an_evening_of_ten_games_is_typed_into_the_sheet(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("scorer")
    page.goto(site.club("sessions/new/"))
    page.fill("input[name=title]", "表の夜")
    page.get_by_role("button", name="開催を作る").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/$"))
    page.goto(page.url + "sheet/")
    for column, name in enumerate(("早川", "岩崎", "永井", "藤本")):
        page.locator(f"#column-{column}").select_option(label=name)
    box = page.locator(".sheet-box").bounding_box() or {}
    fourth = page.locator("#cell-0-3").bounding_box() or {}
    assert fourth["x"] + fourth["width"] <= box["x"] + box["width"], "a table of four fits"
    while page.locator(f"#cell-{len(EVENING) - 1}-0").count() == 0:
        rows = page.locator(".sheet-row").count()
        page.locator("button[value=rows]").click()
        page.locator(f"#cell-{rows}-0").wait_for()

    for row, hundreds in enumerate(EVENING):
        page.locator(f"#cell-{row}-0").focus()
        for value in hundreds:
            page.keyboard.type(str(value))
            page.keyboard.press("Tab")
    page.locator("button[value=save]").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/$"))

    assert len(game_links(page, page.url)) == len(EVENING)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert manage("verify_standings", **site.env).returncode == 0


def test_whoever_holds_tonights_pass_enters_a_game_and_reads_the_ranking(
    open_browser: OpenBrowser, site: Site
) -> None:
    desk = open_browser("scorer", viewport=DESK)
    desk.goto(site.club("sessions/new/"))
    desk.fill("input[name=title]", "パスの夜")
    desk.get_by_role("button", name="開催を作る").click()
    desk.wait_for_url(re.compile(r"/sessions/\d+/$"))
    desk.get_by_role("button", name="入力パスを発行する").click()
    desk.wait_for_url(re.compile(r"/passes/\d+/$"))
    link = desk.locator("#pass-link").input_value()

    phone = open_browser()
    phone.goto(link)
    phone.locator("main").get_by_role("link", name="結果を入力").first.click()
    choose(phone, 0, "はやかわ", "早川")
    choose(phone, 1, "iwasaki", "岩崎")
    choose(phone, 2, "永井", "永井")
    choose(phone, 3, "fujimoto", "藤本")
    type_points(phone, (700, 200, 100))
    phone.locator("#entry-status .sum--even").wait_for()
    save(phone, 1)

    phone.goto(site.club("ranking/main/"))
    assert "早川" in phone.locator("main table").first.inner_text()
    phone.goto(site.club("members/new/"))
    assert phone.locator("input[name=display_name]").count() == 0

    desk.get_by_text("失効させる", exact=True).click()
    desk.get_by_role("button", name="入力パスを失効させる").click()
    desk.get_by_text("無効になりました").or_(desk.get_by_role("status")).first.wait_for()
    phone.goto(site.club("enter/"))
    assert "/accounts/login/" in phone.url


@pytest.mark.parametrize("key", ["Enter", "Tab"])
def test_a_key_right_after_the_last_letter_takes_whom_all_letters_name(
    open_browser: OpenBrowser, site: Site, key: str
) -> None:
    page = open_browser("scorer", viewport=DESK)
    page.goto(site.club("enter/?seats=none"))
    seat = page.locator("#id_seat-0[role=combobox]")
    seat.click()
    page.keyboard.type("t")
    page.locator("#id_seat-0-list [data-new=t]").wait_for()

    page.keyboard.type("akahashi yumi")
    page.keyboard.press(key)
    page.locator("#id_points-0:focus").wait_for()

    assert seat.input_value() == "髙橋(由)"


def test_a_sum_that_is_wrong_is_told_while_typing_and_nothing_typed_is_lost(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("scorer")
    page.goto(site.club("enter/?seats=none"))
    choose(page, 0, "きりやま", "桐山")
    type_points(page, (412, 300, 238, 51))
    page.locator("#entry-status .sum--off").wait_for()

    assert "100" in page.locator("#entry-status").inner_text()
    page.locator("#save").click()
    page.locator("#entry-errors").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.locator("#entry-errors").is_visible()
    assert page.locator("#id_points-3").input_value() == "51"
    assert page.locator("#id_seat-0").input_value() == "桐山"

    page.locator("#id_points-3").fill("50")
    page.locator("#entry-errors").wait_for(state="detached")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_scrolls_sideways_and_axe_finds_nothing(
    open_browser: OpenBrowser, site: Site, width: int, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_browser("owner", viewport={"width": width, "height": 844}, color_scheme=scheme)
    page.goto(site.club("sessions/"))
    session = page.locator("main .list a[href*='/sessions/']:not([href$='new/'])").last
    session_path = (session.get_attribute("href") or "").split("/demo/")[1]
    page.goto(site.club(session_path))
    game_path = page.locator("a[href*='/games/']").first.get_attribute("href") or ""
    paths = [
        *("", "enter/", "sessions/", "sessions/new/", session_path, f"{session_path}sheet/"),
        *(game_path.split("/demo/")[1], "ranking/main/", "members/", "members/new/"),
        *("rules/", "rules/kinyoukai/2015-04-10/", "settings/", "settings/leagues/main/"),
    ]
    flaws = []
    for path in paths:
        page.goto(site.club(path))
        page.wait_for_load_state("networkidle")
        found = Axe().run(page)
        if found.violations_count:
            flaws.append(f"{path}: {found.generate_report()}")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            flaws.append(f"{path}: scrolls sideways")

    assert not flaws, "\n".join(flaws)
