"""Changes of the rules as JSON: what one would do, how far one is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Job, RuleChange
from league.selectors.change_pages import GivenUp, Progress, given_up, progress_of
from league.selectors.change_plan import Plan
from league.selectors.change_preview import AlteredGame, Impossible, Preview
from league.selectors.change_ranks import MonthTurned
from league.selectors.intended import Intended

Json = dict[str, Any]


def changes_json(changes: Iterable[RuleChange]) -> list[Json]:
    """Changes one by one. One query more where any was given up."""
    changes = list(changes)
    ended = given_up(changes)
    return [change_json(progress_of(each), ended.get(each.pk)) for each in changes]


def change_json(progress: Progress, ended: GivenUp | None = None) -> Json:
    """A change, and how far its job is: games done of those in total, games altered.

    Args:
        progress: the change and its job.
        ended: how it was given up, if it was: it has altered nothing then.
    """
    change, job = progress.change, progress.job
    is_off = change.state == RuleChange.State.GIVEN_UP
    arguments = [change.club.slug, change.rule_set.slug, change.pk]
    return {
        "id": change.pk,
        "kind": change.kind,
        "state": progress.state,
        "arriving": change.arriving.label if change.arriving else None,
        "leaving": change.leaving.label if change.leaving else None,
        "reason": change.reason,
        "created_at": change.created_at,
        "created_by": change.created_by_name,
        "closed_at": change.closed_at,
        "gave_up": {"at": change.closed_at, "by": ended.who, "reason": ended.reason}
        if ended
        else None,
        "done": progress.done,
        "total": job.total if job else 0,
        "altered": 0 if is_off else change.altered,
        "job": job.state if job else None,
        "error": _error(progress),
        "url": reverse("league:change", args=arguments),
    }


def _error(progress: Progress) -> str | None:
    """Why the job failed, in words; what a mishap was is in the server's own logs."""
    if progress.job is None or progress.job.state != Job.State.FAILED:
        return None
    mishap = _(
        "Nothing of it counts yet. Go on to try again; if that does not help, "
        "whoever runs this server should look at it."
    )
    return progress.said or mishap


def preview_json(intended: Intended, plan: Plan, found: Preview) -> Json:
    """What a change would do; of altered games, and of those that cannot stand, the first."""
    return {
        "kind": intended.kind,
        "days": [{"from": span.first, "to": span.last} for span in plan.spans],
        "touched": found.touched,
        "looked_at": found.looked_at,
        "since": found.since,
        "altered": found.altered,
        "games": [_game_json(game) for game in found.games],
        "months": [_month_json(month) for month in found.months],
        "impossible": found.impossible,
        "cannot_stand": impossible_json(found.cannot_stand),
    }


def impossible_json(games: tuple[Impossible, ...]) -> list[Json]:
    """Games that cannot stand, each with its number and a sentence."""
    return [{"game": each.game, "why": each.words} for each in games]


def _game_json(game: AlteredGame) -> Json:
    return {
        "game": game.game,
        "league": game.league.slug,
        "day": game.day,
        "table": game.table,
        "number": game.number,
        "seats": [
            {
                "name": seat.name,
                "place_before": seat.place_before,
                "place_after": seat.place_after,
                "score_before": seat.before,
                "score_after": seat.after,
            }
            for seat in game.seats
        ],
    }


def _month_json(month: MonthTurned) -> Json:
    return {
        "league": month.league.slug,
        "month": f"{month.month:%Y-%m}",
        "games": month.games,
        "closed": month.closed is not None,
        "ranks": [
            {
                "member": turn.member,
                "name": turn.name,
                "rank_before": turn.rank_before,
                "rank_after": turn.rank_after,
                "score_before": turn.score_before,
                "score_after": turn.score_after,
            }
            for turn in month.turns
        ],
    }
