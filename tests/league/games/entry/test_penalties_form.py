"""Cards and the referee's amounts on the entry form."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.models import Club, League, Member
from tests import factories as make
from tests.league.games.entry.pages import CHECK, ENTER, games, text_of, typed, value_of
from tests.league.games.test_cards import CARDS, scores

pytestmark = pytest.mark.django_db


@pytest.fixture
def carded(league: League) -> League:
    make.make_rules(league, penalty_table=CARDS)
    return league


def test_the_form_says_what_a_second_card_costs_before_it_is_saved(
    club: Club, carded: League, browser: Client, members: list[Member]
) -> None:
    sent = typed(carded, members[:4]) | {"penalty-3-yellow_card": "1"}
    browser.post(ENTER, sent)
    page = text_of(browser.get(ENTER))

    assert "同じ日に2回で「レッドカード」も付く" in page
    again = typed(carded, members[:4], number="2") | {"penalty-3-yellow_card": "1"}
    text = text_of(browser.post(CHECK, again))
    assert "▲55" in text


def test_what_the_referee_names_is_typed_in_points_of_score_and_kept(
    club: Club, carded: League, browser: Client, members: list[Member]
) -> None:
    browser.post(ENTER, typed(carded, members[:4]) | {"penalty-3-referee": "4.5"})

    [game] = games(club)
    assert scores(game) == (41_000, 5_000, -11_000, -39_500)
    assert game.penalties.get().amount == 4_500
    edit = browser.get(f"/c/tonan/games/{game.pk}/edit/")
    assert value_of(edit, "penalty-3-referee") == "4.5"
    assert "審判の罰則" in text_of(browser.get(f"/c/tonan/games/{game.pk}/"))


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        pytest.param("20.1", "0.1～20.0、0.1刻み", id="too much"),
        pytest.param("-1", "0 以上", id="below nothing"),
        pytest.param("4.55", "小数", id="a fraction of a hundred"),
    ],
)
def test_an_amount_beyond_the_rule_is_refused_and_stays_in_the_field(
    club: Club, carded: League, browser: Client, members: list[Member], amount: str, words: str
) -> None:
    response = browser.post(ENTER, typed(carded, members[:4]) | {"penalty-3-referee": amount})

    assert (response.status_code, games(club)) == (422, [])
    assert value_of(response, "penalty-3-referee") == amount
    assert words in text_of(response)


# substitutes


def test_a_substitute_is_ticked_and_counts_what_the_rule_fixes(
    club: Club, league: League, browser: Client, members: list[Member]
) -> None:
    make.make_rules(league, substitute_score=-30_000)
    page = text_of(browser.get(ENTER))
    browser.post(ENTER, typed(league, members[:4]) | {"substitute-1": "on"})

    [game] = games(club)
    assert "欠席者の代わり（代走）" in page
    assert scores(game) == (41_000, -30_000, -11_000, -35_000)
    assert [seat.is_substitute for seat in game.seats.all()] == [False, True, False, False]
    assert "代走" in text_of(browser.get(f"/c/tonan/games/{game.pk}/"))
    edit = text_of(browser.get(f"/c/tonan/games/{game.pk}/edit/"))
    assert re.search(r'name="substitute-1"[^>]*checked', edit)


def test_no_substitute_is_asked_for_where_the_rule_counts_all_alike(
    league: League, browser: Client
) -> None:
    assert 'name="substitute-0"' not in text_of(browser.get(ENTER))
