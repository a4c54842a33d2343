"""Whoever only reads: rankings, pictures, competitions, members; and an old table brought in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESK, PHONE, Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]


@pytest.fixture
def phone(open_browser: OpenBrowser) -> Page:
    """A member's phone."""
    return open_browser("member", viewport=PHONE)


def path_of(page: Page, site: Site, where: str, link: str) -> str:
    """Where the first such link of a page leads to one of many."""
    page.goto(site.club(where))
    links = page.locator(f"main a[href*='{link}']").evaluate_all("all => all.map(a => a.pathname)")
    found = next(path for path in links if re.search(rf"{link}\d+/$", path))
    return str(found.split("/demo/")[1])


def column(page: Page, head: str) -> list[str]:
    """A column of the ranking as it is read; what is said to screen readers alone is left out."""
    heads = page.locator("main table thead th").all_inner_texts()
    at = [text.strip() for text in heads].index(head)
    cells = page.locator("main table tbody").first.locator(f"tr > :nth-child({at + 1})")
    return [text.split("\n")[0].strip() for text in cells.all_inner_texts()]


def number(text: str) -> float:
    return float(text.replace("▲", "-").replace("+", "").replace(",", "").rstrip("%"))


def test_a_ranking_is_sorted_where_it_stands_and_shows_all_its_figures(
    phone: Page, site: Site
) -> None:
    phone.goto(site.club("ranking/main/"))
    phone.evaluate("window.stayed = true")

    phone.locator("#sort-best").click()
    phone.wait_for_url(re.compile("sort=-best"))
    phone.locator("th[aria-sort=descending] #sort-best").wait_for()
    best = [number(text) for text in column(phone, "最高")]

    assert best == sorted(best, reverse=True)
    assert phone.evaluate("window.stayed"), "only the table was another"
    phone.get_by_role("link", name="項目をすべて表示").click()
    phone.wait_for_url(re.compile("figures=all"))
    assert {"連対率", "連続トップ", "素点"} <= {
        text.strip() for text in phone.locator("main thead th").all_inner_texts()
    }
    phone.go_back()
    phone.go_back()
    phone.locator("th[aria-sort=ascending] #sort-rank").wait_for()


def test_from_the_month_to_the_year_to_all_time_games_only_grow(phone: Page, site: Site) -> None:
    phone.goto(site.club("ranking/main/"))
    games = []
    for link in ("月間", "年間", "通算"):
        phone.locator("main").get_by_role("link", name=link, exact=True).click()
        phone.wait_for_load_state("networkidle")
        text = re.search(r"([0-9,]+)半荘 ·", phone.locator("main").inner_text())
        assert text is not None
        games.append(int(text[1].replace(",", "")))

    assert games == sorted(games)
    assert games[0] < games[-1]


def test_the_race_is_drawn_when_it_comes_into_sight_and_told_as_a_table(
    phone: Page, site: Site
) -> None:
    phone.goto(site.club("ranking/main/"))
    assert not phone.locator("main figure svg").count()

    phone.locator("#race-title").scroll_into_view_if_needed()
    chart = phone.locator("main figure svg").first
    chart.wait_for()

    box = chart.bounding_box()
    assert box is not None
    assert box["width"] <= PHONE["width"]
    found = phone.locator("main figure table").first
    assert found.locator("tbody tr").count() >= 2


def test_a_member_is_read_by_record_seats_opponents_and_hands(phone: Page, site: Site) -> None:
    phone.goto(site.club("ranking/main/"))
    phone.locator("main table tbody a[href*='/members/']").first.click()
    phone.wait_for_url(re.compile(r"/members/\d+/"))
    name = phone.locator("h1").inner_text()
    assert phone.locator("main svg[role=img], main figure svg").count() >= 2

    seen = {}
    for part in ("seats", "opponents", "hands"):
        phone.locator(f"main a[href*='/{part}/']").first.click()
        phone.wait_for_url(re.compile(f"/{part}/"))
        assert name.split("\n")[0] in phone.locator("main").inner_text()
        seen[part] = phone.locator("main").inner_text()

    assert "東" in seen["seats"]
    assert "和了率" in seen["hands"]
    phone.goto(site.club("ranking/main/rating/"))
    assert "レーティング" in phone.locator("h1").inner_text()


def test_titles_say_what_is_won_and_what_comes_next(phone: Page, site: Site) -> None:
    phone.goto(site.club(path_of(phone, site, "ranking/main/", "/members/")))

    titles = phone.locator("#titles").inner_text()

    assert "百戦錬磨" in titles


