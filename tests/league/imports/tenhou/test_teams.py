"""Leagues of ``name@team``: on import whoever plays joins the team of their name."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from league.clubs.write import update_league
from league.members.teams import memberships_of
from league.models import Club, Team
from tests.factories import ADMIN, league_of
from tests.league.imports.tenhou.imports import DAY, line, record, stored, tenhou_club

pytestmark = pytest.mark.django_db
LINE = line("みる＠声優(+52.0)", "@TTgo(+6.0)", ">_0@杏杏軍團(-24.0)", "群青日和＠(-34.0)")


@pytest.fixture
def club() -> Club:
    return tenhou_club()


def names_tell_teams(club: Club, *, tell: bool = True) -> None:
    values: dict[str, object] = {"teams_from_names": tell}
    update_league(league=league_of(club), values=values, actor=ADMIN)


def joined(club: Club) -> list[tuple[str, str, date, date | None]]:
    rows = memberships_of(league_of(club)).select_related("team", "member").order_by("pk")
    return [(r.member.display_name, r.team.name, r.joined_on, r.left_on) for r in rows]


def test_whoever_plays_joins_the_team_of_their_name_from_that_day(club: Club) -> None:
    names_tell_teams(club)

    stored(club, LINE)

    assert joined(club) == [
        ("みる＠声優", "声優", DAY, None),
        (">_0@杏杏軍團", "杏杏軍團", DAY, None),
    ]


def test_a_record_does_the_same_as_a_line(club: Club) -> None:
    names_tell_teams(club)

    stored(club, record(("a@東", "b@東", "c@西", "d")))

    assert [(name, team) for name, team, *_days in joined(club)] == [
        ("a@東", "東"),
        ("b@東", "東"),
        ("c@西", "西"),
    ]
    assert Team.objects.for_club(club).count() == 2


def test_the_same_game_again_and_older_ones_change_no_team(club: Club) -> None:
    names_tell_teams(club)
    stored(club, LINE)
    stored(club, LINE)

    stored(club, LINE, day=DAY - timedelta(days=7))

    assert joined(club) == [
        ("みる＠声優", "声優", DAY - timedelta(days=7), None),
        (">_0@杏杏軍團", "杏杏軍團", DAY - timedelta(days=7), None),
    ]


def test_where_names_tell_no_teams_nobody_joins_any(club: Club) -> None:
    names_tell_teams(club, tell=False)

    stored(club, LINE)

    assert joined(club) == []
