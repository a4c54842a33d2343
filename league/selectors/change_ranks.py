"""Whose total or rank of a month would be another, once its games had other scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeAlias

from league.days import month_end
from league.models import League, Member, MonthClose, Tally
from league.selectors.adjustments import adjusted_between
from league.selectors.change_plan import Plan
from league.selectors.counted import Counted
from league.selectors.outcomes import Resettled
from league.selectors.rankings import Standing, Stretch, placed
from league.selectors.records import record_of_tally, tallies_of

#: a game that would have other scores, with what counts for it
Altered: TypeAlias = tuple[Resettled, Counted]
#: the club's members by key
People: TypeAlias = Mapping[int, Member]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A member whose total or rank of a month would be another; unranked without a rank."""

    member: int
    name: str
    rank_before: int | None
    rank_after: int | None
    score_before: int
    score_after: int

    @property
    def has_turned(self) -> bool:
        """Whether the rank would be another, and not the total alone."""
        return self.rank_before != self.rank_after

    @property
    def rises(self) -> bool:
        """Whether the rank would be a better one."""
        return (self.rank_after or 0) < (self.rank_before or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthTurned:
    """A league's month with altered games."""

    league: League
    month: date
    games: int  # altered
    lines: tuple[Turn, ...]  # those of another rank first, each by the rank that would be theirs
    closed: MonthClose | None  # its frozen ranking stays as it is
    decimals: int  # with which its totals are shown

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The members whose rank would be another."""
        return tuple(line for line in self.lines if line.has_turned)


def month_turned(
    plan: Plan, league: League, month: date, altered: Sequence[Altered], people: People
) -> MonthTurned:
    """Rank the month as it is and as it would be, and tell whom that concerns. Three queries.

    Args:
        plan: what would be in force.
        league: whose month.
        month: its first day.
        altered: the month's games that would have other scores.
        people: everybody who has a tally of it.
    """
    lines = _lines(league, month, people)
    stretch = Stretch(first=month, last=month_end(month), minimum_games=league.minimum_games)
    moved = _moved(altered)
    before = {line.member_id: line for line in _everybody(lines, league, stretch)}
    after = _everybody([_plus(line, moved) for line in lines], league, stretch)
    found = [
        Turn(
            member=line.member_id,
            name=line.name,
            rank_before=was.rank,
            rank_after=line.rank,
            score_before=was.total,
            score_after=line.total,
        )
        for line in after
        if (was := before[line.member_id]).rank != line.rank or was.total != line.total
    ]
    closes = MonthClose.objects.for_club(league.club_id)
    return MonthTurned(
        league=league,
        month=month,
        games=len(altered),
        lines=tuple(sorted(found, key=lambda line: not line.has_turned)),
        closed=closes.filter(league=league, month=month, reopened_at=None).first(),
        decimals=plan.decimals_on(stretch.last),
    )


def _lines(league: League, month: date, people: People) -> list[Standing]:
    rows = tallies_of(league).filter(span=Tally.Span.MONTH, start=month)
    adjusted = adjusted_between(league, month, month_end(month))
    return [
        Standing(
            member_id=row.member_id,
            name=(who := people[row.member_id]).shown_name(league.club),
            reading=who.kana or who.display_name,
            is_guest=who.is_guest,
            record=record_of_tally(row),
            adjusted=adjusted.get(row.member_id, 0),
        )
        for row in rows
    ]


def _everybody(lines: Iterable[Standing], league: League, stretch: Stretch) -> list[Standing]:
    """The ranked by rank, then whoever played too few games, then guests."""
    return [line for group in placed(lines, league, stretch) for line in group]


def _moved(altered: Iterable[Altered]) -> dict[int, int]:
    """How much each member's total would go up or down, in points."""
    moved: dict[int, int] = {}
    for found, counted in altered:
        assert found.outcome is not None
        scores = zip(found.game.members, found.outcome.scores, counted.scores, strict=True)
        for member, after, before in scores:
            moved[member] = moved.get(member, 0) + after - before
    return moved


def _plus(line: Standing, moved: Mapping[int, int]) -> Standing:
    by = moved.get(line.member_id)
    if not by:
        return line
    return replace(line, record=replace(line.record, score=line.record.score + by))
