"""A page that is made while games are stored shows one moment, and is made only once."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from django.http import Http404, HttpResponseBase
from django.test import RequestFactory
from django.utils import translation
from django_htmx.middleware import HtmxDetails

from league.core import kept_pages
from league.core.access import enter_club
from league.core.permissions import Action
from league.core.revisions import revision_of
from league.models import League, Member
from league.rankings import views as rankings
from tests.factories import (
    EVENING,
    league_of,
    make_club,
    make_login,
    make_members,
    record,
)
from tests.league.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = f"/c/tonan/ranking/main/?month={EVENING:%Y-%m}"


@pytest.fixture
def league() -> League:
    """A league with a game."""
    league = league_of(make_club())
    record(league, make_members(league.club))
    return league


@pytest.fixture
def storing(league: League) -> Callable[[], None]:
    """Somebody else stores one more game, on a connection of their own."""
    four = list(Member.objects.for_club(league.club).filter(user=None).order_by("pk"))

    def store() -> None:
        stored = at_once(lambda _hand: record(league, four).day, 1)
        assert stored == [EVENING]

    return store


def raw(view: Callable[..., Any]) -> Callable[..., Any]:
    """The view behind its decorators."""
    while hasattr(view, "__wrapped__"):
        view = view.__wrapped__
    return view


class Ranking:
    """The ranking's page, before each of whose making something may happen."""

    def __init__(self, league: League, happens: Callable[[], object] = lambda: None) -> None:
        self.made, self.happens = 0, happens
        self.user = make_login(league.club, f"reader-{id(self)}").session["_auth_user_id"]
        self.page = kept_pages.kept_club_page(Action.READ)(self._view)
        self.league = league

    def _view(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.made += 1
        self.happens()
        response: HttpResponseBase = raw(rankings.ranking)(*args, **kwargs)
        return response

    def games(self) -> int:
        """How many games the page shows that is sent now."""
        request: Any = RequestFactory().get(PAGE)
        request.user = Member.objects.for_club(self.league.club).get(user_id=self.user).user
        request.htmx = HtmxDetails(request)
        with translation.override("en"):
            answer: Any = self.page(request, "tonan", league_slug="main")
        shown = answer.content.decode()
        games = int(re.findall(r"([0-9]+) games?\b", shown)[0])
        assert f"+{41 * games}" in shown  # the same one won them all
        return games


def test_a_game_stored_while_a_page_is_made_is_on_the_next_one_and_makes_none_anew(
    league: League, storing: Callable[[], None]
) -> None:
    ranking = Ranking(league, storing)

    assert [ranking.games() for _look in range(3)] == [1, 2, 3]
    assert ranking.made == 3


def test_a_page_during_which_a_game_was_stored_is_kept_for_the_state_that_it_shows(
    league: League, storing: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    ranking = Ranking(league, storing)
    state = revision_of("tonan")
    assert ranking.games() == 1

    monkeypatch.setattr(kept_pages, "revision_of", lambda _slug: state)
    assert (ranking.games(), ranking.made) == (1, 1)


def test_a_game_stored_just_before_a_page_is_made_is_on_it(
    league: League, storing: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at what is kept and the moment of the page."""
    ranking, entered = Ranking(league), list[int]()

    def enter_late(*args: Any) -> Any:
        entered.append(1)
        if len(entered) == 1:
            storing()
        return enter_club(*args)

    monkeypatch.setattr(kept_pages, "enter_club", enter_late)

    assert (ranking.games(), ranking.made, len(entered)) == (2, 1, 2)
    assert (ranking.games(), ranking.made) == (2, 1)


def test_who_lost_their_place_just_before_a_page_is_made_is_sent_none(
    league: League, storing: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose page has to be made of a later state is asked again for their rights."""
    ranking, entered = Ranking(league), list[int]()

    def leave_after(*args: Any) -> Any:
        visit = enter_club(*args)
        entered.append(1)
        if len(entered) == 1:
            at_once(lambda _hand: left(league, ranking.user), 1)
            storing()
        return visit

    monkeypatch.setattr(kept_pages, "enter_club", leave_after)

    with pytest.raises(Http404):
        ranking.games()
    assert ranking.made == 0


def left(league: League, user: int) -> None:
    Member.objects.for_club(league.club).filter(user=user).update(left_on=EVENING)


def test_control_without_one_moment_a_page_counts_what_it_is_not_kept_for(
    league: League, storing: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_pages, "snapshot", nullcontext)
    ranking = Ranking(league, storing)

    assert ranking.games() == 2
