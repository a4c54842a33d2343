"""Who wins the prizes of a league's month or season."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from league.models import League, MonthClose, Prize
from league.rankings.figures import FIGURES, facts_of
from league.rankings.table import LeagueRanking, Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """A prize and who has it; several who are level, nobody where nobody played enough."""

    prize: Prize
    minimum_games: int  # the prize's own, or the ranking's
    winners: tuple[Standing, ...]
    value: int | None  # in the figure's unit; None without winners


def prizes_of(league: League) -> list[Prize]:
    """The league's prizes in their order. One query."""
    return list(Prize.objects.for_club(league.club_id).filter(league=league))


def prizes_at(league: League, close: MonthClose | None) -> list[Prize]:
    """The prizes as they were when a month was closed, else as they are. One query at most."""
    if close is None or close.prizes is None:
        return prizes_of(league)
    return [Prize(league=league, **kept) for kept in close.prizes]


def frozen_prizes(league: League) -> list[dict[str, Any]]:
    """The league's prizes as plain JSON, in their order. One query."""
    return [
        {"name": prize.name, "measure": prize.measure, "minimum_games": prize.minimum_games}
        for prize in prizes_of(league)
    ]


def prizes_won(prizes: Iterable[Prize], ranking: LeagueRanking) -> list[Won]:
    """Who has each prize by a ranking. A prize without a minimum of its own takes the ranking's.

    Guests have one where the league ranks them.
    """
    return [_won(prize, ranking) for prize in prizes]


def _won(prize: Prize, ranking: LeagueRanking) -> Won:
    minimum = prize.minimum_games or ranking.period.minimum_games
    lines = [
        line for line in (*ranking.ranked, *ranking.short) if line.record.games >= max(minimum, 1)
    ]
    if prize.measure == Prize.Measure.LAST_AVOID_RATE and ranking.players is None:
        lines = []  # of tables of three and four no place is the last
    if not lines:
        return Won(prize=prize, minimum_games=minimum, winners=(), value=None)
    figure, facts = FIGURES[prize.measure], facts_of(ranking)
    winners = figure.best(lines, facts)
    value = figure.value(winners[0], facts)
    return Won(prize=prize, minimum_games=minimum, winners=winners, value=value)
