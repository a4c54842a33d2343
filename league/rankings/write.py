"""What organizers do about a ranking: points given or taken, closed months, prizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import Period, club_day, day_problem, month_end
from league.core.errors import LeagueError, checked_reason
from league.games.tallies import adjustments_of, raise_revision
from league.models import Adjustment, League, Member, MonthClose, Prize
from league.rankings.closings import closes_of, frozen_rows, has_ended, month_games
from league.rankings.figures import frozen_prizes
from league.rankings.table import ranking_of

#: points that nobody gives or takes at once: a thousand of a score
MOST: Final = 1_000_000


@transaction.atomic
def give_adjustment(
    *, league: League, member: Member, day: date, points: int, reason: str, actor: Actor
) -> Adjustment:
    """Give a member points on a day, or take them; repeating it exactly changes nothing.

    Args:
        league: in which they count.
        member: somebody of the club.
        day: every period that includes it counts them.
        points: whole points, below 0 to take them.
        reason: for everybody to read.
        actor: who gives them.

    Raises:
        LeagueError: no reason, zero or too many points, an invalid day, another club's member;
            ``field`` names the value.
    """
    if problem := day_problem(day):
        raise LeagueError(problem, field="day")
    if day > club_day(league.club):
        raise LeagueError(_("This date is in the future."), field="day")
    _check_points(points)
    reason = checked_reason(reason)
    if member.club_id != league.club_id:
        raise LeagueError(_("This person is not a member of this club."), field="member")
    raise_revision(league)
    details = {"member": member, "day": day, "points": points, "reason": reason}
    there = adjustments_of(league).filter(**details, withdrawn_at=None).first()
    if there is not None:  # a button pressed twice
        return there
    made = Adjustment.objects.create(
        league=league, **details, made_by=actor.user, made_by_name=actor.name[:80]
    )
    _record_adjustment("adjustment.made", made, actor, reason=reason)
    return made


@transaction.atomic
def withdraw_adjustment(*, adjustment: Adjustment, reason: str, actor: Actor) -> Adjustment:
    """Revoke an adjustment, for a reason; it stays readable but no longer counts.

    Raises:
        LeagueError: no reason, or one too long (``field`` ``reason``); it is already revoked.
    """
    reason = checked_reason(reason)
    raise_revision(adjustment.league)
    current = Adjustment.objects.for_club(adjustment.league.club_id).filter(pk=adjustment.pk)
    withdrawn = {
        "withdrawn_at": timezone.now(),
        "withdrawn_by_name": actor.name[:80],
        "withdraw_reason": reason,
    }
    if current.filter(withdrawn_at=None).update(**withdrawn) != 1:
        raise LeagueError(_("This adjustment has already been voided."))
    adjustment.refresh_from_db(fields=list(withdrawn))
    _record_adjustment("adjustment.withdrawn", adjustment, actor, reason=reason)
    return adjustment


def _check_points(points: int) -> None:
    if points == 0:
        raise LeagueError(_("An adjustment of 0 would change nothing."), field="points")
    if abs(points) > MOST:
        raise LeagueError(
            _("An adjustment can be at most %(most)s. Please check the number.")
            % {"most": f"{MOST // 1000:,}"},
            field="points",
        )


def _record_adjustment(type_: str, adjustment: Adjustment, actor: Actor, *, reason: str) -> None:
    facts: dict[str, Any] = {
        "league": adjustment.league.slug,
        "member": adjustment.member_id,
        "day": adjustment.day,
        "points": adjustment.points,
        "reason": adjustment.reason,
    }
    _record(type_, adjustment, facts, actor, reason, is_over=adjustment.withdrawn_at is not None)


def _record(
    type_: str,
    row: Adjustment | MonthClose,
    facts: dict[str, Any],
    actor: Actor,
    reason: str,
    *,
    is_over: bool,
) -> None:
    """Note that something came to hold, or that it is over."""
    record_event(
        type_,
        club=row.league.club,
        object_id=row.pk,
        actor=actor,
        before=facts if is_over else None,
        after=None if is_over else facts,
        reason=reason,
    )


@transaction.atomic
def close_month(*, league: League, month: date, actor: Actor) -> MonthClose:
    """Freeze the ranking of the month that begins on ``month``.

    Holds the league's lock, so a game that is being stored is either in all of it or in none.

    Raises:
        LeagueError: the month has not ended by the club's day, is already closed, or has no
            games.
    """
    raise_revision(league)
    league = _current(league)
    there = closes_of(league, month).filter(reopened_at=None).first()
    if there is not None:
        raise LeagueError(
            _("%(name)s has already closed this month.") % {"name": there.closed_by_name}
        )
    if not has_ended(league, month):
        raise LeagueError(
            _("This month has not ended yet. You can close it once the next month begins.")
        )
    last_game = month_games(league, month).order_by("-day", "-pk").first()
    if last_game is None:
        raise LeagueError(_("This month has no games to rank."))
    period = Period(first=month, last=month_end(month), minimum_games=league.minimum_games)
    ranking = ranking_of(league.club, league, period)
    members = Member.objects.for_club(league.club_id).in_bulk(
        line.member_id for line in ranking.lines
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
    _record_close("month.closed", close, actor)
    return close


@transaction.atomic
def reopen_month(*, close: MonthClose, reason: str, actor: Actor) -> MonthClose:
    """Revoke a closing, so that the month's ranking follows the games again.

    What was frozen stays in the list of closings.

    Raises:
        LeagueError: no reason, or one too long (``field`` ``reason``); it is already revoked.
    """
    reason = checked_reason(reason)
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
    _record_close("month.reopened", close, actor, reason=reason)
    return close


def _current(league: League) -> League:
    """Lock the league and return its present state."""
    leagues = League.objects.for_club(league.club_id).select_related("club", "rule_set__rule_set")
    return leagues.get(pk=league.pk)


def _record_close(type_: str, close: MonthClose, actor: Actor, *, reason: str = "") -> None:
    facts = {
        "league": close.league.slug,
        "month": f"{close.month:%Y-%m}",
        "games": close.games,
        "last_game": close.last_game_id,
        "versions": close.versions,
    }
    _record(type_, close, facts, actor, reason, is_over=close.reopened_at is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeEntry:
    name: str
    measure: str  # a ``Prize.Measure``
    minimum_games: int


@transaction.atomic
def set_prizes(
    *, league: League, prizes: Sequence[PrizeEntry], seen: Sequence[int], actor: Actor
) -> list[Prize]:
    """Replace a league's prizes by these, in this order.

    Args:
        league: whose prizes.
        prizes: the first one first.
        seen: the keys of those that existed when they were edited.
        actor: who sets them.

    Raises:
        LeagueError: somebody else has changed them meanwhile.
    """
    raise_revision(league)
    rows = Prize.objects.for_club(league.club_id).filter(league=league)
    there = list(rows)
    if sorted(each.pk for each in there) != sorted(seen):
        raise LeagueError(
            _("Someone else has changed the prizes in the meantime. Please check them again.")
        )
    before, after = frozen_prizes(league), [asdict(each) for each in prizes]
    if before == after:
        return there
    rows.delete()
    stored = Prize.objects.bulk_create(
        Prize(league=league, position=position, **asdict(each))
        for position, each in enumerate(prizes)
    )
    record_event(
        "prizes.changed",
        club=league.club,
        object_id=league.pk,
        actor=actor,
        before={"league": league.slug, "prizes": before},
        after={"league": league.slug, "prizes": after},
    )
    return stored
