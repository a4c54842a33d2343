"""What cannot be said of a season or a stage, each with the field it belongs to."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.days import day_problem
from league.errors import LeagueError
from league.models import Season, Stage


class Days(Protocol):
    """Has a first and a last day."""

    @property
    def starts_on(self) -> date: ...  # noqa: D102
    @property
    def ends_on(self) -> date: ...  # noqa: D102


class Counts(Protocol):
    """Says which games count."""

    @property
    def minimum_games(self) -> int: ...  # noqa: D102
    @property
    def maximum_games(self) -> int: ...  # noqa: D102
    @property
    def best_games(self) -> int: ...  # noqa: D102
    @property
    def worst_dropped(self) -> int: ...  # noqa: D102


class Told(Days, Counts, Protocol):
    """Says both."""


def check_days(told: Days) -> None:
    """See that the days are days of clubs, the first before the last.

    Raises:
        LeagueError: they are not.
    """
    for field, day in (("starts_on", told.starts_on), ("ends_on", told.ends_on)):
        if problem := day_problem(day):
            raise LeagueError(problem, field=field)
    if told.ends_on < told.starts_on:
        raise LeagueError(_("The last day lies before the first."), field="ends_on")


def check_counting(told: Counts) -> None:
    """See that the numbers of games go together.

    Raises:
        LeagueError: they contradict each other.
    """
    most = told.maximum_games
    if told.best_games and told.worst_dropped:
        raise LeagueError(
            _("Choose one: either only the best count, or the worst are dropped."),
            field="worst_dropped",
        )
    if not most:
        return
    facts = {"games": most}
    if told.minimum_games > most:
        raise LeagueError(
            _("No more than %(games)s games count, so nobody could reach this minimum.") % facts,
            field="minimum_games",
        )
    if told.best_games > most:
        raise LeagueError(
            _("No more than %(games)s games count, so these cannot be the best of them.") % facts,
            field="best_games",
        )
    if told.worst_dropped >= most:
        raise LeagueError(
            _("No more than %(games)s games count, so none would be left.") % facts,
            field="worst_dropped",
        )


def counts_some(told: Counts) -> bool:
    """Whether not every game counts."""
    return bool(told.maximum_games or told.best_games or told.worst_dropped)


def check_season(told: Told, season: Season) -> None:
    """See that a season's stages stay inside it, and that only they say which games count.

    Raises:
        LeagueError: they do not.
    """
    stages = list(Stage.objects.for_club(season.league.club_id).filter(season=season))
    for stage in stages:
        field = "starts_on" if stage.starts_on < told.starts_on else "ends_on"
        if stage.starts_on < told.starts_on or stage.ends_on > told.ends_on:
            raise LeagueError(
                _("The stage “%(name)s” would lie outside, from %(first)s to %(last)s.")
                % _days_of(stage),
                field=field,
            )
    if stages and counts_some(told):
        raise LeagueError(_("Its stages say which games count; leave these at 0."), field="")


def check_stage(told: Days, season: Season, others: list[Stage]) -> None:
    """See that a stage lies in its season and beside the other stages.

    Raises:
        LeagueError: it does not.
    """
    if told.starts_on < season.starts_on:
        raise LeagueError(_outside(season), field="starts_on")
    if told.ends_on > season.ends_on:
        raise LeagueError(_outside(season), field="ends_on")
    for other in others:
        if told.starts_on <= other.ends_on and other.starts_on <= told.ends_on:
            field = "ends_on" if told.starts_on < other.starts_on else "starts_on"
            raise LeagueError(
                _("These days overlap with “%(name)s”, from %(first)s to %(last)s.")
                % _days_of(other),
                field=field,
            )
    if counts_some(season):
        raise LeagueError(_("The season itself says which games count. Set that to 0 there first."))


def _outside(season: Season) -> str:
    return _("The season goes from %(first)s to %(last)s.") % _days_of(season)


def _days_of(span: Season | Stage) -> dict[str, str]:
    return {
        "name": span.name,
        "first": date_format(span.starts_on, "DATE_FORMAT"),
        "last": date_format(span.ends_on, "DATE_FORMAT"),
    }
