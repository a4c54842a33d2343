"""Results entered in a cellar: nothing typed is lost, and everything counts once.

The suite tries the twenty results twice, ``make test-slow`` ten times and ``make promises``
(JANCHO_FULL=1) a hundred times.
"""

from __future__ import annotations

import itertools
import os
import re
import uuid
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode

import pytest

from tests.browser.cellar import Asked, Cellar, cellar_before
from tests.browser.conftest import Site, log_in
from tests.browser.offline_help import (
    ITEMS,
    NO_ROOM,
    NO_STORAGE,
    NO_SYNC,
    PEOPLE,
    OpenBrowser,
    a_third,
    back_above,
    begin_evening,
    end_login,
    enter_away,
    in_the_cellar,
    log_out,
    open_form,
    points_of,
    stored_games,
    wait_until_kept,
    waiting,
)
from tests.browser.test_an_evening import type_points
from tests.browser.test_live_table import choose

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

#: of the runs, with Background Sync and without; each part ends well within what one may take
PARTS = 10 if os.environ.get("JANCHO_FULL") else 1
RUNS = 5
RESULTS = 20


@pytest.fixture
def cellar(site: Site) -> Iterator[Cellar]:
    with cellar_before(site.url) as opened:
        yield opened


def killed(page: Page) -> Page:
    """The tab is gone; another one, on the same phone."""
    context = page.context
    page.close()
    return context.new_page()


def twenty_results(
    open_browser: OpenBrowser, site: Site, cellar: Cellar, run: int, *scripts: str
) -> int:
    """Enter twenty without a network, with a killed tab amid them; how many games there are."""
    page, here = in_the_cellar(open_browser, site, cellar, "scorer", *scripts)
    evening = begin_evening(page, here, f"地下の夜 {run} {len(scripts)}")
    open_form(page, here, evening)
    cellar.is_away = True
    for number in range(1, RESULTS + 1):
        if number == RESULTS // 2:
            type_points(page, points_of(number))
            page = killed(page)
            page.goto(here.club("enter/"))
            page.locator("[data-restored]").wait_for()
            page.wait_for_function(
                "count => document.querySelectorAll('[data-list] > li').length === count",
                arg=number - 1,
            )
        enter_away(page, number)
    page = killed(page)
    cellar.is_away, cellar.loses = False, a_third(run)
    page.goto(here.club("enter/"))
    back_above(page)
    cellar.loses = lambda _asked: False
    assert cellar.lost >= 1
    assert len(cellar.sent("/enter/")) >= RESULTS + 1
    return len(stored_games(page, here, evening))


SYNC = [pytest.param((), id="as it is"), pytest.param((NO_SYNC,), id="without Background Sync")]


@pytest.mark.parametrize("scripts", SYNC)
def test_twenty_results_entered_without_a_network_are_twenty_games_though_answers_are_lost(
    open_browser: OpenBrowser, site: Site, cellar: Cellar, scripts: tuple[str, ...]
) -> None:
    assert twenty_results(open_browser, site, cellar, 0, *scripts) == RESULTS


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("scripts", SYNC)
def test_twenty_results_are_twenty_games_again_and_again(
    open_browser: OpenBrowser,
    site: Site,
    cellar: Cellar,
    scripts: tuple[str, ...],
    part: int,
) -> None:
    for run in range(part * RUNS + 1, (part + 1) * RUNS + 1):
        cellar.lost = 0
        cellar.passed.clear()
        assert twenty_results(open_browser, site, cellar, run, *scripts) == RESULTS


def test_what_waits_is_sent_when_the_network_is_back_though_no_page_is_open(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    evening = begin_evening(page, here, "閉じた後の夜")
    open_form(page, here, evening)
    cellar.is_away = True
    enter_away(page, 1)
    page = killed(page)
    tell_worker = background_sync(page, here)
    cellar.is_away = False

    tell_worker()
    for _look in range(100):
        if cellar.sent("/enter/"):
            break
        page.wait_for_timeout(100)

    assert page.url == "about:blank"
    assert len(stored_games(page, here, evening)) == 1
    assert page.evaluate(ITEMS) == []


def background_sync(page: Page, here: Site) -> Callable[[], None]:
    """What the browser does by itself, on a phone, once the network is back."""
    browser = page.context.new_cdp_session(page)
    known: dict[str, str] = {}
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: known.update(
            {one["scopeURL"]: one["registrationId"] for one in said["registrations"]}
        ),
    )
    browser.send("ServiceWorker.enable")
    for _look in range(100):
        if f"{here.url}/" in known:
            break
        page.wait_for_timeout(50)
    told = {"origin": here.url, "registrationId": known[f"{here.url}/"], "tag": "jancho-outbox"}
    return lambda: browser.send("ServiceWorker.dispatchSyncEvent", {**told, "lastChance": False})


