"""Seasons of a league and their stages: added, changed, deleted before the first game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import day_problem
from league.core.errors import LeagueError
from league.games.tallies import raise_revision
from league.models import Hanchan, League, Season, Stage
from league.rulebook.options import check_season_options


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanValues:
    """What an organizer says of a season or of a stage."""

    name: str
    starts_on: date
    ends_on: date
    minimum_games: int = 0
    maximum_games: int = 0
    best_games: int = 0
    worst_dropped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonValues(SpanValues):
    """What is said of a season alone."""

    has_teams: bool = False
    #: what the season chooses of what the rules of its first day leave open: parameter to value
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageValues(SpanValues):
    """What is said of a stage alone."""

    carry: str = Stage.Carry.NONE


def check_days(new: SpanValues) -> None:
    """Check that the days are in the supported calendar and in order.

    Raises:
        LeagueError: they are not.
    """
    for name, day in (("starts_on", new.starts_on), ("ends_on", new.ends_on)):
        if problem := day_problem(day):
            raise LeagueError(problem, field=name)
    if new.ends_on < new.starts_on:
        raise LeagueError(_("The last day is before the first day."), field="ends_on")


def check_counting(new: SpanValues) -> None:
    """Check that the numbers of games are consistent.

    Raises:
        LeagueError: they contradict each other.
    """
    most = new.maximum_games
    if new.best_games and new.worst_dropped:
        raise LeagueError(
            _("Choose one: either count only the best games, or drop the worst."),
            field="worst_dropped",
        )
    if not most:
        return
    facts = {"games": most}
    if new.minimum_games > most:
        raise LeagueError(
            _("No more than %(games)s games count, so nobody could reach this minimum.") % facts,
            field="minimum_games",
        )
    if new.best_games > most:
        raise LeagueError(
            _("No more than %(games)s games count, so you cannot choose more.") % facts,
            field="best_games",
        )
    if new.worst_dropped >= most:
        raise LeagueError(
            _("No more than %(games)s games count, so dropping these would leave none.") % facts,
            field="worst_dropped",
        )


def counts_some(new: SeasonValues | Season) -> bool:
    return bool(new.maximum_games or new.best_games or new.worst_dropped)


def check_season(new: SeasonValues, season: Season) -> None:
    """Check that a season's stages are within it, and that only they say which games count.

    Raises:
        LeagueError: they are not, or the season says so too.
    """
    stages = list(Stage.objects.for_club(season.league.club_id).filter(season=season))
    for stage in stages:
        field = "starts_on" if stage.starts_on < new.starts_on else "ends_on"
        if stage.starts_on < new.starts_on or stage.ends_on > new.ends_on:
            raise LeagueError(
                _("The stage “%(name)s” (%(first)s to %(last)s) would be outside the season.")
                % _days_of(stage),
                field=field,
            )
    if stages and counts_some(new):
        raise LeagueError(_("The stages set which games count. Leave these at 0."), field="")


def check_stage(new: StageValues, season: Season, others: list[Stage]) -> None:
    """Check that a stage is within its season and overlaps no other stage.

    Raises:
        LeagueError: it is not, or overlaps one.
    """
    if new.starts_on < season.starts_on:
        raise LeagueError(_outside(season), field="starts_on")
    if new.ends_on > season.ends_on:
        raise LeagueError(_outside(season), field="ends_on")
    for other in others:
        if new.starts_on <= other.ends_on and other.starts_on <= new.ends_on:
            field = "ends_on" if new.starts_on < other.starts_on else "starts_on"
            raise LeagueError(
                _("These days overlap with “%(name)s”, from %(first)s to %(last)s.")
                % _days_of(other),
                field=field,
            )
    if counts_some(season):
        raise LeagueError(
            _(
                "The season itself sets which games count. Set those values to 0 in the season "
                "first."
            )
        )


def _outside(season: Season) -> str:
    return _("The season goes from %(first)s to %(last)s.") % _days_of(season)


def _days_of(span: Season | Stage) -> dict[str, str]:
    return {
        "name": span.name,
        "first": date_format(span.starts_on, "DATE_FORMAT"),
        "last": date_format(span.ends_on, "DATE_FORMAT"),
    }


@transaction.atomic
def open_season(*, league: League, actor: Actor, **values: Any) -> Season:
    """Give a league a season, both days included.

    Args:
        league: whose season.
        actor: who opens it.
        values: the fields of :class:`SeasonValues`.

    Raises:
        LeagueError: the days or the numbers of games contradict each other, the rules do not
            leave a choice open, or the league has a season of that name; ``field`` names the
            value.
    """
    new = SeasonValues(**values)
    raise_revision(league)
    check_days(new)
    check_counting(new)
    check_season_options(league, new.starts_on, new.options)
    season = Season(league=league, **asdict(new))
    _save(season, _("This league already has a season with that name."))
    _record("season.opened", season, actor, after=_snapshot(season))
    return season


@transaction.atomic
def change_season(*, season: Season, actor: Actor, **values: Any) -> Season:
    """Change a season's values.

    Raises:
        LeagueError: as in :func:`open_season`; or a stage would be outside the season, or both
            would say which games count.
    """
    new = SeasonValues(**values)
    raise_revision(season.league)
    check_days(new)
    check_counting(new)
    check_season(new, season)
    if new.options != season.options:
        check_season_options(season.league, new.starts_on, new.options)
    current = Season.objects.for_club(season.league.club_id).get(pk=season.pk)
    before = _snapshot(current)
    if _changed(current, new, _("This league already has a season with that name.")):
        _record("season.changed", current, actor, before=before, after=_snapshot(current))
    return current


@transaction.atomic
def remove_season(*, season: Season, actor: Actor) -> None:
    """Remove a season during which nothing was played.

    Raises:
        LeagueError: there are games.
    """
    raise_revision(season.league)
    if games_between(season.league, season.starts_on, season.ends_on):
        raise LeagueError(
            _(
                "There are games in this period, so the season cannot be removed. You can "
                "change its dates or name."
            )
        )
    key = season.pk
    stages = [stage.name for stage in season.stages.all()]
    before = _snapshot(season) | {"stages": stages}
    season.delete()
    season.pk = key
    _record("season.removed", season, actor, before=before)


def games_between(league: League, first: date, last: date) -> bool:
    """Return whether the league has games on these days, voided ones too. One query."""
    games = Hanchan.objects.for_club(league.club_id).filter(league=league)
    return games.filter(day__range=(first, last)).exists()


def _save(thing: Season | Stage, taken: str) -> None:
    """Store a season or a stage; ``taken`` is said of a name that another one has."""
    try:
        with transaction.atomic():
            thing.save()
    except IntegrityError as error:
        raise LeagueError(taken, field="name") from error


def _changed(thing: Season | Stage, new: SpanValues, taken: str) -> bool:
    """Store what is said of it now; whether anything was another."""
    before = _snapshot(thing)
    for name, value in asdict(new).items():
        setattr(thing, name, value)
    if _snapshot(thing) == before:
        return False
    _save(thing, taken)
    return True


def _snapshot(thing: Season | Stage) -> dict[str, Any]:
    """A season or a stage as the trail keeps it."""
    shape = SeasonValues if isinstance(thing, Season) else StageValues
    values = {each.name: getattr(thing, each.name) for each in fields(shape)}
    if not values.get("options", True):
        del values["options"]
    return values


def _record(
    type_: str,
    thing: Season | Stage,
    actor: Actor,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    of: dict[str, Any]
    if isinstance(thing, Season):
        club, of = thing.league.club, {"league": thing.league.slug}
    else:
        club, of = thing.season.league.club, {"season": thing.season_id}
    record_event(
        type_,
        club=club,
        object_id=thing.pk,
        actor=actor,
        before=None if before is None else {**of, **before},
        after=None if after is None else {**of, **after},
    )


#: stages of a season, beyond any competition
MOST_STAGES = 12
_OUT_OF_THE_WAY = 1_000


@transaction.atomic
def add_stage(*, season: Season, actor: Actor, **values: Any) -> Stage:
    """Give a season a stage; its position follows from its days.

    Args:
        season: which.
        actor: who adds it.
        values: the fields of :class:`StageValues`.

    Raises:
        LeagueError: its days are outside the season or overlap with another stage, the
            numbers of games contradict each other, or the season has a stage of that name;
            ``field`` names the value.
    """
    new = StageValues(**values)
    stages, season = _claim(season)
    if len(stages) >= MOST_STAGES:
        raise LeagueError(_("A season can have at most %(most)s stages.") % {"most": MOST_STAGES})
    _check(new, season, stages)
    stage = Stage(season=season, position=_OUT_OF_THE_WAY * 2, **asdict(new))
    _save(stage, _("This season already has a stage with that name."))
    _put_in_order(season)
    _record("stage.added", stage, actor, after=_snapshot(stage))
    return stage


@transaction.atomic
def change_stage(*, stage: Stage, actor: Actor, **values: Any) -> Stage:
    """Change a stage's values.

    Raises:
        LeagueError: as in :func:`add_stage`.
    """
    new = StageValues(**values)
    stages, season = _claim(stage.season)
    _check(new, season, [each for each in stages if each.pk != stage.pk])
    current = Stage.objects.for_club(season.league.club_id).get(pk=stage.pk)
    current.season = season
    before = _snapshot(current)
    if _changed(current, new, _("This season already has a stage with that name.")):
        _put_in_order(season)
        _record("stage.changed", current, actor, before=before, after=_snapshot(current))
    return current


@transaction.atomic
def remove_stage(*, stage: Stage, actor: Actor) -> None:
    """Remove a stage during which nothing was played.

    Raises:
        LeagueError: there are games.
    """
    _stages, season = _claim(stage.season)
    if games_between(season.league, stage.starts_on, stage.ends_on):
        raise LeagueError(
            _(
                "There are games in this period, so the stage cannot be removed. You can "
                "change its dates or name."
            )
        )
    key = stage.pk
    stage.season = season
    before = _snapshot(stage)
    stage.delete()
    stage.pk = key
    _put_in_order(season)
    _record("stage.removed", stage, actor, before=before)


def _claim(season: Season) -> tuple[list[Stage], Season]:
    """Take the league's lock and re-read the season and its stages."""
    raise_revision(season.league)
    club = season.league.club_id
    current = Season.objects.for_club(club).select_related("league__club").get(pk=season.pk)
    return list(Stage.objects.for_club(club).filter(season=season)), current


def _check(new: StageValues, season: Season, others: list[Stage]) -> None:
    check_days(new)
    check_counting(new)
    check_stage(new, season, others)
    is_first = all(new.starts_on < other.starts_on for other in others)
    if is_first and new.carry != Stage.Carry.NONE:
        raise LeagueError(
            _("There is nothing to carry over into the first stage."),
            field="carry",
        )


def _put_in_order(season: Season) -> None:
    """Number the stages by their days, in two passes because numbers are unique."""
    stages = Stage.objects.for_club(season.league.club_id).filter(season=season)
    stages.filter(position__lt=_OUT_OF_THE_WAY).update(position=F("position") + _OUT_OF_THE_WAY)
    for position, stage in enumerate(stages.order_by("starts_on"), start=1):
        stages.filter(pk=stage.pk).update(position=position)
