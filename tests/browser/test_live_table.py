"""A game kept hand by hand on two phones, one of which loses the network on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import PHONE, Site
from tests.config.processes import manage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]
NAMES = ("桐山", "小野寺", "三宅", "早川")
#: others see an entry within two seconds
SOON = 2_000


def choose(page: Page, seat: int, name: str) -> None:
    """Find a person by typing, and take them."""
    page.locator(f"#id_seat-{seat}[role=combobox]").fill(name)
    page.locator(f"#id_seat-{seat}-list [role=option]", has_text=name).first.click()


def pick(page: Page, name: str, value: str | int) -> None:
    """Tap a choice of the hand."""
    page.locator(f"#live-hand [name='{name}'][value='{value}']").click()


def accept(page: Page) -> None:
    page.locator("#live-preview [name=accept]").click()


def ron(page: Page, *, winner: int, loser: int, han: int, fu: int | None = None) -> None:
    """Tap a ron up to the point where it can be accepted."""
    pick(page, "result", "ron")
    pick(page, "loser", loser)
    pick(page, "ron", winner)
    pick(page, f"han-{winner}", han)
    if fu:
        pick(page, f"fu-{winner}", fu)
    page.locator("#live-preview [name=accept]").wait_for()


def draw(page: Page, *tenpai: int) -> None:
    pick(page, "result", "draw")
    for seat in tenpai:
        pick(page, "tenpai", seat)
    page.locator("#live-preview [name=accept]").wait_for()


def hands(page: Page) -> list[str]:
    """The hands so far, the first one first."""
    texts = page.locator(".live-done__head > span:nth-child(2)").all_inner_texts()
    return list(reversed(texts))


def wait_for_hands(page: Page, count: int, timeout: int = 10_000) -> None:
    page.wait_for_function(
        "count => document.querySelectorAll('.live-done').length === count",
        arg=count,
        timeout=timeout,
    )


def wait_for_waiting(page: Page, count: int) -> None:
    """Wait until so many taps are said to wait, as they are once they are written down."""
    page.wait_for_function(
        "count => document.querySelectorAll('[data-waiting-list] > li').length === count", arg=count
    )


def open_table(page: Page, site: Site, title: str) -> str:
    """A live table on an evening of its own."""
    page.goto(site.club("sessions/new/"))
    page.fill("input[name=title]", title)
    page.get_by_role("button", name="開催を作る").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/$"))
    page.locator("#live-tables a").first.click()
    for seat, name in enumerate(NAMES):
        choose(page, seat, name)
    page.locator("#begin").click()
    page.wait_for_url(re.compile(r"/live/\d+/$"))
    return str(page.url)


def test_two_phones_keep_one_table_and_one_of_them_is_offline_for_five_entries(
    open_browser: OpenBrowser, site: Site
) -> None:
    mine = open_browser("scorer")
    url = open_table(mine, site, "ライブの夜")
    theirs = open_browser("organizer")
    theirs.goto(url)

    # what one enters the other sees
    mine.locator("#riichi-2").click()
    theirs.locator(".has-riichi").wait_for(timeout=SOON)
    ron(mine, winner=2, loser=1, han=3, fu=40)
    assert "▲5,200" in mine.locator("#live-preview").inner_text()
    accept(mine)
    wait_for_hands(theirs, 1, SOON)

    # five entries without a network wait on the phone, in their order
    mine.wait_for_function("() => !document.querySelector('.has-riichi')")
    mine.context.set_offline(True)
    draw(mine, 0, 3)
    accept(mine)
    mine.locator("#riichi-1").click()
    draw(mine, 2)
    accept(mine)
    ron(mine, winner=0, loser=2, han=2, fu=30)
    accept(mine)
    draw(mine)
    accept(mine)
    wait_for_waiting(mine, 5)
    assert len(hands(theirs)) == 1

    mine.context.set_offline(False)
    wait_for_hands(theirs, 5)
    wait_for_hands(mine, 5)
    assert mine.locator("[data-waiting]").is_hidden()
    assert hands(mine) == hands(theirs)
    assert mine.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    # what is wrong is undone and done again
    theirs.locator("#undo").click()
    wait_for_hands(mine, 4, SOON)
    theirs.locator("#redo").click()
    wait_for_hands(mine, 5, SOON)

    end_and_compare(mine, site)
    assert manage("verify_standings", **site.env).returncode == 0


def end_and_compare(page: Page, site: Site) -> None:
    """A yakuman ends the game; the form makes the same of its points."""
    pick(page, "result", "ron")
    pick(page, "loser", 1)
    pick(page, "ron", 3)
    pick(page, "han-3", "y")
    pick(page, "names-3", "daisangen")
    accept(page)
    page.locator("#finish").click()
    page.wait_for_url(re.compile(r"/games/\d+/$"))
    assert page.locator(".kyoku > tr").count() == 6
    live = page.locator("#result tbody").inner_text()
    points = [
        text.replace(",", "").replace("▲", "-")
        for text in page.locator("#result tbody td:nth-child(3)").all_inner_texts()
    ]
    game = page.url
    session = page.locator("nav a[href*='/sessions/'], .breadcrumb a[href*='/sessions/']")
    back = session.last.get_attribute("href") or ""

    page.goto(f"{game}void/")
    page.fill("[name=reason]", "フォームと比べる")
    page.get_by_role("button", name="取り消す").click()
    page.wait_for_url(re.compile(r"/games/\d+/$"))
    number = re.search(r"\d+", back)
    assert number is not None
    page.goto(site.club(f"enter/?session={number[0]}"))
    for seat, name in enumerate(NAMES):
        choose(page, seat, name)
    page.locator("#id_number").fill("1")
    for seat, held in enumerate(points):
        page.locator(f"#id_points-{seat}").fill(held)
    page.locator("#entry-status .sum--even").wait_for()
    page.locator("#save").click()
    page.locator(".entry-saved a, a[href*='/games/']").first.click()
    page.wait_for_url(re.compile(r"/games/\d+/$"))

    assert page.url != game
    assert page.locator("#result tbody").inner_text() == live


SIZES = (PHONE, {"width": 844, "height": 390}, {"width": 1024, "height": 768})


def test_a_hand_is_told_by_tapping_its_tiles_and_the_page_fits_every_screen(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("scorer")
    open_table(page, site, "牌の夜")
    pick(page, "result", "tsumo")
    pick(page, "tsumo", 1)
    box = page.locator("[data-win='1'] .live-tiles")
    box.locator("summary").click()
    for tile in ("2m", "3m", "5m", "6m", "7m", "6p", "7p", "8p", "2s", "2s"):
        box.locator(f"[data-tile='{tile}']").click()
    box.locator("[data-mode=pon]").click()
    box.locator("[data-tile='5z']").click()
    box.locator("[data-mode=win]").click()
    box.locator("[data-tile='4m']").click()
    page.locator("#live-preview [name=accept]").wait_for()

    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]

    accept(page)
    wait_for_hands(page, 1)
    assert "1翻 30符" in hands(page)[0]


def test_what_waits_survives_a_closed_page_and_what_is_refused_is_asked_about(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("scorer")
    url = open_table(page, site, "電池切れの夜")
    ron(page, winner=2, loser=1, han=3, fu=40)
    accept(page)
    wait_for_hands(page, 1)
    page.context.set_offline(True)
    page.locator("#undo").click()
    page.locator("#undo").click()  # there was one hand only
    draw(page, 0)
    accept(page)
    wait_for_waiting(page, 3)

    context = page.context
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(url)
    again.locator("[data-stopped]").wait_for()
    assert again.locator("[data-stopped-title]").inner_text()
    wait_for_hands(again, 0)
    # what is above the question goes, and the question moves up
    again.wait_for_function("() => !document.querySelector('[data-net]').innerText.trim()")
    wait_for_waiting(again, 2)

    again.locator("[data-drop-first]").click()
    wait_for_hands(again, 1)
    assert NAMES[0] in hands(again)[0]
    assert again.locator("[data-waiting]").is_hidden()


def test_what_two_people_enter_at_once_is_shown_and_never_merged(
    open_browser: OpenBrowser, site: Site
) -> None:
    mine = open_browser("scorer")
    url = open_table(mine, site, "取り合いの夜")
    theirs = open_browser("organizer")
    theirs.goto(url)

    # one has tapped a hand, the other is quicker
    ron(mine, winner=2, loser=1, han=3, fu=40)
    draw(theirs, 0)
    accept(theirs)
    mine.locator("#live-preview .live-theirs").wait_for(timeout=2 * SOON)
    assert NAMES[0] in mine.locator("#live-preview .live-theirs").inner_text()
    mine.locator("[data-forget]").click()
    wait_for_hands(mine, 1)

    # the same without a network: the queue stops and asks
    mine.context.set_offline(True)
    ron(mine, winner=3, loser=0, han=1, fu=30)
    accept(mine)
    draw(theirs)
    accept(theirs)
    wait_for_hands(theirs, 2)
    mine.context.set_offline(False)
    mine.locator("[data-stopped]").wait_for()
    wait_for_hands(theirs, 2)
    assert len(hands(theirs)) == 2

    mine.locator("[data-send-again]").click()
    wait_for_hands(theirs, 3)
    assert NAMES[3] in hands(theirs)[2]
    assert mine.locator("[data-waiting]").is_hidden()
