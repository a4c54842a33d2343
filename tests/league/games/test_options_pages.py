"""An evening and a season choose what the rules leave open, and it is shown where it holds."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.archive.document import dump_club, load_archive
from league.competitions.seasons import open_season
from league.models import Club, Hanchan, League, Member, Season, Session
from league.rulebook.options import set_session_options
from tests.factories import ADMIN, league_of, make_login, make_session, record
from tests.league.evenings import english
from tests.league.rulebook.test_options import leave_open
from tests.pages import parsed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]

CLOSED = {"open_tanyao": False}
OPTION_TEXT = "Open tanyao: no"


@pytest.fixture
def session(club: Club) -> Session:
    return make_session(club)


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def reader(club: Club) -> Client:
    return english(make_login(club, "reader"))


def page(session: Session, rest: str = "") -> str:
    return f"/c/{session.club.slug}/sessions/{session.pk}/{rest}"


def text_of(answer: object) -> str:
    """The words of an answer."""
    return parsed(answer).words


def test_an_evening_offers_exactly_what_is_left_open(
    league: League, session: Session, organizer: Client
) -> None:
    leave_open(league, "open_tanyao", "time_limit_minutes", "uma", open_tanyao=True)

    text = organizer.get(page(session, "options/")).text

    assert 'name="option-open_tanyao"' in text
    assert "as the rules say (yes)" in text
    assert 'type="number" name="option-time_limit_minutes"' in text
    assert text.count('name="option-') == 2  # an uma is no choice of one and no number


def test_an_evening_chooses_and_says_so(
    league: League, session: Session, four: list[Member], organizer: Client, reader: Client
) -> None:
    leave_open(league, "open_tanyao", "time_limit_minutes", open_tanyao=True)
    values = {"option-open_tanyao": "no", "option-time_limit_minutes": "90"}

    answer = organizer.post(page(session, "options/"), values)

    session.refresh_from_db()
    assert answer["Location"] == page(session)
    assert session.options == {**CLOSED, "time_limit_minutes": 90}
    assert "This session: " + OPTION_TEXT in text_of(reader.get(page(session)))
    game = record(league, four)
    assert "Open tanyao no" in text_of(reader.get(f"/c/{league.club.slug}/games/{game.pk}/"))
    organizer.post(page(session, "options/"), {"option-open_tanyao": ""})
    session.refresh_from_db()
    assert session.options == {}


@pytest.mark.parametrize(
    ("values", "status"),
    [
        pytest.param({"option-open_tanyao": "maybe"}, 422, id="no such value"),
        pytest.param({"option-time_limit_minutes": "3"}, 422, id="the rules refuse it"),
        pytest.param({"option-uma": "1"}, 302, id="what is not offered is not read"),
    ],
)
def test_what_cannot_be_chosen_is_not_stored(
    league: League, session: Session, organizer: Client, values: dict[str, str], status: int
) -> None:
    leave_open(league, "open_tanyao", "time_limit_minutes")

    answer = organizer.post(page(session, "options/"), values)

    session.refresh_from_db()
    assert (answer.status_code, session.options) == (status, {})


def test_where_nothing_is_left_open_nothing_is_offered(
    league: League, session: Session, four: list[Member], organizer: Client
) -> None:
    address = page(session, "options/")

    for _before_and_after_a_game in range(2):
        assert address not in organizer.get(page(session)).text
        record(league, four)
    assert "Nothing to choose" in organizer.get(address).text


def test_the_way_to_the_choice_stands_on_the_evening_for_whoever_may_keep_it(
    league: League, session: Session, four: list[Member], organizer: Client
) -> None:
    leave_open(league, "open_tanyao")

    for _before_and_after_a_game in range(2):
        assert page(session, "options/") in organizer.get(page(session)).text
        assert page(session, "options/") not in Client().get(page(session)).text
        record(league, four)


def test_a_season_chooses_and_says_so(league: League, organizer: Client, reader: Client) -> None:
    leave_open(league, "open_tanyao", open_tanyao=True)
    base = f"/c/{league.club.slug}/settings/leagues/{league.slug}/seasons/"
    values = {
        "name": "秋季",
        "starts_on": "2026-11-01",
        "ends_on": "2026-12-31",
        "option-open_tanyao": "no",
    }

    organizer.post(f"{base}new/", values)

    season = Season.objects.for_club(league.club).get()
    assert season.options == CLOSED
    assert "This season: " + OPTION_TEXT in text_of(
        reader.get(f"/c/{league.club.slug}/seasons/{season.pk}/")
    )
    edit = parsed(organizer.get(f"{base}{season.pk}/"))
    assert edit.sent["option-open_tanyao"] == "no"
    organizer.post(f"{base}{season.pk}/", {**values, "option-open_tanyao": ""})
    season.refresh_from_db()
    assert season.options == {}


def test_an_archive_brings_the_choices_back(
    league: League, session: Session, four: list[Member]
) -> None:
    leave_open(league, "open_tanyao", "uma")
    wide = {"uma": [30_000, 10_000, -10_000, -30_000]}
    days = {"starts_on": date(2026, 11, 1), "ends_on": date(2026, 12, 31)}
    open_season(league=league, name="秋季", actor=ADMIN, options=wide, **days)
    set_session_options(session=session, options=CLOSED, actor=ADMIN)
    game = record(league, four)

    back = load_archive(dump_club(league.club), slug="tonan-2")

    stored = Hanchan.objects.for_club(back).get()
    assert stored.options == {**CLOSED, **wide}
    assert Session.objects.for_club(back).get().options == CLOSED
    assert Season.objects.for_club(back).get().options == wide
    assert stored.settlement is not None
    assert game.settlement is not None
    assert stored.settlement.scores == game.settlement.scores
    assert league_of(back).pk != league.pk
