"""An evening of two tables, entered on two phones at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Site
from tests.browser.test_an_evening import choose, save, type_points
from tests.config.processes import manage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OpenBrowser = Callable[..., "Page"]

FIRST = ("桐山", "小野寺", "三宅", "森")
SECOND = ("早川", "岩崎", "永井", "藤本")
HUNDREDS = ((412, 300, 238), (255, 190, 401), (105, 333, 287))


def new_evening(page: Page, site: Site, title: str) -> str:
    page.goto(site.club("sessions/new/"))
    page.fill("input[name=title]", title)
    page.get_by_role("button", name="開催を作る").click()
    page.wait_for_url(re.compile(r"/sessions/\d+/$"))
    key: str = page.url.rstrip("/").rsplit("/", 1)[1]
    return key


def seated(page: Page) -> list[str]:
    return [page.locator(f"#id_seat-{seat}").input_value() for seat in range(4)]


def go_to_table(page: Page, table: str) -> None:
    """Type a table's number and wait for its people."""
    with page.expect_response(re.compile("/enter/$")):
        page.locator("#id_table").fill(table)


def number_of(page: Page) -> str:
    number: str = page.locator("#id_number").input_value()
    return number


def kept_by_table(page: Page, session_url: str) -> dict[str, list[tuple[str, ...]]]:
    """Who sat in each stored game, read from the games' own pages, by table."""
    page.goto(session_url)
    links = page.locator("main table a[href*='/games/']")
    paths = dict.fromkeys(links.nth(at).get_attribute("href") for at in range(links.count()))
    found: dict[str, list[tuple[str, ...]]] = {}
    for path in paths:
        page.goto(session_url.split("/c/")[0] + f"{path}edit/")
        names = tuple(seated(page))
        found.setdefault(page.locator("#id_table").input_value(), []).append(
            (number_of(page), *names)
        )
    return {table: sorted(games) for table, games in found.items()}


def sit(page: Page, people: tuple[str, ...]) -> bool:
    """Whether these people sit there, from the first East on."""
    return all(name.startswith(who) for name, who in zip(seated(page), people, strict=True))


def enter_at_once(phones: Mapping[Page, tuple[str, ...]], number: int) -> None:
    """Type a game on each phone, then save on one after the other without waiting."""
    for phone, people in phones.items():
        assert sit(phone, people)
        assert number_of(phone) == str(number)
        type_points(phone, HUNDREDS[number - 1])
    for phone in phones:
        phone.locator("#save").click(no_wait_after=True)
    for phone in phones:
        phone.locator(".entry-saved", has_text=f"卓 第{number}回戦").wait_for()


def test_two_phones_enter_three_games_each_without_a_wrong_name_or_number(
    open_browser: OpenBrowser, site: Site
) -> None:
    one, two = open_browser("scorer"), open_browser("organizer")
    phones: dict[Page, tuple[str, ...]] = {one: FIRST, two: SECOND}
    session = new_evening(one, site, "二卓の夜")
    for phone in phones:
        phone.goto(site.club(f"enter/?session={session}"))
    go_to_table(two, "2")
    for phone, people in phones.items():
        for seat, name in enumerate(people):
            choose(phone, seat, name, name)

    for number in (1, 2, 3):
        enter_at_once(phones, number)

    go_to_table(one, "2")
    one.wait_for_function("() => document.querySelector('#id_number').value === '4'")
    assert sit(one, SECOND)
    stored = kept_by_table(one, site.club(f"sessions/{session}/"))
    assert {table: [game[0] for game in games] for table, games in stored.items()} == {
        "1": ["1", "2", "3"],
        "2": ["1", "2", "3"],
    }
    assert {game[1:] for game in stored["1"]} == {tuple(named(FIRST, stored["1"][0][1:]))}
    assert {game[1:] for game in stored["2"]} == {tuple(named(SECOND, stored["2"][0][1:]))}
    assert manage("verify_standings", **site.env).returncode == 0


def named(people: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    """The names as they are shown, where each begins with whom it should be."""
    return [name for name, who in zip(names, people, strict=True) if name.startswith(who)]


def test_one_phone_goes_to_and_fro_between_two_tables(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("scorer")
    session = new_evening(page, site, "一台の夜")
    page.goto(site.club(f"enter/?session={session}"))
    for table, people in (("1", FIRST), ("2", SECOND)):
        go_to_table(page, table)
        page.wait_for_function(
            "() => [...document.querySelectorAll('[data-picker] select')]"
            ".every((one) => !one.value)"
        )
        for seat, name in enumerate(people):
            choose(page, seat, name, name)
        type_points(page, HUNDREDS[0])
        save(page, 1)

    type_points(page, HUNDREDS[1])
    go_to_table(page, "1")
    page.wait_for_function("() => document.querySelector('#id_seat-0').value.startsWith('桐山')")

    assert number_of(page) == "2"
    assert sit(page, FIRST)
    assert page.locator("#id_points-0").input_value() == str(HUNDREDS[1][0])
    page.locator("details.entry-more > summary").click()
    assert page.get_by_label(re.compile("^桐山.* · 東$")).first.is_visible()


def test_whom_somebody_chose_while_the_table_was_asked_for_stays(
    open_browser: OpenBrowser, site: Site
) -> None:
    page = open_browser("scorer")
    session = new_evening(page, site, "急ぐ夜")
    page.goto(site.club(f"enter/?session={session}"))
    for seat, name in enumerate(FIRST):
        choose(page, seat, name, name)
    type_points(page, HUNDREDS[0])
    save(page, 1)

    page.locator("#id_table").fill("2")
    choose(page, 0, "早川", "早川")
    page.wait_for_timeout(1_500)

    assert page.locator("#id_seat-0").input_value().startswith("早川")
    assert page.locator("#id_table").input_value() == "2"
