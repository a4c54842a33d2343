"""A member's record in a league, read from the tallies: its cost follows months, not games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Q

from league.days import month_end, month_start
from league.models import League, Member, Seat, Tally
from league.selectors.adjustments import adjustments_of
from league.selectors.counted import fetch_settlements
from league.selectors.member_days import Days
from league.selectors.ranking_lines import tallies_in
from league.selectors.records import record_of_tally
from league.selectors.rule_versions import stored_parameter
from rules.models import RuleVersion
from scoring.standings import Record, combine

#: chairs that are looked at for a best or worst game: no day has as many games
_OF_A_DAY: Final = 60

#: month -> what was done in it
Months = Mapping[date, Record]


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthLine:
    """A month in the table: the record of its games, and what was given or taken apart from them.

    Of a season that begins or ends within a month only its days are counted.
    """

    month: date
    record: Record
    adjusted: int

    @property
    def total(self) -> int:
        """What the ranking counts."""
        return self.record.score + self.adjusted


@dataclass(frozen=True, slots=True, kw_only=True)
class OneGame:
    """A game as the best or the worst of somebody."""

    game: int
    day: date
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRecord:
    """What a member did in a league in some days."""

    record: Record
    months: tuple[MonthLine, ...]  # oldest first
    adjusted: int
    players: int | None  # seats at a table; None when versions of the days differ

    @property
    def total(self) -> int:
        """Scores of the games and what stands apart from them."""
        return self.record.score + self.adjusted

    @property
    def best_month(self) -> MonthLine | None:
        """The month with the highest total, the first of equals; None without games."""
        played = [line for line in self.months if line.record.games]
        return max(played, key=lambda line: line.total, default=None)


def months_played(member: Member) -> dict[League, Months]:
    """The months in which a member has games, league by league, oldest first. One query."""
    rows = (
        Tally.objects.for_club(member.club_id)
        .filter(page__counts=True, member=member, span=Tally.Span.MONTH)
        .select_related("page__league__rule_set__rule_set")
        .order_by("page__league__position", "page__league__pk", "start")
    )
    found: dict[League, dict[date, Record]] = {}
    for row in rows:
        found.setdefault(row.page.league, {})[row.start] = record_of_tally(row)
    return dict(found)


def record_of_member(member: Member, league: League, days: Days, months: Months) -> MemberRecord:
    """The member's record. Two queries, one more for days that are no whole months.

    Args:
        member: whose.
        league: in which.
        days: which days.
        months: the member's months in this league, as :func:`months_played` has them.
    """
    found = _whole(months, days) if _are_whole(days) else _with_edges(member, league, days)
    adjusted: dict[date, int] = defaultdict(int)
    for day, points in (
        adjustments_of(league)
        .filter(member=member, withdrawn_at=None, day__range=days.range)
        .values_list("day", "points")
    ):
        adjusted[month_start(day)] += points
    nothing = Record()
    return MemberRecord(
        record=combine(found[month] for month in sorted(found)),
        months=tuple(
            MonthLine(
                month=month, record=found.get(month, nothing), adjusted=adjusted.get(month, 0)
            )
            for month in sorted({*found, *adjusted})
        ),
        adjusted=sum(adjusted.values()),
        players=_players(league, days),
    )


def best_and_worst(
    member: Member, league: League, days: Days, record: MemberRecord
) -> tuple[OneGame | None, OneGame | None]:
    """The member's best and worst game, the first of equals. At most five queries.

    The tallies say in which month and on which day it was; only that day's games are read.
    """
    best, worst = record.record.best, record.record.worst
    if best is None or worst is None:
        return None, None
    months = [
        line.month
        for line in record.months
        if line.record.games and (line.record.best == best or line.record.worst == worst)
    ]
    rows = Tally.objects.for_club(member.club_id).filter(
        Q(best=best) | Q(worst=worst),
        page__league=league,
        page__counts=True,
        page__month__in=months,
        member=member,
        span=Tally.Span.DAY,
        start__range=days.range,
    )
    with_best = rows.filter(best=best).order_by("start").values_list("start", flat=True).first()
    with_worst = rows.filter(worst=worst).order_by("start").values_list("start", flat=True).first()
    games = _games_on(member, league, {with_best, with_worst} - {None})
    return _first_with(games, with_best, best), _first_with(games, with_worst, worst)


def _games_on(member: Member, league: League, days: Iterable[date | None]) -> list[OneGame]:
    seats = (
        Seat.objects.for_club(member.club_id)
        .filter(
            member=member,
            hanchan__league=league,
            hanchan__voided_at=None,
            hanchan__day__in=list(days),
        )
        .select_related("hanchan")
        .order_by(*(f"hanchan__{name}" for name in ("day", "number", "table", "id")))[:_OF_A_DAY]
    )
    fetch_settlements([seat.hanchan for seat in seats])
    return [
        OneGame(game=seat.hanchan_id, day=seat.hanchan.day, score=settled.scores[seat.seat])
        for seat in seats
        if (settled := seat.hanchan.settlement)
    ]


def _first_with(games: Sequence[OneGame], day: date | None, score: int) -> OneGame | None:
    return next((each for each in games if (each.day, each.score) == (day, score)), None)


def _are_whole(days: Days) -> bool:
    return days.first.day == 1 and days.last == month_end(days.last)


def _whole(months: Months, days: Days) -> dict[date, Record]:
    return {month: record for month, record in months.items() if days.first <= month <= days.last}


def _with_edges(member: Member, league: League, days: Days) -> dict[date, Record]:
    """The same where the first or the last month is not a whole one. One query."""
    parts: dict[date, list[Record]] = defaultdict(list)
    for row in tallies_in(league, *days).filter(member=member):
        parts[month_start(row.start)].append(record_of_tally(row))
    return {month: combine(records) for month, records in parts.items()}


def _players(league: League, days: Days) -> int | None:
    """How many sit at a table under the versions of the days; None where they differ. One query."""
    versions = (
        league.rule_set.rule_set.versions.filter(
            status=RuleVersion.Status.PUBLISHED, effective_from__lte=days.last
        )
        .order_by("effective_from")
        .values_list("effective_from", stored_parameter("game", "players"))
    )
    found = list(versions)
    ends = [begins for begins, _players in found[1:]]
    in_force = {
        players
        for (_begins, players), ends_before in zip(found, [*ends, None], strict=True)
        if ends_before is None or ends_before > days.first
    }
    return in_force.pop() if len(in_force) == 1 else None
