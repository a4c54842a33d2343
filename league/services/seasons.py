"""Seasons of a league."""

from __future__ import annotations

from datetime import date

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.days import day_problem
from league.errors import LeagueError
from league.models import League, Season
from league.services.audit import record_event


def open_season(
    *,
    league: League,
    name: str,
    starts_on: date,
    ends_on: date,
    minimum_games: int,
    actor: Actor,
) -> Season:
    """Give a league a season, both days included.

    Raises:
        LeagueError: it ends before it starts, no calendar has its days, or the league has a season
            of that name.
    """
    for field, day in (("starts_on", starts_on), ("ends_on", ends_on)):
        if problem := day_problem(day):
            raise LeagueError(problem, field=field)
    if ends_on < starts_on:
        raise LeagueError(_("The last day lies before the first."), field="ends_on")
    try:
        with transaction.atomic():
            season = Season.objects.create(
                league=league,
                name=name,
                starts_on=starts_on,
                ends_on=ends_on,
                minimum_games=minimum_games,
            )
            record_event(
                "season.opened",
                club=league.club,
                object_id=season.pk,
                actor=actor,
                after={"league": league.slug, "name": name, "from": starts_on, "to": ends_on},
            )
    except IntegrityError as error:
        raise LeagueError(
            _("This league has a season of that name already."), field="name"
        ) from error
    return season
