"""Stages of a season, in the order of their days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import Season, Stage
from league.services.audit import record_event
from league.services.season_checks import check_counting, check_days, check_stage
from league.services.seasons import games_between
from league.services.tallies import raise_revision

#: stages of a season, beyond any competition
MOST_STAGES = 12
_OUT_OF_THE_WAY = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StageValues:
    """What an organizer says of a stage."""

    name: str
    starts_on: date
    ends_on: date
    carry: str = Stage.Carry.NONE
    minimum_games: int = 0
    maximum_games: int = 0
    best_games: int = 0
    worst_dropped: int = 0


@transaction.atomic
def add_stage(*, season: Season, actor: Actor, **values: Any) -> Stage:
    """Give a season a stage; its place among the others follows from its days.

    Args:
        season: which.
        actor: who says so.
        values: what :class:`StageValues` has.

    Raises:
        LeagueError: its days lie outside the season or overlap with another stage, the numbers of
            games contradict each other, or the season has a stage of that name; ``field`` names
            the value.
    """
    told = StageValues(**values)
    stages, season = _claim(season)
    if len(stages) >= MOST_STAGES:
        raise LeagueError(_("A season has %(most)s stages at most.") % {"most": MOST_STAGES})
    _check(told, season, stages)
    stage = Stage(season=season, position=_OUT_OF_THE_WAY * 2, **asdict(told))
    _save(stage)
    _put_in_order(season)
    _record("stage.added", stage, actor, after=_snapshot(stage))
    return stage


@transaction.atomic
def change_stage(*, stage: Stage, actor: Actor, **values: Any) -> Stage:
    """Change what is said of a stage.

    Raises:
        LeagueError: as in :func:`add_stage`.
    """
    told = StageValues(**values)
    stages, season = _claim(stage.season)
    _check(told, season, [each for each in stages if each.pk != stage.pk])
    current = Stage.objects.for_club(season.league.club_id).get(pk=stage.pk)
    current.season = season
    before = _snapshot(current)
    for name, value in asdict(told).items():
        setattr(current, name, value)
    if _snapshot(current) == before:
        return current
    _save(current)
    _put_in_order(season)
    _record("stage.changed", current, actor, before=before, after=_snapshot(current))
    return current


@transaction.atomic
def remove_stage(*, stage: Stage, actor: Actor) -> None:
    """Remove a stage in whose days nothing was played.

    Raises:
        LeagueError: there are games.
    """
    _stages, season = _claim(stage.season)
    if games_between(season.league, stage.starts_on, stage.ends_on):
        raise LeagueError(
            _("There are games in these days, so the stage stays. Change its days or its name.")
        )
    key = stage.pk
    stage.season = season
    before = _snapshot(stage)
    stage.delete()
    stage.pk = key
    _put_in_order(season)
    _record("stage.removed", stage, actor, before=before)


def _claim(season: Season) -> tuple[list[Stage], Season]:
    """The season and its stages as they are under the league's lock."""
    raise_revision(season.league)
    club = season.league.club_id
    current = Season.objects.for_club(club).select_related("league__club").get(pk=season.pk)
    return list(Stage.objects.for_club(club).filter(season=season)), current


def _check(told: StageValues, season: Season, others: list[Stage]) -> None:
    check_days(told)
    check_counting(told)
    check_stage(told, season, others)
    is_first = all(told.starts_on < other.starts_on for other in others)
    if is_first and told.carry != Stage.Carry.NONE:
        raise LeagueError(
            _("Nothing was played before the first stage that could be carried over."),
            field="carry",
        )


def _put_in_order(season: Season) -> None:
    """Number the stages by their days; first out of the way, since a number stands once."""
    stages = Stage.objects.for_club(season.league.club_id).filter(season=season)
    stages.filter(position__lt=_OUT_OF_THE_WAY).update(position=F("position") + _OUT_OF_THE_WAY)
    for position, stage in enumerate(stages.order_by("starts_on"), start=1):
        stages.filter(pk=stage.pk).update(position=position)


def _save(stage: Stage) -> None:
    try:
        with transaction.atomic():
            stage.save()
    except IntegrityError as error:
        raise LeagueError(
            _("This season has a stage of that name already."), field="name"
        ) from error


def _snapshot(stage: Stage) -> dict[str, Any]:
    """The stage as the trail keeps it."""
    return {each.name: getattr(stage, each.name) for each in fields(StageValues)}


def _record(
    type_: str,
    stage: Stage,
    actor: Actor,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    season = {"season": stage.season_id}
    record_event(
        type_,
        club=stage.season.league.club,
        object_id=stage.pk,
        actor=actor,
        before=None if before is None else {**season, **before},
        after=None if after is None else {**season, **after},
    )