def test_from_the_ranking_one_looks_ahead_to_its_end(phone: Page, site: Site) -> None:
    phone.goto(site.club("ranking/main/"))
    phone.locator("main a[href*='/chances/']").first.click()
    phone.wait_for_url(re.compile("/chances/"))
    phone.get_by_label("全員の残り対局数").fill("1")
    phone.keyboard.press("Enter")
    phone.wait_for_url(re.compile("games=1"))

    first, needs = column(phone, "1位"), column(phone, "1位まで")

    chances = [number(text) for text in first if text != "–"]
    assert 99 <= sum(chances) <= 105, "somebody is the first; level ones are it together"
    missing = [number(text) for text in needs if text != "–"]
    assert missing == sorted(missing), "the lower one stands, the more it takes"
    phone.get_by_label("全員の残り対局数").fill("99")
    phone.keyboard.press("Enter")
    phone.wait_for_url(re.compile("games=99"))
    assert "1〜60半荘で入力してください。" in phone.locator("main").inner_text()


def test_a_competition_shows_its_stages_and_its_teams(phone: Page, site: Site) -> None:
    phone.goto(site.club("seasons/"))
    phone.get_by_role("link", name=re.compile("三麻チーム杯")).first.click()
    phone.wait_for_url(re.compile(r"/seasons/\d+/"))

    page = phone.locator("main").inner_text()

    for word in ("予選", "決勝", "東風クラブ", "北山荘"):
        assert word in page, word
    # the page's links lead on: each adjustment has its reason, each team its members
    assert phone.locator("main table").count() >= 2
    phone.goto(site.club("ranking/sanma/adjustments/"))
    assert "三味線行為" in phone.locator("main").inner_text()


def test_a_month_is_taken_away_as_text_and_as_files(phone: Page, site: Site) -> None:
    phone.goto(site.club("ranking/main/text/"))
    text = phone.locator("main textarea, main pre").first
    words = (
        text.input_value() if text.evaluate("e => e.tagName") == "TEXTAREA" else text.inner_text()
    )
    assert "金曜リーグ" in words
    first = phone.request.get(site.club("ranking/main/export.csv"))
    assert first.body().startswith(b"\xef\xbb\xbf")
    assert phone.request.get(site.club("ranking/main/export.xlsx")).body().startswith(b"PK")
    calendar = phone.request.get(site.club("sessions.ics")).text()
    assert calendar.startswith("BEGIN:VCALENDAR")


def test_an_old_table_is_pasted_mended_stored_and_undone(
    open_browser: OpenBrowser, site: Site
) -> None:
    desk = open_browser("owner", viewport=DESK)
    desk.goto(site.club("imports/sheet/"))
    rows = [
        ["日付", "東", "点", "南", "点", "西", "点", "北", "点"],
        ["2021-03-05", "桐山", "41400", "小野寺", "30000", "三宅", "23800", "早川", "4800"],
        ["2021-03-05", "桐山", "41400", "小野寺", "30000", "三宅", "23800", "早川", "5800"],
    ]
    desk.locator("textarea").fill("\n".join("\t".join(row) for row in rows))
    desk.get_by_role("button", name="登録される内容を確かめる").click()
    desk.wait_for_url(re.compile(r"import=\d+"))

    page = desk.locator("main").inner_text()
    assert "101,000" in page or "101000" in page, "the line that does not add up is named"
    assert not desk.locator("button[name=do][value=store]").count()
    desk.locator("input[name=out]").first.check()
    desk.locator("form:has(input[name=out]) button[name=do][value=plan]").first.click()
    desk.locator("button[name=do][value=store]").click()
    desk.locator("#undo").wait_for()
    ranking = desk.request.get(site.club("ranking/main/?month=2021-03")).text()
    assert "桐山" in ranking

    desk.locator("#undo-reason").fill("試しに取り込んだ")
    desk.locator("#undo form button").click()
    desk.locator("#undo").wait_for(state="detached")
    ranking = desk.request.get(site.club("ranking/main/?month=2021-03")).text()
    assert "41.4" not in ranking
    assert "+41" not in ranking


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_of_figures_scrolls_sideways_and_axe_finds_nothing(
    open_browser: OpenBrowser, site: Site, width: int, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_browser("owner", viewport={"width": width, "height": 844}, color_scheme=scheme)
    member = path_of(page, site, "ranking/main/", "/members/")
    season = path_of(page, site, "seasons/", "/seasons/")
    session = path_of(page, site, "sessions/", "/sessions/")
    paths = [
        *("ranking/main/?figures=all", "ranking/main/?all=1", "ranking/boo/", "ranking/main/race/"),
        *("ranking/main/card/", "ranking/main/text/", "ranking/main/rating/"),
        *("ranking/main/chances/", "ranking/boo/chances/?games=99", f"{session}edit/"),
        *("ranking/sanma/adjustments/", "ranking/main/prizes/", "ranking/main/closings/"),
        *(member, f"{member}seats/", f"{member}opponents/", f"{member}hands/"),
        *("seasons/", season, "sessions/calendar/", "imports/sheet/", "wall/"),
    ]
    flaws = []
    for path in paths:
        answer = page.goto(site.club(path))
        assert answer is not None
        assert answer.status == (422 if "=99" in path else 200), path
        page.wait_for_load_state("networkidle")
        found = Axe().run(page)
        if found.violations_count:
            flaws.append(f"{path}: {found.generate_report()}")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            flaws.append(f"{path}: scrolls sideways")

    assert not flaws, "\n".join(flaws)