def test_control_where_the_browser_may_store_nothing_a_killed_tab_loses_what_waited(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar, "scorer", NO_STORAGE)
    evening = begin_evening(page, here, "何も残らない夜")
    open_form(page, here, evening)
    page.get_by_text("このブラウザーには保存できません").wait_for()
    cellar.is_away = True
    enter_away(page, 1)
    page = killed(page)
    cellar.is_away = False

    assert stored_games(page, here, evening) == []


def test_on_a_full_phone_a_result_waits_in_the_page_which_says_so(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar, "scorer", NO_ROOM)
    evening = begin_evening(page, here, "満杯の夜")
    open_form(page, here, evening)
    cellar.is_away = True
    enter_away(page, 1)
    page.get_by_text("このブラウザーには保存できません").wait_for()
    assert page.evaluate(ITEMS) == []
    cellar.is_away = False
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("() => !document.querySelector('[data-list] > li')")

    assert len(stored_games(page, here, evening)) == 1


def test_where_nothing_can_be_stored_a_result_is_still_entered_with_a_network(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar, "scorer", NO_STORAGE)
    evening = begin_evening(page, here, "保存できない夜")
    page.goto(here.club(f"enter/?session={evening}&seats=none"))
    enter_with_network(page)

    assert len(stored_games(page, here, evening)) == 1


def enter_with_network(page: Page) -> None:
    for seat, name in enumerate(PEOPLE):
        choose(page, seat, name)
    type_points(page, points_of(1))
    page.locator("#save").click()
    page.locator(".entry-saved").wait_for()


# --- a double tap ---------------------------------------------------------------------------------

#: two taps within 50 ms, on the button; or, as if the page did not look, what each of them sends
ON_THE_BUTTON = """async () => {
  document.getElementById("save").click();
  await new Promise((done) => setTimeout(done, 45));
  document.getElementById("save").click();
}"""
BOTH_SENT = """async () => {
  const form = document.getElementById("entry");
  const body = new URLSearchParams(new FormData(form));
  const send = () => fetch(form.action, { method: "POST", body });
  const first = send();
  await new Promise((done) => setTimeout(done, 45));
  await Promise.all([first, send()]);
  location.assign(form.action);
}"""


