"""What an archive holds of leagues: seasons and stages, teams, adjustments, prizes, closings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from league.archive_records import Plain, at, checked, plain, stored, told
from league.archive_rules import ArchivedRules
from league.models import (
    Adjustment,
    Club,
    Hanchan,
    League,
    Member,
    MonthClose,
    Prize,
    Season,
    Stage,
    Team,
    TeamMembership,
)

LEAGUE = (
    *("slug", "name", "minimum_games", "guests_ranked", "position", "is_active"),
    *("record_scores", "teams_from_names"),
)
_COUNTING = ("minimum_games", "maximum_games", "best_games", "worst_dropped")
SEASON = ("name", "starts_on", "ends_on", *_COUNTING, "has_teams", "options")
STAGE = ("position", "name", "starts_on", "ends_on", *_COUNTING, "carry")
TEAM = ("name",)
PLAYS_FOR = ("joined_on", "left_on")
ADJUSTMENT = (
    *("day", "points", "reason", "made_by_name"),
    *("withdrawn_at", "withdrawn_by_name", "withdraw_reason"),
)
PRIZE = ("position", "name", "measure", "minimum_games")
CLOSE = ("versions", "prizes", "games", "reopened_at", "reopened_by_name", "reopen_reason")


def dump_league(league: League, person: Mapping[int, int]) -> Plain:
    """A league with everything but its games; people by their place in the document."""
    return {
        **plain(league, LEAGUE),
        "rule_set": league.rule_set.slug,
        "seasons": [
            {**plain(season, SEASON), "stages": [plain(s, STAGE) for s in season.stages.all()]}
            for season in league.seasons.all()
        ],
        "teams": [
            {
                **plain(team, TEAM),
                "members": [
                    {"member": person[one.member_id], **plain(one, PLAYS_FOR)}
                    for one in team.memberships.all()
                ],
            }
            for team in league.teams.all()
        ],
        "adjustments": [
            {"member": person[one.member_id], **plain(one, (*ADJUSTMENT, "made_at"))}
            for one in league.adjustments.order_by("pk")
        ],
        "prizes": [plain(prize, PRIZE) for prize in league.prizes.all()],
    }


def load_league(
    club: Club, values: Plain, rules: ArchivedRules, members: Sequence[Member]
) -> League:
    """Bring a league back; earlier releases had nothing but seasons in it."""
    in_club = rules.in_club[values["rule_set"]]
    league = stored(League(club=club, rule_set=in_club, **told(values, LEAGUE)))
    for one in values["seasons"]:
        season = stored(Season(league=league, **told(one, SEASON)))
        for stage in one.get("stages", ()):
            stored(Stage(season=season, **told(stage, STAGE)))
    for one in values.get("teams", ()):
        team = stored(Team(league=league, **told(one, TEAM)))
        for plays in one["members"]:
            member = at(members, plays["member"])
            stored(TeamMembership(team=team, member=member, **told(plays, PLAYS_FOR)))
    for one in values.get("adjustments", ()):
        member = at(members, one["member"])
        stored(Adjustment(league=league, member=member, **told(one, ADJUSTMENT)), one, "made_at")
    for one in values.get("prizes", ()):
        stored(Prize(league=league, **told(one, PRIZE)))
    return league


def dump_closes(club: Club, person: Mapping[int, int]) -> Iterator[Plain]:
    """Every closing by month, those taken back too."""
    closes = MonthClose.objects.for_club(club).select_related("league", "last_game")
    for close in closes.order_by("month", "pk"):
        yield {
            "league": close.league.slug,
            "month": f"{close.month:%Y-%m}",
            "rows": [{**row, "member": person[row["member"]]} for row in close.rows],
            **plain(close, (*CLOSE, "closed_at")),
            "last_game": str(close.last_game.key) if close.last_game else None,
            "by": close.closed_by_name,
        }


def load_close(values: Plain, leagues: Mapping[str, League], members: Sequence[Member]) -> None:
    """Bring a closing back; of earlier releases it does not say when it was made."""
    league = leagues[values["league"]]
    last_game = values.get("last_game")
    games = Hanchan.objects.for_club(league.club_id)
    for prize in values.get("prizes") or ():
        checked(Prize(league=league, **prize))
    close = MonthClose(
        league=league,
        month=date.fromisoformat(f"{values['month']}-01"),
        rows=[{**line, "member": at(members, line["member"]).pk} for line in values["rows"]],
        last_game=games.get(key=last_game) if last_game else None,
        closed_by_name=values["by"],
        **told(values, CLOSE),
    )
    stored(checked(close), values, "closed_at")
