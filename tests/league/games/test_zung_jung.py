"""Zung Jung from the form to the ranking: totals from 0, in single points, without sticks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.clubs.verification import verify_club
from league.core.errors import EntryError
from league.games.tallies import tallies_of
from league.models import Club, Hanchan, League, Member, Seat, Tally
from tests import factories as make
from tests.league.evenings import sheet_url, typed_sheet
from tests.league.games.entry.pages import CHECK, ENTER, note_of, text_of, typed, value_of
from tests.pages import parsed

pytestmark = pytest.mark.django_db

TOTALS = (212, -31, -151, -30)


@pytest.fixture(autouse=True)
def tonight() -> Iterator[None]:
    """Friday, 20 November 2026, nine in the evening in Tokyo."""
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False):
        yield


@pytest.fixture
def club() -> Club:
    return make.make_club(rule="zung-jung")


@pytest.fixture
def four(club: Club) -> list[Member]:
    return make.make_members(club)


@pytest.fixture
def browser(club: Club) -> Client:
    client = make.make_login(club, "scorer", Member.Role.SCORER)
    client.cookies["django_language"] = "en"
    return client


def words(response: Any) -> str:
    return parsed(response).words


def held(club: Club) -> list[int]:
    seats = Seat.objects.for_club(club).order_by("hanchan", "seat")
    return list(seats.values_list("points", flat=True))


def test_a_session_s_totals_are_its_scores_and_nobody_busts(
    league: League, four: list[Member]
) -> None:
    game = make.record(league, four, TOTALS)

    assert game.settlement is not None
    assert game.settlement.scores == (212_000, -31_000, -151_000, -30_000)
    assert game.settlement.places == (1, 3, 4, 2)
    months = tallies_of(league).filter(span=Tally.Span.MONTH)
    assert set(months.values_list("busts", flat=True)) == {0}
    assert verify_club(league.club)["differences"] == 0


@pytest.mark.parametrize(
    ("points", "changes", "fields"),
    [
        pytest.param((212, -31, -151, -29), {}, {"points"}, id="one too many"),
        pytest.param((212, -31, -151, -31), {}, {"points"}, id="one missing"),
        pytest.param(TOTALS, {"sticks": 1_000}, {"sticks"}, id="there are no sticks"),
        pytest.param((2_000_000, -2_000_000, 0, 0), {}, {"points-0", "points-1"}, id="absurd"),
    ],
)
def test_totals_that_cannot_stand_are_refused_with_the_difference(
    league: League,
    four: list[Member],
    points: tuple[int, ...],
    changes: dict[str, Any],
    fields: set[str],
) -> None:
    with pytest.raises(EntryError) as caught:
        make.record(league, four, points, **changes)

    assert set(caught.value.problems) == fields
    assert not Hanchan.objects.for_club(league.club).exists()


def test_the_form_reads_single_points_and_fills_the_last_total_in(
    league: League, four: list[Member], browser: Client
) -> None:
    page = browser.get(ENTER)
    assert 'name="sticks"' not in text_of(page)
    assert "yakuman" not in text_of(page).lower()
    assert 'class="entry-points__unit"' not in text_of(page)

    checked = browser.post(CHECK, typed(league, four, ("212", "−31", "-151", "")))
    assert "from the sum: −30 2" in note_of(checked, "note-3")
    assert "= 212 1" in note_of(checked, "note-0")
    assert "+212" in note_of(checked, "note-0")

    browser.post(ENTER, typed(league, four, ("212", "−31", "-151", "")))
    assert held(league.club) == list(TOTALS)


@pytest.mark.parametrize("texts", [("1,200", "-400", "-400", "-400"), ("1200", "-400", "-400", "")])
def test_whole_hundreds_are_single_points_too(
    league: League, four: list[Member], browser: Client, texts: tuple[str, ...]
) -> None:
    browser.post(ENTER, typed(league, four, texts))

    assert held(league.club) == [1_200, -400, -400, -400]


def test_a_total_beyond_sixteen_dearest_hands_is_asked_about(
    league: League, four: list[Member], browser: Client
) -> None:
    page = browser.post(ENTER, typed(league, four, ("212000", "-31", "-151", "")))

    assert page.status_code == 422
    assert "One digit too many?" in note_of(page, "note-0")


def test_a_sum_that_is_not_nothing_tells_by_how_much(
    league: League, four: list[Member], browser: Client
) -> None:
    page = browser.post(ENTER, typed(league, four, ("212", "-31", "-151", "-25")))

    assert page.status_code == 422
    assert "The totals add up to 5, not to 0. Take 5 off somewhere." in words(page)


def test_a_correction_shows_the_totals_as_they_were_typed(
    league: League, four: list[Member], browser: Client
) -> None:
    game = make.record(league, four, (1_200, -1_000, -300, 100))

    page = browser.get(f"/c/tonan/games/{game.pk}/edit/")

    assert [value_of(page, f"points-{seat}") for seat in range(4)] == [
        *("1200", "-1000", "-300", "100"),
    ]


def test_a_sheet_of_totals_has_no_sticks_and_sums_up(
    league: League, four: list[Member], browser: Client
) -> None:
    session = make.make_session(league.club)
    page = words(browser.get(sheet_url(session)))
    assert "Sticks" not in page
    assert "in single points" in page

    rows = [
        {"cells": ["212", "-31", "-151", ""], "number": 1},
        {"cells": ["-12", "31", "-19", "0"], "number": 2},
    ]
    checked = words(browser.post(sheet_url(session), typed_sheet(league, four, *rows, do="check")))
    assert "+200" in checked

    browser.post(sheet_url(session), typed_sheet(league, four, *rows))
    assert held(league.club) == [*TOTALS, -12, 31, -19, 0]


def test_game_ranking_and_api_speak_of_points_without_decimals(
    league: League, four: list[Member], browser: Client
) -> None:
    game = make.record(league, four, TOTALS)

    page = words(browser.get(f"/c/tonan/games/{game.pk}/"))
    assert re.search(r"Final total (not stated \(assumed\) )?\+212 score pts \+212", page)
    assert "Right to double" not in page
    ranking = words(browser.get("/c/tonan/ranking/main/"))
    assert "scores in pts" in ranking
    assert "maru A" not in ranking
    assert "+212" in ranking
    answer = browser.get("/api/v1/clubs/tonan/leagues/main/ranking?month=2026-11").json()
    assert answer["score_name"] == "点"
    assert answer["ranked"][0]["score"] == 212_000
    assert "maru" not in answer["ranked"][0]


def test_a_score_that_no_column_could_hold_is_refused_at_its_seat(
    league: League, four: list[Member]
) -> None:
    version = league.rule_set.rule_set.versions.get()
    version.parameters["settlement"]["score_per_point"] = 1_000_000
    version.save()

    with pytest.raises(EntryError) as caught:
        make.record(league, four, (3_000, -1_000, -1_000, -1_000))

    assert set(caught.value.problems) == {"points-0"}