@pytest.mark.parametrize(
    ("taps", "another_key", "sent", "games"),
    [
        pytest.param(ON_THE_BUTTON, False, 1, 1, id="as it is"),
        pytest.param(BOTH_SENT, False, 2, 1, id="the page sends both: the key makes one of them"),
        pytest.param(BOTH_SENT, True, 2, 2, id="control: neither page nor key"),
    ],
)
def test_a_double_tap_is_one_game(
    open_browser: OpenBrowser,
    site: Site,
    cellar: Cellar,
    taps: str,
    another_key: bool,
    sent: int,
    games: int,
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    evening = begin_evening(page, here, "二度押しの夜")
    open_form(page, here, evening)
    type_points(page, points_of(1))
    page.wait_for_load_state("networkidle")
    if another_key:
        cellar.before = as_if_typed_twice(itertools.count(1))
    with page.expect_navigation():
        page.evaluate(taps)

    assert len(cellar.sent("/enter/")) == sent
    assert len(stored_games(page, here, evening)) == games


def as_if_typed_twice(counter: Iterator[int]) -> Callable[[Asked], None]:
    """Let every sending have a key and a number of its own."""

    def change(asked: Asked) -> None:
        if asked.method == "POST" and asked.path.endswith("/enter/"):
            count = next(counter)
            rewrite(asked, key=str(uuid.uuid4()), number=str(count))

    return change


def rewrite(asked: Asked, **fields: str) -> None:
    """Change fields of what is sent on its way."""
    words = parse_qs(asked.body.decode(), keep_blank_values=True)
    words |= {name: [value] for name, value in fields.items()}
    asked.body = urlencode(words, doseq=True).encode()


# --- another login --------------------------------------------------------------------------------


def one_waits_and_another_logs_in(
    open_browser: OpenBrowser, site: Site, cellar: Cellar, title: str
) -> tuple[Page, Site, int]:
    page, here = in_the_cellar(open_browser, site, cellar)
    evening = begin_evening(page, here, title)
    open_form(page, here, evening)
    cellar.is_away = True
    enter_away(page, 1)
    page = killed(page)
    cellar.is_away = False
    end_login(page.context)
    log_in(page, here, "organizer")
    return page, here, evening


def test_what_waits_is_not_sent_under_another_login_and_is_sent_under_its_own(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here, evening = one_waits_and_another_logs_in(open_browser, site, cellar, "交代の夜")
    page.goto(here.club("enter/"))
    page.get_by_text("別のログインで入力したものです").wait_for()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_load_state("networkidle")
    assert PEOPLE[0] not in page.locator("[data-list]").inner_text()
    assert cellar.sent("/enter/") == []

    log_out(page, here)
    log_in(page, here, "scorer")
    page.goto(here.club("enter/"))
    back_above(page)
    assert len(stored_games(page, here, evening)) == 1


@pytest.mark.parametrize(
    ("guarded", "games"),
    [
        pytest.param(True, 0, id="the server refuses it"),
        pytest.param(False, 1, id="control: neither phone nor server looks"),
    ],
)
def test_a_phone_that_is_mistaken_in_the_login_sends_nothing_under_another_one(
    open_browser: OpenBrowser, site: Site, cellar: Cellar, guarded: bool, games: int
) -> None:
    title = f"取り違えの夜 {guarded}"
    page, here, evening = one_waits_and_another_logs_in(open_browser, site, cellar, title)
    page.goto(here.club())
    typed_under = page.evaluate(ITEMS)[0]["reader"]

    def believe(asked: Asked) -> None:
        if asked.path.endswith("/reader/"):
            asked.answer = re.sub(
                rb'"reader": "\w+"', b'"reader": "%s"' % typed_under.encode(), asked.answer
            )

    def unguarded(asked: Asked) -> None:
        if asked.method == "POST":
            asked.headers.pop("X-Reader", None)

    cellar.after = believe
    if not guarded:
        cellar.before = unguarded
    page.goto(here.club("enter/"))
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)

    assert [one.status for one in cellar.sent("/enter/")] == [412 if guarded else 200]
    assert len(stored_games(page, here, evening)) == games


# --- clocks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [-48, 48])
def test_a_phone_whose_clock_is_two_days_off_changes_nothing(
    open_browser: OpenBrowser, site: Site, cellar: Cellar, hours: int
) -> None:
    wrong = f"""{{ const real = Date.now; const off = {hours} * 3600000;
      const Clock = Date;
      Date = class extends Clock {{
        constructor(...given) {{ super(...(given.length ? given : [real() + off])); }}
        static now() {{ return real() + off; }}
      }}; }}"""
    page, here = in_the_cellar(open_browser, site, cellar, "scorer", wrong)
    evening = begin_evening(page, here, f"時計の夜 {hours}")
    open_form(page, here, evening)
    cellar.is_away = True
    enter_away(page, 1)
    enter_away(page, 2)
    assert "たった今" in page.locator("[data-list]").inner_text()
    page = killed(page)
    cellar.is_away = False
    page.goto(here.club("enter/"))
    back_above(page)

    sent = [parse_qs(one.body.decode())["number"] for one in cellar.sent("/enter/")]
    assert sent == [["1"], ["2"]]
    assert len(stored_games(page, here, evening)) == 2


# --- refusals, ended logins, what is kept ---------------------------------------------------------


def test_what_is_refused_says_why_and_leads_back_into_the_form_with_everything_typed(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    evening = begin_evening(page, here, "先を越された夜")
    open_form(page, here, evening)
    cellar.is_away = True
    page.locator("summary", has_text="その他").click()
    page.fill("[name=remark]", "南3局で終了")
    enter_away(page, 1)
    other = open_browser("organizer")
    other.goto(site.club(f"enter/?session={evening}&seats=none"))
    for seat, name in enumerate(reversed(PEOPLE)):
        choose(other, seat, name)
    type_points(other, (500, 300, 100))
    other.locator("#save").click()
    other.locator(".entry-saved").wait_for()
    cellar.is_away = False

    page.reload()
    page.locator("[data-why]:not([hidden])").wait_for()
    why = page.locator("[data-why]").inner_text()
    assert why.startswith("1卓の第1回戦は、")
    assert why.count("。") == 1, "no word of a form that is not there"
    page.locator("[data-change]").click()
    page.locator("#slot-note li").wait_for()
    page.wait_for_function("!document.querySelector('[data-restored-said] li')")
    assert page.locator("main").inner_text().count(why) == 1
    assert page.locator("#id_points-0").input_value() == "301"
    assert page.locator("#id_seat-0").input_value() == PEOPLE[0]
    assert page.locator("[name=remark]").input_value() == "南3局で終了"
    assert waiting(page) == 0

    page.locator("#id_number").fill("2")
    page.locator("#save").click()
    page.locator(".entry-saved").wait_for()
    assert len(stored_games(page, here, evening)) == 2


def test_a_new_name_that_is_asked_about_says_so_and_is_no_draft_from_before(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    evening = begin_evening(page, here, "新顔の夜")
    open_form(page, here, evening)
    page.locator("#id_seat-3[role=combobox]").fill("野々村")
    page.locator("#id_seat-3-list [data-new]").click()
    type_points(page, points_of(1))
    page.locator("#save").click()

    page.locator("#id_kind-3_0").wait_for()
    page.wait_for_load_state("networkidle")
    assert "野々村" in page.locator("#entry-errors").inner_text()
    assert page.locator("[data-restored]").is_hidden()
    assert waiting(page) == 0


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"league": "no-such-league"}, "見つかりません", id="its league is gone"),
        pytest.param({"session": "999999"}, "見つかりません", id="its evening is gone"),
    ],
)
def test_a_result_that_can_no_longer_be_stored_stays_with_the_reason(
    open_browser: OpenBrowser, site: Site, cellar: Cellar, fields: dict[str, str], words: str
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    evening = begin_evening(page, here, f"先週の夜 {sorted(fields)}")
    open_form(page, here, evening)
    cellar.is_away = True
    enter_away(page, 1)
    cellar.is_away = False

    def from_last_week(asked: Asked) -> None:
        if asked.method == "POST" and asked.path.endswith("/enter/"):
            rewrite(asked, **fields)

    cellar.before = from_last_week
    page.reload()
    page.locator("[data-why]:not([hidden])").wait_for()

    said = page.locator("[data-why]").inner_text()
    assert said.strip()
    assert words in said
    assert "301" in page.locator("[data-list]").inner_text()
    assert stored_games(page, here, evening) == []


def test_a_result_of_an_evening_that_is_over_stays_with_the_reason(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar, "member")
    page.goto(here.club("sessions/"))
    links = page.locator("main a[href*='/sessions/']").evaluate_all("all => all.map((a) => a.href)")
    over = next(link for link in reversed(links) if re.search(r"/sessions/\d+/$", link))
    evening = begin_evening(page, here, "今夜")
    open_form(page, here, evening)
    cellar.is_away = True
    enter_away(page, 1)
    cellar.is_away = False

    def for_another_evening(asked: Asked) -> None:
        if asked.method == "POST" and asked.path.endswith("/enter/"):
            rewrite(asked, session=over.rstrip("/").rpartition("/")[2], table="9")

    cellar.before = for_another_evening
    page.reload()
    page.locator("[data-why]:not([hidden])").wait_for()

    assert "入力時間は終わっています" in page.locator("[data-why]").inner_text()
    assert "301" in page.locator("[data-list]").inner_text()
    assert stored_games(page, here, evening) == []


def test_what_is_typed_survives_an_ended_login_and_is_sent_after_the_next_one(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    evening = begin_evening(page, here, "切れた夜")
    open_form(page, here, evening)
    type_points(page, points_of(1))
    end_login(page.context)
    page.locator("#save").click()
    page.get_by_text("ログインの有効期限が切れました").wait_for()
    assert waiting(page) == 1

    page.locator("[data-list] [data-login]").click()
    log_in(page, here, "scorer")
    page.goto(here.club("enter/"))
    back_above(page)
    assert len(stored_games(page, here, evening)) == 1


def test_half_a_result_is_there_again_after_a_reload_and_can_be_thrown_away(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    evening = begin_evening(page, here, "途中の夜")
    open_form(page, here, evening)
    page.locator("#id_points-0").press_sequentially("412")
    cellar.is_away = True
    page.reload()
    page.locator("[data-restored]").wait_for()
    assert page.locator("#id_points-0").input_value() == "412"
    assert page.locator("#id_seat-3").input_value() == PEOPLE[3]

    page.locator("[data-throw]").click()
    assert page.locator("#id_points-0").input_value() == ""
    assert page.locator("#id_seat-3").input_value() == ""
    page.reload()
    page.locator("[data-stale]").wait_for()
    assert page.locator("[data-restored]").is_hidden()


def test_half_a_result_is_not_taken_for_a_whole_one_without_a_network(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    open_form(page, here, begin_evening(page, here, "半端な夜"))
    cellar.is_away = True
    page.locator("#id_points-0").fill("412")
    page.locator("#save").click()
    page.get_by_text("1人を除く全員の点数").wait_for()

    assert page.evaluate(ITEMS) == []  # the list is drawn a moment later
    assert page.locator("#id_points-0").input_value() == "412"


def test_the_copy_of_a_page_is_gone_after_the_logout_and_never_another_logins(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    open_form(page, here, begin_evening(page, here, "写しの夜"))
    kept = "caches.keys().then((all) => all.filter((name) => name.startsWith('jancho-pages-')))"
    mine = page.evaluate(kept)
    assert len(mine) == 1

    log_out(page, here)
    page.wait_for_function(f"{kept}.then((all) => all.length === 0)")
    cellar.is_away = True
    page.goto(here.club("enter/"))
    assert page.locator("form").count() == 0
    assert page.get_by_text("このページは通信が必要です").is_visible()

    cellar.is_away = False
    log_in(page, here, "organizer")
    page.goto(here.club("enter/"))
    wait_until_kept(page)
    theirs = page.evaluate(kept)
    assert len(theirs) == 1
    assert theirs != mine


def test_another_login_in_the_same_browser_never_gets_the_first_ones_copy(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    open_form(page, here, begin_evening(page, here, "同じ電話の夜"))
    end_login(page.context)
    log_in(page, here, "organizer")
    cellar.is_away = True
    page.goto(here.club("enter/"))

    assert page.locator("form").count() == 0


def test_without_a_network_the_app_leads_to_the_pages_that_open(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    open_form(page, here, begin_evening(page, here, "入口の夜"))
    cellar.is_away = True
    page.goto(here.url)
    page.locator(".away-list a").first.click()
    page.locator("#entry").wait_for()

    page.locator("[data-stale]").wait_for()


def test_a_sheet_is_typed_reloaded_and_saved_without_a_network(
    open_browser: OpenBrowser, site: Site, cellar: Cellar
) -> None:
    page, here = in_the_cellar(open_browser, site, cellar)
    evening = begin_evening(page, here, "表も地下の夜")
    page.goto(here.club(f"sessions/{evening}/sheet/"))
    wait_until_kept(page)
    page.wait_for_timeout(3000)  # the browser's own look at a new worker is over
    cellar.is_away = True
    for column, name in enumerate(PEOPLE):
        page.locator(f"#column-{column}").select_option(label=name)
    for row in range(3):
        for column, value in enumerate(points_of(row + 1)):
            page.locator(f"#cell-{row}-{column}").fill(str(value))
    page.reload()
    page.locator("[data-restored]").wait_for()
    assert page.locator("#cell-2-0").input_value() == "303"
    page.locator("button[value=save]").click()
    page.locator("[data-list] > li").wait_for()
    assert page.locator("#cell-0-0").input_value() == ""
    assert page.locator("#number-0").input_value() == "4"

    cellar.is_away = False
    back_above(page)
    assert len(stored_games(page, here, evening)) == 3
