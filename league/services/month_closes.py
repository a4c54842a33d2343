"""Closing a league's month: its ranking is frozen; and opening it again, for a reason."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.actors import Actor
from league.days import month_end
from league.errors import LeagueError
from league.models import League, Member, MonthClose
from league.selectors.month_closes import closes_of, frozen_rows, has_ended, month_games
from league.selectors.prizes import frozen_prizes
from league.selectors.rankings import Stretch, ranking_of
from league.services.audit import record_event
from league.services.tallies import raise_revision

_REASON_LENGTH = 200


@transaction.atomic
def close_month(*, league: League, month: date, actor: Actor) -> MonthClose:
    """Freeze the ranking of the month that begins on ``month``.

    Under the league's lock, so a game that is being stored is in all of it or in nothing.

    Raises:
        LeagueError: the month has not ended by the club's day, is closed already, or has no games.
    """
    raise_revision(league)
    league = _current(league)
    there = closes_of(league, month).filter(reopened_at=None).first()
    if there is not None:
        raise LeagueError(
            _("%(name)s has closed this month already.") % {"name": there.closed_by_name}
        )
    if not has_ended(league, month):
        raise LeagueError(_("This month has not ended yet; it can be closed from the next one on."))
    last_game = month_games(league, month).order_by("-day", "-pk").first()
    if last_game is None:
        raise LeagueError(_("There are no games in this month that could be ranked."))
    stretch = Stretch(first=month, last=month_end(month), minimum_games=league.minimum_games)
    ranking = ranking_of(league.club, league, stretch)
    members = Member.objects.for_club(league.club_id).in_bulk(
        line.member_id for line in (*ranking.ranked, *ranking.short, *ranking.guests)
    )
    close = MonthClose.objects.create(
        league=league,
        month=month,
        rows=frozen_rows(ranking, members),
        versions=[used.version.label for used in ranking.versions],
        prizes=frozen_prizes(league),
        games=month_games(league, month).count(),
        last_game=last_game,
        closed_by=actor.user,
        closed_by_name=actor.name[:80],
    )
    _record("month.closed", close, actor)
    return close


@transaction.atomic
def reopen_month(*, close: MonthClose, reason: str, actor: Actor) -> MonthClose:
    """Take a closing back, so that the month's ranking follows the games again.

    What was frozen stays in the list of closings.

    Raises:
        LeagueError: no reason, or one too long (``field`` ``reason``); it is taken back already.
    """
    reason = reason.strip()
    if not reason:
        raise LeagueError(_("Please say why, so that everybody can follow it."), field="reason")
    if len(reason) > _REASON_LENGTH:
        raise LeagueError(_("Please keep it under 200 characters."), field="reason")
    raise_revision(close.league)
    opened = closes_of(close.league, close.month).filter(pk=close.pk, reopened_at=None)
    if opened.update(
        reopened_at=timezone.now(), reopened_by_name=actor.name[:80], reopen_reason=reason
    ) != 1:  # fmt: skip
        raise LeagueError(
            _("%(month)s has been reopened already.")
            % {"month": date_format(close.month, "YEAR_MONTH_FORMAT")}
        )
    close.refresh_from_db()
    _record("month.reopened", close, actor, reason=reason)
    return close


def _current(league: League) -> League:
    """The league as it is under its lock."""
    leagues = League.objects.for_club(league.club_id).select_related("club", "rule_set__rule_set")
    return leagues.get(pk=league.pk)


def _record(type_: str, close: MonthClose, actor: Actor, *, reason: str = "") -> None:
    facts = {
        "league": close.league.slug,
        "month": f"{close.month:%Y-%m}",
        "games": close.games,
        "last_game": close.last_game_id,
        "versions": close.versions,
    }
    is_open = close.reopened_at is None
    record_event(
        type_,
        club=close.league.club,
        object_id=close.pk,
        actor=actor,
        before=None if is_open else facts,
        after=facts if is_open else None,
        reason=reason,
    )
