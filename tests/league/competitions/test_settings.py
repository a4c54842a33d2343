"""Seasons and stages as organizers set them, and what they are told when it cannot be so."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.competitions.seasons import (
    MOST_STAGES,
    add_stage,
    change_season,
    change_stage,
    open_season,
    remove_season,
    remove_stage,
)
from league.core.errors import LeagueError
from league.games.write import void_hanchan
from league.models import AuditEvent, League, Member, Season, Stage
from tests.factories import ADMIN, make_login, record
from tests.league.evenings import english

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 7, 1), date(2026, 12, 31)
SEASON = {"name": "後期", "starts_on": FIRST, "ends_on": LAST}


@pytest.fixture
def season(league: League) -> Season:
    return open_season(league=league, actor=ADMIN, **SEASON)


@pytest.fixture
def organizer(league: League) -> Client:
    return english(make_login(league.club, "organizer", Member.Role.ORGANIZER))


def stage(season: Season, first: int, last: int, name: str = "", **values: Any) -> Stage:
    """A stage of whole months."""
    days = {"starts_on": date(2026, first, 1), "ends_on": date(2026, last, 28)}
    return add_stage(season=season, actor=ADMIN, name=name or f"{first}", **days, **values)


def types_of(league: League) -> list[str]:
    return list(
        AuditEvent.objects.for_club(league.club)
        .filter(type__regex="^(season|stage)")
        .order_by("pk")
        .values_list("type", flat=True)
    )


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        pytest.param({"ends_on": date(2026, 6, 30)}, "ends_on", "before the first", id="turned"),
        pytest.param({"starts_on": date(1900, 1, 1)}, "starts_on", "1950", id="no club's day"),
        pytest.param(
            {"maximum_games": 10, "minimum_games": 11},
            "minimum_games",
            "nobody could reach",
            id="minimum above maximum",
        ),
        pytest.param(
            {"maximum_games": 3, "best_games": 5},
            "best_games",
            "so you cannot choose more",
            id="best five of three",
        ),
        pytest.param(
            {"maximum_games": 3, "worst_dropped": 3},
            "worst_dropped",
            "dropping these would leave none",
            id="all dropped",
        ),
        pytest.param(
            {"best_games": 3, "worst_dropped": 1}, "worst_dropped", "Choose one", id="both"
        ),
    ],
)
def test_a_season_that_contradicts_itself_is_refused_beside_the_value(
    league: League, organizer: Client, values: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        open_season(league=league, actor=ADMIN, **{**SEASON, **values})
    page = organizer.post(
        f"/c/{league.club.slug}/settings/leagues/main/seasons/new/",
        {name: str(value) for name, value in {**SEASON, **values}.items()},
    )

    assert refused.value.field == field
    assert page.status_code == 422
    assert words in page.content.decode()
    assert not Season.objects.for_club(league.club).exists()


def test_a_season_is_opened_changed_and_removed_with_a_trace_each(league: League) -> None:
    season = open_season(league=league, actor=ADMIN, **SEASON)
    change_season(season=season, actor=ADMIN, **{**SEASON, "best_games": 5, "has_teams": True})
    change_season(season=season, actor=ADMIN, **{**SEASON, "best_games": 5, "has_teams": True})
    season.refresh_from_db()
    remove_season(season=season, actor=ADMIN)

    assert types_of(league) == ["season.opened", "season.changed", "season.removed"]
    assert (season.best_games, season.has_teams) == (5, True)
    assert not Season.objects.for_club(league.club).exists()


def test_a_season_with_games_even_voided_ones_stays(
    league: League, season: Season, four: list[Member]
) -> None:
    game = record(league, four)
    void_hanchan(hanchan=game, revision=1, reason="二重", actor=ADMIN)

    with pytest.raises(LeagueError):
        remove_season(season=season, actor=ADMIN)

    assert Season.objects.for_club(league.club).exists()


def test_two_seasons_of_a_league_have_two_names(league: League, season: Season) -> None:
    with pytest.raises(LeagueError) as refused:
        open_season(league=league, actor=ADMIN, **SEASON)

    assert refused.value.field == "name"


def test_stages_stand_in_the_order_of_their_days_however_they_are_entered(season: Season) -> None:
    stage(season, 9, 10, "準決勝", carry="none")
    stage(season, 11, 12, "決勝", carry="half")
    first = stage(season, 7, 8, "予選")

    assert [(one.position, one.name) for one in season.stages.all()] == [
        (1, "予選"),
        (2, "準決勝"),
        (3, "決勝"),
    ]

    remove_stage(stage=first, actor=ADMIN)

    assert [(one.position, one.name) for one in season.stages.all()] == [
        (1, "準決勝"),
        (2, "決勝"),
    ]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        pytest.param({"starts_on": date(2026, 6, 30)}, "starts_on", id="before the season"),
        pytest.param({"ends_on": date(2027, 1, 1)}, "ends_on", id="after the season"),
        pytest.param({"starts_on": date(2026, 9, 1)}, "starts_on", id="into the other's end"),
        pytest.param(
            {"starts_on": date(2026, 7, 1), "ends_on": date(2026, 8, 2)},
            "ends_on",
            id="into the other's beginning",
        ),
        pytest.param({"name": "準決勝"}, "name", id="the other's name"),
        pytest.param({"best_games": 2, "worst_dropped": 2}, "worst_dropped", id="both"),
        pytest.param(
            {"starts_on": FIRST, "ends_on": date(2026, 7, 31), "carry": "half"},
            "carry",
            id="nothing before the first",
        ),
    ],
)
def test_a_stage_that_cannot_be_is_refused_beside_the_value(
    league: League, season: Season, organizer: Client, values: dict[str, Any], field: str
) -> None:
    stage(season, 8, 9, "準決勝")
    found = {"name": "決勝", "starts_on": date(2026, 10, 1), "ends_on": LAST, **values}

    with pytest.raises(LeagueError) as refused:
        add_stage(season=season, actor=ADMIN, **found)
    page = organizer.post(
        f"/c/{league.club.slug}/settings/leagues/main/seasons/{season.pk}/stages/new/",
        {"carry": "none", **{name: str(value) for name, value in found.items()}},
    )

    assert refused.value.field == field
    assert page.status_code == 422
    assert season.stages.count() == 1


def test_a_season_keeps_its_stages_inside(season: Season) -> None:
    stage(season, 7, 8)

    with pytest.raises(LeagueError) as late:
        change_season(season=season, actor=ADMIN, **{**SEASON, "starts_on": date(2026, 7, 2)})
    with pytest.raises(LeagueError) as early:
        change_season(season=season, actor=ADMIN, **{**SEASON, "ends_on": date(2026, 8, 27)})

    assert (late.value.field, early.value.field) == ("starts_on", "ends_on")


def test_which_games_count_is_said_by_the_season_or_by_its_stages(season: Season) -> None:
    change_season(season=season, actor=ADMIN, **{**SEASON, "best_games": 5})
    with pytest.raises(LeagueError):
        stage(season, 7, 8)
    change_season(season=season, actor=ADMIN, **SEASON)
    stage(season, 7, 8, best_games=5)

    with pytest.raises(LeagueError):
        change_season(season=season, actor=ADMIN, **{**SEASON, "best_games": 5})


def test_a_stage_is_changed_and_trades_places(league: League, season: Season) -> None:
    one = stage(season, 7, 8, "前半")
    stage(season, 9, 10, "後半")
    values = {"name": "前半", "starts_on": date(2026, 11, 1), "ends_on": LAST, "carry": "whole"}

    change_stage(stage=one, actor=ADMIN, **values)
    change_stage(stage=one, actor=ADMIN, **values)

    assert [(each.position, each.name) for each in season.stages.all()] == [
        (1, "後半"),
        (2, "前半"),
    ]
    assert types_of(league).count("stage.changed") == 1


def test_a_stage_with_games_stays(league: League, season: Season, four: list[Member]) -> None:
    there = stage(season, 11, 11)
    record(league, four)

    with pytest.raises(LeagueError):
        remove_stage(stage=there, actor=ADMIN)
    with pytest.raises(LeagueError) as taken:
        stage(season, 12, 12, "11")

    assert taken.value.field == "name"


def test_a_season_has_a_dozen_stages_at_most(season: Season) -> None:
    for day in range(1, MOST_STAGES + 1):
        when = date(2026, 7, day)
        add_stage(season=season, actor=ADMIN, name=str(day), starts_on=when, ends_on=when)

    with pytest.raises(LeagueError):
        stage(season, 8, 8)


def test_an_organizer_walks_through_the_pages(league: League, organizer: Client) -> None:
    base = f"/c/{league.club.slug}/settings/leagues/main/"
    new = organizer.post(
        f"{base}seasons/new/",
        {"name": "後期", "starts_on": "2026-07-01", "ends_on": "2026-12-31", "has_teams": "on"},
    )
    season = Season.objects.for_club(league.club).get()
    page = f"{base}seasons/{season.pk}/"
    added = organizer.post(
        f"{page}stages/new/",
        {"name": "予選", "starts_on": "2026-07-01", "ends_on": "2026-08-31", "carry": "none"},
    )
    there = season.stages.get()
    changed = organizer.post(
        f"{page}stages/{there.pk}/",
        {"name": "第1節", "starts_on": "2026-07-01", "ends_on": "2026-08-31", "carry": "none"},
    )
    renamed = organizer.post(
        page, {"name": "下期", "starts_on": "2026-07-01", "ends_on": "2026-12-31"}
    )

    assert new["Location"] == added["Location"] == changed["Location"] == page
    assert renamed["Location"] == page
    text = organizer.get(page).content.decode()
    assert "下期" in text
    assert "第1節" in text
    assert organizer.get(f"{page}stages/{there.pk}/").status_code == 200
    assert organizer.get(f"{page}stages/new/").status_code == 200
    assert organizer.post(f"{page}stages/{there.pk}/remove/")["Location"] == page
    assert organizer.post(f"{page}remove/")["Location"] == base
    assert not Season.objects.for_club(league.club).exists()


def test_what_stays_because_of_games_is_said_on_the_page(
    league: League, season: Season, four: list[Member], organizer: Client
) -> None:
    there = stage(season, 11, 11)
    record(league, four)
    page = f"/c/{league.club.slug}/settings/leagues/main/seasons/{season.pk}/"

    text = organizer.post(f"{page}remove/", follow=True).content.decode()
    other = organizer.post(f"{page}stages/{there.pk}/remove/", follow=True).content.decode()

    assert "so the season cannot be removed" in text
    assert "so the stage cannot be removed" in other
