"""Seasons of a league and their stages: opened, changed, removed while nothing was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import Hanchan, League, Season
from league.services.audit import record_event
from league.services.options import check_season_options
from league.services.season_checks import check_counting, check_days, check_season
from league.services.tallies import raise_revision


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonValues:
    """What an organizer says of a season."""

    name: str
    starts_on: date
    ends_on: date
    minimum_games: int = 0
    maximum_games: int = 0
    best_games: int = 0
    worst_dropped: int = 0
    has_teams: bool = False
    #: what the season chooses of what the rules of its first day leave open: parameter to value
    options: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def open_season(*, league: League, actor: Actor, **values: Any) -> Season:
    """Give a league a season, both days included.

    Args:
        league: whose season.
        actor: who opens it.
        values: what :class:`SeasonValues` has.

    Raises:
        LeagueError: the days or the numbers of games contradict each other, the rules do not
            leave a choice open, or the league has a season of that name; ``field`` names the value.
    """
    told = SeasonValues(**values)
    raise_revision(league)
    check_days(told)
    check_counting(told)
    check_season_options(league, told.starts_on, told.options)
    season = Season(league=league, **asdict(told))
    _save(season)
    _record("season.opened", season, actor, after=_snapshot(season))
    return season


@transaction.atomic
def change_season(*, season: Season, actor: Actor, **values: Any) -> Season:
    """Change what is said of a season.

    Raises:
        LeagueError: as in :func:`open_season`; or a stage would lie outside, or say what counts
            beside the season.
    """
    told = SeasonValues(**values)
    raise_revision(season.league)
    check_days(told)
    check_counting(told)
    check_season(told, season)
    if told.options != season.options:
        check_season_options(season.league, told.starts_on, told.options)
    current = Season.objects.for_club(season.league.club_id).get(pk=season.pk)
    before = _snapshot(current)
    for name, value in asdict(told).items():
        setattr(current, name, value)
    if _snapshot(current) == before:
        return current
    _save(current)
    _record("season.changed", current, actor, before=before, after=_snapshot(current))
    return current


@transaction.atomic
def remove_season(*, season: Season, actor: Actor) -> None:
    """Remove a season in whose days nothing was played.

    Raises:
        LeagueError: there are games.
    """
    raise_revision(season.league)
    if games_between(season.league, season.starts_on, season.ends_on):
        raise LeagueError(
            _("There are games in these days, so the season stays. Change its days or its name.")
        )
    key = season.pk
    stages = [stage.name for stage in season.stages.all()]
    before = _snapshot(season) | {"stages": stages}
    season.delete()
    season.pk = key
    _record("season.removed", season, actor, before=before)


def games_between(league: League, first: date, last: date) -> bool:
    """Whether anything was played in the league on these days, voided games too. One query."""
    games = Hanchan.objects.for_club(league.club_id).filter(league=league)
    return games.filter(day__range=(first, last)).exists()


def _save(season: Season) -> None:
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError as error:
        raise LeagueError(
            _("This league has a season of that name already."), field="name"
        ) from error


def _snapshot(season: Season) -> dict[str, Any]:
    """The season as the trail keeps it."""
    values = {each.name: getattr(season, each.name) for each in fields(SeasonValues)}
    if not season.options:
        del values["options"]
    return values


def _record(
    type_: str,
    season: Season,
    actor: Actor,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    league = {"league": season.league.slug}
    record_event(
        type_,
        club=season.league.club,
        object_id=season.pk,
        actor=actor,
        before=None if before is None else {**league, **before},
        after=None if after is None else {**league, **after},
    )
