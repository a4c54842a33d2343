"""Whose an answer is, and what was typed under another login."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.clubs.write import issue_pass
from league.core.access import pass_token
from league.models import Club, League, Member
from tests import factories as make
from tests.league.games.entry.pages import ENTER, games, text_of, typed, value_of

pytestmark = pytest.mark.django_db


def test_the_page_without_a_network_is_the_same_for_everybody(browser: Client) -> None:
    assert browser.get("/offline/").content == Client().get("/offline/").content


def test_an_answer_says_for_whom_it_is_and_the_page_agrees(club: Club, browser: Client) -> None:
    whose = browser.get(f"/c/{club.slug}/reader/")

    said = whose.json()
    assert said["reader"]
    assert whose.headers["Cache-Control"] == "private, no-store"
    assert whose.headers["X-Reader"] == said["reader"]
    assert f'data-reader="{said["reader"]}"' in browser.get(ENTER).content.decode()


def test_what_was_typed_under_another_login_is_refused_before_it_is_read(
    club: Club, browser: Client
) -> None:
    mine = browser.get(f"/c/{club.slug}/reader/").json()["reader"]

    assert browser.post(ENTER, {}, headers={"X-Reader": mine}).status_code == 422
    assert browser.post(ENTER, {}, headers={"X-Reader": "0" * 20}).status_code == 412


def test_a_phone_names_the_login_or_the_pass_under_which_it_keeps_what_was_typed(
    club: Club, browser: Client
) -> None:
    phone = Client()
    evening = make.make_session(club)
    phone.cookies["jancho_pass"] = pass_token(issue_pass(session=evening, actor=make.ADMIN))

    by_pass, by_login = (each.get(ENTER).content.decode() for each in (phone, browser))

    assert 'data-name="入力パス"' in by_pass
    assert 'data-name="phone"' in by_login


def test_a_result_that_waited_while_the_rules_changed_is_refused_in_words_or_settled_anew(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    whose = browser.get(f"/c/{club.slug}/reader/").json()["reader"]
    sent = {"X-Reader": whose, "HX-Request": "true"}
    waited = typed(league, members[:4])  # 100,000 in all

    make.make_rules(league, start_points=30_000)
    refused = browser.post(ENTER, waited, headers=sent)
    make.make_rules(league, day=date(2026, 11, 2), start_points=25_000)
    stored = browser.post(ENTER, waited, headers=sent)

    assert refused.status_code == 422
    assert "120,000" in text_of(refused)
    assert value_of(refused, "points-0") == "414"
    assert stored.headers["HX-Redirect"]
    assert games(club)[0].settlement is not None
