"""Who has risen and who has fallen: ranks held against those of the stretch before."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.db.models import Sum

from league.days import club_year, month_end, month_start
from league.models import League, MonthClose
from league.selectors.adjustments import adjusted_between
from league.selectors.ranking_lines import tallies_in
from league.selectors.rankings import LeagueRanking, Standing, Stretch, placed
from scoring.standings import Record

Ranks = dict[int, int]


def with_moves(found: LeagueRanking, league: League, *, year_starts_in: int = 1) -> LeagueRanking:
    """The ranking with everybody's rank of the month or year before.

    None where there was no ranking before; seasons and other stretches follow nothing. One query
    where the month before is closed, three otherwise.
    """
    before = stretch_before(found.stretch, year_starts_in)
    ranks = {} if before is None else _ranks_in(league, before)
    if not ranks:
        return found
    ranked = (replace(line, rank_before=ranks.get(line.member_id)) for line in found.ranked)
    return replace(found, ranked=tuple(ranked), before=before)


def stretch_before(stretch: Stretch, year_starts_in: int) -> Stretch | None:
    """The month before a month and the year before a year, with the same minimum."""
    last = stretch.first - timedelta(days=1)
    if stretch.is_month:
        first = month_start(last)
        return Stretch(first=first, last=month_end(first), minimum_games=stretch.minimum_games)
    if stretch.year is None:
        return None
    first, last = club_year(stretch.year - 1, year_starts_in)
    return Stretch(
        first=first, last=last, minimum_games=stretch.minimum_games, year=stretch.year - 1
    )


def _ranks_in(league: League, stretch: Stretch) -> Ranks:
    """Each ranked member's rank; a closed month's as it was closed."""
    if stretch.is_month:
        closes = MonthClose.objects.for_club(league.club_id).filter(
            league=league, month=stretch.first, reopened_at=None
        )
        for rows in closes.values_list("rows", flat=True):
            return {row["member"]: row["rank"] for row in rows if row["rank"]}
    ranked, _short, _guests = placed(_sums(league, stretch), league, stretch)
    return {line.member_id: line.rank for line in ranked if line.rank}


def _sums(league: League, stretch: Stretch) -> list[Standing]:
    """Lines with as much as a rank hangs on. Two queries."""
    adjusted = adjusted_between(league, stretch.first, stretch.last)
    rows = tallies_in(league, stretch.first, stretch.last).order_by()
    sums = rows.values_list("member_id", "member__is_guest").annotate(Sum("games"), Sum("score"))
    return [
        Standing(
            member_id=member,
            name="",
            reading="",
            is_guest=is_guest,
            record=Record(games=games, score=score),
            adjusted=adjusted.get(member, 0),
        )
        for member, is_guest, games, score in sums
    ]
