"""Boo on the pages: the form, what it checks and saves, the game, the ranking and the API."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from league.core.jobs import perform_job
from league.games.entry import YakumanEntry
from league.games.write import void_hanchan
from league.models import Hanchan, League, Member, Yakuman
from league.rulechanges.write import publish_draft
from rules.models import RuleVersion
from rules.parameters import override
from tests.factories import ADMIN, EVENING, record
from tests.league.evenings import queries_of, sheet_url, typed_sheet
from tests.league.games.boo.evening import is_proven, play, results, second_league
from tests.league.games.entry.pages import CHECK, ENTER, note_of, seats_of, text_of, typed
from tests.pages import parsed

pytestmark = pytest.mark.django_db

MARU_A = ("170", "70", "50", "")


def words(response: Any) -> str:
    """The page as running text."""
    return parsed(response).words


def right_on(response: Any) -> str:
    """Who the page says holds the right to double."""
    return " ".join(each.words for each in parsed(response).all("p", css="entry-right"))


def keys(members: Sequence[Member]) -> list[str]:
    return [str(member.pk) for member in members]


def test_the_last_game_s_top_is_proposed_as_the_first_east(
    league: League, people: list[Member], browser: Client
) -> None:
    sato, suzuki, takahashi, tanaka = people[:4]
    record(league, people[:4], (7_000, 5_000, 17_000, 3_000))

    page = browser.get(ENTER)

    assert seats_of(page) == keys([takahashi, tanaka, sato, suzuki])
    assert "高橋 恵, last game's top, deals first." in words(page)


def test_a_top_who_sits_out_turns_no_seats(
    league: League, people: list[Member], browser: Client
) -> None:
    _sato, suzuki, takahashi, tanaka, ito = people
    game = record(league, people[:4], (17_000, 7_000, 5_000, 3_000))
    game.session.attendants.add(ito)

    page = browser.get(ENTER)

    assert seats_of(page) == keys([ito, suzuki, takahashi, tanaka])
    assert "deals first" not in words(page)


def test_the_page_says_who_holds_the_right_without_any_script(
    league: League, people: list[Member], browser: Client
) -> None:
    assert right_on(browser.get(ENTER)) == "Right to double nobody"

    play(league, people[0], "A", people[:4])
    page = browser.get(ENTER)

    assert right_on(page) == "Right to double 佐藤 健一"
    assert "right to double" in note_of(page, "note-0")
    assert "right to double" not in note_of(page, "note-1")


def test_who_sits_out_is_named_as_waiting_with_the_right(
    league: League, people: list[Member], browser: Client
) -> None:
    sato, *others = people
    play(league, sato, "A", people[:4])

    checked = browser.post(CHECK, typed(league, others, MARU_A, number="2"))

    assert right_on(checked) == "Right to double 佐藤 健一 (sitting out: on hold)"
    assert "Maru-A" in words(checked)


def test_another_table_has_its_own_right(
    league: League, people: list[Member], browser: Client
) -> None:
    play(league, people[0], "A", people[:4])

    elsewhere = browser.post(CHECK, typed(league, people[:4], MARU_A, table="2", number="1"))
    before = browser.post(CHECK, typed(league, people[:4], MARU_A, number="1"))

    assert right_on(elsewhere) == right_on(before) == "Right to double nobody"


def test_the_live_check_tells_result_places_victory_points_and_who_is_sunk(
    league: League, people: list[Member], browser: Client
) -> None:
    play(league, people[0], "A", people[:4])

    checked = browser.post(CHECK, typed(league, people[:4], MARU_A, number="2"))

    assert "Double maru-A doubled by right" in words(checked)
    assert note_of(checked, "note-0").startswith("right to double = 17,000 floating 1")
    assert "+18 " in f"{note_of(checked, 'note-0')} "
    assert "from the sum: 3,000 sunk" in note_of(checked, "note-3")
    assert "−6" in note_of(checked, "note-3")


def test_of_four_who_are_sunk_three_are_marked_as_floating(
    league: League, people: list[Member], browser: Client
) -> None:
    checked = browser.post(CHECK, typed(league, people[:4], ["79"] * 4, sticks="4"))

    marks = ["floating" in note_of(checked, f"note-{seat}") for seat in range(4)]
    assert marks == [True, True, True, False]
    assert "Maru-C" in words(checked)


def save(browser: Client, words_typed: dict[str, str]) -> Any:
    return browser.post(ENTER, words_typed, follow=True)


def test_after_saving_the_page_shows_result_and_victory_points_without_decimals(
    league: League, people: list[Member], browser: Client
) -> None:
    play(league, people[0], "A", people[:4])

    page = words(save(browser, typed(league, people[:4], MARU_A, number="2")))

    assert "Saved: game 2 of table 1 · Double maru-A" in page
    assert "+18" in page
    assert "+18.0" not in page
    assert "victory points" in page


def test_a_game_put_in_before_others_tells_whose_scores_changed_with_it(
    league: League, people: list[Member], browser: Client
) -> None:
    play(league, people[0], "A", people[:4], number=1)
    play(league, people[0], "A", people[:4], number=3)

    page = words(save(browser, typed(league, people[:4], ("120", "81", "79", ""), number="2")))

    assert "This also changed the scores of game 3." in page
    assert results(league) == ["maru_a", "maru_b", "maru_a"]


def test_a_yakuman_is_entered_with_winner_discarder_and_responsible_seat(
    league: League, people: list[Member], browser: Client
) -> None:
    won = {
        "yakuman_0_name": "daisangen",
        "yakuman_0_seat": "2",
        "yakuman_0_from": "1",
        "yakuman_0_pao": "3",
    }

    page = words(save(browser, typed(league, people[:4], ("80", "80", "80", ""), **won)))

    assert "Double maru-A" in page
    stored = Yakuman.objects.for_club(league.club).get()
    assert (stored.seat, stored.discarder, stored.pao) == (2, 1, 3)
    game = words(browser.get(f"/c/tonan/games/{stored.hanchan_id}/"))
    assert "高橋 恵: Daisangen (big three dragons), from 鈴木 翔, 田中 実 responsible (pao)" in game
    assert "Yakuman: double maru-A BOO-15(11) −6" in game
    assert "Responsible (pao) BOO-17 −3" in game


def test_whoever_is_responsible_cannot_be_who_won(
    league: League, people: list[Member], browser: Client
) -> None:
    won = {"yakuman_0_name": "daisangen", "yakuman_0_seat": "2", "yakuman_0_pao": "2"}

    page = browser.post(ENTER, typed(league, people[:4], MARU_A, **won))

    assert page.status_code == 422
    assert "The winner cannot pay for their own yakuman." in words(page)


def test_the_form_offers_one_yakuman_no_counted_ones_and_prices_a_chombo_in_victory_points(
    league: League, browser: Client
) -> None:
    page = text_of(browser.get(ENTER))

    assert 'name="yakuman-0-pao"' in page
    assert 'name="yakuman-1-name"' not in page
    assert "counted_yakuman" not in page
    assert "Chombo (1 to each other player, in victory points)" in page


def test_two_yakuman_that_are_sent_all_the_same_are_refused_and_kept(
    league: League, people: list[Member], browser: Client
) -> None:
    won = {"yakuman_0_name": "kokushi", "yakuman_0_seat": "0"}
    more = {"yakuman_1_name": "tsuuiisou", "yakuman_1_seat": "1"}

    page = browser.post(ENTER, typed(league, people[:4], MARU_A, **won, **more))

    assert page.status_code == 422
    assert "A yakuman ends the game, so there can be only one." in words(page)
    assert 'name="yakuman-1-name"' in text_of(page)


def test_a_correction_shows_the_yakuman_as_stored_and_tells_what_changed_with_it(
    league: League, people: list[Member], browser: Client
) -> None:
    sato, _suzuki = people[:2]
    won = YakumanEntry(seat=0, name="daisangen", discarder=1, pao=2)
    first = play(league, sato, "C", people[:4], yakuman=(won,))
    play(league, sato, "A", people[:4])

    form = parsed(browser.get(f"/c/tonan/games/{first.pk}/edit/"))
    assert form.sent["yakuman-0-pao"] == "2"

    text = typed(league, people[:4], ("90", "80", "80", "70"), reason="役満ではなかった")
    page = browser.post(f"/c/tonan/games/{first.pk}/edit/", {**text, "revision": "1"}, follow=True)

    assert "The correction has been saved. This also changed the scores of game 2." in words(page)
    assert results(league) == ["maru_c", "maru_a"]


@pytest.mark.parametrize("action", ["void", "restore"])
def test_voiding_and_restoring_tell_whose_scores_changed_with_it(
    league: League, people: list[Member], browser: Client, action: str
) -> None:
    first = play(league, people[0], "A", people[:4])
    play(league, people[0], "A", people[:4])
    revision = 1
    if action == "restore":
        void_hanchan(hanchan=first, revision=1, reason="誤り", actor=ADMIN)
        revision = 2

    page = browser.post(
        f"/c/tonan/games/{first.pk}/{action}/",
        {"revision": revision, "reason": "確認した"},
        follow=True,
    )

    assert "This also changed the scores of game 2." in words(page)


def test_the_game_page_tells_parts_with_clauses_and_the_right_before_and_after(
    league: League, people: list[Member], browser: Client
) -> None:
    first = play(league, people[0], "A", people[:4])
    second = play(league, people[0], "A", people[:4])

    page = words(browser.get(f"/c/tonan/games/{second.pk}/"))

    assert "Maru-A BOO-16 +9 Right to double BOO-16 +9 score victory points +18" in page
    assert "Result Double maru-A" in page
    assert "Right to double before 佐藤 健一 Right to double after 佐藤 健一" in page
    before = words(browser.get(f"/c/tonan/games/{first.pk}/"))
    assert "Right to double before nobody Right to double after 佐藤 健一" in before


def test_the_history_tells_when_another_game_changed_this_one_and_why(
    league: League, people: list[Member], browser: Client
) -> None:
    first = play(league, people[0], "A", people[:4])
    second = play(league, people[0], "A", people[:4])
    void_hanchan(hanchan=first, revision=1, reason="二重入力", actor=ADMIN)

    page = words(browser.get(f"/c/tonan/games/{second.pk}/"))
    voided = words(browser.get(f"/c/tonan/games/{first.pk}/"))

    assert re.search(
        "Re-scored: another game at its table changed "
        + re.escape(ADMIN.name)
        + r": “二重入力” 2000-01-01 "
        r"Result Double maru-A → changed to Maru-A Right to double before E → changed to nobody "
        r"E score \+18 → changed to \+9",
        page,
    )
    assert "This also changed the scores of game 2." in voided


def test_before_a_correction_is_saved_it_is_said_that_later_games_may_be_settled_anew(
    league: League, people: list[Member], browser: Client
) -> None:
    game = play(league, people[0], "A", people[:4])

    page = words(browser.get(f"/c/tonan/games/{game.pk}/edit/"))

    assert "Saving may also re-score later games at this table" in page


def test_a_game_page_asks_the_database_as_often_for_a_long_evening_as_for_a_short_one(
    league: League, people: list[Member], browser: Client
) -> None:
    first = play(league, people[0], "A", people[:4])
    short = queries_of(browser, f"/c/tonan/games/{first.pk}/")
    for _ in range(6):
        play(league, people[0], "A", people[:4])

    assert len(queries_of(browser, f"/c/tonan/games/{first.pk}/")) == len(short)


def test_the_entry_page_asks_the_database_as_often_for_a_long_evening_as_for_a_short_one(
    league: League, people: list[Member], browser: Client
) -> None:
    play(league, people[0], "A", people[:4])
    short = queries_of(browser, ENTER)
    for _ in range(6):
        play(league, people[0], "A", people[:4])

    assert len(queries_of(browser, ENTER)) == len(short)


def test_the_ranking_counts_marus_and_floating_in_victory_points(
    league: League, people: list[Member], browser: Client
) -> None:
    sato, suzuki, _takahashi, _tanaka = people[:4]
    play(league, sato, "A", people[:4])
    play(league, sato, "A", people[:4])
    play(league, suzuki, "B", people[:4])

    page = parsed(browser.get("/c/tonan/ranking/main/"))

    assert page.heads == [
        *("rank", "name", "total", "games", "avg. place"),
        *("double A", "maru A", "maru B", "maru C", "floating rate"),
        *("top rate", "best", "worst", "avg. score"),
    ]
    assert "scores in victory points" in words(browser.get("/c/tonan/ranking/main/"))
    (row,) = (cells for cells in page.rows("tbody") if "佐藤" in cells[1])
    assert row[2:10] == [
        *("+25", "3", "2.00", "1", "1", "0", "0", "66.7%"),
    ]


def test_the_api_ranks_with_marus_and_reads_and_takes_games_of_boo(
    league: League, people: list[Member], browser: Client
) -> None:
    body = {
        "key": "5f0c7a52-6f0a-4b9e-9c1d-0d9d3c8f2a11",
        "league": "main",
        "number": 1,
        "seats": [
            {"member": member.pk, "points": points}
            for member, points in zip(people[:4], (8_000,) * 4, strict=True)
        ],
        "yakuman": [{"seat": 1, "name": "daisangen", "discarder": 0, "pao": 2}],
    }

    game = browser.post("/api/v1/clubs/tonan/hanchan", body, content_type="application/json")
    assert game.status_code == 201
    answer = game.json()
    assert answer["result"] == "double_maru_a"
    assert answer["victory_points"] == [-9, 18, -9, 0]
    assert (answer["dabu_ken"], answer["dabu_ken_after"]) == (None, 1)
    assert answer["yakuman"][0]["pao"] == 2

    ranking = browser.get("/api/v1/clubs/tonan/leagues/main/ranking?month=2026-11").json()
    assert (ranking["score_name"], ranking["score_decimals"]) == ("勝利点", 0)
    assert ranking["ranked"][0]["maru"] == {
        "double_maru_a": 1,
        "maru_a": 0,
        "maru_b": 0,
        "maru_c": 0,
    }
    assert ranking["ranked"][0]["floating_rate_tenths"] == 1_000
    assert ranking["ranked"][1]["floating_rate_tenths"] == 0


@pytest.mark.parametrize("pao", [pytest.param(1, id="who won"), pytest.param(4, id="no such seat")])
def test_the_api_refuses_a_responsible_seat_that_cannot_be(
    league: League, people: list[Member], browser: Client, pao: int
) -> None:
    body = {
        "key": "5f0c7a52-6f0a-4b9e-9c1d-0d9d3c8f2a12",
        "league": "main",
        "number": 1,
        "seats": [{"member": member.pk, "points": 8_000} for member in people[:4]],
        "yakuman": [{"seat": 1, "name": "daisangen", "pao": pao}],
    }

    refused = browser.post("/api/v1/clubs/tonan/hanchan", body, content_type="application/json")

    assert refused.status_code == 400


def test_a_sheet_is_settled_as_one_evening_before_and_after_it_is_saved(
    league: League, people: list[Member], browser: Client
) -> None:
    stored = play(league, people[0], "A", people[:4])
    rows = [
        {"cells": ["170", "70", "50", "30"], "number": 2},
        {"cells": ["170", "70", "50", ""], "number": 3, "sticks": "1"},
    ]
    sheet = typed_sheet(league, people[:4], *rows, do="check")

    checked = words(browser.post(sheet_url(stored.session), sheet))
    assert "+18" in checked
    assert checked.count("−6") >= 6

    browser.post(sheet_url(stored.session), {**sheet, "do": "save"})
    assert results(league) == ["maru_a", "double_maru_a", "double_maru_a"]
    assert Hanchan.objects.for_club(league.club).get(number=3).sticks == 100
    assert is_proven(league.club)


def test_the_evening_the_home_page_and_a_member_s_page_speak_of_victory_points(
    league: League, people: list[Member], browser: Client
) -> None:
    game = play(league, people[0], "A", people[:4])

    evening = words(browser.get(f"/c/tonan/sessions/{game.session_id}/"))
    home = words(browser.get("/c/tonan/"))
    member = words(browser.get(f"/c/tonan/members/{people[0].pk}/"))

    assert "Maru-A" in evening
    assert "Total victory points" in evening
    assert "Total victory points" in home
    assert "+9 victory points" in member
    assert "Double maru-A 0 Maru-A 1 Maru-B 0 Maru-C 0 floating rate 100.0%" in member


def test_the_history_tells_when_the_rules_changed_under_a_game(
    league: League, people: list[Member], browser: Client
) -> None:
    game = play(league, people[0], "A", people[:4])
    version = league.rule_set.rule_set.versions.get()
    draft = RuleVersion.objects.create(
        rule_set=league.rule_set.rule_set,
        number=0,
        status=RuleVersion.Status.DRAFT,
        parameters=override(version.value, {"maru_a": 4_000}).model_dump(mode="json"),
    )
    change = publish_draft(
        in_club=league.rule_set,
        draft=draft,
        draft_revision=0,
        day=EVENING,
        corrects=None,
        reason="総会で決定",
        actor=ADMIN,
    )
    if change.state == change.State.OPEN:
        perform_job(change.job.pk)

    page = words(browser.get(f"/c/tonan/games/{game.pk}/"))

    assert re.search("Re-scored: the rules changed .*“総会で決定” 2026-11-20", page)
    assert "E score +9 → changed to +12" in page


def test_the_top_of_another_league_s_game_turns_no_seats(
    league: League, people: list[Member], browser: Client
) -> None:
    other = second_league(league.club)
    record(other, people[:4], (7_000, 5_000, 17_000, 3_000))

    page = browser.get(f"{ENTER}?league=main")

    assert seats_of(page) == keys(people[:4])
    assert "deals first" not in words(page)


def test_a_penalty_that_is_paid_to_nobody_says_so_in_the_form(
    league: League, people: list[Member], browser: Client
) -> None:
    version = league.rule_set.rule_set.versions.get()
    price = {"kind": "遅刻", "amount": 2_000, "paid_to": "nobody"}
    version.parameters["penalties"]["penalty_table"].append(price)
    version.save()

    assert "遅刻 (2 lost, in victory points)" in words(browser.get(ENTER))
