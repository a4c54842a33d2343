"""A season as a competition: its stages' tables, the final standing, its teams."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from league.games.tallies import latest_settlement
from league.members.teams import TeamBook, memberships_of
from league.models import Adjustment, Club, League, Member, Season, Seat, Stage, Team
from rules.models import RuleVersion
from rules.parameters.base import Ranking as RankingRule
from scoring.competition import (
    Carry,
    Line,
    Moved,
    Place,
    Played,
    Share,
    StageGames,
    StageRule,
    final,
    of_members,
    of_teams,
    shares,
    tables,
)

_SCORES = tuple(f"hanchan__settlements__score_{seat}" for seat in range(4))
#: a score is shown in thousands of points, with so many decimals
_UNITS = {0: 1_000, 1: 100}
_CARRIES: dict[str, Carry] = {
    Stage.Carry.NONE: "none",
    Stage.Carry.WHOLE: "whole",
    Stage.Carry.HALF: "half",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    pk: int
    name: str
    reading: str
    is_guest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTable:
    name: str  # empty: the season has no stages
    first: date
    last: date
    rule: StageRule
    members: tuple[Line, ...]
    teams: tuple[Line, ...]
    #: what each member scored for each team
    shares: Mapping[tuple[int, int | None], Share]
    #: the team of each member on its last day or today, whichever comes first
    playing_for: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition:
    season: Season
    stages: tuple[StageTable, ...]
    members: tuple[Place, ...]  # how it stands in the end, guests and who is short last
    teams: tuple[Place, ...]
    people: Mapping[int, Person]
    team_names: Mapping[int, str]
    #: the team of each member on the last day of the season or today, whichever comes first
    playing_for: Mapping[int, int]
    unranked: Collection[int]  # guests, where the league does not rank them
    rule: RankingRule
    outside: int  # seats of games in days of the season that no stage has


@dataclass(slots=True)
class _Read:
    stages: Sequence[tuple[date, date, StageGames]]
    outside: int = 0
    people: set[int] = field(default_factory=set)

    def of(self, day: date) -> StageGames | None:
        return next((games for first, last, games in self.stages if first <= day <= last), None)


def competition_of(season: Season, *, today: date) -> Competition:
    """Compute the competition of a season. At most seven queries.

    Args:
        season: with its league and club loaded.
        today: the club's day.
    """
    league = season.league
    rule = _rule_of(league, season)
    spans = _spans(season, _UNITS[rule.score_decimals])
    read = _Read([(first, last, StageGames()) for _name, first, last, _rule in spans])
    memberships = list(memberships_of(league)) if season.has_teams else []
    book = TeamBook(memberships)
    _read_games(read, season, book)
    _read_adjustments(read, season, book)
    people = _people(league.club, read.people)
    unranked = {key for key, one in people.items() if one.is_guest and not league.guests_ranked}
    teams = Team.objects.for_club(league.club_id).filter(league=league)
    names = dict(teams.values_list("pk", "name")) if season.has_teams else {}
    parts = [
        shares(games, span[3]) for (_f, _l, games), span in zip(read.stages, spans, strict=True)
    ]
    rules = [span[3] for span in spans]
    of_people = tables(list(zip(map(of_members, parts), rules, strict=True)), unranked)
    of_them = tables(list(zip(map(of_teams, parts), rules, strict=True)))
    return Competition(
        season=season,
        stages=tuple(
            StageTable(
                name=name,
                first=first,
                last=last,
                rule=stage_rule,
                members=_in_order(members.values(), people),
                teams=tuple(teams.values()),
                shares=part,
                playing_for=_teams_on(book, people, min(last, max(today, first))),
            )
            for (name, first, last, stage_rule), members, teams, part in zip(
                spans, of_people, of_them, parts, strict=True
            )
        ),
        members=final(of_people, minimum_games=season.minimum_games, unranked=unranked),
        teams=final(of_them),
        people=people,
        team_names=names,
        playing_for=_teams_on(book, people, min(season.ends_on, max(today, season.starts_on))),
        unranked=unranked,
        rule=rule,
        outside=read.outside,
    )


def _teams_on(book: TeamBook, people: Iterable[int], day: date) -> dict[int, int]:
    return {who: team for who in people if (team := book.team(who, day)) is not None}


def _in_order(lines: Iterable[Line], people: Mapping[int, Person]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: (-line.total, people[line.who].reading, line.who)))


def _rule_of(league: League, season: Season) -> RankingRule:
    """Return how scores are shown, by the newest version of the season's days. One query."""
    versions = league.rule_set.rule_set.versions.filter(
        status=RuleVersion.Status.PUBLISHED, effective_from__lte=season.ends_on
    )
    newest = versions.order_by("-effective_from", "-number").first()
    return newest.value.ranking if newest else RankingRule()


