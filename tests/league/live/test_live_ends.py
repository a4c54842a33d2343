"""Hands of a live game corrected on their own pages, the end of a game, and its own page then."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from league.live.write import reopen_live
from league.models import Hanchan, League, LiveTable, Member
from tests.factories import ADMIN, make_login, record
from tests.league.evenings import english
from tests.league.live.live_help import (
    DRAW,
    RON,
    TAPPED,
    bust,
    latest,
    live_url,
    open_table,
    play_out,
    send,
    tap,
)
from tests.pages import parsed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]


@pytest.fixture
def scorer(league: League) -> Client:
    return english(make_login(league.club, "scorer", Member.Role.SCORER))


def test_a_hand_is_corrected_from_its_own_page(live: LiveTable, scorer: Client) -> None:
    tap(live, "hand", {**RON, "riichi": [2]})
    tap(live, "hand", DRAW)

    page = parsed(scorer.get(live_url(live, "hand/?at=0")))
    assert page.sent["fu-2"] == "40"
    assert page.one(name="riichi", value="2").value == "2"
    seen = latest(live).revision
    stored = send(
        scorer, live, "correct", accept=str(seen), at="0", **{**TAPPED, "fu-2": "30"}, riichi=["2"]
    )

    assert stored.status_code == 302
    assert latest(live).hands[0]["wins"] == [{"winner": 2, "from": 1, "han": 3, "fu": 30}]
    assert latest(live).hands[0]["riichi"] == [2]


def test_a_correction_is_looked_at_first_and_refused_on_its_own_page(
    live: LiveTable, scorer: Client
) -> None:
    tap(live, "hand", RON)

    looked = send(scorer, live, "correct", at="0", **{**TAPPED, "fu-2": "30"})
    assert looked.status_code == 200
    assert "−3,900" in looked.text
    refused = send(scorer, live, "correct", at="0", accept="2", result="tsumo")
    assert refused.status_code == 422
    assert "Correct hand 1" in refused.text
    assert latest(live).hands == [RON]


def test_there_is_no_page_of_a_hand_that_was_not_played(live: LiveTable, scorer: Client) -> None:
    tap(live, "hand", RON)

    assert scorer.get(live_url(live, "hand/?at=1")).status_code == 404
    assert scorer.get(live_url(live, "hand/?at=x")).status_code == 404
    assert scorer.get(live_url(live, "hand/?at=0&insert=1")).status_code == 200


def test_a_game_that_is_over_shows_its_result_before_it_is_saved(
    live: LiveTable, scorer: Client
) -> None:
    bust(live)

    page = scorer.get(live_url(live)).text
    assert "The game is over" in page
    assert "A player has fallen below the bust line." in page
    saved = send(scorer, live, "finish")

    game = Hanchan.objects.for_club(live.club).get()
    assert saved["Location"] == f"/c/tonan/games/{game.pk}/"
    text = scorer.get(saved["Location"]).text
    assert "Hand by hand" in text
    assert "Daisangen (big three dragons)" in text
    assert f"/c/tonan/games/{game.pk}/" in scorer.get(live_url(live)).text


def test_a_game_ends_early_for_a_reason_and_a_table_is_given_up_for_one(
    live: LiveTable, scorer: Client, league: League, four: list[Member]
) -> None:
    tap(live, "hand", RON)
    refused = send(scorer, live, "finish")
    assert refused.status_code == 422
    assert "Enter why it ends here." in refused.text
    assert send(scorer, live, "finish", reason="last train").status_code == 302

    other = open_table(league, four, number=2)
    assert send(scorer, other, "give_up").status_code == 422
    assert send(scorer, other, "give_up", reason="no tiles").status_code == 302
    assert "This live table was abandoned." in scorer.get(live_url(other)).text


def test_the_game_page_draws_the_points_and_lists_every_hand(
    live: LiveTable, scorer: Client
) -> None:
    play_out(live)
    game = tap(live, "finish").hanchan
    assert game is not None

    page = scorer.get(f"/c/tonan/games/{game.pk}/").text

    assert page.count('class="chart__series chart__series--') == 2 * 4
    assert "Points through the game" in page
    assert page.count('class="kyoku__what"') == game.kyoku.count()


def test_a_stored_game_is_opened_again_from_its_page(live: LiveTable, scorer: Client) -> None:
    play_out(live)
    game = tap(live, "finish").hanchan
    assert game is not None

    opened = scorer.post(f"/c/tonan/games/{game.pk}/reopen/")

    again = LiveTable.objects.for_club(live.club).get(hanchan=game, state="open")
    assert opened["Location"] == live_url(again)
    assert "being corrected hand by hand" in scorer.get(live_url(again)).text


def test_a_game_whose_hands_nobody_kept_says_so_and_opens_nothing(
    league: League, four: list[Member], scorer: Client
) -> None:
    game = record(league, four)

    response = scorer.post(f"/c/tonan/games/{game.pk}/reopen/", follow=True)

    assert "This game was not recorded hand by hand." in response.text
    assert not LiveTable.objects.for_club(league.club).exists()


def test_a_game_that_was_changed_by_its_form_after_it_was_opened_again_says_so(
    live: LiveTable, scorer: Client
) -> None:
    play_out(live)
    game = tap(live, "finish").hanchan
    assert game is not None
    again = reopen_live(
        hanchan=Hanchan.objects.for_club(live.club).get(pk=game.pk), key=uuid.uuid4(), actor=ADMIN
    )
    Hanchan.objects.for_club(live.club).filter(pk=game.pk).update(revision=5)

    refused = send(scorer, again, "finish")

    assert refused.status_code == 422
    assert "Someone else changed this game in the meantime" in refused.text
