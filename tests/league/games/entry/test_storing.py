from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.models import Club, League, Member
from tests.factories import make_rules
from tests.league.games.entry.pages import (
    ENTER,
    games,
    stored,
    text_of,
    typed,
    value_of,
)

pytestmark = pytest.mark.django_db


def test_four_members_with_their_points_make_a_game_settled_under_kinyoukai(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    response = browser.post(ENTER, typed(league, members[:4]), follow=True)

    (game,) = games(club)
    assert game.settlement is not None
    assert game.settlement.scores == (41_000, 5_000, -11_000, -35_000)
    assert [seat.points for seat in game.seats.all()] == [41_400, 30_000, 23_800, 4_800]
    assert (game.day, game.table, game.number) == (date(2026, 11, 20), 1, 1)
    assert response.redirect_chain[0][1] == 302
    assert f"/games/{game.pk}/edit/" in text_of(response)
    assert "+41" in text_of(response)


def test_after_saving_the_form_waits_for_the_next_game_of_that_table(
    league: League, members: list[Member], browser: Client
) -> None:
    words = typed(league, members[:4], table="3", number="2")

    response = browser.post(ENTER, words, follow=True)

    assert value_of(response, "table") == "3"
    assert value_of(response, "number") == "3"
    assert value_of(response, "points-0") == ""
    assert value_of(browser.get(ENTER), "table") == "3"


def test_the_last_empty_seat_is_filled_in_from_the_sum_and_the_sticks(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    browser.post(ENTER, typed(league, members[:4], ("414", "300", "", "48"), sticks="2"))

    (game,) = games(club)
    assert [seat.points for seat in game.seats.all()] == [41_400, 30_000, 21_800, 4_800]
    assert game.sticks == 2_000


def test_a_stick_of_500_counts_500_in_the_sum_of_the_table(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    make_rules(league, riichi_stick=500)
    short, whole = ("414", "300", "228", "48"), ("414", "300", "233", "48")

    refused = browser.post(ENTER, typed(league, members[:4], short, sticks="1"))
    browser.post(ENTER, typed(league, members[:4], whole, sticks="1"))

    (game,) = games(club)
    assert refused.status_code == 422
    assert game.sticks == 500
    assert [seat.points for seat in game.seats.all()] == [41_400, 30_000, 23_300, 4_800]
    page = browser.get(f"/c/tonan/games/{game.pk}/edit/")
    assert value_of(page, "sticks") == "1"


def test_a_new_guest_is_made_together_with_the_game(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    browser.post(ENTER, typed(league, [*members[:3], "旅の人"]))

    guest = Member.objects.for_club(club).get(display_name="旅の人")
    assert guest.is_guest
    assert games(club)[0].seats.get(seat=3).member == guest


def test_the_same_form_sent_twice_makes_one_game(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    words = typed(league, [*members[:3], "旅の人"])

    first, second = browser.post(ENTER, words), browser.post(ENTER, words)

    assert len(games(club)) == 1
    assert first.headers["Location"] == second.headers["Location"]
    assert Member.objects.for_club(club).filter(display_name="旅の人").count() == 1


def test_a_form_that_was_answered_by_an_error_of_ours_counts_once_it_is_sent_again(
    club: Club,
    league: League,
    members: list[Member],
    browser: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words, before = typed(league, [*members[:3], "旅の人"]), stored()
    browser.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.delattr("league.games.write.refresh_tallies")
        assert browser.post(ENTER, words).status_code == 500
    assert stored() == before

    again, third = browser.post(ENTER, words), browser.post(ENTER, words)

    assert len(games(club)) == 1
    assert (again.status_code, again.headers["Location"]) == (302, third.headers["Location"])


def test_the_same_form_with_other_figures_leads_to_the_stored_game(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    words = typed(league, members[:4])
    browser.post(ENTER, words)
    (game,) = games(club)
    before = stored()

    response = browser.post(ENTER, words | {"points-0": "424", "points-1": "290"})

    assert response.status_code == 409
    assert stored() == before
    assert f"/games/{game.pk}/" in text_of(response)
    assert value_of(response, "points-0") == "424"


def test_penalties_yakuman_remark_and_the_clock_are_kept(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    details = {
        "penalty-2-chombo": "1",
        "penalty-reason-2": "誤ロン",
        "yakuman-0-name": "kokushi",
        "yakuman-0-seat": "1",
        "yakuman-0-from": "3",
        "remark": "南3局で終了",
        "ended_by_time": "on",
    }
    browser.post(ENTER, typed(league, members[:4]) | details)

    (game,) = games(club)
    (penalty,), (yakuman,) = game.penalties.all(), game.yakuman.all()
    assert (penalty.seat, penalty.kind, penalty.reason) == (2, "chombo", "誤ロン")
    assert (yakuman.name, yakuman.seat, yakuman.discarder) == ("kokushi", 1, 3)
    assert (game.remark, game.ended_by_time) == ("南3局で終了", True)


@pytest.mark.parametrize("saved", ["999999", "x", "9" * 30])
def test_a_saved_game_that_there_is_not_is_not_shown(
    saved: str, league: League, browser: Client
) -> None:
    response = browser.get(ENTER, {"saved": saved})

    assert response.status_code == 200
    assert "alert--success" not in text_of(response)
