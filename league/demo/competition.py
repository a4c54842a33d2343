"""The demo's competition: four teams, a first round and a final, and two adjustments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from league.actors import Actor
from league.demo.calendar import month_before, seasons
from league.models import League, Member, Season, Seat, Stage
from league.services.adjustments import give_adjustment
from league.services.seasons import open_season
from league.services.stages import add_stage
from league.services.team_members import join_team
from league.services.teams import create_team

_TEAMS: Final = ("東風クラブ", "南町雀友会", "西浜サンマーズ", "北山荘")
#: which of the members goes from the second team to the third when the final begins
_CHANGES: Final = 5
_ADJUSTMENTS: Final = (
    (-20_000, "三味線行為(二度目の注意)。(デモのための架空の記録)"),
    (5_000, "会場設営を一人で引き受けてくれたお礼。(デモのための架空の記録)"),
)


def hold_competition(
    *, league: League, members: Sequence[Member], today: date, actor: Actor
) -> Season:
    """Hold the competition of this season in ``league``: half is carried into the final."""
    first, last = seasons(today)[0]
    final = month_before(today, 1)
    season = open_season(
        league=league,
        name=f"三麻チーム杯{first.year}",
        starts_on=first,
        ends_on=last,
        minimum_games=3,
        has_teams=True,
        actor=actor,
    )
    add_stage(
        season=season,
        name="予選",
        starts_on=first,
        ends_on=final - timedelta(days=1),
        worst_dropped=1,
        actor=actor,
    )
    add_stage(
        season=season,
        name="決勝",
        starts_on=final,
        ends_on=last,
        carry=Stage.Carry.HALF,
        actor=actor,
    )
    _make_teams(league, members, first, final, actor)
    _adjust(league, first, final, actor)
    return season


def _make_teams(
    league: League, members: Sequence[Member], first: date, final: date, actor: Actor
) -> None:
    teams = [create_team(league=league, name=name, actor=actor) for name in _TEAMS]
    for at, member in enumerate(members):
        join_team(team=teams[at % len(teams)], member=member, joined_on=first, actor=actor)
    join_team(
        team=teams[2],
        member=members[_CHANGES],
        joined_on=final,
        leaves_other=True,
        actor=actor,
    )


def _adjust(league: League, first: date, final: date, actor: Actor) -> None:
    """One for each of the first two to play in the first round, on the day that they did."""
    seats = Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league,
        hanchan__voided_at=None,
        hanchan__day__range=(first, final - timedelta(days=1)),
    )
    ordered = seats.order_by("hanchan__day", "hanchan__table", "hanchan__number", "seat")
    for seat, (points, reason) in zip(
        ordered.select_related("member", "hanchan"), _ADJUSTMENTS, strict=False
    ):
        give_adjustment(
            league=league,
            member=seat.member,
            day=seat.hanchan.day,
            points=points,
            reason=reason,
            actor=actor,
        )
