"""What a change of the rules would do: games, totals and ranks, without writing anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Count
from django.db.models.functions import TruncMonth
from django.utils.translation import gettext as _

from league.core.days import Period, month_end
from league.games.outcomes import Resettled, resettled
from league.games.played import (
    DAY,
    POINTS,
    STICKS,
    day_of,
    on_days,
    played_and_counted,
    rows_of,
)
from league.games.tallies import Counted, adjusted_between, record_of_tally, tallies_of
from league.models import League, Member, MonthClose, Tally
from league.rankings.table import Standing, placed
from league.rulechanges.plan import Plan, leagues_of, touched_games, touched_months
from league.wording.errors import words_for

#: altered games, and games that cannot stand, that are shown one by one
SHOWN = 200
#: games that are settled for a preview; of a longer history the newest months that hold so many
MOST = 20_000


#: a game that would have other scores, with what counts for it
Altered: TypeAlias = tuple[Resettled, Counted]
#: the club's members by key
People: TypeAlias = Mapping[int, Member]


class SeatShift(NamedTuple):
    """What a change makes of one seat of a game; scores in points."""

    name: str
    place_before: int
    place_after: int
    before: int
    after: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AlteredGame:
    """A game whose score would change: by seat, from the first East."""

    game: int
    league: League
    day: date
    table: int
    number: int
    names: tuple[str, ...]
    before: tuple[int, ...]  # scores in points
    after: tuple[int, ...]
    places_before: tuple[int, ...]
    places_after: tuple[int, ...]
    decimals: int  # with which its scores are shown

    @property
    def seats(self) -> list[SeatShift]:
        columns = (self.names, self.places_before, self.places_after, self.before, self.after)
        return [
            SeatShift(name, place_before, place_after, before, after, after - before)
            for name, place_before, place_after, before, after in zip(*columns, strict=True)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A member whose total or rank in a month would change; rank None if unranked."""

    member: int
    name: str
    rank_before: int | None
    rank_after: int | None
    score_before: int
    score_after: int

    @property
    def has_turned(self) -> bool:
        """Return whether the rank would change, not only the total."""
        return self.rank_before != self.rank_after

    @property
    def rises(self) -> bool:
        return (self.rank_after or 0) < (self.rank_before or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthTurned:
    league: League
    month: date
    games: int  # altered
    lines: tuple[Turn, ...]  # those of another rank first, each by the rank that would be theirs
    closed: MonthClose | None  # its frozen ranking stays as it is
    decimals: int  # with which its totals are shown

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(line for line in self.lines if line.has_turned)


@dataclass(frozen=True, slots=True, kw_only=True)
class Impossible:
    game: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Everything that a change would do, as far back as it was computed."""

    touched: int  # live games on the days that the change touches
    looked_at: int  # of these, the games that were settled for this preview
    since: date | None  # the first month looked at, where older ones were left out
    altered: int  # games whose places or scores would be others
    games: tuple[AlteredGame, ...]  # the first of them
    months: tuple[MonthTurned, ...]
    impossible: int  # games that cannot stand; with any, the change is refused
    cannot_stand: tuple[Impossible, ...]  # the first of them

    @property
    def closed(self) -> tuple[MonthTurned, ...]:
        """Return the altered months whose ranking is closed, and so stays as it is."""
        return tuple(month for month in self.months if month.closed is not None)


def why_not(league: League, found: Resettled) -> str:
    """Explain why a game is impossible, in a sentence with its day."""
    facts = {
        "day": found.game.day.isoformat(),
        "league": league.name,
        "table": found.game.table,
        "number": found.game.number,
    }
    head = _("%(day)s, %(league)s, table %(table)s, game %(number)s:") % facts
    if found.version is None:
        return f"{head} " + _("no rules would be in force on that day.")
    return f"{head} " + (words_for(found.why)[1] if found.why else _("the rules cannot be read."))


def preview(plan: Plan, *, most: int = MOST) -> Preview:
    """Settle the touched games under the plan and compare. Queries grow with months.

    Args:
        plan: what would be in force.
        most: limit on settled games; takes the newest months within it, at least one.
    """
    touched = touched_games(plan).count()
    since = _since(plan, most) if touched > most else None
    altered = looked_at = 0
    games: list[AlteredGame] = []
    turned: list[MonthTurned] = []
    impossible: list[Impossible] = []
    people = Member.objects.for_club(plan.in_club.club_id).in_bulk()
    for league in leagues_of(plan.in_club):
        for month in touched_months(plan, league):
            if since and month < since:
                continue
            changed: list[Altered] = []
            for found, counted in _compared(plan, league, month):
                looked_at += 1
                if found.outcome is None:
                    impossible.append(
                        Impossible(game=found.game.game, words=why_not(league, found))
                    )
                elif counted is not None and _differs(found, counted):
                    changed.append((found, counted))
            altered += len(changed)
            shown = changed[: SHOWN - len(games)]
            games += [_altered(plan, league, people, *each) for each in shown]
            if changed:
                turned.append(_month_turned(plan, league, month, changed, people))
    return Preview(
        touched=touched,
        looked_at=looked_at,
        since=since,
        altered=altered,
        games=tuple(games),
        months=tuple(turned),
        impossible=len(impossible),
        cannot_stand=tuple(impossible[:SHOWN]),
    )


def _since(plan: Plan, most: int) -> date | None:
    """Return the first of the newest months with at most ``most`` touched games. One query."""
    days = touched_games(plan).order_by().annotate(month=TruncMonth("day"))
    by_month = days.values_list("month").annotate(games=Count("pk")).order_by("-month")
    held = 0
    since: date | None = None
    for month, games in by_month:
        held += games
        if since is not None and held > most:
            break
        since = month
    return since


def _differs(found: Resettled, counted: Counted) -> bool:
    assert found.outcome is not None
    return (found.outcome.places, found.outcome.scores) != (counted.places, counted.scores)


def _compared(
    plan: Plan, league: League, month: date
) -> Iterator[tuple[Resettled, Counted | None]]:
    games, counted = played_and_counted(league, on_days(month, month_end(month)))
    for found in resettled(games, plan.then):
        if any(span.first <= found.game.day <= (span.last or date.max) for span in plan.spans):
            yield found, counted.get(found.game.game)


def _altered(
    plan: Plan, league: League, people: People, found: Resettled, counted: Counted
) -> AlteredGame:
    assert found.outcome is not None
    game = found.game
    return AlteredGame(
        game=game.game,
        league=league,
        day=game.day,
        table=game.table,
        number=game.number,
        names=tuple(people[member].shown_name(league.club) for member in game.members),
        before=counted.scores,
        after=found.outcome.scores,
        places_before=counted.places,
        places_after=found.outcome.places,
        decimals=plan.decimals_on(game.day),
    )


def _month_turned(
    plan: Plan, league: League, month: date, altered: Sequence[Altered], people: People
) -> MonthTurned:
    """Rank the month as it is and as it would be, and find those affected. Three queries.

    Args:
        plan: what would be in force.
        league: whose month.
        month: its first day.
        altered: the month's games that would have other scores.
        people: everybody with a tally in it.
    """
    lines = _lines(league, month, people)
    period = Period(first=month, last=month_end(month), minimum_games=league.minimum_games)
    moved = _moved(altered)
    before = {line.member_id: line for line in _everybody(lines, league, period)}
    after = _everybody([_plus(line, moved) for line in lines], league, period)
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
        decimals=plan.decimals_on(period.last),
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


def _everybody(lines: Iterable[Standing], league: League, period: Period) -> list[Standing]:
    """Return the ranked by rank, then those with too few games, then guests."""
    return [line for group in placed(lines, league, period) for line in group]


def _moved(altered: Iterable[Altered]) -> dict[int, int]:
    """Return the change of each member's total, in points."""
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


def cannot_stand(plan: Plan, *, most: int = 20) -> list[str]:
    sentences: list[str] = []
    for league in leagues_of(plan.in_club):
        for month in touched_months(plan, league):
            for found in _impossible(plan, league, month):
                sentences.append(why_not(league, found))
                if len(sentences) == most:
                    return sentences
    return sentences


def _impossible(plan: Plan, league: League, month: date) -> Iterator[Resettled]:
    """Check plain points directly, as nearly all games are; build objects for the others."""
    read = rows_of(league, on_days(month, month_end(month)))
    for day, rows in groupby(read.rows, key=lambda row: day_of(row[DAY])):
        if any(span.first <= day <= (span.last or date.max) for span in plan.spans):
            doubtful = list(_doubtful(plan, day, rows, read.more))
            settled = resettled(read.played(doubtful), plan.then)
            yield from (each for each in settled if each.outcome is None)


def _doubtful(plan: Plan, day: date, rows: Iterator[Any], more: dict[int, Any]) -> Iterator[Any]:
    version = plan.then.on(day)
    settle = None if version is None else plan.then.settles_points(version)
    for row in rows:
        points = row[POINTS] if row[POINTS][3] is not None else row[POINTS][:3]
        if settle is None or row[STICKS] or row[0] in more or settle(points) is None:
            yield row