_Span = tuple[str, date, date, StageRule]


def _spans(season: Season, unit: int) -> list[_Span]:
    """Return the stages in order; a season without any counts as one. One query."""
    stages = list(Stage.objects.for_club(season.league.club_id).filter(season=season))
    if not stages:
        return [("", season.starts_on, season.ends_on, _stage_rule(season, unit))]
    return [(one.name, one.starts_on, one.ends_on, _stage_rule(one, unit)) for one in stages]


def _stage_rule(source: Season | Stage, unit: int) -> StageRule:
    return StageRule(
        minimum_games=source.minimum_games,
        maximum_games=source.maximum_games,
        best_games=source.best_games,
        worst_dropped=source.worst_dropped,
        carry=_CARRIES[source.carry] if isinstance(source, Stage) else "none",
        unit=unit,
    )


def _read_games(read: _Read, season: Season, book: TeamBook) -> None:
    """Read every seat of the season's games, in the order of play. One query."""
    for member, day, score in _games(season):
        stage = read.of(day)
        if stage is None:
            read.outside += 1
            continue
        read.people.add(member)
        stage.played.append(Played(member, book.team(member, day), score))


def _games(season: Season) -> Iterator[tuple[int, date, int]]:
    """Order games by day, then by number: at parallel tables, first games come first."""
    seats = Seat.objects.for_club(season.league.club_id).filter(
        hanchan__league=season.league_id,
        hanchan__voided_at=None,
        hanchan__day__range=(season.starts_on, season.ends_on),
        hanchan__settlements=latest_settlement("hanchan"),
    )
    rows = seats.order_by(
        "hanchan__day", "hanchan__number", "hanchan__table", "hanchan_id"
    ).values_list("member", "hanchan__day", "seat", *_SCORES)
    for member, day, seat, *scores in rows.iterator(2000):
        yield member, day, scores[seat]


def _read_adjustments(read: _Read, season: Season, book: TeamBook) -> None:
    """Read the adjustments of the season's days. One query."""
    rows = Adjustment.objects.for_club(season.league.club_id).filter(
        league=season.league_id,
        withdrawn_at=None,
        day__range=(season.starts_on, season.ends_on),
    )
    for member, day, points in rows.values_list("member", "day", "points"):
        stage = read.of(day)
        if stage is not None:
            read.people.add(member)
            stage.moved.append(Moved(member, book.team(member, day), points))


def _people(club: Club, keys: Collection[int]) -> dict[int, Person]:
    """Read the people of these keys. One query."""
    members = Member.objects.for_club(club).filter(pk__in=keys)
    return {
        one.pk: Person(
            pk=one.pk,
            name=one.shown_name(club),
            reading=one.kana or one.display_name,
            is_guest=one.is_guest,
        )
        for one in members
    }


def find_season(club: Club, key: int) -> Season | None:
    """Find a season of the club with its league and rules loaded. One query."""
    seasons = Season.objects.for_club(club).filter(pk=key)
    return seasons.select_related("league__club", "league__rule_set__rule_set").first()


def seasons_of(club: Club) -> list[Season]:
    """Return the club's seasons by league, latest first, with their stages. Two queries."""
    seasons = Season.objects.for_club(club).select_related("league__rule_set")
    return list(
        seasons.prefetch_related("stages").order_by("league__position", "league", "-starts_on")
    )
